//! Shards of a run: killed, torn, damaged, copied, counted twice.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

fn bezzel(line: &str, folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bezzel"));
    command.args(line.split(' ')).current_dir(folder);
    command.stdin(Stdio::null()).env("XDG_STATE_HOME", folder);
    command
}

/// Runs a command. Returns standard output, the last line of standard error, and the exit status.
fn answer(line: &str, folder: &Path) -> (String, String, Option<i32>) {
    let output = bezzel(line, folder).output().unwrap();
    let notes = String::from_utf8(output.stderr).unwrap();
    let last = notes.lines().last().unwrap_or_default().to_owned();
    let out = String::from_utf8(output.stdout).unwrap();
    (out, last, output.status.code())
}

/// Counts shards of ten queens in the folder `q`.
fn count(shards: &[u32], of: u32, folder: &Path) {
    for shard in shards {
        let line = format!("run work --plan 10 --shard {shard}/{of} --out q");
        let (out, note, code) = answer(&line, folder);
        assert_eq!((out.as_str(), code), ("", Some(0)), "{note}");
    }
}

fn file(folder: &Path, shard: u32, of: u32) -> PathBuf {
    folder.join(format!("q/shard-{shard}-of-{of}.shard"))
}

#[test]
fn shards_are_counted_alone_and_added_up() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    count(&[0, 2, 4, 7], 8, folder);
    let (out, _, code) = answer("run missing q --array", folder);
    assert_eq!((out.as_str(), code), ("1,3,5-6\n", Some(1)));
    let (out, note, code) = answer("run merge q", folder);
    assert_eq!((out.as_str(), code), ("", Some(1)));
    assert!(note.ends_with("shards not complete: 1,3,5-6"), "{note}");
    count(&[6, 5, 3, 1], 8, folder);
    assert_eq!(answer("run missing q --array", folder).2, Some(0));
    for _ in 0..2 {
        let (out, note, code) = answer("run merge q", folder);
        assert_eq!((out.as_str(), code), ("724\n", Some(0)), "{note}");
    }
    // Counting a complete shard again does nothing and changes nothing.
    let before = fs::read(file(folder, 3, 8)).unwrap();
    count(&[3], 8, folder);
    assert_eq!(fs::read(file(folder, 3, 8)).unwrap(), before);
}

#[test]
fn a_question_can_be_a_board() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("b"), "Q....\n.....\n..#..\n.....\n.....\n").unwrap();
    for shard in ["0/2", "1/2"] {
        let line = format!("run work --board b --shard {shard} --out q");
        assert_eq!(answer(&line, folder).2, Some(0));
    }
    let counted = answer("queens count --board b", folder).0;
    assert_eq!(answer("run merge q", folder).0, counted);
    let line = "run work --plan 7 --torus --shard 0/1 --out torus";
    assert_eq!(answer(line, folder).2, Some(0));
    assert_eq!(answer("run merge torus", folder).0, "28\n");
}

#[cfg(unix)]
#[test]
fn a_killed_shard_resumes() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let line = "run work --plan 15 --method border --threads 1 --shard 1/2 --out q";
    let lines = || {
        let text = fs::read(file(folder, 1, 2)).unwrap_or_default();
        text.iter().filter(|&&byte| byte == b'\n').count()
    };
    let mut kills = 0;
    for _ in 0..5 {
        let before = lines();
        let mut child = bezzel(line, folder).stderr(Stdio::null()).spawn().unwrap();
        while lines() < before + 10 && child.try_wait().unwrap().is_none() {
            thread::sleep(Duration::from_millis(1));
        }
        kills += usize::from(child.try_wait().unwrap().is_none());
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(kills > 0, "it was never caught in the middle");
    assert_eq!(answer(line, folder).2, Some(0));
    let other = "run work --plan 15 --method lanes --shard 0/2 --out q";
    assert_eq!(answer(other, folder).2, Some(0));
    let (out, note, code) = answer("run merge q", folder);
    assert_eq!((out.as_str(), code), ("2279184\n", Some(0)), "{note}");
}

#[test]
fn a_shard_stopped_by_a_time_limit_resumes() {
    let folder = tempfile::tempdir().unwrap();
    let line = "run work --plan 24 --shard 0/1000 --out q --for 0.3s";
    for _ in 0..2 {
        let (out, note, code) = answer(line, folder.path());
        assert_eq!((out.as_str(), code), ("", Some(3)), "{note}");
        assert!(note.starts_with("bezzel: stopped by --for with "), "{note}");
    }
}

