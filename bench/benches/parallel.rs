//! Parallel search of a wide, a deep and a lopsided tree, and of the queens; each with one thread
//! and with all of them.

use bezzel_queens::Masks;
use bezzel::{Problem, Search};
use criterion::{Criterion, criterion_group, criterion_main};

/// A root with `self.0` children, all of them leaves; every seventh child is a solution.
struct Wide(u32);

impl Problem for Wide {
    type Choice = u32;
    type State = Option<u32>;
    type Objection = ();
    type Choices = std::ops::Range<u32>;

    fn root(&self) -> Self::State {
        None
    }
    fn choices(&self, state: &Self::State) -> Self::Choices {
        0..if state.is_none() { self.0 } else { 0 }
    }
    fn objection(&self, _: &Self::State, _: u32) -> Option<()> {
        None
    }
    fn advance(&self, state: &mut Self::State, choice: u32) {
        *state = Some(choice);
    }
    fn retreat(&self, state: &mut Self::State, _: u32) {
        *state = None;
    }
    fn solved(&self, state: &Self::State) -> bool {
        state.is_some_and(|choice| choice % 7 == 0)
    }
}

/// A path of `self.0` nodes; a small subtree branches off at each of them.
struct Deep(u32);

impl Problem for Deep {
    type Choice = bool;
    /// The position on the path, and the remaining levels of the small tree.
    type State = (u32, Vec<u32>);
    type Objection = ();
    type Choices = std::array::IntoIter<bool, 2>;

    fn root(&self) -> Self::State {
        (0, Vec::new())
    }
    fn choices(&self, _: &Self::State) -> Self::Choices {
        [true, false].into_iter()
    }
    fn objection(&self, (along, beside): &Self::State, on: bool) -> Option<()> {
        let over = match beside.last() {
            Some(left) => *left == 0,
            None => on && *along == self.0,
        };
        over.then_some(())
    }
    fn advance(&self, (along, beside): &mut Self::State, on: bool) {
        match beside.last() {
            Some(left) => beside.push(left - 1),
            None if on => *along += 1,
            None => beside.push(7),
        }
    }
    fn retreat(&self, (along, beside): &mut Self::State, _: bool) {
        if beside.pop().is_none() {
            *along -= 1;
        }
    }
    fn solved(&self, (_, beside): &Self::State) -> bool {
        beside.last() == Some(&0)
    }
}

/// A tree in which a node's first child has nearly as many nodes as the node itself, and its second
/// child few.
struct Lopsided(u32);

impl Problem for Lopsided {
    type Choice = u32;
    type State = Vec<u32>;
    type Objection = ();
    type Choices = std::array::IntoIter<u32, 2>;

    fn root(&self) -> Self::State {
        vec![self.0]
    }
    fn choices(&self, _: &Self::State) -> Self::Choices {
        [1, 6].into_iter()
    }
    fn objection(&self, left: &Self::State, less: u32) -> Option<()> {
        (left[left.len() - 1] < less).then_some(())
    }
    fn advance(&self, left: &mut Self::State, less: u32) {
        left.push(left[left.len() - 1] - less);
    }
    fn retreat(&self, left: &mut Self::State, _: u32) {
        left.pop();
    }
    fn solved(&self, left: &Self::State) -> bool {
        left[left.len() - 1] == 0
    }
}

fn both<P>(criterion: &mut Criterion, name: &str, problem: &P)
where
    P: Problem<Choice: Send + Sync, Choices: Send> + Sync,
{
    let search = Search::new(problem);
    assert_eq!(search.parallel().count(), search.count());
    let mut group = criterion.benchmark_group(name);
    group.sample_size(10);
    group.bench_function("one thread", |bencher| bencher.iter(|| search.count()));
    group.bench_function("every thread", |bencher| {
        bencher.iter(|| search.parallel().count())
    });
    group.finish();
}

fn parallel(criterion: &mut Criterion) {
    both(criterion, "wide", &Wide(10_000_000));
    both(criterion, "deep", &Deep(20_000));
    both(criterion, "lopsided", &Lopsided(72));
    both(
        criterion,
        "12 queens",
        &Masks::new(12).expect("a board of 12"),
    );
}

criterion_group!(benches, parallel);
criterion_main!(benches);
