//! Logins that report wrong counts, alone or together: no wrong total is certified, and no honest
//! login is distrusted.

mod support;

use std::thread;
use std::time::Duration;

use bezzel::job::{self, Job};
use bezzel_ledger::{
    Error, Member, Postgres, Rules, Run, Sqlite, Status, Store, Task, WorkEnd, WorkerInfo, close,
};
use support::cluster::Cluster;
use support::numbers::Numbers;

/// A worker: its login, the host and engine it reports, and its number of wrong results per million
/// units.
type Part<'a> = (&'a str, &'a str, &'a str, u64);

/// Returns the number of repetitions of each test; `TRUST_RUNS=20 cargo test -p bezzel-ledger
/// --test trust` for more.
fn runs() -> u64 {
    std::env::var("TRUST_RUNS").map_or(4, |text| text.parse().unwrap())
}

fn cluster() -> Option<Cluster> {
    let cluster = Cluster::start()?;
    for login in ["ann", "bob", "eve"] {
        cluster.sql(&format!("CREATE ROLE {login} LOGIN"));
    }
    Some(cluster)
}

fn start(cluster: &Cluster, name: &str, job: &Numbers, share: f64, trusted: &[&str]) -> Postgres {
    let store = Postgres::new(&cluster.url("owner")).unwrap();
    let rules = Rules {
        share,
        ..Rules::default()
    };
    let trusted = trusted.iter().map(|&login| login.into()).collect();
    let run = Run::new(name, job, "a", rules).unwrap().trusting(trusted);
    store.start(&run, &mut Task::cut(job, 20)).unwrap();
    cluster.sql("GRANT bezzel_worker TO ann, bob, eve");
    store
}

