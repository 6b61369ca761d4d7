//! Runs in a PostgreSQL database, for many machines. The rules are functions of the database: see
//! `schema.sql`.

use std::fmt::Display;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use bezzel::Named;
use bezzel::job::{ClaimSize, Identity, Outcome};
use postgres::config::{Host, SslMode};
use postgres::error::SqlState;
use postgres::fallible_iterator::FallibleIterator;
use postgres::types::ToSql;
use postgres::{Client, Config, NoTls, Row};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};
use serde::de::DeserializeOwned;
use tokio_postgres_rustls::MakeRustlsConnect;

use super::Store;
use crate::close::Confirmations;
use crate::run::{
    Audit, Lease, Record, Run, Standing, State, Task, TaskRecord, TaskReport, Verdict, WorkerInfo,
};
use crate::{Error, Status};

/// A store in a PostgreSQL database.
pub struct Postgres {
    config: Config,
    tls: Option<MakeRustlsConnect>,
    /// The connection, if there is one, and when it was last used.
    client: Mutex<Option<(Client, Instant)>>,
}

impl std::fmt::Debug for Postgres {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Postgres").finish_non_exhaustive()
    }
}

/// The comment on the schema.
const VERSION: &str = "runs of bezzel, version 2";

/// The idle time after which a connection is tested before use, and the time limit of that test.
const IDLE_TIME: Duration = Duration::from_secs(1);
const TEST_TIMEOUT: Duration = Duration::from_secs(5);

impl Postgres {
    /// Returns the store at a URL,
    /// `postgresql://user:password@host/database?sslmode=verify-full&sslrootcert=ca.pem`, without
    /// connecting. A server on this machine may be used without TLS. Any other must have a
    /// certificate for its name, signed by the given authority, unless `sslmode=disable` allows an
    /// unencrypted connection.
    ///
    /// # Errors
    /// If the URL is not valid, or the authority cannot be read. Errors never contain the URL,
    /// which may include a password.
    pub fn new(url: &str) -> Result<Self, Error> {
        let (url, mode) = take_option(url.trim(), "sslmode");
        let (url, authority) = take_option(&url, "sslrootcert");
        let mut config: Config = url.parse().map_err(|_| Error::Refused {
            reason:
                "this is not a URL of a PostgreSQL database like postgresql://user@host/database"
                    .into(),
        })?;
        if config.get_hosts().is_empty() {
            return Err(Error::Refused {
                reason: "the URL of the database has no host".into(),
            });
        }
        let here = |host: &Host| match host {
            #[cfg(unix)]
            Host::Unix(_) => true,
            Host::Tcp(name) => matches!(name.as_str(), "localhost" | "127.0.0.1" | "::1"),
        };
        let local = config.get_hosts().iter().all(here);
        let refused = |reason: &str| {
            Err(Error::Refused {
                reason: reason.into(),
            })
        };
        let tls = match (mode.as_deref(), authority) {
            (Some("disable"), _) => None,
            (None, None) if local => None,
            (None | Some("verify-full"), Some(authority)) => Some(trust(Path::new(&authority))?),
            (None | Some("verify-full"), None) => {
                return refused(
                    "the URL names no certificate authority: add sslrootcert=FILE, or sslmode=disable on a network of your own",
                );
            }
            (Some(_), _) => {
                return refused(
                    "sslmode must be verify-full, which verifies the server, or disable",
                );
            }
        };
        config
            .ssl_mode(if tls.is_some() {
                SslMode::Require
            } else {
                SslMode::Disable
            })
            .application_name("bezzel")
            .connect_timeout(Duration::from_secs(10))
            .keepalives_idle(Duration::from_secs(30))
            .tcp_user_timeout(Duration::from_secs(30));
        Ok(Self {
            config,
            tls,
            client: Mutex::new(None),
        })
    }

