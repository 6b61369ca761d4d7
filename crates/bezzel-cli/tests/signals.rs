//! Ctrl-C and SIGTERM end every command cleanly.

#![cfg(target_os = "linux")]

mod interrupt;

use std::fs;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use interrupt::send;

fn start(line: &str) -> Child {
    let mut command = interrupt::bezzel();
    command.args(line.split(' '));
    command.stdin(Stdio::piped()).stderr(Stdio::piped());
    command.stdout(Stdio::null()).spawn().unwrap()
}

fn wait_until(mut reached: impl FnMut() -> bool) {
    while !reached() {
        thread::sleep(Duration::from_millis(2));
    }
}

/// Returns true if a process has a handler for this signal.
fn catches(child: &Child, signal: u32) -> bool {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    assert!(!status.contains("(zombie)"), "it ended by itself");
    let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    let mask = u64::from_str_radix(mask.unwrap().trim(), 16).unwrap();
    mask >> (signal - 1) & 1 == 1
}

/// Waits for the end. Returns the last line of standard error and the exit status.
fn end(child: Child) -> (String, Option<i32>) {
    let output = child.wait_with_output().unwrap();
    let notes = String::from_utf8(output.stderr).unwrap();
    let last = notes.lines().last().unwrap_or_default().to_owned();
    (last, output.status.code())
}

#[test]
fn every_command_ends_the_same_way() {
    let folder = tempfile::tempdir().unwrap();
    let room = folder.path().join("room.txt");
    let row = |first, last| format!("#{first}{}{last}#\n", " ".repeat(28));
    let wall = format!("{}\n", "#".repeat(32));
    let rows = row(' ', ' ').repeat(28);
    let text = format!("{wall}{}{rows}{}{wall}", row('S', ' '), row(' ', 'G'));
    fs::write(&room, text).unwrap();
    let routes = format!("maze routes {} --list --limit 1000000000", room.display());
    // Each of these would run for years.
    let lines = [
        "queens count 27",
        "queens count 18 --method promising",
        "queens tree 24",
        "queens all 24 --format columns",
        "queens all 24 --format svg",
        "queens first 200",
        "queens first 30000000 --method repair",
        "queens estimate 30 --samples 1000000000",
        "queens evolve 5000",
        "queens race 5000 --seconds 1000000",
        "queens check -",
        "queens count -",
        "maze solve -",
        &routes,
        "maze generate 12000 12000",
        "bench --max 20",
        "serve --port 0",
    ];
    for line in lines {
        for (name, number) in [("INT", 2), ("TERM", 15)] {
            let mut child = start(line);
            let _open = child.stdin.take();
            wait_until(|| catches(&child, number));
            send(name, &child);
            let (note, code) = end(child);
            assert_eq!(code, Some(128 + number as i32), "{line}: {note}");
            assert!(
                note.starts_with("bezzel: interrupted") || note == "bezzel: the lab is closed",
                "{line}: {note}"
            );
        }
    }
}

#[test]
fn what_was_ignored_stays_ignored() {
    let program = env!("CARGO_BIN_EXE_bezzel");
    let script = format!("trap '' HUP; exec {program} queens count 27");
    let mut shell = Command::new("sh");
    shell.args(["-c", &script]).stderr(Stdio::piped());
    let child = shell.stdout(Stdio::null()).spawn().unwrap();
    wait_until(|| catches(&child, 15));
    assert!(!catches(&child, 1));
    send("HUP", &child);
    send("TERM", &child);
    assert_eq!(end(child).1, Some(143));
}

#[test]
fn nothing_half_written_is_left() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("maze.txt");
    fs::write(&file, "old").unwrap();
    let files = || fs::read_dir(folder.path()).unwrap().count();
    for signal in ["INT", "TERM"] {
        // Writing is slow enough to be interrupted: meanwhile a temporary file exists.
        let line = format!("maze generate 3000 3000 --output {}", file.display());
        let mut child = start(&line);
        wait_until(|| files() == 2 || child.try_wait().unwrap().is_some());
        if child.try_wait().unwrap().is_none() {
            send(signal, &child);
        }
        end(child);
        assert_eq!(files(), 1);
        let kept = fs::read(&file).unwrap();
        // The file is the old one, or the new one if it was complete.
        assert!(kept == b"old" || kept.len() == 6_001 * 6_002);
        fs::write(&file, "old").unwrap();
    }
}