/// Runs workers concurrently until none of them can do anything more.
fn count(cluster: &Cluster, name: &str, job: &Numbers, parts: &[Part<'_>]) {
    let owner = Postgres::new(&cluster.url("owner")).unwrap();
    let state = || {
        let status = owner.status(name).unwrap();
        (status.done, status.audits_open, status.disputes_open)
    };
    loop {
        let before = state();
        thread::scope(|scope| {
            for part in parts {
                scope.spawn(move || work(cluster, name, job, part));
            }
        });
        if state() == before {
            return;
        }
    }
}

fn work(cluster: &Cluster, name: &str, job: &Numbers, &(login, host, engine, lies): &Part<'_>) {
    let job = Numbers::new(job.units()).lying(lies).pausing(job.pause);
    let store = Postgres::new(&cluster.url(login)).unwrap();
    let who = WorkerInfo {
        host: host.into(),
        engine: engine.into(),
        threads: 1,
    };
    let member = Member::join(&store, name, &job, who).unwrap();
    let one = job::CountOptions {
        threads: Some(1),
        ..job::CountOptions::default()
    };
    let rest = member.work(&one);
    // `work` returns an error when its worker becomes distrusted meanwhile.
    assert!(rest.is_ok() || lies > 0, "{login}: {rest:?}");
}

fn trust(status: &Status, party: &str) -> i64 {
    let mut workers = status.workers.iter();
    let worker = workers.find(|worker| worker.party.starts_with(party));
    worker.map_or(0, |worker| worker.trust)
}

/// Lets the owner count until the run is complete, and closes it.
fn finished_by_owner(cluster: &Cluster, store: &Postgres, name: &str, job: &Numbers) -> String {
    count(
        cluster,
        name,
        job,
        &[("owner", "home", "a", 0), ("owner", "home", "b", 0)],
    );
    let closing = close(store, name, job).unwrap();
    assert_eq!(
        closing.total.count,
        job.total(),
        "{name}: {}",
        closing.certified
    );
    closing.certified
}

#[test]
fn one_login_is_one_party_whatever_it_calls_itself() {
    let Some(cluster) = cluster() else { return };
    let job = Numbers::new(200).pausing(Duration::from_micros(100));
    for number in 0..runs() {
        let name = format!("names{number}");
        let store = start(&cluster, &name, &job, 1.0, &[]);
        let liars = [
            ("ann", "one", "a", 300_000),
            ("ann", "two", "a", 300_000),
            ("ann", "three", "b", 300_000),
            ("bob", "his", "a", 0),
        ];
        count(&cluster, &name, &job, &liars);
        match close(&store, &name, &job) {
            Ok(closing) => assert_eq!(closing.total.count, job.total(), "{}", closing.certified),
            Err(error) => assert!(matches!(error, Error::Open { .. }), "{error}"),
        }
        let before = store.status(&name).unwrap();
        let parties = before.workers.iter().map(|worker| worker.party.as_str());
        assert!(
            parties.clone().all(|party| ["ann", "bob"].contains(&party)),
            "{before:?}"
        );
        // Two untrusted logins contradict each other: neither is trusted.
        assert_eq!((trust(&before, "bob"), trust(&before, "ann")), (0, 0));
        assert!(before.disputes_open > 0, "{before:?}");
        let needs = before.needs().unwrap();
        assert!(needs.contains("a trusted login (owner)"), "{needs}");
        let certified = finished_by_owner(&cluster, &store, &name, &job);
        assert!(
            certified.starts_with("every unit counted twice"),
            "{certified}"
        );
        let status = store.status(&name).unwrap();
        assert!(
            trust(&status, "bob") >= 0,
            "an honest login is distrusted: {status:?}"
        );
        assert_eq!(trust(&status, "ann"), -1);
        assert_eq!(status.needs(), None);
    }
}

#[test]
fn two_logins_that_collude_are_found_by_a_trusted_one() {
    let Some(cluster) = cluster() else { return };
    let job = Numbers::new(200).pausing(Duration::from_micros(100));
    for number in 0..runs() {
        let name = format!("collusion{number}");
        let store = start(&cluster, &name, &job, 1.0, &[]);
        // Both report the same wrong counts.
        let liars = [("ann", "hers", "a", 300_000), ("eve", "hers", "a", 300_000)];
        let honest = ("bob", "his", "a", 0);
        match number % 2 {
            0 => count(&cluster, &name, &job, &liars),
            _ => count(&cluster, &name, &job, &[liars[0], honest, liars[1]]),
        }
        let open = close(&store, &name, &job).unwrap_err();
        assert!(matches!(open, Error::Open { .. }), "{open}");
        finished_by_owner(&cluster, &store, &name, &job);
        let status = store.status(&name).unwrap();
        assert!(
            trust(&status, "bob") >= 0,
            "an honest login is distrusted: {status:?}"
        );
        assert!(
            status
                .workers
                .iter()
                .all(|worker| { !worker.trusted || worker.trust >= 0 })
        );
    }
}

#[test]
fn certificates_name_their_rule() {
    let Some(cluster) = cluster() else { return };
    let job = Numbers::new(200);
    // Only untrusted logins, few of whose agreeing results are recounted: the certificate states
    // how few.
    let store = start(&cluster, "strangers", &job, 0.02, &[]);
    let strangers = [("ann", "hers", "a", 0), ("bob", "his", "a", 0)];
    count(&cluster, "strangers", &job, &strangers);
    let certified = finished_by_owner(&cluster, &store, "strangers", &job);
    assert!(
        certified.contains("by different logins, none trusted"),
        "{certified}"
    );
    assert!(
        certified.contains("is found with a probability of "),
        "{certified}"
    );
    // A login that the owner trusts.
    let store = start(&cluster, "friend", &job, 1.0, &["ann"]);
    count(
        &cluster,
        "friend",
        &job,
        &[("ann", "hers", "a", 0), ("owner", "home", "a", 0)],
    );
    let status = store.status("friend").unwrap();
    assert_eq!(status.trusted, Some(vec!["owner".into(), "ann".into()]));
    let certified = close(&store, "friend", &job).unwrap().certified;
    assert_eq!(
        certified,
        "every unit counted twice by different logins, at least one of them trusted"
    );
    // The owner alone with two engines.
    let store = start(&cluster, "alone", &job, 1.0, &[]);
    let certified = finished_by_owner(&cluster, &store, "alone", &job);
    assert_eq!(
        certified,
        "every unit counted twice by different engines or machines of one login; host names are not verified"
    );
    // A run in a file: different engines are different parties.
    let folder = tempfile::tempdir().unwrap();
    let store = Sqlite::open(&folder.path().join("runs.db")).unwrap();
    let rules = Rules {
        share: 1.0,
        ..Rules::default()
    };
    let run = Run::new("file", &job, "a", rules).unwrap();
    store.start(&run, &mut Task::cut(&job, 20)).unwrap();
    let work = |host: &str, engine: &str| {
        let who = WorkerInfo {
            host: host.into(),
            engine: engine.into(),
            threads: 1,
        };
        let member = Member::join(&store, "file", &job, who).unwrap();
        member.work(&job::CountOptions::default()).unwrap()
    };
    // Another host name does not make another party.
    assert_eq!(work("one", "a"), WorkEnd::ForOthers(20));
    assert_eq!(work("two", "a"), WorkEnd::ForOthers(20));
    assert_eq!(work("two", "b"), WorkEnd::Nothing);
    let certified = close(&store, "file", &job).unwrap().certified;
    assert_eq!(
        certified,
        "every unit counted twice by different engines; everyone who can write the ledger's file is trusted"
    );
}
