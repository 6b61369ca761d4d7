//! Runs in ledgers under failure: killed processes, full disks, unreachable stores.

#[allow(dead_code)]
#[path = "../../bezzel-ledger/tests/support/cluster.rs"]
mod cluster;
mod interrupt;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use bezzel_ledger::{Postgres, Sqlite, Status, Store};
use bezzel_queens::Engine;
use cluster::Cluster;
use tempfile::TempDir;

/// A ledger, and the state folder of its user.
struct Kept {
    home: TempDir,
    server: Option<Cluster>,
}

impl Kept {
    fn file() -> Self {
        Self {
            home: tempfile::tempdir().unwrap(),
            server: None,
        }
    }

    fn database() -> Option<Self> {
        let server = Cluster::start()?;
        let home = tempfile::tempdir().unwrap();
        fs::write(home.path().join("db.url"), server.url("owner") + "\n").unwrap();
        Some(Self {
            home,
            server: Some(server),
        })
    }

    /// Returns the command `bezzel run …` for this ledger.
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = interrupt::bezzel();
        command
            .arg("run")
            .args(arguments)
            .env("XDG_STATE_HOME", self.home.path())
            .env_remove("BEZZEL_LEDGER");
        if self.server.is_some() {
            command
                .arg("--ledger-file")
                .arg(self.home.path().join("db.url"));
        }
        command.current_dir(self.home.path());
        command
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// Runs a command that must succeed. Returns its standard output.
    fn answer(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {said}");
        String::from_utf8(output.stdout).unwrap()
    }

    fn store(&self) -> Box<dyn Store> {
        match &self.server {
            Some(server) => Box::new(Postgres::new(&server.url("owner")).unwrap()),
            None => Box::new(Sqlite::existing(&self.path()).unwrap()),
        }
    }

    fn path(&self) -> PathBuf {
        self.home.path().join("bezzel/runs.db")
    }

    fn worker(&self, name: &str) -> Child {
        let mut command = self.command(&["work", name, "--threads", "1"]);
        command
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }
}

fn status(store: &dyn Store, name: &str) -> Status {
    loop {
        match store.status(name) {
            Ok(status) => return status,
            Err(error) => assert!(error.passes(), "{error}"),
        }
    }
}

/// Waits until this many units are done.
fn wait_for(store: &dyn Store, name: &str, units: u64) {
    while status(store, name).done < units {
        thread::sleep(Duration::from_millis(2));
    }
}

fn ended(worker: Child) {
    let output = worker.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{said}");
}

fn kill(mut worker: Child) {
    worker.kill().unwrap();
    worker.wait().unwrap();
}

/// Runs four workers; one is killed 25 times, and the server, if there is one, three times.
fn count_with_kills(kept: &mut Kept, n: &str, total: &str) {
    const KILLS: u64 = 25;
    let name = format!("q{n}");
    kept.answer(&[
        "start",
        n,
        "--name",
        &name,
        "--patience",
        "2s",
        "--tasks",
        "600",
    ]);
    let store = kept.store();
    let mut workers: Vec<Child> = (0..4).map(|_| kept.worker(&name)).collect();
    let units = status(&*store, &name).units;
    for number in 1..=KILLS {
        wait_for(&*store, &name, number * units / (KILLS + 3));
        if number % 8 == 0
            && let Some(server) = &mut kept.server
        {
            server.kill();
            server.up();
        }
        kill(workers.remove(0));
        workers.push(kept.worker(&name));
    }
    workers.into_iter().for_each(ended);
    assert_eq!(kept.answer(&["close", &name]).trim(), total);
    let status = status(&*store, &name);
    assert!(status.complete && status.taken == 0);
    assert_eq!(
        status
            .workers
            .iter()
            .map(|worker| worker.units)
            .sum::<u64>(),
        units
    );
}

#[test]
fn workers_are_killed_over_a_file() {
    count_with_kills(&mut Kept::file(), "16", "14772512");
    count_with_kills(&mut Kept::file(), "18", "666090624");
}

