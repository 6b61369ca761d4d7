//! The search for queens as the page tells it: an overview, the solutions, the steps in pages.

use std::sync::{Arc, OnceLock};

use bezzel::queens::{Arrays, Attack, Form, Masks, Promising, canonical};
use bezzel::report::TreeReport;
use bezzel::{Event, Level, Page, Pages, Profile, Search, Skyline, TreeNode};
use serde::Serialize;

use crate::Error;
use crate::listing::{self, Listing};

/// A form of the problem, as far as the page looks at it.
pub struct Method {
    /// What users call it.
    pub name: &'static str,
    /// One line on how it works.
    pub about: &'static str,
    tell: fn(&Board, u64) -> Told,
    excerpt: fn(&Board, u64, u64) -> Excerpt,
}

/// The columns of the queens at a step, and what happens from there.
pub type Excerpt = (Vec<u32>, Vec<Event<u32, Attack>>);

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
            excerpt: excerpt::<F>,
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

    /// Some events from a step on.
    pub fn excerpt(&self, board: &Board, from: u64, count: u64) -> Excerpt {
        (self.excerpt)(board, from, count)
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
    /// In how many pages they are told.
    pub pages: usize,
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

    /// The whole search in numbers.
    pub fn overview(&self) -> Overview {
        let profile = Profile {
            levels: self.pages.levels.clone(),
            end: bezzel::End::Exhausted,
        };
        Overview {
            steps: self.pages.steps,
            pages: self.pages.count(),
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

fn excerpt<F: Form>(board: &Board, from: u64, count: u64) -> Excerpt {
    let problem = F::of_size(board.n).expect("within every limit");
    let search = Search::new(&problem);
    let from = from.min(board.pages.steps);
    let end = from.saturating_add(count).min(board.pages.steps);
    let mut page = search.page(&board.pages, from);
    let before = (from - page.step) as usize;
    let mut replay = page.trace.replay(&problem);
    replay.seek(before);
    let path = replay.path().to_vec();
    let mut events = page.trace.events.split_off(before);
    while from + (events.len() as u64) < end {
        let told = from + events.len() as u64;
        events.extend(search.page(&board.pages, told).trace.events);
    }
    events.truncate((end - from) as usize);
    (path, events)
}

/// The boards that were asked for, kept: they are small and few.
#[derive(Default)]
pub struct Shelf {
    boards: [OnceLock<Arc<Board>>; Story::LIMIT as usize + 1],
}

impl Shelf {
    /// The board of `n` queens. The first time it takes a moment: a fifth of a second for twelve.
    ///
    /// # Errors
    /// [`Error::NoSuchBoard`] beyond [`Story::LIMIT`], and for none.
    pub fn board(&self, n: u32) -> Result<Arc<Board>, Error> {
        let shelf = self.boards.get(n as usize).filter(|_| n > 0);
        let shelf = shelf.ok_or(Error::NoSuchBoard {
            n,
            limit: Story::LIMIT,
        })?;
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
    /// Whether these are all its steps.
    complete: bool,
    solutions: Vec<Solution>,
    pages: Vec<Told>,
    listings: Vec<Listing>,
}

impl Story {
    /// The largest board shown.
    pub const LIMIT: u32 = 12;
    /// The most steps a page of its own can hold: some twenty megabytes.
    pub const MAX_STEPS: u64 = 200_000;

    /// The search for `n` queens by a method, for at most `max_steps` steps and [`Story::MAX_STEPS`].
    ///
    /// # Errors
    /// [`Error::UnknownMethod`]; [`Error::NoSuchBoard`] beyond [`Story::LIMIT`], and for none.
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
        let steps = overview.steps.min(max_steps).min(Self::MAX_STEPS);
        let complete = steps == overview.steps;
        let mut pages = Vec::new();
        let mut told = 0;
        while told < steps || pages.is_empty() {
            let mut page = method.tell(&board, told);
            page.cut(steps);
            told = page.step + page.events.len() as u64;
            pages.push(page);
        }
        overview.steps = steps;
        overview.skyline.cut(steps);
        let solutions = board.solutions.iter();
        Ok(Self {
            n,
            method: method.name,
            solutions: solutions
                .take_while(|one| one.step <= steps)
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

impl Told {
    /// Leaves out what happens after so many steps from the start of the search.
    fn cut(&mut self, steps: u64) {
        let kept = steps.saturating_sub(self.step) as usize;
        self.events.truncate(kept);
        self.memory.cells.truncate(kept + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_story_tells_as_many_steps_as_it_may() {
        for (limit, complete) in [
            (0, false),
            (1, false),
            (700, false),
            (1_050, true),
            (9_999, true),
        ] {
            let story = Story::of("masks", 6, limit).unwrap();
            assert_eq!(story.steps(), limit.min(1_050));
            assert_eq!(story.is_complete(), complete);
            let events = story.pages.iter().map(|page| page.events.len() as u64);
            assert_eq!(events.sum::<u64>(), story.steps());
            assert!(
                story
                    .pages
                    .iter()
                    .all(|page| page.memory.cells.len() == page.events.len() + 1)
            );
            assert!(story.solutions.iter().all(|one| one.step <= story.steps()));
        }
    }

    #[test]
    fn an_excerpt_is_part_of_the_search() {
        let board = Board::new(6);
        let problem = Promising::new(6).unwrap();
        let whole = Search::new(&problem).trace(usize::MAX);
        for (from, count) in [
            (0, 10),
            (500, 100),
            (1_049, 600),
            (1_050, 5),
            (u64::MAX, u64::MAX),
        ] {
            let (path, events) = excerpt::<Promising>(&board, from, count);
            let mut replay = whole.replay(&problem);
            replay.seek(from as usize);
            assert_eq!(path, replay.path());
            let start = replay.step();
            let end = (start as u64).saturating_add(count).min(1_050) as usize;
            assert_eq!(events, whole.events[start..end]);
        }
    }
}
