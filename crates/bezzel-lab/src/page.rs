//! The page: served file by file, exported as a folder, or as one file.

use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::LazyLock;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bezzel::Named;
use miniz_oxide::deflate::{compress_to_vec, compress_to_vec_zlib};

use crate::files::{self, text};
use crate::{Error, Recording};

/// The script of the web worker that runs the library; it is not imported by any module.
const WORKER: &str = "worker.js";
/// The service worker, which makes the page available without a network.
const OFFLINE: &str = include_str!("../site/offline.js");
const STYLES: [&str; 3] = ["style.css", "labs.css", "screens.css"];
/// The folders of tabs that are loaded when they are opened.
const LATER: [&str; 8] = [
    "hand/",
    "compare/",
    "problems/",
    "maze/",
    "evolution/",
    "count/",
    "runs/",
    "recursion/",
];
const SCRIPT: &str = "<script type=\"module\" src=\"/lab.js\"></script>";

/// A file of the page.
#[derive(Debug)]
pub struct File {
    /// Its content.
    pub data: Cow<'static, [u8]>,
    /// A hash of its content, as text.
    pub hash: String,
    /// Its media type.
    pub media_type: &'static str,
}

/// Returns the HTML of the page. It lists the modules that are needed at once, so that the browser
/// fetches them in parallel instead of discovering them one import at a time.
fn index() -> String {
    let is_first = |name: &str| !LATER.iter().any(|folder| name.starts_with(folder));
    let modules = files::modules().filter(|&name| name != WORKER && is_first(name));
    let link = |name| format!("<link rel=\"modulepreload\" href=\"/{name}\">\n");
    let links: String = modules.map(link).collect();
    replace(text("index.html"), SCRIPT, &(links + SCRIPT))
}

fn hash(data: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    data.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

/// Returns the file of the page with that name; `index.html` is the page itself.
pub fn file(name: &str) -> Option<File> {
    let data = match name {
        "index.html" => Cow::Owned(index().into_bytes()),
        _ => Cow::Borrowed(files::get(name)?),
    };
    let media_type = match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json") => "application/json",
        _ => "application/octet-stream",
    };
    Some(File {
        hash: hash(&data),
        data,
        media_type,
    })
}

/// Returns a file of the page, compressed for the content encoding `deflate`: about a quarter of
/// its size. All files are compressed at the first call, which takes some 20 ms.
pub fn deflated(name: &str) -> Option<&'static [u8]> {
    static ALL: LazyLock<HashMap<&'static str, Vec<u8>>> = LazyLock::new(|| {
        let pack = |name| Some((name, compress_to_vec_zlib(&file(name)?.data, 6)));
        files::names().filter_map(pack).collect()
    });
    Some(ALL.get(name)?)
}

/// A language of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Language {
    /// English.
    English,
    /// Korean.
    Korean,
}

impl Named for Language {
    const TABLE: &'static [(Self, &'static str, &'static str)] = &[
        (Self::English, "en", "English"),
        (Self::Korean, "ko", "Korean"),
    ];
}

impl Language {
    /// Returns the language of that name, or English if there is no name.
    ///
    /// # Errors
    /// [`Error::Unknown`].
    pub fn asked(name: Option<&str>) -> Result<Self, Error> {
        let name = name.unwrap_or(Self::English.name());
        Self::named(name).ok_or_else(|| Error::Unknown {
            kind: "lang",
            name: name.into(),
            known: "en, ko".into(),
        })
    }
}

/// Returns the lab's module for browsers (`bezzel-wasm`), if this program was built with it:
/// `BEZZEL_WASM=FILE cargo build`.
pub fn module() -> Option<&'static [u8]> {
    const MODULE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/bezzel.wasm"));
    Some(MODULE).filter(|module| !module.is_empty())
}

/// Returns a page that contains one recording, and needs neither server nor network.
pub fn standalone(recording: &Recording<'_>, language: Language) -> String {
    let run = serde_json::to_string(recording).expect("a recording is plain data");
    inlined(
        &carried("application/json", "recording", &run),
        "",
        language,
    )
}

