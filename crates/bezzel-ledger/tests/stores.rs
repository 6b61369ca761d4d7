//! Properties that hold for every store.

mod support;

use std::ops::Range;
use std::thread;
use std::time::Duration;

use bezzel::job::{self, Branches, ClaimSize, InMemory, Job, Ledger, Outcome, Worker};
use bezzel::{Cancel, Error as LibraryError};
use bezzel_ledger::{
    Audit, Error, Lease, Member, Postgres, Rules, Run, Shard, ShardFile, Sqlite, Standing, State,
    Store, Task, TaskReport, Verdict, WorkEnd, WorkerInfo, close, export,
};
use bezzel_queens::Masks;
use support::cluster::Cluster;
use support::numbers::{Numbers, outcome};
use tempfile::TempDir;

/// A store that can be opened several times.
enum Kept {
    File(TempDir),
    Server(Cluster),
}

impl Kept {
    fn file() -> Self {
        Self::File(tempfile::tempdir().unwrap())
    }

    fn open(&self) -> Box<dyn Store> {
        match self {
            Self::File(folder) => Box::new(Sqlite::open(&folder.path().join("runs.db")).unwrap()),
            Self::Server(cluster) => {
                let store = Postgres::new(&cluster.url("owner")).unwrap();
                store.install().unwrap();
                Box::new(store)
            }
        }
    }
}

/// Checks a law on every available store.
fn each(law: impl Fn(&Kept)) {
    law(&Kept::file());
    if let Some(cluster) = Cluster::start() {
        law(&Kept::Server(cluster));
    }
}

const RULES: Rules = Rules {
    share: 0.0,
    probation: 10,
    apart: bezzel_ledger::PartyScope::Engine,
    patience: 60.0,
    deadline: 3_600.0,
    slowness: 1.0,
};

fn start(store: &dyn Store, name: &str, job: &dyn Job, tasks: u64, rules: Rules) {
    let run = Run::new(name, job, "a", rules).unwrap();
    store.start(&run, &mut Task::cut(job, tasks)).unwrap();
}

fn who(engine: &str) -> WorkerInfo {
    WorkerInfo {
        host: "here".into(),
        engine: engine.into(),
        threads: 1,
    }
}

const ONE: ClaimSize = ClaimSize {
    units: 1,
    cost: 0.0,
};

fn reported(job: &Numbers, lease: &Lease) -> TaskReport {
    TaskReport {
        lease: lease.id,
        hash: job.identity().hash,
        weights: lease.units.clone().map(|unit| job.weight(unit)).collect(),
        outcomes: lease.units.clone().map(outcome).collect(),
        seconds: 0.1,
    }
}

fn refusal<T: std::fmt::Debug>(answer: Result<T, Error>) -> String {
    match answer {
        Err(Error::Refused { reason }) => reason,
        other => panic!("{other:?}"),
    }
}

/// Checks the laws of ledgers.
fn ledger_laws(job: &Numbers, ledger: &dyn Ledger) {
    let claim = ledger.claim(ONE).unwrap().unwrap();
    let mut wrong = outcome(claim.start);
    wrong.count += 1;
    assert!(
        ledger.report(claim.start, &wrong).is_err(),
        "a wrong residue"
    );
    ledger.give_back(claim.clone()).unwrap();
    // Released units are assigned again; apart from that, every unit is assigned exactly once.
    let mut seen = vec![false; job.units() as usize];
    while let Some(claim) = ledger.claim(ONE).unwrap() {
        for unit in claim {
            assert!(
                !std::mem::replace(&mut seen[unit as usize], true),
                "{unit} twice"
            );
            ledger.report(unit, &outcome(unit)).unwrap();
        }
    }
    assert!(seen.into_iter().all(|seen| seen));
    let total = ledger.total().unwrap();
    assert!(total.is_complete());
    assert_eq!((total.count, total.share), (job.total(), 1.0));
}

#[test]
fn every_ledger_leases_every_unit_once() {
    let job = Numbers::new(1_000);
    ledger_laws(&job, &InMemory::new(&job, 2));
    let folder = tempfile::tempdir().unwrap();
    let shard = ShardFile::open(folder.path(), &job, Shard::new(0, 1).unwrap(), "a").unwrap();
    ledger_laws(&job, &shard);
    each(|kept| {
        let store = kept.open();
        start(&*store, "all", &job, 100, RULES);
        let member = Member::join(&*store, "all", &job, who("a")).unwrap();
        ledger_laws(&job, &member);
    });
}

