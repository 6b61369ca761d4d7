//! Work stealing: an idle thread takes over part of another thread's walk.
//!
//! # Order
//! Tasks are queued in the order of the serial search. When a thread is idle, a walk that has used
//! up its ration of nodes gives away the end of its [remaining work](Remaining), which starts with
//! the largest subtrees. Everything it gives away comes later in the search than everything it
//! keeps, so the new task is inserted right behind the walk's own. Memory stays bounded, because
//! nothing is split before a thread is idle.
//!
//! # Grain
//! The amount given away adapts to the duration of tasks. If tasks end at once (a node with
//! millions of leaves, a long path with small subtrees beside it), the walk keeps a growing number
//! of the next children as siblings, and gives away more frames at a time.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, SyncSender};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use std::{hint, thread};

use crate::Problem;
use crate::clock::Instant;
use crate::search::{Cancel, End, Guard, Observer, Remaining, Search, Splitter, Walk};

/// A part of the tree to be searched.
enum SearchTask<P: Problem> {
    /// The whole tree.
    Whole,
    /// The subtrees that a walk gave away.
    Subtrees(Remaining<P>),
}

/// Creates the two ends of a channel.
pub(super) type Channel<B> = fn() -> (SyncSender<B>, Receiver<B>);

/// A task of the queue: waiting, running, or done and not yet read.
struct Slot<P: Problem, B> {
    number: u64,
    /// `None` once a thread has taken it.
    task: Option<SearchTask<P>>,
    /// The channel of its solutions, if they are read.
    sender: Option<SyncSender<B>>,
    receiver: Option<Receiver<B>>,
}

/// The tasks in the order of the search.
struct Queue<P: Problem, B> {
    slots: VecDeque<Slot<P, B>>,
    /// The number of the next slot.
    next: u64,
    running: usize,
    stopped: bool,
}

/// The threads of a search and their tasks.
pub(super) struct Scheduler<'p, P: Problem, B> {
    search: &'p Search<'p, P>,
    queue: Mutex<Queue<P, B>>,
    /// Signalled when the queue changes.
    changed: Condvar,
    /// Threads without a task, and tasks without a thread.
    idle: AtomicUsize,
    waiting: AtomicUsize,
    /// The length of the queue.
    slots: AtomicUsize,
    /// The number of children a walk keeps when it is split.
    grain: AtomicUsize,
    /// Makes the channel of a task, if solutions are read.
    channel: Option<Channel<B>>,
    /// Stops every walk.
    stop: Cancel,
    /// True if progress is reported: then a task is split after a second.
    watched: bool,
}

/// The longest queue, which bounds how far threads may run ahead of a reader.
const LONGEST_QUEUE: usize = 128;
/// The grain grows for tasks shorter than `SHORT_TASK`, and shrinks for tasks longer than
/// `LONG_TASK`.
const SHORT_TASK: Duration = Duration::from_micros(500);
const LONG_TASK: Duration = Duration::from_millis(4);
const LARGEST_GRAIN: usize = 1 << 16;
/// If fewer children than this are left, none is kept: they are not worth a task of their own.
const MIN_CHILDREN_KEPT: usize = 16;
/// How long an idle thread spins for a task, and how long it then sleeps between polls.
const SPIN_TIME: Duration = Duration::from_micros(20);
const SLEEP_TIME: Duration = Duration::from_micros(100);

impl<'p, P: Problem, B> Scheduler<'p, P, B> {
    /// Creates a scheduler with one task, the whole search. `channel` makes a channel for each task
    /// if solutions are read.
    pub fn new(search: &'p Search<'p, P>, channel: Option<Channel<B>>, watched: bool) -> Self {
        let scheduler = Self {
            search,
            queue: Mutex::new(Queue {
                slots: VecDeque::new(),
                next: 0,
                running: 0,
                stopped: false,
            }),
            changed: Condvar::new(),
            idle: AtomicUsize::new(0),
            waiting: AtomicUsize::new(0),
            slots: AtomicUsize::new(0),
            grain: AtomicUsize::new(0),
            channel,
            stop: Cancel::new(),
            watched,
        };
        scheduler.insert(&mut scheduler.queue(), 0, SearchTask::Whole);
        scheduler
    }

