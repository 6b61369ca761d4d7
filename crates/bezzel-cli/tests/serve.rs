//! `bezzel serve`: it opens, answers, and closes when it is told to.
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
        let mut process = Command::new(env!("CARGO_BIN_EXE_bezzel"))
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

    /// Sends Ctrl-C. The exit status and the time it took.
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
    // What is no request is refused, and hurts nobody.
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
fn it_closes_in_the_middle_of_everything() {
    let lab = Lab::open(&["--port", "0"]);
    // A count that would take an hour, a request that never ends, a client that says nothing.
    let count = "GET /api/count?n=18&engine=promising HTTP/1.1\r\nhost: localhost\r\n\r\n";
    let mut counting = lab.send(count);
    let mut first = [0; 15];
    counting.read_exact(&mut first).unwrap();
    assert_eq!(&first, b"HTTP/1.1 200 OK");
    let half = "POST /api/maze/race HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000\r\n\r\n{";
    let (_half, _silent) = (lab.send(half), lab.send(""));
    let (code, time) = lab.close();
    assert_eq!(code, Some(130));
    // The second that is promised, and a margin for busy machines.
    assert!(time < Duration::from_secs(5), "{time:?}");
}

#[test]
fn a_port_that_is_taken_is_refused() {
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
    // A pipe with a name: reading it waits until something was opened.
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
