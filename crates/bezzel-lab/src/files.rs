//! The files of the page, which are part of the program.

use std::ops::Range;
use std::sync::LazyLock;

/// Every file's name and where it lies among them all.
const TABLE: &[(&str, Range<usize>)] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// All files, one behind the other.
static ALL: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let packed = include_bytes!(concat!(env!("OUT_DIR"), "/page.deflate"));
    miniz_oxide::inflate::decompress_to_vec(packed).expect("the build script has packed them")
});

/// The names of all files.
pub fn names() -> impl Iterator<Item = &'static str> {
    TABLE.iter().map(|(name, _)| *name)
}

/// The names of all modules.
pub fn modules() -> impl Iterator<Item = &'static str> {
    names().filter(|name| name.ends_with(".js"))
}

/// The file with that name.
pub fn get(name: &str) -> Option<&'static [u8]> {
    let (_, range) = TABLE.iter().find(|(known, _)| *known == name)?;
    Some(&ALL[range.clone()])
}

/// The text of a file there is.
pub fn text(name: &str) -> &'static str {
    let data = get(name).expect("a file of the page");
    str::from_utf8(data).expect("files of the page are text")
}
