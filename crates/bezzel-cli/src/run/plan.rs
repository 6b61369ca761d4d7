//! Rebuilds the job of a run from its stored identity.

use anyhow::{Context, Result, bail};
use bezzel::job::{Identity, Job};
use bezzel_count::Halves;
use bezzel_gpu::Gpu;
use bezzel_queens::{Board, Engine, nodes};
use std::sync::Arc;

use crate::engines::{self, engines};

/// An engine, or one of its variants, and a job that it can count.
pub struct EngineJob {
    /// Its name in the ledger.
    pub name: String,
    pub engine: Arc<dyn Engine>,
    pub job: Box<dyn Job>,
}

/// Returns the board of a job.
pub fn board(identity: &Identity) -> Result<Board> {
    Board::read(identity.question.as_bytes())
        .with_context(|| format!("{:?} is not a board", identity.question))
}

/// Returns the engines that count the units of a plan, with their jobs, starting with the named
/// engine. Jobs are created lazily, and only for engines that divide boards into the same units,
/// since creating a large job takes seconds. If only one engine supports the plan, its slower
/// variants follow, which can recount as well.
pub fn engines_of<'a>(
    identity: &'a Identity,
    named: &str,
) -> Result<impl Iterator<Item = Result<EngineJob>> + use<'a>> {
    let board = board(identity)?;
    let engines = engines();
    let first = engines.named(named).into_iter();
    let name = named.to_owned();
    let others: Vec<_> = engines
        .all()
        .rev()
        .filter(|other| other.name() != named)
        .collect();
    let mut known: Vec<Arc<dyn Engine>> = Vec::new();
    let mut waiting = first.chain(others);
    let mut variants: Option<std::vec::IntoIter<&'static str>> = None;
    Ok(std::iter::from_fn(move || {
        for engine in waiting.by_ref() {
            let is_able = match engine.name() == name {
                true => engine.check(&board),
                // Other engines are optional: skip those that cannot start.
                false => engines::start(&*engine, &board),
            };
            if is_able.is_err() || engine.cut() != identity.cut {
                continue;
            }
            match engine.job(&board) {
                Ok(job) if job.identity() == identity => {
                    known.push(engine.clone());
                    let name = engine.name().to_owned();
                    return Some(Ok(EngineJob { name, engine, job }));
                }
                Ok(_) => {}
                Err(error) => return Some(Err(error.into())),
            }
        }
        let [only] = &known[..] else { return None };
        let variants = variants.get_or_insert_with(|| {
            let mut slower = only.variants();
            slower.pop();
            slower.into_iter()
        });
        let variant = variants.next_back()?;
        let engine = only.variant(variant)?;
        let name = format!("{}-{variant}", only.name());
        let job = engine.job(&board).map_err(Into::into);
        Some(job.map(|job| EngineJob { name, engine, job }))
    }))
}

/// Returns the default engine of this machine for a run: a card if there is one, otherwise the
/// run's own.
pub fn own_engine(identity: &Identity, engine: &str) -> Result<String> {
    let halves = Halves::FASTEST.name();
    let chosen = match engine == halves || engine == Gpu.name() {
        true if engines::card_starts(&board(identity)?, halves) => Gpu.name(),
        true => halves,
        false => engine,
    };
    Ok(chosen.to_owned())
}

/// Returns the job of an identity, with the named engine if that supports the plan.
pub fn job(identity: &Identity, engine: &str) -> Result<Box<dyn Job>> {
    match engines_of(identity, engine)?.next() {
        Some(found) => Ok(found?.job),
        None => bail!("no engine of this program supports the plan of {identity}"),
    }
}

/// Returns the engine for a new run of a board: the same on every machine, with many units.
pub fn engine_for(board: &Board, method: &str) -> Result<Arc<dyn Engine>> {
    let engines = engines();
    if let Some(engine) = engines.named(method) {
        engines::start(&*engine, board)?;
        return Ok(engine);
    }
    /// The side from which on runs use the units of `halves`. Smaller boards use constellations:
    /// they give more units, and more engines support them.
    const HALVES_FROM: u32 = 18;
    let halves = Halves::FASTEST.name();
    let pays = |engine: &dyn Engine| engine.name() != halves || board.n() >= HALVES_FROM;
    // Find the fastest engine that runs on the processor and supports the board.
    let processor = bezzel_count::engines();
    let mut processor = processor.all().rev();
    match processor.find(|engine| pays(&**engine) && engine.check(board).is_ok()) {
        // A card counts the same units.
        Some(engine) if engine.name() == halves && engines::card_starts(board, halves) => {
            Ok(Arc::new(Gpu))
        }
        Some(engine) => Ok(engine),
        None => Ok(engines.fastest(board, nodes(board))?),
    }
}
