//! `bezzel queens evolve`: finds a solution with the genetic algorithm.

use std::io::{self, Write};
use std::mem;
use std::path::PathBuf;
use std::time::Instant;

use crate::text::{GENERATIONS, generation_text};
use crate::words::{duration_text, plural};
use anyhow::{Result, bail};
use bezzel::Named;
use bezzel_queens::Lineup;
use bezzel_queens::evolve::{
    Crossover, Encoding, Evolution, Evolve as _, History, Options, Queens as Problem, Scaling,
    Selection, Settings,
};
use bezzel_queens::render::evolution_svg;
use bezzel_queens::report::EvolveReport;
use clap::Args;

use super::listing::{ListingFormat, SolutionOutput};
use super::no_solution_or;
use crate::Exit;
use crate::input::{QueenCount, named, rate, whole_number};
use crate::interruption;
use crate::limits::TimeLimit;
use crate::memory;
use crate::output::{self, Answers};
use crate::progress::Activity;
use crate::seed;
use crate::threads::Threads;

/// Find a solution with a genetic algorithm
///
/// Fitness is the number of pairs of queens that do not attack each other: n(n-1)/2 for a solution.
#[derive(Args)]
#[command(after_help = "\
Examples:
  bezzel queens evolve 8 --seed 1848
  bezzel queens evolve 64 --seed 1 --format columns --plot evolution.svg
  bezzel queens evolve 16 --encoding permutation --selection tournament --table")]
pub struct EvolveArgs {
    /// The number of queens; `-` reads it from standard input
    #[arg(value_name = "N", allow_negative_numbers = true)]
    n: QueenCount,
    /// The encoding of a board
    #[arg(long, value_name = "NAME", default_value = "columns", value_parser = named::<Encoding>())]
    encoding: Encoding,
    /// The number of boards in the population [default: 64 for columns, 16 for permutations]
    #[arg(long, value_name = "P", allow_negative_numbers = true, value_parser = whole_number)]
    population: Option<u64>,
    /// How parents are selected
    #[arg(long, value_name = "NAME", default_value = "roulette", value_parser = named::<Selection>())]
    selection: Selection,
    /// How fitness is converted to shares of the roulette wheel [default: auto]
    #[arg(long, value_name = "NAME", value_parser = named::<Scaling>())]
    scaling: Option<Scaling>,
    /// Compare K boards in each tournament [default: 3]
    #[arg(long, value_name = "K", allow_negative_numbers = true, value_parser = whole_number)]
    tournament: Option<u64>,
    /// The crossover operator [default: one-point for columns, order for
    /// permutations]
    #[arg(long, value_name = "NAME", value_parser = named::<Crossover>())]
    crossover: Option<Crossover>,
    /// The share of children with two parents, from 0 to 1 [default: 0.6 for columns, 0.05 for
    /// permutations]
    #[arg(long, value_name = "R", allow_negative_numbers = true, value_parser = rate)]
    crossover_rate: Option<f64>,
    /// The share of children with a mutation, from 0 to 1
    #[arg(long, value_name = "M", allow_negative_numbers = true, value_parser = rate)]
    #[arg(default_value = "0.8")]
    mutation: f64,
    /// Keep the best K boards unchanged in the next generation
    #[arg(long, value_name = "K", allow_negative_numbers = true, value_parser = whole_number)]
    #[arg(default_value_t = 1)]
    elite: u64,
    /// Give up after G generations
    #[arg(long, value_name = "G", allow_negative_numbers = true, value_parser = whole_number)]
    generations: Option<u64>,
    /// Use this random seed [default: a random seed, printed on standard error]
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = whole_number)]
    seed: Option<u64>,
    /// Draw the fitness over the generations, and the best board at some of them, into FILE
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Print every generation before the solution
    #[arg(long)]
    table: bool,
    /// Print every generation, then the outcome, each as a line of JSON
    #[arg(long, conflicts_with_all = ["table", "format", "base"])]
    json: bool,
    #[command(flatten)]
    shape: SolutionOutput,
    #[command(flatten)]
    limit: TimeLimit,
    #[command(flatten)]
    threads: Threads,
}

type RunningEvolution<'p> = Evolution<'p, Problem>;

impl EvolveArgs {
    pub fn run(self) -> Result<Exit> {
        self.evolve().or_else(no_solution_or)
    }

    fn evolve(self) -> Result<Exit> {
        let (problem, settings) = self.plan()?;
        let shape = self.shape.listing(problem.n().into(), &[], false)?;
        let seed = seed::given_or_new(self.seed, "the same run");
        self.threads.start()?;
        let cancel = interruption::cancel_token();
        self.limit.start();

        let start = Instant::now();
        let mut evolution = Evolution::new(&problem, settings, seed)?;
        let mut audience = Audience::new(&self, problem.goal())?;
        let mut broken = None;
        evolution.run(|now| {
            broken = audience.see(now).err();
            broken.is_none()
                && !cancel.is_cancelled()
                && self.generations.is_none_or(|most| now.number() < most)
        });
        let time = start.elapsed();
        if let Some(error) = broken {
            return Err(error.into());
        }

        let report = EvolveReport::new(seed, evolution.number(), evolution.best());
        let parents = audience.end(&report, shape)?;
        let fell_short = match report.attacks {
            1 => "the best board has 1 pair of queens that attack each other".into(),
            many => format!("the best board has {many} pairs of queens that attack each other"),
        };
        let generation = report.generations;
        Ok(if report.solved {
            let time = duration_text(time);
            output::note(&format!(
                "solved in generation {generation} after {time}; {parents}"
            ));
            Exit::Found
        } else if cancel.is_cancelled() {
            interruption::exit(&format!(
                "in generation {generation}, {parents}; {fell_short}"
            ))
        } else {
            Exit::Nothing(format!(
                "no solution up to generation {generation}, {parents}; {fell_short}"
            ))
        })
    }

