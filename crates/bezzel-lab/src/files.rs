//! The files of the page, embedded in the program.

use std::ops::Range;
use std::sync::LazyLock;

/// The names of all files, and their ranges in the embedded data.
const TABLE: &[(&str, Range<usize>)] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// All files, concatenated.
static ALL: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let packed = include_bytes!(concat!(env!("OUT_DIR"), "/page.deflate"));
    miniz_oxide::inflate::decompress_to_vec(packed).expect("the build script has packed them")
});

/// Returns the names of all files.
pub fn names() -> impl Iterator<Item = &'static str> {
    TABLE.iter().map(|(name, _)| *name)
}

/// Returns the names of all modules.
pub fn modules() -> impl Iterator<Item = &'static str> {
    names().filter(|name| name.ends_with(".js"))
}

/// Returns the file of this name.
pub fn get(name: &str) -> Option<&'static [u8]> {
    let (_, range) = TABLE.iter().find(|(known, _)| *known == name)?;
    Some(&ALL[range.clone()])
}

/// Returns the text of a file, which must exist.
pub fn text(name: &str) -> &'static str {
    let data = get(name).expect("a file of the page");
    str::from_utf8(data).expect("files of the page are text")
}
