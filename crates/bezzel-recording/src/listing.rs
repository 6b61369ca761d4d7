//! The posts' programs, told anew: short listings whose lines know when they are at work.
//!
//! A listing is a file in `listings/`; those in Rust are run by a test. A comment `//: enter` (`#: enter` in Python)
//! names the moments at which its line is lit; the page shows the line without it. The moments are those of a
//! trace (`enter`, `reject`, `solution`, `retreat`), `start` and `end`, and closer ones: an attack along a `column`
//! or a `diagonal` (`rising` or `falling`), a queen in the `first` row or `below`, a retreat after which the search
//! goes on there (`again-first`, `again-below`).

use bezzel::queens::{Arrays, Form, Masks, Promising};
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
    /// The lines.
    pub lines: Vec<Line>,
}

/// A line of a listing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Line {
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
    text: &'static str,
}

macro_rules! source {
    ($form:ty, $language:literal, $post:expr, $name:literal, $file:literal) => {
        Source {
            method: <$form as Form>::NAME,
            name: $name,
            language: $language,
            post: $post,
            stops: false,
            text: include_str!(concat!("../listings/", $file)),
        }
    };
}

const SOURCES: [Source; 8] = [
    source!(Promising, "Python", Some("000"), "python", "000.py"),
    Source {
        stops: true,
        ..source!(Promising, "Java", Some("001"), "java", "001.java")
    },
    source!(Promising, "C", Some("002"), "c", "002.c"),
    source!(Promising, "C#", Some("004"), "csharp", "004.cs"),
    source!(Promising, "Rust", None, "rust", "promising.rs"),
    source!(Arrays, "Python", Some("003"), "python", "003.py"),
    source!(Arrays, "Rust", None, "rust", "arrays.rs"),
    source!(Masks, "Rust", None, "rust", "masks.rs"),
];

/// The listings that show a method.
pub fn listings(method: &str) -> Vec<Listing> {
    let listing = |source: &Source| Listing {
        name: source.name,
        language: source.language,
        post: source.post,
        stops: source.stops,
        lines: source.text.lines().map(line).collect(),
    };
    let shown = SOURCES.iter().filter(|source| source.method == method);
    shown.map(listing).collect()
}

fn line(text: &'static str) -> Line {
    let marked = text.split_once("//: ").or_else(|| text.split_once("#: "));
    let (text, on) = marked.unwrap_or((text, ""));
    Line {
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
    fn every_moment_lights_a_line() {
        for method in methods() {
            let listings = listings(method.name);
            assert!(listings.iter().any(|listing| listing.language == "Rust"));
            for listing in listings {
                let lit = |moments: &[&str]| {
                    let at_work = |line: &Line| line.on.iter().any(|on| moments.contains(on));
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
                let on = |line: &Line, moment: &str| line.on.contains(&moment);
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
