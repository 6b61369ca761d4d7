//! Help and documents avoid phrases that have a plain equivalent (see CONTRIBUTING.md, section
//! Language).

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// Words that make an item a person, or hide the technical verb.
const BANNED: &[&str] = &[
    "anybody",
    "everybody",
    "hear",
    "heard",
    "hears",
    "nobody",
    "somebody",
    "stood",
    "tell",
    "telling",
    "tells",
    "told",
    "whoever",
    "whom",
];

/// Phrases, in lower case.
const BANNED_PHRASES: &[&str] = &[
    "at hand",
    "hand in ",
    "hands out",
    "is over",
    "knows of",
    "throws a switch",
    "whose turn",
];

fn banned_in(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (number, line) in text.lines().enumerate() {
        // Names in code spans are not prose.
        let prose: String = line.split('`').step_by(2).collect();
        let lower = prose.to_lowercase();
        let words = lower.split(|letter: char| !letter.is_alphanumeric());
        let banned = words.filter(|word| BANNED.contains(word));
        let phrases = BANNED_PHRASES.iter().copied();
        let phrases = phrases.filter(|phrase| lower.contains(phrase));
        found.extend(
            banned
                .chain(phrases)
                .map(|what| format!("line {}: {what}: {line}", number + 1)),
        );
    }
    found
}

/// Returns the documents: the Markdown files of the repository's root, of `docs/` and of each
/// crate.
fn documents() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let within = |folder: PathBuf| {
        fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
    };
    let crates = within(root.join("crates")).map(|folder| folder.join("README.md"));
    within(root.clone())
        .chain(within(root.join("docs")))
        .chain(within(root.join("docs/ko")))
        .chain(crates)
        .filter(|path| path.extension().is_some_and(|end| end == "md"))
        .collect()
}

#[test]
fn phrases_are_found_as_words() {
    for word in BANNED {
        assert_eq!(banned_in(&format!("It {word} us.")).len(), 1);
    }
    assert_eq!(banned_in("Unheard, and as it is at hand.").len(), 1);
}

#[test]
fn documents_use_plain_words() {
    let documents = documents();
    assert!(documents.len() > 25, "the documents are found");
    let flaws: Vec<String> = documents
        .iter()
        .flat_map(|path| {
            let flaws = banned_in(&fs::read_to_string(path).unwrap());
            flaws
                .into_iter()
                .map(move |flaw| format!("{}: {flaw}", path.display()))
        })
        .collect();
    assert!(flaws.is_empty(), "{}", flaws.join("\n"));
}

#[test]
fn help_uses_plain_words() {
    let manual = Command::new(env!("CARGO_BIN_EXE_bezzel"))
        .arg("man")
        .output();
    let manual = String::from_utf8(manual.unwrap().stdout).unwrap();
    assert!(manual.lines().count() > 500, "the manual has every command");
    let flaws = banned_in(&manual);
    assert!(flaws.is_empty(), "{}", flaws.join("\n"));
}
