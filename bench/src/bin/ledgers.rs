//! Measures the stores of runs: `cargo run --release --bin ledgers`. PostgreSQL is started in a temporary folder, if it is there.

#[path = "../../../crates/bezzel-ledger/tests/support/mod.rs"]
mod support;

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use bezzel::Cancel;
use bezzel::job;
use bezzel_ledger::{Apart, Member, Postgres, Rest, Rules, Run, Sqlite, Store, Task, Who, close};
use support::cluster::Cluster;
use support::numbers::Numbers;

const RULES: Rules = Rules {
    share: 0.0,
    probation: 10,
    apart: Apart::Engine,
    patience: 120.0,
    deadline: 86_400.0,
    slowness: 1.0,
};

fn who(engine: &str) -> Who {
    Who {
        host: "here".into(),
        engine: engine.into(),
        threads: 1,
    }
}

fn start(store: &dyn Store, name: &str, job: &Numbers, tasks: u64, rules: Rules) {
    let run = Run::new(name, job, "numbers", rules).expect("a name");
    store
        .start(&run, &mut Task::cut(job, tasks))
        .expect("a run");
}

/// Some members at once, each with a connection of its own, until nothing is left or it is time.
fn members(
    open: &(dyn Fn() -> Box<dyn Store> + Sync),
    name: &str,
    job: &Numbers,
    count: u32,
    time: Duration,
) {
    let cancel = Cancel::new();
    thread::scope(|scope| {
        let handles: Vec<_> = (0..count)
            .map(|_| {
                scope.spawn(|| {
                    let store = open();
                    let member = Member::join(&*store, name, job, who("numbers")).expect("to join");
                    let member = member.claims_of(Duration::ZERO);
                    let run = job::Run {
                        cancel: cancel.clone(),
                        ..job::Run::default()
                    };
                    let pool = rayon::ThreadPoolBuilder::new()
                        .num_threads(1)
                        .build()
                        .expect("a thread");
                    pool.install(|| member.work(&run)).expect("to work")
                })
            })
            .collect();
        let begun = Instant::now();
        while begun.elapsed() < time && !handles.iter().all(|handle| handle.is_finished()) {
            thread::sleep(Duration::from_millis(5));
        }
        cancel.cancel();
    });
}

fn rates(kind: &str, open: &(dyn Fn() -> Box<dyn Store> + Sync)) {
    for (name, units, tasks) in [("single", 4_000, 4_000), ("many", 128_000, 2_000)] {
        let job = Numbers::new(units);
        start(&*open(), name, &job, tasks, RULES);
        let begun = Instant::now();
        members(open, name, &job, 4, Duration::from_secs(600));
        let seconds = begun.elapsed().as_secs_f64();
        assert_eq!(
            close(&*open(), name, &job).expect("a total").total.count,
            job.total()
        );
        println!(
            "{kind}: 4 workers, {tasks} tasks of {} units: {:.0} claims and as many reports a second, {:.0} units/s",
            units / tasks,
            tasks as f64 / seconds,
            units as f64 / seconds
        );
    }
}

fn a_million_tasks(kind: &str, store: &dyn Store, half_done: impl FnOnce()) {
    let job = Numbers::new(1_000_000);
    let begun = Instant::now();
    start(store, "million", &job, 1_000_000, RULES);
    println!(
        "{kind}: a run of 10^6 tasks started in {:.1} s",
        begun.elapsed().as_secs_f64()
    );
    half_done();
    for _ in 0..3 {
        let begun = Instant::now();
        let status = store.status("million").expect("a status");
        let told = begun.elapsed();
        let begun = Instant::now();
        let map = store.map("million", 600).expect("a map");
        println!(
            "{kind}: status of 10^6 tasks ({} audits) in {:.3} s, map of {} in {:.3} s",
            status.audits,
            told.as_secs_f64(),
            map.len(),
            begun.elapsed().as_secs_f64()
        );
    }
}

/// Half of the tasks done, and 20,000 audits, the shortest way.
const HALF_DONE: [&str; 2] = [
    "UPDATE task SET state = 2 WHERE first % 2 = 0 AND run = (SELECT id FROM run WHERE name = 'million')",
    "INSERT INTO task (run, first, units, cost, place, weights, audits, reason, avoid, state)
     SELECT run, first, units, cost, place, weights, id, 'chance', 'x', first / 50 % 2 FROM task WHERE first % 50 = 0 AND run = (SELECT id FROM run WHERE name = 'million')",
];

/// Seconds of processor time that a server and its children have used.
fn server_seconds(cluster: &Cluster) -> f64 {
    let ours = |pid: &str| {
        fs::read_link(format!("/proc/{pid}/cwd")).is_ok_and(|folder| folder == cluster.data())
    };
    let processes = fs::read_dir("/proc").expect("/proc").flatten();
    let pids = processes.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let ticks: f64 = pids
        .filter(|pid| ours(pid))
        .filter_map(|pid| {
            let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
            let (_, rest) = stat.rsplit_once(") ")?;
            let words: Vec<f64> = rest
                .split(' ')
                .filter_map(|word| word.parse().ok())
                .collect();
            // After the state: user and system time are the fields 14 and 15 of all.
            Some(words.get(10)? + words.get(11)?)
        })
        .sum();
    ticks / 100.0
}

