//! Merges the shard files of a folder.

use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use bezzel::job::{Identity, Job, Outcome, Total};

use crate::close::verify;
use crate::line::Entry;
use crate::run::Record;
use crate::shard::{Contents, EXTENSION};
use crate::{Error, Shard, Store, Verdict, WorkerInfo};

/// The merged contents of the files in a folder.
pub struct Merge {
    identity: Identity,
    engine: String,
    of: u32,
    /// The units of each shard, as far as known.
    shards: Vec<Option<(u64, u64)>>,
    units: BTreeMap<u64, UnitRecord>,
    files: Vec<PathBuf>,
    /// The machine and the engine of each file.
    by: Vec<(String, String)>,
    /// The number of distinct units in the files.
    pub new: u64,
    /// The number of units found again in a copy of the same file.
    pub identical: u64,
    /// The number of units that were counted twice with the same result.
    pub confirmed: u64,
    /// The units that were counted twice with different results.
    pub conflicts: Vec<Conflict>,
}

impl std::fmt::Debug for Merge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Merge").finish_non_exhaustive()
    }
}

#[derive(Clone, Copy)]
struct UnitRecord {
    outcome: Outcome,
    weight: u32,
    file: u32,
    line: u32,
}

/// The result of merging files into a run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Merged {
    /// The units that were not counted before.
    pub new: u64,
    /// The units that the run had already, with the same count.
    pub identical: u64,
    /// The units that the run had already, with another count.
    pub conflicts: Vec<u64>,
    /// The number of units that were not merged, usually because the files contain only a part of
    /// their task.
    pub left_out: u64,
}

/// Two different counts of one unit.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Conflict {
    /// The unit.
    pub unit: u64,
    /// The file, the line and the count of each of the two results.
    pub counted: [(PathBuf, usize, u64); 2],
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [(one, line, count), (other, its_line, its_count)] = &self.counted;
        write!(
            f,
            "CONFLICT: unit {} is {count} in {}, line {line}, and {its_count} in {}, line {its_line}",
            self.unit,
            one.display(),
            other.display(),
        )
    }
}

impl Merge {
    /// Reads all shard files of a folder.
    ///
    /// # Errors
    /// If a file cannot be read or is damaged, or if files belong to different runs.
    pub fn of(folder: &Path) -> Result<Self, Error> {
        let failed = |action, path: &Path| {
            let path = path.to_owned();
            move |source| Error::File {
                action,
                path,
                source,
            }
        };
        let entries = fs::read_dir(folder).map_err(failed("read", folder))?;
        let mut paths = Vec::new();
        for entry in entries {
            let path = entry.map_err(failed("read", folder))?.path();
            if path.extension().is_some_and(|end| end == EXTENSION) {
                paths.push(path);
            }
        }
        paths.sort();
        let mut merge: Option<Self> = None;
        let mut origins = Vec::new();
        for path in paths {
            let text = fs::read(&path).map_err(failed("read", &path))?;
            let contents = Contents::read(&path, &text)?;
            // A file without a header contains nothing yet.
            let Some((header, _)) = contents.header else {
                continue;
            };
            let merge = merge.get_or_insert_with(|| Self {
                units: BTreeMap::new(),
                shards: vec![None; header.of as usize],
                identity: header.identity.clone(),
                engine: header.engine.clone(),
                of: header.of,
                files: Vec::new(),
                by: Vec::new(),
                new: 0,
                identical: 0,
                confirmed: 0,
                conflicts: Vec::new(),
            });
            if header.identity != merge.identity || header.of != merge.of {
                let counted = |identity, of| format!("{of} shards of {identity}");
                return Err(Error::AnotherRun {
                    path,
                    found: counted(&header.identity, header.of),
                    wanted: counted(&merge.identity, merge.of),
                });
            }
            merge.shards[header.shard as usize] = Some((header.first, header.end));
            merge.files.push(path);
            let host = if header.host.is_empty() {
                "files".into()
            } else {
                header.host
            };
            merge.by.push((host, header.engine));
            origins.push(header.origin);
            merge.add(contents.entries, header.first..header.end, &origins)?;
        }
        merge.ok_or_else(|| Error::NoShards {
            path: folder.to_owned(),
        })
    }

    fn add(
        &mut self,
        entries: Vec<(usize, Entry)>,
        units: std::ops::Range<u64>,
        origins: &[String],
    ) -> Result<(), Error> {
        let file = self.files.len() - 1;
        let mut here = HashSet::new();
        for (line, entry) in entries {
            let Entry {
                unit,
                outcome,
                weight,
            } = entry;
            if !units.contains(&unit) || !here.insert(unit) {
                return Err(Error::Damaged {
                    path: self.files[file].clone(),
                    line,
                    reason: format!("unit {unit} is not in this shard"),
                });
            }
            match self.units.get(&unit).copied() {
                None => {
                    self.new += 1;
                    let counted = UnitRecord {
                        outcome,
                        weight,
                        file: file as u32,
                        line: line as u32,
                    };
                    self.units.insert(unit, counted);
                }
                Some(counted) if counted.outcome.count != outcome.count => {
                    let before = (
                        self.files[counted.file as usize].clone(),
                        counted.line as usize,
                        counted.outcome.count,
                    );
                    let now = (self.files[file].clone(), line, outcome.count);
                    self.conflicts.push(Conflict {
                        unit,
                        counted: [before, now],
                    });
                }
                Some(counted) if origins[counted.file as usize] == origins[file] => {
                    self.identical += 1
                }
                Some(_) => self.confirmed += 1,
            }
        }
        Ok(())
    }