#[test]
fn workers_and_servers_are_killed_over_a_database() {
    let Some(mut kept) = Kept::database() else {
        return;
    };
    count_with_kills(&mut kept, "16", "14772512");
    count_with_kills(&mut kept, "18", "666090624");
}

#[test]
fn workers_are_started_while_the_database_is_away() {
    let Some(mut kept) = Kept::database() else {
        return;
    };
    kept.answer(&["start", "12", "--name", "q12"]);
    kept.server.as_mut().unwrap().kill();
    let mut worker = kept.worker("q12");
    let said = BufReader::new(worker.stderr.take().unwrap());
    let mut said = said.lines().map(Result::unwrap);
    assert!(said.any(|line| line.ends_with("; waiting for it")));
    kept.server.as_mut().unwrap().up();
    // Read standard error to its end.
    said.for_each(drop);
    assert!(worker.wait().unwrap().success());
    assert_eq!(kept.answer(&["close", "q12"]).trim(), "14200");
}

/// Everything is killed ten times during short units: the work lost is at most the last claim of
/// each killed worker.
fn everything_is_killed(kept: &mut Kept) {
    const KILLS: u64 = 10;
    kept.answer(&[
        "start",
        "16",
        "--name",
        "all",
        "--patience",
        "1s",
        "--tasks",
        "2000",
        "--share",
        "0",
    ]);
    let store = kept.store();
    let units = status(&*store, "all").units;
    assert!(units >= 2_000, "{units}");
    for number in 1..=KILLS {
        let workers: Vec<Child> = (0..4).map(|_| kept.worker("all")).collect();
        wait_for(&*store, "all", number * units / (KILLS + 1));
        workers.into_iter().for_each(kill);
        if let Some(server) = &mut kept.server {
            server.kill();
            server.up();
        }
    }
    ended(kept.worker("all"));
    assert_eq!(kept.answer(&["close", "all"]).trim(), "14772512");
    // No worker lost two claims.
    let lost = "SELECT count(*) FROM (SELECT worker FROM LEASE WHERE fate = 'expired' GROUP BY worker HAVING count(DISTINCT request) > 1)";
    let outcomes = "SELECT count(*) FROM OUTCOME";
    let (lost, outcomes) = match &kept.server {
        Some(server) => {
            let sql = |sql: &str| {
                server.sql(
                    &sql.replace("LEASE", "bezzel.lease")
                        .replace("OUTCOME", "bezzel.outcome"),
                )
            };
            (sql(&format!("{lost} x")), sql(outcomes))
        }
        None => {
            let file = rusqlite::Connection::open(kept.path()).unwrap();
            let sql = |sql: &str| {
                file.query_row(sql, [], |row| row.get::<_, i64>(0))
                    .unwrap()
                    .to_string()
            };
            (sql(lost), sql(outcomes))
        }
    };
    assert_eq!((lost.as_str(), outcomes.as_str()), ("0", "2000"));
}

#[test]
fn killed_workers_lose_nothing_in_a_file() {
    everything_is_killed(&mut Kept::file());
}

#[test]
fn killed_workers_lose_nothing_in_a_database() {
    if let Some(mut kept) = Kept::database() {
        everything_is_killed(&mut kept);
    }
}

/// Only one engine supports the units of halves: on one machine another variant of it recounts
/// them, as a party of its own.
#[test]
fn other_instructions_count_again() {
    let kept = Kept::file();
    kept.answer(&["start", "10", "--name", "q10", "--method", "halves"]);
    let variants = bezzel_count::Halves::FASTEST.variants();
    if variants.len() > 1 {
        kept.answer(&["audit", "q10", "--share", "1"]);
    }
    kept.answer(&["work", "q10"]);
    let status: serde_json::Value =
        serde_json::from_str(&kept.answer(&["status", "q10", "--json"])).unwrap();
    let workers = status["workers"].as_array().unwrap();
    let mut parties: Vec<_> = workers.iter().map(|worker| &worker["party"]).collect();
    parties.dedup();
    assert_eq!(parties.len() > 1, variants.len() > 1, "{status}");
    assert_eq!(kept.run(&["close", "q10"]).stdout, b"724\n");
}

