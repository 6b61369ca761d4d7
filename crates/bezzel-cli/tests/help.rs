//! Every command has help with examples that work when pasted.

mod interrupt;

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::Mutex;

fn bezzel() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_bezzel"))
}

fn help(command: &[&str]) -> String {
    let output = Command::new(bezzel())
        .args(command)
        .arg("--help")
        .output()
        .unwrap();
    assert!(output.status.success(), "{command:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the commands listed in a help text, except `help` itself.
fn commands(help: &str) -> Vec<String> {
    let list = help.split("Commands:\n").nth(1).unwrap_or_default();
    let names = list.lines().take_while(|line| line.starts_with("  "));
    let names = names.filter_map(|line| line.split_whitespace().next());
    names
        .filter(|name| *name != "help")
        .map(String::from)
        .collect()
}

fn examples(help: &str) -> Vec<String> {
    let lines = help.lines().skip_while(|line| !line.starts_with("Example"));
    let lines = lines.skip(1).take_while(|line| line.starts_with("  "));
    lines.map(|line| line.trim().to_owned()).collect()
}

/// Runs a line in a shell that has `bezzel` on its path, in a folder of its own.
fn shell(line: &str) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let path = std::env::join_paths(
        [bezzel().parent().unwrap().to_owned()]
            .into_iter()
            .chain(std::env::split_paths(&std::env::var_os("PATH").unwrap())),
    );
    Command::new("sh")
        .args(["-c", line])
        .current_dir(&folder)
        .env("PATH", path.unwrap())
        .env("XDG_STATE_HOME", folder.path())
        .output()
        .unwrap()
}

fn works(example: &str) {
    // The program contains the lab for browsers only if it was built with it, as by `./test`.
    if example.contains("--with-lab") && option_env!("BEZZEL_WASM").is_none_or(str::is_empty) {
        eprintln!("skipped: {example}");
        return;
    }
    if let Some(arguments) = example.strip_prefix("bezzel serve") {
        return serves(arguments);
    }
    let output = shell(example);
    // An example may also exit with 1 (the board is not a solution) or with the status of stopped
    // work.
    let code = output.status.code();
    assert!(matches!(code, Some(0 | 1 | 3)), "{example}: {output:?}");
}

/// Starts the lab with these arguments on a free port, and stops it with SIGTERM.
fn serves(arguments: &str) {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(bezzel());
    command.arg("serve").args(arguments.split_whitespace());
    if !arguments.contains("--port") {
        command.args(["--port", "0"]);
    }
    // With an empty PATH `--open` finds no browser.
    let mut lab = command
        .env("PATH", folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut address = String::new();
    BufReader::new(lab.stdout.take().unwrap())
        .read_line(&mut address)
        .unwrap();
    assert!(
        address.starts_with("http://127.0.0.1:"),
        "{arguments}: {address}"
    );
    interrupt::send("TERM", &lab);
    assert_eq!(lab.wait().unwrap().code(), Some(143), "{arguments}");
}

#[test]
fn every_command_has_examples_that_work() {
    let mut waiting = vec![Vec::new()];
    let mut leaves = 0;
    let mut lines = BTreeSet::new();
    while let Some(command) = waiting.pop() {
        let words: Vec<&str> = command.iter().map(String::as_str).collect();
        let help = help(&words);
        let below = commands(&help);
        leaves += usize::from(below.is_empty());
        let examples = examples(&help);
        assert!(!examples.is_empty(), "{command:?} has no example");
        lines.extend(examples);
        waiting.extend(
            below
                .into_iter()
                .map(|name| [command.clone(), vec![name]].concat()),
        );
    }
    assert!(leaves >= 10, "{leaves} commands are left");
    // Some examples wait for a clock: run others meanwhile.
    let lines = Mutex::new(lines);
    let next = || lines.lock().unwrap().pop_first();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while let Some(example) = next() {
                    works(&example);
                }
            });
        }
    });
}

#[test]
fn bare_commands_show_their_help() {
    for command in [&[][..], &["queens"]] {
        let output = Command::new(bezzel()).args(command).output().unwrap();
        assert!(output.status.success());
        assert_eq!(
            String::from_utf8(output.stdout)
                .unwrap()
                .matches("Commands:")
                .count(),
            1
        );
    }
}

#[test]
fn completions_and_manual_name_every_command() {
    let output = Command::new(bezzel()).arg("man").output().unwrap();
    let page = String::from_utf8(output.stdout).unwrap();
    assert!(page.contains(".TH bezzel 1"), "{page}");
    for name in commands(&help(&["queens"])) {
        let heading = format!(".SH \"BEZZEL QUEENS {}\"", name.to_uppercase());
        assert!(page.contains(&heading), "{heading} is missing");
    }
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let output = Command::new(bezzel())
            .args(["completions", shell])
            .output()
            .unwrap();
        let script = String::from_utf8(output.stdout).unwrap();
        for name in commands(&help(&["queens"])) {
            assert!(script.contains(&name), "{shell} does not complete {name}");
        }
    }
}
