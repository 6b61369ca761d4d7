//! The example programs print what the posts print.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The example as it was built with this test: `cargo test` builds them all.
fn built(example: &str) -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let folder = test.parent().and_then(Path::parent).unwrap();
    let example = folder.join("examples").join(example);
    assert!(example.exists(), "cargo build --examples makes {example:?}");
    example
}

/// Runs an example with this on standard input.
fn run(example: &str, arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(built(example));
    command.args(arguments);
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // An example that does not read its input may be gone already.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn prints(example: &str, arguments: &[&str], input: &str) -> String {
    let output = run(example, arguments, input);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{example}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

/// The exit status and what is said on standard error.
fn refuses(example: &str, arguments: &[&str]) -> (Option<i32>, String) {
    let output = run(example, arguments, "");
    assert!(output.stdout.is_empty());
    (
        output.status.code(),
        String::from_utf8(output.stderr).unwrap(),
    )
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
    // What the post's program, compiled, writes to a file.
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
fn sudoku() {
    let puzzle =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let solved =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179\n";
    assert_eq!(prints("sudoku", &[puzzle], ""), solved);
    assert_eq!(prints("sudoku", &[], &puzzle.replace('.', "0")), solved);
    // Seventeen givens are the fewest that can have one solution.
    let hard = "000000010400000000020000000000050407008000300001090000300400200050100000000806000";
    let solved = prints("sudoku", &[hard], "");
    assert!(
        solved
            .trim()
            .bytes()
            .zip(hard.bytes())
            .all(|(s, h)| h == b'0' || s == h)
    );
    assert_eq!(
        refuses("sudoku", &["12"]),
        (Some(2), "sudoku: 2 cells, there should be 81\n".into())
    );
    assert_eq!(refuses("sudoku", &[&"55".repeat(41)[..81]]).0, Some(2));
}

#[test]
fn knights_tour() {
    let board = prints("knights_tour", &["8"], "");
    let steps: Vec<i32> = board
        .split_whitespace()
        .map(|step| step.parse().unwrap())
        .collect();
    let at = |step| {
        let square = steps.iter().position(|&here| here == step).unwrap() as i32;
        (square / 8, square % 8)
    };
    for step in 1..64 {
        let ((row, column), (next_row, next_column)) = (at(step), at(step + 1));
        assert_eq!(
            (row - next_row).abs() * (column - next_column).abs(),
            2,
            "step {step}"
        );
    }
    assert_eq!(refuses("knights_tour", &["3"]).0, Some(1));
    assert_eq!(refuses("knights_tour", &["x"]).0, Some(2));
}

#[test]
fn colouring() {
    let file = "examples/data/grotzsch.col";
    let file = format!("{}/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&file).unwrap();
    let colours: Vec<u32> = prints("colouring", &[&file, "4"], "")
        .lines()
        .map(|line| line.split_once(' ').unwrap().1.parse().unwrap())
        .collect();
    assert_eq!(colours.len(), 11);
    for edge in text.lines().filter_map(|line| line.strip_prefix("e ")) {
        let (one, other) = edge.split_once(' ').unwrap();
        let colour = |vertex: &str| colours[vertex.parse::<usize>().unwrap() - 1];
        assert_ne!(colour(one), colour(other), "{edge}");
    }
    let refusal = refuses("colouring", &[&file, "3"]);
    assert_eq!(
        refusal,
        (Some(1), "colouring: 3 colours are not enough\n".into())
    );
}

#[test]
fn travelling_salesman() {
    let text = prints("travelling_salesman", &[], "");
    assert!(text.starts_with("generation    0: "), "{text}");
    assert!(text.ends_with("the shortest trip was found\n"), "{text}");
}
