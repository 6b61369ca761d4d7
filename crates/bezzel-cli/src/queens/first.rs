//! `bezzel queens first`: one solution.

use std::io::Write;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use anyhow::Result;
use bezzel::Search;
use bezzel::queens::{Arrays, Construction, Form, Masks};
use clap::{Args, ValueEnum};

use super::no_solution;
use super::shape::Shape;
use crate::Outcome;
use crate::input::Queens;
use crate::output::{self, Answers};
use crate::run::Threads;

/// Find one solution
#[derive(Args)]
#[command(after_help = "\
Examples:
  bezzel queens first 8
  bezzel queens first 4 --format columns
  bezzel queens first 1000 --method construct --format columns")]
pub struct First {
    /// The number of queens; `-` reads it from standard input
    #[arg(value_name = "N", allow_negative_numbers = true)]
    n: Queens,
    /// How to find it
    #[arg(long, value_name = "METHOD", default_value = "backtrack")]
    method: Method,
    #[command(flatten)]
    shape: Shape,
    #[command(flatten)]
    threads: Threads,
}

#[derive(Clone, Copy, ValueEnum)]
enum Method {
    /// The first in lexicographic order, by backtracking as in the posts
    Backtrack,
    /// Written down in linear time without any search (Pauls 1874)
    Construct,
}

impl First {
    pub fn carry_out(self) -> Result<Outcome> {
        let n = match self.method {
            Method::Construct => self.n.number()?,
            Method::Backtrack => self
                .n
                .at_most(
                    Arrays::LIMIT,
                    "backtrack",
                    "--method construct takes any number",
                )?
                .into(),
        };
        let (format, listing) = self.shape.listing(n, false)?;
        let mut columns: Box<dyn Iterator<Item = u64>> = match self.method {
            Method::Construct => match Construction::new(n) {
                Ok(construction) => Box::new(construction.columns()),
                Err(bezzel::Error::NoSolution { n }) => return Ok(no_solution(n)),
                Err(error) => return Err(error.into()),
            },
            Method::Backtrack => {
                self.threads.start()?;
                match backtrack(n as u32)? {
                    Some(columns) => Box::new(columns.into_iter().map(u64::from)),
                    None => return Ok(no_solution(n)),
                }
            }
        };
        let mut out = Answers::open();
        format.begin(&mut out, &listing)?;
        format.solution(&mut out, &listing, 1, &mut columns)?;
        format.end(&mut out, &listing)?;
        out.flush()?;
        Ok(Outcome::Found)
    }
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
