//! Sudoku in the lab.

use bezzel::problems::{House, Sudoku};

use super::{Both, Demo, Mark, Scene, ScenePlace, square_name};
use crate::ProblemFlaw;

impl Demo for Sudoku {
    const NAME: &'static str = "sudoku";
    const TITLE: Both<&'static str> = ["Sudoku", "스도쿠"];
    const ABOUT: Both<&'static str> = [
        "Every row, every column and every box has each digit once. The search fills the first empty cell (of 9 by 9: the one with the fewest digits left); a digit is rejected when its row, column or box has it.",
        "가로줄, 세로줄, 상자마다 숫자가 한 번씩 들어갑니다. 첫 빈칸부터(9 × 9에서는 가능한 숫자가 가장 적은 칸부터) 채우고, 같은 줄이나 상자에 이미 있는 숫자는 버립니다.",
    ];
    const SYNTAX: Both<&'static str> = [
        "16 or 81 digits row by row, a dot for an empty cell",
        "숫자 16개나 81개를 가로줄 차례로, 빈칸은 점",
    ];
    const EXAMPLES: &'static [&'static str] = &[
        "1......3.2..4...",
        "....2.1..4.....3",
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        "..9748...7.........2.1.9.....7...24..64.1.59..98...3.....8.3.2.........6...2759..",
    ];
    const CODE: &'static str = include_str!("../../listings/sudoku.py");

    fn parse(text: &str) -> Result<Self, ProblemFlaw> {
        let letters: Vec<char> = text
            .chars()
            .filter(|letter| !letter.is_whitespace())
            .collect();
        let side = match letters.len() {
            16 => 2,
            81 => 3,
            count => return Err(ProblemFlaw::CellCount { count }),
        };
        let most = (side * side) as u32;
        let digit = |&letter: &char| match letter {
            '.' | '0' => Ok(0),
            _ => match letter.to_digit(10) {
                Some(digit) if digit <= most => Ok(digit as u8),
                _ => Err(ProblemFlaw::NoDigit {
                    text: letter,
                    limit: most,
                }),
            },
        };
        let givens: Vec<u8> = letters.iter().map(digit).collect::<Result<_, _>>()?;
        let sudoku = Self { side, givens };
        for (cell, &digit) in sudoku
            .givens
            .iter()
            .enumerate()
            .filter(|(_, digit)| **digit != 0)
        {
            if sudoku.conflict(&sudoku.givens, cell, digit).is_some() {
                return Err(ProblemFlaw::DigitTwice {
                    digit,
                    square: square_name(sudoku.width(), cell),
                });
            }
        }
        Ok(sudoku)
    }

    fn scene(&self) -> Scene {
        let place = |&digit: &u8| ScenePlace {
            text: if digit == 0 {
                String::new()
            } else {
                digit.to_string()
            },
            given: digit != 0,
            ..ScenePlace::default()
        };
        Scene {
            places: self.givens.iter().map(place).collect(),
            columns: Some(self.width()),
            boxes: Some(self.side),
            ..Scene::default()
        }
    }

    fn label(&self, (_, digit): (usize, u8)) -> String {
        digit.to_string()
    }

    fn marks(&self, _: &Vec<u8>, (cell, digit): (usize, u8)) -> Vec<Mark> {
        vec![Mark {
            place: cell,
            text: digit.to_string(),
            look: "digit",
        }]
    }

    fn names(&self, _: &Vec<u8>, (cell, digit): (usize, u8)) -> Both {
        let square = square_name(self.width(), cell);
        [
            format!("{digit} into {square}"),
            format!("{square}에 {digit}"),
        ]
    }

    fn explain_objection(
        &self,
        _: &Vec<u8>,
        (cell, digit): (usize, u8),
        (other, house): &(usize, House),
    ) -> (Both, Vec<usize>) {
        let [english, korean] = match house {
            House::Row => ["row", "가로줄"],
            House::Column => ["column", "세로줄"],
            House::Box => ["box", "상자"],
        };
        let there = square_name(self.width(), *other);
        let says = [
            format!("its {english} has {digit} in {there}"),
            format!("같은 {korean}의 {there} 칸이 이미 {digit}입니다"),
        ];
        (says, vec![*other, cell])
    }

    fn note(&self, cells: &Vec<u8>) -> Both {
        let empty = cells.iter().filter(|&&digit| digit == 0).count();
        [
            format!("{empty} cells are empty"),
            format!("빈칸 {empty}개"),
        ]
    }
}
