//! The same questions, asked of every core at once.
//!
//! Whatever the number of threads, answers come in the order of the serial search. How threads share the tree is told in
//! `scheduler.rs`.

mod scheduler;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::Problem;
use crate::profile::{Profile, Profiling};
use crate::progress::Progress;
use crate::search::{End, Guard, Node, Observer, Search, Tally};
use scheduler::Scheduler;

/// How far the threads of `for_each` may run ahead of its reader, beside the tasks they have begun: batches of a task,
/// choices of a batch.
const BATCHES_AHEAD: usize = 2;
const LARGEST_BATCH: usize = 4096;

type Watcher<'p> = &'p (dyn Fn(Progress) + Sync);

/// A search by as many threads as the current rayon pool has; choose another with
/// [`rayon::ThreadPool::install`].
///
/// Limits hold for all threads together. A limit on nodes may be kept a little early: what a thread
/// has been given and did not need comes too late for the others.
///
/// ```
/// use bezzel::{Search, queens::Masks};
///
/// let ten = Masks::new(10)?;
/// let search = Search::new(&ten);
/// assert_eq!(search.parallel().count().solutions, 724);
/// assert_eq!(search.parallel().first(), search.first());
/// assert_eq!(search.parallel().all(), search.solutions().collect::<Vec<_>>());
/// # Ok::<(), bezzel::Error>(())
/// ```
pub struct Parallel<'p, P: Problem> {
    search: Search<'p, P>,
    watcher: Option<Watcher<'p>>,
}

impl<'p, P: Problem> Search<'p, P> {
    /// The same questions, answered by every thread of the current rayon pool.
    pub fn parallel(&self) -> Parallel<'p, P> {
        Parallel {
            search: self.clone(),
            watcher: None,
        }
    }
}

