//! Output: answers go to standard output, everything else to standard error.

use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::{Context, Result, bail};
use bezzel::job::Metric;
use serde::Serialize;

/// True if standard output was closed at the start.
static STDOUT_CLOSED: AtomicBool = AtomicBool::new(false);

/// Checks whether standard output is open. Must run before `main`, because the runtime replaces
/// closed descriptors by `/dev/null`, and output would be lost without an error.
#[cfg(unix)]
#[ctor::ctor]
fn look() {
    use std::os::fd::AsFd;
    let copy = io::stdout().as_fd().try_clone_to_owned();
    STDOUT_CLOSED.store(copy.is_err(), Relaxed);
}

/// Returns an error if standard output is closed, before any work is done.
pub fn check_stdout() -> io::Result<()> {
    if STDOUT_CLOSED.load(Relaxed) {
        return Err(io::Error::other("it is closed"));
    }
    Ok(())
}

/// Standard output, buffered; line by line on a terminal.
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
}

impl Write for Answers {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        check_stdout()?;
        self.out.write(bytes)
    }

    #[inline]
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.out.write_all(bytes)?;
        if self.prompt && bytes.ends_with(b"\n") {
            self.flush()?;
        }
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        check_stdout()?;
        self.out.flush()
    }
}

/// Prints an answer.
pub fn print(bytes: &[u8]) -> Result<()> {
    check_stdout()?;
    let mut out = io::stdout();
    out.write_all(bytes)?;
    out.flush()?;
    Ok(())
}

/// Returns an error as a sentence that names the place.
pub fn sentence(error: &anyhow::Error) -> String {
    match error.downcast_ref::<io::Error>() {
        // An I/O error without context concerns standard output; errors of files have the file's
        // name as context.
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

/// Prints a sentence on standard error.
pub fn note(sentence: &str) {
    // If standard error is closed, the error cannot be reported.
    let _ = writeln!(io::stderr(), "bezzel: {sentence}");
}

/// Prints the metrics of a job that concern users.
pub fn note_remarks(remarks: &[Metric]) {
    let sentences = remarks.iter().filter_map(|remark| remark.sentence.as_ref());
    sentences.for_each(|sentence| note(sentence));
}

/// The target of a path, after following links.
#[derive(PartialEq, Eq)]
enum OutputTarget {
    Stdout,
    Stderr,
    /// An open descriptor of this process, a device, or a pipe: written directly.
    InPlace(PathBuf),
    /// A regular file, or one that does not exist: written completely or not at all.
    File(PathBuf),
}

impl OutputTarget {
    fn of(path: &Path) -> Self {
        if path == Path::new("-") {
            return Self::Stdout;
        }
        // The largest number of links a system follows.
        const MAX_LINKS: usize = 40;
        let mut path = path.to_owned();
        for _ in 0..MAX_LINKS {
            match descriptor(&path) {
                Some(1) => return Self::Stdout,
                Some(2) => return Self::Stderr,
                Some(_) => return Self::InPlace(path),
                None => {}
            }
            let Ok(link) = fs::read_link(&path) else {
                break;
            };
            path = folder(&path).join(link);
        }
        if fs::metadata(&path).is_ok_and(|found| !found.is_file()) {
            return Self::InPlace(path);
        }
        // A file that standard output is redirected to is written through standard output.
        if path.is_file() && is_same_file(&path, Path::new("/dev/stdout")) {
            return Self::Stdout;
        }
        // The same file gets the same name, however the path was written.
        let folder = fs::canonicalize(folder(&path)).ok();
        match (folder, path.file_name()) {
            (Some(folder), Some(name)) => Self::File(folder.join(name)),
            _ => Self::File(path),
        }
    }

    /// Returns true if both targets are the same file.
    fn clashes(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::File(a), Self::File(b)) => a == b || is_same_file(a, b),
            (Self::InPlace(_), _) => false,
            _ => self == other,
        }
    }
}

/// Returns the number of the open descriptor that a path means.
fn descriptor(path: &Path) -> Option<u32> {
    let folders = ["/dev/fd", "/proc/self/fd", "/proc/thread-self/fd"];
    let name = folders
        .iter()
        .find_map(|folder| path.strip_prefix(folder).ok())?;
    name.to_str()?.parse().ok()
}

fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Returns true if two paths lead to the same file.
#[cfg(unix)]
fn is_same_file(a: &Path, b: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |path| fs::metadata(path).map(|file| (file.dev(), file.ino())).ok();
    identity(a).is_some_and(|a| Some(a) == identity(b))
}

#[cfg(not(unix))]
fn is_same_file(_: &Path, _: &Path) -> bool {
    false
}

/// Checks the output files before the work starts. Returns an error if a file cannot be written, or
/// two outputs are the same file.
pub fn check_files<'p>(paths: impl IntoIterator<Item = &'p PathBuf>) -> Result<()> {
    let mut targets: Vec<OutputTarget> = Vec::new();
    for path in paths {
        let target = OutputTarget::of(path);
        check_target(path, &target).with_context(|| format!("cannot write {}", path.display()))?;
        if targets.iter().any(|other| target.clashes(other)) {
            bail!(
                "two outputs cannot use the same file, {}",
                match target {
                    OutputTarget::Stdout => "standard output".to_owned(),
                    _ => path.display().to_string(),
                }
            );
        }
        targets.push(target);
    }
    Ok(())
}