fn two_hundred_workers(cluster: &Cluster, open: &(dyn Fn() -> Box<dyn Store> + Sync)) {
    const TIME: Duration = Duration::from_secs(20);
    let job = Numbers::new(20_000).pausing(Duration::from_secs(1));
    start(&*open(), "crowd", &job, 20_000, RULES);
    thread::scope(|scope| {
        scope.spawn(|| members(open, "crowd", &job, 200, Duration::from_secs(90)));
        let store = open();
        let status = || store.status("crowd").expect("a status");
        while status().taken < 190 {
            thread::sleep(Duration::from_millis(200));
        }
        // Sessions make their plans at first.
        thread::sleep(TIME / 2);
        let (before, done) = (server_seconds(cluster), status().done);
        thread::sleep(TIME);
        let used = server_seconds(cluster) - before;
        println!(
            "PostgreSQL: 200 workers with tasks of 1 s: {:.0} tasks told a second, {:.2} cores of server",
            (status().done - done) as f64 / TIME.as_secs_f64(),
            used / TIME.as_secs_f64()
        );
        store
            .set_state("crowd", bezzel_ledger::State::Paused)
            .expect("to pause");
    });
}

/// Two honest parties and one that lies in a share of its units: whether it was found, and whether the total is right.
fn liar(
    open: &(dyn Fn() -> Box<dyn Store> + Sync),
    name: &str,
    lies: u64,
    share: f64,
) -> (bool, bool, bool) {
    let honest = Numbers::new(2_000).pausing(Duration::from_micros(100));
    start(&*open(), name, &honest, 200, Rules { share, ..RULES });
    thread::scope(|scope| {
        for (engine, lies) in [("a", 0), ("b", 0), ("liar", lies)] {
            scope.spawn(move || {
                let job = Numbers::new(2_000)
                    .lying(lies)
                    .pausing(Duration::from_micros(100));
                let store = open();
                let member = Member::join(&*store, name, &job, who(engine)).expect("to join");
                let member = member.claims_of(Duration::from_millis(5));
                let pool = rayon::ThreadPoolBuilder::new()
                    .num_threads(1)
                    .build()
                    .expect("a thread");
                pool.install(|| {
                    while let Ok(Rest::ForOthers(_)) = member.work(&job::Run::default()) {
                        thread::sleep(Duration::from_millis(2));
                    }
                });
            });
        }
    });
    let store = open();
    let status = store.status(name).expect("a status");
    let distrusted = |engine: &str| {
        status
            .workers
            .iter()
            .any(|worker| worker.engine == engine && worker.trust < 0)
    };
    let exact = close(&*store, name, &honest).expect("a total").total.count == honest.total();
    (
        distrusted("liar"),
        exact,
        distrusted("a") || distrusted("b"),
    )
}

fn liars(open: &(dyn Fn() -> Box<dyn Store> + Sync)) {
    for (lies, share, runs) in [
        (1_000_000, 0.02, 12),
        (200_000, 0.02, 12),
        (50_000, 0.02, 16),
        (2_000, 1.0, 12),
    ] {
        let told: Vec<_> = (0..runs)
            .map(|number| liar(open, &format!("liar-{lies}-{number}"), lies, share))
            .collect();
        let so_many =
            |holds: fn(&(bool, bool, bool)) -> bool| told.iter().filter(|one| holds(one)).count();
        println!(
            "a liar in {} % of its units, {} % recounted, {runs} runs: found {}, exact {}, found and not exact {}, honest distrusted {}",
            lies as f64 / 1e4,
            100.0 * share,
            so_many(|one| one.0),
            so_many(|one| one.1),
            so_many(|one| one.0 && !one.1),
            so_many(|one| one.2)
        );
    }
}

fn main() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("runs.db");
    let file = || -> Box<dyn Store> { Box::new(Sqlite::open(&path).expect("a file")) };
    rates("SQLite", &file);
    liars(&file);
    a_million_tasks("SQLite", &*file(), || {
        let file = rusqlite::Connection::open(&path).expect("a file");
        for statement in HALF_DONE {
            file.execute_batch(statement).expect(statement);
        }
    });
    let Some(cluster) = Cluster::start() else {
        return;
    };
    let database = || -> Box<dyn Store> {
        let store = Postgres::new(&cluster.url("owner")).expect("a URL");
        store.install().expect("a schema");
        Box::new(store)
    };
    rates("PostgreSQL", &database);
    two_hundred_workers(&cluster, &database);
    a_million_tasks("PostgreSQL", &*database(), || {
        for statement in HALF_DONE {
            cluster.sql(&format!("SET search_path = bezzel; {statement}"));
        }
    });
}
