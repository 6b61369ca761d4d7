//! Every crate has what its package needs. `./test packages` builds from the packages, which takes
//! longer.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn crates() -> Vec<PathBuf> {
    let folders = fs::read_dir(root().join("crates")).unwrap();
    folders.map(|folder| folder.unwrap().path()).collect()
}

/// Collects all files of the project below a folder.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        match name.as_str() {
            "target" | "node_modules" | ".git" => {}
            _ if path.is_dir() => files(&path, found),
            _ => found.push(path),
        }
    }
}

/// The README's first command, `cargo run`, does not name a program, so the workspace must contain
/// exactly one.
#[test]
fn the_workspace_has_one_program() {
    let has_program = |folder: &PathBuf| {
        let manifest = read(&folder.join("Cargo.toml"));
        manifest.contains("[[bin]]")
            || ["src/main.rs", "src/bin"]
                .iter()
                .any(|path| folder.join(path).exists())
    };
    let programs: Vec<_> = crates().into_iter().filter(has_program).collect();
    assert_eq!(programs.len(), 1, "{programs:?}");
}

#[test]
fn every_crate_carries_what_a_package_needs() {
    for folder in crates() {
        for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
            let own = read(&folder.join(licence));
            assert!(own == read(&root().join(licence)), "{}", folder.display());
        }
        let readme = read(&folder.join("README.md"));
        let name = folder.file_name().unwrap().to_string_lossy();
        assert!(readme.starts_with(&format!("# {name}\n")), "{name}");
        let manifest = read(&folder.join("Cargo.toml"));
        for line in [
            "repository.workspace = true",
            "readme = \"README.md\"",
            "description = ",
        ] {
            assert!(manifest.contains(line), "{name} lacks {line}");
        }
        let mut sources = Vec::new();
        files(&folder.join("src"), &mut sources);
        for source in sources
            .iter()
            .filter(|path| path.extension().is_some_and(|end| end == "rs"))
        {
            // No path in a source file leads out of its crate.
            let text = read(source);
            assert!(!text.contains("!(\"../../../"), "{}", source.display());
        }
    }
}

#[test]
fn every_file_has_a_name_that_all_systems_take() {
    const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "com1", "lpt1"];
    let mut found = Vec::new();
    files(&root(), &mut found);
    assert!(found.len() > 200);
    let mut names = std::collections::BTreeSet::new();
    for path in found {
        let name = path.file_name().unwrap().to_string_lossy().to_lowercase();
        let stem = name.split('.').next().unwrap();
        let strange = |letter: char| "<>:\"\\|?*".contains(letter) || letter < ' ';
        assert!(
            !DEVICES.contains(&stem) && !name.contains(strange) && !name.ends_with([' ', '.']),
            "{}",
            path.display()
        );
        let folded = path.to_string_lossy().to_lowercase();
        assert!(
            names.insert(folded),
            "{} differs from another by case only",
            path.display()
        );
    }
}

/// Returns the listings of a README without comments.
fn listings(path: &Path) -> Vec<String> {
    let text = read(path);
    let blocks = text.split("```rust\n").skip(1);
    let code = |block: &str| {
        let code = block.split("```").next().unwrap();
        let lines = code
            .lines()
            .map(|line| line.split("//").next().unwrap().trim_end());
        lines
            .filter(|line| !line.is_empty())
            .collect::<Vec<_>>()
            .join("\n")
    };
    blocks.map(code).collect()
}

#[test]
fn the_readmes_show_the_listing_that_is_run() {
    let run = listings(&root().join("crates/bezzel/README.md"));
    assert_eq!(run.len(), 1);
    for name in ["README.md", "README.ko.md"] {
        assert_eq!(listings(&root().join(name)), run, "{name}");
    }
}
