//! The search for queens as the page tells it: an overview, the solutions, the steps in pages.

use std::sync::{Arc, OnceLock};

use bezzel::queens::{Arrays, Attack, Form, Masks, Promising, canonical};
use bezzel::report::TreeReport;
use bezzel::{Event, Level, Page, Pages, Profile, Search, Skyline, TreeNode};
use serde::Serialize;

use crate::Error;
use crate::listing::{self, Listing};

/// The largest board shown.
pub const LIMIT: u32 = 12;

/// A form of the problem, as far as the page looks at it.
pub struct Method {
    /// What users call it.
    pub name: &'static str,
    /// One line on how it works.
    pub about: &'static str,
    tell: fn(&Board, u64) -> Told,
}

/// Every form, in the order of the posts.
pub const METHODS: [Method; 3] = [
    Method::of::<Promising>(),
    Method::of::<Arrays>(),
    Method::of::<Masks>(),
];

impl Method {
    const fn of<F: Form>() -> Self {
        Self {
            name: F::NAME,
            about: F::ABOUT,
            tell: tell::<F>,
        }
    }

    /// The method of that name.
    ///
    /// # Errors
    /// [`Error::UnknownMethod`], naming those there are.
    pub fn named(name: &str) -> Result<&'static Self, Error> {
        let unknown = || Error::UnknownMethod {
            name: name.into(),
            known: METHODS.each_ref().map(|method| method.name).join(", "),
        };
        let method = METHODS.iter().find(|method| method.name == name);
        method.ok_or_else(unknown)
    }

    /// The page that tells what happens after `step` steps.
    pub fn tell(&self, board: &Board, step: u64) -> Told {
        (self.tell)(board, step)
    }
}

/// What is the same in every method: how long the search is, where its pages start, what it finds.
pub struct Board {
    /// The number of queens.
    pub n: u32,
    /// What the solutions are.
    pub solutions: Vec<Solution>,
    pages: Pages,
}

/// A solution, and when it is found.
#[derive(Debug, Clone, Serialize)]
pub struct Solution {
    /// After how many steps it is known.
    pub step: u64,
    /// The columns of the queens, row by row.
    pub columns: Vec<u32>,
    /// Solutions that are turned or mirrored images of each other are in one group; groups are numbered in
    /// the order they are met.
    pub group: usize,
}

/// The whole search in numbers.
#[derive(Debug, Clone, Serialize)]
pub struct Overview {
    /// How many steps there are.
    pub steps: u64,
    /// How many groups of solutions.
    pub groups: usize,
    /// How deep the search is, along the way.
    pub skyline: Skyline,
    /// Post 004's table.
    pub tree: TreeReport,
}

/// Some steps of the search, and what it knew before them.
#[derive(Debug, Clone, Serialize)]
pub struct Told {
    /// How many steps were taken before.
    pub step: u64,
    /// The tree so far, level by level.
    pub levels: Vec<Level>,
    /// The tree so far as a picture: open along the path, finished subtrees folded.
    pub nodes: Vec<TreeNode<u32, Attack>>,
    /// What happens.
    pub events: Vec<Event<u32, Attack>>,
    /// What the method remembers.
    pub memory: Memory,
}

/// What a method remembers along the steps of a page.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Memory {
    /// What it calls the rows of numbers.
    pub names: Vec<&'static str>,
    /// The rows of numbers before the first event and after each; nothing where they are as before.
    pub cells: Vec<Option<Vec<Vec<u32>>>>,
}

impl Board {
    fn new(n: u32) -> Self {
        // Boards this small fit every form; all tell the same steps.
        let problem = Arrays::new(n).expect("within every limit");
        let search = Search::new(&problem);
        let pages = search.pages(Self::page_length(n));
        let mut groups = std::collections::HashMap::new();
        let solutions = pages.solutions.iter().zip(search.solutions());
        let solutions = solutions.map(|(&step, columns)| {
            let new = groups.len();
            Solution {
                step,
                group: *groups.entry(canonical(&columns)).or_insert(new),
                columns,
            }
        });
        Self {
            n,
            solutions: solutions.collect(),
            pages,
        }
    }

    /// Up to 5 queens the whole search is one page; where there are millions of steps, longer pages keep
    /// their number small.
    fn page_length(n: u32) -> u64 {
        if n < 10 { 512 } else { 2_048 }
    }

