//! Faults of a database: lost connections and servers, unauthorised clients, eavesdroppers.

mod support;

use std::fs;
use std::sync::Mutex;
use std::sync::atomic::{AtomicI32, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use bezzel::job::{self, ClaimSize, Job};
use bezzel_ledger::{
    Error, Member, PartyScope, Postgres, Rules, Run, Store, Task, TaskReport, Verdict, WorkEnd,
    WorkerInfo, close,
};
use support::cluster::Cluster;
use support::numbers::{Numbers, outcome};

const RULES: Rules = Rules {
    share: 0.0,
    probation: 10,
    apart: PartyScope::Engine,
    patience: 2.0,
    deadline: 3_600.0,
    slowness: 1.0,
};

fn who() -> WorkerInfo {
    WorkerInfo {
        host: "here".into(),
        engine: "numbers".into(),
        threads: 1,
    }
}

fn start(cluster: &Cluster, job: &Numbers, tasks: u64) -> Postgres {
    let store = Postgres::new(&cluster.url("owner")).unwrap();
    let run = Run::new("run", job, "numbers", RULES).unwrap();
    store.start(&run, &mut Task::cut(job, tasks)).unwrap();
    store
}

/// Runs four members, and `meanwhile` at the same time; `notes` receives their messages about
/// waiting for the store.
fn members(
    cluster: &Mutex<Cluster>,
    job: &Numbers,
    notes: &(dyn Fn(&str) + Sync),
    meanwhile: impl FnOnce(),
) {
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let store = Postgres::new(&cluster.lock().unwrap().url("owner")).unwrap();
                let member = Member::join(&store, "run", job, who())
                    .unwrap()
                    .noted_by(notes);
                let one = job::CountOptions {
                    threads: Some(1),
                    ..job::CountOptions::default()
                };
                let rest = member.work(&one);
                assert_eq!(rest.unwrap(), WorkEnd::Nothing);
            });
        }
        meanwhile();
    });
}

fn done(store: &dyn Store) -> u64 {
    loop {
        match store.status("run") {
            Ok(status) => return status.done,
            Err(error) => assert!(error.passes(), "{error}"),
        }
    }
}

/// Returns the total, once the store can be reached again.
fn total(store: &dyn Store, job: &Numbers) -> u128 {
    loop {
        match close(store, "run", job) {
            Ok(closing) => return closing.total.count,
            Err(error) => assert!(error.passes(), "{error}"),
        }
    }
}

fn wait_for(store: &dyn Store, units: u64) {
    while done(store) < units {
        thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn cut_connections_leave_nothing_behind() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    let job = Numbers::new(2_000).pausing(Duration::from_millis(1));
    let store = start(&cluster, &job, 1_000);
    let cluster = Mutex::new(cluster);
    members(&cluster, &job, &|_| {}, || {
        for cut in 1..=50 {
            wait_for(&store, cut * 38);
            let everybody = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = 'bezzel'";
            cluster.lock().unwrap().sql(everybody);
        }
    });
    assert_eq!(total(&store, &job), job.total());
    let cluster = cluster.into_inner().unwrap();
    assert_eq!(
        cluster.sql("SELECT count(*) FROM bezzel.lease WHERE fate IS NULL"),
        "0"
    );
    assert_eq!(
        cluster.sql("SELECT count(*) FROM bezzel.outcome"),
        "1000",
        "told once each"
    );
}

#[test]
fn an_unreachable_server_is_retried() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    let job = Numbers::new(1_000).pausing(Duration::from_millis(2));
    let store = start(&cluster, &job, 200);
    let cluster = Mutex::new(cluster);
    // How many workers wait for the server: each says when it begins, and when it is over.
    let waiting = AtomicI32::new(0);
    let notes = |note: &str| {
        let change = if note.contains("waiting") { 1 } else { -1 };
        waiting.fetch_add(change, Relaxed);
    };
    members(&cluster, &job, &notes, || {
        for down in 1..=3 {
            wait_for(&store, down * 200);
            let mut cluster = cluster.lock().unwrap();
            cluster.kill();
            // Every worker has a result to report and no server to report it to, for longer than
            // the patience.
            while waiting.load(Relaxed) < 4 {
                thread::sleep(Duration::from_millis(5));
            }
            if down == 1 {
                thread::sleep(Duration::from_secs_f64(1.2 * RULES.patience));
            }
            cluster.up();
        }
    });
    assert_eq!(total(&store, &job), job.total());
    let cluster = cluster.into_inner().unwrap();
    assert_eq!(
        cluster.sql("SELECT count(*) FROM bezzel.lease WHERE fate IS NULL"),
        "0"
    );
}

