//! The page: its files, which are part of the program, and the page with one run inside.

use axum::extract::Request;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bezzel::Named;
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::answer::Refusal;
use crate::story::Story;

#[derive(RustEmbed)]
#[folder = "page/"]
struct Files;

/// The file at an address of the page.
pub async fn file(request: Request) -> Result<Response, Refusal> {
    let path = request.uri().path();
    let name = match path.trim_start_matches('/') {
        "" => "index.html",
        name => name,
    };
    let nothing = || {
        let shown: String = path.chars().take(80).collect();
        Refusal::new(
            StatusCode::NOT_FOUND,
            format!("there is nothing at {shown}"),
        )
    };
    let file = Files::get(name).ok_or_else(nothing)?;
    Ok(answer(name, file, request.headers()))
}

fn answer(name: &str, file: EmbeddedFile, asked: &HeaderMap) -> Response {
    let kind = match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    };
    let tag = format!("\"{}\"", STANDARD.encode(file.metadata.sha256_hash()));
    let headers = [
        (header::CONTENT_TYPE, kind.to_owned()),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
        (header::ETAG, tag.clone()),
    ];
    let known = asked.get(header::IF_NONE_MATCH);
    if known.is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    (headers, file.data).into_response()
}

/// A language of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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

fn text(name: &str) -> String {
    let file = Files::get(name).expect("a file of the page");
    String::from_utf8(file.data.into_owned()).expect("files of the page are text")
}

/// The page with one run inside: a file that needs neither server nor network.
///
/// Modules become `data:` addresses behind an import map, since a page opened from a file may not load
/// modules beside it.
pub fn standalone(story: &Story, language: Language) -> String {
    let mut modules = serde_json::Map::new();
    for name in Files::iter().filter(|name| name.ends_with(".js")) {
        // In the page all modules import each other from the root.
        let module = text(&name).replace("from \"/", "from \"lab/");
        let address = format!("data:text/javascript;base64,{}", STANDARD.encode(module));
        modules.insert(format!("lab/{name}"), address.into());
    }
    let map = serde_json::json!({ "imports": modules });
    let run = serde_json::to_string(story).expect("a story is plain data");
    // Nothing in JSON may look like the end of its element.
    let run = run.replace('<', "\\u003c");
    let page = text("index.html");
    let page = replace(
        &page,
        "<link rel=\"stylesheet\" href=\"/style.css\">",
        &format!("<style>\n{}</style>", text("style.css")),
    );
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
             <script type=\"application/json\" id=\"story\">{run}</script>\n\
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

    #[test]
    fn a_page_of_its_own_asks_for_nothing() {
        let story = Story::of("arrays", 4, 1_000).unwrap();
        let page = standalone(&story, Language::Korean);
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
        let listing = bezzel::format::Listing {
            n: 1,
            many: false,
            base: 0,
            total: None,
        };
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
        assert!(all < 300_000, "{all} bytes");
    }
}