    /// Some events from a step on, and the columns of the queens before them.
    pub fn steps(&self, from: u64, count: u64) -> (Vec<u32>, Vec<Event<u32, Attack>>) {
        let problem = Promising::new(self.n).expect("within every limit");
        let search = Search::new(&problem);
        let from = from.min(self.pages.steps);
        let mut page = search.page(&self.pages, from);
        let before = (from - page.step) as usize;
        let mut replay = page.trace.replay(&problem);
        replay.seek(before);
        let path = replay.path().to_vec();
        let mut events = page.trace.events.split_off(before);
        let mut told = page.step + (before + events.len()) as u64;
        while told < (from + count).min(self.pages.steps) {
            let page = search.page(&self.pages, told);
            told += page.trace.events.len() as u64;
            events.extend(page.trace.events);
        }
        events.truncate(count as usize);
        (path, events)
    }

    /// The whole search in numbers.
    pub fn overview(&self) -> Overview {
        let profile = Profile {
            levels: self.pages.levels.clone(),
            end: bezzel::End::Exhausted,
        };
        Overview {
            steps: self.pages.steps,
            groups: self
                .solutions
                .iter()
                .map(|one| one.group + 1)
                .max()
                .unwrap_or(0),
            skyline: self.pages.skyline.clone(),
            tree: TreeReport::new(self.n, &profile),
        }
    }
}

fn tell<F: Form>(board: &Board, step: u64) -> Told {
    let problem = F::of_size(board.n).expect("within every limit");
    let page: Page<u32, Attack> = Search::new(&problem).page(&board.pages, step);
    let mut replay = page.trace.replay(&problem);
    let mut memory = Memory::default();
    let cells = |rows: Vec<bezzel::queens::Memory>| rows.into_iter().map(|row| row.cells);
    let start = problem.memory(replay.state());
    memory.names = start.iter().map(|row| row.name).collect();
    memory.cells.push(Some(cells(start).collect()));
    while let Some(event) = replay.forward() {
        let changed = matches!(event, Event::Enter(_) | Event::Retreat(_));
        let now = changed.then(|| cells(problem.memory(replay.state())).collect());
        memory.cells.push(now);
    }
    Told {
        step: page.step,
        levels: page.levels,
        nodes: page.tree.nodes,
        events: page.trace.events,
        memory,
    }
}

/// The boards that were asked for, kept: they are small and few.
#[derive(Default)]
pub struct Shelf {
    boards: [OnceLock<Arc<Board>>; LIMIT as usize + 1],
}

impl Shelf {
    /// The board of `n` queens. The first time it takes a moment: half a second for twelve.
    ///
    /// # Errors
    /// [`Error::TooManyQueens`] beyond [`LIMIT`], and for none.
    pub fn board(&self, n: u32) -> Result<Arc<Board>, Error> {
        let shelf = self.boards.get(n as usize).filter(|_| n > 0);
        let shelf = shelf.ok_or(Error::TooManyQueens { n, limit: LIMIT })?;
        Ok(shelf.get_or_init(|| Arc::new(Board::new(n))).clone())
    }

    /// Whether the board is there already.
    pub fn has(&self, n: u32) -> bool {
        let shelf = self.boards.get(n as usize);
        shelf.is_some_and(|shelf| shelf.get().is_some())
    }
}

/// A search with all its steps, or the first of them, as a page of its own holds it.
#[derive(Serialize)]
pub struct Story {
    n: u32,
    method: &'static str,
    overview: Overview,
    #[serde(skip)]
    complete: bool,
    solutions: Vec<Solution>,
    pages: Vec<Told>,
    listings: Vec<Listing>,
}

impl Story {
    /// The search for `n` queens by a method, for at least `max_steps` steps.
    ///
    /// # Errors
    /// [`Error::UnknownMethod`]; [`Error::TooManyQueens`] beyond 12.
    pub fn of(method: &str, n: u32, max_steps: u64) -> Result<Self, Error> {
        Self::from_shelf(&Shelf::default(), Method::named(method)?, n, max_steps)
    }

    pub(crate) fn from_shelf(
        shelf: &Shelf,
        method: &Method,
        n: u32,
        max_steps: u64,
    ) -> Result<Self, Error> {
        let board = shelf.board(n)?;
        let mut overview = board.overview();
        let mut pages = Vec::new();
        let mut told = 0;
        while told < overview.steps.min(max_steps) {
            let page = method.tell(&board, told);
            told += page.events.len() as u64;
            pages.push(page);
        }
        let complete = told == overview.steps;
        // What is not told is not there: the page need not know that it could go on.
        overview.steps = told;
        let solutions = board.solutions.iter();
        Ok(Self {
            n,
            method: method.name,
            solutions: solutions
                .take_while(|one| one.step <= told)
                .cloned()
                .collect(),
            overview,
            complete,
            pages,
            listings: listing::of(method.name),
        })
    }

    /// How many steps it tells.
    pub fn steps(&self) -> u64 {
        self.overview.steps
    }

    /// Whether it tells the whole search.
    pub fn is_complete(&self) -> bool {
        self.complete
    }
}