#[test]
fn the_same_job_or_none() {
    let job = Numbers::new(100);
    each(|kept| {
        let store = kept.open();
        start(&*store, "one", &job, 10, RULES);
        // A name that is taken.
        let again = Run::new("one", &job, "a", RULES).unwrap();
        let taken = refusal(store.start(&again, &mut Task::cut(&job, 10)));
        assert_eq!(taken, "there is a run named one already");
        assert_eq!(
            refusal(store.look("two")),
            "there is no run named two; `bezzel run list` lists all runs"
        );
        assert_eq!(
            refusal(store.status("two")),
            "there is no run named two; `bezzel run list` lists all runs"
        );
        assert_eq!(store.list().unwrap(), ["one"]);
        for name in ["", "-a", "a b", "ä", &"x".repeat(65)] {
            assert!(
                matches!(Run::new(name, &job, "a", RULES), Err(Error::NoName { .. })),
                "{name}"
            );
        }
        // A different job.
        let other = Numbers::new(101);
        let reason = refusal(store.enter("one", other.identity(), &who("a")));
        assert!(reason.starts_with("run one is of another job"), "{reason}");
        assert!(matches!(
            Member::join(&*store, "one", &other, who("a")),
            Err(Error::AnotherJob { .. })
        ));

        let worker = store.enter("one", job.identity(), &who("a")).unwrap();
        let leases = store
            .claim(
                worker,
                1,
                ClaimSize {
                    units: 15,
                    cost: 0.0,
                },
            )
            .unwrap();
        assert_eq!(leases.len(), 2, "enough tasks for the claim_size");
        assert_eq!(
            leases[0].units.end, leases[1].units.start,
            "that follow each other"
        );
        assert_ne!(store.claim(worker, 2, ONE).unwrap(), leases);

        let lease = &leases[0];
        let good = reported(&job, lease);
        let first = lease.units.start;
        let mut hash = job.identity().hash;
        hash.add(b"another");
        let reason = refusal(store.report(
            worker,
            &TaskReport {
                hash,
                ..good.clone()
            },
        ));
        assert!(
            reason.starts_with("the units are of another plan"),
            "{reason}"
        );
        let mut wrong = good.clone();
        wrong.weights[1] += 1;
        let weight = job.weight(first + 1);
        let reason = refusal(store.report(worker, &wrong));
        assert_eq!(
            reason,
            format!("unit {} has weight {weight}, not {}", first + 1, weight + 1)
        );
        let mut wrong = good.clone();
        wrong.outcomes[2].count += 1;
        let reason = refusal(store.report(worker, &wrong));
        assert_eq!(
            reason,
            format!("the residues of unit {} contradict its count", first + 2)
        );
        let mut wrong = good.clone();
        wrong.outcomes.pop();
        wrong.weights.pop();
        assert_eq!(
            refusal(store.report(worker, &wrong)),
            "a report of 9 units for a task of 10"
        );
        let mut large = good.clone();
        large.outcomes[0] = Outcome::default();
        large.outcomes[0].add(1 << 63);
        assert!(refusal(store.report(worker, &large)).contains("contradict"));
        assert_eq!(store.status("one").unwrap().done, 0);

        // The first report counts, and the same report again changes nothing.
        assert_eq!(store.report(worker, &good).unwrap(), Verdict::Accepted);
        assert_eq!(store.report(worker, &good).unwrap(), Verdict::Accepted);
        assert_eq!(store.status("one").unwrap().done, 10);
        assert!(refusal(store.beat(4_711, false)).contains("not yours"));
        assert!(matches!(
            store.close("one", "1", ""),
            Err(Error::Open { .. })
        ));
    });
}

