//! Tests the example program that `./site` runs. These tests do not depend on the content of the
//! WebAssembly module.

use std::env;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn site(arguments: &[&Path]) -> Output {
    // Examples are built into a folder beside that of tests.
    let test = env::current_exe().unwrap();
    let folder = test.ancestors().nth(2).unwrap().join("examples");
    let program = folder
        .join("site")
        .with_extension(env::consts::EXE_EXTENSION);
    Command::new(program).args(arguments).output().unwrap()
}

#[test]
fn a_folder_and_a_file_are_written_whole_or_refused() {
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("site");
    let _ = fs::remove_dir_all(&place);
    fs::create_dir_all(&place).unwrap();
    let (folder, file) = (place.join("folder"), place.join("new/lab.html"));
    let module = place.join("module.wasm");
    fs::write(&module, b"\0asm").unwrap();
    let one_file = Path::new("--one-file");
    assert!(site(&[&module, &folder]).status.success());
    assert!(site(&[&module, one_file, &file]).status.success());
    assert!(file.is_file());
    let index = fs::read_to_string(folder.join("index.html")).unwrap();
    assert!(
        !index.contains("=\"/"),
        "nothing is asked of the root of the host"
    );
    let offline = fs::read_to_string(folder.join("offline.js")).unwrap();
    for name in ["index.html", "lab.js", "lessons/000.json", "bezzel.wasm"] {
        assert!(folder.join(name).is_file() && offline.contains(&format!("\"{name}\"")));
    }
    // Modules import each other by relative paths.
    let module_text = fs::read_to_string(folder.join("queens/queens.js")).unwrap();
    assert!(module_text.contains("from \"../source.js\"") && !module_text.contains("from \"/"));
    // If a file cannot be written the program fails with a sentence, and leaves no partial file.
    let blocked = place.join("blocked");
    fs::write(&blocked, "").unwrap();
    for arguments in [
        &[module.as_path(), &blocked][..],
        &[&module, one_file, &blocked.join("lab.html")],
        &[&place.join("missing"), &folder],
        &[&module, Path::new("--nothing")],
        &[],
    ] {
        let refused = site(arguments);
        assert_eq!(refused.status.code(), Some(2));
        assert_eq!(String::from_utf8_lossy(&refused.stderr).lines().count(), 1);
    }
}