impl<'p, P> Parallel<'p, P>
where
    P: Problem<Choice: Send + Sync, Choices: Send> + Sync,
{
    /// Calls `watcher` now and then (`count`, `count_where` and `profile` do). How much is done is told from an estimate of the
    /// tree.
    pub fn watched_by(mut self, watcher: Watcher<'p>) -> Self {
        self.watcher = Some(watcher);
        self
    }

    /// The number of solutions.
    pub fn count(&self) -> Tally {
        self.tally(|_| true)
    }

    /// The number of solutions whose path `holds` accepts.
    pub fn count_where<F>(&self, holds: F) -> Tally
    where
        F: Fn(&[P::Choice]) -> bool + Sync,
    {
        self.tally(|node: Node<'_, P>| holds(&node.path().collect::<Vec<_>>()))
    }

    fn tally(&self, holds: impl Fn(Node<'_, P>) -> bool + Sync) -> Tally {
        let limit = self.search.limits.solutions.unwrap_or(u64::MAX);
        let nothing = Tally {
            solutions: 0,
            nodes: 0,
            end: End::Exhausted,
        };
        if limit == 0 {
            let end = End::Solutions;
            return Tally { end, ..nothing };
        }
        let found = AtomicU64::new(0);
        let sum = Mutex::new(nothing);
        self.work(
            || Accepting {
                found: 0,
                limit,
                holds: &holds,
            },
            |task, end, nodes| {
                let end = end.unwrap_or(End::Solutions);
                let mut sum = sum.lock().unwrap_or_else(PoisonError::into_inner);
                *sum += Tally {
                    solutions: task.found,
                    nodes,
                    end,
                };
                found.store(sum.solutions, Relaxed);
                sum.solutions < limit
            },
            || found.load(Relaxed),
        );
        let mut sum = sum.into_inner().unwrap_or_else(PoisonError::into_inner);
        if sum.solutions >= limit {
            sum.solutions = limit;
            sum.end = End::Solutions;
        }
        sum
    }

    /// The tree level by level.
    pub fn profile(&self) -> Profile {
        let limit = self.search.limits.solutions.unwrap_or(u64::MAX);
        if limit == 0 {
            return self.search.profile();
        }
        let whole = Mutex::new(Profiling::default().finish(End::Exhausted));
        let solutions = AtomicU64::new(0);
        self.work(
            || Profiled {
                profiling: Profiling::default(),
                left: limit,
            },
            |task, end, _| {
                let profile = task.profiling.finish(end.unwrap_or(End::Solutions));
                let mut whole = whole.lock().unwrap_or_else(PoisonError::into_inner);
                whole.merge(&profile);
                solutions.store(whole.solutions(), Relaxed);
                whole.solutions() < limit
            },
            || solutions.load(Relaxed),
        );
        whole.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets every thread search with an observer a task. `finish` takes the observers back, says why each task ended and how
    /// many nodes it entered, and tells whether to go on.
    fn work<O: Observer<P>>(
        &self,
        observer: impl Fn() -> O + Sync,
        finish: impl Fn(O, Option<End>, u64) -> bool + Sync,
        solutions: impl Fn() -> u64 + Sync,
    ) {
        let scheduler: Scheduler<'_, P, ()> = Scheduler::new(&self.search, None);
        let scheduler = if self.watcher.is_some() {
            scheduler.watched()
        } else {
            scheduler
        };
        let guard = self.search.limits.start();
        let watch = self
            .watcher
            .map(|watcher| Watch::new(watcher, &self.search, &guard));
        scheduler.on_every_thread(|| {
            scheduler.work(
                &guard,
                |_| observer(),
                |observer, end, nodes| {
                    if !finish(observer, end, nodes) {
                        scheduler.stop();
                    }
                    if let Some(watch) = &watch {
                        watch.finished(nodes, solutions());
                    }
                },
            );
        });
    }

    /// The first solution in the order of the serial search.
    pub fn first(&self) -> Option<Vec<P::Choice>> {
        let mut first = None;
        self.for_each(|path| {
            first = Some(path.to_vec());
            ControlFlow::Break(())
        });
        first
    }

    /// Every solution, in the order of the serial search.
    pub fn all(&self) -> Vec<Vec<P::Choice>> {
        let mut all = Vec::new();
        self.for_each(|path| {
            all.push(path.to_vec());
            ControlFlow::Continue(())
        });
        all
    }

    /// Calls `visit` with the path of every solution, in the order of the serial search, until it
    /// breaks or the search ends. Memory stays bounded: threads that are too far ahead wait.
    pub fn for_each<F>(&self, mut visit: F) -> Tally
    where
        F: FnMut(&[P::Choice]) -> ControlFlow<()>,
    {
        let threads = rayon::current_num_threads();
        let limit = self.search.limits.solutions.unwrap_or(u64::MAX);
        if limit == 0 || threads == 1 {
            let mut path = Vec::new();
            return self.search.for_each(|node| {
                path.clear();
                path.extend(node.path());
                visit(&path)
            });
        }

        let channel = || sync_channel::<Batch<P::Choice>>(BATCHES_AHEAD);
        let scheduler = Scheduler::new(&self.search, Some(channel));
        let guard = self.search.limits.start();
        let nodes = AtomicU64::new(0);
        let mut tally = Tally {
            solutions: 0,
            nodes: 0,
            end: End::Exhausted,
        };
        thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    // The first solution goes out at once, later ones with little overhead.
                    let size = AtomicUsize::new(1);
                    scheduler.work(
                        &guard,
                        |batches| Streaming {
                            batch: Batch::new(),
                            batches: batches.expect("solutions are read"),
                            size: &size,
                        },
                        |streaming, end, entered| {
                            nodes.fetch_add(entered, Relaxed);
                            streaming.finish(end.unwrap_or(End::Stopped));
                        },
                    );
                });
            }

            'tasks: while let Some(batches) = scheduler.receiver() {
                let mut end = None;
                for batch in batches {
                    for path in batch.paths() {
                        tally.solutions += 1;
                        if visit(path).is_break() {
                            tally.end = End::Stopped;
                            break 'tasks;
                        }
                        if tally.solutions == limit {
                            tally.end = End::Solutions;
                            break 'tasks;
                        }
                    }
                    end = batch.end;
                }
                // What comes after a task given up would not be the next in order. One whose thread panicked says nothing.
                match end {
                    Some(End::Exhausted) => scheduler.read(),
                    end => {
                        tally.end = end.unwrap_or(End::Stopped);
                        break 'tasks;
                    }
                }
            }
            scheduler.stop();
        });
        tally.nodes = nodes.load(Relaxed);
        tally
    }
}

