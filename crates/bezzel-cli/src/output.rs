//! Where answers and notes go: answers to standard output, everything else to standard error.

use std::fs;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde::Serialize;

/// Standard output, buffered; on a terminal every answer shows at once.
pub struct Answers {
    out: BufWriter<io::Stdout>,
    prompt: bool,
}

impl Answers {
    /// Opens standard output.
    pub fn open() -> Self {
        let stdout = io::stdout();
        Self {
            prompt: stdout.is_terminal(),
            out: BufWriter::with_capacity(1 << 16, stdout),
        }
    }

    /// Ends one answer of several.
    pub fn next(&mut self) -> io::Result<()> {
        if self.prompt {
            self.out.flush()
        } else {
            Ok(())
        }
    }
}

impl Write for Answers {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    #[inline]
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.out.write_all(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Prints an answer.
pub fn print(bytes: &[u8]) -> Result<()> {
    let mut out = io::stdout();
    out.write_all(bytes)?;
    out.flush()?;
    Ok(())
}

/// Prints a report as one line of JSON.
pub fn print_json(report: &impl Serialize) -> Result<()> {
    let mut out = Answers::open();
    serde_json::to_writer(&mut out, report).map_err(io::Error::from)?;
    writeln!(out)?;
    out.flush()?;
    Ok(())
}

/// Says something on standard error.
pub fn note(sentence: &str) {
    // Nobody is left to hear that standard error is closed.
    let _ = writeln!(io::stderr(), "bezzel: {sentence}");
}

/// Writes a file whole or not at all; `-` is standard output.
pub fn write_file(path: &Path, contents: &str) -> Result<()> {
    if is_stdout(path) {
        return print(contents.as_bytes());
    }
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    if !folder.is_dir() {
        bail!(
            "cannot write {}: there is no folder {}",
            path.display(),
            folder.display()
        );
    }
    let write = || -> io::Result<()> {
        // Devices and pipes are written to; a file appears only when it is complete.
        if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
            return fs::write(path, contents);
        }
        let mut file = tempfile::Builder::new();
        #[cfg(unix)]
        file.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let mut file = file.tempfile_in(folder)?;
        file.write_all(contents.as_bytes())?;
        file.persist(path)?;
        Ok(())
    };
    write().with_context(|| format!("cannot write {}", path.display()))
}

/// Whether a path stands for standard output.
pub fn is_stdout(path: &Path) -> bool {
    path == Path::new("-")
}

/// Whether the reader of our output went away, which is no error.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
