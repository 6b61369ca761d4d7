//! Stores of runs: a file, or a database shared by many machines.
//!
//! # Rules
//! The rules of runs are implemented twice: in Rust over SQLite (`sqlite/rules.rs`), and as
//! functions of PostgreSQL (`postgres/schema.sql`), with the same names and numbers.
//! `tests/rules.rs` drives both with one table of cases.
//!
//! A task is *ready*, *taken* or *done*. A done task may have audits, which are tasks themselves. A
//! lease is the assignment of a task to a worker. It ends as *accepted*, *second* (another report
//! counts), *returned*, *expired* or *revoked*.
//!
//! 1. `claim`: A worker gets the first ready task of the queue (in every second claim an audit, if
//!    there is one), and the tasks that follow it in the plan. The number of tasks is limited by
//!    the size of the claim, and by a 32nd of the worker's share of the remaining work. The same
//!    request returns the same leases.
//! 2. `in_hands`: A party never gets a task, or an audit of a task, that it holds or has reported.
//! 3. `give_back`, `beat`: If a lease is returned, or its worker leaves, the lease ends and its
//!    task becomes ready.
//! 4. `expire_leases`: The same happens to the leases of workers without a heartbeat for the
//!    patience of the run, and to leases older than its deadline. If this rule was not applied for
//!    longer than the patience, the store was not available or its clock was changed: then all
//!    workers are considered present.
//! 5. `report`: A report is refused unless its worker holds the lease, and plan, weights and
//!    residues are right. The first report of a task counts. The same report again returns the same
//!    verdict.
//! 6. `add_audit`: A reported task is audited with the probability `share`; a task of a new party
//!    with probability 1/2.
//! 7. `judge`: The outcomes of two parties on a task are compared. If they are equal, audits that
//!    are not assigned are removed and the parties gain trust. If they differ, a dispute opens. In
//!    a file any third party settles it. In a database trusted parties settle it; without one the
//!    dispute stays open.
//! 8. `distrust`: All results of the party that lost a dispute are rejected. Its leases are
//!    revoked; its tasks are counted by what others reported, or become ready again.
//! 9. `close`: A run can be closed if every unit is counted, every audit done, every dispute
//!    settled, and every checksum right.

#[cfg(feature = "postgres")]
mod postgres;
#[cfg(feature = "sqlite")]
mod sqlite;

use bezzel::job::{ClaimSize, Identity};

#[cfg(feature = "postgres")]
pub use self::postgres::Postgres;
#[cfg(feature = "sqlite")]
pub use self::sqlite::Sqlite;
use crate::close::Confirmations;
use crate::run::{
    Audit, Lease, Run, Standing, State, Task, TaskRecord, TaskReport, Verdict, WorkerInfo,
};
use crate::{Error, Status};

/// Stores runs: tasks, workers, results and trust.
///
/// Every call is one transaction. A call that failed with a [temporary error](Error::passes) may be
/// repeated: whether or not the first one was executed, the answer is the same.
pub trait Store: Send + Sync {
    /// Creates a run.
    ///
    /// # Errors
    /// If the name is taken, or the store cannot be reached.
    fn start(&self, run: &Run, tasks: &mut dyn Iterator<Item = Task>) -> Result<(), Error>;

    /// Returns the names of all runs.
    ///
    /// # Errors
    /// If the store cannot be reached.
    fn list(&self) -> Result<Vec<String>, Error>;

    /// Returns the run of this name.
    ///
    /// # Errors
    /// If there is no such run, or the store cannot be reached.
    fn look(&self, name: &str) -> Result<Run, Error>;

    /// Returns the progress of a run.
    ///
    /// # Errors
    /// If there is no such run, or the store cannot be reached.
    fn status(&self, name: &str) -> Result<Status, Error>;

    /// Divides the plan into `stretches` parts, or into its tasks if there are fewer, and returns
    /// the finished share of each.
    ///
    /// # Errors
    /// If there is no such run, or the store cannot be reached.
    fn map(&self, name: &str, stretches: u32) -> Result<Vec<f64>, Error>;

    /// Pauses or resumes a run.
    ///
    /// # Errors
    /// If there is no such run, it is closed, or the store cannot be reached.
    fn set_state(&self, name: &str, state: State) -> Result<(), Error>;

    /// Changes which tasks are audited. Returns the number of new audits.
    ///
    /// # Errors
    /// If there is no such run or party, or the store cannot be reached.
    fn audit(&self, name: &str, audit: &Audit) -> Result<u64, Error>;

    /// Calls `page` with every task, in the order of units, with its outcomes if their checksum is
    /// right.
    ///
    /// # Errors
    /// If there is no such run, or the store cannot be reached; the errors of `page`.
    fn for_each_task(
        &self,
        name: &str,
        page: &mut dyn FnMut(TaskRecord) -> Result<(), Error>,
    ) -> Result<(), Error>;

    /// Runs the store's own integrity checks: of the whole file, and of the record of the run.
    ///
    /// # Errors
    /// [`Error::DamagedLedger`], or if the store cannot be reached.
    fn verify(&self, name: &str) -> Result<(), Error>;

    /// Counts the units that different parties counted with the same outcome, by the kind of
    /// parties.
    ///
    /// # Errors
    /// If there is no such run, or the store cannot be reached.
    fn confirmations(&self, name: &str) -> Result<Confirmations, Error>;

    /// Removes damaged tasks with all their reports, and adds others instead.
    ///
    /// # Errors
    /// If there is no such run, it is closed, or the store cannot be reached.
    fn replace(
        &self,
        name: &str,
        damaged: &[i64],
        tasks: &mut dyn Iterator<Item = Task>,
    ) -> Result<(), Error>;

    /// Closes a run permanently, if nothing is open at that moment.
    ///
    /// # Errors
    /// If something is open, or the store cannot be reached.
    fn close(&self, name: &str, total: &str, certified: &str) -> Result<(), Error>;

    /// Joins a run. Returns the number of the worker.
    ///
    /// # Errors
    /// If there is no such run, it is of another job, or the store cannot be reached.
    fn enter(&self, name: &str, job: &Identity, who: &WorkerInfo) -> Result<i64, Error>;

    /// Claims consecutive tasks, at least one if any is available to this worker. The same request
    /// returns the same tasks.
    ///
    /// # Errors
    /// If there is no such worker, or the store cannot be reached.
    fn claim(&self, worker: i64, request: i64, claim_size: ClaimSize) -> Result<Vec<Lease>, Error>;

    /// Assigns the task that begins with a unit, whatever its state, for an outcome from another
    /// source. Returns its number of units, and a lease unless this party has reported the task
    /// before; `None` if no task begins there.
    ///
    /// # Errors
    /// If there is no such worker, or the store cannot be reached.
    fn take(&self, worker: i64, unit: u64) -> Result<Option<(u64, Option<i64>)>, Error>;

    /// Reports the outcomes of a task.
    ///
    /// # Errors
    /// If the lease, the plan, a weight or a residue is wrong, or the store cannot be reached.
    fn report(&self, worker: i64, report: &TaskReport) -> Result<Verdict, Error>;

    /// Releases tasks that were not counted.
    ///
    /// # Errors
    /// If there is no such worker, or the store cannot be reached.
    fn give_back(&self, worker: i64, leases: &[i64]) -> Result<(), Error>;

    /// Sends a heartbeat. If `leaving`, it is the last one and releases all tasks of the worker.
    ///
    /// # Errors
    /// If there is no such worker, or the store cannot be reached.
    fn beat(&self, worker: i64, leaving: bool) -> Result<Standing, Error>;
}