#[test]
fn the_commands_answer() {
    let kept = Kept::file();
    let code = |arguments: &[&str]| {
        let output = kept.run(arguments);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code().unwrap(), said)
    };
    assert_eq!(code(&["list"]).0, 1, "there is no ledger yet");
    kept.answer(&["start", "10", "--name", "q10"]);
    assert_eq!(code(&["start", "10", "--name", "q10"]).0, 2);
    assert_eq!(code(&["work", "q11"]).0, 2);
    assert_eq!(code(&["start", "10", "--name", "no name"]).0, 2);
    assert_eq!(code(&["start", "10", "--name", "x", "--share", "2"]).0, 2);
    assert_eq!(code(&["audit", "q10"]).0, 2);
    let (open, said) = code(&["close", "q10"]);
    assert_eq!(open, 1);
    assert!(said.contains("units are not counted"), "{said}");
    kept.answer(&["pause", "q10"]);
    assert!(kept.answer(&["status", "q10"]).contains("paused"));
    kept.answer(&["resume", "q10"]);
    let (method, said) = code(&["work", "q10", "--method", "masks"]);
    assert_eq!(method, 2, "{said}");
    kept.answer(&["audit", "q10", "--share", "1"]);
    kept.answer(&["work", "q10"]);
    let status: serde_json::Value =
        serde_json::from_str(&kept.answer(&["status", "q10", "--json"])).unwrap();
    assert_eq!(
        (
            status["done"].clone(),
            status["share"].as_f64(),
            status["complete"].as_bool()
        ),
        (status["units"].clone(), Some(1.0), Some(true))
    );
    let party = status["workers"][0]["party"].as_str().unwrap();
    kept.answer(&["audit", "q10", "--party", party]);
    kept.answer(&["export", "q10", "--out", "files"]);
    let closed = kept.run(&["close", "q10"]);
    assert_eq!(closed.stdout, b"724\n");
    let said = String::from_utf8_lossy(&closed.stderr);
    assert!(
        said.contains("every unit counted twice by different engines; everyone who can write"),
        "{said}"
    );
    assert!(kept.answer(&["list"]).contains("724"));
    assert_eq!(code(&["work", "q10"]).0, 0);
    assert_eq!(code(&["pause", "q10"]).0, 2);
    // An exported file is a shard, and can be merged into another run.
    assert_eq!(kept.answer(&["merge", "files"]), "724\n");
    kept.answer(&["start", "10", "--name", "again"]);
    kept.answer(&["merge", "files", "--into", "again"]);
    kept.answer(&["work", "again"]);
    assert_eq!(kept.answer(&["close", "again"]), "724\n");
    // A board with a queen placed.
    fs::write(
        kept.home.path().join("board"),
        "Q.....\n......\n......\n......\n..#...\n......\n......\n",
    )
    .unwrap();
    assert_eq!(
        code(&["start", "--board", "board", "--name", "b"]).0,
        2,
        "six by seven"
    );
    fs::write(
        kept.home.path().join("board"),
        ".Q....\n......\n......\n..#...\n......\n......\n",
    )
    .unwrap();
    kept.answer(&["start", "--board", "board", "--name", "b"]);
    kept.answer(&["work", "b"]);
    let by_run = kept.answer(&["close", "b"]);
    let counted = Command::new(env!("CARGO_BIN_EXE_bezzel"))
        .args(["queens", "count", "--board", "board"])
        .current_dir(kept.home.path())
        .output()
        .unwrap();
    assert_eq!(by_run.as_bytes(), counted.stdout);
}

