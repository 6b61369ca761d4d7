//! Tree layout after Reingold and Tilford (1981).
//!
//! - Equal subtrees are drawn alike.
//! - A parent is centred above its children.
//! - Neighbouring subtrees are moved together until their outlines touch.

/// Returns the horizontal centre of every node, with the leftmost edge at 0, and the full width.
///
/// `children` lists each node's children, which come after their parent; `widths` holds the width
/// of each node.
pub(super) fn middles(children: &[Vec<usize>], widths: &[f64]) -> (Vec<f64>, f64) {
    let mut outlines: Vec<Contour> = widths.iter().map(|&width| Contour::of(width)).collect();
    // The offset of each node from its parent.
    let mut shifts = vec![0.0; children.len()];

    for node in (0..children.len()).rev() {
        let Some((&first, others)) = children[node].split_first() else {
            continue;
        };
        let mut joined = std::mem::take(&mut outlines[first]);
        for &child in others {
            let outline = std::mem::take(&mut outlines[child]);
            shifts[child] = joined.distance(&outline);
            joined.join(&outline, shifts[child]);
        }
        let last = children[node].last().map_or(0.0, |&child| shifts[child]);
        for &child in &children[node] {
            shifts[child] -= last / 2.0;
        }
        outlines[node].hang(joined, -last / 2.0);
    }

    let left = outlines[0]
        .0
        .iter()
        .map(|&(left, _)| left)
        .fold(f64::MAX, f64::min);
    let right = outlines[0]
        .0
        .iter()
        .map(|&(_, right)| right)
        .fold(f64::MIN, f64::max);
    let mut middles = vec![-left; children.len()];
    for (node, children) in children.iter().enumerate() {
        for &child in children {
            middles[child] = middles[node] + shifts[child];
        }
    }
    (middles, right - left)
}

/// The leftmost and rightmost position of a subtree at each level, relative to the centre of its
/// root.
#[derive(Default)]
struct Contour(Vec<(f64, f64)>);

impl Contour {
    fn of(width: f64) -> Self {
        Self(vec![(-width / 2.0, width / 2.0)])
    }

    /// Returns the distance to the right at which `next` does not overlap this outline.
    fn distance(&self, next: &Contour) -> f64 {
        let levels = self.0.iter().zip(&next.0);
        levels
            .map(|(&(_, right), &(left, _))| right - left)
            .fold(0.0, f64::max)
    }

    /// Adds `next`, moved to the right by `shift`.
    fn join(&mut self, next: &Contour, shift: f64) {
        for (level, &(left, right)) in next.0.iter().enumerate() {
            match self.0.get_mut(level) {
                Some(outline) => outline.1 = right + shift,
                None => self.0.push((left + shift, right + shift)),
            }
        }
    }

    /// Attaches the joined outline of the children below this node.
    fn hang(&mut self, children: Contour, shift: f64) {
        self.0.extend(
            children
                .0
                .iter()
                .map(|&(left, right)| (left + shift, right + shift)),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::middles;

    #[test]
    fn a_parent_stands_in_the_middle() {
        let (middles, width) = middles(&[vec![1, 2, 3], vec![], vec![], vec![]], &[10.0; 4]);
        assert_eq!(middles, [15.0, 5.0, 15.0, 25.0]);
        assert_eq!(width, 30.0);
    }

    #[test]
    fn outlines_never_overlap() {
        // The wide subtree on the left extends below the leaf next to it, but not below the next
        // subtree.
        let children = [
            vec![1, 2],
            vec![3, 4, 5],
            vec![6],
            vec![],
            vec![],
            vec![],
            vec![],
        ];
        let (middles, _) = middles(&children, &[10.0; 7]);
        assert!(middles[6] - middles[5] >= 10.0);
        assert!(middles[2] - middles[1] >= 10.0);
    }
}
