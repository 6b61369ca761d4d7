//! The same questions, asked of every core at once.
//!
//! The tree is split into up to a thousand units a thread. Whatever the number of threads, answers come
//! in the order of the serial search: units are numbered in that order.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use rayon::prelude::*;

use super::limit::{Cancel, End, Guard};
use super::{Node, Search, Split, Tally};
use crate::Problem;
use crate::profile::Profile;

/// How far the threads of `for_each` may run ahead of its consumer, each: units finished or begun,
/// batches of a unit, choices of a batch. For queens that is 2 MiB a thread; with less the threads
/// wait for each other more than they search.
const UNITS_AHEAD: usize = 64;
const BATCHES_AHEAD: usize = 2;
const LARGEST_BATCH: usize = 4096;

/// How far a parallel search is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Units finished.
    pub done: usize,
    /// Units in all.
    pub units: usize,
    /// Promising nodes entered in the finished units.
    pub nodes: u64,
    /// Solutions in the finished units.
    pub solutions: u64,
}

type Watcher<'p> = &'p (dyn Fn(Progress) + Sync);

/// A search by all threads of the current rayon pool; choose another with
/// [`rayon::ThreadPool::install`].
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

impl<'p, P: Problem + Sync> Parallel<'p, P> {
    pub(super) fn new(search: Search<'p, P>) -> Self {
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

    /// Calls `watcher` whenever a unit is finished (`count`, `count_where` and `profile` do).
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
        self.tally(|search, guard| {
            let mut path = Vec::new();
            let mut accepted = 0;
            let mut tally = search.for_each_guarded(guard, |node: Node<'_, P>| {
                path.clear();
                path.extend(node.path());
                accepted += u64::from(holds(&path));
                ControlFlow::Continue(())
            });
            tally.solutions = accepted;
            tally
        })
    }

    /// The tree level by level.
    pub fn profile(&self) -> Profile {
        let split = self.split();
        let guard = self.search.limits.start();
        let watch = Watch::new(self.watcher, &split);
        let profiles: Vec<Profile> = scattered(split.units.len())
            .into_par_iter()
            .map(|index| {
                let profile = self.unit(&split, index).profile_guarded(guard.clone());
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
        let split = self.split();
        let guard = self.search.limits.start();
        // A solution makes every later unit pointless, also those under way.
        let pointless: Vec<Cancel> = split.units.iter().map(|_| Cancel::new()).collect();
        (0..split.units.len())
            .into_par_iter()
            .find_map_first(|index| {
                let mut found = None;
                self.unit(&split, index).for_each_guarded(
                    guard.with(&pointless[index]),
                    |node: Node<'_, P>| {
                        found = Some(node.path().collect());
                        ControlFlow::Break(())
                    },
                );
                if found.is_some() {
                    pointless[index + 1..].iter().for_each(Cancel::cancel);
                }
                found
            })
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
        let limit = self.search.limits.solutions.unwrap_or(u64::MAX);
        // Workers that wait for room need a consumer outside their pool.
        if limit == 0
            || rayon::current_num_threads() == 1
            || rayon::current_thread_index().is_some()
        {
            let mut path = Vec::new();
            return self.search.for_each(|node| {
                path.clear();
                path.extend(node.path());
                visit(&path)
            });
        }

        let threads = rayon::current_num_threads();
        let split = self.split();
        let guard = self.search.limits.start();
        let stop = Cancel::new();
        let claims = Mutex::new(0);
        let nodes = AtomicU64::new(split.above.promising());
        let ends = Mutex::new(split.above.end);
        let (queue, units) = sync_channel::<Receiver<Batch<P::Choice>>>(UNITS_AHEAD * threads);
        let mut tally = Tally {
            solutions: 0,
            nodes: 0,
            end: End::Exhausted,
        };

        rayon::in_place_scope(|scope| {
            for _ in 0..threads {
                let queue = queue.clone();
                let (guard, split, claims) = (guard.with(&stop), &split, &claims);
                let (nodes, ends) = (&nodes, &ends);
                scope.spawn(move |_| {
                    let mut size = 1;
                    while let Some((index, batches)) = claim(claims, split.units.len(), &queue) {
                        let unit = self.unit(split, index);
                        let found = stream(&unit, guard.clone(), &batches, &mut size);
                        nodes.fetch_add(found.nodes, Relaxed);
                        if !found.is_complete() {
                            *ends.lock().expect("no thread panics") = found.end;
                            break;
                        }
                    }
                });
            }
            drop(queue);

            'units: for batches in units {
                for batch in batches {
                    for path in batch.paths() {
                        tally.solutions += 1;
                        if visit(path).is_break() {
                            tally.end = End::Stopped;
                            break 'units;
                        }
                        if tally.solutions == limit {
                            tally.end = End::Solutions;
                            break 'units;
                        }
                    }
                }
            }
            stop.cancel();
        });

        tally.nodes = nodes.load(Relaxed);
        if tally.end == End::Exhausted {
            tally.end = ends.into_inner().expect("no thread panics");
        }
        tally
    }

    /// Searches every unit with `search` and adds up.
    fn tally(&self, search: impl Fn(Search<'p, P>, Guard) -> Tally + Sync) -> Tally {
        let split = self.split();
        let guard = self.search.limits.start();
        let limit = self.search.limits.solutions.unwrap_or(u64::MAX);
        let enough = Cancel::new();
        let watch = Watch::new(self.watcher, &split);
        let above = Tally {
            solutions: 0,
            nodes: split.above.promising(),
            end: split.above.end,
        };
        let mut sum = scattered(split.units.len())
            .into_par_iter()
            .map(|index| {
                let tally = search(self.unit(&split, index), guard.with(&enough));
                if watch.finished(tally.nodes, tally.solutions, tally.end) >= limit {
                    enough.cancel();
                }
                tally
            })
            .reduce(
                || Tally {
                    solutions: 0,
                    nodes: 0,
                    end: End::Exhausted,
                },
                add,
            );
        sum = add(sum, above);
        if sum.solutions >= limit {
            sum.solutions = limit;
            sum.end = End::Solutions;
        }
        sum
    }

    fn unit(&self, split: &Split, index: usize) -> Search<'p, P> {
        let mut search = self.search.clone();
        search.start = split.units[index].clone();
        search
    }

    /// Units enough to keep every thread busy to the end and to tell how far the work is, but not so
    /// small that splitting costs more than it brings.
    fn split(&self) -> Split {
        const UNITS_PER_THREAD: usize = 1024;
        const NODES_PER_UNIT: f64 = 20_000.0;
        const DEEPEST: usize = 24;
        if let Some(depth) = self.depth {
            return self.search.split(depth);
        }
        let nodes = self.search.estimate(16, 0).total.promising.mean;
        let worth = (nodes / NODES_PER_UNIT) as usize;
        let enough = worth.min(UNITS_PER_THREAD * rayon::current_num_threads());
        let top = self.search.start.depth();
        let mut split = self.search.split(top);
        for depth in top + 1..=top + DEEPEST {
            if split.units.len() >= enough {
                break;
            }
            split = self.search.split(depth);
        }
        split
    }
}

