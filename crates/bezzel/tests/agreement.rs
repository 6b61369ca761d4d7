//! Every way of searching and counting agrees with every other and with the published values.

#[path = "data/published.rs"]
mod published;

use bezzel::queens::{Arrays, ENGINES, Form, Masks, Promising, Run};
use bezzel::report::TreeReport;
use bezzel::{Profile, Search};

/// Debug builds walk smaller trees: the release run goes to 14.
const LARGEST: u32 = if cfg!(debug_assertions) { 12 } else { 14 };

fn count(engine: &bezzel::queens::Engine, n: u32, unique: bool) -> u64 {
    let run = Run {
        unique,
        ..Run::default()
    };
    let tally = engine.count(n, &run).unwrap();
    assert!(tally.is_complete());
    tally.solutions
}

#[test]
fn every_engine_counts_what_is_published() {
    for engine in ENGINES {
        for n in 0..=LARGEST {
            let expected = published::ALL[n as usize];
            assert_eq!(count(engine, n, false), expected, "{} {n}", engine.name);
        }
    }
}

#[test]
fn every_engine_counts_essentially_different_solutions() {
    for engine in ENGINES {
        for n in 1..=LARGEST {
            let expected = published::UNIQUE[n as usize - 1];
            assert_eq!(count(engine, n, true), expected, "{} {n}", engine.name);
        }
    }
}

fn solutions<F: Form>(n: u32) -> Vec<Vec<u32>> {
    Search::new(&F::of_size(n).unwrap()).solutions().collect()
}

#[test]
fn every_form_lists_the_same_solutions_in_the_same_order() {
    for n in 0..=9 {
        let reference = solutions::<Promising>(n);
        assert!(reference.is_sorted());
        assert_eq!(solutions::<Arrays>(n), reference, "arrays {n}");
        assert_eq!(solutions::<Masks>(n), reference, "masks {n}");
    }
}

fn profile<F: Form>(n: u32) -> Profile {
    Search::new(&F::of_size(n).unwrap()).profile()
}

#[test]
fn every_form_has_the_tree_of_post_004() {
    for (n, all, visited, promising) in published::TREES {
        let profiles = [
            profile::<Promising>(n),
            profile::<Arrays>(n),
            profile::<Masks>(n),
        ];
        for profile in profiles {
            let report = TreeReport::new(n, &profile);
            assert_eq!(report.all_nodes, all.into());
            assert_eq!((report.visited, report.promising), (visited, promising));
            assert_eq!(report.solutions, published::ALL[n as usize]);
            // The law behind the table: every promising node that is no solution has n children.
            let inner = report.promising - report.solutions;
            assert_eq!(report.visited, 1 + u64::from(n) * inner);
        }
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "walks 33 million nodes; runs in release")]
fn the_levels_of_fourteen() {
    let profile = Search::new(&Masks::new(14).unwrap()).parallel().profile();
    let promising: Vec<u64> = profile.levels.iter().map(|level| level.promising).collect();
    assert_eq!(promising[1..], published::LEVELS_14);
}

#[test]
fn every_form_objects_to_the_same_squares_for_a_true_reason() {
    fn traced<F: Form>(n: u32) -> Vec<String> {
        let trace = Search::new(&F::of_size(n).unwrap()).trace(usize::MAX);
        assert!(trace.is_complete());
        let event = |event: &bezzel::Event<u32, bezzel::queens::Attack>| match event {
            bezzel::Event::Reject(column, attack) => {
                assert_eq!(attack.target.column, *column);
                assert_eq!(attack.queen.line_to(attack.target), Some(attack.line));
                format!("reject {column}")
            }
            other => format!("{other:?}"),
        };
        trace.events.iter().map(event).collect()
    }
    for n in 0..=6 {
        let reference = traced::<Promising>(n);
        assert_eq!(traced::<Arrays>(n), reference, "arrays {n}");
        assert_eq!(traced::<Masks>(n), reference, "masks {n}");
    }
}

#[test]
fn the_attacker_named_stands_there() {
    use bezzel::Event;
    fn check<F: Form>(n: u32) {
        let form = F::of_size(n).unwrap();
        let trace = Search::new(&form).trace(usize::MAX);
        let mut replay = trace.replay(&form);
        while let Some(event) = replay.forward() {
            if let Event::Reject(_, attack) = event {
                let row = attack.queen.row as usize;
                assert_eq!(
                    replay.path().get(row),
                    Some(&attack.queen.column),
                    "{}",
                    F::NAME
                );
            }
        }
    }
    check::<Promising>(6);
    check::<Arrays>(6);
    check::<Masks>(6);
}

#[test]
fn limits_are_named() {
    for engine in ENGINES {
        let error = engine.count(engine.limit + 1, &Run::default()).unwrap_err();
        assert!(
            error.to_string().contains(&engine.limit.to_string()),
            "{error}"
        );
    }
}
