//! A damaged ledger never closes with a wrong total, and damaged units are counted again.

mod support;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use bezzel::job;
use bezzel_ledger::{
    Damage, Error, Member, Postgres, Rules, Run, Sqlite, Store, Task, WorkEnd, WorkerInfo, close,
    export, repair,
};
use rusqlite::Connection;
use rusqlite::types::Value;
use support::cluster::Cluster;
use support::numbers::Numbers;

fn who(engine: &str) -> WorkerInfo {
    WorkerInfo {
        host: "here".into(),
        engine: engine.into(),
        threads: 1,
    }
}

/// Starts a run, and counts it with every engine in turn.
fn count(store: &dyn Store, job: &Numbers, tasks: u64, share: f64) {
    let rules = Rules {
        share,
        ..Rules::default()
    };
    let run = Run::new("run", job, "a", rules).unwrap();
    store.start(&run, &mut Task::cut(job, tasks)).unwrap();
    work(store, job).unwrap();
}

fn work(store: &dyn Store, job: &Numbers) -> Result<WorkEnd, Error> {
    let mut rest = WorkEnd::Nothing;
    for engine in ["a", "b"] {
        rest = Member::join(store, "run", job, who(engine))?.work(&job::CountOptions::default())?;
    }
    Ok(rest)
}

/// Returns SQL statements that each damage a complete run, with the units that must then be counted
/// again; `names` maps the names of tables to those of the store.
fn statements(names: &[(&str, &str)]) -> Vec<(String, Vec<(u64, u64)>)> {
    let cases = [
        (
            "UPDATE TASK SET lease = (SELECT lease FROM TASK WHERE first = 50 AND audits IS NULL) WHERE first = 10 AND audits IS NULL",
            vec![(10, 20)],
        ),
        (
            "UPDATE OUTCOME SET counts = (SELECT counts FROM OUTCOME WHERE lease = (SELECT min(lease) FROM OUTCOME)), a = (SELECT a FROM OUTCOME WHERE lease = (SELECT min(lease) FROM OUTCOME)), b = (SELECT b FROM OUTCOME WHERE lease = (SELECT min(lease) FROM OUTCOME)) WHERE lease = (SELECT lease FROM TASK WHERE first = 30 AND audits IS NULL)",
            vec![(30, 40)],
        ),
        (
            "UPDATE LEASE SET party = 'another' WHERE id = (SELECT lease FROM TASK WHERE first = 40 AND audits IS NULL)",
            vec![(40, 50)],
        ),
        (
            "UPDATE LEASE SET fate = 'revoked' WHERE id = (SELECT lease FROM TASK WHERE first = 70 AND audits IS NULL)",
            vec![(70, 80)],
        ),
        (
            "UPDATE TASK SET first = 1000 WHERE first = 80 AND audits IS NULL",
            vec![(80, 90), (100, 101)],
        ),
        (
            "UPDATE TASK SET weights = (SELECT weights FROM TASK WHERE first = 50 AND audits IS NULL) WHERE first = 60 AND audits IS NULL AND weights <> (SELECT weights FROM TASK WHERE first = 50 AND audits IS NULL)",
            vec![(60, 70)],
        ),
        (
            "UPDATE WORKER SET solutions = '7', units = 7 WHERE id = 1",
            vec![],
        ),
    ];
    let named = |statement: &str| {
        names
            .iter()
            .fold(statement.to_owned(), |statement, (from, to)| {
                statement.replace(from, to)
            })
    };
    cases.map(|(case, units)| (named(case), units)).into()
}

/// Checks that a run whose records contradict each other is refused, and can be repaired.
fn is_found(
    store: &dyn Store,
    job: &Numbers,
    statement: &str,
    units: &[(u64, u64)],
    apply: impl FnOnce(&str),
) {
    count(store, job, 10, 0.0);
    apply(statement);
    let refused = close(store, "run", job).unwrap_err();
    assert!(
        matches!(refused, Error::DamagedRun { .. }) && refused.is_conflict(),
        "{statement}: {refused:?}"
    );
    let damage = repair(store, "run", job).unwrap();
    let pair = |damage: &Damage| (damage.units.start, damage.units.end);
    let found: Vec<_> = damage.iter().map(pair).collect();
    assert_eq!(found, units, "{statement}");
    work(store, job).unwrap();
    assert_eq!(
        close(store, "run", job).unwrap().total.count,
        job.total(),
        "{statement}"
    );
}

