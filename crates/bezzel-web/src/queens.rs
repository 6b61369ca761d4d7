//! What the page asks about queens.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use bezzel::queens::{Board, Square};
use bezzel::render::trace_gif;
use bezzel_recording::{
    Hand, Listing, Method, Outline, Race, Recording, Solution, Told, listings as listings_of, race,
    standalone,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::answer::{Place, Query, Refusal, WorkPool, language};

/// What is on the board, if it is not an empty one with edges.
#[derive(Deserialize)]
pub struct AskBoard {
    /// Its lines, with a slash or a line end between them.
    board: Option<String>,
    /// Whether its edges are joined.
    torus: Option<String>,
}

impl AskBoard {
    /// The board of side `n` that is asked about.
    pub fn question(&self, n: u32) -> Result<Board, Refusal> {
        let mut board = match &self.board {
            Some(text) => Board::read(text.replace('/', "\n").as_bytes())?,
            None => Board::new(n),
        };
        if board.n() != n {
            let side = board.n();
            return Err(Refusal::bad(format!("the board has side {side}, not {n}")));
        }
        match self.torus.as_deref() {
            None | Some("0" | "false") => {}
            Some("1" | "true") => board = board.torus()?,
            Some(other) => {
                let sentence = format!("torus is 0 or 1, not {other:?}");
                return Err(Refusal::bad(sentence));
            }
        }
        Ok(board)
    }
}

/// The outline of a search, kept from before or, the first time, from a search on a thread of its own.
async fn outline(pool: &WorkPool, board: Board) -> Result<Arc<Outline>, Refusal> {
    let boards = pool.boards.clone();
    if boards.has(&board) {
        return Ok(boards.outline(&board)?);
    }
    pool.work(move |_| Ok(boards.outline(&board)?)).await
}

pub async fn overview(
    State(pool): State<WorkPool>,
    Place(n): Place<u32>,
    Query(ask): Query<AskBoard>,
) -> Result<Json<Value>, Refusal> {
    let outline = outline(&pool, ask.question(n)?).await?;
    let overview = serde_json::to_value(outline.overview());
    overview.map(Json).map_err(|_| Refusal::broken())
}

#[derive(Deserialize)]
pub struct AskPage {
    method: String,
    step: u64,
}

pub async fn page(
    State(pool): State<WorkPool>,
    Place(n): Place<u32>,
    Query(board): Query<AskBoard>,
    Query(ask): Query<AskPage>,
) -> Result<Json<Told>, Refusal> {
    let method = Method::named(&ask.method)?;
    let outline = outline(&pool, board.question(n)?).await?;
    Ok(Json(method.tell(&outline, ask.step)))
}

#[derive(Deserialize)]
pub struct AskSolutions {
    #[serde(default)]
    from: usize,
    #[serde(default = "most_solutions")]
    count: usize,
}

/// The most solutions in one answer.
fn most_solutions() -> usize {
    1_000
}

#[derive(Serialize)]
pub struct Solutions {
    /// How many there are in all.
    all: usize,
    solutions: Vec<Solution>,
}

pub async fn solutions(
    State(pool): State<WorkPool>,
    Place(n): Place<u32>,
    Query(board): Query<AskBoard>,
    Query(ask): Query<AskSolutions>,
) -> Result<Json<Solutions>, Refusal> {
    let outline = outline(&pool, board.question(n)?).await?;
    let solutions = outline.solutions.iter().skip(ask.from);
    Ok(Json(Solutions {
        all: outline.solutions.len(),
        solutions: solutions
            .take(ask.count.min(most_solutions()))
            .cloned()
            .collect(),
    }))
}

pub async fn listings(Place(method): Place<String>) -> Result<Json<Vec<Listing>>, Refusal> {
    Ok(Json(listings_of(Method::named(&method)?.name)))
}

#[derive(Deserialize)]
pub struct AskGif {
    method: String,
    #[serde(default)]
    from: u64,
    #[serde(default = "most_frames")]
    steps: u64,
}

/// The most steps in one moving picture.
fn most_frames() -> u64 {
    600
}

pub async fn gif(
    State(pool): State<WorkPool>,
    Place(n): Place<u32>,
    Query(board): Query<AskBoard>,
    Query(ask): Query<AskGif>,
) -> Result<Response, Refusal> {
    let method = Method::named(&ask.method)?;
    let outline = outline(&pool, board.question(n)?).await?;
    let draw = move |_: &_| {
        let (path, events) = method.excerpt(&outline, ask.from, ask.steps.min(most_frames()));
        let mut picture = Vec::new();
        trace_gif(&mut picture, &outline.board, &path, &events).map_err(|_| Refusal::broken())?;
        Ok(picture)
    };
    let picture = pool.work(draw).await?;
    Ok(([(header::CONTENT_TYPE, "image/gif")], picture).into_response())
}

#[derive(Deserialize)]
pub struct AskHtml {
    method: String,
    lang: Option<String>,
}

pub async fn html(
    State(pool): State<WorkPool>,
    Place(n): Place<u32>,
    Query(board): Query<AskBoard>,
    Query(ask): Query<AskHtml>,
) -> Result<Response, Refusal> {
    /// The most steps in a page that is sent: all of eight queens, a few megabytes.
    const LONGEST: u64 = 20_000;
    let method = Method::named(&ask.method)?;
    let language = language(ask.lang.as_deref())?;
    let outline = outline(&pool, board.question(n)?).await?;
    let write = move |_: &_| {
        let recording = Recording::of(&outline, method, LONGEST);
        Ok(standalone(&recording, language))
    };
    let page = pool.work(write).await?;
    Ok(([(header::CONTENT_TYPE, "text/html; charset=utf-8")], page).into_response())
}

#[derive(Deserialize)]
pub struct AskHand {
    /// Row and column of each queen, counted from 0: `0.1,1.3`.
    #[serde(default)]
    queens: String,
}

impl AskHand {
    fn squares(&self) -> Result<Vec<Square>, Refusal> {
        let square = |text: &str| {
            let wrong = || Refusal::bad(format!("{text:?} is no square like 0.1"));
            let (row, column) = text.split_once('.').ok_or_else(wrong)?;
            let number = |text: &str| text.parse::<u32>().map_err(|_| wrong());
            Ok(Square::new(number(row)?, number(column)?))
        };
        let squares = self.queens.split(',').filter(|text| !text.is_empty());
        squares.map(square).collect()
    }
}

pub async fn hand(
    State(pool): State<WorkPool>,
    Place(n): Place<u32>,
    Query(ask): Query<AskHand>,
) -> Result<Json<Hand>, Refusal> {
    let queens = ask.squares()?;
    let look = move |_: &_| Ok(Hand::of(n, &queens)?);
    pool.work(look).await.map(Json)
}

#[derive(Deserialize)]
pub struct AskRace {
    method: String,
}

pub async fn compare(
    State(pool): State<WorkPool>,
    Place(n): Place<u32>,
    Query(ask): Query<AskRace>,
) -> Result<Json<Race>, Refusal> {
    pool.work(move |_| Ok(race(n, &ask.method)?))
        .await
        .map(Json)
}