#[test]
fn runs_pause_and_close() {
    let job = Numbers::new(100);
    each(|kept| {
        let store = kept.open();
        start(&*store, "p", &job, 10, RULES);
        let worker = store.enter("p", job.identity(), &who("a")).unwrap();
        let lease = store.claim(worker, 1, ONE).unwrap().remove(0);
        store.set_state("p", State::Paused).unwrap();
        assert_eq!(store.beat(worker, false).unwrap(), Standing::Paused);
        assert_eq!(store.claim(worker, 2, ONE).unwrap(), []);
        assert_eq!(
            store.report(worker, &reported(&job, &lease)).unwrap(),
            Verdict::Accepted
        );
        store.set_state("p", State::Open).unwrap();
        let held = store.claim(worker, 3, ONE).unwrap();
        assert_eq!(held.len(), 1);
        assert_eq!(store.status("p").unwrap().taken, 1);
        // A worker that leaves releases its tasks at once.
        store.beat(worker, true).unwrap();
        assert_eq!(store.status("p").unwrap().taken, 0);
        let open = close(&*store, "p", &job).unwrap_err();
        assert_eq!(open.to_string(), "90 of 100 units are not counted");

        let member = Member::join(&*store, "p", &job, who("a")).unwrap();
        assert_eq!(
            member.work(&job::CountOptions::default()).unwrap(),
            WorkEnd::Nothing
        );
        let closing = close(&*store, "p", &job).unwrap();
        assert_eq!(closing.total.count, job.total());
        assert_eq!(closing.certified, "nothing recounted");
        assert_eq!(
            close(&*store, "p", &job).unwrap(),
            closing,
            "as often as one likes"
        );
        assert_eq!(
            store.status("p").unwrap().total,
            Some(job.total().to_string())
        );
        assert_eq!(
            refusal(store.set_state("p", State::Open)),
            "run p is closed"
        );
        assert_eq!(
            refusal(store.audit("p", &Audit::Share(1.0))),
            "run p is closed"
        );
        assert_eq!(store.beat(worker, false).unwrap(), Standing::Closed);
        assert_eq!(store.map("p", 7).unwrap(), [1.0; 7]);
        assert_eq!(store.map("p", 1_000).unwrap().len(), 10);

        let folder = tempfile::tempdir().unwrap();
        assert!(
            export(&*store, "p", &job, folder.path())
                .unwrap()
                .total
                .is_complete()
        );
        let merge = bezzel_ledger::Merge::of(folder.path()).unwrap();
        assert_eq!(merge.total(&job).unwrap().count, job.total());
        // Merging the exported results of a run into the same run confirms nothing.
        let merged = merge.into_run(&*store, "p", &job).unwrap();
        assert_eq!(
            (merged.new, merged.identical, merged.conflicts.len()),
            (0, 100, 0)
        );
        assert_eq!(store.confirmations("p").unwrap().by_one_login, 0);
        start(&*store, "liar", &job, 10, RULES);
        let liar = Numbers::new(100).lying(1_000_000);
        Member::join(&*store, "liar", &liar, who("a"))
            .unwrap()
            .work(&job::CountOptions::default())
            .unwrap();
        assert_eq!(
            merge
                .into_run(&*store, "liar", &job)
                .unwrap()
                .conflicts
                .len(),
            100
        );
        assert!(
            export(&*store, "p", &job, folder.path()).is_err(),
            "nothing is written over"
        );
    });
}

#[test]
fn files_are_merged_into_a_run() {
    let job = Numbers::new(1_000);
    each(|kept| {
        let store = kept.open();
        start(&*store, "m", &job, 100, RULES);
        let folder = tempfile::tempdir().unwrap();
        let shard = ShardFile::open(folder.path(), &job, Shard::new(1, 3).unwrap(), "a").unwrap();
        job::work(&job, &shard, &job::CountOptions::default()).unwrap();
        drop(shard);
        let merge = bezzel_ledger::Merge::of(folder.path()).unwrap();
        let merged = merge.into_run(&*store, "m", &job).unwrap();
        // The shard starts and ends in the middle of a task.
        assert!(
            merged.new >= 310 && merged.new + merged.left_out == 333,
            "{merged:?}"
        );
        let again = merge.into_run(&*store, "m", &job).unwrap();
        assert_eq!((again.new, again.identical), (0, merged.new));
        assert_eq!(store.status("m").unwrap().done, merged.new);
        let member = Member::join(&*store, "m", &job, who("a")).unwrap();
        assert_eq!(
            member.work(&job::CountOptions::default()).unwrap(),
            WorkEnd::Nothing
        );
        assert_eq!(close(&*store, "m", &job).unwrap().total.count, job.total());
    });
}

