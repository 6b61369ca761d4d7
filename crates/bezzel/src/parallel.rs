//! The same questions, asked of every core at once.
//!
//! The tree is split into up to a thousand branches a thread. Whatever the number of threads, answers come
//! in the order of the serial search: branches are numbered in that order.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use rayon::prelude::*;

use crate::Problem;
use crate::profile::Profile;
use crate::progress::Progress;
use crate::scattered::scattered;
use crate::search::{Cancel, End, Guard, Node, Search, Tally};
use crate::split::Split;

/// How far the threads of `for_each` may run ahead of its consumer, together: branches finished
/// or begun, batches of a branch, choices of a batch. For queens that is 4 MiB at the most; with much less
/// the threads wait for each other more than they search.
const BRANCHES_AHEAD: usize = 128;
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
pub struct Parallel<'p, P: Problem + Sync> {
    search: Search<'p, P>,
    depth: Option<usize>,
    watcher: Option<Watcher<'p>>,
}

impl<'p, P: Problem> Search<'p, P> {
    /// The same questions, answered by every thread of the current rayon pool.
    pub fn parallel(&self) -> Parallel<'p, P>
    where
        P: Sync,
    {
        Parallel::new(self.clone())
    }
}

impl<'p, P: Problem + Sync> Parallel<'p, P> {
    fn new(search: Search<'p, P>) -> Self {
        Self {
            search,
            depth: None,
            watcher: None,
        }
    }

    /// Splits at this depth instead of one chosen to keep all threads busy.
    pub fn depth(mut self, depth: usize) -> Self {
        self.depth = Some(depth);
        self
    }

    /// Calls `watcher` whenever a branch is finished (`count`, `count_where` and `profile` do).
    pub fn watched_by(mut self, watcher: Watcher<'p>) -> Self {
        self.watcher = Some(watcher);
        self
    }

    /// The number of solutions.
    pub fn count(&self) -> Tally {
        self.tally(|search, guard| search.for_each_guarded(guard, |_| ControlFlow::Continue(())))
    }

    /// The number of solutions whose path `holds` accepts.
    pub fn count_where<F>(&self, holds: F) -> Tally
    where
        F: Fn(&[P::Choice]) -> bool + Sync,
    {
        let limit = self.search.limits.solutions.unwrap_or(u64::MAX);
        self.tally(|mut search, guard| {
            // The limit is for solutions accepted.
            search.limits.solutions = None;
            let mut path = Vec::new();
            let mut accepted = 0;
            let mut tally = search.for_each_guarded(guard, |node: Node<'_, P>| {
                path.clear();
                path.extend(node.path());
                accepted += u64::from(holds(&path));
                if accepted == limit {
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            });
            tally.solutions = accepted;
            tally
        })
    }

    /// The tree level by level.
    pub fn profile(&self) -> Profile {
        let (split, guard) = self.start();
        let watch = Watch::new(self.watcher, &split);
        let profiles: Vec<Profile> = scattered(split.branches.len())
            .collect::<Vec<_>>()
            .into_par_iter()
            .map(|index| {
                let profile = self.branch(&split, index).profile_guarded(guard.clone());
                watch.finished(profile.promising(), profile.solutions(), profile.end);
                profile
            })
            .collect();
        let mut whole = split.above;
        for profile in &profiles {
            whole.merge(profile);
        }
        whole
    }

