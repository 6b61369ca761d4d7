//! Runs in one file, for the processes of one machine. The rules are those of `postgres.sql`, function by function.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use bezzel::Named;
use bezzel::job::{Appetite, Identity, Outcome};
use rusqlite::{
    Connection, ErrorCode, OpenFlags, OptionalExtension, Row, Transaction, TransactionBehavior,
    named_params, params,
};

use super::Store;
use crate::run::{
    Apart, Audit, Lease, Page, Rules, Run, Standing, State, Task, Told, Verdict, Who,
};
use crate::status::Figures;
use crate::{Error, Status};

/// Runs in a file.
pub struct Sqlite {
    connection: Mutex<Connection>,
    /// What the clock says, in seconds since 1970.
    clock: fn() -> f64,
}

/// The version of the tables.
const VERSION: i64 = 1;

/// What every run is read by.
const RUN: &str = "SELECT id, name, identity, engine, cost, apart, share, probation, patience, deadline, state, total, certified, slowness FROM run";

/// Whether a party has, or had, its hands on a task.
const HANDS_OFF: &str =
    "NOT EXISTS (SELECT 1 FROM lease l WHERE l.root = coalesce(t.audits, t.id) AND l.party = :party
    AND (l.fate IS NULL OR l.fate IN ('accepted', 'second', 'revoked')))";

/// What parties say of a task.
const OPINIONS: &str = "FROM lease l JOIN outcome o ON o.lease = l.id WHERE l.root = ?1 AND l.fate IN ('accepted', 'second')";

impl Sqlite {
    /// Opens a file of runs, or begins it.
    ///
    /// # Errors
    /// A file that is none, or out of reach.
    pub fn open(path: &Path) -> Result<Self, Error> {
        Self::connect(path, true)
    }

    /// Opens a file of runs that is there.
    ///
    /// # Errors
    /// A file that is none, or out of reach.
    pub fn existing(path: &Path) -> Result<Self, Error> {
        Self::connect(path, false)
    }

    fn connect(path: &Path, create: bool) -> Result<Self, Error> {
        let wrong = |error: rusqlite::Error| Error::Store {
            reason: format!("cannot open the ledger {}: {error}", path.display()),
        };
        let mut flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        if create {
            flags |= OpenFlags::SQLITE_OPEN_CREATE;
        } else if !path.exists() {
            return Err(Error::Refused {
                reason: format!("there is no ledger {}", path.display()),
            });
        }
        let mut connection = Connection::open_with_flags(path, flags).map_err(wrong)?;
        let prepare = |connection: &mut Connection| {
            connection.busy_timeout(Duration::from_secs(20))?;
            connection.set_prepared_statement_cache_capacity(64);
            connection.pragma_update(None, "journal_mode", "WAL")?;
            connection.pragma_update(None, "synchronous", "FULL")?;
            connection.pragma_update(None, "foreign_keys", true)?;
            let begun = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let version: i64 = begun.pragma_query_value(None, "user_version", |row| row.get(0))?;
            let tables: i64 =
                begun.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
            if tables == 0 {
                begun.execute_batch(include_str!("sqlite.sql"))?;
            }
            begun.commit()?;
            Ok(if tables == 0 { VERSION } else { version })
        };
        match prepare(&mut connection).map_err(wrong)? {
            VERSION => Ok(Self {
                connection: Mutex::new(connection),
                clock: || {
                    let now = SystemTime::now().duration_since(UNIX_EPOCH);
                    now.unwrap_or_default().as_secs_f64()
                },
            }),
            version => Err(Error::Refused {
                reason: format!(
                    "{} is no ledger of this version of bezzel ({version}, not {VERSION})",
                    path.display()
                ),
            }),
        }
    }

    /// Where the runs of a user are, unless another file is named: in the folder for what programs keep.
    pub fn default_path(state_folder: &Path) -> PathBuf {
        state_folder.join("runs.db")
    }

    fn write<T>(&self, work: impl FnOnce(&Transact<'_>) -> Result<T, Error>) -> Result<T, Error> {
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

    /// With another clock.
    #[cfg(test)]
    fn with_clock(mut self, clock: fn() -> f64) -> Self {
        self.clock = clock;
        self
    }
}

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Self {
        let passes = matches!(
            error.sqlite_error_code(),
            Some(
                ErrorCode::DatabaseBusy
                    | ErrorCode::DatabaseLocked
                    | ErrorCode::DiskFull
                    | ErrorCode::SystemIoFailure
            )
        );
        match passes {
            true => Self::Unreachable {
                reason: format!("the ledger cannot be written: {error}"),
            },
            false => Self::Store {
                reason: format!("the ledger does not answer as it should: {error}"),
            },
        }
    }
}

fn refused(reason: String) -> Error {
    Error::Refused { reason }
}

/// Lists of numbers as bytes.
fn packed(numbers: impl Iterator<Item = u64>) -> Vec<u8> {
    numbers.flat_map(u64::to_le_bytes).collect()
}

fn unpacked(bytes: &[u8]) -> impl Iterator<Item = u64> + '_ {
    bytes.as_chunks().0.iter().copied().map(u64::from_le_bytes)
}

