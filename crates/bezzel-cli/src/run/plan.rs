//! The job of a run, made anew from what is kept of it.

use anyhow::{Context, Result, bail};
use bezzel::job::{Identity, Job};
use bezzel::queens::{Board, Engine};

use crate::engines::engines;

/// An engine, and a job that it can count.
pub type Able = (&'static dyn Engine, Box<dyn Job>);

/// The board that is asked for.
pub fn board(identity: &Identity) -> Result<Board> {
    Board::read(identity.question.as_bytes())
        .with_context(|| format!("{:?} is no board", identity.question))
}

/// The engines that count the units of a plan, the named one first, each with its job. Made one after the other, since a large plan
/// takes seconds.
pub fn engines_of<'a>(
    identity: &'a Identity,
    named: &str,
) -> Result<impl Iterator<Item = Result<Able>> + use<'a>> {
    let board = board(identity)?;
    let engines = engines();
    let first = engines.named(named).into_iter();
    let name = named.to_owned();
    let others: Vec<_> = engines
        .all()
        .rev()
        .filter(|other| other.name() != name)
        .collect();
    let able = first.chain(others).filter_map(move |engine| {
        if engine.check(&board).is_err() {
            return None;
        }
        match engine.job(&board) {
            Ok(job) if job.identity() == identity => Some(Ok((engine, job))),
            Ok(_) => None,
            Err(error) => Some(Err(error.into())),
        }
    });
    Ok(able)
}

/// The job of an identity, by the named engine if it knows the plan.
pub fn job(identity: &Identity, engine: &str) -> Result<Box<dyn Job>> {
    match engines_of(identity, engine)?.next() {
        Some(found) => Ok(found?.1),
        None => bail!("no engine of this program knows the plan of {identity}"),
    }
}

/// The engine for a new run of a board: the same on every machine, and in many units.
pub fn engine_for(board: &Board, method: &str) -> Result<&'static dyn Engine> {
    let engines = engines();
    if let Some(engine) = engines.named(method) {
        engine.check(board)?;
        return Ok(engine);
    }
    // The last of the table that takes the board.
    let able = engines
        .all()
        .rev()
        .find(|engine| engine.check(board).is_ok());
    able.map_or_else(|| Ok(engines.fastest(board)?), Ok)
}
