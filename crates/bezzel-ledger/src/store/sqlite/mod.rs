//! Runs in one file, for the processes of one machine.

mod rules;

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use bezzel::Named;
use bezzel::job::{ClaimSize, Fingerprint, Identity, Outcome};
use rusqlite::functions::FunctionFlags;
use rusqlite::types::ValueRef;
use rusqlite::{
    Connection, ErrorCode, OpenFlags, OptionalExtension, Row, TransactionBehavior, named_params,
    params,
};

use self::rules::{IS_INTACT_SQL, RunRow, Transact, refused, unpacked};
use super::Store;
use crate::close::Confirmations;
use crate::run::{
    Audit, Lease, PartyScope, Record, Run, Standing, State, Task, TaskRecord, TaskReport, Verdict,
    WorkerInfo,
};
use crate::{Error, Status};

/// A store in an SQLite file.
pub struct Sqlite {
    path: PathBuf,
    connection: Mutex<Connection>,
    /// Returns the time, in seconds since 1970.
    clock: fn() -> f64,
}

impl std::fmt::Debug for Sqlite {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sqlite").finish_non_exhaustive()
    }
}

/// The advice for a damaged file.
const DAMAGE_ADVICE: &str = "`bezzel run repair NAME` repairs it as far as possible, `bezzel run export NAME --out DIR` saves the intact results";

/// The version of the tables.
const VERSION: i64 = 2;
const SCHEMA: &str = include_str!("schema.sql");

/// How to open a file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Opening {
    /// The file is created if it does not exist.
    Begin,
    /// The file must exist and be intact.
    Existing,
    /// The file must exist, but may be damaged.
    Damaged,
}

impl Sqlite {
    /// Opens a file of runs, or creates it.
    ///
    /// # Errors
    /// If the file is not a ledger, is damaged, or cannot be accessed.
    pub fn open(path: &Path) -> Result<Self, Error> {
        Self::connect(path, Opening::Begin)
    }

    /// Opens an existing file of runs; read-only if it cannot be written.
    ///
    /// # Errors
    /// If the file is not a ledger, is damaged, or cannot be accessed.
    pub fn existing(path: &Path) -> Result<Self, Error> {
        Self::connect(path, Opening::Existing)
    }

    /// Opens a file of runs that may be damaged, to repair or export it.
    ///
    /// # Errors
    /// If the file is not a ledger, or cannot be accessed.
    pub fn damaged(path: &Path) -> Result<Self, Error> {
        Self::connect(path, Opening::Damaged)
    }

    fn connect(path: &Path, opening: Opening) -> Result<Self, Error> {
        let refused = |reason: String| Error::Refused { reason };
        let wrong = |error: rusqlite::Error| match Error::from(error) {
            Error::DamagedLedger { reason } => Error::DamagedLedger {
                reason: format!("{}: {reason}", path.display()),
            },
            error => Error::Store {
                reason: format!("cannot open the ledger {}: {error}", path.display()),
            },
        };
        if opening != Opening::Begin && !path.exists() {
            return Err(refused(format!(
                "there is no ledger {}; `bezzel run start` creates one, --ledger names another",
                path.display()
            )));
        }
        let mut flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        if opening == Opening::Begin {
            flags |= OpenFlags::SQLITE_OPEN_CREATE;
        }
        let opened = Connection::open_with_flags(path, flags).and_then(|mut connection| {
            let version = prepare(&mut connection)?;
            Ok((connection, version))
        });
        let (connection, version) = match opened {
            Err(error) if is_read_only(&error) && opening != Opening::Begin => {
                read_only(path).map_err(wrong)?
            }
            opened => opened.map_err(wrong)?,
        };
        if version != VERSION {
            return Err(refused(match version {
                1..VERSION => format!(
                    "{} is a ledger of an earlier bezzel (version {version}, not {VERSION}): with the bezzel that began it, \
                     `bezzel run export NAME --out DIR` saves what it has counted; `bezzel run start` with another --ledger and \
                     `bezzel run merge DIR --into NAME` go on with it",
                    path.display()
                ),
                _ => format!(
                    "{} is no ledger of this version of bezzel ({version}, not {VERSION})",
                    path.display()
                ),
            }));
        }
        let store = Self {
            path: path.to_owned(),
            connection: Mutex::new(connection),
            clock: || {
                let now = SystemTime::now().duration_since(UNIX_EPOCH);
                now.unwrap_or_default().as_secs_f64()
            },
        };
        if opening != Opening::Damaged {
            store.read(|sql| sql.look_over(path))?;
        }
        Ok(store)
    }

