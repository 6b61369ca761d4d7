//! What is the same in every form of the problem: how long the search is, where its pages start, what it finds.

use std::collections::HashMap;

use bezzel::{DepthProfile, Pages, Search};
use bezzel_queens::report::TreeReport;
use bezzel_queens::{Arrays, Board, canonical};
use serde::Serialize;

use crate::Error;

/// The largest board shown.
pub const LIMIT: u32 = 12;

/// The outline of a search: enough to tell any of its pages at once.
#[derive(Debug)]
pub struct Outline {
    /// The board.
    pub board: Board,
    /// What the solutions are.
    pub solutions: Vec<Solution>,
    pub(crate) pages: Pages,
}

/// A solution, and when it is found.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct Solution {
    /// After how many steps it is known.
    pub step: u64,
    /// The columns of the queens, row by row.
    pub columns: Vec<u32>,
    /// Solutions that are images of each other under the symmetries of the board are in one group; groups are numbered in
    /// the order they are met.
    pub group: usize,
}

/// The whole search in numbers.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct Overview<'b> {
    /// How many steps there are.
    pub steps: u64,
    /// In how many pages they are told.
    pub pages: usize,
    /// How many groups of solutions.
    pub groups: usize,
    /// How many symmetries the board has.
    pub symmetries: usize,
    /// How deep the search is, along the way.
    pub skyline: DepthProfile,
    /// Post 004's table.
    pub tree: TreeReport<'b>,
}

impl Outline {
    /// The outline of the search that fills a board. It takes a moment: a fifth of a second for twelve queens.
    ///
    /// # Errors
    /// [`Error::BoardSize`] beyond [`LIMIT`], and for none.
    pub fn new(board: &Board) -> Result<Self, Error> {
        Self::check(board)?;
        let n = board.n();
        // Boards this small fit every form; all tell the same steps.
        let problem = Arrays::new(board).expect("within every limit");
        let search = Search::new(&problem);
        let pages = search.pages(Self::page_length(n));
        let symmetries = board.symmetries();
        let mut groups = HashMap::new();
        let solutions = pages.solutions.iter().zip(search.solutions());
        let solutions = solutions.map(|(&step, columns)| {
            let new = groups.len();
            let group = groups.entry(canonical(&columns, &symmetries));
            Solution {
                step,
                group: *group.or_insert(new),
                columns,
            }
        });
        Ok(Self {
            board: board.clone(),
            solutions: solutions.collect(),
            pages,
        })
    }

    /// Checks that a board is one that is shown.
    pub(crate) fn check(board: &Board) -> Result<(), Error> {
        let n = board.n();
        if !(1..=LIMIT).contains(&n) {
            return Err(Error::BoardSize { n, limit: LIMIT });
        }
        Ok(())
    }

    /// Up to 5 queens the whole search is one page; where there are millions of steps, longer pages keep
    /// their number small.
    fn page_length(n: u32) -> u64 {
        if n < 10 { 512 } else { 2_048 }
    }

    /// About how many bytes it takes.
    pub(crate) fn bytes(&self) -> usize {
        let solution = size_of::<Solution>() + 4 * self.board.n() as usize;
        1_024 * self.pages.count() + solution * self.solutions.len()
    }

    /// The whole search in numbers.
    pub fn overview(&self) -> Overview<'_> {
        let profile = self.pages.profile();
        let groups = self.solutions.iter().map(|one| one.group + 1).max();
        Overview {
            steps: self.pages.steps,
            pages: self.pages.count(),
            groups: groups.unwrap_or(0),
            symmetries: self.board.symmetries().len(),
            skyline: self.pages.skyline.clone(),
            tree: TreeReport::new(&self.board, &profile),
        }
    }
}
