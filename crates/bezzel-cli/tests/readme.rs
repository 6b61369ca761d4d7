//! The examples of the READMEs and of `docs/` print what is shown.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Runs a line in a shell that has `bezzel` on its path. Returns its standard output.
fn shell(line: &str) -> String {
    let bezzel = Path::new(env!("CARGO_BIN_EXE_bezzel"));
    let folders = [bezzel.parent().unwrap().to_owned()];
    let path = std::env::var_os("PATH").unwrap();
    let path = std::env::join_paths(folders.into_iter().chain(std::env::split_paths(&path)));
    let output = Command::new("sh")
        .args(["-c", line])
        .env("PATH", path.unwrap())
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the commands of the `console` blocks with the output shown below each.
fn commands(readme: &str) -> Vec<(String, String)> {
    let mut commands: Vec<(String, String)> = Vec::new();
    let mut inside = false;
    for line in readme.lines() {
        match line.strip_prefix("$ ") {
            _ if line.starts_with("```") => inside = line == "```console",
            Some(command) if inside => commands.push((command.to_owned(), String::new())),
            _ if inside => {
                let shown = &mut commands
                    .last_mut()
                    .expect("a block starts with a command")
                    .1;
                shown.push_str(line);
                shown.push('\n');
            }
            _ => {}
        }
    }
    commands
}

/// Runs the examples of a document. Returns their number.
fn run_examples(document: &Path) -> usize {
    let commands = commands(&fs::read_to_string(document).unwrap());
    for (command, expected) in &commands {
        let name = document.display();
        assert_eq!(&shell(command), expected, "{name}: {command}");
    }
    commands.len()
}

#[test]
fn every_command_prints_what_is_shown() {
    let english = ["README.md", "docs", "crates/bezzel-cli/README.md"];
    let korean = ["README.ko.md", "docs/ko"];
    let [english, korean] = [&english[..], &korean[..]].map(|places| {
        let mut count = 0;
        for place in places.iter().map(|place| root().join(place)) {
            let documents: Vec<PathBuf> = match place.is_dir() {
                true => fs::read_dir(place)
                    .unwrap()
                    .map(|entry| entry.unwrap().path())
                    .filter(|path| path.extension().is_some_and(|end| end == "md"))
                    .collect(),
                false => vec![place],
            };
            count += documents
                .iter()
                .map(|path| run_examples(path))
                .sum::<usize>();
        }
        count
    });
    assert!(korean >= 25, "{korean} examples");
    assert_eq!(english, korean + 3, "both languages show the same");
}

#[test]
fn every_picture_is_drawn_by_the_program() {
    let maze =
        "bezzel maze generate 24 9 --seed 1848 --loops 0.1 | bezzel maze solve - --format svg";
    let kept = fs::read_to_string(root().join("docs/maze.svg")).unwrap();
    assert!(kept == shell(maze), "draw docs/maze.svg again");
    let evolution = "bezzel queens evolve 16 --seed 1848 --plot -";
    let kept = fs::read_to_string(root().join("docs/evolution.svg")).unwrap();
    assert!(kept == shell(evolution), "draw docs/evolution.svg again");
    for n in [4, 8] {
        let kept = fs::read_to_string(root().join(format!("docs/tree-{n}.svg"))).unwrap();
        assert!(
            kept == shell(&format!("bezzel queens tree {n} --svg -")),
            "draw docs/tree-{n}.svg again"
        );
    }
}