#[test]
fn records_that_contradict_each_other_are_found() {
    // Weights are 1, 2, 4, 8 in turn, so that those of two tasks of ten units differ.
    let job = Numbers::new(100);
    let names = [
        ("TASK", "task"),
        ("OUTCOME", "outcome"),
        ("LEASE", "lease"),
        ("WORKER", "worker"),
    ];
    for (statement, units) in statements(&names) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("runs.db");
        let store = Sqlite::open(&path).unwrap();
        is_found(&store, &job, &statement, &units, |statement| {
            let file = Connection::open(&path).unwrap();
            file.execute_batch("PRAGMA foreign_keys = OFF").unwrap();
            assert!(file.execute(statement, []).unwrap() > 0, "{statement}");
        });
    }
}

#[test]
fn a_database_finds_the_same() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    let job = Numbers::new(100);
    let names = [
        ("TASK", "bezzel.task"),
        ("OUTCOME", "bezzel.outcome"),
        ("LEASE", "bezzel.lease"),
        ("WORKER", "bezzel.worker"),
        ("'7'", "7"),
    ];
    for (statement, units) in statements(&names) {
        let store = Postgres::new(&cluster.url("owner")).unwrap();
        is_found(&store, &job, &statement, &units, |statement| {
            cluster.sql(statement);
        });
        cluster.sql("DROP SCHEMA bezzel CASCADE");
    }
    // The record of the run has a checksum, too.
    let store = Postgres::new(&cluster.url("owner")).unwrap();
    count(&store, &job, 10, 0.0);
    cluster.sql("UPDATE bezzel.run SET identity = jsonb_set(identity, '{question}', '\"more\"')");
    let refused = store.status("run").unwrap_err();
    assert!(refused.is_conflict(), "{refused}");
}

#[test]
fn an_export_leaves_out_what_is_damaged() {
    let job = Numbers::new(100);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("runs.db");
    let store = Sqlite::open(&path).unwrap();
    count(&store, &job, 10, 0.0);
    let file = Connection::open(&path).unwrap();
    file.execute(
        "UPDATE outcome SET checksum = checksum + 1 WHERE lease = 4",
        [],
    )
    .unwrap();
    let exported = export(&store, "run", &job, &folder.path().join("files")).unwrap();
    assert_eq!(exported.total.done, 90);
    assert!(exported.damage.is_some_and(|damage| damage.is_conflict()));
    // What is intact can be continued in another run.
    let other = Sqlite::open(&folder.path().join("other.db")).unwrap();
    let run = Run::new("run", &job, "a", Rules::default()).unwrap();
    other.start(&run, &mut Task::cut(&job, 10)).unwrap();
    let merge = bezzel_ledger::Merge::of(&folder.path().join("files")).unwrap();
    assert_eq!(merge.into_run(&other, "run", &job).unwrap().new, 90);
    assert!(
        merge
            .into_run(&store, "run", &job)
            .unwrap_err()
            .is_conflict()
    );
    work(&other, &job).unwrap();
    assert_eq!(close(&other, "run", &job).unwrap().total.count, job.total());
}

/// Pseudorandom numbers with a fixed seed.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % end as u64) as usize
    }

    fn flip(&mut self, bytes: &mut [u8]) {
        if !bytes.is_empty() {
            let at = self.below(bytes.len());
            bytes[at] ^= 1 << self.below(8);
        }
    }
}