    /// Returns the default file of a user, in their state folder.
    pub fn default_path(state_folder: &Path) -> PathBuf {
        state_folder.join("runs.db")
    }

    fn write<T>(&self, work: impl FnOnce(&Transact<'_>) -> Result<T, Error>) -> Result<T, Error> {
        // If the file was deleted while open, the system would accept writes to it, and they would
        // be lost.
        if !self.path.exists() {
            return Err(refused(format!(
                "the ledger {} is gone",
                self.path.display()
            )));
        }
        let mut connection = self
            .connection
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let begun = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let transact = Transact {
            now: (self.clock)(),
            sql: &begun,
        };
        let answer = work(&transact)?;
        begun.commit()?;
        Ok(answer)
    }

    fn read<T>(&self, work: impl FnOnce(&Transact<'_>) -> Result<T, Error>) -> Result<T, Error> {
        let mut connection = self
            .connection
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let begun = connection.transaction_with_behavior(TransactionBehavior::Deferred)?;
        work(&Transact {
            now: (self.clock)(),
            sql: &begun,
        })
    }

    /// Returns the store with another clock.
    #[cfg(test)]
    fn with_clock(mut self, clock: fn() -> f64) -> Self {
        self.clock = clock;
        self
    }
}

/// Creates missing tables. Returns the version of the tables.
fn prepare(connection: &mut Connection) -> rusqlite::Result<i64> {
    settle(connection)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    let begun = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let version: i64 = begun.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let tables: i64 =
        begun.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    if tables == 0 {
        begun.execute_batch(SCHEMA)?;
    }
    begun.commit()?;
    Ok(if tables == 0 { VERSION } else { version })
}

/// Sets up a connection.
fn settle(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(Duration::from_secs(20))?;
    connection.set_prepared_statement_cache_capacity(64);
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    for (name, arguments) in [("run_checksum", 7), ("outcome_checksum", 8)] {
        connection.create_scalar_function(name, arguments, flags, |values| {
            let mut checksum = Fingerprint::default();
            for at in 0..values.len() {
                take_in(&mut checksum, values.get_raw(at));
            }
            Ok(checksum.to_bits() as i64)
        })?;
    }
    Ok(())
}

/// Adds a value to a checksum in a prefix-free encoding.
fn take_in(checksum: &mut Fingerprint, value: ValueRef<'_>) {
    let (kind, bytes): (u8, Cow<'_, [u8]>) = match value {
        ValueRef::Null => (0, Cow::Borrowed(&[])),
        ValueRef::Integer(number) => (1, number.to_le_bytes().to_vec().into()),
        ValueRef::Real(number) => (2, number.to_le_bytes().to_vec().into()),
        ValueRef::Text(text) => (3, text.into()),
        ValueRef::Blob(bytes) => (4, bytes.into()),
    };
    checksum.add(&[kind]);
    checksum.add(&(bytes.len() as u64).to_le_bytes());
    checksum.add(&bytes);
}

/// Returns true if opening a file failed because its folder is read-only.
fn is_read_only(error: &rusqlite::Error) -> bool {
    matches!(
        error.sqlite_error_code(),
        Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied)
    )
}

/// Opens a file in a read-only folder. A write-ahead log can only be read if its index file exists;
/// without a log the file is opened as immutable.
fn read_only(path: &Path) -> rusqlite::Result<(Connection, i64)> {
    let open = |options: &str| {
        let encoded = path.to_string_lossy();
        let encoded = encoded
            .replace('%', "%25")
            .replace('?', "%3f")
            .replace('#', "%23");
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
            | OpenFlags::SQLITE_OPEN_NO_MUTEX
            | OpenFlags::SQLITE_OPEN_URI;
        let connection =
            Connection::open_with_flags(format!("file:{encoded}?mode=ro{options}"), flags)?;
        settle(&connection)?;
        let version = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
        Ok((connection, version))
    };
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    let has_log = std::fs::metadata(log).is_ok_and(|log| log.len() > 0);
    match open("") {
        Err(error) if is_read_only(&error) && !has_log => open("&immutable=1"),
        opened => opened,
    }
}

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(
                ErrorCode::DatabaseBusy
                | ErrorCode::DatabaseLocked
                | ErrorCode::DiskFull
                | ErrorCode::SystemIoFailure,
            ) => Self::Unreachable {
                reason: format!("the ledger cannot be written: {error}"),
            },
            Some(ErrorCode::ReadOnly) => Self::Refused {
                reason: "the ledger is on a disk, or in a folder, that is read-only".into(),
            },
            // Records that violate a constraint or have the wrong type.
            Some(
                ErrorCode::DatabaseCorrupt
                | ErrorCode::ConstraintViolation
                | ErrorCode::TypeMismatch,
            )
            | None => Self::DamagedLedger {
                reason: format!("the ledger is damaged: {error}; {DAMAGE_ADVICE}"),
            },
            _ => Self::Store {
                reason: format!("unexpected answer of the ledger: {error}"),
            },
        }
    }
}

