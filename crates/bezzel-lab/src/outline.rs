//! The outline of a search: its length, the starts of its pages, its solutions. It is the same for
//! all forms.

use std::collections::HashMap;

use bezzel::{DepthProfile, Pages, Search};
use bezzel_queens::report::TreeReport;
use bezzel_queens::{Arrays, Board, canonical};
use serde::Serialize;

use crate::Error;

/// The side of the largest board shown.
pub const LIMIT: u32 = 12;

/// The outline of a search, from which any page is computed quickly.
#[derive(Debug)]
pub struct Outline {
    /// The board.
    pub board: Board,
    /// The solutions.
    pub solutions: Vec<Solution>,
    pub(crate) pages: Pages,
}

/// A solution, and when it is found.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct Solution {
    /// The number of steps after which it is found.
    pub step: u64,
    /// The columns of the queens, row by row.
    pub columns: Vec<u32>,
    /// The number of its group. Solutions that are images of each other under the symmetries of the
    /// board form a group; groups are numbered in the order in which they are found.
    pub group: usize,
}

/// The figures of a whole search.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct Overview<'b> {
    /// The number of steps.
    pub steps: u64,
    /// The number of pages.
    pub pages: usize,
    /// The number of groups of solutions.
    pub groups: usize,
    /// The number of symmetries of the board.
    pub symmetries: usize,
    /// The depth of the search over its steps.
    pub skyline: DepthProfile,
    /// The numbers of nodes of the tree, as in the table of post 004.
    pub tree: TreeReport<'b>,
}

impl Outline {
    /// Returns the outline of the search that fills a board. Twelve queens take a fifth of a
    /// second.
    ///
    /// # Errors
    /// [`Error::BoardSize`] beyond [`LIMIT`], and for a board without squares.
    pub fn new(board: &Board) -> Result<Self, Error> {
        Self::check(board)?;
        let n = board.n();
        // The search has the same steps in every form of the problem, and every form supports
        // boards of this size.
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

    /// Checks the size of a board.
    pub(crate) fn check(board: &Board) -> Result<(), Error> {
        let n = board.n();
        if !(1..=LIMIT).contains(&n) {
            return Err(Error::BoardSize { n, limit: LIMIT });
        }
        Ok(())
    }

    /// Up to 5 queens the whole search is one page. Searches of millions of steps have longer
    /// pages, to limit their number.
    fn page_length(n: u32) -> u64 {
        if n < 10 { 512 } else { 2_048 }
    }

    /// Returns its size in memory, approximately.
    pub(crate) fn bytes(&self) -> usize {
        let solution = size_of::<Solution>() + 4 * self.board.n() as usize;
        1_024 * self.pages.count() + solution * self.solutions.len()
    }

    /// Returns the figures of the search.
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