#[test]
fn workers_reach_functions_and_no_table() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    let job = Numbers::new(100);
    let store = start(&cluster, &job, 10);
    cluster.sql("CREATE ROLE ann LOGIN IN ROLE bezzel_worker; CREATE ROLE bob LOGIN IN ROLE bezzel_worker; CREATE ROLE eve LOGIN");
    let denied = |role: &str, statement: &str| {
        let (done, said) = cluster.sql_as(role, statement);
        assert!(
            !done && said.contains("permission denied"),
            "{role}: {statement}: {said}"
        );
    };
    // Every table, with every statement.
    let tables = cluster.sql("SELECT c.relname || ' ' || (SELECT attname FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0 ORDER BY attnum DESC LIMIT 1) FROM pg_class c WHERE relnamespace = 'bezzel'::regnamespace AND relkind IN ('r', 'v', 'p', 'm')");
    assert!(tables.lines().count() >= 7, "{tables}");
    for line in tables.lines() {
        let (table, column) = line.split_once(' ').unwrap();
        for statement in [
            format!("SELECT * FROM bezzel.{table}"),
            format!("SELECT {column} FROM bezzel.{table} FOR UPDATE"),
            format!("INSERT INTO bezzel.{table} DEFAULT VALUES"),
            format!("UPDATE bezzel.{table} SET {column} = NULL"),
            format!("DELETE FROM bezzel.{table}"),
            format!("TRUNCATE bezzel.{table}"),
            format!("BEGIN; LOCK bezzel.{table}"),
            format!("COPY bezzel.{table} TO STDOUT"),
        ] {
            denied("ann", &statement);
            denied("eve", &statement);
        }
    }
    for table in ["task", "run"] {
        let (done, said) = cluster.sql_as(
            "ann",
            &format!("ALTER TABLE bezzel.{table} ADD COLUMN x int"),
        );
        assert!(!done && said.contains("must be owner"), "{said}");
        let (done, _) = cluster.sql_as("ann", &format!("DROP TABLE bezzel.{table} CASCADE"));
        assert!(!done);
    }
    denied("ann", "CREATE TABLE bezzel.mine (x int)");
    // The functions that a worker needs.
    let allowed = [
        "names",
        "look",
        "enter",
        "beat",
        "claim",
        "give_back",
        "report",
        "figures",
        "map",
    ];
    let functions = cluster.sql("SELECT proname || '(' || array_to_string(array(SELECT 'NULL::' || format_type(t, NULL) FROM unnest(proargtypes) t), ', ') || ')' FROM pg_proc WHERE pronamespace = 'bezzel'::regnamespace");
    for call in functions.lines() {
        let name = call.split('(').next().unwrap();
        let (_, said) = cluster.sql_as("ann", &format!("SELECT bezzel.{call}"));
        let open = !said.contains("permission denied");
        assert_eq!(open, allowed.contains(&name), "{call}: {said}");
        denied("eve", &format!("SELECT bezzel.{call}"));
    }
    // A login cannot act for another.
    let (ann, bob) = (
        Postgres::new(&cluster.url("ann")).unwrap(),
        Postgres::new(&cluster.url("bob")).unwrap(),
    );
    let worker = ann.enter("run", job.identity(), &who()).unwrap();
    let lease = ann
        .claim(
            worker,
            1,
            ClaimSize {
                units: 1,
                cost: 0.0,
            },
        )
        .unwrap()
        .remove(0);
    let reported = TaskReport {
        lease: lease.id,
        hash: job.identity().hash,
        weights: lease.units.clone().map(|unit| job.weight(unit)).collect(),
        outcomes: lease.units.clone().map(outcome).collect(),
        seconds: 0.0,
    };
    let refused = |answer: Result<(), Error>, reason: &str| {
        let error = answer.unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    };
    refused(bob.report(worker, &reported).map(drop), "is not yours");
    refused(
        bob.claim(
            worker,
            1,
            ClaimSize {
                units: 1,
                cost: 0.0,
            },
        )
        .map(drop),
        "is not yours",
    );
    refused(bob.beat(worker, true).map(drop), "is not yours");
    refused(bob.give_back(worker, &[lease.id]), "is not yours");
    let other = bob.enter("run", job.identity(), &who()).unwrap();
    refused(
        bob.report(other, &reported).map(drop),
        "is not held by worker",
    );
    // Functions for the owner only.
    refused(
        ann.audit("run", &bezzel_ledger::Audit::Share(0.0))
            .map(drop),
        "permission denied",
    );
    refused(
        ann.set_state("run", bezzel_ledger::State::Paused),
        "permission denied",
    );
    refused(ann.close("run", "0", "all is well"), "permission denied");
    assert_eq!(ann.list().unwrap(), ["run"]);
    assert_eq!(ann.report(worker, &reported).unwrap(), Verdict::Accepted);
    assert_eq!(ann.status("run").unwrap().done, 10);
    // Workers count a whole run; the owner closes it.
    let member = Member::join(&bob, "run", &job, who()).unwrap();
    assert_eq!(
        member.work(&job::CountOptions::default()).unwrap(),
        WorkEnd::Nothing
    );
    assert_eq!(total(&store, &job), job.total());
    let parties: Vec<_> = store
        .status("run")
        .unwrap()
        .workers
        .into_iter()
        .map(|worker| worker.party)
        .collect();
    assert_eq!(parties, ["ann", "bob", "bob"]);
}