fn check_target(path: &Path, target: &OutputTarget) -> Result<()> {
    let named_as_folder = path.as_os_str().as_encoded_bytes().ends_with(b"/");
    match target {
        OutputTarget::Stdout | OutputTarget::Stderr => {}
        OutputTarget::InPlace(path) if path.is_dir() => bail!("it is a folder"),
        OutputTarget::InPlace(_) => {}
        OutputTarget::File(_) if named_as_folder => bail!("there is no folder {}", path.display()),
        OutputTarget::File(path) if path.is_symlink() => bail!("its symbolic links form a loop"),
        OutputTarget::File(path) => {
            let folder = folder(path);
            if !folder.is_dir() {
                bail!("there is no folder {}", folder.display());
            }
            if let Ok(found) = fs::metadata(path) {
                if found.permissions().readonly() {
                    bail!("it is read-only");
                }
                File::options().write(true).open(path)?;
            }
        }
    }
    Ok(())
}

/// Writes a file, completely or not at all if it is a regular file; `-` means standard output.
pub fn write_file(
    path: &Path,
    mut write: impl FnMut(&mut dyn Write) -> io::Result<()>,
) -> Result<()> {
    let target = OutputTarget::of(path);
    let written = check_target(path, &target).and_then(|()| {
        match &target {
            OutputTarget::Stdout => {
                let mut out = Answers::open();
                write(&mut out)?;
                out.flush()?;
            }
            OutputTarget::Stderr => write(&mut io::stderr())?,
            OutputTarget::InPlace(path) => {
                // An open descriptor may be a file: append to its content.
                let appended = descriptor(path).is_some();
                let file = File::options().write(true).append(appended).open(path)?;
                let mut file = BufWriter::new(file);
                write(&mut file)?;
                file.flush()?;
            }
            OutputTarget::File(path) => replace(path, &mut write)?,
        }
        Ok(())
    });
    match target {
        // An error of standard output names it already.
        OutputTarget::Stdout => written,
        _ => written.with_context(|| format!("cannot write {}", path.display())),
    }
}

/// The temporary file that is being written.
static TEMPORARY_FILE: Mutex<Option<PathBuf>> = Mutex::new(None);

fn unfinished() -> MutexGuard<'static, Option<PathBuf>> {
    TEMPORARY_FILE
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
}

/// Removes an incomplete file before the process exits.
pub fn tidy() {
    if let Some(path) = unfinished().take() {
        // An error could not be handled at this point.
        let _ = fs::remove_file(path);
    }
}

/// Replaces a file, preserving its permissions, owner and links.
fn replace(path: &Path, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let before = fs::metadata(path).ok();
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut beside = true;
    let made = {
        // No signal may be handled between creating the file and storing its name.
        let mut unfinished = unfinished();
        let made = builder.tempfile_in(folder(path)).or_else(|error| {
            // If the folder is not writable, the temporary file is created elsewhere, since the
            // existing file may still be writable.
            beside = false;
            before.as_ref().map_or(Err(error), |_| builder.tempfile())
        });
        // The error must not name the temporary file, which the user did not choose.
        let made = made.map_err(|error| io::Error::from(error.kind()))?;
        *unfinished = Some(made.path().to_owned());
        made
    };
    let result = (|| {
        let mut file = BufWriter::new(made.as_file());
        write(&mut file)?;
        file.flush()?;
        drop(file);
        match before {
            Some(before) if !(beside && is_replaceable(&before, made.as_file())) => {
                overwrite(path, made.as_file())?;
            }
            before => {
                if let Some(before) = before {
                    made.as_file().set_permissions(before.permissions())?;
                }
                let mut unfinished = unfinished();
                made.persist(path).map_err(|error| error.error)?;
                *unfinished = None;
            }
        }
        Ok(())
    })();
    *unfinished() = None;
    result
}

/// Overwrites a file that cannot be replaced. If there is not enough space, it is left unchanged.
fn overwrite(path: &Path, mut new: &File) -> io::Result<()> {
    let mut old = File::options().read(true).write(true).open(path)?;
    let (before, after) = (old.metadata()?.len(), new.metadata()?.len());
    let mut kept = Vec::new();
    Read::by_ref(&mut old).take(after).read_to_end(&mut kept)?;
    let result = (|| {
        // First write and sync the part beyond the old length, so that a full disk is noticed
        // before old content is overwritten.
        if after > before {
            new.seek(SeekFrom::Start(before))?;
            old.seek(SeekFrom::Start(before))?;
            io::copy(&mut new, &mut old)?;
            old.sync_all()?;
        }
        new.rewind()?;
        old.rewind()?;
        io::copy(&mut Read::take(new, before), &mut old)?;
        old.set_len(after)?;
        old.sync_all()
    })();
    if result.is_err() {
        // Restoring the old content needs no new space, since it overwrites allocated space.
        old.rewind()?;
        old.write_all(&kept)?;
        old.set_len(before)?;
    }
    result
}

/// True if other processes cannot tell the new file from the old one: the old file has no other
/// hard link, and the new file has the same owner.
#[cfg(unix)]
fn is_replaceable(old: &fs::Metadata, new: &File) -> bool {
    use std::os::unix::fs::MetadataExt;
    let same = |new: fs::Metadata| (new.uid(), new.gid()) == (old.uid(), old.gid());
    old.nlink() == 1 && new.metadata().is_ok_and(same)
}

#[cfg(not(unix))]
fn is_replaceable(_: &fs::Metadata, _: &File) -> bool {
    true
}

/// Returns true if a path means standard output.
pub fn is_stdout(path: &Path) -> bool {
    OutputTarget::of(path) == OutputTarget::Stdout
}

/// Returns true if the reader of the output has closed it, which is not an error.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
