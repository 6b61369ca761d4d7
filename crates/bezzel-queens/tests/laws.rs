//! Properties of the search for any board, depth, number of threads and limit.

use std::ops::ControlFlow;
use std::sync::mpsc;
use std::time::Duration;

use bezzel::{Branch, Cancel, End, Problem, Profile, Search};
use bezzel_queens::{Masks, Placement, Promising, Symmetry, canonical, is_canonical};
use proptest::prelude::*;

/// A tree with solutions at every depth: the ways to write `total` as a sum of numbers from 1 to 3
/// in which no two neighbouring numbers are equal.
struct Sums {
    total: u32,
}

impl Problem for Sums {
    type Choice = u32;
    type State = Vec<u32>;
    type Objection = &'static str;
    type Choices = std::ops::RangeInclusive<u32>;

    fn root(&self) -> Vec<u32> {
        Vec::new()
    }
    fn choices(&self, _: &Vec<u32>) -> Self::Choices {
        1..=3
    }
    fn objection(&self, parts: &Vec<u32>, part: u32) -> Option<&'static str> {
        if parts.iter().sum::<u32>() + part > self.total {
            return Some("too much");
        }
        (parts.last() == Some(&part)).then_some("twice the same")
    }
    fn advance(&self, parts: &mut Vec<u32>, part: u32) {
        parts.push(part);
    }
    fn retreat(&self, parts: &mut Vec<u32>, _: u32) {
        parts.pop();
    }
    fn solved(&self, parts: &Vec<u32>) -> bool {
        parts.iter().sum::<u32>() == self.total
    }
}

