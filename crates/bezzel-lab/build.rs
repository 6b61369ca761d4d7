//! Compresses the files of the page into one file, which the program embeds. The environment
//! variable `BEZZEL_WASM` names the lab's module for browsers, which `./site` builds. Without it
//! the program is built without the module.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

fn main() {
    println!("cargo::rerun-if-changed=page");
    let mut names = Vec::new();
    list(Path::new("page"), &mut names);
    names.sort();
    let mut all = Vec::new();
    let mut table = String::from("&[\n");
    for path in &names {
        let data = fs::read(path).expect("a file of the page is read");
        let name = path.strip_prefix("page").expect("it lies there");
        let parts = name.iter().map(|part| part.to_str().expect("plain names"));
        let name = parts.collect::<Vec<_>>().join("/");
        let (start, end) = (all.len(), all.len() + data.len());
        table += &format!("({name:?}, {start}..{end}),\n");
        all.extend(data);
    }
    table += "]";
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo says where"));
    let packed = miniz_oxide::deflate::compress_to_vec(&all, 9);
    println!("cargo::rerun-if-env-changed=BEZZEL_WASM");
    let module = env::var_os("BEZZEL_WASM").filter(|path| !path.is_empty());
    let module = module.map(|path| {
        println!("cargo::rerun-if-changed={}", path.display());
        fs::read(path).expect("BEZZEL_WASM names a file")
    });
    fs::write(out.join("bezzel.wasm"), module.unwrap_or_default()).expect("the module is written");
    fs::write(out.join("page.deflate"), packed).expect("the packed page is written");
    fs::write(out.join("page.rs"), table).expect("the table of its files is written");
}

fn list(folder: &Path, names: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the page lies beside") {
        let path = entry.expect("the page is listed").path();
        match path.is_dir() {
            true => list(&path, names),
            false => names.push(path),
        }
    }
}
