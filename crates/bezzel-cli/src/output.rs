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

/// What went wrong, in a sentence that says where.
pub fn sentence(error: &anyhow::Error) -> String {
    match error.downcast_ref::<io::Error>() {
        // Errors of files have their names; what has none is standard output.
        Some(bare) if error.chain().count() == 1 => format!("cannot write standard output: {bare}"),
        _ => format!("{error:#}"),
    }
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

/// Refuses a place where no file can be written, before the work for it is done.
pub fn check_file(path: &Path) -> Result<()> {
    let folder = folder(path);
    if !is_stdout(path) && !folder.is_dir() {
        bail!(
            "cannot write {}: there is no folder {}",
            path.display(),
            folder.display()
        );
    }
    if path.is_dir() {
        bail!("cannot write {}: it is a folder", path.display());
    }
    Ok(())
}

fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Writes a file whole or not at all; `-` is standard output.
pub fn write_file(
    path: &Path,
    mut write: impl FnMut(&mut dyn Write) -> io::Result<()>,
) -> Result<()> {
    if is_stdout(path) {
        let mut out = Answers::open();
        write(&mut out)?;
        out.flush()?;
        return Ok(());
    }
    check_file(path)?;
    // A link stays, what it points to is replaced.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let path = target.as_path();
    let folder = folder(path);
    let mut replace = || -> io::Result<()> {
        // Devices and pipes are written to; a file appears only when it is complete.
        if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
            let mut file = BufWriter::new(fs::OpenOptions::new().write(true).open(path)?);
            write(&mut file)?;
            return file.flush();
        }
        let mut file = tempfile::Builder::new();
        #[cfg(unix)]
        file.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let mut file = BufWriter::new(file.tempfile_in(folder)?);
        write(&mut file)?;
        file.into_inner()?.persist(path)?;
        Ok(())
    };
    replace().with_context(|| format!("cannot write {}", path.display()))
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