    /// Returns the identity of the job.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Returns the engine of the first file.
    pub fn engine(&self) -> &str {
        &self.engine
    }

    /// Returns the number of shards.
    pub fn shards(&self) -> u32 {
        self.of
    }

    /// Returns the numbers of the shards that are not complete, from 0.
    pub fn missing(&self) -> Vec<u32> {
        let complete =
            |&(first, end): &(u64, u64)| self.units.range(first..end).count() as u64 == end - first;
        let shards = (0..).zip(&self.shards);
        let missing = shards.filter(|(_, units)| !units.as_ref().is_some_and(complete));
        missing.map(|(number, _)| number).collect()
    }

    /// Reports the results of the files to a run, task by task, in the name of the machine and the
    /// engine that counted them. Results that the run has already are compared. They confirm
    /// nothing, since the files may be a copy.
    ///
    /// # Errors
    /// If the run is of another job, or the store cannot be reached.
    pub fn into_run(&self, store: &dyn Store, name: &str, job: &dyn Job) -> Result<Merged, Error> {
        verify(store, name, job)?;
        let mut merged = Merged::default();
        let mut known = BTreeMap::new();
        store.for_each_task(name, &mut |page| {
            if let Record::Counted(outcomes) = page.record {
                known.insert(page.first, outcomes);
            }
            Ok(())
        })?;
        for (first, outcomes) in &known {
            for (unit, outcome) in (*first..).zip(outcomes) {
                match self.units.get(&unit) {
                    Some(counted) if counted.outcome.count == outcome.count => {
                        merged.identical += 1
                    }
                    Some(_) => merged.conflicts.push(unit),
                    None => {}
                }
            }
        }
        let mut workers: BTreeMap<&(String, String), i64> = BTreeMap::new();
        let mut first = 0;
        while first < job.units() {
            if let Some(outcomes) = known.get(&first) {
                first += outcomes.len() as u64;
                continue;
            }
            // The file with the first unit of a task determines who reports it.
            let Some(counted) = self.units.get(&first) else {
                first += 1;
                continue;
            };
            let by = &self.by[counted.file as usize];
            let worker = match workers.get(by) {
                Some(worker) => *worker,
                None => {
                    let (host, engine) = by.clone();
                    let who = WorkerInfo {
                        host,
                        engine,
                        threads: 0,
                    };
                    let worker = store.enter(name, job.identity(), &who)?;
                    workers.insert(by, worker);
                    worker
                }
            };
            let Some((units, lease)) = store.take(worker, first)? else {
                first += 1;
                merged.left_out += 1;
                continue;
            };
            let counted: Vec<&UnitRecord> = self
                .units
                .range(first..first + units)
                .map(|(_, counted)| counted)
                .collect();
            match lease {
                Some(lease) if counted.len() as u64 == units => {
                    let report = crate::TaskReport {
                        lease,
                        hash: self.identity.hash,
                        weights: counted.iter().map(|counted| counted.weight).collect(),
                        outcomes: counted.iter().map(|counted| counted.outcome).collect(),
                        seconds: 0.0,
                    };
                    match store.report(worker, &report)? {
                        Verdict::Accepted => merged.new += units,
                        Verdict::Second => merged.identical += units,
                        Verdict::Revoked => merged.left_out += units,
                    }
                }
                lease => {
                    store.give_back(worker, lease.as_slice())?;
                    merged.left_out += counted.len() as u64;
                }
            }
            first += units;
        }
        for worker in workers.into_values() {
            store.beat(worker, true)?;
        }
        Ok(merged)
    }

    /// Returns the total, with the weights of the job.
    ///
    /// # Errors
    /// If the job is not the files', or a weight differs from the job's.
    pub fn total(&self, job: &dyn Job) -> Result<Total, Error> {
        if *job.identity() != self.identity {
            return Err(Error::AnotherJob {
                found: Box::new(self.identity.clone()),
                wanted: Box::new(job.identity().clone()),
            });
        }
        let mut total = Total::of(job.units());
        let mut cost = 0.0;
        for (&unit, counted) in &self.units {
            let weight = job.weight(unit);
            let damaged = |reason: String| Error::Damaged {
                path: self.files[counted.file as usize].clone(),
                line: counted.line as usize,
                reason,
            };
            if weight != counted.weight {
                let reason = format!("unit {unit} has weight {weight}, not {}", counted.weight);
                return Err(damaged(reason));
            }
            let added = total.add(unit, weight, &counted.outcome);
            added.map_err(|error| damaged(error.to_string()))?;
            cost += job.cost(unit..unit + 1);
        }
        let whole = job.cost(0..job.units());
        total.share = if total.is_complete() {
            1.0
        } else {
            (cost / whole).min(1.0)
        };
        Ok(total)
    }
}

impl Shard {
    /// Formats shard numbers as a batch scheduler's array: `3,5-7`.
    ///
    /// ```
    /// assert_eq!(bezzel_ledger::Shard::array(&[3, 5, 6, 7]), "3,5-7");
    /// ```
    pub fn array(numbers: &[u32]) -> String {
        let runs = numbers.chunk_by(|one, next| one + 1 == *next);
        let runs = runs.map(|run| match run {
            [one] => one.to_string(),
            [first, .., last] => format!("{first}-{last}"),
            [] => String::new(),
        });
        runs.collect::<Vec<_>>().join(",")
    }
}