/// Counts the solutions that are accepted.
struct Accepting<'a, F> {
    found: u64,
    limit: u64,
    holds: &'a F,
}

impl<P: Problem, F: Fn(Node<'_, P>) -> bool> Observer<P> for Accepting<'_, F> {
    #[inline]
    fn solution(&mut self, node: Node<'_, P>) -> ControlFlow<()> {
        self.found += u64::from((self.holds)(node));
        if self.found == self.limit {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

/// Builds a profile, up to a number of solutions.
struct Profiled {
    profiling: Profiling,
    left: u64,
}

impl<P: Problem> Observer<P> for Profiled {
    #[inline]
    fn enter(&mut self, node: Node<'_, P>) -> ControlFlow<()> {
        self.profiling.enter(node)
    }

    #[inline]
    fn open(&mut self, node: Node<'_, P>) {
        self.profiling.open(node);
    }

    #[inline]
    fn solution(&mut self, node: Node<'_, P>) -> ControlFlow<()> {
        self.left -= 1;
        self.profiling.solution(node)?;
        if self.left == 0 {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

/// Tells the watcher about finished tasks.
struct Watch<'p> {
    watcher: Watcher<'p>,
    expected: f64,
    done: AtomicUsize,
    nodes: AtomicU64,
}

impl<'p> Watch<'p> {
    fn new<P: Problem>(watcher: Watcher<'p>, search: &Search<'_, P>, guard: &Guard) -> Self {
        const SAMPLES: u64 = 1_000;
        let estimate = search.estimate_guarded(SAMPLES, 0, &guard.uncharged());
        Self {
            watcher,
            expected: estimate.total.promising.mean,
            done: AtomicUsize::new(0),
            nodes: AtomicU64::new(0),
        }
    }

    fn finished(&self, nodes: u64, solutions: u64) {
        /// An estimate never says that all is done.
        const NEARLY_ALL: f64 = 0.99;
        let done = self.done.fetch_add(1, Relaxed) + 1;
        let nodes = self.nodes.fetch_add(nodes, Relaxed) + nodes;
        (self.watcher)(Progress {
            done,
            units: done,
            share: (nodes as f64 / self.expected.max(1.0)).min(NEARLY_ALL),
            nodes,
            solutions,
        });
    }
}

/// Some solutions of a task, one after the other in one buffer.
struct Batch<C> {
    choices: Vec<C>,
    ends: Vec<usize>,
    /// Why the task ended, if these are its last.
    end: Option<End>,
}

impl<C> Batch<C> {
    fn new() -> Self {
        Self {
            choices: Vec::new(),
            ends: Vec::new(),
            end: None,
        }
    }

    fn paths(&self) -> impl Iterator<Item = &[C]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let path = &self.choices[start..end];
            start = end;
            path
        })
    }
}

/// Sends a task's solutions in batches of `size` choices, which grows.
struct Streaming<'t, C> {
    batch: Batch<C>,
    batches: SyncSender<Batch<C>>,
    size: &'t AtomicUsize,
}

impl<C> Streaming<'_, C> {
    fn finish(mut self, end: End) {
        self.batch.end = Some(end);
        // The reader may have gone; then these solutions are not wanted either.
        let _ = self.batches.send(self.batch);
    }
}

impl<P: Problem> Observer<P> for Streaming<'_, P::Choice> {
    fn solution(&mut self, node: Node<'_, P>) -> ControlFlow<()> {
        let batch = &mut self.batch;
        batch.choices.extend(node.path());
        batch.ends.push(batch.choices.len());
        if batch.choices.len() < self.size.load(Relaxed) {
            return ControlFlow::Continue(());
        }
        let next = (2 * batch.choices.len()).min(LARGEST_BATCH);
        self.size.store(next, Relaxed);
        match self.batches.send(std::mem::replace(batch, Batch::new())) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }
}