#[test]
fn a_torn_line_is_cut_off_and_a_damaged_one_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    count(&[0, 1], 2, folder);
    let path = file(folder, 1, 2);
    let whole = fs::read(&path).unwrap();
    // Wherever the file is cut, the shard is incomplete, and counting it again completes it.
    for length in [whole.len() - 1, whole.len() - 9, 40, 0] {
        fs::write(&path, &whole[..length]).unwrap();
        let (out, _, code) = answer("run missing q --array", folder);
        assert_eq!((out.as_str(), code), ("1\n", Some(1)), "{length}");
        assert_eq!(answer("run merge q", folder).2, Some(1), "{length}");
        count(&[1], 2, folder);
        assert_eq!(answer("run merge q", folder).0, "724\n", "{length}");
    }
    // A changed byte is detected, in the header and below, and nothing is written after it.
    let whole = fs::read(&path).unwrap();
    let second = whole.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    for (at, line) in [(second, 2), (second + 5, 2), (30, 1)] {
        let mut damaged = whole.clone();
        damaged[at] ^= 4;
        fs::write(&path, &damaged).unwrap();
        let place = format!("shard-1-of-2.shard, line {line}: the checksum is wrong");
        for command in ["run merge q", "run missing q"] {
            let (out, note, code) = answer(command, folder);
            assert_eq!((out.as_str(), code), ("", Some(4)), "{note}");
            assert!(note.contains(&place), "{note}");
        }
        let (_, note, code) = answer("run work --plan 10 --shard 1/2 --out q", folder);
        assert_eq!(code, Some(4), "{note}");
        assert!(note.contains(&place), "{note}");
        assert_eq!(fs::read(&path).unwrap(), damaged);
    }
}

#[test]
fn units_counted_twice_confirm_or_contradict_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    count(&[0, 1], 2, folder);
    // A copy adds nothing.
    fs::copy(file(folder, 0, 2), folder.join("q/copy.shard")).unwrap();
    let (out, _, code) = answer("run merge q", folder);
    assert_eq!((out.as_str(), code), ("724\n", Some(0)));
    let output = bezzel("run merge q", folder).output().unwrap();
    let note = String::from_utf8(output.stderr).unwrap();
    assert!(
        note.contains(" 0 confirmed") && !note.contains(" 0 identical"),
        "{note}"
    );
    // A second count by another engine confirms the first.
    let line = "run work --plan 10 --method border --shard 0/2 --out again";
    assert_eq!(answer(line, folder).2, Some(0));
    fs::copy(
        folder.join("again/shard-0-of-2.shard"),
        folder.join("q/copy.shard"),
    )
    .unwrap();
    let output = bezzel("run merge q", folder).output().unwrap();
    let note = String::from_utf8(output.stderr).unwrap();
    assert!(
        note.contains(" 0 identical") && !note.contains(" 0 confirmed"),
        "{note}"
    );
    assert_eq!(output.stdout, b"724\n");
}

#[test]
fn foreign_records_are_errors_that_name_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    count(&[0], 2, folder);
    let (_, note, code) = answer("run work --plan 11 --shard 0/2 --out q", folder);
    assert_eq!(code, Some(4));
    assert!(note.contains("belongs to another run"), "{note}");
    let elsewhere = "run work --plan 11 --shard 1/2 --out other";
    assert_eq!(answer(elsewhere, folder).2, Some(0));
    fs::copy(folder.join("other/shard-1-of-2.shard"), file(folder, 1, 2)).unwrap();
    assert_eq!(answer("run merge q", folder).2, Some(4));
    for (line, wrong) in [
        (
            "run work --plan 10 --shard 2/2 --out q",
            "is not a valid shard",
        ),
        (
            "run work --plan 10 --shard x --out q",
            "is not a valid shard",
        ),
        (
            "run work --plan 10 --shard 0/2 --out q --for 8x",
            "is not a duration",
        ),
        ("run merge nowhere", "cannot read nowhere"),
        ("run missing .", "contains no shard files"),
    ] {
        let (out, note, code) = answer(line, folder);
        assert_eq!((out.as_str(), code), ("", Some(2)), "{note}");
        assert!(note.contains(wrong), "{note}");
    }
}

#[test]
fn a_recorded_count_resumes() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let line = "queens count 16 --method border --threads 1 --keep";
    let kept = || {
        let counts = fs::read_dir(folder.join("bezzel/counts"));
        let mut folders = counts
            .into_iter()
            .flatten()
            .map(|entry| entry.unwrap().path());
        let file = folders
            .next()
            .map(|folder| folder.join("shard-0-of-1.shard"));
        file.and_then(|file| fs::read_to_string(file).ok())
    };
    let lines = || kept().map_or(0, |text| text.lines().count());
    let mut child = bezzel(line, folder).stdout(Stdio::null()).spawn().unwrap();
    while lines() < 50 && child.try_wait().unwrap().is_none() {
        thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let before = kept().unwrap();
    let (out, note, code) = answer(line, folder);
    assert_eq!((out.as_str(), code), ("14772512\n", Some(0)), "{note}");
    // What was counted before was not counted again: its lines are unchanged.
    let whole: Vec<&str> = before
        .split_inclusive('\n')
        .filter(|line| line.ends_with('\n'))
        .collect();
    assert!(whole.len() >= 50);
    assert!(kept().unwrap().starts_with(&whole.concat()));
    // Once all units are done, a count with other options (`--unique`) uses the stored results and
    // counts nothing again.
    let after = kept().unwrap();
    let again = "queens count 16 --method lanes --keep --unique";
    assert_eq!(answer(again, folder).0, "1846955\n");
    assert_eq!(kept().unwrap(), after);
}