fn branches_sum_to_the_whole<P: Problem>(problem: &P, depth: usize) -> Result<(), TestCaseError> {
    let search = Search::new(problem);
    let split = search.split(depth);
    let mut sum: Profile = split.above.clone();
    let mut solutions = 0;
    for branch in &split.branches {
        let branch = search.clone().within(branch).unwrap();
        sum.merge(&branch.profile());
        solutions += branch.count().solutions;
    }
    let whole = search.profile();
    prop_assert_eq!(solutions, whole.solutions());
    let deepest = sum.levels.len().max(whole.levels.len());
    let level = |profile: &Profile, level| profile.levels.get(level).copied().unwrap_or_default();
    for depth in 0..deepest {
        prop_assert_eq!(level(&sum, depth), level(&whole, depth), "level {}", depth);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn branches_sum_to_the_whole_at_any_depth(n in 0_u32..9, depth in 0_usize..11) {
        branches_sum_to_the_whole(&Masks::new(n).unwrap(), depth)?;
        branches_sum_to_the_whole(&Promising::new(n.min(7)).unwrap(), depth)?;
        branches_sum_to_the_whole(&Sums { total: n }, depth)?;
    }

    #[test]
    fn branches_of_branches_sum_too(n in 4_u32..9, first in 0_usize..3, second in 0_usize..6) {
        let problem = Masks::new(n).unwrap();
        let search = Search::new(&problem);
        let mut sum = 0;
        for branch in search.split(first).branches {
            let below = search.clone().within(&branch).unwrap();
            for branch in below.split(second).branches {
                sum += search.clone().within(&branch).unwrap().count().solutions;
            }
        }
        prop_assert_eq!(sum, search.count().solutions);
    }

    #[test]
    fn branches_survive_json(path in prop::collection::vec(any::<u32>(), 0..9)) {
        let branch = Branch { path };
        let json = serde_json::to_string(&branch).unwrap();
        prop_assert_eq!(serde_json::from_str::<Branch>(&json).unwrap(), branch);
    }

    #[test]
    fn foreign_branches_are_refused_not_searched(path in prop::collection::vec(0_u32..9, 0..9)) {
        let problem = Masks::new(6).unwrap();
        let branch = Branch { path: path.clone() };
        let placed: Vec<u32> = path.iter().copied().filter(|&column| column < 6).collect();
        let fits = path.len() <= 6
            && placed.len() == path.len()
            && (0..placed.len()).all(|row| {
                let queen = bezzel_queens::Square::new(row as u32, placed[row]);
                (0..row).all(|above| {
                    let above = bezzel_queens::Square::new(above as u32, placed[above]);
                    above.line_to(queen).is_none()
                })
            });
        prop_assert_eq!(Search::new(&problem).within(&branch).is_ok(), fits);
    }

    #[test]
    fn parallel_equals_serial_in_order(n in 0_u32..10, threads in 1_usize..5) {
        let problem = Masks::new(n).unwrap();
        let search = Search::new(&problem);
        let serial: Vec<_> = search.solutions().collect();
        prop_assert_eq!(&search.parallel().all(), &serial);
        let parallel = search.parallel().threads(threads);
        prop_assert_eq!(&parallel.all(), &serial);
        prop_assert_eq!(parallel.first(), search.first());
        prop_assert_eq!(parallel.count(), search.count());
        prop_assert_eq!(parallel.profile(), search.profile());
        let (tree, profile) = parallel.tree(300);
        prop_assert_eq!(profile, search.profile());
        prop_assert_eq!(tree, search.tree(300));
    }

    #[test]
    fn a_solution_limit_keeps_the_first_ones(n in 0_u32..9, limit in 0_u64..60) {
        let problem = Masks::new(n).unwrap();
        let search = Search::new(&problem);
        let expected: Vec<_> = search.solutions().take(limit as usize).collect();
        let limited = search.clone().max_solutions(limit);
        prop_assert_eq!(limited.solutions().collect::<Vec<_>>(), expected.clone());
        prop_assert_eq!(limited.parallel().all(), expected.clone());
        let tally = limited.count();
        prop_assert_eq!(tally.solutions, expected.len() as u64);
        prop_assert_eq!(tally.end == End::Solutions, tally.solutions == limit);
        prop_assert_eq!(limited.parallel().count().solutions, expected.len() as u64);
    }

    #[test]
    fn a_node_limit_is_exact(n in 4_u32..11, limit in 0_u64..40_000) {
        let problem = Masks::new(n).unwrap();
        let search = Search::new(&problem);
        let whole = search.count();
        let parallel = search.clone().max_nodes(limit).parallel().count();
        prop_assert!(parallel.solutions <= whole.solutions);
        prop_assert_eq!(parallel.is_complete(), parallel == whole);
        let tally = search.max_nodes(limit).count();
        prop_assert_eq!(tally.nodes, limit.min(whole.nodes));
        prop_assert_eq!(tally.is_complete(), limit >= whole.nodes);
    }

    #[test]
    fn symmetries_map_solutions_to_solutions(n in 4_u32..9, pick in any::<prop::sample::Index>()) {
        let problem = Masks::new(n).unwrap();
        let solutions: Vec<_> = Search::new(&problem).solutions().collect();
        let columns = pick.get(&solutions);
        let mut images = Vec::new();
        for symmetry in Symmetry::ALL {
            let image = symmetry.apply(columns);
            prop_assert!(Placement::from_columns(&image).is_solution());
            prop_assert_eq!(canonical(&image, &Symmetry::ALL), canonical(columns, &Symmetry::ALL));
            images.push(image);
        }
        images.sort();
        images.dedup();
        prop_assert!(8 % images.len() == 0);
        prop_assert_eq!(is_canonical(columns, &Symmetry::ALL), images[0] == *columns);
        prop_assert_eq!(&images[0], &canonical(columns, &Symmetry::ALL));
    }

    #[test]
    fn a_trace_goes_there_and_back(n in 0_u32..7, room in 0_usize..4_000, stop in any::<prop::sample::Index>()) {
        let problem = Promising::new(n).unwrap();
        let search = Search::new(&problem);
        let trace = search.trace(room);
        prop_assert!(trace.events.len() <= room);
        let mut replay = trace.replay(&problem);
        while replay.forward().is_some() {
            prop_assert_eq!(replay.path(), &replay.state()[..]);
        }
        prop_assert_eq!(replay.step(), trace.events.len());
        if trace.is_complete() {
            let profile = search.profile();
            prop_assert_eq!(replay.visited(), profile.visited());
            prop_assert_eq!(replay.promising(), profile.promising());
            prop_assert_eq!(replay.solutions(), profile.solutions());
            prop_assert!(replay.path().is_empty());
        }
        let middle = stop.index(trace.events.len() + 1);
        replay.seek(middle);
        let there = (replay.path().to_vec(), replay.visited(), replay.solutions());
        replay.seek(0);
        prop_assert_eq!((replay.step(), replay.path(), replay.visited()), (0, &[][..], 1));
        replay.seek(middle);
        prop_assert_eq!((replay.path().to_vec(), replay.visited(), replay.solutions()), there);
    }

    #[test]
    fn attacks_are_the_pairs_on_a_line(n in 1_u32..9, squares in prop::collection::btree_set((0_u32..9, 0_u32..9), 0..20)) {
        let queens: Vec<_> = squares.into_iter().filter(|&(row, column)| row < n && column < n)
            .map(|(row, column)| bezzel_queens::Square::new(row, column)).collect();
        let placement = Placement::new(n, queens.clone()).unwrap();
        let mut pairs = 0;
        for (first, queen) in queens.iter().enumerate() {
            pairs += queens[first + 1..].iter().filter(|other| queen.line_to(**other).is_some()).count();
        }
        let attacks: Vec<_> = placement.attacks().collect();
        prop_assert_eq!(attacks.len(), pairs);
        for attack in attacks {
            prop_assert_eq!(attack.queen.line_to(attack.target), Some(attack.line));
        }
        prop_assert_eq!(placement.is_solution(), pairs == 0 && queens.len() == n as usize);
    }
}

#[test]
fn estimates_come_close_and_repeat() {
    let problem = Masks::new(10).unwrap();
    let search = Search::new(&problem);
    let profile = search.profile();
    let estimate = search.estimate(40_000, 7);
    assert_eq!(estimate, search.estimate(40_000, 7));
    assert_ne!(estimate, search.estimate(40_000, 8));
    for (truth, mean) in [
        (profile.visited(), estimate.total.visited),
        (profile.promising(), estimate.total.promising),
        (profile.solutions(), estimate.total.solutions),
    ] {
        assert!(mean.error > 0.0 && (mean.mean - truth as f64).abs() < 5.0 * mean.error);
    }
    for (level, truth) in estimate.levels.iter().zip(&profile.levels) {
        let off = (level.promising.mean - truth.promising as f64).abs();
        assert!(off <= 5.0 * level.promising.error, "{level:?} {truth:?}");
        let off = (level.visited.mean - truth.visited as f64).abs();
        assert!(off <= 5.0 * level.visited.error, "{level:?} {truth:?}");
    }
}

#[test]
fn time_and_cancellation_stop_a_search_of_years() {
    let problem = Masks::new(28).unwrap();
    let search = Search::new(&problem);
    let limited = search.clone().max_time(Duration::from_millis(20));
    assert_eq!(limited.count().end, End::Time);
    assert_eq!(limited.parallel().count().end, End::Time);
    assert_eq!(
        limited
            .parallel()
            .for_each(|_| ControlFlow::Continue(()))
            .end,
        End::Time
    );

    // Cancels after each search has reported its first solution, which shows that both searches are
    // running.
    let problem = Masks::new(22).unwrap();
    let cancel = Cancel::new();
    let cancelled = Search::new(&problem).cancelled_by(&cancel);
    let (counted, counts) = mpsc::sync_channel(1);
    let (listed, lists) = mpsc::sync_channel(1);
    std::thread::scope(|scope| {
        let counting = scope.spawn(|| {
            let reported = |progress: bezzel::Progress| {
                if progress.solutions > 0 {
                    let _ = counted.try_send(());
                }
            };
            cancelled.parallel().watched_by(&reported).count()
        });
        let listing = scope.spawn(|| {
            cancelled.parallel().for_each(|_| {
                let _ = listed.try_send(());
                ControlFlow::Continue(())
            })
        });
        counts.recv().unwrap();
        lists.recv().unwrap();
        cancel.cancel();
        assert_eq!(counting.join().unwrap().end, End::Cancelled);
        assert_eq!(listing.join().unwrap().end, End::Cancelled);
    });
}

#[test]
fn a_consumer_that_stops_stops_the_threads() {
    let problem = Masks::new(20).unwrap();
    let mut seen = 0;
    let tally = Search::new(&problem).parallel().for_each(|_| {
        seen += 1;
        if seen == 1_000 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    assert_eq!(
        (seen, tally.solutions, tally.end),
        (1_000, 1_000, End::Stopped)
    );
}