fn add(one: Tally, other: Tally) -> Tally {
    Tally {
        solutions: one.solutions + other.solutions,
        nodes: one.nodes + other.nodes,
        end: if one.is_complete() {
            other.end
        } else {
            one.end
        },
    }
}

/// The numbers below `len` in an order that spreads: any stretch of it is a fair sample of the
/// whole, so that the units finished so far tell how long the others will take.
fn scattered(len: usize) -> Vec<usize> {
    const GOLDEN: f64 = 0.618_033_988_749_894_9;
    fn gcd(a: usize, b: usize) -> usize {
        if b == 0 { a } else { gcd(b, a % b) }
    }
    let near = (len as f64 * GOLDEN) as usize;
    let stride = (near..).find(|&stride| gcd(stride, len) <= 1).unwrap_or(1);
    (0..len).map(|index| index * stride % len).collect()
}

/// Tells the watcher about finished units.
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
            units: split.units.len(),
            done: AtomicUsize::new(0),
            nodes: AtomicU64::new(split.above.promising()),
            solutions: AtomicU64::new(0),
        }
    }

    /// Notes a finished unit and returns the solutions of all finished so far.
    fn finished(&self, nodes: u64, solutions: u64, end: End) -> u64 {
        let complete = usize::from(end == End::Exhausted);
        let progress = Progress {
            done: self.done.fetch_add(complete, Relaxed) + complete,
            units: self.units,
            nodes: self.nodes.fetch_add(nodes, Relaxed) + nodes,
            solutions: self.solutions.fetch_add(solutions, Relaxed) + solutions,
        };
        if let Some(watcher) = self.watcher {
            watcher(progress);
        }
        progress.solutions
    }
}

/// Some solutions, one after the other in one buffer.
struct Batch<C> {
    choices: Vec<C>,
    ends: Vec<usize>,
}

impl<C> Batch<C> {
    fn new() -> Self {
        Self {
            choices: Vec::new(),
            ends: Vec::new(),
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

/// Takes the next unit and queues its output. Both happen under one lock, so that the consumer
/// meets the units in order; the lowest unfinished unit always has a worker, so nobody waits for
/// ever.
fn claim<C>(
    claims: &Mutex<usize>,
    units: usize,
    queue: &SyncSender<Receiver<Batch<C>>>,
) -> Option<(usize, SyncSender<Batch<C>>)> {
    let mut next = claims.lock().expect("no thread panics");
    let index = *next;
    if index == units {
        return None;
    }
    let (sender, receiver) = sync_channel(BATCHES_AHEAD);
    queue.send(receiver).ok()?;
    *next += 1;
    Some((index, sender))
}

/// Sends a unit's solutions in batches of `size` choices, which grows: the first solution goes out
/// at once, later ones with little overhead.
fn stream<P: Problem>(
    unit: &Search<'_, P>,
    guard: Guard,
    batches: &SyncSender<Batch<P::Choice>>,
    size: &mut usize,
) -> Tally {
    let mut batch = Batch::new();
    let tally = unit.for_each_guarded(guard, |node: Node<'_, P>| {
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
    if !batch.ends.is_empty() {
        // The consumer may have gone; then these solutions are not wanted either.
        let _ = batches.send(batch);
    }
    tally
}
