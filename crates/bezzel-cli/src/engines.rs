//! The engines of this program, in one table.

use std::ffi::OsStr;

use anyhow::{Result, ensure};
use bezzel::Error;
use bezzel::queens::{Board, Engine, Engines};
use bezzel_gpu::Gpu;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Command};

use crate::output;

/// Every engine, from the slowest to the fastest. One of another crate is a line here.
pub fn engines() -> Engines {
    let processor = bezzel_count::engines();
    let cards: [&'static dyn Engine; 1] = [&Gpu];
    processor.all().chain(cards).collect()
}

/// Those that this machine can run, as far as one knows without starting a card.
pub fn ready() -> Engines {
    let cards = bezzel_gpu::cards().is_ok();
    let ready = |engine: &&dyn Engine| cards || engine.name() != Gpu.name();
    engines().all().filter(ready).collect()
}

/// The fastest engine for a board, among those that this machine can start.
pub fn fastest(board: &Board) -> Result<&'static dyn Engine> {
    let processor = bezzel_count::engines().fastest(board)?;
    let faster = engines().by_speed(board)?.into_iter();
    let mut faster = faster.take_while(|engine| engine.name() != processor.name());
    let is_taken =
        faster.any(|engine| engine.name() == Gpu.name()) && card_starts(board, processor.name());
    Ok(if is_taken { &Gpu } else { processor })
}

/// Whether a card of this machine counts a board. It is started, and whoever counts next finds it ready. If there is one that cannot be
/// used, that is said, and who counts instead.
pub fn card_starts(board: &Board, instead: &str) -> bool {
    use bezzel_gpu::Error::{NoCard, NoDriver};
    let started = start(&Gpu, board);
    if let Err(refusal @ Error::CannotStart { .. }) = &started
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
    started
}

/// The names that `--method` takes.
pub fn names() -> PossibleValuesParser {
    let auto = PossibleValue::new(AUTO).help("the fastest of the others for the board");
    let value = |engine: &dyn Engine| PossibleValue::new(engine.name()).help(engine.about());
    PossibleValuesParser::new([auto].into_iter().chain(engines().all().map(value)))
}

/// The name that leaves the choice to the program.
pub const AUTO: &str = "auto";

/// What `--method` says where several engines may count together: `gpu,halves`.
#[derive(Debug, Clone)]
pub struct Methods(Vec<String>);

impl Methods {
    /// The engine, or several as one; nothing if the choice is left to the program.
    pub fn engine(&self) -> Result<Option<&'static dyn Engine>> {
        let names: Vec<&str> = self.0.iter().map(String::as_str).collect();
        if names == [AUTO] {
            return Ok(None);
        }
        ensure!(
            !names.contains(&AUTO),
            "--method {AUTO} chooses by itself: no other goes with it"
        );
        Ok(Some(engines().together(&names)?))
    }
}

/// Reads names with commas between them.
#[derive(Clone)]
pub struct MethodsParser;

impl TypedValueParser for MethodsParser {
    type Value = Methods;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Self::Value, clap::Error> {
        let text = value.to_string_lossy();
        let methods: Result<_, _> = text
            .split(',')
            .map(|name| names().parse_ref(command, argument, OsStr::new(name)))
            .collect();
        methods.map(Methods)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let values: Vec<_> = names().possible_values()?.collect();
        Some(Box::new(values.into_iter()))
    }
}
