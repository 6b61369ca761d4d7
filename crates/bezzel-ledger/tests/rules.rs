//! The rules of runs (numbered in `store/mod.rs`), as one table of cases for every store.

mod support;

use std::thread;
use std::time::Duration;

use bezzel::job::{ClaimSize, Job, Outcome};
use bezzel_ledger::{
    Error, Lease, Postgres, Rules, Run, Sqlite, State, Store, Task, TaskReport, WorkerInfo, close,
};
use support::cluster::Cluster;
use support::numbers::{Numbers, outcome};

/// Workers of three parties: one login, three engines.
const PARTIES: [&str; 3] = ["a", "b", "c"];
const A: usize = 0;
const B: usize = 1;
const C: usize = 2;

/// The state of the run's only task before the event.
#[derive(Debug, Clone, Copy)]
enum Before {
    Ready,
    /// Worker A holds the task.
    Taken,
    /// Worker A has reported the task.
    Done,
    /// Worker A has reported the task, and an audit is open.
    Audited,
    /// Worker A has reported the task, and worker B holds the audit.
    AuditTaken,
    /// A and B have reported different counts, and C holds the audit that settles the dispute.
    Disputed,
    /// Worker A holds the task, and the run is paused.
    Paused,
    /// Worker A has reported the task, and the run is closed.
    Closed,
}

#[derive(Debug, Clone, Copy)]
enum Event {
    Claim(usize),
    /// The previous claim is repeated.
    ClaimAgain(usize),
    GiveBack(usize),
    Leave(usize),
    /// A sends no more heartbeats, and this party claims until it gets the task.
    Silence(usize),
    Report(usize),
    /// A report of wrong counts with matching residues.
    Lie(usize),
    /// A report with wrong residues.
    Corrupt(usize),
    /// A report by this party with the lease of A.
    Steal(usize),
    Close,
}

/// The answer (or the first words of an error), then units done, tasks taken, audits open, disputes
/// open.
type After = (&'static str, [u64; 4]);

/// Rule, state, event, expected answer and state.
#[rustfmt::skip]
const CASES: &[(u32, Before, Event, After)] = &[
    (1, Before::Ready,      Event::Claim(A),      ("10 units",         [0, 1, 0, 0])),
    (1, Before::Taken,      Event::ClaimAgain(A), ("10 units",         [0, 1, 0, 0])),
    (1, Before::Taken,      Event::Claim(B),      ("nothing",          [0, 1, 0, 0])),
    (1, Before::Paused,     Event::Claim(B),      ("nothing",          [0, 1, 0, 0])),
    (1, Before::Closed,     Event::Claim(B),      ("nothing",          [10, 0, 0, 0])),
    (2, Before::Done,       Event::Claim(A),      ("nothing",          [10, 0, 0, 0])),
    (2, Before::Audited,    Event::Claim(A),      ("nothing",          [10, 0, 1, 0])),
    (2, Before::Audited,    Event::Claim(B),      ("10 units",         [10, 1, 1, 0])),
    (3, Before::Taken,      Event::GiveBack(A),   ("",                 [0, 0, 0, 0])),
    (3, Before::Taken,      Event::Leave(A),      ("Open",             [0, 0, 0, 0])),
    (3, Before::AuditTaken, Event::Leave(B),      ("Open",             [10, 0, 1, 0])),
    (4, Before::Taken,      Event::Silence(B),    ("10 units",         [0, 1, 0, 0])),
    (5, Before::Taken,      Event::Report(A),     ("Accepted",         [10, 0, 0, 0])),
    (5, Before::Taken,      Event::Corrupt(A),    ("the residues of",  [0, 1, 0, 0])),
    (5, Before::Taken,      Event::Steal(B),      ("lease",            [0, 1, 0, 0])),
    (5, Before::Done,       Event::Report(A),     ("Accepted",         [10, 0, 0, 0])),
    (5, Before::Paused,     Event::Report(A),     ("Accepted",         [10, 0, 0, 0])),
    (6, Before::Audited,    Event::Close,         ("1 of 1 audits",    [10, 0, 1, 0])),
    (7, Before::AuditTaken, Event::Report(B),     ("Accepted",         [10, 0, 0, 0])),
    (7, Before::AuditTaken, Event::Lie(B),        ("Accepted",         [10, 0, 1, 1])),
    (7, Before::Disputed,   Event::Close,         ("1 of",              [10, 1, 1, 1])),
    (8, Before::Disputed,   Event::Report(C),     ("Accepted",         [10, 0, 0, 0])),
    (8, Before::Disputed,   Event::Lie(C),        ("Accepted",         [10, 0, 0, 0])),
    (9, Before::Ready,      Event::Close,         ("10 of 10 units",   [0, 0, 0, 0])),
    (9, Before::Done,       Event::Close,         ("nothing recounted", [10, 0, 0, 0])),
];

/// A run of one task in a store.
struct World<'s> {
    store: &'s dyn Store,
    name: String,
    job: Numbers,
    workers: Vec<i64>,
    leases: [Option<Lease>; 3],
    requests: i64,
}

