//! `bezzel serve`: start, limits, shutdown.
#![cfg(unix)]

mod interrupt;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use interrupt::interrupt;

struct Lab {
    process: Child,
    address: String,
}

impl Lab {
    fn open(arguments: &[&str]) -> Self {
        Self::open_with(arguments, &std::env::var("PATH").unwrap())
    }

    fn open_with(arguments: &[&str], path: &str) -> Self {
        let mut process = interrupt::bezzel()
            .arg("serve")
            .args(arguments)
            .env("PATH", path)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let out = process.stdout.take().unwrap();
        BufReader::new(out).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("http://").unwrap();
        let address = address.strip_suffix('/').unwrap().to_owned();
        Self { process, address }
    }

    fn send(&self, text: &str) -> TcpStream {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.write_all(text.as_bytes()).unwrap();
        stream
    }

    fn get(&self, path: &str) -> String {
        let request =
            format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
        let mut answer = String::new();
        self.send(&request).read_to_string(&mut answer).unwrap();
        answer
    }

    /// Sends Ctrl-C. Returns the exit status and the time it took.
    fn close(mut self) -> (Option<i32>, Duration) {
        let start = Instant::now();
        interrupt(&self.process);
        let status = self.process.wait().unwrap();
        (status.code(), start.elapsed())
    }
}

#[test]
fn it_answers_on_a_free_port_of_this_machine_alone() {
    let lab = Lab::open(&["--port", "0"]);
    assert!(lab.address.starts_with("127.0.0.1:"), "{}", lab.address);
    let page = lab.get("/");
    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
    assert!(page.contains("<title>Bezzel</title>"));
    assert!(lab.get("/api/queens/4").contains("\"steps\":78"));
    // Invalid requests are refused, and affect no other client.
    for nonsense in ["\0\0\0\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9\r\n\r\n"] {
        let mut answer = Vec::new();
        let _ = lab.send(nonsense).read_to_end(&mut answer);
        assert!(
            answer.is_empty() || answer.starts_with(b"HTTP/1.1 4"),
            "{answer:?}"
        );
    }
    let stranger = "GET /api HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n";
    let mut answer = String::new();
    lab.send(stranger).read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 403"), "{answer}");
    let long = format!("/{}", "a".repeat(1 << 20));
    assert!(!lab.get(&long).starts_with("HTTP/1.1 200"));
    assert!(lab.get("/api/about").starts_with("HTTP/1.1 200"));
    assert_eq!(lab.close().0, Some(130));
}

#[test]
fn names_that_other_sites_can_have_are_refused() {
    let lab = Lab::open(&["--port", "0"]);
    let status = |request: &[u8]| {
        let mut stream = TcpStream::connect(&lab.address).unwrap();
        stream.write_all(request).unwrap();
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer[..12]).into_owned()
    };
    for host in [
        "evil.example",
        "localhost:80@evil.example",
        "localh\u{f6}st",
        "localhost\r\nhost: evil.example",
    ] {
        let request = format!("GET /api HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
        let answer = status(request.as_bytes());
        assert!(answer.starts_with("HTTP/1.1 40"), "{host}: {answer}");
    }
    let absolute =
        b"GET http://evil.example/api HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    assert_eq!(status(absolute), "HTTP/1.1 403");
    lab.close();
}

/// Returns the memory that the server uses, in MiB.
#[cfg(target_os = "linux")]
fn memory(lab: &Lab) -> u64 {
    let status = format!("/proc/{}/status", lab.process.id());
    let status = std::fs::read_to_string(status).unwrap();
    let mut lines = status.lines();
    let line = lines.find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() >> 10
}

