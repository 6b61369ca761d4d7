//! The rules of runs as transactions over SQLite, with the names and numbers of the
//! [list](crate::Store), like the functions in `postgres/schema.sql`.

use std::borrow::Cow;
use std::path::Path;

use bezzel::Named;
use bezzel::job::Outcome;
use rusqlite::{Connection, OptionalExtension, Row, Transaction, named_params, params};

use crate::Error;
use crate::run::{PartyScope, Rules, Run, Standing, State, Task, TaskReport, Verdict};
use crate::status::Figures;

/// Selects the columns of a run.
const SELECT_RUN: &str = "SELECT id, name, identity, engine, cost, apart, share, probation, patience, deadline, state, total, certified, slowness,
    checksum = run_checksum(name, identity, engine, units, cost, total, certified) FROM run";

/// True if the outcome `o` of the lease `l` is the one that its party reported for the task `t` of
/// the run `r`.
pub const IS_INTACT_SQL: &str =
    "o.checksum = outcome_checksum(r.identity, t.first, l.party, o.counts, o.a, o.b, o.nodes, o.solutions)
    AND EXISTS (SELECT 1 FROM worker w WHERE w.id = l.worker AND w.run = r.id AND w.party = l.party)";

/// Rule 2: true if a party neither holds a task nor has reported it.
const NOT_HELD_SQL: &str =
    "NOT EXISTS (SELECT 1 FROM lease l WHERE l.root = coalesce(t.audits, t.id) AND l.party = :party
    AND (l.fate IS NULL OR l.fate IN ('accepted', 'second', 'revoked')))";

/// The outcomes that parties reported for a task.
const REPORTS_SQL: &str = "FROM lease l JOIN outcome o ON o.lease = l.id WHERE l.root = ?1 AND l.fate IN ('accepted', 'second')";

fn damaged(path: &Path, found: &str) -> Error {
    Error::DamagedLedger {
        reason: format!(
            "{} is damaged: {found}; {}",
            path.display(),
            super::DAMAGE_ADVICE
        ),
    }
}

pub fn refused(reason: String) -> Error {
    Error::Refused { reason }
}

/// Returns a list of numbers as bytes.
pub fn packed(numbers: impl Iterator<Item = u64>) -> Vec<u8> {
    numbers.flat_map(u64::to_le_bytes).collect()
}

pub fn unpacked(bytes: &[u8]) -> impl Iterator<Item = u64> + '_ {
    bytes.as_chunks().0.iter().copied().map(u64::from_le_bytes)
}

/// A row of the table `run`.
pub struct RunRow {
    pub id: i64,
    pub run: Run,
}

/// A row of the table `worker`.
pub struct WorkerRow {
    pub id: i64,
    pub run: i64,
    pub party: String,
}

/// A row of the table `task`. An audit (a task that counts another task again) refers to that task.
pub struct TaskRow {
    pub id: i64,
    pub first: u64,
    pub units: u64,
    pub cost: f64,
    pub audits: Option<i64>,
}

impl TaskRow {
    pub const COLUMNS: &str = "t.id, t.first, t.units, t.cost, t.audits";

    pub fn read(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            id: row.get(0)?,
            first: row.get(1)?,
            units: row.get(2)?,
            cost: row.get(3)?,
            audits: row.get(4)?,
        })
    }
}

/// One transaction.
pub struct Transact<'c> {
    pub now: f64,
    pub sql: &'c Transaction<'c>,
}