impl<'s> World<'s> {
    fn new(store: &'s dyn Store, name: String, before: Before, patience: f64) -> Self {
        let job = Numbers::new(10);
        let is_audited = matches!(
            before,
            Before::Audited | Before::AuditTaken | Before::Disputed
        );
        let rules = Rules {
            share: if is_audited { 1.0 } else { 0.0 },
            patience,
            ..Rules::default()
        };
        let run = Run::new(&name, &job, "a", rules).unwrap();
        store.start(&run, &mut Task::cut(&job, 1)).unwrap();
        let enter = |engine: &str| {
            let who = WorkerInfo {
                host: "here".into(),
                engine: engine.into(),
                threads: 1,
            };
            store.enter(&name, job.identity(), &who).unwrap()
        };
        let workers = PARTIES.map(enter).to_vec();
        let mut world = Self {
            store,
            name,
            workers,
            leases: [None, None, None],
            requests: 0,
            job,
        };
        world.reach(before);
        world
    }

    fn reach(&mut self, before: Before) {
        use Event::{Claim, Lie, Report};
        let events: &[Event] = match before {
            Before::Ready => &[],
            Before::Taken | Before::Paused => &[Claim(A)],
            Before::Done | Before::Audited | Before::Closed => &[Claim(A), Report(A)],
            Before::AuditTaken => &[Claim(A), Report(A), Claim(B)],
            Before::Disputed => &[Claim(A), Report(A), Claim(B), Lie(B), Claim(C)],
        };
        for event in events {
            self.happen(*event);
        }
        match before {
            Before::Paused => self.store.set_state(&self.name, State::Paused).unwrap(),
            Before::Closed => drop(close(self.store, &self.name, &self.job).unwrap()),
            _ => {}
        }
    }

    /// Executes an event. Returns the answer in words.
    fn happen(&mut self, event: Event) -> String {
        match event {
            Event::Claim(who) => {
                self.requests += 1;
                self.claim(who)
            }
            Event::ClaimAgain(who) => self.claim(who),
            Event::Silence(who) => loop {
                self.requests += 1;
                let answer = self.claim(who);
                if answer != "nothing" {
                    return answer;
                }
                thread::sleep(Duration::from_millis(20));
            },
            Event::GiveBack(who) => {
                let lease = self.leases[who].take().unwrap().id;
                words(self.store.give_back(self.workers[who], &[lease])).replace("()", "")
            }
            Event::Leave(who) => words(self.store.beat(self.workers[who], true)),
            Event::Report(who) => self.report(who, who, outcome),
            Event::Lie(who) => self.report(who, who, |_| {
                let mut outcome = Outcome::default();
                outcome.add(7);
                outcome
            }),
            Event::Corrupt(who) => self.report(who, who, |unit| {
                let mut outcome = outcome(unit);
                outcome.count += 1;
                outcome
            }),
            Event::Steal(who) => self.report(who, A, outcome),
            Event::Close => match close(self.store, &self.name, &self.job) {
                Ok(closing) => closing.certified,
                Err(error) => error.to_string(),
            },
        }
    }

    fn claim(&mut self, who: usize) -> String {
        let size = ClaimSize {
            units: 1,
            cost: 0.0,
        };
        let leases = self.store.claim(self.workers[who], self.requests, size);
        match leases.unwrap().pop() {
            Some(lease) => {
                let units = lease.units.end - lease.units.start;
                self.leases[who] = Some(lease);
                format!("{units} units")
            }
            None => "nothing".into(),
        }
    }

    fn report(&self, who: usize, holder: usize, outcome: impl Fn(u64) -> Outcome) -> String {
        let lease = self.leases[holder].as_ref().unwrap();
        let units = lease.units.clone();
        let report = TaskReport {
            lease: lease.id,
            hash: self.job.identity().hash,
            weights: units.clone().map(|unit| self.job.weight(unit)).collect(),
            outcomes: units.map(outcome).collect(),
            seconds: 0.1,
        };
        words(self.store.report(self.workers[who], &report))
    }

    fn state(&self) -> [u64; 4] {
        let status = self.store.status(&self.name).unwrap();
        [
            status.done,
            status.taken,
            status.audits_open,
            status.disputes_open,
        ]
    }
}

fn words<T: std::fmt::Debug>(answer: Result<T, Error>) -> String {
    match answer {
        Ok(answer) => format!("{answer:?}"),
        Err(error) => error.to_string(),
    }
}

fn every_case(store: &dyn Store) {
    for (number, &(rule, before, event, (answer, state))) in CASES.iter().enumerate() {
        let patience = match event {
            Event::Silence(_) => 0.3,
            _ => 3_600.0,
        };
        let mut world = World::new(store, format!("case-{number}"), before, patience);
        let answered = world.happen(event);
        let case = format!("rule {rule}: {before:?}, {event:?}: {answered}");
        assert!(answered.starts_with(answer), "{case}");
        assert_eq!(world.state(), state, "{case}");
    }
}

#[test]
fn the_rules_of_a_file() {
    let folder = tempfile::tempdir().unwrap();
    every_case(&Sqlite::open(&folder.path().join("runs.db")).unwrap());
}

#[test]
fn the_rules_of_a_database() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    let store = Postgres::new(&cluster.url("owner")).unwrap();
    store.install().unwrap();
    every_case(&store);
}
