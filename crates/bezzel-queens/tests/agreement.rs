//! Every search and engine agrees with every other and with the published values.

#[path = "data/published.rs"]
mod published;

use bezzel::job::CountOptions;
use bezzel::{Event, Profile, Search};
use bezzel_queens::report::TreeReport;
use bezzel_queens::{
    Board, EachForm, Form, Line, Masks, Objection, Placement, Square, count, each_form,
    tree_engines,
};
use proptest::prelude::*;

/// The largest board that every engine counts.
const LARGEST: u32 = 13;

#[test]
fn every_engine_counts_what_is_published() {
    for engine in tree_engines() {
        for n in 0..=LARGEST {
            let counted = count(&*engine, &Board::new(n), true, &CountOptions::default()).unwrap();
            assert!(counted.is_complete());
            let name = engine.name();
            let all = published::ALL[n as usize];
            assert_eq!(counted.total.count, all.into(), "{name} {n}");
            if n > 0 {
                let different = published::UNIQUE[n as usize - 1];
                assert_eq!(counted.solutions(), different.into(), "{name} {n}");
            }
        }
    }
}

#[test]
fn limits_are_named() {
    for engine in tree_engines() {
        let board = Board::new(engine.limit() + 1);
        let error = engine.check(&board).unwrap_err().to_string();
        assert!(error.contains(&engine.limit().to_string()), "{error}");
        assert!(engine.job(&board).is_err());
    }
}

/// The solutions, the profile and the trace of a form on a board.
struct Findings(Board);

impl EachForm for Findings {
    type Answer = (Vec<Vec<u32>>, Profile, Vec<Event<u32, Square>>);

    fn with<F: Form>(&self) -> Self::Answer {
        let form = F::of(&self.0).unwrap();
        let search = Search::new(&form);
        let trace = search.trace(usize::MAX);
        assert!(trace.is_complete());
        let mut replay = trace.replay(&form);
        let mut events = Vec::new();
        while let Some(event) = replay.forward() {
            events.push(match event {
                Event::Reject(column, objection) => {
                    check(F::NAME, &self.0, replay.path(), *column, objection);
                    Event::Reject(*column, objection.target())
                }
                Event::Enter(column) => Event::Enter(*column),
                Event::Retreat(column) => Event::Retreat(*column),
                Event::Solution => Event::Solution,
            });
        }
        (search.solutions().collect(), search.profile(), events)
    }
}

/// Checks that an objection is true: the square is blocked, or the named queen is there and attacks
/// it.
fn check(name: &str, board: &Board, path: &[u32], column: u32, objection: &Objection) {
    let target = Square::new(path.len() as u32, column);
    assert_eq!(objection.target(), target, "{name}");
    let stood = |queen: Square| board.standing_in(queen.row) == Some(queen.column);
    match objection {
        Objection::Blocked(square) => assert!(board.is_blocked(*square), "{name}"),
        Objection::Attacked(attack) => {
            let there = path.get(attack.queen.row as usize);
            assert_eq!(there, Some(&attack.queen.column), "{name}");
            assert!(!stood(attack.queen), "{name}: she stood from the start");
        }
        Objection::Standing(attack) => assert!(stood(attack.queen), "{name}"),
    }
    if let Some(attack) = objection.attack() {
        assert!(board.joins(attack.line, attack.queen, target), "{name}");
        assert_eq!(attack.line == Line::Row, attack.queen.row == target.row);
    }
}

/// Returns all solutions of a board, by testing all permutations of the columns; it uses nothing
/// but the board's lines.
fn brute_force(board: &Board) -> Vec<Vec<u32>> {
    fn orders(columns: &mut Vec<u32>, left: &mut Vec<u32>, found: &mut dyn FnMut(&[u32])) {
        if left.is_empty() {
            return found(columns);
        }
        for at in 0..left.len() {
            columns.push(left.remove(at));
            orders(columns, left, found);
            left.insert(at, columns.pop().unwrap());
        }
    }
    let n = board.n();
    let around = |one: u32, other: u32| match (one + n - other) % n {
        far if board.is_torus() => far.min(n - far),
        _ => one.abs_diff(other),
    };
    let mut solutions = Vec::new();
    orders(&mut Vec::new(), &mut (0..n).collect(), &mut |columns| {
        let peaceful = (0..n).all(|row| {
            let column = columns[row as usize];
            let rows = || (0..row).zip(columns);
            // Two queens share a diagonal if their row and column distances are equal or opposite;
            // on a torus modulo n.
            let plane = rows().all(|(above, &other)| {
                let (down, aside) = (row - above, column.abs_diff(other));
                down != aside && (!board.is_torus() || down + aside != n)
            });
            let torus = !board.is_torus()
                || rows().all(|(above, &other)| around(row, above) != around(column, other));
            plane && torus
        });
        let asked = (0..n).all(|row| {
            let square = Square::new(row, columns[row as usize]);
            let standing = board.standing().iter().find(|queen| queen.row == row);
            !board.blocked().contains(&square) && standing.is_none_or(|&queen| queen == square)
        });
        if peaceful && asked {
            solutions.push(columns.to_vec());
        }
    });
    solutions
}

