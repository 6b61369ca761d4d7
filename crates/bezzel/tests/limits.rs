//! Limits, cancellation and threads on extreme trees.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use bezzel::{Cancel, End, Problem, Search};

/// Branch and bound: the shortest path through all cities. A choice is rejected if the path would
/// not be shorter than the best one found so far.
struct Shortest {
    distances: Vec<Vec<u64>>,
    best: AtomicU64,
}

impl Shortest {
    fn new(cities: usize) -> Self {
        let distance =
            |a: usize, b: usize| ((a * 7 + b * 13) % 31 + (b * 7 + a * 13) % 31) as u64 + 1;
        let row = |a| (0..cities).map(|b| distance(a, b)).collect();
        Self {
            distances: (0..cities).map(row).collect(),
            best: AtomicU64::new(u64::MAX),
        }
    }

    fn length(&self, tour: &[usize]) -> u64 {
        tour.windows(2)
            .map(|pair| self.distances[pair[0]][pair[1]])
            .sum()
    }
}

impl Problem for Shortest {
    type Choice = usize;
    type State = Vec<usize>;
    type Objection = ();
    type Choices = Range<usize>;

    fn root(&self) -> Vec<usize> {
        vec![0]
    }
    fn choices(&self, _: &Vec<usize>) -> Range<usize> {
        1..self.distances.len()
    }
    fn objection(&self, tour: &Vec<usize>, city: usize) -> Option<()> {
        let mut longer = tour.clone();
        longer.push(city);
        (tour.contains(&city) || self.length(&longer) >= self.best.load(Relaxed)).then_some(())
    }
    fn advance(&self, tour: &mut Vec<usize>, city: usize) {
        tour.push(city);
    }
    fn retreat(&self, tour: &mut Vec<usize>, _: usize) {
        tour.pop();
    }
    fn solved(&self, tour: &Vec<usize>) -> bool {
        let solved = tour.len() == self.distances.len();
        if solved {
            self.best.fetch_min(self.length(tour), Relaxed);
        }
        solved
    }
}

#[test]
fn a_bound_that_threads_share_never_breaks_them() {
    let serial = Shortest::new(9);
    Search::new(&serial).count();
    for threads in [2, 3, 8] {
        let counted = Shortest::new(9);
        let listed = Shortest::new(9);
        let counting = Search::new(&counted).parallel().threads(threads);
        assert!(counting.count().is_complete());
        let all = Search::new(&listed).parallel().threads(threads);
        assert!(all.for_each(|_| ControlFlow::Continue(())).is_complete());
        assert_eq!(counted.best.load(Relaxed), serial.best.load(Relaxed));
        assert_eq!(listed.best.load(Relaxed), serial.best.load(Relaxed));
    }
}

#[test]
fn a_branch_that_is_not_promising_is_empty() {
    let problem = Shortest::new(7);
    let search = Search::new(&problem);
    let branch = &search.split(2).branches[3];
    let within = search.within(branch).unwrap();
    problem.best.store(0, Relaxed);
    assert_eq!(within.count().solutions, 0);
    assert_eq!(within.first(), None);
    assert_eq!(within.parallel().count().solutions, 0);
    assert_eq!(within.profile().visited(), 0);
    assert!(within.split(4).branches.is_empty());
    assert!(within.count().is_complete());
}

/// An endless path whose nodes take this long.
struct Slow(Duration);

impl Problem for Slow {
    type Choice = ();
    type State = u64;
    type Objection = ();
    type Choices = std::iter::Once<()>;

    fn root(&self) -> u64 {
        0
    }
    fn choices(&self, _: &u64) -> Self::Choices {
        std::iter::once(())
    }
    fn objection(&self, _: &u64, (): ()) -> Option<()> {
        None
    }
    fn advance(&self, depth: &mut u64, (): ()) {
        thread::sleep(self.0);
        *depth += 1;
    }
    fn retreat(&self, depth: &mut u64, (): ()) {
        *depth -= 1;
    }
    fn solved(&self, _: &u64) -> bool {
        false
    }
}

