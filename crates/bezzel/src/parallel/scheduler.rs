//! Threads that share one tree: whoever runs dry takes over part of a branch another is in.
//!
//! Tasks stand in a list in the order of the serial search. A walk that has used up its ration while somebody is idle gives away the
//! frames at the bottom of its trail, which are the largest subtrees before it, and keeps what is below them: everything
//! given away comes later in the search than everything kept, so its task is put right behind. Nothing is split before it is
//! asked for, and nothing is ever counted or collected that is not about to be searched: memory stays flat.
//!
//! How much is given adapts to how long tasks last. Where they are over at once (a node with millions of leaves, a long path
//! with small subtrees beside it), the giver keeps a growing number of the next children, and gives more frames at a time.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, SyncSender};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use std::{hint, thread};

use crate::Problem;
use crate::clock::Instant;
use crate::search::{Cancel, Children, End, Frame, Guard, Helpers, Observer, Search, Walk};

/// A part of the tree to be searched.
pub(super) enum Task<P: Problem> {
    /// All of it.
    Whole,
    /// What is left to try along a path, from its last frame to its first.
    Frames {
        start: Vec<P::Choice>,
        frames: Vec<Frame<P>>,
    },
    /// Some children of a node.
    Children {
        parent: Vec<P::Choice>,
        children: Vec<P::Choice>,
    },
}

/// Makes the two ends of a channel.
pub(super) type Channel<B> = fn() -> (SyncSender<B>, Receiver<B>);

/// A task and the one who does it, with where its solutions go.
type Claim<'c, 'p, P, B> = (Running<'c, 'p, P, B>, Task<P>, Option<SyncSender<B>>);

/// The tasks in the order of the search: waiting, under way, or done and not yet read.
struct Entry<P: Problem, B> {
    number: u64,
    task: Option<Task<P>>,
    /// Where its solutions go and come from, if anybody reads them.
    sender: Option<SyncSender<B>>,
    receiver: Option<Receiver<B>>,
}

struct List<P: Problem, B> {
    entries: VecDeque<Entry<P, B>>,
    /// The number of the next entry.
    next: u64,
    running: usize,
    stopped: bool,
}

/// The threads of a search, and what they have to do.
pub(super) struct Scheduler<'p, P: Problem, B> {
    search: &'p Search<'p, P>,
    list: Mutex<List<P, B>>,
    /// Something changed in the list.
    news: Condvar,
    /// Threads with nothing to do, and tasks that wait for one.
    idle: AtomicUsize,
    waiting: AtomicUsize,
    /// Entries in the list; no more are made than threads may run ahead of a reader.
    entries: AtomicUsize,
    /// Children kept at a gift: more where tasks are over at once.
    grain: AtomicUsize,
    /// Makes the two ends of a channel, if solutions are read.
    channel: Option<Channel<B>>,
    /// Stops every walk.
    stop: Cancel,
    /// Whether somebody watches: then no task takes much longer than a second.
    watched: bool,
    /// Buffers for children, used again and again: fresh memory costs more than what is written into it.
    buffers: Mutex<Vec<Vec<P::Choice>>>,
}

/// As many tasks may stand in the list.
const AHEAD: usize = 128;
/// Tasks shorter than this are too small, longer than that large enough.
const SHORT: Duration = Duration::from_micros(500);
const LONG: Duration = Duration::from_millis(4);
/// The most children a thread keeps at a gift.
const LARGEST_GRAIN: usize = 1 << 16;
/// So many children of a node are many.
const MANY: usize = 16;
/// How long a thread stays awake for a task, and how long it then sleeps before it looks again.
const AWAKE: Duration = Duration::from_micros(20);
const PATIENCE: Duration = Duration::from_micros(100);

impl<'p, P: Problem, B> Scheduler<'p, P, B> {
    pub fn new(search: &'p Search<'p, P>, channel: Option<Channel<B>>) -> Self {
        let scheduler = Self {
            search,
            list: Mutex::new(List {
                entries: VecDeque::new(),
                next: 0,
                running: 0,
                stopped: false,
            }),
            news: Condvar::new(),
            idle: AtomicUsize::new(0),
            waiting: AtomicUsize::new(0),
            entries: AtomicUsize::new(0),
            grain: AtomicUsize::new(0),
            channel,
            stop: Cancel::new(),
            watched: false,
            buffers: Mutex::default(),
        };
        scheduler.insert(&mut scheduler.list(), 0, Task::Whole);
        scheduler
    }

    /// The same scheduler, for somebody who wants to hear of finished tasks all the while.
    pub fn watched(mut self) -> Self {
        self.watched = true;
        self
    }