/// A run, and its number.
struct Known {
    id: i64,
    run: Run,
}

/// A worker, as the store knows it.
struct Here {
    id: i64,
    run: i64,
    party: String,
}

struct Ready {
    id: i64,
    first: u64,
    units: u64,
    cost: f64,
    audits: Option<i64>,
}

impl Ready {
    const COLUMNS: &str = "t.id, t.first, t.units, t.cost, t.audits";

    fn read(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            id: row.get(0)?,
            first: row.get(1)?,
            units: row.get(2)?,
            cost: row.get(3)?,
            audits: row.get(4)?,
        })
    }
}

/// A transaction, at a time.
struct Transact<'c> {
    now: f64,
    sql: &'c Transaction<'c>,
}

impl Transact<'_> {
    fn execute(&self, sql: &str, values: impl rusqlite::Params) -> Result<usize, Error> {
        Ok(self.sql.prepare_cached(sql)?.execute(values)?)
    }

    fn one<T: rusqlite::types::FromSql>(
        &self,
        sql: &str,
        values: impl rusqlite::Params,
    ) -> Result<T, Error> {
        Ok(self
            .sql
            .prepare_cached(sql)?
            .query_row(values, |row| row.get(0))?)
    }

    fn column<T: rusqlite::types::FromSql>(
        &self,
        sql: &str,
        values: impl rusqlite::Params,
    ) -> Result<Vec<T>, Error> {
        let mut statement = self.sql.prepare_cached(sql)?;
        let rows = statement.query_map(values, |row| row.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    fn chance(&self) -> Result<f64, Error> {
        self.one("SELECT abs(random() % 4294967296) / 4294967296.0", [])
    }

    fn run(&self, column: &str, value: impl rusqlite::ToSql) -> Result<Option<Known>, Error> {
        let mut statement = self
            .sql
            .prepare_cached(&format!("{RUN} WHERE {column} = ?1"))?;
        let mut rows = statement.query([value])?;
        let Some(row) = rows.next()? else {
            return Ok(None);
        };
        let odd = |what: &str| Error::Store {
            reason: format!("the ledger holds a run with no {what}"),
        };
        let identity: String = row.get(2)?;
        let apart: String = row.get(5)?;
        let state: String = row.get(10)?;
        Ok(Some(Known {
            id: row.get(0)?,
            run: Run {
                name: row.get(1)?,
                identity: serde_json::from_str(&identity).map_err(|_| odd("identity"))?,
                engine: row.get(3)?,
                cost: row.get(4)?,
                rules: Rules {
                    apart: Apart::named(&apart).ok_or_else(|| odd("parties"))?,
                    share: row.get(6)?,
                    probation: row.get(7)?,
                    patience: row.get(8)?,
                    deadline: row.get(9)?,
                    slowness: row.get(13)?,
                },
                state: serde_json::from_value(state.into()).map_err(|_| odd("state"))?,
                total: row.get(11)?,
                certified: row.get(12)?,
            },
        }))
    }

    fn named(&self, name: &str) -> Result<Known, Error> {
        let run = self.run("name", name)?;
        run.ok_or_else(|| refused(format!("there is no run named {name}")))
    }

    fn numbered(&self, id: i64) -> Result<Known, Error> {
        let run = self.run("id", id)?;
        run.ok_or_else(|| refused(format!("there is no run {id}")))
    }

    fn worker(&self, id: i64) -> Result<Here, Error> {
        let mut statement = self
            .sql
            .prepare_cached("SELECT run, party FROM worker WHERE id = ?1")?;
        let here = |row: &Row<'_>| {
            Ok(Here {
                id,
                run: row.get(0)?,
                party: row.get(1)?,
            })
        };
        let found = statement.query_row([id], here).optional()?;
        found.ok_or_else(|| refused(format!("worker {id} is not yours")))
    }

    fn trust(&self, run: i64, party: &str) -> Result<i64, Error> {
        self.one(
            "SELECT trust FROM party WHERE run = ?1 AND name = ?2",
            params![run, party],
        )
    }

    fn standing(&self, me: &Here) -> Result<Standing, Error> {
        if self.trust(me.run, &me.party)? < 0 {
            return Ok(Standing::Distrusted);
        }
        Ok(match self.numbered(me.run)?.run.state {
            State::Open => Standing::Open,
            State::Paused => Standing::Paused,
            State::Closed => Standing::Closed,
        })
    }

    /// Ends leases, and makes the tasks ready that they held.
    fn end(
        &self,
        fate: &str,
        which: &str,
        values: &[(&str, &dyn rusqlite::ToSql)],
    ) -> Result<(), Error> {
        let leases: Vec<i64> = self.column(
            &format!("SELECT l.id FROM lease l WHERE l.fate IS NULL AND {which}"),
            values,
        )?;
        for lease in leases {
            self.execute(
                "UPDATE lease SET ended = ?1, fate = ?2 WHERE id = ?3",
                params![self.now, fate, lease],
            )?;
            self.execute(
                "UPDATE task SET state = 0, lease = NULL WHERE state = 1 AND id = (SELECT task FROM lease WHERE id = ?1) AND lease = ?1",
                [lease],
            )?;
        }
        Ok(())
    }

    fn sweep(&self, run: i64) -> Result<(), Error> {
        let Known { run: known, .. } = self.numbered(run)?;
        let Rules {
            patience, deadline, ..
        } = known.rules;
        let swept: f64 = self.one("SELECT swept FROM run WHERE id = ?1", [run])?;
        let now = self.now;
        if (now - (patience / 8.0).min(5.0)..=now).contains(&swept) {
            return Ok(());
        }
        self.execute("UPDATE run SET swept = ?1 WHERE id = ?2", params![now, run])?;
        if swept > now || swept < now - patience {
            self.execute(
                "UPDATE worker SET seen = ?1 WHERE run = ?2 AND gone IS NULL",
                params![now, run],
            )?;
            return Ok(());
        }
        self.end(
            "expired",
            "l.worker IN (SELECT w.id FROM worker w WHERE w.run = :run AND (w.seen NOT BETWEEN :since AND :until OR l.taken < :begun))",
            named_params! {":run": run, ":since": now - patience, ":until": now + patience, ":begun": now - deadline},
        )
    }

    fn next_task(&self, me: &Here, audit: bool) -> Result<Option<Ready>, Error> {
        let wanted: &[&str] = match audit {
            true => &[
                "t.audits IS NOT NULL AND t.avoid < :party ORDER BY t.avoid, t.id",
                "t.audits IS NOT NULL AND t.avoid > :party ORDER BY t.avoid, t.id",
            ],
            false => &["t.audits IS NULL ORDER BY t.place"],
        };
        for wanted in wanted {
            let sql = format!(
                "SELECT {} FROM task t WHERE t.run = :run AND t.state = 0 AND {HANDS_OFF} AND {wanted} LIMIT 1",
                Ready::COLUMNS
            );
            let mut statement = self.sql.prepare_cached(&sql)?;
            let values = named_params! {":run": me.run, ":party": me.party};
            if let Some(task) = statement.query_row(values, Ready::read).optional()? {
                return Ok(Some(task));
            }
        }
        Ok(None)
    }

    /// The task behind one, if it is ready.
    fn following(&self, me: &Here, task: &Ready) -> Result<Option<Ready>, Error> {
        if task.audits.is_some() {
            return Ok(None);
        }
        let sql = format!(
            "SELECT {} FROM task t WHERE t.run = :run AND t.first = :first AND t.audits IS NULL AND t.state = 0 AND {HANDS_OFF}",
            Ready::COLUMNS
        );
        let values =
            named_params! {":run": me.run, ":first": task.first + task.units, ":party": me.party};
        Ok(self
            .sql
            .prepare_cached(&sql)?
            .query_row(values, Ready::read)
            .optional()?)
    }

    fn lease(&self, me: &Here, task: i64, root: i64, request: i64) -> Result<i64, Error> {
        self.execute(
            "INSERT INTO lease (task, root, worker, party, request, taken) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            params![task, root, me.id, me.party, request, self.now],
        )?;
        let lease = self.sql.last_insert_rowid();
        self.execute(
            "UPDATE task SET state = 1, lease = ?1 WHERE id = ?2 AND state = 0",
            [lease, task],
        )?;
        Ok(lease)
    }

    fn add_audit(&self, root: i64, reason: &str) -> Result<(), Error> {
        self.execute(
            "INSERT INTO task (run, first, units, cost, place, weights, audits, reason, avoid)
             SELECT t.run, t.first, t.units, t.cost, t.place, x'', t.id, ?2, coalesce((SELECT l.party FROM lease l WHERE l.id = t.lease), '')
             FROM task t WHERE t.id = ?1",
            params![root, reason],
        )?;
        Ok(())
    }

    /// What workers told that counts, added up anew.
    fn recount(&self, run: i64) -> Result<(), Error> {
        self.execute(
            "UPDATE worker SET units = 0, cost = 0, solutions = '0' WHERE run = ?1",
            [run],
        )?;
        let mut statement = self.sql.prepare_cached(
            "SELECT l.worker, t.units, t.cost, o.solutions FROM task t JOIN lease l ON l.id = t.lease JOIN outcome o ON o.lease = l.id
             WHERE t.run = ?1 AND t.audits IS NULL AND t.state = 2",
        )?;
        let mut rows = statement.query([run])?;
        while let Some(row) = rows.next()? {
            let solutions: String = row.get(3)?;
            self.credit(
                row.get(0)?,
                row.get(1)?,
                row.get(2)?,
                solutions.parse().unwrap_or(0),
            )?;
        }
        Ok(())
    }

    fn credit(&self, worker: i64, units: u64, cost: f64, solutions: u128) -> Result<(), Error> {
        let before: String = self.one("SELECT solutions FROM worker WHERE id = ?1", [worker])?;
        let solutions = before.parse::<u128>().unwrap_or(0) + solutions;
        self.execute(
            "UPDATE worker SET units = units + ?1, cost = cost + ?2, solutions = ?3 WHERE id = ?4",
            params![units, cost, solutions.to_string(), worker],
        )?;
        Ok(())
    }

    fn distrust(&self, run: i64, party: &str) -> Result<(), Error> {
        self.execute(
            "UPDATE party SET trust = -1 WHERE run = ?1 AND name = ?2",
            params![run, party],
        )?;
        let leases: Vec<i64> = self.column(
            "SELECT l.id FROM lease l JOIN worker w ON w.id = l.worker WHERE w.run = ?1 AND w.party = ?2
             AND (l.fate IS NULL OR l.fate IN ('accepted', 'second'))",
            params![run, party],
        )?;
        for lease in leases {
            self.execute(
                "UPDATE lease SET fate = 'revoked', ended = coalesce(ended, ?1) WHERE id = ?2",
                params![self.now, lease],
            )?;
            // An audit's lease may count for the task that it audits, too.
            let held: Vec<(i64, bool)> = {
                let mut statement = self.sql.prepare_cached(
                    "SELECT t.id, t.audits IS NULL FROM task t JOIN lease l ON t.id IN (l.task, l.root) WHERE l.id = ?1 AND t.lease = ?1",
                )?;
                let rows = statement.query_map([lease], |row| Ok((row.get(0)?, row.get(1)?)))?;
                rows.collect::<Result<_, _>>()?
            };
            for (task, counts) in held {
                // Where somebody else told the same task, that counts now.
                let other: Option<i64> = match counts {
                    true => self.one(
                        &format!("SELECT min(l.id) {OPINIONS} AND l.party <> ?2"),
                        params![task, party],
                    )?,
                    false => None,
                };
                let state = if other.is_some() { 2 } else { 0 };
                self.execute(
                    "UPDATE task SET state = ?1, lease = ?2 WHERE id = ?3",
                    params![state, other, task],
                )?;
            }
        }
        let disputes: Vec<i64> = self.column(
            "SELECT root FROM dispute WHERE run = ?1 AND settled IS NULL",
            [run],
        )?;
        for root in disputes {
            let words: i64 = self.one(
                &format!("SELECT count(DISTINCT o.counts) {OPINIONS}"),
                [root],
            )?;
            if words <= 1 {
                self.settle(root)?;
            }
        }
        // An audit whose outcome counts now audits nothing: it is to be done again, by another.
        self.execute(
            "UPDATE task SET state = 0, lease = NULL WHERE run = ?1 AND audits IS NOT NULL
             AND lease = (SELECT t.lease FROM task t WHERE t.id = task.audits)",
            [run],
        )?;
        let audited: Vec<i64> = self.column(
            "SELECT DISTINCT t.audits FROM task t JOIN lease l ON l.root = t.audits AND l.party = ?2 AND l.fate = 'revoked'
             WHERE t.run = ?1 AND t.state = 0",
            params![run, party],
        )?;
        for root in audited {
            self.drop_answered(root)?;
        }
        self.execute(
            "UPDATE task SET avoid = coalesce((SELECT l.party FROM task t JOIN lease l ON l.id = t.lease WHERE t.id = task.audits), '')
             WHERE run = ?1 AND state = 0 AND avoid = ?2 AND audits IS NOT NULL",
            params![run, party],
        )?;
        self.recount(run)
    }

    /// Audits of a task that two parties agree on by now are not needed. One that somebody had in hand is not lost from sight.
    fn drop_answered(&self, root: i64) -> Result<(), Error> {
        let answered: bool = self.one(
            &format!(
                "SELECT count(DISTINCT l.party) >= 2 AND count(DISTINCT o.counts) = 1 {OPINIONS}"
            ),
            [root],
        )?;
        if answered {
            self.execute(
                "DELETE FROM task WHERE audits = ?1 AND state = 0
                 AND NOT EXISTS (SELECT 1 FROM lease l WHERE l.root = ?1 AND l.task = task.id)",
                [root],
            )?;
            self.execute(
                "UPDATE task SET state = 2 WHERE audits = ?1 AND state = 0",
                [root],
            )?;
        }
        Ok(())
    }

    fn settle(&self, root: i64) -> Result<(), Error> {
        self.execute(
            "UPDATE dispute SET settled = ?1 WHERE root = ?2",
            params![self.now, root],
        )?;
        Ok(())
    }

    fn judge(&self, root: i64) -> Result<(), Error> {
        let (run, first): (i64, u64) = self
            .sql
            .prepare_cached("SELECT run, first FROM task WHERE id = ?1")?
            .query_row([root], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let Known { run: known, .. } = self.numbered(run)?;
        let opinions: Vec<(String, Vec<u8>)> = {
            let mut statement = self
                .sql
                .prepare_cached(&format!("SELECT DISTINCT l.party, o.counts {OPINIONS}"))?;
            let rows = statement.query_map([root], |row| Ok((row.get(0)?, row.get(1)?)))?;
            rows.collect::<Result<_, _>>()?
        };
        let Some((_, word)) = opinions.first() else {
            return Ok(());
        };
        let other = opinions.iter().find(|(_, other)| other != word);
        let Some((_, other)) = other else {
            if opinions.len() > 1 {
                self.settle(root)?;
                self.drop_answered(root)?;
                for (party, _) in &opinions {
                    self.trust_more(run, party, &known.rules)?;
                }
            }
            return Ok(());
        };
        let unit = unpacked(word)
            .zip(unpacked(other))
            .position(|(one, other)| one != other);
        self.execute(
            "INSERT INTO dispute (root, run, unit, opened) VALUES (?1, ?2, ?3, ?4) ON CONFLICT (root) DO UPDATE SET settled = NULL",
            params![root, run, first + unit.unwrap_or(0) as u64, self.now],
        )?;
        let backing = |word: &Vec<u8>| opinions.iter().filter(|(_, other)| other == word).count();
        let winner = opinions
            .iter()
            .map(|(_, word)| word)
            .max_by_key(|word| backing(word));
        let Some(winner) = winner.filter(|winner| backing(winner) >= 2) else {
            let open: i64 = self.one(
                "SELECT count(*) FROM task WHERE audits = ?1 AND state < 2",
                [root],
            )?;
            if open == 0 {
                self.add_audit(root, "dispute")?;
            }
            return Ok(());
        };
        self.settle(root)?;
        for (party, word) in &opinions {
            if word != winner {
                self.distrust(run, party)?;
            }
        }
        Ok(())
    }

    fn trust_more(&self, run: i64, party: &str, rules: &Rules) -> Result<(), Error> {
        let more = self.execute(
            "UPDATE party SET trust = trust + 1 WHERE run = ?1 AND name = ?2 AND trust BETWEEN 0 AND ?3",
            params![run, party, i64::from(rules.probation) - 1],
        )?;
        if more == 0 || self.trust(run, party)? != i64::from(rules.probation) {
            return Ok(());
        }
        // Trusted from now on: the audits that only newcomers get are not needed.
        self.drop_audits(run, "t.reason = 'newcomer' AND t.avoid = ?2", party, 0.0)
    }

    /// Drops audits that nobody has begun, but for a share of them.
    fn drop_audits(&self, run: i64, which: &str, party: &str, keep: f64) -> Result<(), Error> {
        let audits: Vec<i64> = self.column(
            &format!(
                "SELECT t.id FROM task t WHERE t.run = ?1 AND t.state = 0 AND t.audits IS NOT NULL AND {which} AND ?2 IS NOT NULL
                 AND NOT EXISTS (SELECT 1 FROM lease l WHERE l.root = t.audits AND l.task = t.id)"
            ),
            params![run, party],
        )?;
        for audit in audits {
            if self.chance()? >= keep {
                self.execute("DELETE FROM task WHERE id = ?1", [audit])?;
            }
        }
        Ok(())
    }

    /// Adds audits to done tasks that have none, each with a chance.
    fn add_audits(&self, run: i64, which: &str, party: &str, chance: f64) -> Result<u64, Error> {
        let tasks: Vec<i64> = self.column(
            &format!(
                "SELECT t.id FROM task t JOIN lease l ON l.id = t.lease WHERE t.run = ?1 AND t.audits IS NULL AND t.state = 2 AND {which}
                 AND ?2 IS NOT NULL AND NOT EXISTS (SELECT 1 FROM task a WHERE a.audits = t.id)
                 AND (SELECT count(DISTINCT o.party) FROM lease o WHERE o.root = t.id AND o.fate IN ('accepted', 'second')) < 2"
            ),
            params![run, party],
        )?;
        let mut new = 0;
        for task in tasks {
            if self.chance()? < chance {
                self.add_audit(task, "asked")?;
                new += 1;
            }
        }
        Ok(new)
    }

    fn report(&self, me: &Here, told: &Told) -> Result<Verdict, Error> {
        let held = self
            .sql
            .prepare_cached("SELECT task, root, fate FROM lease WHERE id = ?1 AND worker = ?2")?
            .query_row([told.lease, me.id], |row| {
                Ok((row.get(0)?, row.get(1)?, row.get::<_, Option<String>>(2)?))
            })
            .optional()?;
        let Some((task, root, fate)): Option<(i64, i64, _)> = held else {
            return Err(refused(format!(
                "lease {} is not held by worker {}",
                told.lease, me.id
            )));
        };
        match fate.as_deref() {
            Some("accepted") => return Ok(Verdict::Accepted),
            Some("second") => return Ok(Verdict::Second),
            Some("revoked") => return Ok(Verdict::Revoked),
            _ => {}
        }
        let trust = self.trust(me.run, &me.party)?;
        if trust < 0 {
            return Ok(Verdict::Revoked);
        }
        let Known { run, .. } = self.numbered(me.run)?;
        if run.state == State::Closed {
            return Err(refused(format!("run {} is closed", run.name)));
        }
        if told.hash != run.identity.hash {
            return Err(refused(format!(
                "the units are of another plan: {}, not {}",
                told.hash, run.identity.hash
            )));
        }
        let (row, state) = self
            .sql
            .prepare_cached(&format!(
                "SELECT {}, t.state FROM task t WHERE t.id = ?1",
                Ready::COLUMNS
            ))?
            .query_row([task], |row| Ok((Ready::read(row)?, row.get::<_, i64>(5)?)))?;
        let weights: Vec<u8> = self.one("SELECT weights FROM task WHERE id = ?1", [root])?;
        let solutions = check(told, row.first, row.units, &weights)?;

        let opinions: i64 = self.one(&format!("SELECT count(*) {OPINIONS}"), [root])?;
        let list = |number: fn(&Outcome) -> u64| packed(told.outcomes.iter().map(number));
        self.execute(
            "INSERT INTO outcome (lease, counts, a, b, nodes, solutions, seconds) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            params![
                told.lease,
                list(|outcome| outcome.count),
                list(|outcome| outcome.residues[0].into()),
                list(|outcome| outcome.residues[1].into()),
                list(|outcome| outcome.nodes),
                solutions.to_string(),
                told.seconds.max(0.0)
            ],
        )?;
        // The first report wins.
        let verdict = if state == 2 {
            Verdict::Second
        } else {
            Verdict::Accepted
        };
        let fate = if state == 2 { "second" } else { "accepted" };
        self.execute(
            "UPDATE lease SET ended = ?1, fate = ?2 WHERE id = ?3",
            params![self.now, fate, told.lease],
        )?;
        self.execute(
            "UPDATE worker SET seen = ?1, told = ?1, worked = worked + ?2 WHERE id = ?3",
            params![self.now, row.cost, me.id],
        )?;
        if verdict == Verdict::Accepted {
            self.execute(
                "UPDATE task SET state = 2, lease = ?1 WHERE id = ?2",
                [told.lease, task],
            )?;
        }
        if verdict == Verdict::Accepted && row.audits.is_none() {
            self.credit(me.id, row.units, row.cost, solutions)?;
            self.execute(
                "UPDATE task SET avoid = ?1 WHERE audits = ?2 AND state = 0",
                params![me.party, task],
            )?;
            let audits: i64 = self.one("SELECT count(*) FROM task WHERE audits = ?1", [task])?;
            let Rules {
                share, probation, ..
            } = run.rules;
            let newcomer = trust < i64::from(probation) && share > 0.0;
            if audits > 0 {
            } else if self.chance()? < share {
                self.add_audit(task, "chance")?;
            } else if newcomer && self.chance()? < (0.5 - share) / (1.0 - share) {
                self.add_audit(task, "newcomer")?;
            }
        }
        if opinions > 0 || row.audits.is_some() {
            self.judge(root)?;
        }
        Ok(verdict)
    }

    fn figures(&self, known: &Known) -> Result<Figures, Error> {
        let json: String = self.one(
            "SELECT json_object(
               'opened_ago', :now - r.opened,
               'taken', (SELECT count(*) FROM task WHERE run = r.id AND state = 1),
               'audits', (SELECT count(*) FROM task WHERE run = r.id AND audits IS NOT NULL),
               'audits_open', (SELECT count(*) FROM task WHERE run = r.id AND audits IS NOT NULL AND state < 2),
               'audits_ready', (SELECT count(*) FROM task WHERE run = r.id AND audits IS NOT NULL AND state = 0),
               'audits_open_cost', (SELECT total(cost) FROM task WHERE run = r.id AND audits IS NOT NULL AND state < 2 AND reason <> 'newcomer'),
               'newcomers', (SELECT count(*) FROM task WHERE run = r.id AND audits IS NOT NULL AND state < 2 AND reason = 'newcomer'),
               'newcomers_cost', (SELECT total(cost) FROM task WHERE run = r.id AND audits IS NOT NULL AND state < 2 AND reason = 'newcomer'),
               'disputes', (SELECT count(*) FROM dispute WHERE run = r.id),
               'disputes_open', (SELECT count(*) FROM dispute WHERE run = r.id AND settled IS NULL),
               'workers', json((SELECT coalesce(json_group_array(json_object(
                 'worker', w.id, 'party', w.party, 'engine', w.engine, 'host', w.host, 'threads', w.threads,
                 'alive', json(CASE WHEN w.gone IS NULL AND w.seen > :now - r.patience THEN 'true' ELSE 'false' END),
                 'seen_ago', max(0, :now - w.seen), 'units', w.units, 'cost', w.cost, 'solutions', w.solutions, 'worked', w.worked,
                 'working', max(0, coalesce(w.told, w.joined) - w.joined), 'trust', p.trust)), '[]')
                 FROM (SELECT * FROM worker WHERE run = r.id ORDER BY id) w JOIN party p ON p.run = w.run AND p.name = w.party)))
             FROM run r WHERE r.id = :run",
            named_params! {":run": known.id, ":now": self.now},
        )?;
        serde_json::from_str(&json).map_err(|error| Error::Store {
            reason: format!("the ledger tells no status: {error}"),
        })
    }
}

