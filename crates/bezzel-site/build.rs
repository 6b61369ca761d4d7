//! Compiles the library for the browser, so that the program can hand it out.
//!
//! It is a build of its own: for another machine, in a profile of its own, beside the one under way, and shared by all
//! profiles of that. Where the toolchain has no standard library for WebAssembly, or there is only this package and not the
//! repository, the program goes without.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const TARGET: &str = "wasm32-unknown-unknown";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=BEZZEL_WASM");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo says where"));
    let library = match env::var_os("BEZZEL_WASM") {
        // Made elsewhere; an empty name is for a quick build without it.
        Some(made) if made.is_empty() => None,
        Some(made) => Some(PathBuf::from(made)),
        None => compiled(&out),
    };
    if let Some(library) = &library {
        println!("cargo::rerun-if-changed={}", library.display());
    }
    let data = library.map(|library| fs::read(&library).expect("the library lies there"));
    fs::write(out.join("bezzel.wasm"), data.unwrap_or_default()).expect("it is written");
}

/// Where the library lies, if it can be compiled here.
fn compiled(out: &Path) -> Option<PathBuf> {
    let repository = Path::new("../..").canonicalize().ok()?;
    let sources = [
        "bezzel",
        "bezzel-count",
        "bezzel-recording",
        "bezzel-api",
        "bezzel-wasm",
    ];
    let sources = sources.map(|name| repository.join("crates").join(name));
    if !sources.iter().all(|source| source.is_dir()) {
        return None;
    }
    for source in &sources {
        for part in ["Cargo.toml", "build.rs", "src", "page", "listings"] {
            let part = source.join(part);
            if part.exists() {
                println!("cargo::rerun-if-changed={}", part.display());
            }
        }
    }
    for file in ["Cargo.toml", "Cargo.lock"] {
        println!(
            "cargo::rerun-if-changed={}",
            repository.join(file).display()
        );
    }
    let standard = standard_library()?;
    println!("cargo::rerun-if-changed={}", standard.display());
    if !standard.is_dir() {
        return None;
    }
    // Behind OUT_DIR lies target/debug/build/bezzel-site-…/out, or another profile's.
    let target = out.ancestors().nth(4)?.join("wasm");
    let mut cargo = Command::new(env::var_os("CARGO")?);
    for (name, _) in env::vars_os() {
        let name = name.to_string_lossy().into_owned();
        // What cargo tells this script is about the build under way; how the network is reached is not.
        let told = [
            "CARGO_BUILD_",
            "CARGO_CFG_",
            "CARGO_ENCODED_",
            "CARGO_FEATURE_",
            "CARGO_MAKEFLAGS",
            "CARGO_MANIFEST_",
            "CARGO_PKG_",
            "CARGO_PROFILE_",
            "CARGO_TARGET_",
            "RUSTC",
            "RUSTDOCFLAGS",
            "RUSTFLAGS",
        ];
        if told.iter().any(|start| name.starts_with(start)) {
            cargo.env_remove(name);
        }
    }
    let usual = || env::home_dir().map(|home| home.join(".cargo"));
    let home = env::var_os("CARGO_HOME").map(PathBuf::from).or_else(usual);
    let registry = home.map(|home| home.join("registry/src"));
    let mut flags = vec![
        // All browsers of the last three years have these.
        "-Ctarget-feature=+simd128,+bulk-memory".to_owned(),
        // A module that is handed out tells nothing of the machine it was made on.
        format!("--remap-path-prefix={}=", repository.display()),
    ];
    flags.extend(registry.map(|path| format!("--remap-path-prefix={}=", path.display())));
    let status = cargo
        .current_dir(&repository)
        .env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"))
        .args(["rustc", "--quiet", "--locked", "--package", "bezzel-wasm"])
        .args(["--lib", "--crate-type", "cdylib", "--profile", "wasm"])
        .args(["--target", TARGET, "--target-dir"])
        .arg(&target)
        .status();
    if !status.is_ok_and(|status| status.success()) {
        println!("cargo::warning=the library could not be compiled for the browser");
        return None;
    }
    Some(target.join(TARGET).join("wasm/bezzel_wasm.wasm"))
}

/// Where the toolchain's standard library for WebAssembly is, or would be.
fn standard_library() -> Option<PathBuf> {
    let rustc = env::var_os("RUSTC")?;
    let told = Command::new(rustc)
        .args(["--print", "sysroot"])
        .output()
        .ok()?;
    let root = String::from_utf8(told.stdout).ok()?;
    Some(
        Path::new(root.trim())
            .join("lib/rustlib")
            .join(TARGET)
            .join("lib"),
    )
}
