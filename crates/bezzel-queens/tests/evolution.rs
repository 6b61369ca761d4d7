//! Properties of fitness, crossover and mutation, and success rates of evolution and repair.

use bezzel::Named;
use bezzel_queens::evolve::{Crossover, Encoding, Evolution, Evolve, Queens, Selection, Settings};
use bezzel_queens::repair::Repair;
use bezzel_queens::{Lineup, Square, is_solution};
use proptest::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

/// Generates boards of up to 40 queens, one in each row.
fn boards() -> impl Strategy<Value = Vec<u32>> {
    (1..40_u32).prop_flat_map(|n| prop::collection::vec(0..n, n as usize))
}

/// Returns the number of attacking pairs, counted pair by pair.
fn pairs(columns: &[u32]) -> u64 {
    let squares: Vec<Square> = (0..)
        .zip(columns)
        .map(|(row, &column)| Square::new(row, column))
        .collect();
    let mut attacks = 0;
    for (index, queen) in squares.iter().enumerate() {
        let others = squares[index + 1..].iter();
        attacks += others
            .filter(|other| queen.line_to(**other).is_some())
            .count() as u64;
    }
    attacks
}

proptest! {
    #[test]
    fn fitness_is_that_of_all_pairs(columns in boards()) {
        let lineup = Lineup::new(&columns);
        let n = columns.len() as u64;
        prop_assert_eq!(lineup.attacks(), pairs(&columns));
        prop_assert_eq!(lineup.peaceful_pairs(), n * (n - 1) / 2 - pairs(&columns));
        prop_assert_eq!(lineup.attacks() == 0, is_solution(&columns));
        let attackers: u32 = (0..lineup.n()).map(|row| lineup.attackers(row)).sum();
        prop_assert_eq!(u64::from(attackers), 2 * lineup.attacks());
    }

    #[test]
    fn moving_queens_keeps_the_count(
        columns in boards(),
        moves in prop::collection::vec((any::<bool>(), any::<u32>(), any::<u32>()), 0..30),
    ) {
        let mut lineup = Lineup::new(&columns);
        for (swap, one, other) in moves {
            let (one, other) = (one % lineup.n(), other % lineup.n());
            if swap {
                lineup.swap(one, other);
            } else {
                lineup.put(one, other);
            }
            prop_assert_eq!(&lineup, &Lineup::new(lineup.columns()));
        }
    }

    #[test]
    fn children_are_boards_of_their_encoding(n in 4..40_u32, seed: u64) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        for crossover in Crossover::all() {
            let problem = Queens::with_crossover(n, crossover).unwrap();
            let (mother, father) = (problem.random(&mut rng), problem.random(&mut rng));
            let mut child = mother.clone();
            problem.crossover(&mut child, &father, &mut rng);
            for (row, &column) in child.columns().iter().enumerate() {
                let inherited = column == mother.columns()[row] || column == father.columns()[row];
                prop_assert!(inherited || crossover == Crossover::Order);
            }
            let before = child.clone();
            problem.mutate(&mut child, &mut rng);
            let changed = before.columns().iter().zip(child.columns()).filter(|(a, b)| a != b);
            if crossover.encoding() == Encoding::Columns {
                prop_assert!(changed.count() <= 1);
            } else {
                prop_assert!(changed.count() <= 2);
                let mut sorted = child.columns().to_vec();
                sorted.sort_unstable();
                prop_assert!(sorted.into_iter().eq(0..n));
            }
            // The counts that crossover and mutation have updated equal those of a board newly
            // built from the same columns.
            prop_assert_eq!(&child, &Lineup::new(child.columns()));
        }
    }

    #[test]
    fn any_board_is_repaired(columns in boards(), seed: u64) {
        let placement = bezzel_queens::Placement::from_columns(&columns);
        if let Ok(mut repair) = Repair::from_placement(&placement, seed) {
            prop_assert!(repair.run(|_| true));
            prop_assert!(is_solution(repair.columns()));
        }
    }
}

/// Returns for how many of the first 100 seeds the settings find a solution, and the number of
/// seeds.
fn solved(n: u32, settings: Settings, encoding: Encoding) -> (u64, u64) {
    let seeds = 100;
    let problem = Queens::new(n, encoding).unwrap();
    let solved = |seed: &u64| {
        let mut evolution = Evolution::new(&problem, settings, *seed).unwrap();
        evolution.run(|now| now.number() < 200_000) && is_solution(evolution.best().columns())
    };
    (
        (0..seeds).into_par_iter().filter(solved).count() as u64,
        seeds,
    )
}

#[test]
fn every_seed_solves_eight_queens() {
    for encoding in Encoding::all() {
        let (solved, seeds) = solved(8, encoding.settings(), encoding);
        assert_eq!(solved, seeds, "{}", encoding.name());
    }
}

#[test]
fn nearly_every_seed_solves_64_queens() {
    for n in [32, 64] {
        let (solved, seeds) = solved(n, Settings::default(), Encoding::Columns);
        assert!(
            100 * solved >= 98 * seeds,
            "{solved} of {seeds} at {n} queens"
        );
    }
}

#[test]
fn every_selection_finds_solutions() {
    for selection in Selection::all() {
        let settings = Settings {
            selection,
            ..Settings::default()
        };
        let (solved, seeds) = solved(12, settings, Encoding::Permutation);
        assert_eq!(solved, seeds, "{}", selection.name());
    }
}
