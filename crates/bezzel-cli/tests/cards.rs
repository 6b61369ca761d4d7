//! Counting on cards through the command line, on machines without a card: CUDA's driver and
//! compiler are fakes (`bezzel-gpu/tests/model/driver.cpp`), everything else is real.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use serde_json::Value;
use tempfile::TempDir;

/// Returns the folder with the fake driver, which contains a fake compiler too.
fn fake_driver() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fake-driver");
        std::fs::create_dir_all(&folder).unwrap();
        let model = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bezzel-gpu/tests/model");
        let driver = folder.join("libcuda.so");
        let status = Command::new("c++")
            .arg(format!("@{}", model.join("options").display()))
            .arg("-o")
            .arg(&driver)
            .arg(model.join("driver.cpp"))
            .status();
        let status = status.expect("there is a compiler for C++ (`./test` installs it)");
        assert!(status.success());
        std::fs::copy(&driver, folder.join("libnvrtc.so")).unwrap();
        folder
    })
}

/// A machine with cards, and its cache folder.
struct Machine {
    home: TempDir,
    libraries: PathBuf,
    variables: Vec<(&'static str, &'static str)>,
}

impl Machine {
    /// Returns a machine with cards of these compute capabilities.
    fn with(cards: &'static str) -> Self {
        Self {
            home: tempfile::tempdir().unwrap(),
            libraries: fake_driver().to_owned(),
            variables: vec![("CARDS", cards)],
        }
    }

    fn and(mut self, name: &'static str, value: &'static str) -> Self {
        self.variables.push((name, value));
        self
    }

    fn bezzel(&self, line: &str) -> Output {
        Command::new(env!("CARGO_BIN_EXE_bezzel"))
            .args(line.split(' '))
            .current_dir(self.home.path())
            .env("LD_LIBRARY_PATH", &self.libraries)
            .env("XDG_CACHE_HOME", self.home.path())
            .envs(self.variables.iter().copied())
            .output()
            .unwrap()
    }

    /// Runs a command. Returns its standard output and standard error.
    fn answer(&self, line: &str) -> (String, String) {
        let Output {
            status,
            stdout,
            stderr,
        } = self.bezzel(line);
        let [stdout, stderr] = [stdout, stderr].map(|text| String::from_utf8(text).unwrap());
        assert!(status.success(), "{line}: {stderr}");
        (stdout, stderr)
    }

    fn report(&self, line: &str) -> Value {
        serde_json::from_str(&self.answer(line).0).unwrap()
    }

    /// Runs a command that must be refused. Returns its error.
    fn refusal(&self, line: &str) -> String {
        let Output {
            status,
            stdout,
            stderr,
        } = self.bezzel(line);
        assert_eq!((status.code(), stdout.len()), (Some(2), 0), "{line}");
        String::from_utf8(stderr).unwrap()
    }
}

/// Other processes use the same card: there is less memory than it reported.
#[test]
fn memory_is_shared() {
    let machine = Machine::with("9.0").and("MEMORY", "32768");
    let machine = machine.and("TAKEN", "16384");
    let (count, said) = machine.answer("queens count 12 --method gpu");
    assert_eq!((&*count, &*said), ("14200\n", ""));
}

#[test]
fn cards_are_devices() {
    let machine = Machine::with("9.0,8.6");
    let report = machine.report("devices --json");
    let cards = report["cards"].as_array().unwrap();
    assert_eq!((cards.len(), &report["noCards"]), (2, &Value::Null));
    assert_eq!(cards[1]["number"], 1);
    assert_eq!(
        (&cards[0]["computeCapability"], &cards[0]["cuda"]),
        (&"9.0".into(), &"13.0".into())
    );
    assert_eq!(cards[0]["memory"], 1 << 30);
    let gpu = report["engines"].as_array().unwrap().last().unwrap();
    assert_eq!(
        (&gpu["engine"], &gpu["ready"]),
        (&"gpu".into(), &true.into())
    );
    let (text, _) = machine.answer("devices");
    let line = "\ncard 1     Fake Card, 1 GiB, compute capability 8.6, 2 multiprocessors, driver for CUDA 13.0\n";
    assert!(text.contains(line), "{text}");
}

#[test]
fn cards_count() {
    for (cards, n, count) in [
        ("9.0", 10, "724"),
        ("9.0,9.0", 11, "2680"),
        ("9.0", 12, "14200"),
        ("7.5", 13, "73712"),
    ] {
        let machine = Machine::with(cards);
        let report = machine.report(&format!("queens count {n} --method gpu --json"));
        assert_eq!(
            (&report["method"], &report["count"]),
            (&"gpu".into(), &count.into())
        );
        let remarks = &report["remarks"];
        let seconds = remarks["kernelSeconds"].as_f64().unwrap();
        assert!(seconds > 0.0 && remarks["longestKernelSeconds"].as_f64().unwrap() <= seconds);
        for incident in ["split", "recounted", "contradicted"] {
            assert_eq!(remarks[incident], 0.0, "{incident}");
        }
    }
}

