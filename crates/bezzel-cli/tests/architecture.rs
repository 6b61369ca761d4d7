//! Checks that ARCHITECTURE.md shows the crates of the workspace; `UPDATE=1` rewrites the graph.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// Returns each crate's description and the crates of the workspace that it uses.
fn crates(root: &Path) -> BTreeMap<String, (String, BTreeSet<String>)> {
    let cargo = std::env::var_os("CARGO").unwrap_or("cargo".into());
    let output = Command::new(cargo)
        .args([
            "metadata",
            "--no-deps",
            "--offline",
            "--format-version",
            "1",
        ])
        .current_dir(root)
        .output()
        .unwrap();
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let names: BTreeSet<String> = packages.iter().map(|one| text(&one["name"])).collect();
    let entry = |package: &Value| {
        let used = package["dependencies"].as_array().unwrap().iter();
        let used = used
            .filter(|one| one["kind"].is_null() && names.contains(one["name"].as_str().unwrap()));
        let used = used.map(|one| text(&one["name"])).collect();
        (
            text(&package["name"]),
            (text(&package["description"]), used),
        )
    };
    packages.iter().map(entry).collect()
}

/// Returns a table of crates, and their graph without the edges that follow from others.
fn drawn(crates: &BTreeMap<String, (String, BTreeSet<String>)>) -> String {
    fn reaches(
        crates: &BTreeMap<String, (String, BTreeSet<String>)>,
        from: &str,
        to: &str,
    ) -> bool {
        crates[from]
            .1
            .iter()
            .any(|next| next == to || reaches(crates, next, to))
    }
    let mut text = String::from("\n| crate | contents |\n|---|---|\n");
    for (name, (about, _)) in crates {
        text += &format!("| [`{name}`](crates/{name}) | {about} |\n");
    }
    text += "\n```mermaid\ngraph TD\n";
    for (name, (_, used)) in crates {
        for one in used {
            let follows = used
                .iter()
                .any(|other| other != one && reaches(crates, other, one));
            if !follows {
                text += &format!("  {name} --> {one}\n");
            }
        }
    }
    text += "```\n";
    text
}

#[test]
fn the_crates_are_drawn() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let file = root.join("ARCHITECTURE.md");
    let page = fs::read_to_string(&file).unwrap();
    let start = page.find("<!-- crates").unwrap();
    let start = start + page[start..].find('\n').unwrap() + 1;
    let end = page.find("<!-- end -->").unwrap();
    let drawn = drawn(&crates(&root));
    if std::env::var_os("UPDATE").is_some() {
        let page = format!("{}{drawn}{}", &page[..start], &page[end..]);
        fs::write(&file, page).unwrap();
        return;
    }
    assert_eq!(
        &page[start..end],
        drawn,
        "UPDATE=1 cargo test --test architecture writes it"
    );
}
