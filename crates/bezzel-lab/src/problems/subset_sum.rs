//! Subset sum in the lab.

use bezzel::problems::{Miss, SubsetSum, Sum};

use super::{Both, Demo, Mark, Scene, ScenePlace};
use crate::ProblemFlaw;

impl Demo for SubsetSum {
    const NAME: &'static str = "subset-sum";
    const TITLE: Both<&'static str> = ["Subset sum", "부분집합의 합"];
    const ABOUT: Both<&'static str> = [
        "Which of these numbers add up to the total? Number by number the search takes it or leaves it. A branch is pruned when the sum is too much already, or when all that is left would not be enough.",
        "어떤 수들을 더하면 목표가 될까요? 수를 하나씩 넣거나 빼며 내려갑니다. 합이 이미 목표를 넘었거나 남은 수를 모두 더해도 모자라면 가지를 칩니다.",
    ];
    const SYNTAX: Both<&'static str> = [
        "the total, a colon, the numbers: 21: 3 5 8 9 4",
        "목표, 쌍점, 수들: 21: 3 5 8 9 4",
    ];
    const EXAMPLES: &'static [&'static str] =
        &["21: 3 5 8 9 4", "15: 1 2 3 4 5 6", "50: 7 11 13 17 19 23"];
    const CODE: &'static str = include_str!("../../listings/subset-sum.py");

    fn parse(text: &str) -> Result<Self, ProblemFlaw> {
        let (total, numbers) = text.split_once(':').ok_or(ProblemFlaw::NoTotal {
            example: Self::EXAMPLES[0],
        })?;
        let number = |word: &str| match word.trim().parse() {
            Ok(number @ 1..=9_999) => Ok(number),
            _ => Err(ProblemFlaw::NumberRange {
                text: word.trim().into(),
                limit: 9_999,
            }),
        };
        let numbers: Vec<u32> = numbers
            .split_whitespace()
            .map(number)
            .collect::<Result<_, _>>()?;
        if !(1..=12).contains(&numbers.len()) {
            return Err(ProblemFlaw::NumberCount {
                count: numbers.len(),
                limit: 12,
            });
        }
        Ok(Self {
            total: number(total)?,
            numbers,
        })
    }

    fn scene(&self) -> Scene {
        let place = |number: &u32| ScenePlace {
            text: number.to_string(),
            ..ScenePlace::default()
        };
        Scene {
            places: self.numbers.iter().map(place).collect(),
            columns: Some(self.numbers.len()),
            ..Scene::default()
        }
    }

    fn label(&self, take: bool) -> String {
        if take { "+" } else { "−" }.into()
    }

    fn marks(&self, state: &Sum, take: bool) -> Vec<Mark> {
        vec![Mark {
            place: state.decided,
            text: self.numbers[state.decided].to_string(),
            look: if take { "taken" } else { "left" },
        }]
    }

    fn names(&self, state: &Sum, take: bool) -> Both {
        let number = self.numbers[state.decided];
        match take {
            true => [format!("Take {number}"), format!("{number} 넣기")],
            false => [format!("Leave {number} out"), format!("{number} 빼기")],
        }
    }

    fn explain_objection(&self, state: &Sum, take: bool, miss: &Miss) -> (Both, Vec<usize>) {
        let (sum, total) = (self.after(state, take), self.total);
        let says = match miss {
            Miss::TooMuch => [
                format!("{sum} is more than {total}"),
                format!("합 {sum}: 목표 {total}보다 큽니다"),
            ],
            Miss::TooLittle(most) => [
                format!("even with all that is left it would be {most}, less than {total}"),
                format!("남은 수를 모두 더해도 {most}, 목표 {total}보다 작습니다"),
            ],
        };
        let places = match miss {
            Miss::TooMuch => vec![state.decided],
            Miss::TooLittle(_) => (state.decided..self.numbers.len()).collect(),
        };
        (says, places)
    }

    fn note(&self, state: &Sum) -> Both {
        let (sum, total) = (state.sum, self.total);
        let rest = self.rest(state.decided);
        [
            format!("sum {sum} of {total}; {rest} left to take from"),
            format!("합 {sum} / 목표 {total}, 남은 수의 합 {rest}"),
        ]
    }
}
