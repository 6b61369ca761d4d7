//! Readers meet anything: they may refuse, they never panic.

use bezzel::format::{FORMATS, read};
use bezzel::queens::Board;
use proptest::prelude::*;

/// Pieces of all formats, so that random text gets past the first character.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "Q",
        ".",
        ".Q",
        "\n",
        "\r\n",
        "|",
        "|O",
        "| ",
        "O",
        "(",
        ")",
        "1",
        "4",
        "0",
        "-1",
        ", ",
        "[",
        "]",
        "\"",
        "{",
        "}",
        "\"n\":",
        "\"columns\":",
        "\"standing\":[",
        "\"blocked\":[",
        "\"torus\":true",
        "{\"row\":1,\"column\":2}",
        "#",
        "Solution #1 :",
        "<use href=\"#queen\" x=\"",
        "\" y=\"",
        "\"/>",
        "<g class=\"board\" data-n=\"",
        "4294967295",
        "99999999999999999999",
        "é",
        "\0",
        "<svg>",
        "\t",
    ]);
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn arbitrary_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = read(&bytes, None);
        let _ = Board::read(&bytes);
    }

    #[test]
    fn almost_boards(text in pieces()) {
        if let Ok(boards) = read(text.as_bytes(), None) {
            prop_assert!(!boards.is_empty());
        }
        let _ = read(text.as_bytes(), Some(1));
        if let Ok(board) = Board::read(text.as_bytes()) && board.n() < 100 {
            prop_assert_eq!(Board::read(serde_json::to_string(&board).unwrap().as_bytes()), Ok(board));
        }
        for format in FORMATS {
            let _ = format.read(&text, None);
        }
    }
}
