use crate::Problem;

/// Subset sum: which of some numbers add up to a total? A choice takes or skips the next number.
#[derive(Debug, Clone)]
pub struct SubsetSum {
    /// The required sum.
    pub total: u32,
    /// The numbers, in the order in which they are decided.
    pub numbers: Vec<u32>,
}

/// The state of [`SubsetSum`].
#[derive(Debug, Clone)]
pub struct Sum {
    /// The number of decisions made.
    pub decided: usize,
    /// The sum of the numbers taken.
    pub sum: u32,
}

/// The objection of [`SubsetSum`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Miss {
    /// The sum would exceed the total.
    TooMuch,
    /// Even with all remaining numbers the sum would be less than the total. The value is this
    /// largest possible sum.
    TooLittle(u32),
}

impl SubsetSum {
    /// Returns the sum after the next decision.
    pub fn after(&self, state: &Sum, take: bool) -> u32 {
        state.sum + if take { self.numbers[state.decided] } else { 0 }
    }

    /// Returns the sum of the numbers from this index on.
    pub fn rest(&self, from: usize) -> u32 {
        self.numbers[from..].iter().sum()
    }
}

impl Problem for SubsetSum {
    type Choice = bool; // take the next number, or leave it
    type State = Sum;
    type Objection = Miss;
    type Choices = std::array::IntoIter<bool, 2>;

    fn root(&self) -> Sum {
        Sum { decided: 0, sum: 0 }
    }

    fn choices(&self, _: &Sum) -> Self::Choices {
        [true, false].into_iter()
    }

    fn objection(&self, state: &Sum, take: bool) -> Option<Miss> {
        let sum = self.after(state, take);
        let most = sum + self.rest(state.decided + 1);
        if sum > self.total {
            return Some(Miss::TooMuch);
        }
        (most < self.total).then_some(Miss::TooLittle(most))
    }

    fn advance(&self, state: &mut Sum, take: bool) {
        state.sum = self.after(state, take);
        state.decided += 1;
    }

    fn retreat(&self, state: &mut Sum, take: bool) {
        state.decided -= 1;
        state.sum -= if take { self.numbers[state.decided] } else { 0 };
    }

    fn solved(&self, state: &Sum) -> bool {
        state.decided == self.numbers.len()
    }
}