impl Store for Sqlite {
    fn start(&self, run: &Run, tasks: &mut dyn Iterator<Item = Task>) -> Result<(), Error> {
        self.write(|sql| {
            let Run { name, rules, .. } = run;
            if rules.apart == PartyScope::Host {
                return Err(refused(
                    "the processes of a file are on one machine, whatever they call it: --apart host goes with a database".into(),
                ));
            }
            if sql.run("name", name)?.is_some() {
                return Err(refused(format!("there is a run named {name} already")));
            }
            let identity = serde_json::to_string(&run.identity).unwrap_or_default();
            sql.execute(
                "INSERT INTO run (name, identity, engine, units, cost, apart, share, probation, patience, deadline, slowness, swept, opened, checksum)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?12, run_checksum(?1, ?2, ?3, ?4, ?5, NULL, NULL))",
                params![
                    name,
                    identity,
                    run.engine,
                    run.identity.units,
                    run.cost,
                    rules.apart.name(),
                    rules.share,
                    rules.probation,
                    rules.patience,
                    rules.deadline,
                    rules.slowness,
                    sql.now
                ],
            )?;
            sql.insert(sql.sql.last_insert_rowid(), tasks)
        })
    }

    fn list(&self) -> Result<Vec<String>, Error> {
        self.read(|sql| sql.column("SELECT name FROM run ORDER BY id", []))
    }

    fn look(&self, name: &str) -> Result<Run, Error> {
        self.read(|sql| Ok(sql.named(name)?.run))
    }

    fn status(&self, name: &str) -> Result<Status, Error> {
        self.read(|sql| {
            let known = sql.named(name)?;
            let figures = sql.figures(&known)?;
            Ok(Status::of(known.run, figures))
        })
    }

