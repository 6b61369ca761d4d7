//! Limits on time, nodes, input and memory each end with one sentence.

use std::fs;
use std::io::Write;
use std::process::{Command, Output, Stdio};

fn bezzel(line: &str, input: &[u8]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bezzel"));
    command.args(line.split(' '));
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

/// Runs a command. Returns standard output, the last line of standard error, and the exit status.
fn answer(line: &str, input: &[u8]) -> (String, String, Option<i32>) {
    let output = bezzel(line, input);
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let notes = text(output.stderr);
    let last = notes.lines().last().unwrap_or_default().to_owned();
    (text(output.stdout), last, output.status.code())
}

/// Returns an open room with the start in one corner and the exit in the opposite one.
fn room(side: usize) -> String {
    let wall = "#".repeat(side + 2);
    let mut rows = vec![vec![' '; side]; side];
    rows[0][0] = 'S';
    rows[side - 1][side - 1] = 'G';
    let rows = rows
        .iter()
        .map(|row| format!("#{}#\n", row.iter().collect::<String>()));
    format!("{wall}\n{}{wall}\n", rows.collect::<String>())
}

#[test]
fn seconds_stop_what_would_take_for_ever() {
    let (room, countable) = (room(30), room(15));
    let cases: [(&str, &[u8], &str); 7] = [
        ("queens count 27 --seconds 0.3", b"", ""),
        (
            "queens all 24 --seconds 0.3 --format columns",
            b"",
            "[0, 2, 4",
        ),
        ("queens first 200 --seconds 0.3", b"", ""),
        ("queens tree 24 --seconds 0.3", b"", ""),
        ("queens evolve 5000 --seconds 0.3 --seed 1", b"", ""),
        (
            "maze routes - --list --format moves --seconds 0.3",
            room.as_bytes(),
            "SSSSSS",
        ),
        ("maze routes - --seconds 0.3", countable.as_bytes(), ""),
    ];
    for (line, input, start) in cases {
        let (out, note, code) = answer(line, input);
        assert_eq!(code, Some(3), "{line}: {note}");
        assert!(
            note.starts_with("bezzel: stopped by --seconds"),
            "{line}: {note}"
        );
        // What was found before the limit, if anything.
        let fine = out.is_empty() || !start.is_empty() && out.starts_with(start);
        assert!(fine, "{line}: {out}");
    }
}

#[test]
fn partial_results_are_also_in_json() {
    let (out, _, code) = answer("queens count 27 --seconds 0.2 --json", b"");
    assert_eq!(code, Some(3));
    assert!(
        out.contains(r#""complete":false"#) && out.contains(r#""atLeast":""#),
        "{out}"
    );
    let (out, _, code) = answer("queens tree 24 --seconds 0.2 --json", b"");
    assert_eq!(code, Some(3));
    assert!(out.contains(r#""complete":false"#), "{out}");
    let (out, _, code) = answer("queens tree 8 --seconds 1000 --json", b"");
    assert_eq!(code, Some(0));
    assert!(!out.contains("complete"), "{out}");
}

#[test]
fn nodes_stop_a_search_where_it_is() {
    let (out, note, code) = answer(
        "queens all 12 --nodes 5000 --format columns --threads 1",
        b"",
    );
    assert_eq!(code, Some(3), "{note}");
    let solutions = out.lines().count();
    assert!(solutions > 0);
    assert_eq!(
        note,
        format!("bezzel: stopped by --nodes after {solutions} solutions")
    );
    // A picture contains what was found before the limit, too.
    let (out, note, code) = answer("queens all 12 --nodes 5000 --format svg --threads 1", b"");
    assert_eq!(code, Some(3), "{note}");
    assert_eq!(out.matches("class=\"board\"").count(), solutions);
    assert!(out.ends_with("</svg>\n"));
    let (out, note, code) = answer("queens first 30 --nodes 1000 --threads 1", b"");
    assert_eq!((out.as_str(), code), ("", Some(3)));
    assert_eq!(note, "bezzel: stopped by --nodes after 1000 nodes");
    let (_, note, code) = answer("queens tree 12 --nodes 1000 --threads 1", b"");
    assert_eq!(code, Some(3));
    assert!(note.contains("after 1000 promising nodes"), "{note}");
    // A search that ends before its limit is not reported as stopped.
    assert_eq!(answer("queens first 8 --nodes 1000", b"").2, Some(0));
    let (_, note, code) = answer("queens first 8 --method repair --nodes 5", b"");
    assert_eq!(
        (note.as_str(), code),
        ("bezzel: --nodes requires --method backtrack", Some(2))
    );
}

#[cfg(target_os = "linux")]
#[test]
fn endless_input_is_refused() {
    for line in [
        "queens check /dev/zero --max-input 3",
        "maze solve /dev/zero --max-input 3",
        "maze routes /dev/zero --max-input 3",
        "queens count --board /dev/zero --max-input 3",
        "queens first 8 --method repair --from /dev/zero --max-input 3",
    ] {
        let (_, note, code) = answer(line, b"");
        assert_eq!(code, Some(2), "{line}");
        assert_eq!(
            note,
            "bezzel: /dev/zero has more than 3 MiB; --max-input raises the limit"
        );
    }
    let board = b"[0, 2, 1, 3]";
    assert_eq!(answer("queens check - --max-input 1", board).2, Some(1));
}

/// Runs a command with this many kilobytes of address space.
#[cfg(target_os = "linux")]
fn within(kilobytes: u32, line: &str) -> Output {
    let program = env!("CARGO_BIN_EXE_bezzel");
    let script = format!("ulimit -v {kilobytes}; exec {program} {line}");
    Command::new("sh").args(["-c", &script]).output().unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn what_does_not_fit_into_memory_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("room.txt");
    fs::write(&file, room(18)).unwrap();
    let output = within(500_000, &format!("maze routes {}", file.display()));
    let note = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{note}");
    assert!(
        note.contains("a frontier 18 cells wide, which does not fit"),
        "{note}"
    );
    // A smaller maze fits.
    fs::write(&file, room(9)).unwrap();
    let output = within(500_000, &format!("maze routes {}", file.display()));
    assert_eq!(output.stdout, b"3266598486981642\n");

    // A PNG of 65 bytes whose header claims 16384 x 16384 pixels of four bytes.
    let picture = folder.path().join("large.png");
    fs::write(&picture, include_bytes!("cmd/large.png")).unwrap();
    let output = within(800_000, &format!("maze solve {}", picture.display()));
    let note = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{note}");
    assert_eq!(note.lines().count(), 1, "{note}");
    let output = within(
        800_000,
        &format!("maze solve {} --max-input 100", picture.display()),
    );
    let note = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{note}");
    assert!(
        note.ends_with(
            "has 16384 x 16384 pixels, which need more than 100 MiB; use a larger --max-input\n"
        ),
        "{note}"
    );

    let page = folder.path().join("page.html");
    let output = within(
        200_000,
        &format!("queens trace 12 --limit 10000000 --html {}", page.display()),
    );
    let note = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{note}");
    assert!(note.contains("steps in a page need more than"), "{note}");
    assert!(!page.exists());

    let output = within(800_000, "maze generate 15000 15000");
    let note = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{note}");
    assert!(
        note.contains("15000 x 15000 rooms need more than"),
        "{note}"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn names_that_are_no_text_are_names_too() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = tempfile::tempdir().unwrap();
    let name = OsStr::from_bytes(b"b\xffard");
    fs::write(folder.path().join(name), "Q").unwrap();
    for words in [&["queens", "check"][..], &["queens", "count", "--board"]] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bezzel"));
        let output = command.args(words).arg(name).current_dir(&folder).output();
        assert_eq!(output.unwrap().status.code(), Some(0), "{words:?}");
    }
    fs::write(folder.path().join(name), room(3)).unwrap();
    for words in [&["maze", "solve"][..], &["maze", "routes"]] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bezzel"));
        let output = command.args(words).arg(name).current_dir(&folder).output();
        assert_eq!(output.unwrap().status.code(), Some(0), "{words:?}");
    }
}

#[test]
fn every_route_is_listed_once() {
    let room = room(3);
    let list = |format: &str| {
        let line = format!("maze routes - --list --format {format}");
        let (out, note, code) = answer(&line, room.as_bytes());
        assert_eq!((note.as_str(), code), ("", Some(0)), "{format}");
        out
    };
    let moves = list("moves");
    let mut words: Vec<&str> = moves.lines().collect();
    assert_eq!(words.len(), 12);
    assert!(words.contains(&"SSENNESS") && words.contains(&"EESWWSEE"));
    // The list is the same as `--nth` for each position.
    for (number, word) in (1..).zip(&words) {
        let line = format!("maze routes - --nth {number} --format moves");
        assert_eq!(answer(&line, room.as_bytes()).0, format!("{word}\n"));
    }
    words.sort_unstable();
    words.dedup();
    assert_eq!(words.len(), 12);
    assert_eq!(list("json").matches("\"directions\"").count(), 12);
    assert_eq!(
        list("json"),
        answer("maze routes - --list --json", room.as_bytes()).0
    );
    assert_eq!(list("svg").matches("A maze and a way out").count(), 12);
    assert_eq!(list("text").matches("\n\n").count(), 12);
    let png = bezzel("maze routes - --list --format png", room.as_bytes());
    assert!(png.stdout.starts_with(b"\x89PNG"));
    for line in ["--random --seed 3", "--nth 1"] {
        let line = format!("maze routes - {line} --json");
        let (out, _, code) = answer(&line, room.as_bytes());
        assert_eq!(code, Some(0));
        assert!(out.contains("\"directions\":\""), "{out}");
    }
    for wrong in ["--format svg", "--list --format gif", "--output x"] {
        let (_, note, code) = answer(&format!("maze routes - {wrong}"), room.as_bytes());
        assert_eq!(code, Some(2), "{note}");
    }
    let many = self::room(5);
    let (out, note, code) = answer("maze routes - --list --format svg", many.as_bytes());
    assert_eq!((out.as_str(), code), ("", Some(2)));
    assert!(note.contains("--limit 400"), "{note}");
}