    /// The first solution in the order of the serial search.
    pub fn first(&self) -> Option<Vec<P::Choice>>
    where
        P::Choice: Send + Sync,
    {
        if self.search.limits.solutions == Some(0) {
            return None;
        }
        let (split, guard) = self.start();
        // A solution makes every later branch pointless, also those under way.
        let pointless: Vec<Cancel> = split.branches.iter().map(|_| Cancel::new()).collect();
        let search = |index: usize| {
            let mut found = None;
            let tally = self.branch(&split, index).for_each_guarded(
                guard.with(&pointless[index]),
                |node: Node<'_, P>| {
                    found = Some(node.path().collect());
                    ControlFlow::Break(())
                },
            );
            if found.is_some() {
                pointless[index + 1..].iter().for_each(Cancel::cancel);
            }
            // A branch given up may have had a solution: then nobody knows which is the first.
            (found.is_some() || !tally.is_complete()).then_some(found)
        };
        let branches = (0..split.branches.len()).into_par_iter();
        branches.find_map_first(search).flatten()
    }

    /// Every solution, in the order of the serial search.
    pub fn all(&self) -> Vec<Vec<P::Choice>>
    where
        P::Choice: Send + Sync,
    {
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
        P::Choice: Send + Sync,
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

        let (split, guard) = self.start();
        let stop = Cancel::new();
        let claims = Mutex::new(0);
        let nodes = AtomicU64::new(split.above.promising());
        let (queue, branches) = sync_channel(BRANCHES_AHEAD);
        let mut tally = Tally {
            solutions: 0,
            nodes: 0,
            end: split.above.end,
        };
        // Threads of our own: those of a pool must not wait, lest the pool stand still.
        thread::scope(|scope| {
            for _ in 0..threads {
                let (queue, guard) = (queue.clone(), guard.with(&stop));
                let (split, claims, nodes) = (&split, &claims, &nodes);
                scope.spawn(move || {
                    let mut size = 1;
                    while let Some((index, batches)) = claim(claims, split.branches.len(), &queue) {
                        let branch = self.branch(split, index);
                        let found = stream(&branch, guard.clone(), &batches, &mut size);
                        nodes.fetch_add(found.nodes, Relaxed);
                    }
                });
            }
            drop(queue);

            'branches: for batches in branches {
                for batch in batches {
                    for path in batch.paths() {
                        tally.solutions += 1;
                        if visit(path).is_break() {
                            tally.end = End::Stopped;
                            break 'branches;
                        }
                        if tally.solutions == limit {
                            tally.end = End::Solutions;
                            break 'branches;
                        }
                    }
                    // What comes after a branch given up would not be the next in order.
                    if batch.end != End::Exhausted {
                        tally.end = batch.end;
                        break 'branches;
                    }
                }
            }
            stop.cancel();
        });
        tally.nodes = nodes.load(Relaxed);
        tally
    }

    /// Searches every branch with `search` and adds up.
    fn tally(&self, search: impl Fn(Search<'p, P>, Guard) -> Tally + Sync) -> Tally {
        let (split, guard) = self.start();
        let limit = self.search.limits.solutions.unwrap_or(u64::MAX);
        let enough = Cancel::new();
        let watch = Watch::new(self.watcher, &split);
        let above = Tally {
            solutions: 0,
            nodes: split.above.promising(),
            end: split.above.end,
        };
        let tallies: Vec<Tally> = scattered(split.branches.len())
            .collect::<Vec<_>>()
            .into_par_iter()
            .map(|index| {
                let tally = search(self.branch(&split, index), guard.with(&enough));
                if watch.finished(tally.nodes, tally.solutions, tally.end) >= limit {
                    enough.cancel();
                }
                tally
            })
            .collect();
        let mut sum: Tally = tallies.into_iter().chain([above]).sum();
        if sum.solutions >= limit {
            sum.solutions = limit;
            sum.end = End::Solutions;
        }
        sum
    }

    /// The branches, and the budget for searching them.
    fn start(&self) -> (Split, Guard) {
        let guard = self.search.limits.start();
        let split = self.split(&guard.uncharged());
        guard.charge(split.above.promising());
        (split, guard)
    }

    fn branch(&self, split: &Split, index: usize) -> Search<'p, P> {
        let mut search = self.search.clone();
        search.start = split.branches[index].clone();
        search
    }

    /// Branches enough to keep every thread busy to the end and to tell how far the work is, but not so
    /// small that splitting costs more than it brings.
    fn split(&self, guard: &Guard) -> Split {
        const BRANCHES_PER_THREAD: usize = 1024;
        const NODES_PER_BRANCH: f64 = 20_000.0;
        const DEEPEST: usize = 24;
        if let Some(depth) = self.depth {
            return self.search.split_guarded(depth, guard.clone());
        }
        // One walk tells a giant; only smaller trees are worth a closer look.
        let most = BRANCHES_PER_THREAD * rayon::current_num_threads();
        let worth = |samples| {
            let estimate = self.search.estimate_guarded(samples, 0, guard);
            (estimate.total.promising.mean / NODES_PER_BRANCH) as usize
        };
        let enough = match worth(1) {
            branches if branches > 1_000 * most => most,
            _ => worth(16).min(most),
        };
        let top = self.search.start.depth();
        let mut split = self.search.split_guarded(top, guard.clone());
        for depth in top + 1..=top + DEEPEST {
            if split.branches.len() >= enough || split.above.end != End::Exhausted {
                break;
            }
            split = self.search.split_guarded(depth, guard.clone());
        }
        split
    }
}