    fn map(&self, name: &str, stretches: u32) -> Result<Vec<f64>, Error> {
        self.read(|sql| {
            let known = sql.named(name)?;
            sql.column(
                "SELECT avg(state = 2) FROM (
                   SELECT state, (row_number() OVER (ORDER BY first) - 1) * min(?2, count(*) OVER ()) / count(*) OVER () AS stretch
                   FROM task WHERE run = ?1 AND audits IS NULL)
                 GROUP BY stretch ORDER BY stretch",
                params![known.id, stretches],
            )
        })
    }

    fn set_state(&self, name: &str, state: State) -> Result<(), Error> {
        self.write(|sql| {
            let known = sql.named(name)?;
            if known.run.state == State::Closed {
                return Err(refused(format!("run {name} is closed")));
            }
            let state = if state == State::Paused {
                "paused"
            } else {
                "open"
            };
            sql.execute(
                "UPDATE run SET state = ?1 WHERE id = ?2",
                params![state, known.id],
            )?;
            Ok(())
        })
    }

    fn audit(&self, name: &str, audit: &Audit) -> Result<u64, Error> {
        self.write(|sql| {
            let RunRow { id, run } = sql.named(name)?;
            if run.state == State::Closed {
                return Err(refused(format!("run {name} is closed")));
            }
            match audit {
                Audit::Share(share) => {
                    let before = run.rules.share;
                    sql.execute(
                        "UPDATE run SET share = ?1 WHERE id = ?2",
                        params![share, id],
                    )?;
                    if *share < before {
                        sql.drop_audits(
                            id,
                            "t.reason IN ('chance', 'newcomer')",
                            "",
                            share / before,
                        )?;
                        return Ok(0);
                    }
                    let more = if before < 1.0 {
                        (share - before) / (1.0 - before)
                    } else {
                        1.0
                    };
                    sql.add_audits(id, "1", "", more)
                }
                Audit::Party(party) => {
                    let known: i64 = sql.one(
                        "SELECT count(*) FROM party WHERE run = ?1 AND name = ?2",
                        params![id, party],
                    )?;
                    if known == 0 {
                        return Err(refused(format!("no party of run {name} is called {party}")));
                    }
                    sql.add_audits(id, "l.party = ?2", party, 1.0)
                }
            }
        })
    }

    fn for_each_task(
        &self,
        name: &str,
        page: &mut dyn FnMut(TaskRecord) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.read(|sql| {
            let known = sql.named(name)?;
            let mut statement = sql.sql.prepare_cached(&format!(
                "SELECT t.id, t.first, t.units, t.weights, t.state, o.counts, o.a, o.b, o.nodes, {IS_INTACT_SQL}
                 FROM run r JOIN task t ON t.run = r.id AND t.audits IS NULL
                 LEFT JOIN lease l ON l.id = t.lease AND l.root = t.id AND l.fate IN ('accepted', 'second')
                 LEFT JOIN outcome o ON o.lease = l.id
                 WHERE r.id = ?1 ORDER BY t.first"
            ))?;
            let mut rows = statement.query([known.id])?;
            while let Some(row) = rows.next()? {
                page(read_page(row)?)?;
            }
            Ok(())
        })
    }

    fn verify(&self, name: &str) -> Result<(), Error> {
        self.read(|sql| {
            sql.check_tables(&self.path)?;
            sql.check_file(&self.path, None)?;
            sql.named(name).map(drop)
        })
    }

    /// Everyone who can write the file is trusted and logins are not distinguished, so all
    /// confirmations count as those of one login.
    fn confirmations(&self, name: &str) -> Result<Confirmations, Error> {
        self.read(|sql| {
            let known = sql.named(name)?;
            let by_one_login = sql.one(
                &format!(
                    "SELECT coalesce(sum(t.units), 0) FROM run r JOIN task t ON t.run = r.id JOIN outcome c ON c.lease = t.lease
                     WHERE r.id = ?1 AND t.audits IS NULL AND t.state = 2 AND 2 <= (
                       SELECT count(DISTINCT l.party) FROM lease l JOIN outcome o ON o.lease = l.id
                       WHERE l.root = t.id AND l.fate IN ('accepted', 'second') AND o.counts = c.counts AND {IS_INTACT_SQL})"
                ),
                [known.id],
            )?;
            Ok(Confirmations {
                by_one_login,
                ..Confirmations::default()
            })
        })
    }

    fn replace(
        &self,
        name: &str,
        damaged: &[i64],
        tasks: &mut dyn Iterator<Item = Task>,
    ) -> Result<(), Error> {
        self.write(|sql| {
            let RunRow { id, run } = sql.named(name)?;
            if run.state == State::Closed {
                return Err(refused(format!("run {name} is closed")));
            }
            sql.drop_tasks(damaged)?;
            sql.insert(id, tasks)?;
            sql.recount(id)
        })
    }

    fn close(&self, name: &str, total: &str, certified: &str) -> Result<(), Error> {
        self.write(|sql| {
            let known = sql.named(name)?;
            let id = known.id;
            let figures = sql.figures(&known)?;
            Status::of(known.run, figures).check_closing(total)?;
            sql.execute(
                "UPDATE run SET state = 'closed', total = ?1, certified = ?2, closed = ?3,
                 checksum = run_checksum(name, identity, engine, units, cost, ?1, ?2) WHERE id = ?4",
                params![total, certified, sql.now, id],
            )?;
            Ok(())
        })
    }

    fn enter(&self, name: &str, job: &Identity, who: &WorkerInfo) -> Result<i64, Error> {
        self.write(|sql| {
            let RunRow { id, run } = sql.named(name)?;
            if *job != run.identity {
                return Err(refused(format!("run {name} is of another job: {}, not {job}", run.identity)));
            }
            let login = ["USER", "LOGNAME"].iter().find_map(|name| std::env::var(name).ok());
            let login = login.unwrap_or_else(|| "user".into());
            let WorkerInfo { host, engine, threads } = who;
            let party = match run.rules.apart {
                PartyScope::Login => login.clone(),
                PartyScope::Host => format!("{login}@{host}"),
                // All processes of a file are on one machine, whatever host they report.
                PartyScope::Engine => format!("{login}/{engine}"),
            };
            sql.execute("INSERT INTO party (run, name) VALUES (?1, ?2) ON CONFLICT DO NOTHING", params![id, party])?;
            sql.execute(
                "INSERT INTO worker (run, party, login, host, engine, threads, joined, seen) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7)",
                params![id, party, login, host, engine, threads, sql.now],
            )?;
            Ok(sql.sql.last_insert_rowid())
        })
    }

    fn claim(&self, worker: i64, request: i64, claim_size: ClaimSize) -> Result<Vec<Lease>, Error> {
        self.write(|sql| {
            let me = sql.worker(worker)?;
            let lease = |row: &Row<'_>| {
                let (first, units): (u64, u64) = (row.get(1)?, row.get(2)?);
                Ok(Lease {
                    id: row.get(0)?,
                    units: first..first + units,
                })
            };
            let given: Vec<Lease> = {
                let mut statement = sql.sql.prepare_cached(
                    "SELECT l.id, t.first, t.units FROM lease l JOIN task t ON t.id = l.task
                     WHERE l.worker = ?1 AND l.request = ?2 AND l.fate IS NULL ORDER BY t.first",
                )?;
                let rows = statement.query_map([worker, request], lease)?;
                rows.collect::<Result<_, _>>()?
            };
            if !given.is_empty() {
                return Ok(given);
            }
            sql.expire_leases(me.run)?;
            sql.execute("UPDATE worker SET seen = ?1, gone = NULL WHERE id = ?2", params![sql.now, worker])?;
            if sql.standing(&me)? != Standing::Open {
                return Ok(Vec::new());
            }
            // A claim is a small part of the remaining work, so that finished tasks are a fair
            // sample and all workers finish at the same time.
            let RunRow { run, .. } = sql.numbered(me.run)?;
            let most: f64 = sql.one(
                "SELECT (?2 - total(cost)) / (32 * max(1, total(CASE WHEN gone IS NULL AND seen > ?3 THEN threads END))) FROM worker WHERE run = ?1",
                params![me.run, run.cost, sql.now - run.rules.patience],
            )?;
            let audit_first = sql.chance()? < 0.5;
            let mut next = sql.next_task(&me, audit_first)?;
            if next.is_none() {
                next = sql.next_task(&me, !audit_first)?;
            }
            let (mut leases, mut eaten, mut units) = (Vec::new(), 0.0, 0);
            while let Some(task) = next {
                leases.push(Lease {
                    id: sql.lease(&me, task.id, task.audits.unwrap_or(task.id), request)?,
                    units: task.first..task.first + task.units,
                });
                eaten += task.cost;
                units += task.units;
                if units >= claim_size.units && eaten >= claim_size.cost.min(most) {
                    break;
                }
                next = sql.following(&me, &task)?;
            }
            Ok(leases)
        })
    }

    fn take(&self, worker: i64, unit: u64) -> Result<Option<(u64, Option<i64>)>, Error> {
        self.write(|sql| {
            let me = sql.worker(worker)?;
            let found: Option<(i64, u64)> = sql
                .sql
                .prepare_cached("SELECT id, units FROM task WHERE run = ?1 AND first = ?2 AND audits IS NULL")?
                .query_row(params![me.run, unit], |row| Ok((row.get(0)?, row.get(1)?)))
                .optional()?;
            let Some((task, units)) = found else {
                return Ok(None);
            };
            let task_report: i64 = sql.one(
                "SELECT count(*) FROM lease WHERE root = ?1 AND party = ?2 AND fate IN ('accepted', 'second', 'revoked')",
                params![task, me.party],
            )?;
            if task_report > 0 {
                return Ok(Some((units, None)));
            }
            Ok(Some((units, Some(sql.lease(&me, task, task, 0)?))))
        })
    }

    fn report(&self, worker: i64, task_report: &TaskReport) -> Result<Verdict, Error> {
        self.write(|sql| {
            let me = sql.worker(worker)?;
            sql.report(&me, task_report)
        })
    }

    fn give_back(&self, worker: i64, leases: &[i64]) -> Result<(), Error> {
        self.write(|sql| {
            sql.worker(worker)?;
            for lease in leases {
                sql.end_leases(
                    "returned",
                    "l.worker = :worker AND l.id = :lease",
                    named_params! {":worker": worker, ":lease": lease},
                )?;
            }
            Ok(())
        })
    }

    fn beat(&self, worker: i64, leaving: bool) -> Result<Standing, Error> {
        self.write(|sql| {
            let me = sql.worker(worker)?;
            sql.execute(
                "UPDATE worker SET seen = ?1, gone = CASE WHEN ?2 THEN ?1 END WHERE id = ?3",
                params![sql.now, leaving, worker],
            )?;
            if leaving {
                sql.end_leases(
                    "returned",
                    "l.worker = :worker",
                    named_params! {":worker": worker},
                )?;
            } else {
                sql.expire_leases(me.run)?;
            }
            sql.standing(&me)
        })
    }
}

