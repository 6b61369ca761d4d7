//! A recorded search, complete or its first steps, for a one-file page.

use serde::Serialize;
use serde_json::Value;

use crate::listing::{CodeListing, listings};
use crate::{Lesson, Method, Outline, Overview, Solution, TracePage};

/// A recorded search: plain data for the page.
#[derive(Debug, Serialize)]
pub struct Recording<'o> {
    n: u32,
    /// The board as text; `None` if it has neither placed queens nor blocked squares.
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<String>,
    torus: bool,
    method: &'static str,
    overview: Overview<'o>,
    /// Whether all steps are included.
    complete: bool,
    solutions: Vec<Solution>,
    pages: Vec<TracePage>,
    listings: Vec<CodeListing>,
    /// The lesson shown with it, and the other searches that the lesson needs.
    #[serde(skip_serializing_if = "Option::is_none")]
    lesson: Option<Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    others: Vec<Recording<'o>>,
    /// Whether the page reports to an e-learning system.
    scorm: bool,
}

impl<'o> Recording<'o> {
    /// The largest number of steps in a one-file page: about twenty megabytes.
    pub const MAX_STEPS: u64 = 200_000;

    /// Records a method's search of the outlined board, up to `max_steps` and
    /// [`Recording::MAX_STEPS`] steps.
    pub fn of(outline: &'o Outline, method: Method, max_steps: u64) -> Self {
        let mut overview = outline.overview();
        let steps = overview.steps.min(max_steps).min(Self::MAX_STEPS);
        let complete = steps == overview.steps;
        let mut pages = Vec::new();
        let mut recorded = 0;
        while recorded < steps || pages.is_empty() {
            let mut page = method.page(outline, recorded);
            page.cut(steps);
            recorded = page.step + page.events.len() as u64;
            pages.push(page);
        }
        overview.steps = steps;
        overview.skyline.cut(steps);
        let solutions = outline.solutions.iter();
        let board = &outline.board;
        let marked = !board.standing().is_empty() || !board.blocked().is_empty();
        Self {
            n: board.n(),
            board: marked.then(|| board.to_string()),
            torus: board.is_torus(),
            method: method.name,
            solutions: solutions
                .take_while(|one| one.step <= steps)
                .cloned()
                .collect(),
            overview,
            complete,
            pages,
            listings: listings(method.name),
            lesson: None,
            others: Vec::new(),
            scorm: false,
        }
    }

    /// Adds a lesson; `others` are the other searches that its stations show.
    #[must_use]
    pub fn taught_by(mut self, lesson: Lesson, others: Vec<Self>) -> Self {
        self.lesson = Some(lesson.into_value());
        self.others = others;
        self
    }

    /// Makes the page report the reader's progress to an e-learning system.
    #[must_use]
    pub fn reporting(mut self) -> Self {
        self.scorm = true;
        self
    }

    /// Returns the number of recorded steps.
    pub fn steps(&self) -> u64 {
        self.overview.steps
    }

    /// Returns true if the whole search is recorded.
    pub fn is_complete(&self) -> bool {
        self.complete
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bezzel_queens::Board;

    #[test]
    fn a_recording_has_at_most_its_limit_of_steps() {
        let outline = Outline::new(&Board::new(6)).unwrap();
        let method = crate::methods()[0];
        for (limit, complete) in [
            (0, false),
            (1, false),
            (700, false),
            (1_050, true),
            (9_999, true),
        ] {
            let recording = Recording::of(&outline, method, limit);
            assert_eq!(recording.steps(), limit.min(1_050));
            assert_eq!(recording.is_complete(), complete);
            let events = recording.pages.iter().map(|page| page.events.len() as u64);
            assert_eq!(events.sum::<u64>(), recording.steps());
            let in_step = |page: &TracePage| page.memory.cells.len() == page.events.len() + 1;
            assert!(recording.pages.iter().all(in_step));
            let solutions = recording.solutions.iter();
            assert!(
                solutions
                    .map(|one| one.step)
                    .all(|step| step <= recording.steps())
            );
        }
    }
}
