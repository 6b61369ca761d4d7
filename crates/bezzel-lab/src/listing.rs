//! The posts' programs as short listings. Each line declares the events at which it is highlighted.
//!
//! A listing is a file in `listings/`; a test runs those in Rust. A comment `//: enter` (`#: enter`
//! in Python) names the events of its line; the page shows the line without the comment. Events are
//!
//! - those of a trace: `enter`, `reject`, `solution`, `retreat`;
//! - `start` and `end`;
//! - more specific ones: an attack along a `column` or a `diagonal` (`rising` or `falling`), a
//!   queen in the `first` row or `below`, a retreat after which the search continues there
//!   (`again-first`, `again-below`).

use bezzel_queens::{Arrays, Form, Masks, Promising};
use serde::Serialize;

/// A listing for display.
#[derive(Debug, Clone, Serialize)]
pub struct CodeListing {
    /// Its name in the API.
    pub name: &'static str,
    /// The programming language.
    pub language: &'static str,
    /// The number of the post it is based on.
    pub post: Option<&'static str>,
    /// True if the post's program stops at the first solution, while the displayed search
    /// continues.
    pub stops: bool,
    /// The names of the row and column variables, and the numbers they are counted from, for the
    /// values shown beside the lines.
    pub numbers: Numbers,
    /// Its lines.
    pub lines: Vec<ListingLine>,
}

/// The names of the current row and column in a listing, and the numbers of the first ones.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Numbers {
    /// The recursive function; `None` if the listing uses a stack.
    pub call: Option<&'static str>,
    /// The name of the row variable, and its value at the node without queens.
    pub row: (&'static str, i32),
    /// The name of the column variable, and the number of the first column.
    pub column: (&'static str, i32),
}

/// A line of a listing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ListingLine {
    /// Its text.
    pub text: &'static str,
    /// The events at which it is highlighted.
    pub on: Vec<&'static str>,
}

struct Source {
    method: &'static str,
    name: &'static str,
    language: &'static str,
    post: Option<&'static str>,
    stops: bool,
    numbers: Numbers,
    text: &'static str,
}