/// Returns the whole lab as one file that includes the compiled `bezzel-wasm` and needs neither
/// server nor network. It opens at `state`, a query string, unless its own address has a query.
/// `Language::English` means the language that the reader's browser asks for.
pub fn one_file(library: &[u8], state: &str, language: Language) -> String {
    let lessons = files::names().filter(|name| name.starts_with("lessons/"));
    let lessons = lessons.filter(|name| name.ends_with(".json"));
    let lessons = lessons.map(|name| (name, text(name)));
    let lessons: serde_json::Map<String, serde_json::Value> = lessons
        .map(|(name, text)| (name.to_owned(), text.into()))
        .collect();
    let lessons = serde_json::Value::from(lessons).to_string();
    /// Everything is inside of the file: nothing may be loaded.
    const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' data: blob:; \
        worker-src blob:; style-src 'unsafe-inline'; img-src blob: data:; connect-src data: blob:; base-uri 'none'; \
        form-action 'none'";
    let policy = format!("<meta http-equiv=\"content-security-policy\" content=\"{POLICY}\">\n");
    let lang = match language {
        Language::English => String::new(),
        other => format!("&lang={}", other.name()),
    };
    let before = carried("text/plain", "state", &format!("{state}{lang}"))
        + &carried("application/json", "files", &lessons)
        + &carried("text/plain", "worker", text(WORKER));
    // The module is appended at the end of the page, because it is large and not needed to show the
    // first text.
    let packed = STANDARD.encode(compress_to_vec(library, 9));
    let after = carried("text/plain", "library", &packed);
    let page = inlined(&before, &after, language);
    replace(&page, "<title>", &(policy + "<title>"))
}

/// Returns an element with text for the page's scripts.
fn carried(kind: &str, id: &str, text: &str) -> String {
    // The text must not contain what looks like the end of its element.
    let text = match kind {
        "application/json" => text.replace('<', "\\u003c"),
        _ => text.replace("</", "<\\/").replace("<!--", "<\\!--"),
    };
    format!("<script type=\"{kind}\" id=\"{id}\">{text}</script>\n")
}

/// Returns the page with its own files inside, and with additions before and after its content.
///
/// Modules become `data:` URLs in an import map, since a page opened from a file may not load
/// modules from other files.
fn inlined(before: &str, after: &str, language: Language) -> String {
    let mut modules = serde_json::Map::new();
    for name in files::modules().filter(|&name| name != WORKER) {
        // In the one-file page every module has a name like `lab/lab.js`, which replaces its
        // absolute path in imports.
        let module = rooted(text(name), "lab/");
        let address = format!("data:text/javascript;base64,{}", STANDARD.encode(module));
        modules.insert(format!("lab/{name}"), address.into());
    }
    let map = serde_json::json!({ "imports": modules });
    let mut page = text("index.html").to_owned();
    for name in STYLES {
        let link = format!("<link rel=\"stylesheet\" href=\"/{name}\">");
        page = replace(&page, &link, &format!("<style>\n{}</style>", text(name)));
    }
    let icon = STANDARD.encode(text("icon.svg"));
    let page = replace(
        &page,
        "<link rel=\"icon\" href=\"/icon.svg\">",
        &format!("<link rel=\"icon\" href=\"data:image/svg+xml;base64,{icon}\">"),
    );
    let page = replace(
        &page,
        SCRIPT,
        &format!(
            "<script type=\"importmap\">{map}</script>\n\
             {before}<script type=\"module\">import \"lab/lab.js\";</script>"
        ),
    );
    let page = replace(&page, "</body>", &format!("{after}</body>"));
    in_language(&page, language)
}

/// Returns a module whose imports begin with `root` instead of a slash.
fn rooted(module: &str, root: &str) -> String {
    module
        .replace("from \"/", &format!("from \"{root}"))
        .replace("import(\"/", &format!("import(\"{root}"))
}

fn in_language(page: &str, language: Language) -> String {
    let html = format!("<html lang=\"{}\">", language.name());
    replace(page, "<html lang=\"en\">", &html)
}

/// Returns the lab as the files of a folder that any web host can serve, under any path: names and
/// contents. `library` is the compiled `bezzel-wasm`.
pub fn site(library: &[u8]) -> Vec<(String, Vec<u8>)> {
    const LIBRARY: &str = "bezzel.wasm";
    let mut all: Vec<(String, Vec<u8>)> = Vec::new();
    for name in files::names().filter(|&name| name != "index.html") {
        let text = text(name);
        // The relative path from this file's folder to the root.
        let root = match name.matches('/').count() {
            0 => "./".to_owned(),
            depth => "../".repeat(depth),
        };
        let text = rooted(text, &root);
        all.push((name.to_owned(), text.into_bytes()));
    }
    /// Only files of the site itself may be loaded.
    const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; \
        style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; base-uri 'none'; form-action 'none'";
    let policy = format!("<meta http-equiv=\"content-security-policy\" content=\"{POLICY}\">\n");
    let hint = format!("{policy}<link rel=\"library\" href=\"{LIBRARY}\">\n");
    let index = index().replace("href=\"/", "href=\"");
    let index = index.replace("src=\"/", "src=\"");
    let index = replace(&index, "<link rel=\"icon\"", &(hint + "<link rel=\"icon\""));
    all.push(("index.html".to_owned(), index.into_bytes()));
    all.push((LIBRARY.to_owned(), library.to_vec()));
    let names: Vec<&str> = all.iter().map(|(name, _)| name.as_str()).collect();
    let version = hash(
        &all.iter()
            .flat_map(|(_, data)| data)
            .copied()
            .collect::<Vec<_>>(),
    );
    let offline = replace(OFFLINE, "\"VERSION\"", &format!("{version:?}"));
    let offline = replace(
        &offline,
        "[\"FILES\"]",
        &serde_json::json!(names).to_string(),
    );
    all.push(("offline.js".to_owned(), offline.into_bytes()));
    all
}

