//! Signals, from another process.

use std::process::{Child, Command};

/// Sends Ctrl-C to a program.
#[allow(dead_code)]
pub fn interrupt(child: &Child) {
    send("INT", child);
}

/// Sends a signal to a program.
pub fn send(signal: &str, child: &Child) {
    let (signal, id) = (format!("-{signal}"), child.id().to_string());
    let sent = Command::new("kill").args([signal, id]).status();
    assert!(sent.unwrap().success());
}
