//! Tests of `bezzel devices`, with and without usable engines.

use std::process::{Command, Output};

use serde_json::Value;

fn bezzel(line: &str) -> Output {
    let mut bezzel = Command::new(env!("CARGO_BIN_EXE_bezzel"));
    bezzel.args(line.split(' ')).output().unwrap()
}

fn devices() -> Value {
    serde_json::from_slice(&bezzel("devices --json").stdout).unwrap()
}

#[test]
fn every_engine_says_whether_it_can_start() {
    let report = devices();
    let engines = report["engines"].as_array().unwrap();
    let names: Vec<&str> = engines
        .iter()
        .map(|engine| engine["engine"].as_str().unwrap())
        .collect();
    assert_eq!(
        names,
        [
            "promising",
            "arrays",
            "masks",
            "border",
            "lanes",
            "halves",
            "gpu"
        ]
    );
    assert!(report["processor"]["threads"].as_u64().unwrap() > 0);
    let sets = &report["processor"]["instructionSets"];
    assert_eq!(sets[0], "portable");
    for engine in engines {
        let name = engine["engine"].as_str().unwrap();
        assert_eq!(
            engine["ready"] == true,
            engine["refusal"].is_null(),
            "{name}"
        );
        // An engine is listed as ready if and only if it can count; the reason given is the same.
        let counted = bezzel(&format!("queens count 12 --method {name}"));
        match engine["refusal"].as_str() {
            None => assert_eq!(counted.stdout, b"14200\n", "{name}"),
            Some(refusal) => {
                assert_eq!(counted.status.code(), Some(2), "{name}");
                let sentence = String::from_utf8(counted.stderr).unwrap();
                assert_eq!(sentence, format!("bezzel: {refusal}\n"));
                assert!(counted.stdout.is_empty());
            }
        }
    }
    let text = String::from_utf8(bezzel("devices").stdout).unwrap();
    assert!(text.starts_with("processor  "));
    let printed = names
        .iter()
        .all(|name| text.contains(&format!("\n{name} ")));
    assert!(printed, "{text}");
}

/// The report lists the cards, or the reason why there are none; then no engine tries to use one.
#[test]
fn no_card_is_no_riddle() {
    let report = devices();
    let cards = report["cards"].as_array().unwrap();
    assert_eq!(cards.is_empty(), report["noCards"].is_string());
    if !cards.is_empty() {
        return;
    }
    let missing = report["noCards"].as_str().unwrap();
    let sentence = format!("bezzel: `gpu` cannot start: {missing}\n");
    let folder = tempfile::tempdir().unwrap();
    let ledger = folder.path().join("runs.db");
    for line in [
        "queens count 22 --method gpu".to_owned(),
        "bench --method gpu --min 16 --max 16".to_owned(),
        format!(
            "run start 20 --name q20 --method gpu --ledger {}",
            ledger.display()
        ),
    ] {
        let output = bezzel(&line);
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert_eq!(
            String::from_utf8(output.stderr).unwrap(),
            sentence,
            "{line}"
        );
    }
    assert!(!ledger.exists());
}
