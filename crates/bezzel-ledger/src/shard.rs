//! A shard: a part of a job for an independent process, with its file as ledger.
//!
//! The file is only appended to. A process that is killed loses at most the line it was writing;
//! when the file is opened again an incomplete line is cut off. Lines are synced to disk every
//! second and at the end.

use std::fmt;
use std::fs::{self, File};
use std::hash::{BuildHasher, RandomState};
use std::io::{Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use bezzel::job::{ClaimSize, Fingerprint, Job, Ledger, Outcome, PendingRanges, Total, scattered};

use crate::Error;
use crate::line::{Entry, FORMAT, Header};
use crate::run::first_from;

/// Part `number`, from 0, of a job cut into `of` parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    number: u32,
    of: u32,
}

impl Shard {
    /// The largest number of parts.
    pub const MAX_SHARDS: u32 = 1_000_000;

    /// Returns part `number`, from 0, of `of`, or `None` if there is no such part.
    pub fn new(number: u32, of: u32) -> Option<Self> {
        (number < of && of <= Self::MAX_SHARDS).then_some(Self { number, of })
    }

    /// Returns its number, from 0.
    pub fn number(self) -> u32 {
        self.number
    }

    /// Returns the number of parts.
    pub fn of(self) -> u32 {
        self.of
    }

    /// Returns its units: a range of about the same expected cost for every shard.
    pub fn units(self, job: &dyn Job) -> Range<u64> {
        boundary(job, self.number, self.of)..boundary(job, self.number + 1, self.of)
    }

    /// Returns the name of its file.
    pub fn file_name(self) -> String {
        let digits = (self.of - 1).to_string().len();
        format!("shard-{:0digits$}-of-{}.{EXTENSION}", self.number, self.of)
    }
}

/// The extension of shard files.
pub(crate) const EXTENSION: &str = "shard";

/// Returns the first unit of shard `number`: the units before it have about `number / of` of the
/// job's expected cost.
fn boundary(job: &dyn Job, number: u32, of: u32) -> u64 {
    let units = job.units();
    if number == of {
        return units;
    }
    let wanted = job.cost(0..units) * f64::from(number) / f64::from(of);
    first_from(job, wanted, 0..units)
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let numbers = text
            .split_once('/')
            .filter(|(number, of)| digits(number) && digits(of))
            .and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        numbers
            .and_then(|(number, of)| Self::new(number, of))
            .ok_or_else(|| Error::NoShard { text: text.into() })
    }
}

/// The ledger of one shard, in a file.
pub struct ShardFile<'j> {
    job: &'j dyn Job,
    path: PathBuf,
    head: Fingerprint,
    /// The expected cost of its units.
    whole: f64,
    state: Mutex<State>,
}

impl std::fmt::Debug for ShardFile<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ShardFile").finish_non_exhaustive()
    }
}

struct State {
    file: File,
    /// The length of the valid part of the file.
    length: u64,
    synced: Instant,
    /// The units not yet claimed.
    waiting: PendingRanges,
    cost: f64,
    total: Total,
}

/// The longest time a line waits to be synced to disk.
const SYNC_INTERVAL: Duration = Duration::from_secs(1);

