//! Input from users: numbers of queens, files, standard input.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use bezzel::Named;
use bezzel_queens::Board;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::memory;

/// A number of queens, given as an argument or on standard input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QueenCount {
    /// The number given as an argument.
    Given(u64),
    /// The number is read from standard input.
    Asked,
}

impl FromStr for QueenCount {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        match text {
            "-" => Ok(Self::Asked),
            _ => whole_number(text).map(Self::Given),
        }
    }
}

impl QueenCount {
    /// Returns the number; reads it from standard input if necessary.
    pub fn number(self) -> Result<u64> {
        match self {
            Self::Given(n) => Ok(n),
            Self::Asked => {
                // Numbers are short; longer input is not a number.
                const MAX_INPUT: u64 = 1 << 10;
                let mut text = String::new();
                io::stdin()
                    .take(MAX_INPUT)
                    .read_to_string(&mut text)
                    .context("cannot read N from standard input")?;
                if text.len() as u64 == MAX_INPUT {
                    bail!("standard input must contain N and nothing else");
                }
                whole_number(text.trim()).context("standard input must contain N")
            }
        }
    }

    /// Returns the number if `method` can take it, otherwise an error with the limit and an
    /// alternative.
    pub fn at_most(self, limit: u32, method: &'static str, instead: &str) -> Result<u32> {
        let n = self.number()?;
        match u32::try_from(n) {
            Ok(small) if small <= limit => Ok(small),
            _ => {
                let limit = limit.into();
                let error = bezzel_queens::Error::TooManyQueens { n, method, limit };
                bail!("{error}; {instead}")
            }
        }
    }
}

/// Parses a whole number, 0 or more.
pub fn whole_number(text: &str) -> Result<u64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        let start: String = text.chars().take(20).collect();
        let more = if start.len() < text.len() { "…" } else { "" };
        bail!(
            "\"{}{more}\" is not a whole number like 8",
            start.escape_debug()
        );
    }
    if digits.len() < text.len() {
        bail!("{text} is negative; it must be 0 or more");
    }
    text.parse().map_err(|_| anyhow!("{text} is too large"))
}

/// Parses a rate. Whether it is between 0 and 1 is checked later.
pub fn rate(text: &str) -> Result<f64> {
    let rate = text.parse().ok();
    rate.with_context(|| format!("{text:?} is not a number like 0.5"))
}

/// Parses a time in seconds.
pub fn seconds(text: &str) -> Result<Duration> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| !seconds.is_nan());
    match seconds.with_context(|| format!("{text:?} is not a number of seconds like 10 or 0.5"))? {
        negative if negative < 0.0 => bail!("{text} is negative; it must be 0 or more"),
        // A time too long to represent means no limit.
        given => Ok(Duration::try_from_secs_f64(given).unwrap_or(Duration::MAX)),
    }
}

/// Parses a duration like 90 (seconds), 30m, 8h or 2d.
pub fn length_of_time(text: &str) -> Result<Duration> {
    let (number, unit) = match text.char_indices().last() {
        Some((at, 's')) => (&text[..at], 1.0),
        Some((at, 'm')) => (&text[..at], 60.0),
        Some((at, 'h')) => (&text[..at], 3_600.0),
        Some((at, 'd')) => (&text[..at], 86_400.0),
        _ => (text, 1.0),
    };
    match number.parse::<f64>() {
        Ok(number) if number >= 0.0 => {
            Ok(Duration::try_from_secs_f64(number * unit).unwrap_or(Duration::MAX))
        }
        _ => bail!("{text:?} is not a duration like 90, 30m, 8h or 2d"),
    }
}

/// Reads the board in a file.
pub fn board(file: &Path, limit: &InputLimit) -> Result<Board> {
    let bytes = limit.read(file)?;
    Board::read(&bytes).with_context(|| name(file))
}

/// Returns a parser for the names of an enum.
pub fn named<T: Named + Send + Sync>() -> impl TypedValueParser<Value = T> {
    let value = |choice: T| PossibleValue::new(choice.name()).help(choice.about());
    PossibleValuesParser::new(T::all().map(value))
        .map(|name| T::named(&name).expect("clap accepts known names only"))
}

/// How much of a file is read.
#[derive(Args)]
pub struct InputLimit {
    /// Read at most this many MiB of a file [default: 1024, or half of the free memory if that is
    /// less]
    #[arg(long = "max-input", value_name = "MIB")]
    #[arg(allow_negative_numbers = true, value_parser = whole_number)]
    mebibytes: Option<u64>,
}

impl InputLimit {
    const DEFAULT_MIB: u64 = 1 << 30;

    /// Returns the largest number of bytes of a file, also after decompression.
    pub fn bytes(&self) -> u64 {
        match self.mebibytes {
            Some(mebibytes) => mebibytes.saturating_mul(1 << 20),
            None => Self::DEFAULT_MIB.min(memory::half_of_free()),
        }
    }

    /// Reads a file, or standard input for `-`.
    pub fn read(&self, path: &Path) -> Result<Vec<u8>> {
        let most = self.bytes();
        let mut bytes = Vec::new();
        let one_more = most.saturating_add(1);
        let read = if is_stdin(path) {
            io::stdin().take(one_more).read_to_end(&mut bytes)
        } else {
            File::open(path).and_then(|file| file.take(one_more).read_to_end(&mut bytes))
        };
        read.with_context(|| format!("cannot read {}", name(path)))?;
        if bytes.len() as u64 > most {
            bail!(
                "{} has more than {} MiB; --max-input raises the limit",
                name(path),
                most >> 20
            );
        }
        Ok(bytes)
    }
}

/// Returns true if a path means standard input.
pub fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

/// Returns the user's state folder of this program (XDG).
pub fn state_folder() -> Result<PathBuf> {
    let absolute = |name| {
        let path = std::env::var_os(name).map(PathBuf::from);
        path.filter(|path| path.is_absolute())
    };
    let state = absolute("XDG_STATE_HOME").or_else(|| Some(absolute("HOME")?.join(".local/state")));
    let state =
        state.context("there is no state folder: neither XDG_STATE_HOME nor HOME is set")?;
    Ok(state.join("bezzel"))
}

/// Returns the name of a file for messages.
pub fn name(path: &Path) -> String {
    if is_stdin(path) {
        return "standard input".to_owned();
    }
    path.display().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        assert_eq!("8".parse::<QueenCount>().unwrap(), QueenCount::Given(8));
        assert_eq!("-".parse::<QueenCount>().unwrap(), QueenCount::Asked);
        for wrong in [
            "",
            "8x",
            "x",
            "3.5",
            "+4",
            "-1",
            " 8",
            "99999999999999999999",
        ] {
            assert!(wrong.parse::<QueenCount>().is_err(), "{wrong}");
        }
    }
}