#[test]
fn every_form_searches_the_same_tree() {
    for n in 0..=7 {
        let findings = each_form(&Findings(Board::new(n)));
        assert_eq!(findings[0].0, brute_force(&Board::new(n)), "{n}");
        assert!(findings.iter().all(|one| *one == findings[0]), "{n}");
    }
}

/// Generates boards with placed queens and blocked squares.
fn board() -> impl Strategy<Value = Board> {
    let squares = || prop::collection::vec((0..8_u32, 0..8_u32), 0..12);
    (1..8_u32, squares(), squares(), any::<bool>()).prop_map(|(n, standing, blocked, torus)| {
        let mut board = Board::new(n);
        if torus {
            board = board.torus().unwrap();
        }
        for (row, column) in blocked {
            board = board
                .clone()
                .block(Square::new(row, column))
                .unwrap_or(board);
        }
        for (row, column) in standing.into_iter().take(3) {
            board = board
                .clone()
                .stand(Square::new(row, column))
                .unwrap_or(board);
        }
        board
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_board_is_filled_as_by_brute_force(board in board()) {
        let expected = brute_force(&board);
        for (solutions, profile, events) in each_form(&Findings(board.clone())) {
            prop_assert_eq!(&solutions, &expected, "{}", &board);
            prop_assert_eq!(profile.solutions(), expected.len() as u64);
            prop_assert_eq!(events.len() as u64, profile.visited() + profile.promising() + profile.solutions() - 2);
        }
        for engine in tree_engines() {
            let counted = count(&*engine, &board, true, &CountOptions::default()).unwrap();
            prop_assert_eq!(counted.total.count, expected.len() as u128);
            let symmetries = board.symmetries();
            let different = expected.iter().filter(|columns| bezzel_queens::is_canonical(columns, &symmetries));
            prop_assert_eq!(counted.solutions(), different.count() as u128, "{}", &board);
        }
        for columns in expected {
            let placement = Placement::from_columns(&columns);
            prop_assert!(placement.is_solution());
            let stands = |queen: &Square| placement.queens().contains(queen);
            prop_assert!(board.standing().iter().all(stands));
        }
    }
}

#[test]
fn toroidal_counts() {
    let torus = |n: u32| Board::new(n).torus().unwrap();
    for n in 1..=9 {
        let expected = brute_force(&torus(n)).len() as u128;
        for engine in tree_engines() {
            let counted = count(&*engine, &torus(n), false, &CountOptions::default()).unwrap();
            assert_eq!(counted.total.count, expected, "{} {n}", engine.name());
        }
    }
    let masks = tree_engines().pop().unwrap();
    for &(n, expected) in published::TOROIDAL {
        let counted = count(&*masks, &torus(n), false, &CountOptions::default()).unwrap();
        assert_eq!(counted.total.count, expected, "{n}");
    }
}

#[test]
fn completions_of_one_queen_sum_to_all_solutions() {
    // Every solution of 8 queens has one queen in the first row.
    let completions = |column| {
        let board = Board::new(8).stand(Square::new(0, column)).unwrap();
        Search::new(&Masks::new(board).unwrap()).count().solutions
    };
    let all: Vec<u64> = (0..8).map(completions).collect();
    assert_eq!(all, [4, 8, 16, 18, 18, 16, 8, 4]);
}

#[test]
fn every_form_has_the_tree_of_post_004() {
    struct Profiles(Board);
    impl EachForm for Profiles {
        type Answer = Profile;
        fn with<F: Form>(&self) -> Profile {
            Search::new(&F::of(&self.0).unwrap()).profile()
        }
    }
    for (n, all, visited, promising) in published::TREES {
        let board = Board::new(n);
        for profile in each_form(&Profiles(board.clone())) {
            let report = TreeReport::new(&board, &profile);
            assert_eq!(report.all_nodes, all.into());
            assert_eq!((report.visited, report.promising), (visited, promising));
            assert_eq!(report.solutions, published::ALL[n as usize]);
            // In every row of post 004's table, each promising node that is not a solution has n
            // children.
            let inner = report.promising - report.solutions;
            assert_eq!(report.visited, 1 + u64::from(n) * inner);
        }
    }
}

#[test]
fn the_levels_of_fourteen() {
    let profile = Search::new(&Masks::new(14).unwrap()).parallel().profile();
    let promising: Vec<u64> = profile.levels.iter().map(|level| level.promising).collect();
    assert_eq!(promising[1..], published::LEVELS_14);
}