#[test]
fn a_worker_that_leaves_releases_its_lease_at_once() {
    let kept = Kept::file();
    kept.answer(&[
        "start",
        "20",
        "--name",
        "q20",
        "--patience",
        "1h",
        "--tasks",
        "100",
    ]);
    let store = kept.store();
    let held = || status(&*store, "q20").taken;
    for (signal, code) in [("TERM", 143), ("INT", 130)] {
        let worker = kept.worker("q20");
        while held() == 0 {
            thread::sleep(Duration::from_millis(5));
        }
        interrupt::send(signal, &worker);
        assert_eq!(worker.wait_with_output().unwrap().status.code(), Some(code));
        assert_eq!(held(), 0, "{signal}");
    }
    let stopped = kept.run(&["work", "q20", "--for", "1", "--threads", "1"]);
    assert_eq!(
        stopped.status.code(),
        Some(3),
        "{}",
        String::from_utf8_lossy(&stopped.stderr)
    );
    assert_eq!(held(), 0);
}

#[test]
fn a_damaged_run_prints_no_total_and_is_repaired() {
    let kept = Kept::file();
    let code = |arguments: &[&str]| {
        let output = kept.run(arguments);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code().unwrap(), output.stdout, said)
    };
    kept.answer(&[
        "start", "12", "--name", "q12", "--tasks", "300", "--share", "0",
    ]);
    kept.answer(&["work", "q12"]);
    let sql = |statement: &str| {
        let file = rusqlite::Connection::open(kept.path()).unwrap();
        file.execute_batch("PRAGMA foreign_keys = OFF").unwrap();
        assert_eq!(file.execute(statement, []).unwrap(), 1, "{statement}");
    };
    for statement in [
        "UPDATE task SET lease = (SELECT lease FROM task WHERE id = 11) WHERE id = 3",
        // The count contradicts its residues.
        "UPDATE outcome SET counts = (SELECT o.counts FROM outcome o WHERE o.counts <> outcome.counts LIMIT 1) WHERE lease = 7",
        // The lease is missing.
        "DELETE FROM lease WHERE id = 9",
    ] {
        sql(statement);
        for command in [&["close", "q12"][..], &["export", "q12", "--out", "files"]] {
            let (status, out, said) = code(command);
            assert_eq!(
                (status, out.as_slice()),
                (4, &b""[..]),
                "{statement}: {said}"
            );
            assert!(
                said.contains("damaged") && said.contains("bezzel run repair"),
                "{said}"
            );
        }
        fs::remove_dir_all(kept.home.path().join("files")).unwrap();
        let (status, _, said) = code(&["repair", "q12"]);
        assert_eq!(status, 0, "{said}");
        assert!(said.contains("to be counted again"), "{said}");
        kept.answer(&["work", "q12"]);
    }
    assert_eq!(kept.answer(&["close", "q12"]), "14200\n");
    // The total has a checksum, too.
    sql("UPDATE run SET total = '14230'");
    for command in [&["close", "q12"][..], &["status", "q12"], &["list"]] {
        let (status, out, said) = code(command);
        assert_eq!(
            (status, out.as_slice()),
            (4, &b""[..]),
            "{command:?}: {said}"
        );
    }
}

/// Trust applies to databases only; a login that is not trusted cannot settle a dispute.
#[test]
fn a_run_says_whom_it_waits_for() {
    let kept = Kept::file();
    let refused = kept.run(&["start", "8", "--name", "q8", "--trust", "ann"]);
    assert_eq!(refused.status.code(), Some(2));
    let Some(kept) = Kept::database() else { return };
    kept.answer(&["start", "10", "--name", "q10", "--share", "1"]);
    let server = kept.server.as_ref().unwrap();
    server.sql(
        "CREATE ROLE ann LOGIN IN ROLE bezzel_worker; CREATE ROLE bob LOGIN IN ROLE bezzel_worker",
    );
    for login in ["ann", "bob"] {
        let url = kept.home.path().join(login);
        fs::write(&url, server.url(login)).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_bezzel"));
        command
            .args(["run", "work", "q10", "--ledger-file"])
            .arg(&url);
        let worked = command.output().unwrap();
        let said = String::from_utf8_lossy(&worked.stderr);
        assert_eq!(worked.status.code(), Some(1), "{said}");
        assert!(
            login == "ann" || said.contains("a trusted login (owner)"),
            "{said}"
        );
    }
    let said = kept.run(&["close", "q10"]);
    assert_eq!(said.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&said.stderr).contains("a trusted login (owner)"));
    assert!(
        kept.answer(&["status", "q10"])
            .contains("a trusted login (owner)")
    );
    kept.answer(&["work", "q10"]);
    let closed = kept.run(&["close", "q10"]);
    assert_eq!(closed.stdout, b"724\n");
    let said = String::from_utf8_lossy(&closed.stderr);
    assert!(
        said.contains("counted twice by different logins, at least one of them trusted"),
        "{said}"
    );
}