    fn list(&self) -> MutexGuard<'_, List<P, B>> {
        // A thread that panicked has told so by `stopped`.
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn insert(&self, list: &mut List<P, B>, position: usize, task: Task<P>) {
        let (sender, receiver) = self.channel.map(|channel| channel()).unzip();
        let number = list.next;
        list.next += 1;
        let entry = Entry {
            number,
            task: Some(task),
            sender,
            receiver,
        };
        list.entries.insert(position, entry);
        self.entries.store(list.entries.len(), Relaxed);
        self.waiting.fetch_add(1, Relaxed);
    }

    /// Runs `work` on as many threads as the current rayon pool has. They are threads of our own: those of a pool must not
    /// wait, lest the pool stand still.
    pub fn on_every_thread(&self, work: impl Fn() + Sync) {
        thread::scope(|scope| {
            for _ in 1..rayon::current_num_threads() {
                scope.spawn(&work);
            }
            work();
        });
    }

    /// Does tasks until there are none left. `observe` makes the observer of a task, `finish` takes it back with why the task
    /// ended and how many nodes it entered.
    pub fn work<O: Observer<P>>(
        &self,
        guard: &Guard,
        observe: impl Fn(Option<SyncSender<B>>) -> O,
        finish: impl Fn(O, Option<End>, u64),
    ) {
        while let Some((mut running, task, sender)) = self.next() {
            let start = running.start;
            let mut observer = observe(sender);
            let (end, nodes) = running.search(task, guard.with(&self.stop), &mut observer);
            finish(observer, end, nodes);
            self.learn(start.elapsed());
        }
    }

    /// The earliest task that nobody does; waits for one as long as others may have something to give.
    fn next(&self) -> Option<Claim<'_, 'p, P, B>> {
        let mut list = self.list();
        self.idle.fetch_add(1, Relaxed);
        let found = loop {
            if list.stopped {
                break None;
            }
            // The earliest first: a reader waits for it, and others may wait for the reader.
            let waiting = list.entries.iter_mut().find(|entry| entry.task.is_some());
            if let Some(entry) = waiting {
                let task = entry.task.take().expect("it was found by it");
                let (number, sender) = (entry.number, entry.sender.take());
                list.running += 1;
                self.waiting.fetch_sub(1, Relaxed);
                let running = Running {
                    scheduler: self,
                    number,
                    start: Instant::now(),
                    parent: Vec::new(),
                    children: RefCell::default(),
                };
                break Some((running, task, sender));
            }
            if list.running == 0 {
                self.news.notify_all();
                break None;
            }
            // A task usually comes sooner than a thread falls asleep and wakes up.
            drop(list);
            let asked = Instant::now();
            while self.waiting.load(Relaxed) == 0 && asked.elapsed() < AWAKE {
                hint::spin_loop();
            }
            list = self.list();
            if self.waiting.load(Relaxed) == 0 && list.running > 0 && !list.stopped {
                let wait = self.news.wait_timeout(list, PATIENCE);
                list = wait.unwrap_or_else(PoisonError::into_inner).0;
            }
        };
        self.idle.fetch_sub(1, Relaxed);
        found
    }

    /// The solutions of the next task in the order of the search, for a reader; when they are read, [`Self::read`] says so.
    pub fn receiver(&self) -> Option<Receiver<B>> {
        self.list().entries.front_mut()?.receiver.take()
    }

    /// The first task was read to its end.
    pub fn read(&self) {
        let mut list = self.list();
        list.entries.pop_front();
        self.entries.store(list.entries.len(), Relaxed);
        self.news.notify_all();
    }

    /// Lets every thread come to its end.
    pub fn stop(&self) {
        self.stop.cancel();
        let mut list = self.list();
        list.stopped = true;
        // Whoever waits for a reader waits no longer.
        list.entries.clear();
        self.news.notify_all();
    }

    /// Adapts the grain to how long a task took.
    fn learn(&self, time: Duration) {
        let grain = self.grain.load(Relaxed);
        let adapted = match time {
            time if time < SHORT / 8 => 8 * grain + 8,
            time if time < SHORT => 2 * grain + 1,
            time if time > LONG => grain / 2,
            _ => grain,
        };
        self.grain.store(adapted.min(LARGEST_GRAIN), Relaxed);
    }

    fn buffers(&self) -> MutexGuard<'_, Vec<Vec<P::Choice>>> {
        self.buffers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn buffer(&self) -> Vec<P::Choice> {
        self.buffers().pop().unwrap_or_default()
    }

    fn keep_buffer(&self, mut buffer: Vec<P::Choice>) {
        buffer.clear();
        self.buffers().push(buffer);
    }

    /// Whether somebody has nothing to do and nothing waits for him.
    fn is_short(&self) -> bool {
        self.idle.load(Relaxed) > self.waiting.load(Relaxed)
            && (self.channel.is_none() || self.entries.load(Relaxed) < AHEAD)
    }
}

/// A thread at one of the tasks.
struct Running<'c, 'p, P: Problem, B> {
    scheduler: &'c Scheduler<'p, P, B>,
    number: u64,
    start: Instant,
    /// The children of `parent` that are still to be tried, if the task is some children of a node. They come after everything
    /// below the child at hand: whatever is given away from there must stand before them.
    parent: Vec<P::Choice>,
    children: RefCell<Children<P::Choice>>,
}

