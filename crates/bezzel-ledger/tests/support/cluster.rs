//! A PostgreSQL server in a temporary directory, on a Unix socket, as an unprivileged user; it
//! stops with the test.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;

pub struct Cluster {
    folder: TempDir,
    binaries: PathBuf,
    settings: Vec<String>,
    server: Option<Child>,
}

impl Cluster {
    /// Starts a server. Without PostgreSQL prints a note and returns `None`.
    pub fn start() -> Option<Self> {
        Self::with_settings(&[])
    }

    pub fn with_settings(settings: &[&str]) -> Option<Self> {
        Self::prepared(settings, |_| {})
    }

    /// Starts a server, after `prepare` has written files into its folder.
    pub fn prepared(settings: &[&str], prepare: impl FnOnce(&Path)) -> Option<Self> {
        let Some(binaries) = binaries() else {
            println!("skipped (1 test): there is no PostgreSQL here");
            return None;
        };
        let folder = tempfile::Builder::new()
            .prefix("bezzel-pg")
            .tempdir()
            .unwrap();
        own(folder.path());
        let mut cluster = Self {
            folder,
            binaries,
            settings: settings.iter().map(|&setting| setting.into()).collect(),
            server: None,
        };
        let mut initdb = cluster.command("initdb");
        initdb.args([
            "--username=owner",
            "--auth=trust",
            "--no-sync",
            "--locale=C",
            "--encoding=UTF8",
            "--pgdata",
        ]);
        let made = initdb
            .arg(cluster.data())
            .stdout(Stdio::null())
            .output()
            .unwrap();
        assert!(
            made.status.success(),
            "{}",
            String::from_utf8_lossy(&made.stderr)
        );
        prepare(cluster.folder());
        let key = cluster.data().join("server.key");
        if key.exists() {
            fs::set_permissions(&key, fs::Permissions::from_mode(0o600)).unwrap();
            own(&key);
        }
        cluster.up();
        Some(cluster)
    }

    pub fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn port(&self) -> &str {
        let port = self
            .settings
            .iter()
            .find_map(|setting| setting.strip_prefix("port="));
        port.unwrap_or("5432")
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Returns the URL of its database for a role.
    pub fn url(&self, role: &str) -> String {
        let folder = self.folder.path().to_str().unwrap().replace('/', "%2F");
        format!("postgresql://{role}@{folder}/postgres")
    }

    /// Starts the server, or restarts it after it was killed, and waits until it accepts
    /// connections.
    pub fn up(&mut self) {
        let socket = self.folder.path().to_str().unwrap().to_owned();
        let mut server = self.command("postgres");
        server.arg("-D").arg(self.data()).args([
            "-k",
            &socket,
            "-c",
            "shared_buffers=32MB",
            "-c",
            "max_connections=300",
        ]);
        if !self
            .settings
            .iter()
            .any(|setting| setting.starts_with("listen_addresses"))
        {
            server.args(["-c", "listen_addresses="]);
        }
        for setting in &self.settings {
            server.args(["-c", setting]);
        }
        let log = fs::File::options()
            .create(true)
            .append(true)
            .open(self.folder.path().join("log"))
            .unwrap();
        self.server = Some(server.stdout(Stdio::null()).stderr(log).spawn().unwrap());
        loop {
            let mut ready = self.command("pg_isready");
            ready.env("PGPORT", self.port());
            let ready = ready
                .env("PGPORT", self.port())
                .args(["-q", "-h", &socket])
                .status()
                .unwrap();
            if ready.success() {
                break;
            }
            let ended = self.server.as_mut().unwrap().try_wait().unwrap();
            assert_eq!(
                ended,
                None,
                "{}",
                fs::read_to_string(self.folder.path().join("log")).unwrap()
            );
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Kills the server process with SIGKILL, which ends its child processes.
    pub fn kill(&mut self) {
        if let Some(mut server) = self.server.take() {
            let _ = server.kill();
            let _ = server.wait();
            // A new server can start only after the child processes have ended.
            let _ = fs::remove_file(self.data().join("postmaster.pid"));
            self.wait_for_children();
        }
    }

    /// Child processes of a killed server end at their next poll; until then they keep the shared
    /// memory.
    fn wait_for_children(&self) {
        let data = self.data();
        let ours = |pid: &str| {
            fs::read_link(format!("/proc/{pid}/cwd")).is_ok_and(|folder| folder == data)
        };
        let any = || {
            let processes = fs::read_dir("/proc").unwrap().flatten();
            processes
                .into_iter()
                .any(|entry| ours(&entry.file_name().to_string_lossy()))
        };
        while any() {
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Runs statements as the owner.
    pub fn sql(&self, statements: &str) -> String {
        let (done, text) = self.sql_as("owner", statements);
        assert!(done, "{statements}: {text}");
        text
    }

    /// Runs statements as a role. Returns whether they succeeded, and the output.
    pub fn sql_as(&self, role: &str, statements: &str) -> (bool, String) {
        let socket = self.folder.path();
        let mut psql = self.command("psql");
        psql.env("PGPORT", self.port());
        psql.args([
            "-X",
            "-q",
            "-A",
            "-t",
            "-v",
            "ON_ERROR_STOP=1",
            "-U",
            role,
            "-d",
            "postgres",
            "-c",
            statements,
            "-h",
        ]);
        let said = psql.arg(socket).output().unwrap();
        let text = [said.stdout, said.stderr].concat();
        (
            said.status.success(),
            String::from_utf8_lossy(&text).trim().to_owned(),
        )
    }

    fn command(&self, name: &str) -> Command {
        let program = self.binaries.join(name);
        if !is_root() {
            return Command::new(program);
        }
        // PostgreSQL refuses to run as root.
        let mut command = Command::new("setpriv");
        command.args([
            "--reuid",
            NOBODY,
            "--regid",
            NOBODY,
            "--clear-groups",
            "--pdeathsig",
            "QUIT",
        ]);
        command.arg(program).current_dir(self.folder.path());
        command
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Gives a file to the user of the server.
fn own(path: &Path) {
    if is_root() {
        let owned = Command::new("chown")
            .arg(format!("{NOBODY}:{NOBODY}"))
            .arg(path)
            .status();
        assert!(owned.unwrap().success());
    }
}

/// The unprivileged user.
const NOBODY: &str = "65534";

fn is_root() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    status.lines().any(|line| line.starts_with("Uid:\t0"))
}

/// Returns the folder of the server's programs, which Debian does not put on the path.
fn binaries() -> Option<PathBuf> {
    let on_path = std::env::split_paths(&std::env::var_os("PATH")?).collect::<Vec<_>>();
    let debian = fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten();
    let mut debian: Vec<PathBuf> = debian.map(|version| version.path().join("bin")).collect();
    debian.sort();
    let whole =
        |folder: &PathBuf| folder.join("initdb").exists() && folder.join("postgres").exists();
    debian.into_iter().rev().chain(on_path).find(whole)
}