/// Every request has another board, and every one is refused.
#[test]
#[cfg(target_os = "linux")]
fn refused_boards_leave_nothing_behind() {
    const SIDE: usize = 145;
    let lab = Lab::open(&["--port", "0"]);
    let mut connection = BufReader::new(lab.send(""));
    let mut ask = |number: usize| {
        let row = "%23".repeat(SIDE);
        let free = format!(
            "{}.{}",
            "%23".repeat(number % SIDE),
            "%23".repeat(SIDE - 1 - number % SIDE)
        );
        let mut rows = vec![row.as_str(); SIDE];
        rows[number / SIDE] = &free;
        let board = rows.join("/");
        let request =
            format!("GET /api/queens/{SIDE}?board={board} HTTP/1.1\r\nhost: localhost\r\n\r\n");
        connection.get_mut().write_all(request.as_bytes()).unwrap();
        let (mut line, mut length) = (String::new(), 0);
        connection.read_line(&mut line).unwrap();
        assert!(line.starts_with("HTTP/1.1 400"), "{line}");
        while line != "\r\n" {
            line.clear();
            connection.read_line(&mut line).unwrap();
            if let Some(number) = line.strip_prefix("content-length: ") {
                length = number.trim().parse().unwrap();
            }
        }
        connection.read_exact(&mut vec![0; length]).unwrap();
    };
    (0..1_000).for_each(&mut ask);
    let before = memory(&lab);
    (1_000..4_000).for_each(ask);
    let more = memory(&lab).saturating_sub(before);
    assert!(more < 20, "{more} MiB more than {before}");
    lab.close();
}

#[test]
#[cfg(target_os = "linux")]
fn unread_answers_are_bounded_in_memory() {
    let lab = Lab::open(&["--port", "0"]);
    let large = "GET /api/queens/12/html?method=masks HTTP/1.1\r\nhost: localhost\r\n\r\n";
    let unread: Vec<TcpStream> = (0..1_024).map(|_| lab.send(large)).collect();
    let mut refused = 0;
    for stream in &unread {
        // The answer starts, unless the connection was closed in favour of others.
        let mut first = [0; 12];
        let read = stream.peek(&mut first).unwrap_or(0);
        refused += u32::from(&first[..read] == b"HTTP/1.1 503");
        // Without a bound they would take more than 2 GiB.
        assert!(memory(&lab) < 160, "{} MiB", memory(&lab));
    }
    assert!(refused > 0, "some are asked to come again");
    assert!(lab.get("/api/queens/8").starts_with("HTTP/1.1 200"));
    lab.close();
}

#[test]
fn it_closes_in_the_middle_of_everything() {
    let lab = Lab::open(&["--port", "0"]);
    // A count of an hour, an incomplete request, and a silent client.
    let count = "GET /api/count?n=18&engine=promising HTTP/1.1\r\nhost: localhost\r\n\r\n";
    let mut counting = lab.send(count);
    let mut first = [0; 15];
    counting.read_exact(&mut first).unwrap();
    assert_eq!(&first, b"HTTP/1.1 200 OK");
    let half = "POST /api/maze/race HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000\r\n\r\n{";
    let (_half, _silent) = (lab.send(half), lab.send(""));
    let (code, time) = lab.close();
    assert_eq!(code, Some(130));
    // The server must stop within one second; the other four seconds allow for slow machines.
    assert!(time < Duration::from_secs(5), "{time:?}");
}

#[test]
fn a_port_in_use_is_an_error() {
    let lab = Lab::open(&["--port", "0"]);
    let port = lab.address.rsplit(':').next().unwrap().to_owned();
    let second = Command::new(env!("CARGO_BIN_EXE_bezzel"))
        .args(["serve", "--port", &port])
        .output()
        .unwrap();
    assert_eq!(second.status.code(), Some(2));
    let said = String::from_utf8(second.stderr).unwrap();
    assert!(
        said.contains("cannot listen on 127.0.0.1") && said.contains("--port 0 picks"),
        "{said}"
    );
    assert_eq!(said.lines().count(), 1);
    lab.close();
}

#[test]
fn the_page_is_handed_to_the_desktop() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let (opener, opened) = (folder.path().join("xdg-open"), folder.path().join("opened"));
    // A named pipe: reading it waits until the browser command was started.
    let made = Command::new("mkfifo").arg(&opened).status().unwrap();
    assert!(made.success());
    let script = format!("#!/bin/sh\necho \"$1\" > '{}'\n", opened.display());
    std::fs::write(&opener, script).unwrap();
    std::fs::set_permissions(&opener, PermissionsExt::from_mode(0o755)).unwrap();
    let path = std::env::var("PATH").unwrap();
    let path = format!("{}:{path}", folder.path().display());
    let lab = Lab::open_with(&["--port", "0", "--open"], &path);
    let address = std::fs::read_to_string(&opened).unwrap();
    assert_eq!(address, format!("http://{}/\n", lab.address));
    lab.close();
}
