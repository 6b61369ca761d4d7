//! The knight's tour in the lab.

use bezzel::problems::KnightsTour;

use super::{Both, Demo, Mark, Scene, ScenePlace, square_name};
use crate::ProblemFlaw;

impl Demo for KnightsTour {
    const NAME: &'static str = "knight";
    const TITLE: Both<&'static str> = ["Knight's tour", "기사의 여행"];
    const ABOUT: Both<&'static str> = [
        "A knight starts in the corner and visits every square once. A square it has visited is rejected; when no move is left the search takes the last one back. Going first where the fewest ways lead on (Warnsdorff, 1823) hardly ever has to go back.",
        "나이트가 구석에서 출발해 모든 칸을 한 번씩 밟습니다. 이미 밟은 칸은 버리고, 갈 곳이 없으면 마지막 수를 무릅니다. 이어지는 길이 가장 적은 칸부터 가면(바른스도르프, 1823) 되돌아갈 일이 거의 없습니다.",
    ];
    const SYNTAX: Both<&'static str> = [
        "the side of the board, and plain for moves in a fixed order: 5 plain",
        "체스판의 크기. 정해진 순서로 움직이려면 plain: 5 plain",
    ];
    const EXAMPLES: &'static [&'static str] = &["5", "5 plain", "3", "6", "8"];
    const CODE: &'static str = include_str!("../../listings/knight.py");
    const FIRST: bool = true;

    fn parse(text: &str) -> Result<Self, ProblemFlaw> {
        let mut words = text.split_whitespace();
        let side = words.next().unwrap_or("");
        let side = match side.parse() {
            Ok(side @ 3..=8) => side,
            _ => {
                return Err(ProblemFlaw::SideRange {
                    text: side.into(),
                    least: 3,
                    limit: 8,
                });
            }
        };
        let fewest_first = match (words.next(), words.next()) {
            (None, _) => true,
            (Some("plain"), None) => false,
            (Some(other), _) => {
                return Err(ProblemFlaw::AfterSide { text: other.into() });
            }
        };
        Ok(Self {
            side,
            start: Some(0),
            fewest_first,
        })
    }

    fn scene(&self) -> Scene {
        Scene {
            places: vec![ScenePlace::default(); self.side * self.side],
            columns: Some(self.side),
            chess: true,
            ..Scene::default()
        }
    }

    fn label(&self, square: usize) -> String {
        format!("{},{}", square / self.side + 1, square % self.side + 1)
    }

    fn marks(&self, ride: &Vec<usize>, square: usize) -> Vec<Mark> {
        vec![Mark {
            place: square,
            text: (ride.len() + 1).to_string(),
            look: "walked",
        }]
    }

    fn names(&self, ride: &Vec<usize>, square: usize) -> Both {
        let (number, square) = (ride.len() + 1, square_name(self.side, square));
        [
            format!("Move {number} to {square}"),
            format!("{number}번째로 {square} 칸"),
        ]
    }

    fn explain_objection(
        &self,
        _: &Vec<usize>,
        square: usize,
        before: &usize,
    ) -> (Both, Vec<usize>) {
        let says = [
            format!("it was there on move {}", before + 1),
            format!("{}번째에 이미 밟았습니다", before + 1),
        ];
        (says, vec![square])
    }

    fn note(&self, ride: &Vec<usize>) -> Both {
        let (visited, all) = (ride.len(), self.side * self.side);
        [
            format!("{visited} of {all} squares"),
            format!("{all}칸 중 {visited}칸"),
        ]
    }
}
