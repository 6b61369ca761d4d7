//! API of queens.

use std::sync::Arc;

use crate::gif::trace_gif;
use crate::{
    Lesson, Method, Outline, PlacementAnalysis, Recording, Solution, listings, race, standalone,
};
use bezzel_queens::{Board, Square};
use serde::{Deserialize, Serialize};

use super::answer::Answer;
use super::request::RoutedRequest;
use crate::Error;
use crate::{Lab, Language};

/// The board of a query; by default an empty board that is not a torus.
#[derive(Deserialize)]
pub struct BoardQuery {
    /// The lines of the board, separated by slashes or line breaks.
    board: Option<String>,
    /// Whether its edges are joined.
    torus: Option<String>,
}

impl BoardQuery {
    /// Returns the board of side `n`.
    pub fn question(&self, n: u32) -> Result<Board, Error> {
        let mut board = match &self.board {
            Some(text) => Board::read(text.replace('/', "\n").as_bytes())?,
            None => Board::new(n),
        };
        if board.n() != n {
            let side = board.n();
            return Err(Error::BoardSide { side, n });
        }
        match self.torus.as_deref() {
            None | Some("0" | "false") => {}
            Some("1" | "true") => board = board.torus()?,
            Some(other) => {
                let torus = other.to_owned();
                return Err(Error::Torus { torus });
            }
        }
        Ok(board)
    }
}

/// Returns the outline of the requested search, from the cache if possible.
fn outline(lab: &Lab, asked: &RoutedRequest) -> Result<Arc<Outline>, Error> {
    let board = asked.query::<BoardQuery>()?.question(asked.number()?)?;
    lab.boards.outline(&board)
}

pub fn overview(lab: &Lab, asked: &RoutedRequest) -> Result<Answer, Error> {
    let outline = outline(lab, asked)?;
    Ok(Answer::json(&outline.overview()))
}

#[derive(Deserialize)]
struct AskPage {
    method: String,
    step: u64,
}

pub fn page(lab: &Lab, asked: &RoutedRequest) -> Result<Answer, Error> {
    let ask: AskPage = asked.query()?;
    let method = Method::named(&ask.method)?;
    let outline = outline(lab, asked)?;
    Ok(Answer::json(&method.page(&outline, ask.step)))
}

#[derive(Deserialize)]
struct AskSolutions {
    #[serde(default)]
    from: usize,
    #[serde(default = "most_solutions")]
    count: usize,
}

/// Returns the largest number of solutions in one answer.
fn most_solutions() -> usize {
    1_000
}

#[derive(Serialize)]
struct SolutionsAnswer<'o> {
    /// The number of all solutions.
    all: usize,
    solutions: Vec<&'o Solution>,
}

pub fn solutions(lab: &Lab, asked: &RoutedRequest) -> Result<Answer, Error> {
    let ask: AskSolutions = asked.query()?;
    let outline = outline(lab, asked)?;
    let solutions = outline.solutions.iter().skip(ask.from);
    Ok(Answer::json(&SolutionsAnswer {
        all: outline.solutions.len(),
        solutions: solutions.take(ask.count.min(most_solutions())).collect(),
    }))
}

/// Returns the listings of a method.
pub fn code(asked: &RoutedRequest) -> Result<Answer, Error> {
    let method = Method::named(&asked.text()?)?;
    Ok(Answer::json(&listings(method.name)))
}

#[derive(Deserialize)]
struct AskGif {
    method: String,
    #[serde(default)]
    from: u64,
    #[serde(default = "most_frames")]
    steps: u64,
}

/// Returns the largest number of steps in a GIF.
fn most_frames() -> u64 {
    600
}

pub fn gif(lab: &Lab, asked: &RoutedRequest) -> Result<Answer, Error> {
    let ask: AskGif = asked.query()?;
    let method = Method::named(&ask.method)?;
    let outline = outline(lab, asked)?;
    let (path, events) = method.excerpt(&outline, ask.from, ask.steps.min(most_frames()));
    let mut picture = Vec::new();
    trace_gif(&mut picture, &outline.board, &path, &events).map_err(|_| Error::Broken)?;
    Ok(Answer::new("image/gif", picture))
}

#[derive(Deserialize)]
struct AskHtml {
    method: String,
    lang: Option<String>,
}

pub fn html(lab: &Lab, asked: &RoutedRequest) -> Result<Answer, Error> {
    /// The largest number of steps in a one-file page: enough for the complete search of eight
    /// queens, which takes a few megabytes.
    const MAX_HTML_STEPS: u64 = 20_000;
    let ask: AskHtml = asked.query()?;
    let method = Method::named(&ask.method)?;
    let language = Language::asked(ask.lang.as_deref())?;
    let outline = outline(lab, asked)?;
    let recording = Recording::of(&outline, method, MAX_HTML_STEPS);
    let page = standalone(&recording, language).into_bytes();
    Ok(Answer::new("text/html; charset=utf-8", page))
}

#[derive(Deserialize)]
struct AskHand {
    /// The row and column of each queen, counted from 0: `0.1,1.3`.
    #[serde(default)]
    queens: String,
}

impl AskHand {
    fn squares(&self) -> Result<Vec<Square>, Error> {
        let square = |text: &str| {
            let wrong = || Error::NoSquare { text: text.into() };
            let (row, column) = text.split_once('.').ok_or_else(wrong)?;
            let number = |text: &str| text.parse::<u32>().map_err(|_| wrong());
            Ok(Square::new(number(row)?, number(column)?))
        };
        let squares = self.queens.split(',').filter(|text| !text.is_empty());
        squares.map(square).collect()
    }
}

pub fn hand(asked: &RoutedRequest) -> Result<Answer, Error> {
    let queens = asked.query::<AskHand>()?.squares()?;
    Ok(Answer::json(&PlacementAnalysis::of(
        asked.number()?,
        &queens,
    )?))
}

#[derive(Deserialize)]
struct AskRace {
    method: String,
}

pub fn compare(asked: &RoutedRequest) -> Result<Answer, Error> {
    let ask: AskRace = asked.query()?;
    Ok(Answer::json(&race(asked.number()?, &ask.method)?))
}

/// Validates a lesson.
pub fn lesson(asked: &RoutedRequest) -> Result<Answer, Error> {
    let text = String::from_utf8_lossy(asked.request.body);
    Lesson::read(&text)?;
    Ok(Answer::json(&()))
}
