//! Output files keep their identity: links, permissions, owner; only the content changes.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Output};

/// Runs a line of shell script in a folder; `$bezzel` is the program.
fn shell(folder: &Path, line: &str) -> Output {
    let mut command = Command::new("sh");
    command.args(["-c", line]).current_dir(folder);
    command.env("bezzel", env!("CARGO_BIN_EXE_bezzel"));
    command.output().unwrap()
}

/// Returns standard error of a line that must be refused.
fn refused(folder: &Path, line: &str) -> String {
    let output = shell(folder, line);
    assert_eq!(output.status.code(), Some(2), "{line}");
    let notes = String::from_utf8(output.stderr).unwrap();
    assert_eq!(notes.lines().count(), 1, "{notes}");
    notes
}

const MAZE: &str = "$bezzel maze generate 2 2 --seed 1";

fn maze() -> String {
    let output = shell(Path::new("."), MAZE);
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn what_is_open_already_is_written_to_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for (name, redirection) in [
        ("/dev/stdout", ">> a"),
        ("/dev/fd/1", ">> a"),
        ("/proc/self/fd/1", ">> a"),
        ("link", ">> a"),
        ("/dev/stderr", "2>> a"),
        ("/dev/fd/3", "3>> a"),
    ] {
        fs::write(folder.join("a"), "before\n").unwrap();
        let _ = symlink("/dev/stdout", folder.join("link"));
        let line = format!("{MAZE} --output {name} {redirection} && echo after >> a");
        let output = shell(folder, &line);
        assert!(output.status.success(), "{name}: {output:?}");
        let text = fs::read_to_string(folder.join("a")).unwrap();
        assert_eq!(text, format!("before\n{}after\n", maze()), "{name}");
    }
    // Several commands write to one open file in turn, and nothing is overwritten.
    let line = format!("(echo before; {MAZE} --output /dev/stdout; echo after) > a");
    shell(folder, &line);
    let text = fs::read_to_string(folder.join("a")).unwrap();
    assert_eq!(text, format!("before\n{}after\n", maze()));
}

#[test]
fn pipes_and_devices_are_written_to() {
    let folder = tempfile::tempdir().unwrap();
    let line = format!("mkfifo p; {MAZE} --output p & cat p; wait");
    let output = shell(folder.path(), &line);
    assert_eq!(String::from_utf8(output.stdout).unwrap(), maze());
    let line = format!("{MAZE} --output /dev/null");
    assert!(shell(folder.path(), &line).status.success());
}

#[test]
fn links_and_permissions_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("file"), "old").unwrap();
    fs::set_permissions(at("file"), fs::Permissions::from_mode(0o640)).unwrap();
    symlink("file", at("symbolic")).unwrap();
    symlink("new", at("dangling")).unwrap();
    let write = |name: &str| shell(folder.path(), &format!("{MAZE} --output {name}"));

    assert!(write("symbolic").status.success());
    assert_eq!(fs::read_to_string(at("file")).unwrap(), maze());
    assert_eq!(fs::metadata(at("file")).unwrap().mode() & 0o777, 0o640);
    assert!(fs::symlink_metadata(at("symbolic")).unwrap().is_symlink());

    fs::write(at("file"), "a longer text than the one that comes, by far").unwrap();
    fs::hard_link(at("file"), at("hard")).unwrap();
    assert!(write("hard").status.success());
    assert_eq!(fs::read_to_string(at("file")).unwrap(), maze());
    assert_eq!(fs::metadata(at("file")).unwrap().nlink(), 2);
    assert_eq!(fs::metadata(at("file")).unwrap().mode() & 0o777, 0o640);

    assert!(write("dangling").status.success());
    assert_eq!(fs::read_to_string(at("new")).unwrap(), maze());
}