    /// Validates all options before the work starts.
    fn plan(&self) -> Result<(Problem, Settings)> {
        let n = self.n.at_most(
            Problem::LIMIT,
            "evolve",
            "queens first --method repair takes more",
        )?;
        let options = Options {
            encoding: Some(self.encoding),
            population: self.population.map(usize::try_from).transpose()?,
            crossover: self.crossover,
            crossover_rate: self.crossover_rate,
            mutation: Some(self.mutation),
            elite: Some(usize::try_from(self.elite)?),
            selection: Some(self.selection),
            scaling: self.scaling,
            tournament: self.tournament.map(usize::try_from).transpose()?,
        };
        let (problem, settings) = options.plan(n)?;
        memory::check(
            // The memory of two generations, plus the fitness values and the sorted order of one
            // generation.
            (2 * Lineup::bytes(n) + 16).saturating_mul(settings.population as u64),
            || format!("{} boards of {n} queens", settings.population),
        )?;
        if let Some(plot) = &self.plot {
            /// The largest board that is drawn.
            const MAX_DRAWN_SIDE: u32 = 1000;
            output::check_files([plot])?;
            if n > MAX_DRAWN_SIDE {
                bail!("--plot draws boards of at most {MAX_DRAWN_SIDE} queens");
            }
            if output::is_stdout(plot) && (self.json || self.table) {
                bail!("only one of --plot -, --json and --table can go to standard output");
            }
        }
        Ok((problem, settings))
    }
}

/// The outputs of an evolution: the table, the JSON lines, the plot and the terminal.
struct Audience<'c> {
    command: &'c EvolveArgs,
    goal: f64,
    out: Answers,
    history: History<Lineup>,
    activity: Activity,
    /// The numbers of generations whose parents were selected by raw fitness (`raw`) and by scaled
    /// fitness (`scaled`).
    raw: u64,
    scaled: u64,
    /// The scaling in the latest generation.
    scaling: Option<Scaling>,
}

impl<'c> Audience<'c> {
    fn new(command: &'c EvolveArgs, goal: f64) -> Result<Self> {
        let mut out = Answers::open();
        if command.table {
            writeln!(out, "{GENERATIONS}")?;
        }
        Ok(Self {
            command,
            goal,
            out,
            history: History::new(),
            activity: Activity::start("evolves"),
            raw: 0,
            scaled: 0,
            scaling: None,
        })
    }

    /// Records a generation.
    fn see(&mut self, now: &RunningEvolution<'_>) -> io::Result<()> {
        // Count the scaling of the previous generation: parents are selected from a generation only
        // if another one follows.
        match mem::replace(&mut self.scaling, now.scaling()) {
            Some(Scaling::Raw) => self.raw += 1,
            Some(_) => self.scaled += 1,
            None => {}
        }
        if self.command.plot.is_some() {
            self.history.record(now);
        }
        if self.command.table {
            writeln!(self.out, "{}", generation_text(&now.generation()))?;
        }
        if self.command.json {
            serde_json::to_writer(&mut self.out, &now.generation())?;
            writeln!(self.out)?;
        }
        self.activity.show(|| {
            let generation = now.generation();
            format!(
                "generation {}: best {} of {}, mean {:.1}, diversity {:.0} %",
                generation.generation,
                generation.best,
                self.goal,
                generation.mean,
                100.0 * generation.diversity
            )
        });
        Ok(())
    }

    /// Writes the plot and the answer. Returns how parents were selected, in words.
    fn end(mut self, report: &EvolveReport, shape: ListingFormat<'_>) -> Result<String> {
        drop(self.activity);
        let mut answered = false;
        if let Some(plot) = &self.command.plot {
            let title = format!("{} queens evolve, seed {}", report.n, report.seed);
            let picture = evolution_svg(&title, &self.history);
            output::write_file(plot, |file| file.write_all(picture.as_bytes()))?;
            answered = output::is_stdout(plot);
        }
        if self.command.json {
            serde_json::to_writer(&mut self.out, report).map_err(io::Error::from)?;
            writeln!(self.out)?;
        } else if report.solved && !answered {
            if self.command.table {
                writeln!(self.out)?;
            }
            let mut columns = report.columns.iter().copied().map(u64::from);
            shape.print(&mut self.out, &mut columns)?;
        }
        self.out.flush()?;

        let selection = self.command.selection.name();
        let scaling = match self.command.scaling {
            None | Some(Scaling::Auto) => Scaling::Exponential,
            Some(given) => given,
        };
        let scaling = scaling.name();
        Ok(match (self.raw, self.scaled) {
            _ if self.command.selection != Selection::Roulette => format!("parents by {selection}"),
            (0, 0) => "no parents needed".into(),
            (_, 0) => format!("parents by {selection} on raw fitness"),
            (0, _) => format!("parents by {selection} on {scaling} fitness"),
            (raw, scaled) => format!(
                "parents by {selection} on raw fitness in {}, on {scaling} fitness in {scaled}",
                plural(raw, "generation")
            ),
        })
    }
}
