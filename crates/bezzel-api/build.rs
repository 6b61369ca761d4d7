//! Packs the description of the API, which is mostly the same words.

use std::env;
use std::fs;
use std::path::Path;

fn main() {
    const DESCRIPTION: &str = "src/openapi.json";
    println!("cargo::rerun-if-changed={DESCRIPTION}");
    let text = fs::read(DESCRIPTION).expect("the description lies there");
    let packed = miniz_oxide::deflate::compress_to_vec(&text, 9);
    let out = env::var_os("OUT_DIR").expect("cargo says where");
    fs::write(Path::new(&out).join("openapi.deflate"), packed).expect("it is written");
}
