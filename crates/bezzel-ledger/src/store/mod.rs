//! Where runs are kept: a file, or a database that many machines reach.
//!
//! # Rules
//! The rules of runs exist twice, in Rust over SQLite (`sqlite/rules.rs`) and in PostgreSQL (`postgres/schema.sql`), with the
//! same names and numbers. `tests/rules.rs` drives both with one table of cases.
//!
//! A task is *ready*, *taken* or *done*; one that counts may have audits, which are tasks of their own. A lease ends as
//! *accepted*, *second* (another report counts), *returned*, *expired* or *revoked*.
//!
//! 1. `claim`: A worker gets the first ready task in the order of the queue, or, in one claim of two, an audit first; then the
//!    tasks that follow it, up to its claim size and a 32nd of its part of what is left. The same request returns the same leases.
//! 2. `in_hands`: A party never gets a task, or an audit of a task, that it holds or has reported.
//! 3. `give_back`, `beat`: Leases that are returned, or held by a worker that leaves, end; their tasks are ready again.
//! 4. `expire_leases`: So do the leases of workers not seen for the patience, and leases older than the deadline. If this rule
//!    was not applied for longer than the patience, the store or its clock was away: all workers count as seen now.
//! 5. `report`: A report is refused unless its worker holds the lease, and plan, weights and residues are right. The first
//!    report of a task counts. The same report again returns the same verdict.
//! 6. `add_audit`: A task that counts is audited by chance (`share`); half of a newcomer's tasks are.
//! 7. `judge`: The outcomes of two parties on a task are compared. If they are equal, audits that nobody began are dropped and
//!    the parties gain trust. If not, a dispute opens and is settled by a further party: any in a file; in a database the
//!    word of trusted parties decides, and without one the dispute stays open.
//! 8. `distrust`: Of the party whose word lost nothing counts any more: its leases are revoked, its tasks are counted by what
//!    others reported, or are ready again.
//! 9. `close`: A run is closed if every unit is counted, every audit done, every dispute settled, and every checksum right.

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
use crate::run::{Audit, Lease, Page, Run, Standing, State, Task, TaskReport, Verdict, WorkerInfo};
use crate::{Error, Status};

/// Keeps runs: who counts what, what came of it, and whom to believe.
///
/// Every call is one transaction. One that fails with an [error that passes](Error::passes) may be made again, as often as it
/// takes: whatever became of the first, the answer is the same.
pub trait Store: Send + Sync {
    /// Begins a run.
    ///
    /// # Errors
    /// A name that is taken; a store out of reach.
    fn start(&self, run: &Run, tasks: &mut dyn Iterator<Item = Task>) -> Result<(), Error>;

    /// The names of all runs.
    ///
    /// # Errors
    /// A store out of reach.
    fn list(&self) -> Result<Vec<String>, Error>;

    /// The run of a name.
    ///
    /// # Errors
    /// No such run; a store out of reach.
    fn look(&self, name: &str) -> Result<Run, Error>;

    /// How far a run is.
    ///
    /// # Errors
    /// No such run; a store out of reach.
    fn status(&self, name: &str) -> Result<Status, Error>;

    /// The share of the tasks that is done in each of so many stretches of the plan, or in each task if there are fewer.
    ///
    /// # Errors
    /// No such run; a store out of reach.
    fn map(&self, name: &str, stretches: u32) -> Result<Vec<f64>, Error>;

    /// Stops handing out units, or goes on with it.
    ///
    /// # Errors
    /// No such run, or a closed one; a store out of reach.
    fn set_state(&self, name: &str, state: State) -> Result<(), Error>;

    /// Has more tasks, or fewer, counted again. How many are new.
    ///
    /// # Errors
    /// No such run or party; a store out of reach.
    fn audit(&self, name: &str, audit: &Audit) -> Result<u64, Error>;

    /// Passes every task that counts to `page`, in the order of the units, with its outcomes as far as their checksums are right.
    ///
    /// # Errors
    /// No such run; a store out of reach; whatever `page` returns.
    fn pages(
        &self,
        name: &str,
        page: &mut dyn FnMut(Page) -> Result<(), Error>,
    ) -> Result<(), Error>;

    /// Checks everything that the store itself can check: the whole file, and the record of the run.
    ///
    /// # Errors
    /// [`Error::DamagedLedger`]; a store out of reach.
    fn verify(&self, name: &str) -> Result<(), Error>;

    /// Counts the units that different parties counted with the same outcome, by the kind of these parties.
    ///
    /// # Errors
    /// No such run; a store out of reach.
    fn confirmations(&self, name: &str) -> Result<Confirmations, Error>;

    /// Drops damaged tasks with everything that was reported about them, and adds others in their place.
    ///
    /// # Errors
    /// No such run, or a closed one; a store out of reach.
    fn replace(
        &self,
        name: &str,
        damaged: &[i64],
        tasks: &mut dyn Iterator<Item = Task>,
    ) -> Result<(), Error>;

    /// Ends a run for good, if nothing is open at that moment.
    ///
    /// # Errors
    /// What is open; a store out of reach.
    fn close(&self, name: &str, total: &str, certified: &str) -> Result<(), Error>;

    /// Joins a run, and says by which number one is known there.
    ///
    /// # Errors
    /// No such run, or one of another job; a store out of reach.
    fn enter(&self, name: &str, job: &Identity, who: &WorkerInfo) -> Result<i64, Error>;

    /// Takes tasks that follow each other, at least one if there is any for this worker. The same request again gets the same answer.
    ///
    /// # Errors
    /// A foreign worker; a store out of reach.
    fn claim(&self, worker: i64, request: i64, claim_size: ClaimSize) -> Result<Vec<Lease>, Error>;

    /// Takes the task that begins with a unit, whatever its state, for an outcome that came by another way. Its units, and the
    /// lease unless this party told the task before; nothing if no task begins there.
    ///
    /// # Errors
    /// A foreign worker; a store out of reach.
    fn take(&self, worker: i64, unit: u64) -> Result<Option<(u64, Option<i64>)>, Error>;

    /// Tells what came of a task.
    ///
    /// # Errors
    /// A foreign lease, another plan, a wrong weight or residue, each by name; a store out of reach.
    fn report(&self, worker: i64, told: &TaskReport) -> Result<Verdict, Error>;

    /// Gives tasks back that were not counted.
    ///
    /// # Errors
    /// A foreign worker; a store out of reach.
    fn give_back(&self, worker: i64, leases: &[i64]) -> Result<(), Error>;

    /// A sign of life; the last one gives back all that is held.
    ///
    /// # Errors
    /// A foreign worker; a store out of reach.
    fn beat(&self, worker: i64, leaving: bool) -> Result<Standing, Error>;
}
