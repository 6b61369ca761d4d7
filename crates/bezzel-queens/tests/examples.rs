//! The example programs print what the posts print.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Returns an example's executable; `cargo test` builds all examples.
fn built(example: &str) -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let folder = test.parent().and_then(Path::parent).unwrap();
    let example = folder.join("examples").join(example);
    assert!(example.exists(), "cargo build --examples makes {example:?}");
    example
}

/// Runs an example with this standard input.
fn run(example: &str, arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(built(example));
    command.args(arguments);
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // An example that does not read its input may have ended already.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn prints(example: &str, arguments: &[&str], input: &str) -> String {
    let output = run(example, arguments, input);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{example}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn post_000() {
    assert_eq!(
        prints("post_000", &[], ""),
        "[[1, 3, 0, 2], [2, 0, 3, 1]]\n"
    );
}

#[test]
fn post_001() {
    assert_eq!(
        prints("post_001", &[], ""),
        "(1, 2)\n(2, 4)\n(3, 1)\n(4, 3)\n"
    );
}

#[test]
fn post_002() {
    let text = prints("post_002", &[], "");
    // The output of the post's compiled program.
    assert_eq!(
        text.len(),
        92 * 73 + "Solution # : \n".len() * 92 + 9 + 83 * 2
    );
    let boards: Vec<&str> = text.split_inclusive("\n\n").collect();
    assert_eq!(boards.len(), 92);
    assert_eq!(
        boards[0],
        "Solution #1 : \nQ.......\n....Q...\n.......Q\n.....Q..\n..Q.....\n......Q.\n.Q......\n...Q....\n\n"
    );
    assert_eq!(
        boards[91],
        "Solution #92 : \n.......Q\n...Q....\nQ.......\n..Q.....\n.....Q..\n.Q......\n......Q.\n....Q...\n\n"
    );
}

#[test]
fn post_003() {
    assert_eq!(prints("post_003", &[], "8\n"), "92\n");
    assert_eq!(prints("post_003", &[], "1"), "1\n");
}

#[test]
fn post_004() {
    let table = prints("post_004", &[], "");
    assert!(
        table.ends_with(
            "| 4 | 341 | 61 | 17 |\n\
         | 8 | 19,173,961 | 15,721 | 2,057 |\n\
         | 12 | 9.73 x 10^12 | 1.01 x 10^7 | 8.56 x 10^5 |\n"
        ),
        "{table}"
    );
}

#[test]
fn travelling_salesman() {
    let text = prints("travelling_salesman", &[], "");
    assert!(text.starts_with("generation    0: "), "{text}");
    assert!(text.ends_with("the shortest trip was found\n"), "{text}");
}