/// That a report is of the units and the weights of the plan, and of counts that can be trusted. Its solutions.
fn check(told: &Told, first: u64, units: u64, weights: &[u8]) -> Result<u128, Error> {
    if told.outcomes.len() as u64 != units || told.weights.len() as u64 != units {
        let given = told.outcomes.len();
        return Err(refused(format!(
            "a report of {given} units for a task of {units}"
        )));
    }
    let mut solutions = 0;
    let units = (first..)
        .zip(unpacked(weights))
        .zip(told.weights.iter().zip(&told.outcomes));
    for ((unit, given), (&weight, outcome)) in units {
        if u64::from(weight) != given {
            return Err(refused(format!(
                "unit {unit} has weight {given}, not {weight}"
            )));
        }
        let fits =
            outcome.check(unit).is_ok() && i64::try_from(outcome.count.max(outcome.nodes)).is_ok();
        if !fits {
            return Err(refused(format!(
                "the residues of unit {unit} contradict its count"
            )));
        }
        solutions += u128::from(weight) * u128::from(outcome.count);
    }
    Ok(solutions)
}

impl Store for Sqlite {
    fn start(&self, run: &Run, tasks: &mut dyn Iterator<Item = Task>) -> Result<(), Error> {
        self.write(|sql| {
            let Run { name, rules, .. } = run;
            if sql.run("name", name)?.is_some() {
                return Err(refused(format!("there is a run named {name} already")));
            }
            let identity = serde_json::to_string(&run.identity).unwrap_or_default();
            sql.execute(
                "INSERT INTO run (name, identity, engine, units, cost, apart, share, probation, patience, deadline, slowness, swept, opened)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?12)",
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
            let id = sql.sql.last_insert_rowid();
            let mut insert = sql
                .sql
                .prepare("INSERT INTO task (run, first, units, cost, place, weights) VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?;
            for task in tasks {
                let weights = packed(task.weights.iter().copied().map(u64::from));
                insert.execute(params![id, task.first, task.weights.len(), task.cost, task.place, weights])?;
            }
            Ok(())
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
            let Known { id, run } = sql.named(name)?;
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

    fn pages(
        &self,
        name: &str,
        page: &mut dyn FnMut(Page) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.read(|sql| {
            let known = sql.named(name)?;
            let mut statement = sql.sql.prepare_cached(
                "SELECT t.first, t.weights, o.counts, o.a, o.b, o.nodes FROM task t JOIN outcome o ON o.lease = t.lease
                 WHERE t.run = ?1 AND t.audits IS NULL AND t.state = 2 ORDER BY t.first",
            )?;
            let mut rows = statement.query([known.id])?;
            while let Some(row) = rows.next()? {
                let list = |at: usize| -> rusqlite::Result<Vec<u64>> { Ok(unpacked(row.get_ref(at)?.as_blob()?).collect()) };
                let residues = list(3)?.into_iter().zip(list(4)?);
                let outcomes = list(2)?.into_iter().zip(residues).zip(list(5)?);
                page(Page {
                    first: row.get(0)?,
                    weights: list(1)?.into_iter().map(|weight| weight as u32).collect(),
                    outcomes: outcomes
                        .map(|((count, (a, b)), nodes)| Outcome::told(count, [a as u32, b as u32], nodes))
                        .collect(),
                })?;
            }
            Ok(())
        })
    }

    fn counted_twice(&self, name: &str) -> Result<u64, Error> {
        self.read(|sql| {
            let known = sql.named(name)?;
            sql.one(
                "SELECT coalesce(sum(t.units), 0) FROM task t WHERE t.run = ?1 AND t.audits IS NULL AND t.state = 2
                 AND (SELECT count(DISTINCT l.party) FROM lease l WHERE l.root = t.id AND l.fate IN ('accepted', 'second')) >= 2",
                [known.id],
            )
        })
    }

    fn close(&self, name: &str, total: &str, certified: &str) -> Result<(), Error> {
        self.write(|sql| {
            let known = sql.named(name)?;
            let id = known.id;
            let figures = sql.figures(&known)?;
            if let Some(reason) = Status::of(known.run, figures).open() {
                return Err(Error::Open { reason });
            }
            sql.execute(
                "UPDATE run SET state = 'closed', total = ?1, certified = ?2, closed = ?3 WHERE id = ?4",
                params![total, certified, sql.now, id],
            )?;
            Ok(())
        })
    }

    fn enter(&self, name: &str, job: &Identity, who: &Who) -> Result<i64, Error> {
        self.write(|sql| {
            let Known { id, run } = sql.named(name)?;
            if *job != run.identity {
                return Err(refused(format!("run {name} is of another job: {}, not {job}", run.identity)));
            }
            let login = ["USER", "LOGNAME"].iter().find_map(|name| std::env::var(name).ok());
            let login = login.unwrap_or_else(|| "user".into());
            let Who { host, engine, threads } = who;
            let party = match run.rules.apart {
                Apart::Login => login.clone(),
                Apart::Host => format!("{login}@{host}"),
                Apart::Engine => format!("{login}@{host}/{engine}"),
            };
            sql.execute("INSERT INTO party (run, name) VALUES (?1, ?2) ON CONFLICT DO NOTHING", params![id, party])?;
            sql.execute(
                "INSERT INTO worker (run, party, login, host, engine, threads, joined, seen) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7)",
                params![id, party, login, host, engine, threads, sql.now],
            )?;
            Ok(sql.sql.last_insert_rowid())
        })
    }

    fn claim(&self, worker: i64, request: i64, appetite: Appetite) -> Result<Vec<Lease>, Error> {
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
            sql.sweep(me.run)?;
            sql.execute("UPDATE worker SET seen = ?1, gone = NULL WHERE id = ?2", params![sql.now, worker])?;
            if sql.standing(&me)? != Standing::Open {
                return Ok(Vec::new());
            }
            // Never a large part of what is left: what is done is a fair sample of the whole, and all end together.
            let Known { run, .. } = sql.numbered(me.run)?;
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
                if units >= appetite.units && eaten >= appetite.cost.min(most) {
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
            let told: i64 = sql.one(
                "SELECT count(*) FROM lease WHERE root = ?1 AND party = ?2 AND fate IN ('accepted', 'second', 'revoked')",
                params![task, me.party],
            )?;
            if told > 0 {
                return Ok(Some((units, None)));
            }
            Ok(Some((units, Some(sql.lease(&me, task, task, 0)?))))
        })
    }

    fn report(&self, worker: i64, told: &Told) -> Result<Verdict, Error> {
        self.write(|sql| {
            let me = sql.worker(worker)?;
            sql.report(&me, told)
        })
    }

    fn give_back(&self, worker: i64, leases: &[i64]) -> Result<(), Error> {
        self.write(|sql| {
            sql.worker(worker)?;
            for lease in leases {
                sql.end(
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
                sql.end(
                    "returned",
                    "l.worker = :worker",
                    named_params! {":worker": worker},
                )?;
            } else {
                sql.sweep(me.run)?;
            }
            sql.standing(&me)
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

    use bezzel::job::{Branches, Job};
    use bezzel::queens::Masks;

    use super::*;

    static CLOCK: AtomicI64 = AtomicI64::new(1_000_000);

    #[test]
    fn a_clock_that_jumps_takes_nothing_from_anybody() {
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
                .enter("q6", job.identity(), &Who::here("masks", 1))
                .unwrap()
        };
        let (silent, other) = (enter(), enter());
        let claim = |worker, request| {
            let appetite = Appetite {
                units: 1,
                cost: 0.0,
            };
            store.claim(worker, request, appetite).unwrap()
        };
        let held = claim(silent, 1);
        let rest = claim(other, 1);
        assert_eq!((held.len(), rest.len()), (1, 1));
        for (request, jump) in [(2, 3_600), (3, 86_400), (4, -7_200), (5, -80_000)] {
            CLOCK.fetch_add(jump, Relaxed);
            assert_eq!(claim(other, request), [], "after a jump of {jump} s");
        }
        // Silence is told from a clock that jumps by others who are heard meanwhile.
        for request in 6..=12 {
            CLOCK.fetch_add(9, Relaxed);
            let claimed = claim(other, request);
            assert_eq!(claimed.is_empty(), request < 12, "after {request}");
        }
    }
}