#[test]
fn silent_workers_lose_their_leases_and_may_return() {
    let job = Numbers::new(20);
    each(|kept| {
        let store = kept.open();
        let rules = Rules {
            patience: 0.4,
            ..RULES
        };
        start(&*store, "s", &job, 2, rules);
        let silent = store.enter("s", job.identity(), &who("a")).unwrap();
        let held = store
            .claim(
                silent,
                1,
                ClaimSize {
                    units: 99,
                    cost: 99.0,
                },
            )
            .unwrap();
        assert_eq!(held.len(), 2);
        let other = store.enter("s", job.identity(), &who("b")).unwrap();
        assert_eq!(store.claim(other, 1, ONE).unwrap(), []);
        let mut request = 2;
        let taken = loop {
            let claimed = store.claim(other, request, ONE).unwrap();
            request += 1;
            if let Some(lease) = claimed.into_iter().next() {
                break lease;
            }
            thread::sleep(Duration::from_millis(20));
        };
        // The report of the worker that was considered lost was the first: it counts, and the other
        // one confirms it.
        let late = held
            .iter()
            .find(|lease| lease.units == taken.units)
            .unwrap();
        assert_eq!(
            store.report(silent, &reported(&job, late)).unwrap(),
            Verdict::Accepted
        );
        assert_eq!(
            store.report(other, &reported(&job, &taken)).unwrap(),
            Verdict::Second
        );
        assert_eq!(store.confirmations("s").unwrap().by_one_login, 10);
        let status = store.status("s").unwrap();
        assert_eq!((status.done, status.disputes), (10, 0));
    });
}

#[test]
fn eight_reports_at_once_leave_one_outcome() {
    let job = Numbers::new(50);
    each(|kept| {
        let store = kept.open();
        start(&*store, "e", &job, 5, RULES);
        let worker = store.enter("e", job.identity(), &who("a")).unwrap();
        for request in 1..=5 {
            let lease = store.claim(worker, request, ONE).unwrap().remove(0);
            let reported = reported(&job, &lease);
            thread::scope(|scope| {
                let report = || {
                    kept.open()
                        .report(worker, &reported)
                        .map_err(|error| error.to_string())
                };
                let reports: Vec<_> = (0..8).map(|_| scope.spawn(report)).collect();
                for report in reports {
                    let verdict = report.join().unwrap();
                    // Conflicting transactions are retried by members.
                    assert!(
                        verdict == Ok(Verdict::Accepted)
                            || verdict.is_err_and(|error| error.contains("at the moment"))
                    );
                }
            });
        }
        assert_eq!(store.status("e").unwrap().done, 50);
        assert_eq!(close(&*store, "e", &job).unwrap().total.count, job.total());
    });
}

/// Runs honest and lying parties concurrently. Returns true if any party was distrusted.
fn parties(
    kept: &Kept,
    name: &str,
    honest: &Numbers,
    parties: &[(&str, u64)],
    rules: Rules,
) -> bool {
    let store = kept.open();
    start(&*store, name, honest, honest.units() / 10, rules);
    thread::scope(|scope| {
        for &(engine, lies) in parties {
            let job = Numbers::new(honest.units())
                .lying(lies)
                .pausing(honest.pause);
            scope.spawn(move || {
                let store = kept.open();
                let member = Member::join(&*store, name, &job, who(engine)).unwrap();
                let one = job::CountOptions {
                    threads: Some(1),
                    ..job::CountOptions::default()
                };
                loop {
                    match member.work(&one) {
                        // The rest may become available to this party once others have reported.
                        Ok(WorkEnd::ForOthers(_)) => thread::sleep(Duration::from_millis(5)),
                        Ok(_) => break,
                        Err(error) => {
                            assert!(lies > 0, "{engine}: {error}");
                            break;
                        }
                    }
                }
            });
        }
    });
    let status = store.status(name).unwrap();
    for worker in &status.workers {
        let lies = parties
            .iter()
            .find(|(engine, _)| *engine == worker.engine)
            .unwrap()
            .1;
        assert!(
            lies > 0 || worker.trust >= 0,
            "an honest party is distrusted: {worker:?}"
        );
    }
    status.workers.iter().any(|worker| worker.trust < 0)
}

#[test]
fn liars_are_found() {
    let job = Numbers::new(2_000).pausing(Duration::from_micros(200));
    let rules = Rules {
        share: 0.02,
        ..RULES
    };
    each(|kept| {
        for (name, lies, share) in [
            ("all", 1_000_000, 0.02),
            ("fifth", 200_000, 0.02),
            ("twentieth", 50_000, 0.02),
            ("few", 2_000, 1.0),
        ] {
            let found = parties(
                kept,
                name,
                &job,
                &[("a", 0), ("b", 0), ("liar", lies)],
                Rules { share, ..rules },
            );
            let closing = close(&*kept.open(), name, &job).unwrap();
            // A worker that reports many wrong results is detected; on a busy machine one may start
            // too late to report any.
            let reported = kept.open().status(name).unwrap().workers.into_iter();
            let lies_told: u64 = reported
                .filter(|worker| worker.engine == "liar")
                .map(|worker| worker.units)
                .sum();
            assert!(
                found || lies < 200_000 || lies_told < 100,
                "{name}: {lies_told}"
            );
            if found {
                assert_eq!(closing.total.count, job.total(), "{name}: {closing:?}");
            }
            if share == 1.0 {
                assert_eq!(closing.total.count, job.total(), "{name}: {closing:?}");
                assert!(
                    closing
                        .certified
                        .starts_with("every unit counted twice by different engines"),
                    "{}",
                    closing.certified
                );
            }
        }
    });
}

