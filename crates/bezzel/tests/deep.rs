//! Search of a path deeper than any thread's stack.

use bezzel::{End, Problem, Search};

/// A problem with one choice at every node, and a solution at `depth`.
struct Shaft {
    depth: u32,
}

impl Problem for Shaft {
    type Choice = ();
    type State = u32;
    type Objection = ();
    type Choices = std::option::IntoIter<()>;

    fn root(&self) -> u32 {
        0
    }
    fn choices(&self, _: &u32) -> Self::Choices {
        Some(()).into_iter()
    }
    fn objection(&self, _: &u32, _: ()) -> Option<()> {
        None
    }
    fn advance(&self, depth: &mut u32, _: ()) {
        *depth += 1;
    }
    fn retreat(&self, depth: &mut u32, _: ()) {
        *depth -= 1;
    }
    fn solved(&self, depth: &u32) -> bool {
        *depth == self.depth
    }
}

#[test]
fn a_hundred_million_choices_overflow_nothing() {
    const DEPTH: u32 = 100_000_000;
    let shaft = Shaft { depth: DEPTH };
    let tally = Search::new(&shaft).count();
    assert_eq!((tally.solutions, tally.end), (1, End::Exhausted));
    assert_eq!(tally.nodes, u64::from(DEPTH) + 1);
    assert_eq!(
        Search::new(&shaft).first().map(|path| path.len()),
        Some(DEPTH as usize)
    );
}