impl<P: Problem, B> Running<'_, '_, P, B> {
    /// Searches a task's part of the tree: why that ended (`None` if the observer paused it), and the nodes entered.
    fn search<O: Observer<P>>(
        &mut self,
        task: Task<P>,
        guard: Guard,
        observer: &mut O,
    ) -> (Option<End>, u64) {
        let problem = self.scheduler.search.problem;
        match task {
            Task::Whole => match self.scheduler.search.walk(guard) {
                Some(walk) => {
                    let mut walk = walk.helped_by(self);
                    (walk.run(observer), walk.nodes())
                }
                None => (Some(End::Exhausted), 0),
            },
            Task::Frames { start, frames } => {
                let mut walk = Walk::resume(problem, start, frames, guard).helped_by(self);
                (walk.run(observer), walk.nodes())
            }
            Task::Children { parent, children } => {
                self.parent = parent.clone();
                self.children = RefCell::new(Children {
                    choices: children,
                    tried: 0,
                });
                let mut walk = Walk::below(problem, parent, guard).helped_by(self);
                let end = walk.children(&self.children, observer);
                let nodes = walk.nodes();
                drop(walk);
                self.scheduler.keep_buffer(self.children.take().choices);
                (end, nodes)
            }
        }
    }

    /// Whether somebody who watches waits for this task to come to its end.
    fn is_long(&self) -> bool {
        const LONG: Duration = Duration::from_secs(1);
        self.scheduler.watched && self.start.elapsed() > LONG
    }

    /// The children still to be tried but for the first few, as a task of its own.
    fn later(&self, kept: usize) -> Option<Task<P>> {
        let mut left = self.children.borrow_mut();
        let from = left.tried + kept.min(left.len());
        let mut children = self.scheduler.buffer();
        children.extend(left.choices.drain(from..));
        (!children.is_empty()).then(|| Task::Children {
            parent: self.parent.clone(),
            children,
        })
    }

    /// Puts tasks right behind this one.
    fn give(&self, tasks: impl Iterator<Item = Task<P>>) {
        let mut list = self.scheduler.list();
        let own = |entry: &Entry<P, B>| entry.number == self.number;
        // It is gone if everything was stopped.
        let Some(own) = list.entries.iter().position(own) else {
            return;
        };
        for (after, task) in tasks.enumerate() {
            self.scheduler.insert(&mut list, own + 1 + after, task);
        }
        self.scheduler.news.notify_one();
    }
}

impl<P: Problem, B> Helpers<P> for Running<'_, '_, P, B> {
    fn take_frames(&self, start: &mut Vec<P::Choice>, trail: &mut Vec<Frame<P>>) {
        if trail.is_empty() || !(self.scheduler.is_short() || self.is_long()) {
            return;
        }
        let grain = self.scheduler.grain.load(Relaxed);
        let given = (1 + grain / 8).min(trail.len());
        let mut frames: Vec<_> = trail.drain(..given).collect();
        let untried = &mut frames.last_mut().expect("one at least").untried;
        // Of a few children none is kept: they would not be worth a task of their own.
        let kept = match untried.size_hint().1 {
            Some(most) if most < MANY => 0,
            Some(most) => grain.min(most / 2),
            None => grain,
        };
        let mut children = self.scheduler.buffer();
        children.extend(untried.take(kept));
        let parent_depth = start.len() + given - 1;
        let before = start.clone();
        start.extend(frames.iter().map(|frame| frame.taken));
        let kept = (!children.is_empty()).then(|| Task::Children {
            parent: start[..parent_depth].to_vec(),
            children,
        });
        let rest = Task::Frames {
            start: before,
            frames,
        };
        let later = self.later(0);
        self.give(kept.into_iter().chain([rest]).chain(later));
    }

    fn take_children(&self) {
        let left = self.children.borrow().len();
        // Where children are over at once, a few are not worth giving.
        let few = self.scheduler.grain.load(Relaxed) / 4;
        if left >= 2 + few && self.scheduler.is_short() {
            self.give(self.later(left / 2).into_iter());
        }
    }
}

impl<P: Problem, B> Drop for Running<'_, '_, P, B> {
    fn drop(&mut self) {
        let mut list = self.scheduler.list();
        list.running -= 1;
        // A panic is told to whoever started the threads, once all have come to their end.
        if thread::panicking() {
            list.stopped = true;
            self.scheduler.stop.cancel();
        }
        if self.scheduler.channel.is_none() {
            list.entries.retain(|entry| entry.number != self.number);
            self.scheduler.entries.store(list.entries.len(), Relaxed);
        }
        if list.stopped || list.running == 0 {
            self.scheduler.news.notify_all();
        }
    }
}
