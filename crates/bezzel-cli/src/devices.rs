//! `bezzel devices`: the engines that can run on this machine.

use std::sync::Arc;
use std::thread;

use crate::text::table;
use crate::words::plural;
use anyhow::Result;
use bezzel_count::InstructionSet;
use bezzel_gpu::{Description, Gpu};
use bezzel_queens::{Board, Engine};
use clap::Args;
use serde::Serialize;

use crate::Exit;
use crate::engines::engines;
use crate::output;

/// List the counting engines, and whether each one can run on this machine
#[derive(Args)]
#[command(after_help = "\
Examples:
  bezzel devices
  bezzel devices --json")]
pub struct DevicesArgs {
    /// Print the report as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct DevicesReport {
    processor: Processor,
    cards: Vec<CardEntry>,
    /// Why there are no usable cards.
    #[serde(skip_serializing_if = "Option::is_none")]
    no_cards: Option<String>,
    engines: Vec<Ready>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Processor {
    name: String,
    threads: usize,
    /// All known instruction sets, the slowest first.
    instruction_sets: Vec<&'static str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CardEntry {
    number: usize,
    name: String,
    /// In bytes.
    memory: u64,
    compute_capability: String,
    processors: u32,
    /// The CUDA version of its driver.
    cuda: String,
}

/// The state of an engine on this machine.
#[derive(Serialize)]
struct Ready {
    engine: &'static str,
    about: &'static str,
    /// The side of the largest board it takes.
    limit: u32,
    ready: bool,
    /// The names of its variants on this machine, the slowest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    variants: Vec<&'static str>,
    /// Why it cannot run on this machine.
    #[serde(skip_serializing_if = "Option::is_none")]
    refusal: Option<String>,
}

/// A board that every engine takes.
const SMALL_BOARD: u32 = 12;

impl DevicesArgs {
    pub fn run(self) -> Result<Exit> {
        let report = DevicesReport::new();
        if self.json {
            output::print_json(&report)?;
        } else {
            output::print(report.text().as_bytes())?;
        }
        Ok(Exit::Found)
    }
}

impl DevicesReport {
    fn new() -> Self {
        let (cards, no_cards) = match bezzel_gpu::cards() {
            Ok(cards) => (cards.iter().map(CardEntry::from).collect(), None),
            Err(missing) => (Vec::new(), Some(missing.to_string())),
        };
        Self {
            processor: Processor::new(),
            cards,
            no_cards,
            engines: engines().all().map(Ready::new).collect(),
        }
    }

    fn text(&self) -> String {
        let Processor {
            name,
            threads,
            instruction_sets,
        } = &self.processor;
        let threads = plural(*threads as u64, "thread");
        let sets = instruction_sets.join(", ");
        let mut text = format!("processor  {name}, {threads}, {sets}\n");
        for card in &self.cards {
            text += &format!("card {:<6}{}\n", card.number, card.text());
        }
        if let Some(reason) = &self.no_cards {
            text += &format!("no card    {reason}\n");
        }
        let head = ["engine", "largest board", "here"];
        let mut rows = vec![head.map(String::from).to_vec()];
        rows.extend(self.engines.iter().map(Ready::row));
        let rows = table(&rows);
        let width = rows.lines().map(str::len).max().unwrap_or(0);
        let abouts = self.engines.iter().map(|engine| engine.about);
        let abouts = ["how it works"].into_iter().chain(abouts);
        text.push('\n');
        for (row, about) in rows.lines().zip(abouts) {
            text += &format!("{row:<width$}  {about}\n");
        }
        text
    }
}

impl Processor {
    fn new() -> Self {
        Self {
            name: name(),
            threads: thread::available_parallelism().map_or(1, usize::from),
            instruction_sets: InstructionSet::available()
                .map(InstructionSet::name)
                .collect(),
        }
    }
}

/// Returns the name of the processor.
pub fn name() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("model name"));
    let name = line
        .and_then(|line| line.split_once(": "))
        .map(|(_, name)| name.trim());
    name.map_or_else(|| std::env::consts::ARCH.to_owned(), str::to_owned)
}

impl From<&Description> for CardEntry {
    fn from(card: &Description) -> Self {
        let (major, minor) = card.capability;
        Self {
            number: card.number,
            name: card.name.clone(),
            memory: card.memory,
            compute_capability: format!("{major}.{minor}"),
            processors: card.processors,
            cuda: card.driver.clone(),
        }
    }
}

impl CardEntry {
    fn text(&self) -> String {
        format!(
            "{}, {:.0} GiB, compute capability {}, {}, driver for CUDA {}",
            self.name,
            self.memory as f64 / f64::from(1 << 30),
            self.compute_capability,
            plural(self.processors.into(), "multiprocessor"),
            self.cuda
        )
    }
}

impl Ready {
    fn new(engine: Arc<dyn Engine>) -> Self {
        let refusal = engine.check(&Board::new(SMALL_BOARD)).err();
        Self {
            engine: engine.name(),
            about: engine.about(),
            limit: engine.limit(),
            ready: refusal.is_none(),
            variants: engine.variants(),
            refusal: refusal.map(|refusal| refusal.to_string()),
        }
    }

    fn row(&self) -> Vec<String> {
        let here = match (&self.refusal, self.variants.last()) {
            (Some(_), _) => "no".to_owned(),
            (None, Some(variant)) => format!("on {variant}"),
            (None, None) if self.engine == Gpu.name() => "on cards".to_owned(),
            (None, None) => "yes".to_owned(),
        };
        vec![self.engine.to_owned(), self.limit.to_string(), here]
    }
}
