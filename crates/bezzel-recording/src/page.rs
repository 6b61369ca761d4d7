//! The page: its files, which are part of the program, and the page with one recording inside.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bezzel::Named;
use rust_embed::RustEmbed;

use crate::Recording;

#[derive(RustEmbed)]
#[folder = "page/"]
struct Files;

/// A file of the page.
pub struct File {
    /// What is in it.
    pub data: Cow<'static, [u8]>,
    /// A hash of that, as text.
    pub hash: String,
    /// What browsers call its kind.
    pub media_type: &'static str,
}

/// The page itself, which names all its modules: the browser fetches them at once, and not one after the other as it
/// finds out who imports whom.
fn index() -> File {
    const SCRIPT: &str = "<script type=\"module\"";
    let modules = Files::iter().filter(|name| name.ends_with(".js"));
    let link = |name| format!("<link rel=\"modulepreload\" href=\"/{name}\">\n");
    let links: String = modules.map(link).collect();
    let page = replace(&text("index.html"), SCRIPT, &(links + SCRIPT));
    let mut hasher = DefaultHasher::new();
    page.hash(&mut hasher);
    File {
        hash: format!("{:016x}", hasher.finish()),
        data: Cow::Owned(page.into_bytes()),
        media_type: "text/html; charset=utf-8",
    }
}

/// The file of the page with that name; `index.html` is the page itself.
pub fn file(name: &str) -> Option<File> {
    if name == "index.html" {
        return Some(index());
    }
    let file = Files::get(name)?;
    let media_type = match name.rsplit('.').next() {
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json") => "application/json",
        _ => "application/octet-stream",
    };
    Some(File {
        hash: STANDARD.encode(file.metadata.sha256_hash()),
        data: file.data,
        media_type,
    })
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
    const ALL: &'static [Self] = &[Self::English, Self::Korean];

    fn name(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Korean => "ko",
        }
    }

    fn about(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::Korean => "Korean",
        }
    }
}

pub(crate) fn text(name: &str) -> String {
    let file = Files::get(name).expect("a file of the page");
    String::from_utf8(file.data.into_owned()).expect("files of the page are text")
}

/// The page with one recording inside: a file that needs neither server nor network.
///
/// Modules become `data:` addresses behind an import map, since a page opened from a file may not load
/// modules beside it.
pub fn standalone(recording: &Recording<'_>, language: Language) -> String {
    let mut modules = serde_json::Map::new();
    for name in Files::iter().filter(|name| name.ends_with(".js")) {
        // In the page all modules import each other from the root.
        let module = text(&name).replace("from \"/", "from \"lab/");
        let address = format!("data:text/javascript;base64,{}", STANDARD.encode(module));
        modules.insert(format!("lab/{name}"), address.into());
    }
    let map = serde_json::json!({ "imports": modules });
    let run = serde_json::to_string(recording).expect("a recording is plain data");
    // Nothing in JSON may look like the end of its element.
    let run = run.replace('<', "\\u003c");
    let page = text("index.html");
    let mut page = page;
    for name in ["style.css", "labs.css", "screens.css"] {
        let link = format!("<link rel=\"stylesheet\" href=\"/{name}\">");
        page = replace(&page, &link, &format!("<style>\n{}</style>", text(name)));
    }
    let page = replace(
        &page,
        "<link rel=\"icon\" href=\"/icon.svg\">",
        &format!(
            "<link rel=\"icon\" href=\"data:image/svg+xml;base64,{}\">",
            STANDARD.encode(text("icon.svg"))
        ),
    );
    let page = replace(
        &page,
        "<script type=\"module\" src=\"/lab.js\"></script>",
        &format!(
            "<script type=\"importmap\">{map}</script>\n\
             <script type=\"application/json\" id=\"recording\">{run}</script>\n\
             <script type=\"module\">import \"lab/lab.js\";</script>"
        ),
    );
    let html = format!("<html lang=\"{}\">", language.name());
    replace(&page, "<html lang=\"en\">", &html)
}

fn replace(page: &str, old: &str, new: &str) -> String {
    assert!(page.contains(old), "the page has {old}");
    page.replacen(old, new, 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Outline, methods};
    use bezzel::queens::Board;

    #[test]
    fn a_page_of_its_own_asks_for_nothing() {
        let outline = Outline::new(&Board::new(4)).unwrap();
        let recording = Recording::of(&outline, methods()[0], 1_000);
        let page = standalone(&recording, Language::Korean);
        assert!(page.contains("<html lang=\"ko\">"));
        // Modules are encoded in the page: they are looked at as they are.
        let mut texts = vec![page];
        texts.extend(
            Files::iter()
                .filter(|name| name.ends_with(".js"))
                .map(|name| text(&name)),
        );
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
        for name in Files::iter().filter(|name| name.ends_with(".js")) {
            assert!(page.contains(&format!("href=\"/{name}\"")), "{name}");
        }
    }

    #[test]
    fn modules_import_from_the_root() {
        for name in Files::iter().filter(|name| name.ends_with(".js")) {
            for line in text(&name).lines().filter(|line| line.contains(" from \"")) {
                let (_, from) = line
                    .split_once(" from \"/")
                    .unwrap_or_else(|| panic!("{name}: {line}"));
                let imported = from.trim_end_matches("\";");
                assert!(Files::get(imported).is_some(), "{name} imports {imported}");
            }
        }
    }

    #[test]
    fn its_queen_is_that_of_the_drawn_boards() {
        let listing = bezzel::format::Listing::one(1);
        let mut drawn = Vec::new();
        let svg = bezzel::format::format("svg").unwrap();
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
        let size = |name: &str| Files::get(name).unwrap().data.len();
        let all: usize = Files::iter().map(|name| size(&name)).sum();
        assert!(all < 450_000, "{all} bytes");
    }
}
