//! The pictures in the README are those the program draws.

use std::path::Path;
use std::process::Command;

#[test]
fn every_picture_is_drawn_by_the_program() {
    // As it was built with this test: `cargo test` builds every example.
    let test = std::env::current_exe().unwrap();
    let folder = test.parent().and_then(Path::parent).unwrap();
    let drawings = folder.join("examples").join("drawings");
    assert!(
        drawings.exists(),
        "cargo build --examples makes {drawings:?}"
    );
    for name in ["constellation", "lanes", "halves"] {
        let output = Command::new(&drawings).arg(name).output().unwrap();
        assert!(output.status.success());
        let kept = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/");
        let kept = std::fs::read(format!("{kept}{name}.svg")).unwrap();
        assert!(kept == output.stdout, "draw docs/{name}.svg again");
    }
}
