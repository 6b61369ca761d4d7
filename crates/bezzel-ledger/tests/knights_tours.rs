//! Tests the example: two processes, one of them killed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

/// Returns the example's executable, which was built with this test.
fn example() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let folder = test.parent().and_then(Path::parent).unwrap();
    folder.join("examples").join("knights_tours")
}

fn command(words: &[&str], folder: &Path) -> Command {
    let mut command = Command::new(example());
    command.args(words).arg("tours").current_dir(folder);
    command
}

#[test]
fn two_processes_count_and_one_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let file = folder.join("tours/shard-1-of-2.shard");
    let lines = || {
        let text = fs::read(&file).unwrap_or_default();
        text.iter().filter(|&&byte| byte == b'\n').count()
    };
    let mut other = command(&["5", "count", "0/2"], folder)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let mut killed = command(&["5", "count", "1/2"], folder)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    while lines() < 100 && killed.try_wait().unwrap().is_none() {
        thread::sleep(Duration::from_millis(1));
    }
    killed.kill().unwrap();
    killed.wait().unwrap();
    let before = lines();
    assert!(other.wait().unwrap().success());
    assert!(before >= 100);
    let merged = command(&["5", "merge"], folder).output().unwrap();
    if !merged.status.success() {
        let printed = String::from_utf8(merged.stderr).unwrap();
        assert!(printed.contains("shards not complete: 1"), "{printed}");
    }
    assert!(
        command(&["5", "count", "1/2"], folder)
            .status()
            .unwrap()
            .success()
    );
    let merged = command(&["5", "merge"], folder).output().unwrap();
    assert_eq!(merged.stdout, b"1728\n");
}
