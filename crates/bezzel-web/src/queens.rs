//! What the page asks about queens.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use bezzel::Named;
use bezzel::render::trace_gif;
use serde::{Deserialize, Serialize};

use crate::answer::{Place, Query, Refusal, WorkPool};
use crate::listing::{self, Listing};
use crate::page::{Language, standalone};
use crate::story::{Board, Method, Overview, Solution, Story, Told};

/// The board, from the shelf or, the first time, from a search on a thread of its own.
async fn board(pool: &WorkPool, n: u32) -> Result<Arc<Board>, Refusal> {
    if pool.shelf.has(n) {
        return Ok(pool.shelf.board(n)?);
    }
    let shelf = pool.shelf.clone();
    pool.work(move |_| Ok(shelf.board(n)?)).await
}

pub async fn overview(
    State(pool): State<WorkPool>,
    Place(n): Place<u32>,
) -> Result<Json<Overview>, Refusal> {
    Ok(Json(board(&pool, n).await?.overview()))
}

#[derive(Deserialize)]
pub struct AskPage {
    method: String,
    step: u64,
}

pub async fn page(
    State(pool): State<WorkPool>,
    Place(n): Place<u32>,
    Query(ask): Query<AskPage>,
) -> Result<Json<Told>, Refusal> {
    let method = Method::named(&ask.method)?;
    let board = board(&pool, n).await?;
    Ok(Json(method.tell(&board, ask.step)))
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
    Query(ask): Query<AskSolutions>,
) -> Result<Json<Solutions>, Refusal> {
    let board = board(&pool, n).await?;
    let solutions = board.solutions.iter().skip(ask.from);
    Ok(Json(Solutions {
        all: board.solutions.len(),
        solutions: solutions
            .take(ask.count.min(most_solutions()))
            .cloned()
            .collect(),
    }))
}

pub async fn listings(Place(method): Place<String>) -> Result<Json<Vec<Listing>>, Refusal> {
    Ok(Json(listing::of(Method::named(&method)?.name)))
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
    Query(ask): Query<AskGif>,
) -> Result<Response, Refusal> {
    let method = Method::named(&ask.method)?;
    let board = board(&pool, n).await?;
    let draw = move |_: &_| {
        let (path, events) = method.excerpt(&board, ask.from, ask.steps.min(most_frames()));
        let mut picture = Vec::new();
        trace_gif(&mut picture, n, &path, &events).map_err(|_| Refusal::broken())?;
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
    Query(ask): Query<AskHtml>,
) -> Result<Response, Refusal> {
    /// The most steps in a page that is sent: all of eight queens, a few megabytes.
    const LONGEST: u64 = 20_000;
    let method = Method::named(&ask.method)?;
    let asked = ask.lang.as_deref().unwrap_or("en");
    let unknown = || Refusal::bad(format!("there is no lang {asked:?}"));
    let language = Language::named(asked).ok_or_else(unknown)?;
    let shelf = pool.shelf.clone();
    let page = pool
        .work(move |_| {
            let story = Story::from_shelf(&shelf, method, n, LONGEST)?;
            Ok(standalone(&story, language))
        })
        .await?;
    Ok(([(header::CONTENT_TYPE, "text/html; charset=utf-8")], page).into_response())
}