/// Returns a stored task. A record that cannot be parsed is damaged.
fn read_page(row: &Row<'_>) -> rusqlite::Result<TaskRecord> {
    let list = |at: usize| -> Option<Vec<u64>> {
        let bytes = row.get_ref(at).ok()?.as_blob().ok()?;
        Some(unpacked(bytes).collect())
    };
    let outcomes = || -> Option<Vec<Outcome>> {
        let residues = list(6)?.into_iter().zip(list(7)?);
        let outcomes = list(5)?.into_iter().zip(residues).zip(list(8)?);
        let outcome =
            |((count, (a, b)), nodes)| Outcome::from_parts(count, [a as u32, b as u32], nodes);
        Some(outcomes.map(outcome).collect())
    };
    let record = match (row.get::<_, u32>(4), row.get::<_, Option<bool>>(9)?) {
        (Ok(0 | 1), _) => Record::Open,
        (Ok(2), Some(true)) => match outcomes() {
            Some(outcomes) => Record::Counted(outcomes),
            None => Record::Damaged("their outcomes cannot be read"),
        },
        (Ok(2), Some(false)) => Record::Damaged("their checksum is wrong"),
        (Ok(2), None) => Record::Damaged("no outcome of theirs is there"),
        _ => Record::Damaged("the state of their task cannot be read"),
    };
    let weights = list(3).unwrap_or_default().into_iter();
    Ok(TaskRecord {
        task: row.get(0)?,
        // A number that cannot be read becomes `u64::MAX`, which is not a unit of any plan.
        first: row.get(1).unwrap_or(u64::MAX),
        units: row.get(2).unwrap_or(u64::MAX),
        weights: weights
            .map(|weight| u32::try_from(weight).unwrap_or(0))
            .collect(),
        record,
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

    use bezzel::job::{Branches, Job};
    use bezzel_queens::Masks;

    use super::*;
    use crate::run::Rules;

    static CLOCK: AtomicI64 = AtomicI64::new(1_000_000);

    #[test]
    fn writes_to_a_deleted_file_are_errors() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("runs.db");
        let store = Sqlite::open(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        let task_report = store.beat(1, false).unwrap_err().to_string();
        assert!(task_report.ends_with("runs.db is gone"), "{task_report}");
    }

    #[test]
    fn a_clock_jump_expires_no_lease() {
        let folder = tempfile::tempdir().unwrap();
        let store = Sqlite::open(&folder.path().join("runs.db")).unwrap();
        let store = store.with_clock(|| CLOCK.load(Relaxed) as f64);
        let job = Branches::new(Masks::new(6).unwrap(), "six queens", 1, 1);
        let rules = Rules {
            patience: 60.0,
            ..Rules::default()
        };
        let run = Run::new("q6", &job, "masks", rules).unwrap();
        store.start(&run, &mut Task::cut(&job, 2)).unwrap();
        let enter = || {
            store
                .enter("q6", job.identity(), &WorkerInfo::here("masks", 1))
                .unwrap()
        };
        let (silent, other) = (enter(), enter());
        let claim = |worker, request| {
            let claim_size = ClaimSize {
                units: 1,
                cost: 0.0,
            };
            store.claim(worker, request, claim_size).unwrap()
        };
        let held = claim(silent, 1);
        let rest = claim(other, 1);
        assert_eq!((held.len(), rest.len()), (1, 1));
        for (request, jump) in [(2, 3_600), (3, 86_400), (4, -7_200), (5, -80_000)] {
            CLOCK.fetch_add(jump, Relaxed);
            assert_eq!(claim(other, request), [], "after a jump of {jump} s");
        }
        // A worker is considered lost only if other workers have contacted the store in the
        // meantime; a jump of the clock alone makes no worker lost.
        for request in 6..=12 {
            CLOCK.fetch_add(9, Relaxed);
            let claimed = claim(other, request);
            assert_eq!(claimed.is_empty(), request < 12, "after {request}");
        }
    }
}
