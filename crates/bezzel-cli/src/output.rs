//! Output: answers go to standard output, everything else to standard error.

use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::{Context, Result, bail};
use bezzel::job::Metric;
use serde::Serialize;

/// Whether standard output was closed from the start.
static CLOSED: AtomicBool = AtomicBool::new(false);

/// Runs before `main`: then the runtime has opened something harmless in the place of what was closed, and answers would be lost
/// without a word.
#[cfg(unix)]
#[ctor::ctor]
fn look() {
    use std::os::fd::AsFd;
    let copy = io::stdout().as_fd().try_clone_to_owned();
    CLOSED.store(copy.is_err(), Relaxed);
}

/// Refuses to work for an answer that nobody can get.
pub fn check_stdout() -> io::Result<()> {
    if CLOSED.load(Relaxed) {
        return Err(io::Error::other("it is closed"));
    }
    Ok(())
}

/// Standard output, buffered; on a terminal every line shows at once.
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

/// Says what a reader should know about how a job was counted.
pub fn note_remarks(remarks: &[Metric]) {
    let sentences = remarks.iter().filter_map(|remark| remark.sentence.as_ref());
    sentences.for_each(|sentence| note(sentence));
}

/// Resolves a path, following links.
#[derive(PartialEq, Eq)]
enum Target {
    Stdout,
    Stderr,
    /// Another open descriptor of this process, a device, a pipe: written to as it is.
    InPlace(PathBuf),
    /// A regular file, or one that is not there yet: written whole or not at all.
    File(PathBuf),
}

impl Target {
    fn of(path: &Path) -> Self {
        if path == Path::new("-") {
            return Self::Stdout;
        }
        // A system follows so many links at the most.
        const LINKS: usize = 40;
        let mut path = path.to_owned();
        for _ in 0..LINKS {
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
        // A file that standard output goes to already is written through it.
        if path.is_file() && is_same_file(&path, Path::new("/dev/stdout")) {
            return Self::Stdout;
        }
        // The same file has the same name, however it was written.
        let folder = fs::canonicalize(folder(&path)).ok();
        match (folder, path.file_name()) {
            (Some(folder), Some(name)) => Self::File(folder.join(name)),
            _ => Self::File(path),
        }
    }

    /// Whether both lead to one file.
    fn clashes(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::File(a), Self::File(b)) => a == b || is_same_file(a, b),
            (Self::InPlace(_), _) => false,
            _ => self == other,
        }
    }
}

/// The number of the open file that a path stands for.
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

/// Whether two names are links to one file.
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

/// Refuses places where no file can be written, and two files in one place, before the work for them is done.
pub fn check_files<'p>(paths: impl IntoIterator<Item = &'p PathBuf>) -> Result<()> {
    let mut targets: Vec<Target> = Vec::new();
    for path in paths {
        let target = Target::of(path);
        check_target(path, &target).with_context(|| format!("cannot write {}", path.display()))?;
        if targets.iter().any(|other| target.clashes(other)) {
            bail!(
                "two files cannot go to one place, {}",
                match target {
                    Target::Stdout => "standard output".to_owned(),
                    _ => path.display().to_string(),
                }
            );
        }
        targets.push(target);
    }
    Ok(())
}

fn check_target(path: &Path, target: &Target) -> Result<()> {
    let named_as_folder = path.as_os_str().as_encoded_bytes().ends_with(b"/");
    match target {
        Target::Stdout | Target::Stderr => {}
        Target::InPlace(path) if path.is_dir() => bail!("it is a folder"),
        Target::InPlace(_) => {}
        Target::File(_) if named_as_folder => bail!("there is no folder {}", path.display()),
        Target::File(path) if path.is_symlink() => bail!("its links lead in a circle"),
        Target::File(path) => {
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

/// Writes a file, whole or not at all if it is a regular one; `-` is standard output.
pub fn write_file(
    path: &Path,
    mut write: impl FnMut(&mut dyn Write) -> io::Result<()>,
) -> Result<()> {
    let target = Target::of(path);
    let written = check_target(path, &target).and_then(|()| {
        match &target {
            Target::Stdout => {
                let mut out = Answers::open();
                write(&mut out)?;
                out.flush()?;
            }
            Target::Stderr => write(&mut io::stderr())?,
            Target::InPlace(path) => {
                // What is open already may be a file: nothing that is in it is lost.
                let appended = descriptor(path).is_some();
                let file = File::options().write(true).append(appended).open(path)?;
                let mut file = BufWriter::new(file);
                write(&mut file)?;
                file.flush()?;
            }
            Target::File(path) => replace(path, &mut write)?,
        }
        Ok(())
    });
    match target {
        // Standard output is named where it fails.
        Target::Stdout => written,
        _ => written.with_context(|| format!("cannot write {}", path.display())),
    }
}

/// The file that is being written, under a name of its own, until it is complete.
static UNFINISHED: Mutex<Option<PathBuf>> = Mutex::new(None);

fn unfinished() -> MutexGuard<'static, Option<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes what is half written, before the process ends in the middle of something.
pub fn tidy() {
    if let Some(path) = unfinished().take() {
        // Nobody could do anything about a failure any more.
        let _ = fs::remove_file(path);
    }
}

/// Puts something new in the place of a file, which keeps its permissions, its owner and its links.
fn replace(path: &Path, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let before = fs::metadata(path).ok();
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut beside = true;
    let made = {
        // Between the making of the file and its being known no signal may come.
        let mut unfinished = unfinished();
        let made = builder.tempfile_in(folder(path)).or_else(|error| {
            // In a folder that takes no new files an old one may still be written.
            beside = false;
            before.as_ref().map_or(Err(error), |_| builder.tempfile())
        });
        // The error names the temporary file, which no user knows.
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

/// Copies a file over another one that cannot be replaced. If there is no room, the other one stays as it is.
fn overwrite(path: &Path, mut new: &File) -> io::Result<()> {
    let mut old = File::options().read(true).write(true).open(path)?;
    let (before, after) = (old.metadata()?.len(), new.metadata()?.len());
    let mut kept = Vec::new();
    Read::by_ref(&mut old).take(after).read_to_end(&mut kept)?;
    let result = (|| {
        // What needs new room comes first, on the disk and not only in its cache.
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
        // All of this has its room already.
        old.rewind()?;
        old.write_all(&kept)?;
        old.set_len(before)?;
    }
    result
}

/// True if replacing the file by a new one is invisible to others: it has no other hard link and keeps its owner.
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

/// Whether a path stands for standard output.
pub fn is_stdout(path: &Path) -> bool {
    Target::of(path) == Target::Stdout
}

/// Whether the reader of our output went away, which is no error.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
