//! The posts' programs, told anew: short listings whose lines know when they are at work.
//!
//! A listing is a file in `listings/`; those in Rust are run by a test. A comment `//: enter` (`#: enter` in Python)
//! names the moments at which its line is lit; the page shows the line without it. The moments are those of a
//! trace (`enter`, `reject`, `solution`, `retreat`), `start` and `end`, and closer ones: an attack along a `column`
//! or a `diagonal` (`rising` or `falling`), a queen in the `first` row or `below`, a retreat after which the search
//! goes on there (`again-first`, `again-below`).

use bezzel_queens::{Arrays, Form, Masks, Promising};
use serde::Serialize;

/// A listing as the page shows it.
#[derive(Debug, Clone, Serialize)]
pub struct Listing {
    /// Which one; the page's address names it.
    pub name: &'static str,
    /// The programming language.
    pub language: &'static str,
    /// The post it mirrors.
    pub post: Option<&'static str>,
    /// Whether the post stops at the first solution, where the search shown goes on.
    pub stops: bool,
    /// How it counts and what its calls are called, for the numbers beside its lines.
    pub numbers: Numbers,
    /// The lines.
    pub lines: Vec<ListingLine>,
}

/// What a listing calls the row and the column at hand, and from which number it counts them.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Numbers {
    /// The function that calls itself; nothing where a stack takes its place.
    pub call: Option<&'static str>,
    /// What it calls the row, and the number of the node without queens.
    pub row: (&'static str, i32),
    /// What it calls the column, and the number of the first.
    pub column: (&'static str, i32),
}

/// A line of a listing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ListingLine {
    /// What it says.
    pub text: &'static str,
    /// When it is at work.
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

/// A function that calls itself for a row, starting from 0.
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

/// The listings that show a method.
pub fn listings(method: &str) -> Vec<Listing> {
    let listing = |source: &Source| Listing {
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

/// Post 002's way through a maze, told anew. Its moments: `start`, `enter` a cell, `leave` it, the `goal`, and the `end`
/// if there is no way.
pub fn maze_listing() -> Vec<ListingLine> {
    lines(include_str!("../listings/002-maze.c"))
}

/// The lines of a listing, and when they are at work.
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

    /// The Rust listings are programs.
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
    fn a_way_through_a_maze_lights_lines_too() {
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
                // No line enters and retreats, and who tells columns from diagonals lights different lines.
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