/// The oldest supported driver: newer functions must not be called.
#[test]
fn an_old_driver_will_do() {
    let machine = Machine::with("7.0")
        .and("DRIVER", "11040")
        .and("NVRTC", "11.2");
    assert_eq!(
        machine.answer("queens count 10 --method gpu"),
        ("724\n".into(), String::new())
    );
}

#[test]
fn kernels_are_compiled_once() {
    let machine = Machine::with("9.0");
    machine.answer("queens count 10 --method gpu");
    let kept = || -> Vec<PathBuf> {
        let files = std::fs::read_dir(machine.home.path().join("bezzel")).unwrap();
        files.map(|file| file.unwrap().path()).collect()
    };
    let [file] = &kept()[..] else {
        panic!("{:?}", kept())
    };
    assert!(
        file.file_name()
            .unwrap()
            .to_str()
            .unwrap()
            .starts_with("kernels-9.0-")
    );
    // With cached kernels a machine needs no compiler, but a damaged cache is not used.
    let without = Machine {
        libraries: fake_driver().join("driver-alone"),
        ..machine
    };
    std::fs::create_dir_all(&without.libraries).unwrap();
    std::fs::copy(
        fake_driver().join("libcuda.so"),
        without.libraries.join("libcuda.so"),
    )
    .unwrap();
    assert_eq!(without.answer("queens count 10 --method gpu").0, "724\n");
    let whole = std::fs::read(file).unwrap();
    std::fs::write(file, &whole[..whole.len() - 3]).unwrap();
    let refused = without.bezzel("queens count 10 --method gpu");
    let with = Machine {
        libraries: fake_driver().to_owned(),
        ..without
    };
    let sentence = String::from_utf8(refused.stderr).unwrap();
    // The count may also succeed, since the machine that runs the tests may have a real NVRTC.
    assert!(
        refused.status.success()
            || sentence.contains("there is no NVRTC on this machine (no libnvrtc.so)"),
        "{sentence}"
    );
    std::fs::write(file, "").unwrap();
    assert_eq!(with.answer("queens count 10 --method gpu").0, "724\n");
}

#[test]
fn what_is_missing_is_named() {
    let cases = [
        (
            Machine::with(""),
            "the CUDA driver finds no card: no CUDA-capable device is detected",
        ),
        (
            Machine::with("9.0").and("DRIVER", "11030"),
            "the CUDA driver supports only CUDA 11.3; install a driver for CUDA 11.4 or newer",
        ),
        (
            Machine::with("6.1"),
            "Fake Card has compute capability 6.1; at least 7.0 is needed",
        ),
        (
            Machine::with("9.0").and("MEMORY", "20"),
            "Fake Card has 0 MiB of free memory; 12 queens need 1",
        ),
    ];
    for (machine, missing) in cases {
        let sentence = format!("bezzel: `gpu` cannot start: {missing}\n");
        assert_eq!(machine.refusal("queens count 12 --method gpu"), sentence);
        assert!(machine.answer("devices").0.contains("\ngpu "));
    }
    let cases = [
        (
            Machine::with("9.0").and("NVRTC", "10.2"),
            "NVRTC has version 10.2 only; at least 11.2 is needed",
        ),
        (
            Machine::with("7.0"),
            "NVRTC cannot compile the kernels for sm_70: it knows no card older than 7.5; an older NVRTC does",
        ),
        (
            Machine::with("9.0")
                .and("CODE", "none")
                .and("DRIVER", "12040"),
            "the driver of Fake Card, for CUDA 12.4, cannot load what NVRTC 13.0 compiles (device kernel image is \
             invalid): an NVRTC as old as the driver, or a newer driver, is needed",
        ),
    ];
    for (machine, missing) in cases {
        let sentence = format!("bezzel: `gpu` cannot start: {missing}\n");
        assert_eq!(machine.refusal("queens count 12 --method gpu"), sentence);
    }
    // A card that is too old does not prevent using another.
    let machine = Machine::with("6.1,7.5");
    assert_eq!(machine.answer("queens count 10 --method gpu").0, "724\n");
}

