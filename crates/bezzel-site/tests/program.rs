//! The program that `./site` calls.

use std::env;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use bezzel_site::library;

fn site(arguments: &[&Path]) -> Output {
    // Beside this test, which lies in a folder of its own.
    let test = env::current_exe().unwrap();
    let folder = test.ancestors().nth(2).unwrap().join("examples");
    let mut program = Command::new(
        folder
            .join("site")
            .with_extension(env::consts::EXE_EXTENSION),
    );
    program.args(arguments).output().unwrap()
}

#[test]
fn a_folder_and_a_file_are_written_whole_or_refused() {
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("site");
    let _ = fs::remove_dir_all(&place);
    let (folder, file) = (place.join("folder"), place.join("new/lab.html"));
    let written = library().is_some();
    let status = if written { Some(0) } else { Some(2) };
    assert_eq!(site(&[&folder]).status.code(), status);
    assert_eq!(
        site(&[Path::new("--one-file"), &file]).status.code(),
        status
    );
    assert_eq!(file.exists(), written);
    if written {
        let index = fs::read_to_string(folder.join("index.html")).unwrap();
        assert!(
            !index.contains("=\"/"),
            "nothing is asked of the root of the host"
        );
        let offline = fs::read_to_string(folder.join("offline.js")).unwrap();
        for name in ["index.html", "lab.js", "lessons/000.json", "bezzel.wasm"] {
            assert!(folder.join(name).is_file() && offline.contains(&format!("\"{name}\"")));
        }
        // Modules import each other from where they are.
        let module = fs::read_to_string(folder.join("queens/queens.js")).unwrap();
        assert!(module.contains("from \"../source.js\"") && !module.contains("from \"/"));
    }
    // Where a file cannot be there is a sentence, and nothing is left behind.
    let blocked = place.join("blocked");
    fs::create_dir_all(&place).unwrap();
    fs::write(&blocked, "").unwrap();
    for arguments in [
        &[blocked.as_path()][..],
        &[Path::new("--one-file"), &blocked.join("lab.html")],
        &[Path::new("--nothing")],
        &[],
    ] {
        let told = site(arguments);
        assert_eq!(told.status.code(), Some(2));
        assert_eq!(String::from_utf8_lossy(&told.stderr).lines().count(), 1);
    }
}
