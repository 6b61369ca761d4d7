//! `bezzel queens first`: one solution.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use bezzel::queens::{Arrays, Construction, Form, Masks, Placement, is_solution};
use bezzel::render::{in_words, so_many};
use bezzel::repair::Repair;
use bezzel::{Search, format};
use clap::{Args, ValueEnum};

use super::no_solution_or;
use super::shape::Shape;
use crate::Exit;
use crate::input::{self, Queens, whole_number};
use crate::interruption;
use crate::memory;
use crate::output::{self, Answers};
use crate::progress::SignOfLife;
use crate::seed;
use crate::threads::Threads;

/// Find one solution
#[derive(Args)]
#[command(after_help = "\
Examples:
  bezzel queens first 8
  bezzel queens first 4 --format columns
  bezzel queens first 1000 --method construct --format columns
  bezzel queens first 1000 --method repair --seed 1848 --format columns
  echo '[0, 2, 1, 3]' | bezzel queens first 4 --method repair --from - --seed 1")]
pub struct First {
    /// The number of queens; `-` reads it from standard input
    #[arg(value_name = "N", allow_negative_numbers = true)]
    n: Queens,
    /// How to find it
    #[arg(long, value_name = "METHOD", default_value = "backtrack")]
    method: Method,
    /// Repair the board in FILE (`-` for standard input), in any format that `--format` writes
    #[arg(long, value_name = "FILE")]
    from: Option<String>,
    /// Repair the same way again [default: a new seed each time, named on standard error]
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = whole_number)]
    seed: Option<u64>,
    #[command(flatten)]
    shape: Shape,
    #[command(flatten)]
    threads: Threads,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Method {
    /// The first in lexicographic order, by backtracking as in the posts
    Backtrack,
    /// Written down in linear time without any search (Pauls 1874)
    Construct,
    /// Put down carelessly, then repaired by swaps (Sosic and Gu 1991)
    Repair,
}

impl First {
    pub fn run(self) -> Result<Exit> {
        self.find().or_else(no_solution_or)
    }

    fn find(self) -> Result<Exit> {
        for (option, given) in [
            ("--from", self.from.is_some()),
            ("--seed", self.seed.is_some()),
        ] {
            if given && self.method != Method::Repair {
                bail!("{option} goes with --method repair");
            }
        }
        if self.from.as_deref() == Some("-") && self.n == Queens::Asked {
            bail!("only one of N and --from can come from standard input");
        }
        let n = self.number()?;
        let shape = self.shape.listing(n, false)?;
        let mut columns: Box<dyn Iterator<Item = u64>> = match self.method {
            Method::Construct => Box::new(Construction::new(n)?.columns()),
            Method::Backtrack => {
                self.threads.start()?;
                let columns = backtrack(n as u32)?.ok_or(bezzel::Error::NoSolution { n })?;
                Box::new(columns.into_iter().map(u64::from))
            }
            Method::Repair => match self.repair(n as u32)? {
                Some(columns) => Box::new(columns.into_iter().map(u64::from)),
                None => return Ok(Exit::Interrupted("interrupted".into())),
            },
        };
        shape.print(&mut Answers::open(), &mut columns)?;
        Ok(Exit::Found)
    }

    fn number(&self) -> Result<u64> {
        const INSTEAD: &str = "--method construct takes any number";
        Ok(match self.method {
            Method::Construct => self.n.number()?,
            Method::Backtrack => self.n.at_most(Arrays::LIMIT, "backtrack", INSTEAD)?.into(),
            Method::Repair => self.n.at_most(Repair::LIMIT, "repair", INSTEAD)?.into(),
        })
    }

    /// A board repaired, new or given; nothing if it was interrupted.
    fn repair(&self, n: u32) -> Result<Option<Vec<u32>>> {
        Repair::check(n)?;
        memory::check(Repair::bytes(n), || format!("{n} queens under repair"))?;
        let given = self.from.as_deref().map(|file| board(file, n));
        let given = given.transpose()?;
        let seed = seed::given_or_new(self.seed, "the same repair");
        let cancel = interruption::listen()?;
        let start = Instant::now();
        let (repair, solved) = SignOfLife::during("repairing", || {
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
        let time = in_words(start.elapsed());
        let swaps = so_many(repair.swaps(), "swap");
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

/// The one board in a file, if it has room for `n` queens and no more of them.
fn board(file: &str, n: u32) -> Result<Placement> {
    let name = || input::name(file).to_owned();
    let bytes = input::read(file)?;
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

/// The first solution in lexicographic order. Says so when that takes long.
fn backtrack(n: u32) -> Result<Option<Vec<u32>>> {
    const PATIENCE: Duration = Duration::from_secs(1);
    let (found, waiting) = mpsc::channel::<()>();
    let reminder = thread::spawn(move || {
        if waiting.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
            output::note(&format!(
                "finding the first of the solutions of {n} queens takes long; \
                 --method construct gives one at once"
            ));
        }
    });
    let first = if n <= Masks::LIMIT {
        Search::new(&Masks::new(n)?).parallel().first()
    } else {
        Search::new(&Arrays::new(n)?).first()
    };
    drop(found);
    let _ = reminder.join();
    Ok(first)
}
