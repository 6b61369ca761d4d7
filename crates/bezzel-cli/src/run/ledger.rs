//! The ledger of a command: `--ledger`, `--ledger-file`, `BEZZEL_LEDGER`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use bezzel_ledger::{Error, Postgres, Sqlite, Store};
use clap::Args;

use crate::{input, output};

/// The environment variable with the URL of a database or the name of a file.
const LEDGER_VARIABLE: &str = "BEZZEL_LEDGER";

/// The ledger of a command.
#[derive(Args)]
pub struct StoreLocation {
    /// The ledger: the SQLite file that stores the runs [default: the environment variable
    /// BEZZEL_LEDGER if it is set, otherwise runs.db in the user's state folder]
    #[arg(long, value_name = "FILE", conflicts_with = "ledger_file")]
    ledger: Option<PathBuf>,
    /// A file with the URL of the PostgreSQL database that stores the runs. The URL is not accepted
    /// on the command line because it may contain a password
    #[arg(long, value_name = "FILE-WITH-URL")]
    ledger_file: Option<PathBuf>,
}

impl StoreLocation {
    /// Returns true if `--ledger` or `--ledger-file` was given.
    pub fn is_given(&self) -> bool {
        self.ledger.is_some() || self.ledger_file.is_some()
    }

    /// Returns the ledger option as text, to be appended to a command after the name of a run.
    pub fn typed(&self) -> String {
        match (&self.ledger, &self.ledger_file) {
            (Some(path), _) => format!(" --ledger {}", path.display()),
            (None, Some(path)) => format!(" --ledger-file {}", path.display()),
            (None, None) => String::new(),
        }
    }

    /// Returns true if it is a file that does not exist.
    pub fn is_missing(&self) -> bool {
        let default = || Some(Sqlite::default_path(&input::state_folder().ok()?));
        !self.is_database()
            && self
                .ledger
                .clone()
                .or_else(default)
                .is_some_and(|path| !path.exists())
            && std::env::var(LEDGER_VARIABLE).is_err()
    }

    /// Returns true if it is a database.
    pub fn is_database(&self) -> bool {
        let named = || std::env::var(LEDGER_VARIABLE).is_ok_and(|text| is_url(&text));
        self.ledger_file.is_some() || self.ledger.is_none() && named()
    }

    /// Opens an existing ledger.
    pub fn open(&self) -> Result<Box<dyn Store>> {
        self.connect(Sqlite::existing)
    }

    /// Opens an existing ledger, even if it is damaged.
    pub fn open_damaged(&self) -> Result<Box<dyn Store>> {
        self.connect(Sqlite::damaged)
    }

    /// Opens a ledger, or creates it.
    pub fn open_or_begin(&self) -> Result<Box<dyn Store>> {
        self.connect(|path| {
            if let Some(folder) = path.parent() {
                fs::create_dir_all(folder).map_err(|source| Error::File {
                    action: "make the folder",
                    path: folder.to_owned(),
                    source,
                })?;
            }
            Sqlite::open(path)
        })
    }

    fn connect(&self, file: impl Fn(&Path) -> Result<Sqlite, Error>) -> Result<Box<dyn Store>> {
        if let Some(path) = &self.ledger {
            if is_url(&path.to_string_lossy()) {
                bail!(
                    "a URL may contain a password, and other users can see a command line: write the URL into a file for --ledger-file, or \
                     into {LEDGER_VARIABLE}"
                );
            }
            return Ok(Box::new(file(path)?));
        }
        if let Some(path) = &self.ledger_file {
            let text = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
            let text = String::from_utf8_lossy(&text);
            warn_if_public(path);
            let database = Postgres::new(&text).with_context(|| path.display().to_string())?;
            return Ok(Box::new(database));
        }
        match std::env::var(LEDGER_VARIABLE) {
            Ok(text) if is_url(&text) => {
                Ok(Box::new(Postgres::new(&text).context(LEDGER_VARIABLE)?))
            }
            Ok(path) if !path.is_empty() => Ok(Box::new(file(Path::new(&path))?)),
            _ => Ok(Box::new(file(&Sqlite::default_path(
                &input::state_folder()?,
            ))?)),
        }
    }
}

fn is_url(text: &str) -> bool {
    text.contains("://") || text.contains("host=")
}

/// Warns if other users can read a file with a password.
#[cfg(unix)]
fn warn_if_public(path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    let public = fs::metadata(path)
        .is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o077 != 0);
    if public {
        output::note(&format!(
            "other users of this machine can read {0}, which may contain a password; `chmod 600 {0}` prevents this",
            path.display()
        ));
    }
}

#[cfg(not(unix))]
fn warn_if_public(_path: &Path) {}