#[test]
fn of_a_trusted_party_little_is_recounted() {
    let job = Numbers::new(2_000);
    each(|kept| {
        let store = kept.open();
        start(
            &*store,
            "t",
            &job,
            200,
            Rules {
                share: 0.02,
                ..RULES
            },
        );
        let run = job::CountOptions::default();
        let first = Member::join(&*store, "t", &job, who("a")).unwrap();
        let WorkEnd::ForOthers(waiting) = first.work(&run).unwrap() else {
            panic!("half of a newcomer's tasks are to be recounted");
        };
        assert!((60..140).contains(&waiting), "{waiting} of 200");
        let second = Member::join(&*store, "t", &job, who("b")).unwrap();
        assert_eq!(second.work(&run).unwrap(), WorkEnd::Nothing);
        let status = store.status("t").unwrap();
        assert!((10..40).contains(&status.audits), "{}", status.audits);
        let closing = close(&*store, "t", &job).unwrap();
        assert_eq!(closing.total.count, job.total());
        assert!(
            closing
                .certified
                .contains(" recounted by different engines"),
            "{}",
            closing.certified
        );
    });
}

#[test]
fn any_problem_is_a_run() {
    let job = Branches::with_many_units(Masks::new(9).unwrap(), "nine queens", 1);
    each(|kept| {
        let store = kept.open();
        start(&*store, "q9", &job, 50, RULES);
        let member = Member::join(&*store, "q9", &job, who("masks")).unwrap();
        assert_eq!(
            member.work(&job::CountOptions::default()).unwrap(),
            WorkEnd::Nothing
        );
        assert_eq!(close(&*store, "q9", &job).unwrap().total.count, 352);
        assert!(store.status("q9").unwrap().complete);
    });
}

#[test]
fn a_cancelled_member_releases_its_lease_at_once() {
    let job = Numbers::new(1_000).pausing(Duration::from_millis(2));
    each(|kept| {
        let store = kept.open();
        start(&*store, "c", &job, 10, RULES);
        let cancel = Cancel::new();
        let run = job::CountOptions {
            cancel: cancel.clone(),
            ..job::CountOptions::default()
        };
        thread::scope(|scope| {
            scope.spawn(|| {
                while store.status("c").unwrap().taken == 0 {
                    thread::sleep(Duration::from_millis(5));
                }
                cancel.cancel();
            });
            let member = Member::join(&*store, "c", &job, who("a")).unwrap();
            assert_eq!(member.work(&run).unwrap(), WorkEnd::Cancelled);
        });
        let status = store.status("c").unwrap();
        assert_eq!(status.taken, 0);
        assert!(status.done < 1_000 && !status.workers[0].alive);
    });
}

/// Tasks are cut so that each has a unit, even if there are few units.
#[test]
fn tasks_hold_every_unit_once() {
    struct Costly(Numbers);
    impl Job for Costly {
        fn identity(&self) -> &bezzel::job::Identity {
            self.0.identity()
        }
        fn weight(&self, unit: u64) -> u32 {
            self.0.weight(unit)
        }
        fn cost(&self, units: Range<u64>) -> f64 {
            units.map(|unit| if unit < 3 { 100.0 } else { 0.01 }).sum()
        }
        fn worker(&self, number: usize) -> Result<Box<dyn Worker + '_>, LibraryError> {
            self.0.worker(number)
        }
    }
    for units in [1, 2, 7, 100] {
        let job = Costly(Numbers::new(units));
        for tasks in [0, 1, 3, 50, 1_000] {
            let mut next = 0;
            let cut: Vec<Task> = Task::cut(&job, tasks).collect();
            assert_eq!(cut.len() as u64, tasks.clamp(1, units));
            for task in cut {
                assert_eq!(task.first, next);
                assert!(!task.weights.is_empty());
                next += task.weights.len() as u64;
            }
            assert_eq!(next, units);
        }
    }
}
