//! The pictures in the README are those the program draws.

use std::process::Command;

#[test]
fn every_picture_is_drawn_by_the_program() {
    for name in ["constellation", "lanes"] {
        let mut command = Command::new(env!("CARGO"));
        command.args(["run", "--quiet", "--example", "drawings"]);
        if !cfg!(debug_assertions) {
            command.arg("--release");
        }
        // From the root, so that what the workspace has built is used.
        command.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
        let output = command.args(["--", name]).output().unwrap();
        assert!(output.status.success());
        let kept = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/");
        let kept = std::fs::read(format!("{kept}{name}.svg")).unwrap();
        assert!(kept == output.stdout, "draw docs/{name}.svg again");
    }
}