/// A card that fails or cannot start is replaced by another worker; nothing is counted twice or
/// lost.
#[test]
fn others_go_on_without_a_card() {
    let lost = "bezzel: Fake Card is lost: uncorrectable ECC error encountered";
    let both = Machine::with("9.0,9.0").and("LOST", "2");
    let (count, said) = both.answer("queens count 12 --method gpu");
    assert_eq!(
        (&*count, said),
        ("14200\n", format!("{lost}; other workers continue\n"))
    );
    let alone = Machine::with("9.0").and("LOST", "2");
    assert_eq!(
        alone.refusal("queens count 12 --method gpu"),
        format!("{lost}\n")
    );
    let sentence = "bezzel: `gpu` cannot start: Fake Card has 0 MiB of free memory; 12 queens need 1; other workers continue\n";
    // If a card has no free memory, another one is used.
    let other = Machine::with("9.0,9.0").and("MEMORY", "20,1048576");
    let (count, said) = other.answer("queens count 12 --method gpu");
    assert_eq!((&*count, &*said), ("14200\n", sentence));
    let (forecast, _) = other.answer("queens count 12 --method gpu --forecast --seconds 1");
    assert!(forecast.contains(" on 2 cards\n"), "{forecast}");
}

/// By default large boards are counted on the graphics card; an unusable card is reported.
#[test]
fn the_default_method_knows_cards() {
    // A card can be lost only after it was initialised.
    let machine = Machine::with("9.0").and("LOST", "0");
    let lost = "bezzel: Fake Card is lost: uncorrectable ECC error encountered\n";
    assert_eq!(machine.refusal("queens count 20"), lost);
    let stopped = |machine: &Machine| {
        let output = machine.bezzel("queens count 20 --seconds 1 --json");
        assert_eq!(output.status.code(), Some(3));
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(report["method"], "halves");
        String::from_utf8(output.stderr).unwrap()
    };
    let said = stopped(&Machine::with("9.0").and("MEMORY", "20"));
    let start = "bezzel: `gpu` cannot start: Fake Card has 0 MiB of free memory; 20 queens need ";
    assert!(said.starts_with(start), "{said}");
    assert!(said.contains("; using `halves` instead\n"), "{said}");
    // Without cards, messages do not mention cards.
    let said = stopped(&Machine::with(""));
    assert!(said.starts_with("bezzel: stopped by --seconds"), "{said}");
}

#[test]
fn cards_take_part_in_runs() {
    let machine = Machine::with("9.0,9.0");
    machine.answer("run start 12 --name q12 --method gpu --ledger runs.db");
    machine.answer("run work q12 --ledger runs.db");
    assert_eq!(
        machine.answer("run close q12 --ledger runs.db").0,
        "14200\n"
    );
    let status = machine.report("run status q12 --ledger runs.db --json");
    assert_eq!(
        (&status["complete"], &status["disputes"]),
        (&true.into(), &0.into())
    );
    machine.answer("run work --plan 11 --method gpu --shard 0/1 --out shards");
    assert_eq!(machine.answer("run merge shards").0, "2680\n");
}

/// A card that cannot be used, or fails, does not stop a run; it is reported once.
#[test]
fn runs_do_without_a_card() {
    let full = Machine::with("9.0").and("MEMORY", "20");
    let (_, said) = full.answer("run start 18 --name q18 --ledger runs.db --tasks 4000");
    assert!(said.contains("; using `halves` instead\n"), "{said}");
    let output = full.bezzel("run work q18 --ledger runs.db --for 1");
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    let (_, said) = full.answer("run start 12 --name q12 --method halves --ledger runs.db");
    assert!(!said.contains("gpu"), "{said}");
    full.answer("run work q12 --method halves --ledger runs.db");
    assert_eq!(full.answer("run close q12 --ledger runs.db").0, "14200\n");
    assert!(full.answer("bench --max 14").0.contains("lanes"));

    let lost = Machine::with("9.0,9.0").and("LOST", "2");
    lost.answer("run start 12 --name q12 --method gpu --ledger runs.db");
    let (_, said) = lost.answer("run work q12 --ledger runs.db");
    assert_eq!(said.matches("is lost").count(), 1, "{said}");
    assert_eq!(lost.answer("run close q12 --ledger runs.db").0, "14200\n");

    let none = Machine::with("");
    none.answer("run start 12 --name q12 --method halves --ledger runs.db");
    let sentence = "bezzel: `gpu` cannot start: the CUDA driver finds no card: no CUDA-capable device is detected\n";
    assert_eq!(
        none.refusal("run work q12 --method gpu --ledger runs.db"),
        sentence
    );
}

#[test]
fn cards_are_measured() {
    let machine = Machine::with("9.0");
    let report = machine.report("bench --method gpu --min 14 --max 14 --json");
    assert_eq!(
        report["cards"],
        serde_json::json!(["Fake Card (CUDA 13.0)"])
    );
    assert!(report["date"].is_string());
    let measure = &report["measures"][0];
    assert_eq!(
        (&measure["engine"], &measure["count"]),
        (&"gpu".into(), &"365596".into())
    );
    assert!(measure["kernels"].as_f64().unwrap() <= measure["seconds"].as_f64().unwrap());
}