fn replace(page: &str, old: &str, new: &str) -> String {
    assert!(page.contains(old), "the page has {old}");
    page.replacen(old, new, 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Outline, methods};
    use bezzel_queens::Board;

    #[test]
    fn an_exported_page_sends_no_request() {
        let outline = Outline::new(&Board::new(4)).unwrap();
        let recording = Recording::of(&outline, methods()[0], 1_000);
        let page = standalone(&recording, Language::Korean);
        assert!(page.contains("<html lang=\"ko\">"));
        // The modules are Base64-encoded in the page, so their source text is tested as well.
        let mut texts = vec![page];
        texts.extend(files::modules().map(|name| text(name).to_owned()));
        for text in texts {
            let text = text.replace("http://www.w3.org/", "");
            for outside in ["src=\"", "href=\"/", "url(", "http://", "https://"] {
                assert!(!text.contains(outside), "{outside}");
            }
        }
    }

    #[test]
    fn the_page_names_its_modules() {
        let page = String::from_utf8(file("index.html").unwrap().data.into_owned()).unwrap();
        for name in files::modules().filter(|&name| name != WORKER) {
            let is_later = LATER.iter().any(|folder| name.starts_with(folder));
            let is_named = page.contains(&format!("href=\"/{name}\""));
            assert_eq!(is_named, !is_later, "{name}");
        }
        // Each of these folders is one that the lab loads.
        for folder in LATER {
            let import = format!("import(\"/{folder}{}.js\")", folder.trim_end_matches('/'));
            assert!(text("lab.js").contains(&import), "{import}");
        }
    }

    #[test]
    fn modules_import_from_the_root() {
        for name in files::modules() {
            for line in text(name).lines().filter(|line| line.contains(" from \"")) {
                let (_, from) = line
                    .split_once(" from \"/")
                    .unwrap_or_else(|| panic!("{name}: {line}"));
                let imported = from.trim_end_matches("\";");
                assert!(files::get(imported).is_some(), "{name} imports {imported}");
            }
        }
    }

    #[test]
    fn its_queen_is_that_of_the_drawn_boards() {
        let listing = bezzel_queens::format::Listing::one(1);
        let mut drawn = Vec::new();
        let svg = bezzel_queens::format::format("svg").unwrap();
        svg.begin(&mut drawn, &listing).unwrap();
        let drawn = String::from_utf8(drawn).unwrap();
        let queen = drawn.split_once("id=\"queen\"").unwrap().1;
        let outlines = queen
            .split("<path d=\"")
            .skip(1)
            .map(|rest| rest.split('"').next().unwrap());
        let outlines: Vec<&str> = outlines.collect();
        assert_eq!(outlines.len(), 2);
        for file in ["queens/board.js", "icon.svg"] {
            assert!(text(file).contains(&outlines.join(" ")), "{file}");
        }
    }

    #[test]
    fn the_page_is_small() {
        let size = |name: &str| files::get(name).unwrap().len();
        let all: usize = files::names().map(size).sum();
        assert!(all < 560_000, "{all} bytes");
    }

    #[test]
    fn the_module_is_small_and_names_no_place_of_this_machine() {
        let Some(module) = module() else {
            eprintln!("skipped: BEZZEL_WASM names no module");
            return;
        };
        assert!(module.len() < 1_300_000, "{} bytes", module.len());
        assert!(one_file(module, "", Language::English).len() < 3_000_000);
        let has = |text: &str| {
            module
                .windows(text.len())
                .any(|part| part == text.as_bytes())
        };
        for place in [option_env!("HOME"), Some(env!("CARGO_MANIFEST_DIR"))] {
            let place = place.unwrap_or("/home/");
            assert!(place.len() < 6 || !has(place), "{place}");
        }
    }
}