/// The ledger's folder is read-only. Since root can write to any folder, the test mounts a
/// read-only file system for root.
#[test]
fn a_run_on_a_read_only_disk_can_be_read() {
    let kept = Kept::file();
    kept.answer(&["start", "10", "--name", "q10"]);
    kept.answer(&["work", "q10"]);
    let folder = kept.home.path().join("bezzel");
    let bezzel = env!("CARGO_BIN_EXE_bezzel");
    let script = format!(
        "mount --bind '{0}' '{0}' && mount -o remount,bind,ro '{0}' || {{ echo unmountable; exit; }}
         ! touch '{0}/x' 2>/dev/null || exit 9
         '{bezzel}' run status q10 --ledger '{0}/runs.db' && '{bezzel}' run list --ledger '{0}/runs.db' || exit 8
         '{bezzel}' run pause q10 --ledger '{0}/runs.db'; test $? = 2",
        folder.display()
    );
    let output = Command::new("unshare")
        .args(["--mount", "--map-root-user", "sh", "-c", &script])
        .output()
        .unwrap();
    let out = String::from_utf8_lossy(&output.stdout);
    let said = String::from_utf8_lossy(&output.stderr);
    if out.starts_with("unmountable") || said.starts_with("unshare:") {
        println!("skipped (1 test): nothing can be mounted here");
        return;
    }
    assert!(output.status.success(), "{:?}: {out}{said}", output.status);
    assert!(
        out.contains("100 %") && said.contains("read-only"),
        "{out}{said}"
    );
}

#[test]
fn secrets_are_not_printed() {
    let kept = Kept::file();
    let url = "postgresql://me:sesame@127.0.0.1:1/runs";
    let printed = |command: &mut Command| {
        let output = command.output().unwrap();
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8_lossy(&said).into_owned();
        assert!(!said.contains("sesame"), "{said}");
        (output.status.code().unwrap(), said)
    };
    let (code, said) = printed(&mut kept.command(&["status", "x", "--ledger", url]));
    assert_eq!(code, 2);
    assert!(said.contains("--ledger-file"), "{said}");
    let file = kept.home.path().join("db.url");
    fs::write(&file, url).unwrap();
    let (code, said) = printed(kept.command(&["status", "x", "--ledger-file"]).arg(&file));
    assert_eq!(code, 2);
    assert!(
        said.contains("other users of this machine can read"),
        "{said}"
    );
    let (code, _) = printed(
        kept.command(&["start", "8", "--name", "x"])
            .env("BEZZEL_LEDGER", url),
    );
    assert_eq!(code, 2);
    fs::write(&file, "sesame").unwrap();
    assert_eq!(
        printed(kept.command(&["list", "--ledger-file"]).arg(&file)).0,
        2
    );
}

/// A full disk, simulated by a limit on the size of files, which the worker reaches and the test
/// raises.
#[test]
fn a_full_disk_is_waited_for() {
    let kept = Kept::file();
    kept.answer(&[
        "start", "15", "--name", "full", "--tasks", "1000", "--share", "0",
    ]);
    let size = fs::metadata(kept.path()).unwrap().len() / 1024 + 40;
    let script =
        format!("trap '' XFSZ; ulimit -S -f {size}; exec \"$0\" run work full --threads 1");
    let mut command = Command::new("bash");
    command
        .args(["-c", &script, env!("CARGO_BIN_EXE_bezzel")])
        .env("XDG_STATE_HOME", kept.home.path());
    let mut worker = command
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = String::new();
    let mut stderr = worker.stderr.take().unwrap();
    while !said.contains("waiting for it") {
        let mut bytes = [0; 256];
        let read = stderr.read(&mut bytes).unwrap();
        assert!(read > 0, "it ended: {said}");
        said += &String::from_utf8_lossy(&bytes[..read]);
    }
    let pid = worker.id().to_string();
    let lifted = Command::new("prlimit")
        .args(["--pid", &pid, "--fsize=unlimited"])
        .status()
        .unwrap();
    assert!(lifted.success());
    assert_eq!(worker.wait().unwrap().code(), Some(0), "{said}");
    assert_eq!(kept.answer(&["close", "full"]), "2279184\n");
}

