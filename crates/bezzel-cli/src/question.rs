//! The board of a command: N, or a file; on the plane or on a torus.

use std::path::PathBuf;

use anyhow::{Result, bail};
use bezzel_queens::Board;
use clap::Args;

use crate::input::{self, InputLimit, QueenCount};

#[derive(Args)]
pub struct BoardArgs {
    /// The number of queens; `-` reads it from standard input
    #[arg(value_name = "N", allow_negative_numbers = true)]
    #[arg(required_unless_present = "board", conflicts_with = "board")]
    n: Option<QueenCount>,
    #[command(flatten)]
    pub options: BoardOptions,
}

/// The options of a board other than its size.
#[derive(Args)]
pub struct BoardOptions {
    /// Read the board from FILE (`-` for standard input): lines of `.` for free squares, `Q` for
    /// placed queens, `#` for blocked squares
    #[arg(long, value_name = "FILE")]
    board: Option<PathBuf>,
    /// Join opposite edges: a queen's lines wrap around the board
    #[arg(long)]
    torus: bool,
    #[command(flatten)]
    pub input_limit: InputLimit,
}

impl BoardArgs {
    /// Returns N without checking it against a limit; `None` if the board comes from a file or is a
    /// torus.
    pub fn number(&self) -> Result<Option<u64>> {
        match self.n {
            Some(n) if !self.options.torus => Ok(Some(n.number()?)),
            _ => Ok(None),
        }
    }

    /// Returns true if the board is read from standard input.
    pub fn is_stdin(&self) -> bool {
        self.n == Some(QueenCount::Asked)
            || self.options.board.as_deref().is_some_and(input::is_stdin)
    }

    /// Returns the board if `method` can take it, otherwise an error with the limit and an
    /// alternative.
    pub fn board(&self, limit: u32, method: &'static str, instead: &str) -> Result<Board> {
        self.options.board(self.n, limit, method, instead)
    }
}

impl BoardOptions {
    /// Returns true if a file was given.
    pub fn is_given(&self) -> bool {
        self.board.is_some()
    }

    /// Returns the board in the file, or an empty one for `n` queens, if `method` can take it;
    /// otherwise an error with the limit and an alternative.
    pub fn board(
        &self,
        n: Option<QueenCount>,
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