#[test]
fn time_is_kept_however_slow_the_nodes() {
    let time = Duration::from_millis(100);
    let slow = Slow(Duration::from_millis(1));
    let tally = Search::new(&slow).max_time(time).count();
    assert_eq!(tally.end, End::Time);
    // At most a hundred nodes fit into the time; polling the clock every few thousand nodes would
    // allow thousands.
    assert!(tally.nodes < 500, "{} nodes", tally.nodes);
}

/// A root with many leaves, which counts the choices taken from its iterator and not yet tried.
struct Wide {
    leaves: u64,
    waiting: AtomicI64,
    most: AtomicI64,
}

struct Leaves<'w>(Range<u64>, &'w Wide);

impl Iterator for Leaves<'_> {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        let next = self.0.next()?;
        let waiting = self.1.waiting.fetch_add(1, Relaxed) + 1;
        self.1.most.fetch_max(waiting, Relaxed);
        Some(next)
    }
}

impl<'w> Problem for &'w Wide {
    type Choice = u64;
    type State = Option<u64>;
    type Objection = ();
    type Choices = Leaves<'w>;

    fn root(&self) -> Option<u64> {
        None
    }
    fn choices(&self, at: &Option<u64>) -> Leaves<'w> {
        let leaves = if at.is_none() { self.leaves } else { 0 };
        Leaves(0..leaves, self)
    }
    fn objection(&self, _: &Option<u64>, _: u64) -> Option<()> {
        None
    }
    fn advance(&self, at: &mut Option<u64>, leaf: u64) {
        self.waiting.fetch_sub(1, Relaxed);
        *at = Some(leaf);
    }
    fn retreat(&self, at: &mut Option<u64>, _: u64) {
        *at = None;
    }
    fn solved(&self, at: &Option<u64>) -> bool {
        at.is_some_and(|leaf| leaf % 1_000 == 0)
    }
}

#[test]
fn a_wide_node_is_shared_without_being_collected() {
    let wide = Wide {
        leaves: 2_000_000,
        waiting: AtomicI64::new(0),
        most: AtomicI64::new(0),
    };
    let problem = &wide;
    let search = Search::new(&problem);
    let parallel = search.parallel().threads(4);
    assert_eq!(parallel.count().solutions, 2_000);
    let mut listed = 0..2_000;
    parallel.for_each(|path| {
        assert_eq!(path, [listed.next().unwrap() * 1_000]);
        ControlFlow::Continue(())
    });
    assert_eq!(listed.next(), None);
    let most = wide.most.load(Relaxed);
    assert!(most < 1_000_000, "{most} choices were held");
}

/// A root with more children than can be tried, all of them rejected, each after this long.
struct Hopeless(Duration);

impl Problem for Hopeless {
    type Choice = u64;
    type State = ();
    type Objection = ();
    type Choices = Range<u64>;

    fn root(&self) {}
    fn choices(&self, (): &()) -> Range<u64> {
        0..u64::MAX
    }
    fn objection(&self, (): &(), _: u64) -> Option<()> {
        if !self.0.is_zero() {
            thread::sleep(self.0);
        }
        Some(())
    }
    fn advance(&self, (): &mut (), _: u64) {}
    fn retreat(&self, (): &mut (), _: u64) {}
    fn solved(&self, (): &()) -> bool {
        false
    }
}

#[test]
fn rejected_children_are_interrupted_as_well() {
    for slow in [Duration::ZERO, Duration::from_millis(10)] {
        let hopeless = Hopeless(slow);
        let search = Search::new(&hopeless).max_time(Duration::from_millis(50));
        assert_eq!(search.count().end, End::Time);
        assert_eq!(search.profile().end, End::Time);
        assert_eq!(search.estimate(1, 0).samples, 0);
        assert_eq!(search.parallel().count().end, End::Time);
        let switched = Search::new(&hopeless);
        let cancel = Cancel::new();
        let switched = switched.cancelled_by(&cancel);
        thread::scope(|threads| {
            let serial = threads.spawn(|| switched.count().end);
            let parallel = threads.spawn(|| switched.parallel().count().end);
            cancel.cancel();
            assert_eq!(serial.join().unwrap(), End::Cancelled);
            assert_eq!(parallel.join().unwrap(), End::Cancelled);
        });
    }
}