/// Flips a random bit of a value in a random table.
fn flip_cell(path: &Path, random: &mut Random) {
    let file = Connection::open(path).unwrap();
    file.execute_batch("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON")
        .unwrap();
    let table = ["run", "task", "lease", "outcome", "worker"][random.below(5)];
    let columns: Vec<String> = {
        let mut columns = file
            .prepare(&format!("SELECT name FROM pragma_table_info('{table}')"))
            .unwrap();
        let names = columns.query_map([], |row| row.get(0)).unwrap();
        names.map(Result::unwrap).collect()
    };
    let column = &columns[random.below(columns.len())];
    let rows: usize = file
        .query_row(&format!("SELECT count(*) FROM {table}"), [], |row| {
            row.get(0)
        })
        .unwrap();
    let at = random.below(rows);
    let (row, value): (i64, Value) = file
        .query_row(
            &format!("SELECT rowid, {column} FROM {table} LIMIT 1 OFFSET {at}"),
            [],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
        .unwrap();
    let value = match value {
        Value::Null => Value::Integer(1 << random.below(20)),
        Value::Integer(number) => Value::Integer(number ^ 1 << random.below(64)),
        Value::Real(number) => {
            Value::Real(f64::from_bits(number.to_bits() ^ 1 << random.below(64)))
        }
        Value::Text(text) => {
            let mut bytes = text.into_bytes();
            random.flip(&mut bytes);
            Value::Text(String::from_utf8_lossy(&bytes).into_owned())
        }
        Value::Blob(mut bytes) => {
            random.flip(&mut bytes);
            Value::Blob(bytes)
        }
    };
    // A value that violates a constraint is not stored, and is no damage.
    let _ = file.execute(
        &format!("UPDATE {table} SET {column} = ?1 WHERE rowid = ?2"),
        rusqlite::params![value, row],
    );
}

/// Returns what happened to a damaged ledger.
fn outcome_of(path: &Path, job: &Numbers) -> &'static str {
    let closed = Sqlite::existing(path).and_then(|store| close(&store, "run", job));
    let error = match closed {
        Ok(closing) => {
            assert_eq!(
                closing.total.count,
                job.total(),
                "closed with a wrong total"
            );
            return "closed";
        }
        Err(error) => error,
    };
    let repaired = Sqlite::damaged(path).and_then(|store| {
        let damage: Vec<Damage> = repair(&store, "run", job)?;
        work(&store, job)?;
        close(&store, "run", job).map(|closing| (damage, closing))
    });
    match repaired {
        Ok((_, closing)) => {
            assert_eq!(closing.total.count, job.total(), "repaired: {error}");
            "repaired"
        }
        Err(_) if error.is_conflict() => "refused, exit status 4",
        Err(_) => "refused, exit status 1 or 2",
    }
}

/// Tests 200 damaged ledgers; `DAMAGED_LEDGERS=2000 cargo test -p bezzel-ledger --test damage --
/// --nocapture` tests 2000.
#[test]
fn no_flipped_bit_leads_to_a_wrong_total() {
    let ledgers = std::env::var("DAMAGED_LEDGERS").map_or(200, |text| text.parse().unwrap());
    let job = Numbers::new(1_200);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("runs.db");
    let store = Sqlite::open(&path).unwrap();
    count(&store, &job, 150, 0.3);
    drop(store);
    let whole = fs::read(&path).unwrap();
    assert!(whole.len() > 90_000, "{} bytes", whole.len());
    let mut random = Random(1848);
    let mut outcomes: BTreeMap<(&str, &str), u32> = BTreeMap::new();
    for number in 0..ledgers {
        let flips = 1 + random.below(5);
        let kind = match number % 2 {
            0 => {
                let mut bytes = whole.clone();
                (0..flips).for_each(|_| random.flip(&mut bytes));
                fs::write(&path, bytes).unwrap();
                "in pages"
            }
            _ => {
                fs::write(&path, &whole).unwrap();
                (0..flips).for_each(|_| flip_cell(&path, &mut random));
                "in cells"
            }
        };
        *outcomes.entry((kind, outcome_of(&path, &job))).or_default() += 1;
        for log in ["runs.db-wal", "runs.db-shm"] {
            let _ = fs::remove_file(folder.path().join(log));
        }
    }
    println!("{ledgers} ledgers of {} bytes: {outcomes:?}", whole.len());
    // Most damage is detected, and most of what is detected can be repaired.
    let all = |wanted: &str| {
        let kinds = outcomes
            .iter()
            .filter(|((_, outcome), _)| *outcome == wanted);
        kinds.map(|(_, number)| number).sum::<u32>()
    };
    assert!(all("closed") < ledgers / 2, "{outcomes:?}");
    assert!(all("repaired") > ledgers / 10, "{outcomes:?}");
}