impl Transact<'_> {
    pub fn execute(&self, sql: &str, values: impl rusqlite::Params) -> Result<usize, Error> {
        Ok(self.sql.prepare_cached(sql)?.execute(values)?)
    }

    pub fn one<T: rusqlite::types::FromSql>(
        &self,
        sql: &str,
        values: impl rusqlite::Params,
    ) -> Result<T, Error> {
        Ok(self
            .sql
            .prepare_cached(sql)?
            .query_row(values, |row| row.get(0))?)
    }

    pub fn column<T: rusqlite::types::FromSql>(
        &self,
        sql: &str,
        values: impl rusqlite::Params,
    ) -> Result<Vec<T>, Error> {
        let mut statement = self.sql.prepare_cached(sql)?;
        let rows = statement.query_map(values, |row| row.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    pub fn chance(&self) -> Result<f64, Error> {
        self.one("SELECT abs(random() % 4294967296) / 4294967296.0", [])
    }

    pub fn run(&self, column: &str, value: impl rusqlite::ToSql) -> Result<Option<RunRow>, Error> {
        let mut statement = self
            .sql
            .prepare_cached(&format!("{SELECT_RUN} WHERE {column} = ?1"))?;
        let mut rows = statement.query([value])?;
        let Some(row) = rows.next()? else {
            return Ok(None);
        };
        let odd = |what: &str| Error::DamagedLedger {
            reason: format!("the ledger holds a run with no {what}"),
        };
        if !row.get::<_, bool>(14)? {
            return Err(Error::DamagedLedger {
                reason: format!(
                    "the record of run {} is damaged: its checksum is wrong, so its job is not known for certain",
                    row.get::<_, String>(1)?
                ),
            });
        }
        let identity: String = row.get(2)?;
        let apart: String = row.get(5)?;
        let state: String = row.get(10)?;
        Ok(Some(RunRow {
            id: row.get(0)?,
            run: Run {
                name: row.get(1)?,
                identity: serde_json::from_str(&identity).map_err(|_| odd("identity"))?,
                engine: row.get(3)?,
                cost: row.get(4)?,
                rules: Rules {
                    apart: PartyScope::named(&apart).ok_or_else(|| odd("parties"))?,
                    share: row.get(6)?,
                    probation: row.get(7)?,
                    patience: row.get(8)?,
                    deadline: row.get(9)?,
                    slowness: row.get(13)?,
                },
                state: serde_json::from_value(state.into()).map_err(|_| odd("state"))?,
                trusted: None,
                total: row.get(11)?,
                certified: row.get(12)?,
            },
        }))
    }

    pub fn named(&self, name: &str) -> Result<RunRow, Error> {
        let run = self.run("name", name)?;
        run.ok_or_else(|| {
            refused(format!(
                "there is no run named {name}; `bezzel run list` lists all runs"
            ))
        })
    }

    pub fn numbered(&self, id: i64) -> Result<RunRow, Error> {
        let run = self.run("id", id)?;
        run.ok_or_else(|| refused(format!("there is no run {id}")))
    }

    pub fn worker(&self, id: i64) -> Result<WorkerRow, Error> {
        let mut statement = self
            .sql
            .prepare_cached("SELECT run, party FROM worker WHERE id = ?1")?;
        let here = |row: &Row<'_>| {
            Ok(WorkerRow {
                id,
                run: row.get(0)?,
                party: row.get(1)?,
            })
        };
        let found = statement.query_row([id], here).optional()?;
        found.ok_or_else(|| refused(format!("worker {id} is not yours")))
    }

    pub fn trust(&self, run: i64, party: &str) -> Result<i64, Error> {
        self.one(
            "SELECT trust FROM party WHERE run = ?1 AND name = ?2",
            params![run, party],
        )
    }

    pub fn standing(&self, me: &WorkerRow) -> Result<Standing, Error> {
        if self.trust(me.run, &me.party)? < 0 {
            return Ok(Standing::Distrusted);
        }
        Ok(match self.numbered(me.run)?.run.state {
            State::Open => Standing::Open,
            State::Paused => Standing::Paused,
            State::Closed => Standing::Closed,
        })
    }

    /// Ends leases, and makes their tasks ready.
    pub fn end_leases(
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

    /// Rule 4: ends the leases of lost workers and the leases that are older than the deadline.
    pub fn expire_leases(&self, run: i64) -> Result<(), Error> {
        let RunRow { run: known, .. } = self.numbered(run)?;
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
        self.end_leases(
            "expired",
            "l.worker IN (SELECT w.id FROM worker w WHERE w.run = :run AND (w.seen NOT BETWEEN :since AND :until OR l.taken < :begun))",
            named_params! {":run": run, ":since": now - patience, ":until": now + patience, ":begun": now - deadline},
        )
    }

    /// Rule 1: returns a ready task or audit for a party.
    pub fn next_task(&self, me: &WorkerRow, audit: bool) -> Result<Option<TaskRow>, Error> {
        let wanted: &[&str] = match audit {
            true => &[
                "t.audits IS NOT NULL AND t.avoid < :party ORDER BY t.avoid, t.id",
                "t.audits IS NOT NULL AND t.avoid > :party ORDER BY t.avoid, t.id",
            ],
            false => &["t.audits IS NULL ORDER BY t.place"],
        };
        for wanted in wanted {
            let sql = format!(
                "SELECT {} FROM task t WHERE t.run = :run AND t.state = 0 AND {NOT_HELD_SQL} AND {wanted} LIMIT 1",
                TaskRow::COLUMNS
            );
            let mut statement = self.sql.prepare_cached(&sql)?;
            let values = named_params! {":run": me.run, ":party": me.party};
            if let Some(task) = statement.query_row(values, TaskRow::read).optional()? {
                return Ok(Some(task));
            }
        }
        Ok(None)
    }

    /// Returns the next task of the plan, if it is ready.
    pub fn following(&self, me: &WorkerRow, task: &TaskRow) -> Result<Option<TaskRow>, Error> {
        if task.audits.is_some() {
            return Ok(None);
        }
        let sql = format!(
            "SELECT {} FROM task t WHERE t.run = :run AND t.first = :first AND t.audits IS NULL AND t.state = 0 AND {NOT_HELD_SQL}",
            TaskRow::COLUMNS
        );
        let values =
            named_params! {":run": me.run, ":first": task.first + task.units, ":party": me.party};
        Ok(self
            .sql
            .prepare_cached(&sql)?
            .query_row(values, TaskRow::read)
            .optional()?)
    }

    pub fn lease(&self, me: &WorkerRow, task: i64, root: i64, request: i64) -> Result<i64, Error> {
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

    /// Rule 6: adds an audit of a task.
    pub fn add_audit(&self, root: i64, reason: &str) -> Result<(), Error> {
        self.execute(
            "INSERT INTO task (run, first, units, cost, place, weights, audits, reason, avoid)
             SELECT t.run, t.first, t.units, t.cost, t.place, x'', t.id, ?2, coalesce((SELECT l.party FROM lease l WHERE l.id = t.lease), '')
             FROM task t WHERE t.id = ?1",
            params![root, reason],
        )?;
        Ok(())
    }

    /// Recomputes for each worker the number of its units whose results count.
    pub fn recount(&self, run: i64) -> Result<(), Error> {
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

    pub fn credit(&self, worker: i64, units: u64, cost: f64, solutions: u128) -> Result<(), Error> {
        let before: String = self.one("SELECT solutions FROM worker WHERE id = ?1", [worker])?;
        let solutions = before.parse::<u128>().unwrap_or(0) + solutions;
        self.execute(
            "UPDATE worker SET units = units + ?1, cost = cost + ?2, solutions = ?3 WHERE id = ?4",
            params![units, cost, solutions.to_string(), worker],
        )?;
        Ok(())
    }

    /// Rule 8: rejects all results of a party.
    pub fn distrust(&self, run: i64, party: &str) -> Result<(), Error> {
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
            // The lease of an audit may also be the one that counts for the audited task.
            let held: Vec<(i64, bool)> = {
                let mut statement = self.sql.prepare_cached(
                    "SELECT t.id, t.audits IS NULL FROM task t JOIN lease l ON t.id IN (l.task, l.root) WHERE l.id = ?1 AND t.lease = ?1",
                )?;
                let rows = statement.query_map([lease], |row| Ok((row.get(0)?, row.get(1)?)))?;
                rows.collect::<Result<_, _>>()?
            };
            for (task, counts) in held {
                // If another party reported the same task, its report counts now.
                let other: Option<i64> = match counts {
                    true => self.one(
                        &format!("SELECT min(l.id) {REPORTS_SQL} AND l.party <> ?2"),
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
                &format!("SELECT count(DISTINCT o.counts) {REPORTS_SQL}"),
                [root],
            )?;
            if words <= 1 {
                self.settle(root)?;
            }
        }
        // An audit whose outcome now counts as the result of its task is made ready again, since
        // the task needs another audit.
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

    /// Removes audits of a task on which two parties agree by now. An audit that is already
    /// assigned is kept.
    pub fn drop_answered(&self, root: i64) -> Result<(), Error> {
        let answered: bool = self.one(
            &format!(
                "SELECT count(DISTINCT l.party) >= 2 AND count(DISTINCT o.counts) = 1 {REPORTS_SQL}"
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

    pub fn settle(&self, root: i64) -> Result<(), Error> {
        self.execute(
            "UPDATE dispute SET settled = ?1 WHERE root = ?2",
            params![self.now, root],
        )?;
        Ok(())
    }

    /// Rule 7: compares the outcomes that parties reported for a task.
    pub fn judge(&self, root: i64) -> Result<(), Error> {
        let (run, first): (i64, u64) = self
            .sql
            .prepare_cached("SELECT run, first FROM task WHERE id = ?1")?
            .query_row([root], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let RunRow { run: known, .. } = self.numbered(run)?;
        let damaged: i64 = self.one(
            &format!(
                "SELECT count(*) FROM lease l JOIN outcome o ON o.lease = l.id JOIN task t ON t.id = l.root JOIN run r ON r.id = t.run
                 WHERE l.root = ?1 AND l.fate IN ('accepted', 'second') AND NOT {IS_INTACT_SQL}"
            ),
            [root],
        )?;
        if damaged > 0 {
            return Err(Error::DamagedRun {
                run: known.name,
                reason: format!(
                    "an outcome of the task that begins with unit {first} has a wrong checksum"
                ),
            });
        }
        let opinions: Vec<(String, Vec<u8>)> = {
            let mut statement = self
                .sql
                .prepare_cached(&format!("SELECT DISTINCT l.party, o.counts {REPORTS_SQL}"))?;
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

    pub fn trust_more(&self, run: i64, party: &str, rules: &Rules) -> Result<(), Error> {
        let more = self.execute(
            "UPDATE party SET trust = trust + 1 WHERE run = ?1 AND name = ?2 AND trust BETWEEN 0 AND ?3",
            params![run, party, i64::from(rules.probation) - 1],
        )?;
        if more == 0 || self.trust(run, party)? != i64::from(rules.probation) {
            return Ok(());
        }
        // The party is trusted from now on: the audits of its tasks that were added only because it
        // was new are removed.
        self.drop_audits(run, "t.reason = 'newcomer' AND t.avoid = ?2", party, 0.0)
    }

    /// Removes audits that were never assigned; each is kept with the probability `keep`.
    pub fn drop_audits(&self, run: i64, which: &str, party: &str, keep: f64) -> Result<(), Error> {
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

    /// Adds an audit, with the probability `chance`, to each done task that has none.
    pub fn add_audits(
        &self,
        run: i64,
        which: &str,
        party: &str,
        chance: f64,
    ) -> Result<u64, Error> {
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

    /// Rule 5: checks and records the report of a task.
    pub fn report(&self, me: &WorkerRow, task_report: &TaskReport) -> Result<Verdict, Error> {
        let held = self
            .sql
            .prepare_cached("SELECT task, root, fate FROM lease WHERE id = ?1 AND worker = ?2")?
            .query_row([task_report.lease, me.id], |row| {
                Ok((row.get(0)?, row.get(1)?, row.get::<_, Option<String>>(2)?))
            })
            .optional()?;
        let Some((task, root, fate)): Option<(i64, i64, _)> = held else {
            return Err(refused(format!(
                "lease {} is not held by worker {}",
                task_report.lease, me.id
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
        let RunRow { run, .. } = self.numbered(me.run)?;
        if run.state == State::Closed {
            return Err(refused(format!("run {} is closed", run.name)));
        }
        if task_report.hash != run.identity.hash {
            return Err(refused(format!(
                "the units are of another plan: {}, not {}",
                task_report.hash, run.identity.hash
            )));
        }
        let (row, state) = self
            .sql
            .prepare_cached(&format!(
                "SELECT {}, t.state FROM task t WHERE t.id = ?1",
                TaskRow::COLUMNS
            ))?
            .query_row([task], |row| {
                Ok((TaskRow::read(row)?, row.get::<_, i64>(5)?))
            })?;
        let weights: Vec<u8> = self.one("SELECT weights FROM task WHERE id = ?1", [root])?;
        let solutions = check(task_report, row.first, row.units, &weights)?;

        let opinions: i64 = self.one(&format!("SELECT count(*) {REPORTS_SQL}"), [root])?;
        let list = |number: fn(&Outcome) -> u64| packed(task_report.outcomes.iter().map(number));
        self.execute(
            "INSERT INTO outcome (lease, counts, a, b, nodes, solutions, seconds, checksum)
             SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, outcome_checksum(identity, ?8, ?9, ?2, ?3, ?4, ?5, ?6) FROM run WHERE id = ?10",
            params![
                task_report.lease,
                list(|outcome| outcome.count),
                list(|outcome| outcome.residues[0].into()),
                list(|outcome| outcome.residues[1].into()),
                list(|outcome| outcome.nodes),
                solutions.to_string(),
                task_report.seconds.max(0.0),
                row.first,
                me.party,
                me.run
            ],
        )?;
        // If a task was reopened while its audit was running, the result of the audit becomes the
        // result of the task.
        let root_state: i64 = self.one("SELECT state FROM task WHERE id = ?1", [root])?;
        let counts_now = root_state < 2;
        // The first report counts.
        let (verdict, fate) = match state == 2 && !counts_now {
            true => (Verdict::Second, "second"),
            false => (Verdict::Accepted, "accepted"),
        };
        self.execute(
            "UPDATE lease SET ended = ?1, fate = ?2 WHERE id = ?3",
            params![self.now, fate, task_report.lease],
        )?;
        self.execute(
            "UPDATE worker SET seen = ?1, told = ?1, worked = worked + ?2 WHERE id = ?3",
            params![self.now, row.cost, me.id],
        )?;
        if verdict == Verdict::Accepted {
            self.execute(
                "UPDATE task SET state = 2, lease = ?1 WHERE id = ?2",
                [task_report.lease, task],
            )?;
        }
        if counts_now {
            if row.audits.is_some() {
                self.execute(
                    "UPDATE task SET state = 2, lease = ?1 WHERE id = ?2",
                    [task_report.lease, root],
                )?;
                self.execute(
                    "UPDATE task SET state = 0, lease = NULL WHERE id = ?1",
                    [task],
                )?;
            }
            self.credit(me.id, row.units, row.cost, solutions)?;
            self.execute(
                "UPDATE task SET avoid = ?1 WHERE audits = ?2 AND state = 0",
                params![me.party, root],
            )?;
            let audits: i64 = self.one("SELECT count(*) FROM task WHERE audits = ?1", [root])?;
            let Rules {
                share, probation, ..
            } = run.rules;
            let newcomer = trust < i64::from(probation) && share > 0.0;
            if audits > 0 {
            } else if self.chance()? < share {
                self.add_audit(root, "chance")?;
            } else if newcomer && self.chance()? < (0.5 - share) / (1.0 - share) {
                self.add_audit(root, "newcomer")?;
            }
        }
        if opinions > 0 || row.audits.is_some() {
            self.judge(root)?;
        }
        Ok(verdict)
    }

    /// Adds tasks to a run.
    pub fn insert(&self, run: i64, tasks: &mut dyn Iterator<Item = Task>) -> Result<(), Error> {
        for task in tasks {
            let weights = packed(task.weights.iter().copied().map(u64::from));
            self.execute(
                "INSERT INTO task (run, first, units, cost, place, weights) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                params![run, task.first, task.weights.len(), task.cost, task.place, weights],
            )?;
        }
        Ok(())
    }

    /// Removes damaged tasks with all their records, and records that refer to missing records.
    pub fn drop_tasks(&self, damaged: &[i64]) -> Result<(), Error> {
        self.sql
            .execute_batch("PRAGMA defer_foreign_keys = ON; REINDEX")?;
        for task in damaged {
            self.execute(
                "UPDATE task SET lease = NULL WHERE id = ?1 OR audits = ?1",
                [task],
            )?;
            self.execute(
                "DELETE FROM outcome WHERE lease IN (SELECT id FROM lease WHERE root = ?1)",
                [task],
            )?;
            self.execute("DELETE FROM lease WHERE root = ?1", [task])?;
            self.execute("DELETE FROM dispute WHERE root = ?1", [task])?;
            self.execute("DELETE FROM task WHERE id = ?1 OR audits = ?1", [task])?;
        }
        for lost in [
            "DELETE FROM task WHERE audits NOT IN (SELECT id FROM task WHERE audits IS NULL)",
            "DELETE FROM outcome WHERE lease IN (SELECT id FROM lease WHERE root NOT IN (SELECT id FROM task) OR worker NOT IN (SELECT id FROM worker))",
            "DELETE FROM lease WHERE root NOT IN (SELECT id FROM task) OR worker NOT IN (SELECT id FROM worker)",
            "DELETE FROM outcome WHERE lease NOT IN (SELECT id FROM lease)",
            "DELETE FROM dispute WHERE root NOT IN (SELECT id FROM task)",
            "UPDATE task SET state = 0, lease = NULL WHERE lease NOT IN (SELECT id FROM lease) OR state = 1 AND lease IS NULL",
            "INSERT INTO party (run, name) SELECT DISTINCT run, party FROM worker WHERE true ON CONFLICT DO NOTHING",
            // A task that was reported is done, whatever its stored state.
            "UPDATE task SET state = 2, lease = (SELECT min(l.id) FROM lease l JOIN outcome o ON o.lease = l.id
               WHERE l.root = task.id AND l.fate IN ('accepted', 'second'))
             WHERE audits IS NULL AND state < 2 AND EXISTS (SELECT 1 FROM lease l JOIN outcome o ON o.lease = l.id
               WHERE l.root = task.id AND l.fate IN ('accepted', 'second'))",
            "UPDATE worker SET threads = 1 WHERE typeof(threads) <> 'integer' OR threads NOT BETWEEN 1 AND 65535",
        ] {
            self.execute(lost, [])?;
        }
        self.mend_names()
    }

    /// Replaces names of workers that are not valid text; they are only displayed.
    fn mend_names(&self) -> Result<(), Error> {
        for column in ["host", "engine"] {
            let mut statement = self
                .sql
                .prepare(&format!("SELECT id, CAST({column} AS BLOB) FROM worker"))?;
            let names = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
            let names: Vec<(i64, Option<Vec<u8>>)> = names.collect::<Result<_, _>>()?;
            for (worker, name) in names {
                let name = name.unwrap_or_default();
                if let Cow::Owned(mended) = String::from_utf8_lossy(&name) {
                    let sql = format!("UPDATE worker SET {column} = ?1 WHERE id = ?2");
                    self.execute(&sql, params![mended, worker])?;
                }
            }
        }
        Ok(())
    }

    /// Runs quick checks: of the tables, and of the whole file if it is small.
    pub fn look_over(&self, path: &Path) -> Result<(), Error> {
        /// The size up to which a file is checked completely: this takes a few milliseconds.
        const MAX_QUICK_BYTES: i64 = 64 << 20;
        let size: i64 = self.one(
            "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size",
            [],
        )?;
        self.check_tables(path)?;
        match size > MAX_QUICK_BYTES {
            true => Ok(()),
            false => self.check_file(path, Some("quick_check")),
        }
    }

    /// Checks that the tables are those of a ledger.
    pub fn check_tables(&self, path: &Path) -> Result<(), Error> {
        let tables = "SELECT coalesce(group_concat(sql, char(10)), '') FROM (SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name)";
        let new = Connection::open_in_memory()?;
        new.execute_batch(super::SCHEMA)?;
        let expected: String = new.query_row(tables, [], |row| row.get(0))?;
        if self.one::<String>(tables, [])? != expected {
            return Err(damaged(path, "its tables are not those of a ledger"));
        }
        Ok(())
    }

    /// Runs SQLite's integrity check: quick, or with all indexes and foreign keys.
    pub fn check_file(&self, path: &Path, quick: Option<&str>) -> Result<(), Error> {
        let check = quick.unwrap_or("integrity_check");
        let found: Vec<String> = self.column(&format!("PRAGMA {check}(1)"), [])?;
        if found != ["ok"] {
            let found = found.join(" ").replace('\n', " ");
            return Err(damaged(path, &found));
        }
        if quick.is_none() {
            let lost: Vec<String> = self.column("PRAGMA foreign_key_check", [])?;
            if let Some(table) = lost.first() {
                let found =
                    format!("a record of the table {table} refers to one that is not there");
                return Err(damaged(path, &found));
            }
        }
        Ok(())
    }

    pub fn figures(&self, known: &RunRow) -> Result<Figures, Error> {
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
                 'working', max(0, coalesce(w.told, w.joined) - w.joined), 'trust', p.trust, 'trusted', json('true'))), '[]')
                 FROM (SELECT * FROM worker WHERE run = r.id ORDER BY id) w JOIN party p ON p.run = w.run AND p.name = w.party)))
             FROM run r WHERE r.id = :run",
            named_params! {":run": known.id, ":now": self.now},
        )?;
        serde_json::from_str(&json).map_err(|error| Error::DamagedLedger {
            reason: format!("the records of the workers of run {} are damaged: {error}; `bezzel run repair {0}` rebuilds them", known.run.name),
        })
    }
}

/// Checks the units, weights and residues of a report. Returns its solutions.
pub fn check(
    task_report: &TaskReport,
    first: u64,
    units: u64,
    weights: &[u8],
) -> Result<u128, Error> {
    if task_report.outcomes.len() as u64 != units || task_report.weights.len() as u64 != units {
        let given = task_report.outcomes.len();
        return Err(refused(format!(
            "a report of {given} units for a task of {units}"
        )));
    }
    let mut solutions = 0;
    let units = (first..)
        .zip(unpacked(weights))
        .zip(task_report.weights.iter().zip(&task_report.outcomes));
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
