use crate::Problem;

/// A knight's tour: a knight visits every square of a board once. A choice is the next square, an
/// objection the index of the move that visited it before.
#[derive(Debug, Clone)]
pub struct KnightsTour {
    /// The side of the board.
    pub side: usize,
    /// The first square; any if `None`.
    pub start: Option<usize>,
    /// Tries squares with the fewest ways on first (H. C. von Warnsdorff, 1823).
    pub fewest_first: bool,
}

impl KnightsTour {
    fn moves(&self, from: usize) -> Vec<usize> {
        const LEAPS: [(isize, isize); 8] = [
            (-2, 1),
            (-1, 2),
            (1, 2),
            (2, 1),
            (2, -1),
            (1, -2),
            (-1, -2),
            (-2, -1),
        ];
        let side = self.side as isize;
        let (row, column) = (from as isize / side, from as isize % side);
        let places = LEAPS.map(|(down, right)| (row + down, column + right));
        let inside =
            |place: &(isize, isize)| (0..side).contains(&place.0) && (0..side).contains(&place.1);
        let number = |(row, column)| (row * side + column) as usize;
        places.into_iter().filter(inside).map(number).collect()
    }
}

impl Problem for KnightsTour {
    type Choice = usize; // the square to go to
    type State = Vec<usize>; // the squares so far
    type Objection = usize; // the index of the earlier visit to the square
    type Choices = std::vec::IntoIter<usize>;

    fn root(&self) -> Vec<usize> {
        Vec::new()
    }

    fn choices(&self, ride: &Vec<usize>) -> Self::Choices {
        let Some(&here) = ride.last() else {
            let any = (0..self.side * self.side).collect();
            return self.start.map_or(any, |start| vec![start]).into_iter();
        };
        let mut moves = self.moves(here);
        if self.fewest_first {
            let free = |square: &&usize| !ride.contains(square);
            moves.sort_by_key(|&square| self.moves(square).iter().filter(free).count());
        }
        moves.into_iter()
    }

    fn objection(&self, ride: &Vec<usize>, square: usize) -> Option<usize> {
        ride.iter().position(|&before| before == square)
    }

    fn advance(&self, ride: &mut Vec<usize>, square: usize) {
        ride.push(square);
    }

    fn retreat(&self, ride: &mut Vec<usize>, _: usize) {
        ride.pop();
    }

    fn solved(&self, ride: &Vec<usize>) -> bool {
        ride.len() == self.side * self.side
    }
}
