//! Readers accept or reject any input without a panic; accepted input survives a round trip.
//!
//! Every reader has a target below and examples in `corpus/`. Inputs are mutations of examples:
//! bytes changed, parts removed, duplicated or replaced by parts of other examples.
//! `PROPTEST_CASES=1000000 cargo test --release -p bezzel-queens --test fuzz` tries a million
//! inputs for each target. An input that fails is written to `fuzz.proptest-regressions` and tried
//! first from then on; commit that file.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use bezzel_maze::drawing::{self, Drawing};
use bezzel_maze::{Maze, Order};
use bezzel_queens::format::{FORMATS, Listing, format, read};
use bezzel_queens::{Board, Placement};
use proptest::prelude::*;
use proptest::sample::Index;

/// Returns the examples in a folder of the corpus, ordered by name.
fn corpus(folder: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/corpus")
        .join(folder);
    let files = fs::read_dir(folder).unwrap();
    let mut paths: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).unwrap()).collect()
}

static BOARDS: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| corpus("boards"));
static QUESTIONS: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| corpus("questions"));
static MAZES: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| corpus("mazes"));
static PICTURES: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| corpus("pictures"));

/// A mutation of an example.
#[derive(Debug, Clone)]
enum Mutation {
    Set(Index, u8),
    Flip(Index, u8),
    Insert(Index, &'static str),
    Cut(Index, Index),
    Double(Index, Index),
    /// Replaces everything from a position on by another example's bytes.
    Splice(Index, Index),
}

/// Tokens of the formats.
const PIECES: &[&str] = &[
    "Q",
    ".",
    "#",
    "S",
    "G",
    "+",
    " ",
    "\n",
    "\r\n",
    "\n\n",
    "|",
    "|O|",
    "||",
    "O",
    "(",
    ")",
    "()",
    "(1, 2)",
    "0",
    "1",
    "-1",
    "1e9",
    "4294967295",
    "99999999999999999999",
    ", ",
    "[",
    "]",
    "[]",
    "[[",
    "\"",
    "{",
    "}",
    "null",
    "\"n\":",
    "\"columns\":",
    "\"standing\":[",
    "\"torus\":true",
    "{\"row\":1,\"column\":2}",
    "Solution #1 :",
    "<g class=\"board\" data-n=\"",
    "<use href=\"#queen\" x=\"",
    "\" y=\"",
    "\"/>",
    "é",
    "\0",
    "\u{feff}",
    "\t",
];

fn mutation() -> impl Strategy<Value = Mutation> {
    prop_oneof![
        (any::<Index>(), any::<u8>()).prop_map(|(at, byte)| Mutation::Set(at, byte)),
        (any::<Index>(), 0..8_u8).prop_map(|(at, bit)| Mutation::Flip(at, bit)),
        (any::<Index>(), prop::sample::select(PIECES))
            .prop_map(|(at, piece)| Mutation::Insert(at, piece)),
        (any::<Index>(), any::<Index>()).prop_map(|(from, to)| Mutation::Cut(from, to)),
        (any::<Index>(), any::<Index>()).prop_map(|(from, to)| Mutation::Double(from, to)),
        (any::<Index>(), any::<Index>()).prop_map(|(at, other)| Mutation::Splice(at, other)),
    ]
}

impl Mutation {
    fn apply(&self, bytes: &mut Vec<u8>, corpus: &[Vec<u8>]) {
        const LONGEST: usize = 1 << 14;
        let place = |at: &Index, bytes: &[u8]| at.index(bytes.len() + 1);
        let range = |from: &Index, to: &Index, bytes: &[u8]| {
            let (from, to) = (place(from, bytes), place(to, bytes));
            from.min(to)..from.max(to)
        };
        match self {
            Self::Set(..) | Self::Flip(..) if bytes.is_empty() => {}
            Self::Set(at, byte) => {
                let at = at.index(bytes.len());
                bytes[at] = *byte;
            }
            Self::Flip(at, bit) => {
                let at = at.index(bytes.len());
                bytes[at] ^= 1 << bit;
            }
            Self::Insert(at, piece) => {
                let at = place(at, bytes);
                bytes.splice(at..at, piece.bytes());
            }
            Self::Cut(from, to) => {
                let range = range(from, to, bytes);
                bytes.drain(range);
            }
            Self::Double(from, to) => {
                let range = range(from, to, bytes);
                if bytes.len() + range.len() < LONGEST {
                    let piece = bytes[range.clone()].to_vec();
                    bytes.splice(range.start..range.start, piece);
                }
            }
            Self::Splice(at, other) => {
                let other = &corpus[other.index(corpus.len())];
                let at = place(at, bytes);
                bytes.truncate(at);
                bytes.extend(other.iter().skip(at));
            }
        }
    }
}

/// Generates mutated examples.
fn mutated(corpus: &'static [Vec<u8>]) -> impl Strategy<Value = Vec<u8>> {
    let mutations = prop::collection::vec(mutation(), 0..8);
    (any::<Index>(), mutations).prop_map(move |(example, mutations)| {
        let mut bytes = corpus[example.index(corpus.len())].clone();
        for mutation in mutations {
            mutation.apply(&mut bytes, corpus);
        }
        bytes
    })
}

/// Corrects the checksums of a mutated PNG, so that the mutation reaches the decoder.
fn with_right_checks(mut picture: Vec<u8>) -> Vec<u8> {
    const SIGNATURE: usize = 8;
    let mut at = SIGNATURE;
    while let Some(&[a, b, c, d]) = picture
        .get(at..at + 4)
        .and_then(|length| length.first_chunk())
    {
        let end = at + 8 + u32::from_be_bytes([a, b, c, d]) as usize;
        let Some(checked) = picture.get(at + 4..end) else {
            break;
        };
        let check = crc32(checked).to_be_bytes();
        let Some(place) = picture.get_mut(end..end + 4) else {
            break;
        };
        place.copy_from_slice(&check);
        at = end + 4;
    }
    picture
}

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| {
            (crc >> 1) ^ (0xedb8_8320 * (crc & 1))
        })
    })
}