#[test]
fn prometheus_is_answered() {
    let kept = Kept::file();
    kept.answer(&["start", "8", "--name", "q8"]);
    kept.answer(&["work", "q8"]);
    let mut serve = interrupt::bezzel();
    serve.args(["serve", "--port", "0", "--ledger"]);
    serve.arg(kept.path());
    let (server, host) = listening(&mut serve);
    let answer = get(&host, "/metrics");
    assert!(
        answer.contains("bezzel_run_share{run=\"q8\"} 1\n"),
        "{answer}"
    );
    closes(server);
}

#[test]
fn the_lab_shows_runs_of_a_database_and_closes() {
    let Some(kept) = Kept::database() else { return };
    kept.answer(&["start", "8", "--name", "q8"]);
    let mut serve = interrupt::bezzel();
    serve
        .args(["serve", "--port", "0", "--ledger-file"])
        .arg(kept.home.path().join("db.url"));
    let (server, host) = listening(&mut serve);
    assert!(get(&host, "/api/runs").contains("\"q8\""));
    closes(server);
}

/// Starts a server. Returns it and its address, which it has printed.
fn listening(command: &mut Command) -> (Child, String) {
    let mut server = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut address = String::new();
    let stdout = server.stdout.as_mut().unwrap();
    while !address.ends_with('\n') {
        let mut byte = [0];
        stdout.read_exact(&mut byte).unwrap();
        address.push(byte[0].into());
    }
    let host = address.trim().trim_start_matches("http://");
    let host = host.split('/').next().unwrap().to_owned();
    (server, host)
}

fn get(host: &str, path: &str) -> String {
    let mut peer = TcpStream::connect(host).unwrap();
    write!(
        peer,
        "GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    )
    .unwrap();
    let mut answer = String::new();
    peer.read_to_string(&mut answer).unwrap();
    answer
}

/// Stops a server by Ctrl-C; it must not print an error.
fn closes(server: Child) {
    interrupt::interrupt(&server);
    let output = server.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(!said.contains("panicked"), "{said}");
}

/// A file that is not a ledger is not changed.
#[test]
fn other_files_are_left_alone() {
    let kept = Kept::file();
    for (name, bytes) in [
        (
            "text",
            b"not a ledger, but long enough to be looked at by somebody".as_slice(),
        ),
        ("empty-folder", b""),
    ] {
        let path = kept.home.path().join(name);
        if bytes.is_empty() {
            fs::create_dir(&path).unwrap();
        } else {
            fs::write(&path, bytes).unwrap();
        }
        for command in [
            &["list"][..],
            &["start", "8", "--name", "q8"],
            &["work", "q8"],
        ] {
            let output = kept
                .command(command)
                .arg("--ledger")
                .arg(&path)
                .output()
                .unwrap();
            assert_eq!(output.status.code(), Some(2), "{command:?}");
        }
        if !bytes.is_empty() {
            assert_eq!(fs::read(&path).unwrap(), bytes);
        }
    }
    let other = kept.home.path().join("other.db");
    rusqlite::Connection::open(&other)
        .unwrap()
        .execute_batch("CREATE TABLE mine (x)")
        .unwrap();
    assert_eq!(answer_code(&kept, &other), Some(2));
}

fn answer_code(kept: &Kept, path: &Path) -> Option<i32> {
    kept.command(&["list", "--ledger"])
        .arg(path)
        .status()
        .unwrap()
        .code()
}
