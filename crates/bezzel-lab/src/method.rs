//! The forms of the problem for display: events and state.

use bezzel::{Event, Level, Page, Search, TreeNode};
use bezzel_queens::{Board, EachForm, Form, Objection, Square, each_form};
use serde::Serialize;

use crate::{Error, Outline};

/// A form of the problem.
#[derive(Debug, Clone, Copy)]
pub struct Method {
    /// The name that users select it by.
    pub name: &'static str,
    /// One line on how it works.
    pub about: &'static str,
    page: fn(&Outline, u64) -> TracePage,
    excerpt: fn(&Outline, u64, u64) -> Excerpt,
}

/// The columns of the queens at a step, and the events that follow.
pub type Excerpt = (Vec<u32>, Vec<Event<u32, Objection>>);

/// Returns all forms, in the order of the posts.
pub fn methods() -> Vec<Method> {
    struct Each;
    impl EachForm for Each {
        type Answer = Method;

        fn with<F: Form + 'static>(&self) -> Method {
            Method {
                name: F::NAME,
                about: F::ABOUT,
                page: page::<F>,
                excerpt: excerpt::<F>,
            }
        }
    }
    each_form(&Each)
}

impl Method {
    /// Returns the method of that name.
    ///
    /// # Errors
    /// [`Error::Unknown`], with the names that exist.
    pub fn named(name: &str) -> Result<Self, Error> {
        let methods = methods();
        let known: Vec<_> = methods.iter().map(|method| method.name).collect();
        let unknown = Error::Unknown {
            kind: "method",
            name: name.into(),
            known: known.join(", "),
        };
        let method = methods.into_iter().find(|method| method.name == name);
        method.ok_or(unknown)
    }

    /// Returns the page that contains what happens after `step` steps.
    pub fn page(&self, outline: &Outline, step: u64) -> TracePage {
        (self.page)(outline, step)
    }

    /// Returns `count` events from a step on.
    pub fn excerpt(&self, outline: &Outline, from: u64, count: u64) -> Excerpt {
        (self.excerpt)(outline, from, count)
    }
}

/// A page of the search: some of its steps, and its state before them.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct TracePage {
    /// The number of steps before the page.
    pub step: u64,
    /// The tree so far, level by level.
    pub levels: Vec<Level>,
    /// The tree so far, for drawing: the current path is expanded, finished subtrees are collapsed.
    pub nodes: Vec<TreeNode<u32, Objection>>,
    /// The events.
    pub events: Vec<Event<u32, Objection>>,
    /// For every event that rejects a square, in order: all queens that attack the square; the
    /// event itself names only one of them.
    pub attackers: Vec<Vec<Square>>,
    /// The data that the method keeps.
    pub memory: StoredValues,
}

impl TracePage {
    /// Removes the events after this many steps from the start of the search.
    pub(crate) fn cut(&mut self, steps: u64) {
        let kept = steps.saturating_sub(self.step) as usize;
        self.events.truncate(kept);
        let rejects = |event: &&Event<_, _>| matches!(event, Event::Reject(..));
        let rejected = self.events.iter().filter(rejects).count();
        self.attackers.truncate(rejected);
        self.memory.cells.truncate(kept + 1);
    }
}

/// The data that a method keeps, along the steps of a page.
#[derive(Debug, Clone, Default, Serialize)]
pub struct StoredValues {
    /// The names of the rows of numbers.
    pub names: Vec<&'static str>,
    /// The rows of numbers before the first event and after each event; `None` if unchanged.
    pub cells: Vec<Option<Vec<Vec<u32>>>>,
}

fn page<F: Form>(outline: &Outline, step: u64) -> TracePage {
    let problem = F::of(&outline.board).expect("within every limit");
    let page: Page<u32, Objection> = Search::new(&problem).page(&outline.pages, step);
    let mut replay = page.trace.replay(&problem);
    let mut memory = StoredValues::default();
    let cells = |rows: Vec<bezzel_queens::Memory>| rows.into_iter().map(|row| row.cells);
    let start = problem.memory(replay.state());
    memory.names = start.iter().map(|row| row.name).collect();
    memory.cells.push(Some(cells(start).collect()));
    let mut attackers = Vec::new();
    while let Some(event) = replay.forward() {
        if let &Event::Reject(column, _) = event {
            let target = Square::new(replay.path().len() as u32, column);
            attackers.push(attacking(&outline.board, replay.path(), target));
        }
        let changed = matches!(event, Event::Enter(_) | Event::Retreat(_));
        let now = changed.then(|| cells(problem.memory(replay.state())).collect());
        memory.cells.push(now);
    }
    TracePage {
        step: page.step,
        levels: page.levels,
        nodes: page.tree.nodes,
        events: page.trace.events,
        attackers,
        memory,
    }
}

/// Returns all queens that attack a square: those on the path, and given ones.
fn attacking(board: &Board, path: &[u32], target: Square) -> Vec<Square> {
    let placed = (0..)
        .zip(path)
        .map(|(row, &column)| Square::new(row, column));
    let standing = board.standing().iter().copied();
    let standing = standing.filter(|queen| queen.row as usize >= path.len());
    let queens = placed.chain(standing);
    queens
        .filter(|&queen| board.line(queen, target).is_some())
        .collect()
}

fn excerpt<F: Form>(outline: &Outline, from: u64, count: u64) -> Excerpt {
    let problem = F::of(&outline.board).expect("within every limit");
    let search = Search::new(&problem);
    let pages = &outline.pages;
    let from = from.min(pages.steps);
    let end = from.saturating_add(count).min(pages.steps);
    let mut page = search.page(pages, from);
    let before = (from - page.step) as usize;
    let mut replay = page.trace.replay(&problem);
    replay.seek(before);
    let path = replay.path().to_vec();
    let mut events = page.trace.events.split_off(before);
    while from + (events.len() as u64) < end {
        let covered = from + events.len() as u64;
        events.extend(search.page(pages, covered).trace.events);
    }
    events.truncate((end - from) as usize);
    (path, events)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bezzel_queens::{Board, Promising, Square};

    #[test]
    fn an_excerpt_is_part_of_the_search() {
        for board in [
            Board::new(6),
            Board::new(6).stand(Square::new(2, 1)).unwrap(),
        ] {
            let outline = Outline::new(&board).unwrap();
            let problem = Promising::new(&board).unwrap();
            let whole = Search::new(&problem).trace(usize::MAX);
            let steps = whole.events.len() as u64;
            for (from, count) in [
                (0, 10),
                (steps / 2, 100),
                (steps - 1, 600),
                (steps, 5),
                (u64::MAX, u64::MAX),
            ] {
                let (path, events) = excerpt::<Promising>(&outline, from, count);
                let mut replay = whole.replay(&problem);
                replay.seek(from as usize);
                assert_eq!(path, replay.path());
                let start = replay.step();
                let end = (start as u64).saturating_add(count).min(steps) as usize;
                assert_eq!(events, whole.events[start..end]);
            }
        }
    }
}