    fn queue(&self) -> MutexGuard<'_, Queue<P, B>> {
        // A thread that panicked has set `stopped`.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn insert(&self, queue: &mut Queue<P, B>, position: usize, task: SearchTask<P>) {
        let (sender, receiver) = self.channel.map(|channel| channel()).unzip();
        let slot = Slot {
            number: queue.next,
            task: Some(task),
            sender,
            receiver,
        };
        queue.next += 1;
        queue.slots.insert(position, slot);
        self.slots.store(queue.slots.len(), Relaxed);
        self.waiting.fetch_add(1, Relaxed);
    }

    /// Runs tasks until none are left. `observe` creates the observer of a task; `finish` receives
    /// it with the reason why the task ended and the number of nodes entered.
    pub fn run_worker<O: Observer<P>>(
        &self,
        guard: &Guard,
        observe: impl Fn(Option<SyncSender<B>>) -> O,
        finish: impl Fn(O, Option<End>, u64),
    ) {
        while let Some((running, task, sender)) = self.next_task() {
            let mut observer = observe(sender);
            let (end, nodes) = running.search(task, guard.with(&self.stop), &mut observer);
            finish(observer, end, nodes);
            self.adapt_grain(running.start.elapsed());
        }
    }

    /// Takes the first waiting task; waits for one as long as running tasks may be split.
    #[allow(clippy::type_complexity)]
    fn next_task(&self) -> Option<(Running<'_, 'p, P, B>, SearchTask<P>, Option<SyncSender<B>>)> {
        let mut queue = self.queue();
        self.idle.fetch_add(1, Relaxed);
        let found = loop {
            if queue.stopped {
                break None;
            }
            // Take the first task: a reader may be waiting for it, and other tasks may be waiting
            // for the reader.
            let taken = queue.slots.iter_mut().find_map(|slot| {
                let task = slot.task.take()?;
                Some((slot.number, task, slot.sender.take()))
            });
            if let Some((number, task, sender)) = taken {
                queue.running += 1;
                self.waiting.fetch_sub(1, Relaxed);
                let running = Running {
                    scheduler: self,
                    number,
                    start: Instant::now(),
                };
                break Some((running, task, sender));
            }
            if queue.running == 0 {
                self.changed.notify_all();
                break None;
            }
            // Spin first: a task usually arrives sooner than a thread falls asleep and wakes up.
            drop(queue);
            let asked = Instant::now();
            while self.waiting.load(Relaxed) == 0 && asked.elapsed() < SPIN_TIME {
                hint::spin_loop();
            }
            queue = self.queue();
            if self.waiting.load(Relaxed) == 0 && queue.running > 0 && !queue.stopped {
                let wait = self.changed.wait_timeout(queue, SLEEP_TIME);
                queue = wait.unwrap_or_else(PoisonError::into_inner).0;
            }
        };
        self.idle.fetch_sub(1, Relaxed);
        found
    }

    /// Returns the solutions of the first task; when they are read, [`Self::drop_first`] removes
    /// the task.
    pub fn receiver(&self) -> Option<Receiver<B>> {
        self.queue().slots.front_mut()?.receiver.take()
    }

    /// Removes the first task, after its solutions were read.
    pub fn drop_first(&self) {
        let mut queue = self.queue();
        queue.slots.pop_front();
        self.slots.store(queue.slots.len(), Relaxed);
        self.changed.notify_all();
    }

    /// Stops all threads.
    pub fn stop(&self) {
        self.stop.cancel();
        let mut queue = self.queue();
        queue.stopped = true;
        // Drops the receivers, so that threads that are blocked in `send` stop waiting.
        queue.slots.clear();
        self.changed.notify_all();
    }

    /// Adapts the grain to the duration of a task.
    fn adapt_grain(&self, time: Duration) {
        let grain = self.grain.load(Relaxed);
        let adapted = match time {
            time if time < SHORT_TASK / 8 => 8 * grain + 8,
            time if time < SHORT_TASK => 2 * grain + 1,
            time if time > LONG_TASK => grain / 2,
            _ => grain,
        };
        self.grain.store(adapted.min(LARGEST_GRAIN), Relaxed);
    }

    /// True if a thread is idle and no task is queued for it.
    fn wants_tasks(&self) -> bool {
        self.idle.load(Relaxed) > self.waiting.load(Relaxed)
            && (self.channel.is_none() || self.slots.load(Relaxed) < LONGEST_QUEUE)
    }
}

/// A task that a thread is searching.
struct Running<'c, 'p, P: Problem, B> {
    scheduler: &'c Scheduler<'p, P, B>,
    number: u64,
    start: Instant,
}