/// Tells the watcher about finished branches.
struct Watch<'p> {
    watcher: Option<Watcher<'p>>,
    units: usize,
    done: AtomicUsize,
    nodes: AtomicU64,
    solutions: AtomicU64,
}

impl<'p> Watch<'p> {
    fn new(watcher: Option<Watcher<'p>>, split: &Split) -> Self {
        Self {
            watcher,
            units: split.branches.len(),
            done: AtomicUsize::new(0),
            nodes: AtomicU64::new(split.above.promising()),
            solutions: AtomicU64::new(0),
        }
    }

    /// Notes a finished branch and returns the solutions of all finished so far.
    fn finished(&self, nodes: u64, solutions: u64, end: End) -> u64 {
        let complete = usize::from(end == End::Exhausted);
        let done = self.done.fetch_add(complete, Relaxed) + complete;
        let progress = Progress {
            done,
            units: self.units,
            share: done as f64 / self.units.max(1) as f64,
            nodes: self.nodes.fetch_add(nodes, Relaxed) + nodes,
            solutions: self.solutions.fetch_add(solutions, Relaxed) + solutions,
        };
        if let Some(watcher) = self.watcher {
            watcher(progress);
        }
        progress.solutions
    }
}

/// Some solutions of a branch, one after the other in one buffer.
struct Batch<C> {
    choices: Vec<C>,
    ends: Vec<usize>,
    /// Exhausted unless the branch was given up after these.
    end: End,
}

impl<C> Batch<C> {
    fn new() -> Self {
        Self {
            choices: Vec::new(),
            ends: Vec::new(),
            end: End::Exhausted,
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

/// Takes the next branch and queues its output. Both happen under one lock, so that the consumer
/// meets the branches in order; the lowest unfinished branch always has a worker, so nobody waits
/// forever.
fn claim<C>(
    claims: &Mutex<usize>,
    branches: usize,
    queue: &SyncSender<Receiver<Batch<C>>>,
) -> Option<(usize, SyncSender<Batch<C>>)> {
    let mut next = claims.lock().expect("no thread panics");
    let index = *next;
    if index == branches {
        return None;
    }
    let (sender, receiver) = sync_channel(BATCHES_AHEAD);
    queue.send(receiver).ok()?;
    *next += 1;
    Some((index, sender))
}

/// Sends a branch's solutions in batches of `size` choices, which grows: the first solution goes out
/// at once, later ones with little overhead.
fn stream<P: Problem>(
    branch: &Search<'_, P>,
    guard: Guard,
    batches: &SyncSender<Batch<P::Choice>>,
    size: &mut usize,
) -> Tally {
    let mut batch = Batch::new();
    let tally = branch.for_each_guarded(guard, |node: Node<'_, P>| {
        batch.choices.extend(node.path());
        batch.ends.push(batch.choices.len());
        if batch.choices.len() < *size {
            return ControlFlow::Continue(());
        }
        *size = (2 * batch.choices.len()).min(LARGEST_BATCH);
        match batches.send(std::mem::replace(&mut batch, Batch::new())) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    });
    batch.end = tally.end;
    if !batch.ends.is_empty() || !tally.is_complete() {
        // The consumer may have gone; then these solutions are not wanted either.
        let _ = batches.send(batch);
    }
    tally
}
