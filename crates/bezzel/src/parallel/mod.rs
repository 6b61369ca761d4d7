//! Parallel search.
//!
//! Solutions are returned in the order of the serial search, for any number of threads.
//! `scheduler.rs` explains how threads share the tree.

mod scheduler;

use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::Problem;
use crate::profile::{Profile, Profiling};
use crate::progress::Progress;
use crate::search::{End, Guard, Node, Observer, Search, Tally};
use crate::threads::{cores, on_threads};
use crate::tree::Tree;
use scheduler::Scheduler;

/// How far the threads of `for_each` may run ahead of the reader, beside the tasks they have
/// started: batches per task, and choices per batch.
const BATCHES_AHEAD: usize = 2;
const LARGEST_BATCH: usize = 4096;

type Watcher<'p> = &'p (dyn Fn(Progress) + Sync);

/// A search on several threads, with the verbs of [`Search`].
///
/// Limits apply to all threads together. A limit on nodes may be reached slightly early, because
/// nodes granted to one thread and not used cannot always be passed on to the others.
///
/// ```
/// use bezzel::Search;
/// use bezzel::problems::Queens;
///
/// let ten = Queens(10);
/// let search = Search::new(&ten);
/// assert_eq!(search.parallel().count().solutions, 724);
/// assert_eq!(search.parallel().first(), search.first());
/// assert_eq!(search.parallel().threads(3).all(), search.all());
/// ```
#[must_use]
pub struct Parallel<'p, P: Problem> {
    search: Search<'p, P>,
    threads: usize,
    watcher: Option<Watcher<'p>>,
}

impl<P: Problem> Clone for Parallel<'_, P> {
    fn clone(&self) -> Self {
        Self {
            search: self.search.clone(),
            ..*self
        }
    }
}

impl<P: Problem> fmt::Debug for Parallel<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Parallel")
            .field("search", &self.search)
            .field("threads", &self.threads)
            .finish_non_exhaustive()
    }
}

impl<'p, P: Problem> Search<'p, P> {
    /// Returns the same search on one thread for each core.
    pub fn parallel(&self) -> Parallel<'p, P> {
        Parallel {
            search: self.clone(),
            threads: cores(),
            watcher: None,
        }
    }
}