impl<'j> ShardFile<'j> {
    /// Opens the file of a shard in a folder, or creates it. Units that are in the file are not
    /// counted again.
    ///
    /// # Errors
    /// If another process uses the file, it belongs to another run, it is damaged, or it cannot be
    /// accessed.
    pub fn open(
        folder: &Path,
        job: &'j dyn Job,
        shard: Shard,
        engine: &str,
    ) -> Result<Self, Error> {
        let path = folder.join(shard.file_name());
        let failed = |action| {
            let path = path.clone();
            move |source| Error::File {
                action,
                path,
                source,
            }
        };
        fs::create_dir_all(folder).map_err(failed("make the folder of"))?;
        let mut options = File::options();
        let opened = options.read(true).write(true).create(true).truncate(false);
        let mut file = opened.open(&path).map_err(failed("open"))?;
        if file.try_lock().is_err() {
            return Err(Error::Busy { path });
        }
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(failed("read"))?;

        let units = shard.units(job);
        let mut contents = Contents::read(&path, &text)?;
        if contents.header.is_none() {
            let identity = job.identity().clone();
            let header = Header {
                format: FORMAT.into(),
                identity,
                shard: shard.number,
                of: shard.of,
                first: units.start,
                end: units.end,
                engine: engine.into(),
                origin: format!("{:016x}", RandomState::new().hash_one(std::process::id())),
                host: crate::WorkerInfo::here(engine, 1).host,
            };
            let (line, head) = header.line();
            let begin = |file: &mut File| {
                file.set_len(0)?;
                file.rewind()?;
                file.write_all(line.as_bytes())?;
                file.sync_all()?;
                // The name of the file is stored in the folder, which must be synced too.
                File::open(folder)?.sync_all()
            };
            begin(&mut file).map_err(failed("write"))?;
            contents.length = line.len() as u64;
            contents.header = Some((header, head));
        }
        let (header, head) = contents.header.expect("it was read or made");
        if header.identity != *job.identity()
            || (header.first..header.end) != units
            || (header.shard, header.of) != (shard.number, shard.of)
        {
            let recorded = |identity, number, of| format!("shard {number}/{of} of {identity}");
            return Err(Error::AnotherRun {
                found: recorded(&header.identity, header.shard, header.of),
                wanted: recorded(job.identity(), shard.number, shard.of),
                path,
            });
        }
        // The incomplete line is removed before anything is written after it.
        let cut = |file: &mut File| {
            file.set_len(contents.length)?;
            file.seek(SeekFrom::Start(contents.length))
        };
        cut(&mut file).map_err(failed("write"))?;

        let mut done = vec![false; (units.end - units.start) as usize];
        let mut total = Total::of(units.end - units.start);
        let mut cost = 0.0;
        for (number, entry) in contents.entries {
            let damaged = |reason: String| Error::Damaged {
                path: path.clone(),
                line: number,
                reason,
            };
            let Entry {
                unit,
                outcome,
                weight,
            } = entry;
            if !units.contains(&unit) {
                return Err(damaged(format!("unit {unit} is none of this shard's")));
            }
            if weight != job.weight(unit) {
                return Err(damaged(format!(
                    "unit {unit} has weight {}, not {weight}",
                    job.weight(unit)
                )));
            }
            let seen = &mut done[(unit - units.start) as usize];
            if *seen {
                return Err(damaged(format!("unit {unit} occurs twice")));
            }
            *seen = true;
            let added = total.add(unit, weight, &outcome);
            added.map_err(|error| damaged(error.to_string()))?;
            cost += job.cost(unit..unit + 1);
        }
        let whole = job.cost(units.clone());
        total.share = share(&total, cost, whole);
        Ok(Self {
            job,
            path,
            head,
            whole,
            state: Mutex::new(State {
                file,
                length: contents.length,
                synced: Instant::now(),
                waiting: stretches(units.start, &done),
                cost,
                total,
            }),
        })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // A thread that panicked had written a line completely or not at all.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn failed(&self, source: std::io::Error) -> Error {
        Error::File {
            action: "write",
            path: self.path.clone(),
            source,
        }
    }
}

fn share(total: &Total, cost: f64, whole: f64) -> f64 {
    match total.is_complete() {
        true => 1.0,
        false => (cost / whole).min(1.0),
    }
}

/// Returns the ranges of units that are not done, in the order they are assigned.
fn stretches(first: u64, done: &[bool]) -> PendingRanges {
    /// The approximate maximum number of ranges: large enough for workers to finish at about the
    /// same time, and small enough for them not to wait for each other.
    const MAX_SHARDS: usize = 4_096;
    let length = (done.len() / MAX_SHARDS).max(1);
    let mut stretches: Vec<Range<u64>> = Vec::new();
    for (unit, _) in (first..).zip(done).filter(|(_, done)| !**done) {
        match stretches.last_mut() {
            Some(last) if last.end == unit && last.end - last.start < length as u64 => {
                last.end += 1;
            }
            _ => stretches.push(unit..unit + 1),
        }
    }
    // Ranges are scattered over the shard, so that the finished ones are a fair sample from which
    // the time left can be estimated.
    let order = scattered(stretches.len());
    order.map(|number| stretches[number].clone()).collect()
}