/// Returns the numbers of a recursive function, with rows counted from 0.
const fn calls(
    call: &'static str,
    row: (&'static str, i32),
    column: (&'static str, i32),
) -> Numbers {
    Numbers {
        call: Some(call),
        row,
        column,
    }
}

macro_rules! source {
    ($form:ty, $language:literal, $post:expr, $name:literal, $file:literal, $numbers:expr) => {
        Source {
            method: <$form as Form>::NAME,
            name: $name,
            language: $language,
            post: $post,
            stops: false,
            numbers: $numbers,
            text: include_str!(concat!("../listings/", $file)),
        }
    };
}

const STACK: Numbers = Numbers {
    call: None,
    row: ("len(stack)", 0),
    column: ("column", 0),
};

const SOURCES: [Source; 10] = [
    source!(
        Promising,
        "Python",
        Some("000"),
        "python",
        "000.py",
        calls("search", ("row", 0), ("column", 0))
    ),
    Source {
        stops: true,
        ..source!(
            Promising,
            "Java",
            Some("001"),
            "java",
            "001.java",
            calls("search", ("level", 0), ("column", 1))
        )
    },
    source!(
        Promising,
        "Python, stack",
        Some("001"),
        "stack",
        "001-stack.py",
        STACK
    ),
    source!(
        Promising,
        "Pseudocode",
        Some("001"),
        "skeleton",
        "001-skeleton.txt",
        calls("search", ("level", 0), ("child", 1))
    ),
    source!(
        Promising,
        "C",
        Some("002"),
        "c",
        "002.c",
        calls("search", ("row", -1), ("i", 0))
    ),
    source!(
        Promising,
        "C#",
        Some("004"),
        "csharp",
        "004.cs",
        calls("Search", ("row", 0), ("c", 1))
    ),
    source!(
        Promising,
        "Rust",
        None,
        "rust",
        "promising.rs",
        calls("search", ("columns.len()", 0), ("column", 0))
    ),
    source!(
        Arrays,
        "Python",
        Some("003"),
        "python",
        "003.py",
        calls("search", ("row", 0), ("j", 0))
    ),
    source!(
        Arrays,
        "Rust",
        None,
        "rust",
        "arrays.rs",
        calls("search", ("row", 0), ("column", 0))
    ),
    source!(
        Masks,
        "Rust",
        None,
        "rust",
        "masks.rs",
        calls("search", ("row", 0), ("bit", 0))
    ),
];

/// Returns the listings of a method.
pub fn listings(method: &str) -> Vec<CodeListing> {
    let listing = |source: &Source| CodeListing {
        name: source.name,
        language: source.language,
        post: source.post,
        stops: source.stops,
        numbers: source.numbers,
        lines: lines(source.text),
    };
    let shown = SOURCES.iter().filter(|source| source.method == method);
    shown.map(listing).collect()
}

/// Returns a listing of post 002's search for a way out of a maze. Its events: `start`, `enter` a
/// cell, `leave` it, the `goal`, and the `end` if there is no route.
pub fn maze_listing() -> Vec<ListingLine> {
    lines(include_str!("../listings/002-maze.c"))
}

/// Returns the lines of a listing with their events.
pub(crate) fn lines(text: &'static str) -> Vec<ListingLine> {
    text.lines().map(line).collect()
}

fn line(text: &'static str) -> ListingLine {
    let marked = text.split_once("//: ").or_else(|| text.split_once("#: "));
    let (text, on) = marked.unwrap_or((text, ""));
    ListingLine {
        text: text.trim_end(),
        on: on.split_whitespace().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::methods;

    /// Compiles the Rust listings.
    #[allow(dead_code)]
    mod promising {
        include!("../listings/promising.rs");
        #[test]
        fn it_finds_all() {
            assert_eq!(queens(4), [[1, 3, 0, 2], [2, 0, 3, 1]]);
            assert_eq!(queens(8).len(), 92);
        }
    }
    mod arrays {
        include!("../listings/arrays.rs");
        #[test]
        fn it_counts() {
            assert_eq!([4, 6, 8].map(queens), [2, 4, 92]);
        }
    }
    mod masks {
        include!("../listings/masks.rs");
        #[test]
        fn it_counts() {
            assert_eq!([4, 6, 8].map(queens), [2, 4, 92]);
        }
    }

    #[test]
    fn a_maze_search_marks_lines_too() {
        let lines = maze_listing();
        for moment in ["start", "enter", "leave", "goal", "end"] {
            assert!(
                lines.iter().any(|line| line.on.contains(&moment)),
                "{moment}"
            );
        }
    }

    #[test]
    fn every_moment_lights_a_line() {
        for method in methods() {
            let listings = listings(method.name);
            assert!(listings.iter().any(|listing| listing.language == "Rust"));
            for listing in listings {
                let lit = |moments: &[&str]| {
                    let at_work =
                        |line: &ListingLine| line.on.iter().any(|on| moments.contains(on));
                    listing.lines.iter().any(at_work)
                };
                for moments in [
                    &["start"][..],
                    &["enter", "first"],
                    &["enter", "below"],
                    &["reject", "column"],
                    &["reject", "rising", "diagonal"],
                    &["reject", "falling", "diagonal"],
                    &["solution"],
                    &["retreat", "again-first"],
                    &["retreat", "again-below"],
                    &["end"],
                ] {
                    assert!(lit(moments), "{}: {moments:?}", listing.name);
                }
                // No line is active for both entering and retreating; listings that distinguish
                // columns and diagonals have a line for each.
                let on = |line: &ListingLine, moment: &str| line.on.contains(&moment);
                assert!(
                    !listing
                        .lines
                        .iter()
                        .any(|line| on(line, "enter") && on(line, "retreat"))
                );
                let tells = |moment| listing.lines.iter().any(|line| on(line, moment));
                assert_eq!(tells("column"), tells("diagonal") || tells("rising"));
                assert!(
                    !listing
                        .lines
                        .iter()
                        .any(|line| on(line, "column") && on(line, "diagonal"))
                );
                assert!(listing.lines.iter().all(|line| line.text.len() <= 78));
            }
        }
    }
}
