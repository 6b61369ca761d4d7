//! `bezzel queens all`: every solution, as it is found.

use std::io::{self, Write};
use std::ops::ControlFlow;

use anyhow::Result;
use bezzel::Search;
use bezzel::format::{Format, Listing};
use bezzel::queens::{Arrays, Form, Masks, is_canonical};
use clap::Args;

use super::no_solution;
use super::shape::{Listed, Shape};
use crate::Exit;
use crate::input::{Queens, whole_number};
use crate::output::Answers;
use crate::threads::Threads;

/// List the solutions, in lexicographic order
#[derive(Args)]
#[command(after_help = "\
Examples:
  bezzel queens all 6
  bezzel queens all 8 --limit 3 --format columns --base 1
  bezzel queens all 8 --unique --format svg > eight.svg")]
pub struct All {
    /// The number of queens; `-` reads it from standard input
    #[arg(value_name = "N", allow_negative_numbers = true)]
    n: Queens,
    /// List at most K solutions
    #[arg(long, value_name = "K", allow_negative_numbers = true, value_parser = whole_number)]
    limit: Option<u64>,
    /// List essentially different solutions: of turned and mirrored boards the first
    #[arg(long)]
    unique: bool,
    #[command(flatten)]
    shape: Shape,
    #[command(flatten)]
    threads: Threads,
}

impl All {
    pub fn run(self) -> Result<Exit> {
        let n = self.n.at_most(
            Arrays::LIMIT,
            "all",
            "first --method construct takes any number",
        )?;
        let Listed { format, listing } = self.shape.listing(n.into(), true)?;
        self.threads.start()?;
        let found = if n <= Masks::LIMIT {
            self.list(&Masks::new(n)?, format, listing)?
        } else {
            self.list(&Arrays::new(n)?, format, listing)?
        };
        Ok(match (found, self.limit) {
            (0, limit) if limit != Some(0) => no_solution(n.into()),
            _ => Exit::Found,
        })
    }

    /// Writes the listing and says how many solutions it has.
    fn list<F: Form>(&self, form: &F, format: &dyn Format, mut listing: Listing) -> Result<u64> {
        if format.needs_total() {
            let mut total = 0;
            self.for_each(form, |_| {
                total += 1;
                Ok(())
            })?;
            if total == 0 {
                return Ok(0);
            }
            listing.total = Some(total);
        }
        let mut out = Answers::open();
        let mut number = 0;
        format.begin(&mut out, &listing)?;
        self.for_each(form, |columns| {
            number += 1;
            let mut columns = columns.iter().map(|&column| column.into());
            format.solution(&mut out, &listing, number, &mut columns)?;
            out.next()
        })?;
        format.end(&mut out, &listing)?;
        out.flush()?;
        Ok(number)
    }

    /// Calls `visit` with every solution wanted, until it fails.
    fn for_each<F: Form>(
        &self,
        form: &F,
        mut visit: impl FnMut(&[u32]) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut left = self.limit.unwrap_or(u64::MAX);
        if left == 0 {
            return Ok(());
        }
        let mut result = Ok(());
        Search::new(form).parallel().for_each(|columns| {
            if self.unique && !is_canonical(columns) {
                return ControlFlow::Continue(());
            }
            result = visit(columns);
            left -= 1;
            if result.is_err() || left == 0 {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        result
    }
}