impl Ledger for ShardFile<'_> {
    fn claim(&self, claim_size: ClaimSize) -> Result<Option<Range<u64>>, bezzel::Error> {
        let is_enough = |claim: &Range<u64>| claim_size.is_reached(self.job, claim);
        Ok(self.state().waiting.take(is_enough))
    }

    fn report(&self, unit: u64, outcome: &Outcome) -> Result<Total, bezzel::Error> {
        let weight = self.job.weight(unit);
        outcome.check(unit)?;
        let entry = Entry {
            unit,
            outcome: *outcome,
            weight,
        };
        let line = entry.line(self.head);
        let mut state = self.state();
        let state = &mut *state;
        let mut write = || {
            state.file.write_all(line.as_bytes())?;
            if state.synced.elapsed() >= SYNC_INTERVAL {
                state.file.sync_data()?;
                state.synced = Instant::now();
            }
            Ok(())
        };
        if let Err(error) = write() {
            // Remove an incomplete line, which would damage the next.
            let _ = state.file.set_len(state.length);
            let _ = state.file.seek(SeekFrom::Start(state.length));
            return Err(self.failed(error).into());
        }
        state.length += line.len() as u64;
        state.total.add(unit, weight, outcome)?;
        state.cost += self.job.cost(unit..unit + 1);
        state.total.share = share(&state.total, state.cost, self.whole);
        Ok(state.total)
    }

    fn give_back(&self, units: Range<u64>) -> Result<(), bezzel::Error> {
        self.state().waiting.give_back(units);
        Ok(())
    }

    fn total(&self) -> Result<Total, bezzel::Error> {
        let state = self.state();
        state.file.sync_data().map_err(|error| self.failed(error))?;
        Ok(state.total)
    }
}

/// The contents of a file.
pub(crate) struct Contents {
    /// The header; `None` if the file has none yet.
    pub header: Option<(Header, Fingerprint)>,
    /// The outcomes of units, each with its line number.
    pub entries: Vec<(usize, Entry)>,
    /// The length up to the last complete line.
    pub length: u64,
}

impl Contents {
    /// Parses a file. An incomplete last line is ignored.
    pub fn read(path: &Path, text: &[u8]) -> Result<Self, Error> {
        let mut contents = Self {
            header: None,
            entries: Vec::new(),
            length: 0,
        };
        for (number, line) in (1..).zip(text.split_inclusive(|&byte| byte == b'\n')) {
            let Some(line) = line.strip_suffix(b"\n") else {
                break;
            };
            let damaged = |reason: String| Error::Damaged {
                path: path.to_owned(),
                line: number,
                reason,
            };
            let text = str::from_utf8(line).map_err(|_| damaged("this is not text".into()))?;
            match &contents.header {
                None => contents.header = Some(Header::read(text).map_err(damaged)?),
                Some((_, head)) => {
                    let entry = Entry::read(text, *head).map_err(damaged)?;
                    contents.entries.push((number, entry));
                }
            }
            contents.length += line.len() as u64 + 1;
        }
        Ok(contents)
    }
}

#[cfg(test)]
mod tests {
    use bezzel::job::{Branches, Outcome};
    use bezzel_queens::Masks;

    use super::*;
    use crate::Merge;

    /// Lines with right checksums whose nodes overflow when added up.
    #[test]
    fn sums_that_overflow_are_damage_with_a_line() {
        let job = Branches::new(Masks::new(6).unwrap(), "six queens", 1, 1);
        let whole = Shard::new(0, 1).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let write = |nodes: u64| {
            let file = ShardFile::open(folder.path(), &job, whole, "masks").unwrap();
            let mut text = fs::read(&file.path).unwrap();
            for unit in 0..3 {
                let outcome = Outcome::from_parts(0, [0, 0], nodes);
                let weight = job.weight(unit);
                let entry = Entry {
                    unit,
                    outcome,
                    weight,
                };
                text.extend(entry.line(file.head).bytes());
            }
            fs::write(&file.path, text).unwrap();
        };
        let damage = || {
            let merged = Merge::of(folder.path()).and_then(|merge| merge.total(&job));
            let opened = ShardFile::open(folder.path(), &job, whole, "masks");
            let errors = [merged.unwrap_err(), opened.map(|_| ()).unwrap_err()];
            assert!(errors.iter().all(Error::is_conflict), "{errors:?}");
            assert_eq!(errors[0].to_string(), errors[1].to_string());
            fs::remove_file(folder.path().join(whole.file_name())).unwrap();
            errors[0].to_string()
        };
        write(i64::MAX as u64);
        let sum = damage();
        assert!(
            sum.contains("line 4: unit 2 has more solutions or nodes"),
            "{sum}"
        );
        write(u64::MAX);
        let number = damage();
        assert!(
            number.contains("line 2: this is not the line of a unit"),
            "{number}"
        );
    }
}
