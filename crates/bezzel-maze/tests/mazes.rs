//! Mazes: agreement with post 002's program, with brute force and with published counts.

use bezzel::{Problem, Search};
use bezzel_maze::drawing::{Drawing, FORMATS, format};
use bezzel_maze::{
    ALGORITHMS, Budget, Direction, Escape, Maze, MazePlan, Order, Routes, Step, shortest,
};
use proptest::prelude::*;
use rayon::prelude::*;

const BUDGET: Budget = Budget::bytes(1 << 30);

fn parse(text: &str) -> Maze {
    Maze::parse(text.into()).unwrap()
}

fn drawn(maze: &Maze, route: &[Direction]) -> String {
    let drawing = Drawing {
        maze,
        route: Some(route),
        steps: &[],
    };
    let mut out = Vec::new();
    format("text").unwrap().draw(&mut out, &drawing).unwrap();
    String::from_utf8(out).unwrap()
}

fn first<P: Problem<Choice = Direction>>(problem: &P) -> Option<Vec<Direction>> {
    Search::new(problem).first()
}

/// The drawn routes equal the recorded output of post 002's program, byte for byte.
#[test]
fn the_route_is_the_post_s_byte_for_byte() {
    let cases = include_str!("data/post_002_mazes.txt");
    let mut count = 0;
    for case in cases.split_terminator("====\n") {
        let (maze, expected) = case.split_once("=>\n").unwrap();
        let maze = parse(maze);
        for escape in [
            Escape::marking(&maze, Order::POST),
            Escape::retreating(&maze, Order::POST),
        ] {
            assert_eq!(drawn(&maze, &first(&escape).unwrap()), expected);
        }
        count += 1;
    }
    assert!(count >= 36, "{count} mazes");
}

/// Proving that an exit cannot be reached takes 25 nodes with marked dead ends, and more than
/// 100,000 without.
#[test]
fn forgetting_dead_ends_is_exponential_remembering_them_is_not() {
    let maze = parse("S    \n     \n     \n     \n     \n#####\nG    ");
    let nodes = |escape: &Escape<'_>| {
        let mut routes = Search::new(escape).solutions();
        assert!(routes.advance().is_none());
        routes.nodes()
    };
    assert_eq!(nodes(&Escape::marking(&maze, Order::POST)), 25);
    assert!(nodes(&Escape::retreating(&maze, Order::POST)) > 100_000);
}

fn routes(maze: &Maze) -> Routes<'_> {
    Routes::new(maze, BUDGET)
}

fn listed(maze: &Maze, order: Order) -> Vec<Vec<Direction>> {
    Search::new(&Escape::retreating(maze, order))
        .solutions()
        .collect()
}

/// Returns true if `walls`, read as a number, is the smallest among all rotations and mirror images
/// of the square maze.
fn is_first_of_its_images(walls: u32, side: usize) -> bool {
    let last = side - 1;
    let image = |turn: usize| {
        let mut image = 0;
        for cell in (0..side * side).filter(|cell| walls >> cell & 1 == 1) {
            let (row, column) = (cell / side, cell % side);
            let (row, column) = if turn & 1 == 1 {
                (column, row)
            } else {
                (row, column)
            };
            let row = if turn & 2 == 2 { last - row } else { row };
            let column = if turn & 4 == 4 { last - column } else { column };
            image |= 1 << (row * side + column);
        }
        image
    };
    (1..8).all(|turn| walls <= image(turn))
}

/// Checks all mazes of up to 4 x 3 cells with one exit, for every pair of start and exit, and those
/// of 4 x 4 cells up to mirror images. Each pair is tried in one order only, since exchanging start
/// and exit reverses the routes.
#[test]
fn the_count_is_that_of_brute_force_on_every_small_maze() {
    for (width, height) in [(1, 2), (2, 2), (3, 2), (2, 3), (3, 3), (4, 3), (4, 4)] {
        let size: usize = width * height;
        let every = (0_u32..1 << size).into_par_iter();
        let every = every.filter(|&walls| size < 16 || is_first_of_its_images(walls, width));
        every.for_each(|walls| {
            let open: Vec<usize> = (0..size).filter(|cell| walls >> cell & 1 == 0).collect();
            for (index, &start) in open.iter().enumerate() {
                for &exit in &open[index + 1..] {
                    let letter = |cell: usize| match cell {
                        _ if cell == start => b'S',
                        _ if cell == exit => b'G',
                        _ if walls >> cell & 1 == 1 => b'#',
                        _ => b' ',
                    };
                    let cells: Vec<u8> = (0..size).map(letter).collect();
                    let text = cells.chunks(width).collect::<Vec<_>>().join(&b'\n');
                    let maze = Maze::parse(text).unwrap();
                    let escape = Escape::retreating(&maze, Order::POST);
                    let count = Search::new(&escape).count().solutions;
                    assert_eq!(routes(&maze).count().unwrap(), count.into(), "{maze:?}");
                }
            }
        });
    }
}