    /// Connects, and refuses a database whose tables have another version.
    fn connect(&self) -> Result<Client, Error> {
        let connected = match &self.tls {
            Some(tls) => self.config.connect(tls.clone()),
            None => self.config.connect(NoTls),
        };
        let mut client = connected?;
        let version = client.query_one(
            "SELECT to_regnamespace('bezzel') IS NOT NULL, obj_description(to_regnamespace('bezzel'), 'pg_namespace')",
            &[],
        )?;
        let (exists, description): (bool, Option<String>) = (version.get(0), version.get(1));
        if exists && description.as_deref() != Some(VERSION) {
            return Err(Error::Refused {
                reason: format!(
                    "this database holds {}, not {VERSION}: with the bezzel that began them, `bezzel run export NAME --out DIR` \
                     saves what they have counted; `bezzel run start` in another database and `bezzel run merge DIR --into NAME` go on with it",
                    description
                        .as_deref()
                        .unwrap_or("runs of bezzel, version 1")
                ),
            });
        }
        Ok(client)
    }

    /// Calls a closure with the connection, or with a new one if it was lost.
    fn with<T>(
        &self,
        work: impl FnOnce(&mut Client) -> Result<T, postgres::Error>,
    ) -> Result<T, Error> {
        self.with_client(|client| Ok(work(client)?))
    }

    fn with_client<T>(
        &self,
        work: impl FnOnce(&mut Client) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let mut kept = self.client.lock().unwrap_or_else(PoisonError::into_inner);
        // A connection that was idle for long may have been lost without notice.
        let living = kept.take().and_then(|(mut client, used)| {
            let lives = !client.is_closed()
                && (used.elapsed() < IDLE_TIME || client.is_valid(TEST_TIMEOUT).is_ok());
            lives.then_some(client)
        });
        let mut client = living.map_or_else(|| self.connect(), Ok)?;
        let answer = work(&mut client);
        *kept = Some((client, Instant::now()));
        answer
    }

    fn one(&self, sql: &str, values: &[&(dyn ToSql + Sync)]) -> Result<Row, Error> {
        self.with(|client| client.query_one(sql, values))
    }

