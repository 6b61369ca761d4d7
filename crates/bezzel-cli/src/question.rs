//! What is asked: N, or a board in a file, on the plane or on a torus.

use std::path::PathBuf;

use anyhow::{Result, bail};
use bezzel_queens::Board;
use clap::Args;

use crate::input::{self, InputLimit, Queens};

#[derive(Args)]
pub struct Question {
    /// The number of queens; `-` reads it from standard input
    #[arg(value_name = "N", allow_negative_numbers = true)]
    #[arg(required_unless_present = "board", conflicts_with = "board")]
    n: Option<Queens>,
    #[command(flatten)]
    pub options: BoardOptions,
}

/// What there is to a board beside its size.
#[derive(Args)]
pub struct BoardOptions {
    /// Fill the board in FILE (`-` for standard input): lines of `.` for free squares, `Q` for queens that stand already,
    /// `#` for blocked squares
    #[arg(long, value_name = "FILE")]
    board: Option<PathBuf>,
    /// Join the edges: a queen that leaves the board on one side comes back on the other
    #[arg(long)]
    torus: bool,
    #[command(flatten)]
    pub input_limit: InputLimit,
}

impl Question {
    /// The number of queens alone, for who takes more than a board can have; nothing if there is more to the question.
    pub fn number(&self) -> Result<Option<u64>> {
        match self.n {
            Some(n) if !self.options.torus => Ok(Some(n.number()?)),
            _ => Ok(None),
        }
    }

    /// Whether it comes from standard input.
    pub fn is_stdin(&self) -> bool {
        self.n == Some(Queens::Asked) || self.options.board.as_deref().is_some_and(input::is_stdin)
    }

    /// The board, if `method` can take it; else the limit and what to do instead.
    pub fn board(&self, limit: u32, method: &'static str, instead: &str) -> Result<Board> {
        self.options.board(self.n, limit, method, instead)
    }
}

impl BoardOptions {
    /// Whether a file is named.
    pub fn is_given(&self) -> bool {
        self.board.is_some()
    }

    /// The board in the file, or an empty one for `n` queens, if `method` can take it; else the limit and what to do instead.
    pub fn board(
        &self,
        n: Option<Queens>,
        limit: u32,
        method: &'static str,
        instead: &str,
    ) -> Result<Board> {
        let board = match (n, &self.board) {
            (Some(n), _) => Board::new(n.at_most(limit, method, instead)?),
            (None, Some(file)) => input::board(file, &self.input_limit)?,
            (None, None) => unreachable!("clap wants one of both"),
        };
        if board.n() > limit {
            let (n, limit) = (board.n().into(), limit.into());
            let error = bezzel_queens::Error::TooManyQueens { n, method, limit };
            bail!("{error}; {instead}");
        }
        Ok(if self.torus { board.torus()? } else { board })
    }
}