impl<P: Problem, B> Running<'_, '_, P, B> {
    /// Searches the task's part of the tree. Returns why that ended (`None` if the observer paused
    /// it), and the number of nodes entered.
    fn search<O: Observer<P>>(
        &self,
        task: SearchTask<P>,
        guard: Guard,
        observer: &mut O,
    ) -> (Option<End>, u64) {
        let search = self.scheduler.search;
        let walk = match task {
            SearchTask::Whole => search.walk(guard),
            SearchTask::Subtrees(remaining) => Some(Walk::resume(search.problem, remaining, guard)),
        };
        let Some(walk) = walk else {
            return (Some(End::Exhausted), 0);
        };
        let mut walk = walk.split_by(self);
        (walk.run(observer), walk.nodes())
    }

    /// True if progress is reported, and this task has delayed the next report.
    fn is_long(&self) -> bool {
        self.scheduler.watched && self.start.elapsed() > Duration::from_secs(1)
    }

    /// Inserts a task right behind this one.
    fn push_after(&self, task: SearchTask<P>) {
        let mut queue = self.scheduler.queue();
        let own = queue
            .slots
            .iter()
            .position(|slot| slot.number == self.number);
        // The queue is empty if everything was stopped.
        if let Some(own) = own {
            self.scheduler.insert(&mut queue, own + 1, task);
            self.scheduler.changed.notify_one();
        }
    }
}

impl<P: Problem, B> Splitter<P> for Running<'_, '_, P, B> {
    fn split(&self, remaining: &mut Remaining<P>) {
        if !self.scheduler.wants_tasks() && !self.is_long() {
            return;
        }
        let grain = self.scheduler.grain.load(Relaxed);
        // If tasks are short (the grain is large), a small number of siblings is not worth a task
        // of its own.
        if remaining.siblings.len() >= 2 + grain / 4 {
            self.push_after(SearchTask::Subtrees(later_siblings(remaining)));
        } else if !remaining.frames.is_empty() {
            self.push_after(SearchTask::Subtrees(first_frames(remaining, grain)));
        }
    }
}

/// Splits off the later half of the siblings.
fn later_siblings<P: Problem>(remaining: &mut Remaining<P>) -> Remaining<P> {
    let kept = remaining.siblings.len() / 2;
    let mut siblings: Vec<_> = remaining.siblings.by_ref().collect();
    let later = siblings.split_off(kept);
    remaining.siblings = siblings.into_iter();
    Remaining {
        start: remaining.start[..remaining.siblings_depth].to_vec(),
        frames: Vec::new(),
        siblings: later.into_iter(),
        siblings_depth: remaining.siblings_depth,
    }
}

/// Splits off the first frames and all siblings. The walk keeps some of the untried choices of the
/// last of these frames as its new siblings.
fn first_frames<P: Problem>(remaining: &mut Remaining<P>, grain: usize) -> Remaining<P> {
    let given = (1 + grain / 8).min(remaining.frames.len());
    let mut frames: Vec<_> = remaining.frames.drain(..given).collect();
    let start = remaining.start.clone();
    remaining
        .start
        .extend(frames.iter().map(|frame| frame.taken));
    let untried = &mut frames.last_mut().expect("one at least").untried;
    let kept = match untried.size_hint().1 {
        Some(most) if most < MIN_CHILDREN_KEPT => 0,
        Some(most) => grain.min(most / 2),
        None => grain,
    };
    let kept: Vec<_> = untried.take(kept).collect();
    let later = Remaining {
        siblings: std::mem::replace(&mut remaining.siblings, kept.into_iter()),
        siblings_depth: remaining.siblings_depth,
        start,
        frames,
    };
    remaining.siblings_depth = remaining.start.len() - 1;
    later
}

impl<P: Problem, B> Drop for Running<'_, '_, P, B> {
    fn drop(&mut self) {
        let mut queue = self.scheduler.queue();
        queue.running -= 1;
        // The panic itself is propagated by the thread that started the others.
        if thread::panicking() {
            queue.stopped = true;
            self.scheduler.stop.cancel();
        }
        if self.scheduler.channel.is_none() {
            queue.slots.retain(|slot| slot.number != self.number);
            self.scheduler.slots.store(queue.slots.len(), Relaxed);
        }
        if queue.stopped || queue.running == 0 {
            self.scheduler.changed.notify_all();
        }
    }
}
