//! Where runs are kept: a file, or a database that many machines reach.

#[cfg(feature = "postgres")]
mod postgres;
#[cfg(feature = "sqlite")]
mod sqlite;

use bezzel::job::{Appetite, Identity};

#[cfg(feature = "postgres")]
pub use self::postgres::Postgres;
#[cfg(feature = "sqlite")]
pub use self::sqlite::Sqlite;
use crate::close::Confirmations;
use crate::run::{Audit, Lease, Page, Run, Standing, State, Task, Told, Verdict, Who};
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
    fn enter(&self, name: &str, job: &Identity, who: &Who) -> Result<i64, Error>;

    /// Takes tasks that follow each other, at least one if there is any for this worker. The same request again gets the same answer.
    ///
    /// # Errors
    /// A foreign worker; a store out of reach.
    fn claim(&self, worker: i64, request: i64, appetite: Appetite) -> Result<Vec<Lease>, Error>;

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
    fn report(&self, worker: i64, told: &Told) -> Result<Verdict, Error>;

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
