//! Ctrl-C, from another process.

use std::process::{Child, Command};

/// Sends Ctrl-C to a program.
pub fn interrupt(child: &Child) {
    let id = child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status();
    assert!(sent.unwrap().success());
}
