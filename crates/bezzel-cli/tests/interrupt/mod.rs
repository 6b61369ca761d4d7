//! Signals, sent from another process.

use std::process::{Child, Command};

/// Sends Ctrl-C to a program.
#[allow(dead_code)]
pub fn interrupt(child: &Child) {
    send("INT", child);
}

/// Sends a signal to a program.
pub fn send(signal: &str, child: &Child) {
    let sent = Command::new("kill")
        .args(["-s", signal, &child.id().to_string()])
        .status();
    assert!(sent.unwrap().success());
}

/// Returns the program under test with the default disposition of SIGINT. Shells start background
/// jobs, and thus these tests, with SIGINT ignored, and child processes inherit that.
#[allow(dead_code)]
pub fn bezzel() -> Command {
    let program = env!("CARGO_BIN_EXE_bezzel");
    if cfg!(target_os = "linux") {
        let mut command = Command::new("env");
        command.args(["--default-signal=INT", program]);
        return command;
    }
    Command::new(program)
}
