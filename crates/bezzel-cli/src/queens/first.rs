//! `bezzel queens first`: finds one solution.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crate::words::{duration_text, plural};
use anyhow::{Context, Result, bail, ensure};
use bezzel::{Cancel, End, Named, Tally};
use bezzel_queens::format;
use bezzel_queens::race::{RaceLimits, RaceResult, Way};
use bezzel_queens::repair::Repair;
use bezzel_queens::{
    Board, Construction, EachForm, Form, Placement, is_solution, with_fastest_form,
};
use clap::Args;

use super::listing::SolutionOutput;
use super::{no_solution_or, proved};
use crate::Exit;
use crate::forecast;
use crate::input::{self, InputLimit, named, whole_number};
use crate::interruption;
use crate::limits::{self, SearchLimits};
use crate::memory;
use crate::output::{self, Answers};
use crate::progress::Activity;
use crate::question::BoardArgs;
use crate::seed;
use crate::threads::{self, Threads};

/// Find one solution
#[derive(Args)]
#[command(after_help = "\
Examples:
  bezzel queens first 8
  bezzel queens first 4 --format columns
  printf '....\\n..Q.\\n....\\n....\\n' | bezzel queens first --board -
  bezzel queens first 1000 --method construct --format columns
  bezzel queens first 1000 --method repair --seed 1848 --format columns
  echo '[0, 2, 1, 3]' | bezzel queens first 4 --method repair --from - --seed 1")]
pub struct FirstArgs {
    #[command(flatten)]
    question: BoardArgs,
    /// The search method; `backtrack` finds the lexicographically first solution
    #[arg(long, value_name = "METHOD", default_value = "backtrack", value_parser = named::<Way>())]
    method: Way,
    /// Repair the board in FILE (`-` for standard input), in any format that `--format` writes
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Use this random seed [default: a random seed, printed on standard error]
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = whole_number)]
    seed: Option<u64>,
    #[command(flatten)]
    shape: SolutionOutput,
    #[command(flatten)]
    limits: SearchLimits,
    #[command(flatten)]
    threads: Threads,
}

impl FirstArgs {
    pub fn run(self) -> Result<Exit> {
        self.find().or_else(no_solution_or)
    }

    fn find(self) -> Result<Exit> {
        if self.from.is_some() && self.method != Way::Repair {
            bail!("--from requires --method {}", Way::Repair.name());
        }
        if self.limits.has_nodes() && self.method != Way::Backtrack {
            bail!("--nodes requires --method {}", Way::Backtrack.name());
        }
        if self.seed.is_some() && !self.method.is_random() {
            let random = Way::all().filter(|way| way.is_random());
            let names: Vec<_> = random.map(|way| way.name()).collect();
            bail!("--seed requires --method {}", names.join(", "));
        }
        if self.from.as_deref().is_some_and(input::is_stdin) && self.question.is_stdin() {
            bail!("only one of the board and --from can come from standard input");
        }
        if self.method == Way::Construct
            && let Some(n) = self.question.number()?
        {
            let columns = Construction::new(n)?.columns();
            return self.print(n, &Board::new(0), columns);
        }
        let board = self.board()?;
        self.method.check(&board)?;
        self.threads.start()?;
        let cancel = interruption::cancel_token();
        self.limits.start();
        let columns = match self.method {
            Way::Backtrack => match backtrack(&board, &self.limits)? {
                (Some(columns), _) => columns,
                (None, tally) if tally.end == End::Nodes => {
                    return Ok(limits::stopped_by_nodes(&after(tally)));
                }
                (None, tally) if tally.end == End::Cancelled => {
                    return Ok(interruption::exit(&after(tally)));
                }
                (None, tally) => return Ok(proved(&board, tally.nodes)),
            },
            Way::Repair => match self.repair(board.n(), &cancel)? {
                Some(columns) => columns,
                None => return Ok(interruption::exit("")),
            },
            way => {
                let seed = seed::given_or_new(self.seed, "the same search");
                let patience = RaceLimits { time: None, cancel };
                let finish = Activity::during(way.name(), || way.run(&board, seed, &patience));
                match (finish.result, finish.columns) {
                    (RaceResult::Unable(reason), _) => return Ok(Exit::Nothing(reason)),
                    (_, Some(columns)) => columns,
                    (_, None) => return Ok(interruption::exit("")),
                }
            }
        };
        let columns = columns.into_iter().map(u64::from);
        self.print(board.n().into(), &board, columns)
    }

