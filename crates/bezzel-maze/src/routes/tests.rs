//! Compares the two frontier programs with each other, with lists of routes, and with published
//! numbers.

use super::dense::Room;
use super::sparse::Graph;
use super::*;
use crate::{Escape, Order};
use bezzel::Search;

fn count(text: &str) -> BigUint {
    let maze = Maze::parse(text.into()).unwrap();
    Routes::new(&maze, Budget::bytes(1 << 30)).count().unwrap()
}

fn listed(text: &str) -> BigUint {
    let maze = Maze::parse(text.into()).unwrap();
    let escape = Escape::retreating(&maze, Order::POST);
    Search::new(&escape).count().solutions.into()
}

/// Returns an open room of k x k cells with exits at these cells.
fn room(k: usize, exits: &[usize]) -> String {
    let letter = |cell: usize| match cell {
        0 => 'S',
        _ if exits.contains(&cell) => 'G',
        _ => ' ',
    };
    let rows = (0..k).map(|row| {
        (0..k)
            .map(|column| letter(row * k + column))
            .collect::<String>()
    });
    rows.collect::<Vec<_>>().join("\n")
}

/// Checks that both programs agree on the number of routes, and on the sum of x to the power of
/// their lengths.
fn assert_both_count_alike(maze: &Maze, block: &Block, x: u64) {
    let (room, graph) = (Room::new(maze, block), Graph::new(maze, block));
    let (field, go_on) = (ring::fields(60.0)[0], Cancel::new());
    for x in [None, Some(x)] {
        let expected = graph.evaluate(&field, x, usize::MAX, &go_on);
        assert!(expected.is_some());
        assert_eq!(room.evaluate(&field, x, &go_on), expected, "{maze:?}");
    }
}

#[test]
fn counting_can_be_given_up() {
    let maze = Maze::parse(room(5, &[24]).into()).unwrap();
    let cancel = Cancel::new();
    let routes = Routes::new(&maze, Budget::bytes(1 << 30)).cancelled_by(&cancel);
    assert!(routes.count().is_ok());
    cancel.cancel();
    assert_eq!(routes.count(), Err(Error::Cancelled));
    assert_eq!(routes.lengths(), Err(Error::Cancelled));
    assert_eq!(
        routes.nth(&1_u32.into(), Order::POST),
        Err(Error::Cancelled)
    );
}

#[test]
fn both_ways_of_counting_agree() {
    for text in [
        room(4, &[15]),
        room(5, &[2, 12, 20]),
        "    \n  S \n G  \n    ".into(),
        "     \n S # \n   G \n  #  \n     ".into(),
        "G   G\n  #  \n # S \n     \nG # G".into(),
    ] {
        let maze = Maze::parse(text.clone().into()).unwrap();
        let closed = vec![false; maze.cells().len()];
        for block in chain::chain(&maze, maze.start(), &closed) {
            assert_both_count_alike(&maze, &block, 3);
        }
    }
}

#[test]
fn both_ways_of_counting_agree_on_random_rooms() {
    use rand::RngExt;
    let mut rng = ChaCha8Rng::seed_from_u64(1848);
    let mut blocks = 0;
    for _ in 0..400 {
        let (width, height) = (rng.random_range(2..7), rng.random_range(2..7));
        let mut cells: Vec<u8> = (0..width * height)
            .map(|_| if rng.random_bool(0.15) { b'#' } else { b' ' })
            .collect();
        for _ in 0..rng.random_range(1..4) {
            cells[rng.random_range(0..width * height)] = b'G';
        }
        cells[rng.random_range(0..width * height)] = b'S';
        let text = cells.chunks(width).collect::<Vec<_>>().join(&b'\n');
        let Ok(maze) = Maze::parse(text) else {
            continue;
        };
        let closed = vec![false; maze.cells().len()];
        for block in chain::chain(&maze, maze.start(), &closed) {
            assert_both_count_alike(&maze, &block, rng.random_range(2..1_000_000));
            blocks += 1;
        }
    }
    assert!(blocks > 300, "{blocks} blocks");
}

#[test]
fn every_small_maze() {
    // All sets of walls of a 3 x 3 room with the start in the middle of an edge and one or two
    // exits.
    for walls in 0..1 << 5 {
        for exits in ["G  ", "G G", " G "] {
            let free = |bit: usize| if walls >> bit & 1 == 1 { '#' } else { ' ' };
            let text = format!(
                "{}S{}\n{}{}{}\n{exits}",
                free(0),
                free(1),
                free(2),
                free(3),
                free(4)
            );
            assert_eq!(count(&text), listed(&text), "\n{text}");
        }
    }
}

#[test]
fn every_position_is_what_the_list_has_there() {
    for text in [
        "S  \n # \n  G",
        "S   \n    \n G  \n   G",
        "  # \n S  \n #  \n   G",
        "S#G",
    ] {
        let maze = Maze::parse(text.into()).unwrap();
        let routes = Routes::new(&maze, Budget::bytes(1 << 30));
        for order in ["NSWE", "ESWN"] {
            let order: Order = order.parse().unwrap();
            let escape = Escape::retreating(&maze, order);
            let expected: Vec<_> = Search::new(&escape).solutions().collect();
            let onward = routes.onward(order);
            assert_eq!(
                Search::new(&onward).solutions().collect::<Vec<_>>(),
                expected
            );
            let count = routes.count().unwrap();
            assert_eq!(count, expected.len().into());
            for (position, route) in (1_u32..).zip(&expected) {
                assert_eq!(
                    routes.nth(&position.into(), order).unwrap().as_ref(),
                    Some(route)
                );
            }
            assert_eq!(routes.nth(&BigUint::ZERO, order).unwrap(), None);
            assert_eq!(routes.nth(&(count + 1_u32), order).unwrap(), None);
            let mut lengths = vec![0_u32; 20];
            expected.iter().for_each(|route| lengths[route.len()] += 1);
            let lengths = lengths
                .into_iter()
                .enumerate()
                .filter(|(_, count)| *count > 0);
            let lengths: Vec<_> = lengths
                .map(|(length, count)| (length, count.into()))
                .collect();
            assert_eq!(routes.lengths().unwrap(), lengths);
        }
    }
}

#[test]
fn chance_is_fair() {
    // 12 routes, 6000 draws: chi-square with 11 degrees of freedom exceeds 31.3 with a probability
    // of 0.001.
    let maze = Maze::parse(room(3, &[8]).into()).unwrap();
    let routes = Routes::new(&maze, Budget::bytes(1 << 30));
    let all: Vec<_> = Search::new(&routes.onward(Order::POST))
        .solutions()
        .collect();
    let mut drawn = vec![0.0_f64; all.len()];
    for seed in 0..6_000 {
        let route = routes.random(seed, Order::POST).unwrap().unwrap();
        drawn[all.iter().position(|other| *other == route).unwrap()] += 1.0;
    }
    let expected = 6_000.0 / all.len() as f64;
    let chi: f64 = drawn
        .iter()
        .map(|count| (count - expected).powi(2) / expected)
        .sum();
    assert!(chi < 31.3, "{chi}");
}

#[test]
fn too_wide_is_said() {
    let maze = Maze::parse(room(40, &[1599]).into()).unwrap();
    let error = Routes::new(&maze, Budget::bytes(1 << 20))
        .count()
        .unwrap_err();
    assert!(matches!(error, Error::TooWide { .. }), "{error}");
}
