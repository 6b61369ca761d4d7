//! The whole lab without a server: as one file, or as a folder that any web host can serve.
//!
//! Both carry the library itself, compiled for the browser ([`library`]). The build script compiles it where the toolchain
//! can; a program built without it says so ([`MISSING`]).

#![forbid(unsafe_code)]

use bezzel_recording::Language;

static LIBRARY: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/bezzel.wasm"));

/// What is said where there is no library.
pub const MISSING: &str = "this program was built without the lab's library for browsers; \
    `rustup target add wasm32-unknown-unknown`, and build it again";

/// `bezzel-wasm` as it was compiled with this program, if it was.
pub fn library() -> Option<&'static [u8]> {
    Some(LIBRARY).filter(|library| !library.is_empty())
}

/// The whole lab as one file, opened at a state: the part of an address behind the question mark, or nothing.
pub fn one_file(state: &str, language: Language) -> Option<String> {
    Some(bezzel_recording::one_file(library()?, state, language))
}

/// The whole lab as the files of a folder, by name. Its start page speaks of `lab.html`, of `pages/` and of `doc/`,
/// which `./site` puts beside them.
pub fn folder() -> Option<Vec<(String, Vec<u8>)>> {
    Some(bezzel_recording::site(library()?))
}

/// The README's listing is compiled and run.
#[doc = include_str!("../README.md")]
#[cfg(doctest)]
pub struct Readme;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_are_small() {
        let Some(library) = library() else {
            eprintln!("skipped: {MISSING}");
            return;
        };
        assert!(library.len() < 1_200_000, "{} bytes", library.len());
        let page = one_file("", Language::English).unwrap();
        assert!(page.len() < 3_000_000, "{} bytes", page.len());
    }

    #[test]
    fn the_library_tells_nothing_of_the_machine_it_was_made_on() {
        let has = |text: &str| {
            library().is_some_and(|all| all.windows(text.len()).any(|part| part == text.as_bytes()))
        };
        for place in [option_env!("HOME"), Some(env!("CARGO_MANIFEST_DIR"))] {
            let place = place.unwrap_or("/home/");
            assert!(place.len() < 4 || !has(place), "{place}");
        }
    }
}
