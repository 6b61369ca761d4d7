//! `bezzel queens all`: prints every solution as it is found.

use std::io::{self, Write};
use std::ops::ControlFlow;

use crate::words::plural;
use anyhow::Result;
use bezzel::{End, Tally};
use bezzel_queens::format::{Format, Listing};
use bezzel_queens::{
    Arrays, Board, EachForm, Form, is_canonical, nodes, tree_engine, with_fastest_form,
};
use clap::Args;

use super::listing::{ListingFormat, SolutionOutput};
use super::proved;
use crate::Exit;
use crate::forecast;
use crate::input::whole_number;
use crate::interruption;
use crate::limits::{self, SearchLimits};
use crate::output::{self, Answers};
use crate::question::BoardArgs;
use crate::threads::{self, Threads};

/// List the solutions, in lexicographic order
#[derive(Args)]
#[command(after_help = "\
Examples:
  bezzel queens all 6
  bezzel queens all 8 --limit 3 --format columns --base 1
  bezzel queens all 8 --unique --format svg > eight.svg
  bezzel queens all 5 --torus --format columns
  bezzel queens all 14 --seconds 1 --format columns
  printf '.....\\n..Q..\\n.....\\n.....\\n#....\\n' | bezzel queens all --board -")]
pub struct AllArgs {
    #[command(flatten)]
    question: BoardArgs,
    /// List at most K solutions
    #[arg(long, value_name = "K", allow_negative_numbers = true, value_parser = whole_number)]
    limit: Option<u64>,
    /// List essentially different solutions: only the first of those that are images of each other
    /// under the symmetries of the board
    #[arg(long)]
    unique: bool,
    #[command(flatten)]
    shape: SolutionOutput,
    #[command(flatten)]
    limits: SearchLimits,
    #[command(flatten)]
    threads: Threads,
}

impl AllArgs {
    pub fn run(self) -> Result<Exit> {
        output::check_stdout()?;
        let instead = "first --method construct takes any number";
        let board = self.question.board(Arrays::LIMIT, "all", instead)?;
        let ListingFormat { format, listing } =
            self.shape
                .listing(board.n().into(), board.blocked(), true)?;
        self.threads.start()?;
        let task = ListTask {
            command: &self,
            board: &board,
            format,
            listing,
        };
        self.limits.start();
        if self.limit.is_none() && !self.limits.is_set() {
            with_fastest_form(&board, &WarnIfLong(&board));
        }
        let (listed, tally) = with_fastest_form(&board, &task)?;
        Ok(match tally.end {
            End::Cancelled => interruption::exit(&after(listed)),
            End::Nodes => limits::stopped_by_nodes(&after(listed)),
            _ if listed == 0 && self.limit != Some(0) => proved(&board, tally.nodes),
            _ => Exit::Found,
        })
    }
}

/// A list to be printed.
struct ListTask<'a> {
    command: &'a AllArgs,
    board: &'a Board,
    format: &'static dyn Format,
    listing: Listing<'a>,
}

fn after(listed: u64) -> String {
    format!("after {}", plural(listed, "solution"))
}

/// Prints a warning if listing takes long.
struct WarnIfLong<'b>(&'b Board);

impl EachForm for WarnIfLong<'_> {
    type Answer = ();

    fn with<F: Form + 'static>(&self) {
        let Self(board) = self;
        forecast::warn_if_long(&*tree_engine::<F>(), board, nodes(board), threads::crew());
    }
}

impl EachForm for ListTask<'_> {
    /// The number of solutions listed, and the tally of the search.
    type Answer = Result<(u64, Tally)>;

    fn with<F: Form>(&self) -> Self::Answer {
        let form = &F::of(self.board)?;
        let (format, mut listing) = (self.format, self.listing);
        let mut out = Answers::open();
        let mut number = 0;
        let mut write = |out: &mut Answers, listing: &Listing<'_>, columns: &[u32]| {
            number += 1;
            let mut columns = columns.iter().map(|&column| column.into());
            format.solution(out, listing, number, &mut columns)
        };
        let mut tally = None;
        if format.needs_total() {
            let mut kept = StoredSolutions::of(self.board.n());
            let counted = self.for_each(form, |columns| {
                kept.add(columns);
                Ok(())
            })?;
            let complete = matches!(counted.end, End::Exhausted | End::Stopped);
            if kept.found == 0 {
                return Ok((0, counted));
            }
            // Use the stored solutions if all are stored, or if there is no time to search again.
            let again = complete && !kept.has_all();
            listing.total = Some(if again { kept.found } else { kept.len() });
            format.begin(&mut out, &listing)?;
            if !again {
                for columns in kept.iter() {
                    write(&mut out, &listing, columns)?;
                }
                tally = Some(counted);
            }
        } else {
            format.begin(&mut out, &listing)?;
        }
        let tally = match tally {
            Some(tally) => tally,
            None => self.for_each(form, |columns| write(&mut out, &listing, columns))?,
        };
        format.end(&mut out, &listing)?;
        out.flush()?;
        Ok((number, tally))
    }
}

/// Solutions stored while counting, as long as they need little memory.
struct StoredSolutions {
    columns: Vec<u32>,
    n: usize,
    found: u64,
}

impl StoredSolutions {
    fn of(n: u32) -> Self {
        Self {
            columns: Vec::new(),
            n: n as usize,
            found: 0,
        }
    }

    fn add(&mut self, columns: &[u32]) {
        const MAX_STORED: usize = 2_000_000;
        self.found += 1;
        if self.columns.len() + self.n <= MAX_STORED {
            self.columns.extend(columns);
        }
    }

    fn len(&self) -> u64 {
        // A board without squares has one solution, which needs no memory.
        self.columns
            .len()
            .checked_div(self.n)
            .map_or(self.found, |kept| kept as u64)
    }

    fn has_all(&self) -> bool {
        self.len() == self.found
    }

    fn iter(&self) -> impl Iterator<Item = &[u32]> {
        (0..self.len() as usize).map(|number| &self.columns[number * self.n..][..self.n])
    }
}

impl ListTask<'_> {
    /// Calls `visit` with every requested solution, until it fails.
    fn for_each<F: Form>(
        &self,
        form: &F,
        mut visit: impl FnMut(&[u32]) -> io::Result<()>,
    ) -> io::Result<Tally> {
        let search = self.command.limits.on(form);
        let mut left = self.command.limit.unwrap_or(u64::MAX);
        if left == 0 {
            return Ok(search.max_solutions(0).count());
        }
        let symmetries = self.board.symmetries();
        let mut result = Ok(());
        let tally = search
            .parallel()
            .threads(threads::crew().size)
            .for_each(|columns| {
                if self.command.unique && !is_canonical(columns, &symmetries) {
                    return ControlFlow::Continue(());
                }
                result = visit(columns);
                left -= 1;
                if result.is_err() || left == 0 {
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            });
        result.map(|()| tally)
    }
}