impl<'p, P> Parallel<'p, P>
where
    P: Problem<Choice: Send + Sync, Choices: Send> + Sync,
{
    /// Searches on this many threads.
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self
    }

    /// Calls `watcher` repeatedly during `count`, `profile` and `tree`. The share that is done is
    /// based on an estimate of the tree.
    pub fn watched_by(mut self, watcher: Watcher<'p>) -> Self {
        self.watcher = Some(watcher);
        self
    }

    /// Counts the solutions.
    pub fn count(&self) -> Tally {
        let limit = self.search.limits.solutions.unwrap_or(u64::MAX);
        if limit == 0 {
            return self.search.count();
        }
        let found = AtomicU64::new(0);
        let sum = Mutex::new(Tally::default());
        let guard = self.search.limits.start();
        self.observe(
            &self.search,
            &guard,
            self.watch(&guard).as_ref(),
            || CountUpTo { found: 0, limit },
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

    /// Profiles the tree level by level.
    pub fn profile(&self) -> Profile {
        let limit = self.search.limits.solutions.unwrap_or(u64::MAX);
        if limit == 0 {
            return self.search.profile();
        }
        let guard = self.search.limits.start();
        let watch = self.watch(&guard);
        self.profile_part(&self.search, &guard, watch.as_ref(), limit)
    }

    /// Returns the tree as [`Search::tree`] does, and its profile, both from one walk.
    pub fn tree(&self, max_nodes: usize) -> (Tree<P::Choice, P::Objection>, Profile) {
        if let Some(tree) = self.search.whole_tree(max_nodes) {
            return (tree, self.search.profile());
        }
        let guard = self.search.limits.start();
        let watch = self.watch(&guard);
        self.search
            .folded_tree(|subtree| self.profile_part(subtree, &guard, watch.as_ref(), u64::MAX))
    }

    /// Profiles a part of the tree, up to a number of solutions.
    fn profile_part(
        &self,
        part: &Search<'p, P>,
        guard: &Guard,
        watch: Option<&TaskWatch<'p>>,
        limit: u64,
    ) -> Profile {
        let whole = Mutex::new(Profiling::default().finish(End::Exhausted));
        let solutions = AtomicU64::new(0);
        self.observe(
            part,
            guard,
            watch,
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

    fn watch(&self, guard: &Guard) -> Option<TaskWatch<'p>> {
        self.watcher
            .map(|watcher| TaskWatch::new(watcher, &self.search, guard))
    }

    /// Searches a part of the tree on all threads, with one observer per task. `finish` receives
    /// each observer, the reason why its task ended and the number of nodes entered, and returns
    /// whether to continue.
    fn observe<O: Observer<P>>(
        &self,
        part: &Search<'p, P>,
        guard: &Guard,
        watch: Option<&TaskWatch<'p>>,
        observer: impl Fn() -> O + Sync,
        finish: impl Fn(O, Option<End>, u64) -> bool + Sync,
        solutions: impl Fn() -> u64 + Sync,
    ) {
        let scheduler: Scheduler<'_, P, ()> = Scheduler::new(part, None, self.watcher.is_some());
        on_threads(0..self.threads, |_| {
            scheduler.run_worker(
                guard,
                |_| observer(),
                |observer, end, nodes| {
                    if !finish(observer, end, nodes) {
                        scheduler.stop();
                    }
                    if let Some(watch) = watch {
                        watch.finished(nodes, solutions());
                    }
                },
            );
        });
    }

    /// Returns the first solution in the order of the serial search.
    pub fn first(&self) -> Option<Vec<P::Choice>> {
        let mut first = None;
        self.for_each(|path| {
            first = Some(path.to_vec());
            ControlFlow::Break(())
        });
        first
    }

    /// Returns all solutions, in the order of the serial search.
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
        let limit = self.search.limits.solutions.unwrap_or(u64::MAX);
        if limit == 0 || self.threads == 1 {
            return self.search.for_each(visit);
        }

        let channel = || sync_channel::<SolutionBatch<P::Choice>>(BATCHES_AHEAD);
        let scheduler = Scheduler::new(&self.search, Some(channel), false);
        let guard = self.search.limits.start();
        let nodes = AtomicU64::new(0);
        let mut tally = Tally::default();
        thread::scope(|scope| {
            for _ in 0..self.threads {
                scope.spawn(|| {
                    // Batches start small, so that the first solution is sent at once, and grow to
                    // reduce overhead.
                    let size = AtomicUsize::new(1);
                    scheduler.run_worker(
                        &guard,
                        |batches| Streaming {
                            batch: SolutionBatch::new(),
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
                // If a task was cut off, solutions are missing before those of the next task, so
                // reading stops here. A task whose thread panicked never reports an `end`.
                match end {
                    Some(End::Exhausted) => scheduler.drop_first(),
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

/// Counts solutions, up to a limit.
struct CountUpTo {
    found: u64,
    limit: u64,
}

impl<P: Problem> Observer<P> for CountUpTo {
    #[inline]
    fn solution(&mut self, _node: Node<'_, P>) -> ControlFlow<()> {
        self.found += 1;
        if self.found == self.limit {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

/// Builds a profile, up to a limit on solutions.
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

/// Reports finished tasks to the watcher.
struct TaskWatch<'p> {
    watcher: Watcher<'p>,
    expected: f64,
    done: AtomicUsize,
    nodes: AtomicU64,
}

impl<'p> TaskWatch<'p> {
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
        /// The upper bound of a reported share, which is only an estimate.
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

/// Solutions of a task, concatenated.
struct SolutionBatch<C> {
    choices: Vec<C>,
    ends: Vec<usize>,
    /// Why the task ended, in the last batch of a task.
    end: Option<End>,
}

impl<C> SolutionBatch<C> {
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
    batch: SolutionBatch<C>,
    batches: SyncSender<SolutionBatch<C>>,
    size: &'t AtomicUsize,
}

impl<C> Streaming<'_, C> {
    fn finish(mut self, end: End) {
        self.batch.end = Some(end);
        // If the receiver is gone, these solutions are not needed.
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
        match self
            .batches
            .send(std::mem::replace(batch, SolutionBatch::new()))
        {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }
}