/// Returns a room of k x k cells with the start in a corner and exits at these cells.
fn room(k: usize, exits: &[usize]) -> Maze {
    let letter = |cell: usize| match cell {
        0 => b'S',
        _ if exits.contains(&cell) => b'G',
        _ => b' ',
    };
    let cells: Vec<u8> = (0..k * k).map(letter).collect();
    Maze::parse(cells.chunks(k).collect::<Vec<_>>().join(&b'\n')).unwrap()
}

#[test]
fn open_rooms_have_the_published_routes() {
    // A007764 for k = 2, 3, …
    let published = [
        "2",
        "12",
        "184",
        "8512",
        "1262816",
        "575780564",
        "789360053252",
        "3266598486981642",
        "41044208702632496804",
        "1568758030464750013214100",
        "182413291514248049241470885236",
    ];
    for (k, expected) in (2..).zip(published) {
        assert_eq!(
            routes(&room(k, &[k * k - 1])).count().unwrap().to_string(),
            expected,
            "{k}"
        );
    }
    // The start top left, exits top right and bottom right, for k = 3, 4, …
    let published = ["13", "207", "9646", "1410020", "633193468"];
    for (k, expected) in (3..).zip(published) {
        let maze = room(k, &[k - 1, k * k - 1]);
        assert_eq!(routes(&maze).count().unwrap().to_string(), expected, "{k}");
    }
}

/// Generates small random mazes with one start and at least one exit.
fn mazes() -> impl Strategy<Value = Maze> {
    let cells = prop::collection::vec(prop::sample::select(vec![b' ', b' ', b' ', b'#']), 2..26);
    (
        cells,
        2_usize..7,
        any::<prop::sample::Index>(),
        prop::collection::vec(any::<prop::sample::Index>(), 1..4),
    )
        .prop_map(|(mut cells, width, start, exits)| {
            cells.truncate((cells.len() / width).max(1) * width);
            cells.resize(cells.len().next_multiple_of(width), b' ');
            let size = cells.len();
            let start = start.index(size);
            for exit in exits {
                cells[exit.index(size)] = b'G';
            }
            cells[start] = b'S';
            if !cells.contains(&b'G') {
                cells[(start + 1) % size] = b'G';
            }
            Maze::parse(cells.chunks(width).collect::<Vec<_>>().join(&b'\n')).unwrap()
        })
}

fn orders() -> impl Strategy<Value = Order> {
    Just(vec!['N', 'S', 'W', 'E'])
        .prop_shuffle()
        .prop_map(|letters| letters.into_iter().collect::<String>().parse().unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn both_searches_find_the_same_route(maze in mazes(), order in orders()) {
        let marking = first(&Escape::marking(&maze, order));
        prop_assert_eq!(marking, first(&Escape::retreating(&maze, order)));
    }

    #[test]
    fn the_shortest_route_is_the_first_of_the_shortest(maze in mazes(), order in orders()) {
        let all = listed(&maze, order);
        let fewest = all.iter().map(Vec::len).min();
        let expected = all.into_iter().find(|route| Some(route.len()) == fewest);
        prop_assert_eq!(shortest(&maze, order), expected);
    }

    #[test]
    fn count_list_and_lengths_agree_with_brute_force(maze in mazes(), order in orders()) {
        let all = listed(&maze, order);
        let routes = routes(&maze);
        prop_assert_eq!(routes.count().unwrap(), all.len().into());
        let onward = routes.onward(order);
        let found: Vec<_> = Search::new(&onward).solutions().collect();
        prop_assert_eq!(&found, &all);
        let lengths = routes.lengths().unwrap();
        for (length, count) in &lengths {
            let expected = all.iter().filter(|route| route.len() == *length).count();
            prop_assert_eq!(count, &expected.into());
        }
        let sum: num_bigint::BigUint = lengths.iter().map(|(_, count)| count).sum();
        prop_assert_eq!(sum, all.len().into());
        prop_assert_eq!(lengths.first().map(|(length, _)| *length), shortest(&maze, order).map(|route| route.len()));
    }

    #[test]
    fn every_position_is_what_the_list_has_there(maze in mazes(), order in orders()) {
        let all = listed(&maze, order);
        let routes = routes(&maze);
        for (position, route) in (1_usize..).zip(&all).step_by(1 + all.len() / 12) {
            let found = routes.nth(&position.into(), order).unwrap();
            prop_assert_eq!(found.as_ref(), Some(route));
        }
        prop_assert_eq!(routes.nth(&(all.len() + 1).into(), order).unwrap(), None);
    }

    #[test]
    fn pictures_are_read_back(maze in mazes()) {
        let drawing = Drawing { maze: &maze, route: None, steps: &[] };
        let mut picture = Vec::new();
        format("png").unwrap().draw(&mut picture, &drawing).unwrap();
        prop_assert_eq!(Maze::read(picture), Ok(maze));
    }

    #[test]
    fn readers_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..120), letters in "[SG# \r\n\0x]{0,40}") {
        let _ = Maze::read(bytes.clone());
        let _ = Maze::read([b"\x89PNG\r\n\x1a\n".as_slice(), &bytes].concat());
        let _ = Maze::read(letters.into_bytes());
    }
}