/// Uses a file system of some kilobytes, mounted for the test.
#[test]
fn a_full_disk_loses_nothing_and_names_the_users_file() {
    let folder = tempfile::tempdir().unwrap();
    let generate = "$bezzel maze generate 85 85 --seed 1 --output";
    let script = format!(
        "mount -t tmpfs -o size=128k none . 2>/dev/null || {{ echo unmountable; exit; }}
         cd .; printf old > kept; ln kept other
         # Room for the new file once, but not twice.
         dd if=/dev/zero of=rest bs=1024 count=76 2>/dev/null
         {generate} kept; echo $?; cat other; echo
         # No room at all, also for a file that is not there yet.
         dd if=/dev/zero of=more bs=1024 count=999 2>/dev/null
         {generate} kept; echo $?; {generate} new; echo $?
         TMPDIR=$PWD {generate} kept; echo $?; cat kept; echo; ls -A"
    );
    let mut command = Command::new("unshare");
    command.args(["--mount", "--map-root-user", "sh", "-c", &script]);
    let output = command
        .current_dir(folder.path())
        .env("bezzel", env!("CARGO_BIN_EXE_bezzel"))
        .output()
        .unwrap();
    let out = String::from_utf8_lossy(&output.stdout);
    let notes = String::from_utf8_lossy(&output.stderr);
    if out.starts_with("unmountable") || notes.starts_with("unshare:") {
        println!("skipped (1 test): nothing can be mounted here");
        return;
    }
    assert_eq!(
        out.lines().collect::<Vec<_>>(),
        [
            "2", "old", "2", "2", "2", "old", "kept", "more", "other", "rest"
        ],
        "{notes}"
    );
    assert_eq!(notes.lines().count(), 4, "{notes}");
    for (note, name) in notes.lines().zip(["kept", "kept", "new", "kept"]) {
        let names_it = note.starts_with(&format!("bezzel: cannot write {name}: "));
        assert!(names_it && !note.contains(".tmp"), "{note}");
    }
}

#[test]
fn what_must_not_be_written_is_refused_before_the_work() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("kept"), "kept").unwrap();
    fs::set_permissions(at("kept"), fs::Permissions::from_mode(0o444)).unwrap();
    let note = refused(folder.path(), &format!("{MAZE} --output kept"));
    assert_eq!(note, "bezzel: cannot write kept: it is read-only\n");
    assert_eq!(fs::read_to_string(at("kept")).unwrap(), "kept");

    fs::write(at("one"), "").unwrap();
    fs::hard_link(at("one"), at("other")).unwrap();
    symlink("../nowhere", at("up")).unwrap();
    for (svg, dot) in [
        ("f", "f"),
        ("f", "./f"),
        ("one", "other"),
        ("up", "../nowhere"),
    ] {
        let line = format!("$bezzel queens tree 12 --svg {svg} --dot {dot}");
        let note = refused(folder.path(), &line);
        assert!(
            note.contains("two outputs cannot use the same file"),
            "{note}"
        );
    }
    let line = "$bezzel queens tree 4 --svg /dev/stdout --dot -";
    assert!(refused(folder.path(), line).contains("standard output"));
    let line = "$bezzel queens tree 4 --svg /dev/null --dot /dev/null";
    assert!(shell(folder.path(), line).status.success());
    assert!(refused(folder.path(), &format!("{MAZE} --output .")).contains("it is a folder"));
    assert!(refused(folder.path(), &format!("{MAZE} --output x/")).contains("no folder"));
    symlink("ring", at("gnir")).unwrap();
    symlink("gnir", at("ring")).unwrap();
    assert!(refused(folder.path(), &format!("{MAZE} --output ring")).contains("form a loop"));
    assert!(fs::symlink_metadata(at("ring")).unwrap().is_symlink());
    let line = "$bezzel queens tree 4 --svg one --dot /dev/stdout > one";
    assert!(refused(folder.path(), line).contains("standard output"));
    assert!(refused(folder.path(), &format!("{MAZE} --output x/y")).contains("no folder"));
    // The read-only file, the two links and the symbolic ones: no other file appeared.
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 6);
}

#[test]
fn a_closed_standard_output_is_an_error() {
    let here = Path::new(".");
    for command in [
        "queens count 8",
        "queens first 8",
        "queens all 4",
        "man",
        "help",
    ] {
        let note = refused(here, &format!("$bezzel {command} >&-"));
        assert_eq!(note, "bezzel: cannot write standard output: it is closed\n");
    }
    assert!(
        shell(here, "$bezzel queens count 8 1<>/dev/null")
            .status
            .success()
    );
    assert!(
        shell(here, &format!("{MAZE} --output /dev/null >&-"))
            .status
            .success()
    );
}
