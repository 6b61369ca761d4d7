//! The engines of this program, in one table.

use anyhow::Result;
use bezzel_gpu::Gpu;
use bezzel_queens::{Board, Engine, Engines, Error};
use clap::builder::{PossibleValue, PossibleValuesParser};
use std::sync::Arc;

use crate::output;

/// Every engine, from the slowest to the fastest. One of another crate is a line here.
pub fn engines() -> Engines {
    let processor = bezzel_count::engines();
    let cards: [Arc<dyn Engine>; 1] = [Arc::new(Gpu)];
    processor.all().chain(cards).collect()
}

/// Those that this machine can run, as far as one knows without starting a card.
pub fn ready() -> Engines {
    let cards = bezzel_gpu::cards().is_ok();
    let ready = |engine: &Arc<dyn Engine>| cards || engine.name() != Gpu.name();
    engines().all().filter(ready).collect()
}

/// The fastest engine for a board with about so many promising nodes, among those that this machine can start.
pub fn fastest(board: &Board, nodes: f64) -> Result<Arc<dyn Engine>> {
    let processor = bezzel_count::engines().fastest(board, nodes)?;
    let faster = engines().by_speed(board, nodes).into_iter();
    let mut faster = faster.take_while(|engine| engine.name() != processor.name());
    let is_taken =
        faster.any(|engine| engine.name() == Gpu.name()) && card_starts(board, processor.name());
    Ok(if is_taken { Arc::new(Gpu) } else { processor })
}

/// Whether a card of this machine counts a board. It is started, and whoever counts next finds it ready. If there is one that cannot be
/// used, that is said, and who counts instead.
pub fn card_starts(board: &Board, instead: &str) -> bool {
    use bezzel_gpu::Error::{NoCard, NoDriver};
    let started = start(&Gpu, board);
    if let Err(refusal @ Error::Search(bezzel::Error::CannotStart { .. })) = &started
        && !matches!(bezzel_gpu::cards(), Err(NoDriver | NoCard { .. }))
    {
        output::note(&format!("{refusal}; `{instead}` counts instead"));
    }
    started.is_ok()
}

/// Whether an engine can count a board here and now: one that counts on cards must get one of them ready.
pub fn start(engine: &dyn Engine, board: &Board) -> Result<(), Error> {
    engine.check(board)?;
    if engine.name() != Gpu.name() {
        return Ok(());
    }
    let job = engine.job(board)?;
    let mut started = Ok(());
    for number in 0..job.crew(1).size {
        started = job.worker(number).map(drop);
        if started.is_ok() {
            break;
        }
    }
    Ok(started?)
}

/// The names that `--method` takes.
pub fn names() -> PossibleValuesParser {
    let auto = PossibleValue::new(AUTO).help("the fastest of the others for the board");
    let value = |engine: Arc<dyn Engine>| PossibleValue::new(engine.name()).help(engine.about());
    PossibleValuesParser::new([auto].into_iter().chain(engines().all().map(value)))
}

/// The name that leaves the choice to the program.
pub const AUTO: &str = "auto";

/// The engine that `--method` names; `None` if the choice is left to the program.
pub fn chosen(method: &str) -> Option<Arc<dyn Engine>> {
    engines().named(method)
}