#[test]
fn generated_mazes_of_every_kind_are_drawn_in_every_format() {
    for algorithm in ALGORITHMS {
        let plan = MazePlan {
            width: 9,
            height: 6,
            loops: 0.2,
            exits: 3,
            seed: 7,
        };
        let maze = algorithm.generate(&plan).unwrap();
        let route = first(&Escape::marking(&maze, Order::POST)).unwrap();
        let steps: Vec<Step> = maze.cells_of(&route).map(Step::Enter).collect();
        for format in FORMATS {
            let drawing = Drawing {
                maze: &maze,
                route: Some(&route),
                steps: &steps,
            };
            let mut out = Vec::new();
            format.draw(&mut out, &drawing).unwrap();
            let starts: &[u8] = match format.name() {
                "text" => b"####",
                "svg" => b"<svg ",
                "png" => b"\x89PNG",
                "gif" => b"GIF89a",
                "moves" => b"",
                _ => b"{\"width\":19,\"height\":13,\"steps\":",
            };
            assert!(out.starts_with(starts), "{}", format.name());
        }
    }
}

#[test]
fn interlaced_pictures_are_read_like_others() {
    let picture = include_bytes!("data/interlaced.png");
    let text = "###########\n#S    #   #\n# ### # # #\n# #   # # #\n# # ### # #\n# #     # #\n# ####### #\n\
                #        G#\n###########";
    assert_eq!(Maze::read(picture.to_vec()).unwrap(), parse(text));
}

/// Two rooms joined by a corridor: the number of routes is the product of the numbers for the two
/// rooms.
#[test]
fn blocks_multiply() {
    let maze = parse("S  #####   \n    ###    \n          G");
    let all = Search::new(&Escape::retreating(&maze, Order::POST))
        .count()
        .solutions;
    assert_eq!(routes(&maze).count().unwrap(), all.into());
}

/// The animation can be decoded, ends with the route in colour, and has at most the maximum number
/// of frames.
#[test]
fn the_search_moves() {
    let plan = MazePlan {
        width: 9,
        height: 6,
        loops: 0.2,
        exits: 1,
        seed: 7,
    };
    let maze = ALGORITHMS[0].generate(&plan).unwrap();
    let route = shortest(&maze, Order::POST).unwrap();
    let steps: Vec<Step> = maze.cells_of(&route).map(Step::Enter).collect();
    let drawing = Drawing {
        maze: &maze,
        route: Some(&route),
        steps: &steps,
    };
    let mut bytes = Vec::new();
    format("gif").unwrap().draw(&mut bytes, &drawing).unwrap();
    let mut player = gif::DecodeOptions::new().read_info(&bytes[..]).unwrap();
    let scale = usize::from(player.width()) / maze.width();
    assert_eq!(usize::from(player.height()), scale * maze.height());
    let mut frames = Vec::new();
    while let Some(frame) = player.read_next_frame().unwrap() {
        frames.push(frame.clone());
    }
    // The maze, a frame per step, and the route.
    assert_eq!(frames.len(), steps.len() + 2);
    let way = frames.last().unwrap();
    let colors: std::collections::BTreeSet<u8> = way.buffer.iter().copied().collect();
    assert!(colors.len() > route.len() / 2, "{} colours", colors.len());
}