    fn print(&self, n: u64, board: &Board, columns: impl Iterator<Item = u64>) -> Result<Exit> {
        let shape = self.shape.listing(n, board.blocked(), false)?;
        let mut columns = columns;
        shape.print(&mut Answers::open(), &mut columns)?;
        Ok(Exit::Found)
    }

    fn board(&self) -> Result<Board> {
        const INSTEAD: &str = "--method construct takes any number";
        let way = self.method;
        self.question.board(way.limit(), way.name(), INSTEAD)
    }

    /// Repairs a random or given board. Returns `None` if interrupted.
    fn repair(&self, n: u32, cancel: &Cancel) -> Result<Option<Vec<u32>>> {
        Repair::check(n)?;
        memory::check(Repair::bytes(n), || format!("{n} queens under repair"))?;
        let given = self.from.as_deref();
        let given = given.map(|file| placement(file, &self.question.options.input_limit, n));
        let given = given.transpose()?;
        let seed = seed::given_or_new(self.seed, "the same repair");
        let start = Instant::now();
        let (repair, solved) = Activity::during("repairing", || {
            let mut repair = match &given {
                Some(board) => Repair::from_placement(board, seed)?,
                None => Repair::new(n, seed)?,
            };
            let solved = repair.run(|_| !cancel.is_cancelled());
            anyhow::Ok((repair, solved))
        })?;
        if !solved {
            return Ok(None);
        }
        let columns = repair.columns();
        ensure!(is_solution(columns), "the repaired board is no solution");
        let time = duration_text(start.elapsed());
        let swaps = plural(repair.swaps(), "swap");
        match given.and_then(|board| board.columns()) {
            Some(before) => {
                let moved = before.iter().zip(columns).filter(|(a, b)| a != b).count();
                output::note(&format!(
                    "repaired by {swaps} after {time}; {moved} of {n} queens moved"
                ));
            }
            None => output::note(&format!("repaired by {swaps} after {time}")),
        }
        Ok(Some(columns.to_vec()))
    }
}

fn after(tally: Tally) -> String {
    format!("after {}", plural(tally.nodes, "node"))
}

/// Reads the board in a file, which must have side `n` and at most `n` queens.
fn placement(file: &Path, limit: &InputLimit, n: u32) -> Result<Placement> {
    let name = || input::name(file);
    let bytes = limit.read(file)?;
    let boards = format::read(&bytes, None).with_context(name)?;
    let count = boards.len();
    let Some(board) = boards.into_iter().next().filter(|_| count == 1) else {
        bail!("{} holds {count} boards, not one", name());
    };
    let (side, queens) = (board.n(), board.queens().len());
    if side != n {
        bail!("{} holds a board of side {side}, not {n}", name());
    }
    if queens > n as usize {
        bail!("{} holds {queens} queens, more than {n}", name());
    }
    Ok(board)
}

/// Returns the lexicographically first solution, and the tally of the search. Prints a note if that
/// takes long.
fn backtrack(board: &Board, limits: &SearchLimits) -> Result<(Option<Vec<u32>>, Tally)> {
    const NOTE_AFTER: Duration = Duration::from_secs(1);
    let instead = if board.is_plain() {
        "; --method construct gives one at once"
    } else {
        ""
    };
    let (found, waiting) = mpsc::channel::<()>();
    let question = board.clone();
    let reminder = thread::spawn(move || {
        if waiting.recv_timeout(NOTE_AFTER) == Err(RecvTimeoutError::Timeout) {
            forecast::warn(
                "long",
                &question,
                Way::Backtrack.name(),
                threads::crew(),
                instead,
            );
        }
    });
    let first = with_fastest_form(board, &FirstOf(board, limits));
    drop(found);
    let _ = reminder.join();
    first
}

/// Finds the first solution of a board.
struct FirstOf<'b>(&'b Board, &'b SearchLimits);

impl EachForm for FirstOf<'_> {
    type Answer = Result<(Option<Vec<u32>>, Tally)>;

    fn with<F: Form>(&self) -> Self::Answer {
        let &Self(board, limits) = self;
        let form = F::of(board)?;
        let search = limits.on(&form);
        let mut first = None;
        let keep = |columns: &[u32]| {
            first = Some(columns.to_vec());
            ControlFlow::Break(())
        };
        // On boards with more rows, threads would search far away from the first solution.
        const WORTH_THREADS: u32 = 32;
        let tally = if board.n() <= WORTH_THREADS {
            search
                .parallel()
                .threads(threads::crew().size)
                .for_each(keep)
        } else {
            search.for_each(keep)
        };
        Ok((first, tally))
    }
}