/// Checks that a board is the same after it has been written in a format and read back.
fn survives_a_round(name: &str, board: &Placement) -> Result<(), TestCaseError> {
    let format = format(name).unwrap();
    let Some(columns) = board.columns().filter(|columns| columns.len() <= 64) else {
        return Ok(());
    };
    let listing = Listing {
        total: Some(1),
        ..Listing::many(board.n().into())
    };
    let mut text = Vec::new();
    format.begin(&mut text, &listing).unwrap();
    let mut columns = columns.into_iter().map(u64::from);
    format
        .solution(&mut text, &listing, 1, &mut columns)
        .unwrap();
    format.end(&mut text, &listing).unwrap();
    let text = String::from_utf8(text).unwrap();
    prop_assert_eq!(format.read(&text, Some(0)), Ok(vec![board.clone()]));
    Ok(())
}

fn boards_of(name: &str, bytes: &[u8]) -> Result<(), TestCaseError> {
    let text = String::from_utf8_lossy(bytes);
    for base in [None, Some(0), Some(1)] {
        for board in format(name).unwrap().read(&text, base).unwrap_or_default() {
            survives_a_round(name, &board)?;
        }
    }
    Ok(())
}

fn config() -> ProptestConfig {
    let cases = std::env::var("PROPTEST_CASES").ok();
    ProptestConfig::with_cases(cases.and_then(|cases| cases.parse().ok()).unwrap_or(500))
}

/// Makes a target for each format of boards.
macro_rules! formats {
    ($($name:ident),*) => {
        proptest! {
            #![proptest_config(config())]
            $(
                #[test]
                fn $name(bytes in mutated(&BOARDS)) {
                    boards_of(stringify!($name), &bytes)?;
                }
            )*
        }

        #[test]
        fn every_format_has_a_target() {
            let names: Vec<_> = FORMATS.iter().map(|format| format.name()).collect();
            assert_eq!(names, [$(stringify!($name)),*]);
        }
    };
}

formats!(columns, grid, pairs, json, leetcode, svg, board);

proptest! {
    #![proptest_config(config())]

    #[test]
    fn boards(bytes in mutated(&BOARDS)) {
        if let Ok(boards) = read(&bytes, None) {
            prop_assert!(!boards.is_empty());
        }
    }

    #[test]
    fn questions(bytes in mutated(&QUESTIONS)) {
        if let Ok(board) = Board::read(&bytes) && board.n() <= 64 {
            let object = serde_json::to_string(&board).unwrap();
            prop_assert_eq!(Board::read(object.as_bytes()), Ok(board));
        }
    }

    #[test]
    fn mazes(bytes in mutated(&MAZES)) {
        if let Ok(maze) = Maze::read(bytes) {
            for name in ["text", "png"] {
                let drawing = Drawing { maze: &maze, route: None, steps: &[] };
                let mut drawn = Vec::new();
                drawing::format(name).unwrap().draw(&mut drawn, &drawing).unwrap();
                prop_assert_eq!(Maze::read(drawn), Ok(maze.clone()));
            }
        }
    }

    #[test]
    fn pictures(bytes in mutated(&PICTURES)) {
        if let Ok(maze) = Maze::read(with_right_checks(bytes)) {
            prop_assert!((0..maze.cells().len()).any(|cell| maze.is_exit(cell)));
        }
    }

    #[test]
    fn orders(text in "[NSWEnswe é+-]{0,6}") {
        if let Ok(order) = text.parse::<Order>() {
            prop_assert_eq!(order.to_string().parse::<Order>(), Ok(order));
        }
    }
}