#[test]
fn the_network_learns_nothing() {
    let port = std::net::TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
        .port();
    let settings = [
        format!("port={port}"),
        "listen_addresses=127.0.0.1".into(),
        "ssl=on".into(),
    ];
    let settings: Vec<&str> = settings.iter().map(String::as_str).collect();
    // The server's certificate, its authority, and another authority.
    let authority = |name: &str| {
        let key = rcgen::KeyPair::generate().unwrap();
        let mut params = rcgen::CertificateParams::new(Vec::new()).unwrap();
        params.is_ca = rcgen::IsCa::Ca(rcgen::BasicConstraints::Unconstrained);
        params
            .distinguished_name
            .push(rcgen::DnType::CommonName, name);
        let certificate = params.self_signed(&key).unwrap();
        (certificate.pem(), rcgen::Issuer::new(params, key))
    };
    let (ca, issuer) = authority("ours");
    let (stranger, _) = authority("stranger");
    let key = rcgen::KeyPair::generate().unwrap();
    let params = rcgen::CertificateParams::new(vec!["localhost".to_owned()]).unwrap();
    let certificate = params.signed_by(&key, &issuer).unwrap();
    let prepare = |folder: &std::path::Path| {
        let data = folder.join("data");
        fs::write(data.join("server.crt"), certificate.pem()).unwrap();
        fs::write(data.join("server.key"), key.serialize_pem()).unwrap();
        let rules = "local all all trust\nhostssl all all 127.0.0.1/32 scram-sha-256\n";
        fs::write(data.join("pg_hba.conf"), rules).unwrap();
    };
    let Some(cluster) = Cluster::prepared(&settings, prepare) else {
        return;
    };
    cluster.sql("SET password_encryption = 'scram-sha-256'; CREATE ROLE ann LOGIN PASSWORD 'open sesame' IN ROLE pg_monitor");
    let (ours, others) = (
        cluster.folder().join("ca.pem"),
        cluster.folder().join("stranger.pem"),
    );
    fs::write(&ours, ca).unwrap();
    fs::write(&others, stranger).unwrap();
    let connect = |password: &str, host: &str, options: &str| {
        let url = format!("postgresql://ann:{password}@{host}:{port}/postgres?{options}");
        let store = Postgres::new(&url)?;
        store.look("run").map(drop)
    };
    let said = |answer: Result<(), Error>| {
        let said = answer.unwrap_err().to_string();
        assert!(!said.contains("sesame"), "{said}");
        said
    };
    let (ours, others) = (ours.display(), others.display());
    let full = format!("sslmode=verify-full&sslrootcert={ours}");
    // A correct connection: the database answers that it contains no runs.
    assert!(said(connect("open%20sesame", "localhost", &full)).contains("contains no runs yet"));
    assert!(
        said(connect("close%20sesame", "localhost", &full))
            .contains("password authentication failed")
    );
    let wrong = said(connect(
        "open%20sesame",
        "localhost",
        &format!("sslrootcert={others}"),
    ));
    assert!(wrong.contains("certificate"), "{wrong}");
    let elsewhere = said(connect("open%20sesame", "127.0.0.1", &full));
    assert!(
        elsewhere.contains("certificate"),
        "another name than the certificate's: {elsewhere}"
    );
    let bare = said(connect("open%20sesame", "localhost", "sslmode=disable"));
    assert!(bare.contains("no encryption"), "{bare}");
}