    /// Calls a function that returns JSON.
    fn json<T: DeserializeOwned>(
        &self,
        sql: &str,
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<T, Error> {
        let text: String = self.one(sql, values)?.get(0);
        parsed(&text)
    }

    /// Deserializes an enum from its name.
    fn word<T: DeserializeOwned>(
        &self,
        sql: &str,
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<T, Error> {
        let text: String = self.one(sql, values)?.get(0);
        serde_json::from_value(text.into()).map_err(odd)
    }

    /// Creates missing tables and functions. Runs are stored in the schema `bezzel`.
    ///
    /// # Errors
    /// If the database cannot be reached, or the user has no permission.
    pub fn install(&self) -> Result<(), Error> {
        self.with(|client| {
            let there = client.query_one("SELECT to_regnamespace('bezzel') IS NOT NULL", &[])?;
            if there.get(0) {
                return Ok(());
            }
            let mut begun = client.transaction()?;
            begun.batch_execute(include_str!("schema.sql"))?;
            begun.commit()
        })
    }
}

fn parsed<T: DeserializeOwned>(text: &str) -> Result<T, Error> {
    serde_json::from_str(text).map_err(odd)
}

fn odd(error: impl Display) -> Error {
    Error::Store {
        reason: format!("unexpected answer of the ledger: {error}"),
    }
}

/// Removes an option from a URL, `?name=value`, or from a keyword string, `name=value`.
fn take_option(url: &str, name: &str) -> (String, Option<String>) {
    let is_url = url.contains("://");
    let (head, options) = match (is_url, url.split_once('?')) {
        (true, Some((head, options))) => (head, options),
        (true, None) => (url, ""),
        (false, _) => ("", url),
    };
    let between = if is_url { '&' } else { ' ' };
    let (mut rest, mut found) = (Vec::new(), None);
    for option in options.split(between).filter(|option| !option.is_empty()) {
        match option.split_once('=') {
            Some((key, value)) if key == name => {
                found = Some(value.replace("%2F", "/").replace("%2f", "/"))
            }
            _ => rest.push(option),
        }
    }
    let rest = rest.join(&between.to_string());
    let url = match (is_url, rest.is_empty()) {
        (true, false) => format!("{head}?{rest}"),
        (true, true) => head.to_owned(),
        (false, _) => rest,
    };
    (url, found)
}

/// Returns a TLS connector that trusts this authority only.
fn trust(authority: &Path) -> Result<MakeRustlsConnect, Error> {
    let wrong = |error: &dyn Display| Error::Refused {
        reason: format!(
            "cannot read the certificate authority {}: {error}",
            authority.display()
        ),
    };
    let mut roots = RootCertStore::empty();
    for certificate in CertificateDer::pem_file_iter(authority).map_err(|error| wrong(&error))? {
        let certificate = certificate.map_err(|error| wrong(&error))?;
        roots.add(certificate).map_err(|error| wrong(&error))?;
    }
    if roots.is_empty() {
        return Err(wrong(&"it holds no certificate"));
    }
    let provider = rustls::crypto::ring::default_provider();
    let config = ClientConfig::builder_with_provider(provider.into())
        .with_safe_default_protocol_versions()
        .map_err(|error| wrong(&error))?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(MakeRustlsConnect::new(config))
}

impl From<postgres::Error> for Error {
    fn from(error: postgres::Error) -> Self {
        failed(&error)
    }
}

fn failed(error: &postgres::Error) -> Error {
    let mut reason = error.to_string();
    if let Some(said) = error.as_db_error() {
        reason = said.message().to_owned();
    } else if let Some(source) = std::error::Error::source(error) {
        reason = format!("{reason}: {source}");
    }
    let Some(code) = error.code() else {
        return Error::Unreachable {
            reason: format!("the database cannot be reached: {reason}"),
        };
    };
    match code.code() {
        "BZ001" => Error::Refused { reason },
        "BZ004" => Error::DamagedLedger { reason },
        "XX001" | "XX002" => Error::DamagedLedger {
            reason: format!("the database is damaged: {reason}"),
        },
        _ if [
            SqlState::UNDEFINED_FUNCTION,
            SqlState::INVALID_SCHEMA_NAME,
            SqlState::UNDEFINED_TABLE,
        ]
        .contains(code) =>
        {
            Error::Refused {
                reason: "this database contains no runs yet: `bezzel run start` creates one".into(),
            }
        }
        _ if *code == SqlState::INSUFFICIENT_PRIVILEGE => Error::Refused {
            reason: format!("only the owner of the ledger may do that: {reason}"),
        },
        // The server is overloaded, out of resources, shutting down, or a lock could not be
        // acquired.
        code if ["08", "40", "53", "57", "58"]
            .iter()
            .any(|class| code.starts_with(class)) =>
        {
            Error::Unreachable {
                reason: format!("the database is not available at the moment: {reason}"),
            }
        }
        _ => Error::Refused {
            reason: format!("the database refuses: {reason}"),
        },
    }
}

/// Converts to the signed integers of the database.
fn signed(number: u64) -> i64 {
    number as i64
}

impl Store for Postgres {
    fn start(&self, run: &Run, tasks: &mut dyn Iterator<Item = Task>) -> Result<(), Error> {
        self.install()?;
        let identity = serde_json::to_string(&run.identity).map_err(odd)?;
        self.with(|client| {
            let mut begun = client.transaction()?;
            let rules = run.rules;
            let owner: String = begun.query_one("SELECT session_user::text", &[])?.get(0);
            let mut trusted = run.trusted.clone().unwrap_or_default();
            if !trusted.contains(&owner) {
                trusted.insert(0, owner);
            }
            let id: i32 = begun
                .query_one(
                    "INSERT INTO bezzel.run (name, identity, engine, units, cost, apart, share, probation, patience, deadline, slowness, trusted)
                     VALUES ($1, $2::text::jsonb, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING id",
                    &[
                        &run.name,
                        &identity,
                        &run.engine,
                        &signed(run.identity.units),
                        &run.cost,
                        &rules.apart.name(),
                        &rules.share,
                        &(rules.probation as i32),
                        &rules.patience,
                        &rules.deadline,
                        &rules.slowness,
                        &trusted,
                    ],
                )?
                .get(0);
            begun.execute("UPDATE bezzel.run r SET checksum = bezzel.run_checksum(r) WHERE id = $1", &[&id])?;
            insert(&mut begun, id, tasks)?;
            begun.commit()?;
            client.batch_execute("ANALYZE bezzel.task")
        })
        .map_err(|error| match error {
            Error::Refused { reason } if reason.contains("run_name_key") => Error::Refused {
                reason: format!("there is a run named {} already", run.name),
            },
            error => error,
        })
    }

    fn list(&self) -> Result<Vec<String>, Error> {
        self.with(|client| {
            let rows = client.query("SELECT bezzel.names()", &[])?;
            Ok(rows.iter().map(|row| row.get(0)).collect())
        })
    }

    fn look(&self, name: &str) -> Result<Run, Error> {
        self.json("SELECT bezzel.look($1)::text", &[&name])
    }

    fn status(&self, name: &str) -> Result<Status, Error> {
        let run = self.look(name)?;
        let figures = self.json("SELECT bezzel.figures($1)::text", &[&name])?;
        Ok(Status::of(run, figures))
    }

    fn map(&self, name: &str, stretches: u32) -> Result<Vec<f64>, Error> {
        let row = self.one("SELECT bezzel.map($1, $2)", &[&name, &(stretches as i32)])?;
        Ok(row.get(0))
    }

    fn set_state(&self, name: &str, state: State) -> Result<(), Error> {
        let run = self.look(name)?;
        if run.state == State::Closed {
            return Err(closed(name));
        }
        let state = if state == State::Paused {
            "paused"
        } else {
            "open"
        };
        self.with(|client| {
            client.execute(
                "UPDATE bezzel.run SET state = $1 WHERE name = $2 AND state <> 'closed'",
                &[&state, &name],
            )
        })?;
        Ok(())
    }

    fn audit(&self, name: &str, audit: &Audit) -> Result<u64, Error> {
        if self.look(name)?.state == State::Closed {
            return Err(closed(name));
        }
        let new: i64 = match audit {
            Audit::Share(share) => self
                .one("SELECT bezzel.audit_share($1, $2)", &[&name, share])?
                .get(0),
            Audit::Party(party) => self
                .one("SELECT bezzel.audit_party($1, $2)", &[&name, party])?
                .get(0),
        };
        Ok(new as u64)
    }

    fn for_each_task(
        &self,
        name: &str,
        page: &mut dyn FnMut(TaskRecord) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.look(name)?;
        self.with_client(|client| {
            let mut rows = client.query_raw(
                "SELECT t.id, t.first, t.units, t.weights, t.state, o.counts, o.a, o.b, o.nodes,
                   o.checksum = bezzel.outcome_checksum(r.identity, t.first, l.party, o.counts, o.a, o.b, o.nodes, o.solutions)
                 FROM bezzel.run r JOIN bezzel.task t ON t.run = r.id AND t.audits IS NULL
                 LEFT JOIN bezzel.lease l ON l.id = t.lease AND l.root = t.id AND l.fate IN ('accepted', 'second')
                 LEFT JOIN bezzel.outcome o ON o.lease = l.id
                 WHERE r.name = $1 ORDER BY t.first",
                [name],
            )?;
            while let Some(row) = rows.next()? {
                page(read_page(&row))?;
            }
            Ok(())
        })
    }

    /// PostgreSQL checks its own files.
    fn verify(&self, name: &str) -> Result<(), Error> {
        self.look(name).map(drop)
    }

    fn confirmations(&self, name: &str) -> Result<Confirmations, Error> {
        let row = self.one("SELECT * FROM bezzel.confirmed($1)", &[&name])?;
        let number = |at: usize| row.get::<_, i64>(at) as u64;
        Ok(Confirmations {
            by_one_login: number(0),
            by_logins: number(1),
            by_strangers: number(2),
            agreed: number(3),
            recounted: number(4),
        })
    }

    fn replace(
        &self,
        name: &str,
        damaged: &[i64],
        tasks: &mut dyn Iterator<Item = Task>,
    ) -> Result<(), Error> {
        if self.look(name)?.state == State::Closed {
            return Err(closed(name));
        }
        self.with(|client| {
            let mut begun = client.transaction()?;
            let id: i32 = begun
                .query_one("SELECT id FROM bezzel.run WHERE name = $1", &[&name])?
                .get(0);
            begun.execute("SELECT bezzel.drop_tasks($1, $2)", &[&id, &damaged])?;
            insert(&mut begun, id, tasks)?;
            begun.execute("SELECT bezzel.recount($1)", &[&id])?;
            begun.commit()
        })
    }

    fn close(&self, name: &str, total: &str, certified: &str) -> Result<(), Error> {
        let run = self.look(name)?;
        self.with_client(|client| {
            let mut begun = client.transaction()?;
            let lock = "SELECT pg_advisory_xact_lock(1848, id) FROM bezzel.run WHERE name = $1";
            begun.execute(lock, &[&name])?;
            let text: String = begun.query_one("SELECT bezzel.figures($1)::text", &[&name])?.get(0);
            Status::of(run, parsed(&text)?).check_closing(total)?;
            begun.execute(
                "UPDATE bezzel.run SET state = 'closed', closed = now(), total = $2::text::numeric, certified = $3 WHERE name = $1",
                &[&name, &total, &certified],
            )?;
            begun.execute("UPDATE bezzel.run r SET checksum = bezzel.run_checksum(r) WHERE name = $1", &[&name])?;
            Ok(begun.commit()?)
        })
    }

    fn enter(&self, name: &str, job: &Identity, who: &WorkerInfo) -> Result<i64, Error> {
        let job = serde_json::to_string(job).map_err(odd)?;
        let row = self.one(
            "SELECT bezzel.enter($1, $2::text::jsonb, $3, $4, $5)",
            &[&name, &job, &who.host, &who.engine, &(who.threads as i32)],
        )?;
        Ok(row.get(0))
    }

    fn claim(&self, worker: i64, request: i64, claim_size: ClaimSize) -> Result<Vec<Lease>, Error> {
        let units = claim_size.units.min(i64::MAX as u64) as i64;
        let rows = self.with(|client| {
            client.query(
                "SELECT lease, first, units FROM bezzel.claim($1, $2, $3, $4)",
                &[&worker, &request, &units, &claim_size.cost],
            )
        })?;
        let lease = |row: &Row| {
            let first = row.get::<_, i64>(1) as u64;
            Lease {
                id: row.get(0),
                units: first..first + row.get::<_, i32>(2) as u64,
            }
        };
        Ok(rows.iter().map(lease).collect())
    }

    fn take(&self, worker: i64, unit: u64) -> Result<Option<(u64, Option<i64>)>, Error> {
        let row = self.one(
            "SELECT lease_, units_ FROM bezzel.take($1, $2)",
            &[&worker, &signed(unit)],
        )?;
        let units: Option<i32> = row.get(1);
        Ok(units.map(|units| (units as u64, row.get(0))))
    }

    fn report(&self, worker: i64, task_report: &TaskReport) -> Result<Verdict, Error> {
        let list = |number: fn(&Outcome) -> i64| {
            task_report.outcomes.iter().map(number).collect::<Vec<_>>()
        };
        let residues = |at: usize| {
            task_report
                .outcomes
                .iter()
                .map(|outcome| outcome.residues[at] as i32)
                .collect::<Vec<_>>()
        };
        // A value that is too large for the database becomes negative, and is refused there.
        let (counts, nodes) = (
            list(|outcome| outcome.count as i64),
            list(|outcome| outcome.nodes as i64),
        );
        let weights: Vec<i32> = task_report
            .weights
            .iter()
            .map(|&weight| weight as i32)
            .collect();
        let hash = task_report.hash.to_string();
        self.word(
            "SELECT bezzel.report($1, $2, $3, $4, $5, $6, $7, $8, $9)",
            &[
                &worker,
                &task_report.lease,
                &hash,
                &weights,
                &counts,
                &residues(0),
                &residues(1),
                &nodes,
                &task_report.seconds,
            ],
        )
    }

    fn give_back(&self, worker: i64, leases: &[i64]) -> Result<(), Error> {
        self.one("SELECT bezzel.give_back($1, $2)", &[&worker, &leases])?;
        Ok(())
    }

    fn beat(&self, worker: i64, leaving: bool) -> Result<Standing, Error> {
        self.word("SELECT bezzel.beat($1, $2)", &[&worker, &leaving])
    }
}

fn closed(name: &str) -> Error {
    Error::Refused {
        reason: format!("run {name} is closed"),
    }
}

/// Adds tasks to a run.
fn insert(
    begun: &mut postgres::Transaction<'_>,
    run: i32,
    tasks: &mut dyn Iterator<Item = Task>,
) -> Result<(), postgres::Error> {
    /// The number of tasks in one statement.
    const BATCH: usize = 4_096;
    let insert = begun.prepare(
        "INSERT INTO bezzel.task (run, first, units, cost, place, weights)
         SELECT $1, f, u, c, p, w::int[] FROM unnest($2::bigint[], $3::int[], $4::float8[], $5::bigint[], $6::text[]) x (f, u, c, p, w)",
    )?;
    loop {
        let batch: Vec<Task> = tasks.take(BATCH).collect();
        if batch.is_empty() {
            return Ok(());
        }
        let list = |number: fn(&Task) -> i64| batch.iter().map(number).collect::<Vec<_>>();
        let units: Vec<i32> = batch.iter().map(|task| task.weights.len() as i32).collect();
        let costs: Vec<f64> = batch.iter().map(|task| task.cost).collect();
        let weights: Vec<String> = batch.iter().map(|task| braced(&task.weights)).collect();
        let (first, place) = (
            list(|task| signed(task.first)),
            list(|task| signed(task.place)),
        );
        begun.execute(&insert, &[&run, &first, &units, &costs, &place, &weights])?;
    }
}

/// Returns a stored task.
fn read_page(row: &Row) -> TaskRecord {
    let weights: Vec<i32> = row.get(3);
    let (state, intact): (i16, Option<bool>) = (row.get(4), row.get(9));
    let record = match (state, intact) {
        (0 | 1, _) => Record::Open,
        (_, None) => Record::Damaged("no outcome of theirs is there"),
        (_, Some(false)) => Record::Damaged("their checksum is wrong"),
        (_, Some(true)) => {
            let (counts, nodes): (Vec<i64>, Vec<i64>) = (row.get(5), row.get(8));
            let (a, b): (Vec<i32>, Vec<i32>) = (row.get(6), row.get(7));
            let residues = a.into_iter().zip(b).map(|(a, b)| [a as u32, b as u32]);
            let outcomes = counts.into_iter().zip(residues).zip(nodes);
            Record::Counted(
                outcomes
                    .map(|((count, residues), nodes)| {
                        Outcome::from_parts(count as u64, residues, nodes as u64)
                    })
                    .collect(),
            )
        }
    };
    TaskRecord {
        task: row.get(0),
        first: row.get::<_, i64>(1) as u64,
        units: row.get::<_, i32>(2) as u64,
        weights: weights.into_iter().map(|weight| weight as u32).collect(),
        record,
    }
}

/// Returns a list as a PostgreSQL array literal.
fn braced(numbers: &[u32]) -> String {
    let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
    format!("{{{}}}", numbers.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_taken_out_of_urls_and_words() {
        let taken = |url, name| {
            let (rest, found) = take_option(url, name);
            (rest, found.unwrap_or_default())
        };
        let pair = |rest: &str, found: &str| (rest.to_owned(), found.to_owned());
        let url = "postgresql://a:b@c/d?sslmode=verify-full&x=1&sslrootcert=%2Fca.pem";
        assert_eq!(
            taken(url, "sslmode"),
            pair(
                "postgresql://a:b@c/d?x=1&sslrootcert=%2Fca.pem",
                "verify-full"
            )
        );
        assert_eq!(
            taken("postgresql://a/d?sslrootcert=%2Fca.pem", "sslrootcert"),
            pair("postgresql://a/d", "/ca.pem")
        );
        assert_eq!(
            taken("host=/run user=a sslmode=disable", "sslmode"),
            pair("host=/run user=a", "disable")
        );
        assert_eq!(
            taken("postgresql://a/d", "sslmode"),
            pair("postgresql://a/d", "")
        );
    }

    #[test]
    fn secrets_are_masked_and_remote_connections_need_a_certificate() {
        for url in [
            "postgresql://me:secret@db.example.org/runs",
            "postgresql://me:secret@db.example.org/runs?sslmode=require",
            "postgresql://me:secret@db.example.org/runs?sslmode=verify-full",
            "postgresql://me:secret@db.example.org/runs?sslrootcert=/nowhere.pem",
            "postgresql://me:secret@localhost:port/runs",
            "secret",
            "",
        ] {
            let error = Postgres::new(url)
                .err()
                .map(|error| format!("{error} {error:?}"));
            assert!(error.is_some_and(|text| !text.contains("secret")), "{url}");
        }
        for url in [
            "postgresql://me:secret@localhost/runs",
            "host=/run/postgresql dbname=runs",
            "postgresql://me@db.example.org/runs?sslmode=disable",
        ] {
            assert!(Postgres::new(url).is_ok(), "{url}");
        }
    }
}
