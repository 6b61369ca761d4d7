//! The addresses, and what all answers share.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use bezzel::queens::Engines;
use bezzel::{Cancel, Named};
use bezzel_recording::{BoardCache, Language};
use miniz_oxide::inflate::decompress_to_vec;

use crate::answer::{Answer, Refusal};
use crate::request::{Asked, Request};
use crate::runs::Runs;
use crate::{about, evolution, maze, problems, queens, runs};

/// The description of the API, for programs and their authors.
static OPENAPI: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let packed = include_bytes!(concat!(env!("OUT_DIR"), "/openapi.deflate"));
    decompress_to_vec(packed).expect("the build script has packed it")
});

/// Whether something is asked or sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verb {
    /// Something is asked: `GET`.
    Get,
    /// Something is sent: `POST`.
    Post,
}

/// An address of the API.
pub struct Route {
    /// Whether it is asked, or sent something to.
    pub verb: Verb,
    /// Its shape: `/api/queens/{n}`.
    pub path: &'static str,
    /// Whether an answer may have megabytes.
    pub large: bool,
    answer: Handler,
}

type Handler = fn(&Lab, &Asked, &Cancel) -> Result<Answer, Refusal>;

/// Where counts are asked for. Their answer comes in lines while they are made: see [`Lab::counting`].
pub const COUNT: &str = "/api/count";

/// Every address of the API.
pub fn routes() -> Vec<Route> {
    let get = |path, answer: Handler| Route {
        verb: Verb::Get,
        path,
        large: false,
        answer,
    };
    let large = |route: Route| Route {
        large: true,
        ..route
    };
    let post = |path, answer: Handler| Route {
        verb: Verb::Post,
        path,
        large: false,
        answer,
    };
    vec![
        get("/api", |_, _, _| {
            Ok(Answer::new("application/json", OPENAPI.as_slice()))
        }),
        get("/api/about", |lab, _, _| about::about(lab)),
        get("/api/listings/{method}", |_, asked, _| queens::code(asked)),
        get("/api/queens/{n}", |lab, asked, _| {
            queens::overview(lab, asked)
        }),
        get("/api/queens/{n}/page", |lab, asked, _| {
            queens::page(lab, asked)
        }),
        get("/api/queens/{n}/solutions", |lab, asked, _| {
            queens::solutions(lab, asked)
        }),
        large(get("/api/queens/{n}/gif", |lab, asked, _| {
            queens::gif(lab, asked)
        })),
        large(get("/api/queens/{n}/html", |lab, asked, _| {
            queens::html(lab, asked)
        })),
        get("/api/queens/{n}/hand", |_, asked, _| queens::hand(asked)),
        get("/api/compare/{n}", |_, asked, _| queens::compare(asked)),
        get("/api/problems/{name}", |_, asked, _| {
            problems::record(asked)
        }),
        get("/api/maze/generate", |_, asked, _| maze::generate(asked)),
        post("/api/maze/read", |_, asked, _| maze::read(asked)),
        post("/api/maze/race", |_, asked, _| maze::race(asked)),
        post("/api/maze/routes", |_, asked, cancel| {
            maze::routes(asked, cancel)
        }),
        large(post("/api/maze/picture", |_, asked, _| {
            maze::picture(asked)
        })),
        get("/api/evolution", |_, asked, cancel| {
            evolution::generations(asked, cancel)
        }),
        get("/api/evolution/births", |_, asked, cancel| {
            evolution::births(asked, cancel)
        }),
        get(COUNT, |_, asked, _| {
            // Whoever can send lines does not ask here.
            Err(Refusal::nothing_at(asked.request.path))
        }),
        get("/api/runs", |lab, _, _| runs::list(lab)),
        get("/api/runs/{name}", |lab, asked, _| runs::one(lab, asked)),
    ]
}

/// What the machine that answers can bear.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Bounds {
    /// The largest board counted.
    pub counted: u32,
    /// The threads, or workers, a count may have.
    pub threads: usize,
    /// The longest a count may take.
    pub longest_count: Duration,
    /// How fast counts are, the program on the same machine being 1.
    pub pace: f64,
}

impl Bounds {
    /// A server's: 20 queens are minutes for the fastest engine on two cores.
    pub const fn server(threads: usize) -> Self {
        Self {
            counted: 20,
            threads,
            longest_count: Duration::from_secs(600),
            pace: 1.0,
        }
    }

    /// A tab's of a browser, which its reader watches and may close: 19 queens are a minute or two on two cores.
    pub const fn tab(threads: usize) -> Self {
        Self {
            counted: 19,
            threads,
            longest_count: Duration::from_secs(24 * 3600),
            // Measured in V8: a third to a half.
            pace: 0.4,
        }
    }
}

/// Who answers: the tables of the library, and what was asked for before.
pub struct Lab {
    pub(crate) boards: BoardCache,
    pub(crate) engines: Engines,
    pub(crate) bounds: Bounds,
    runs: Option<Arc<dyn Runs>>,
    pub(crate) has_file: bool,
}

impl Lab {
    /// A lab whose counts are made by these engines, within these bounds.
    pub fn new(engines: Engines, bounds: Bounds) -> Self {
        Self {
            boards: BoardCache::default(),
            engines,
            bounds,
            runs: None,
            has_file: false,
        }
    }

    /// Shows runs, too.
    #[must_use]
    pub fn showing(mut self, runs: Arc<dyn Runs>) -> Self {
        self.runs = Some(runs);
        self
    }

    /// Tells that the whole lab can be had as one file at `/lab.html`.
    #[must_use]
    pub fn with_file(mut self) -> Self {
        self.has_file = true;
        self
    }

    pub(crate) fn runs(&self) -> Option<&dyn Runs> {
        self.runs.as_deref()
    }

    /// What it bears.
    pub fn bounds(&self) -> &Bounds {
        &self.bounds
    }

    /// Answers a request, on the thread at hand. Work that takes long listens to `cancel`; the rest is short by the size
    /// of what it is given.
    pub fn answer(&self, request: &Request, cancel: &Cancel) -> Answer {
        self.look_up(request, cancel).unwrap_or_else(Answer::from)
    }

    fn look_up(&self, request: &Request, cancel: &Cancel) -> Result<Answer, Refusal> {
        let mut known = false;
        for route in routes() {
            let Some(asked) = Asked::matching(route.path, request) else {
                continue;
            };
            if route.verb == request.verb {
                return (route.answer)(self, &asked, cancel);
            }
            known = true;
        }
        match known {
            true => Err(Refusal::new(
                405,
                "this address is asked in another way; /api tells how",
            )),
            false => Err(Refusal::nothing_at(request.path)),
        }
    }
}

/// The language of that name, or English.
pub fn language(name: Option<&str>) -> Result<Language, Refusal> {
    let asked = name.unwrap_or(Language::English.name());
    let unknown = || Refusal::bad(format!("there is no lang {asked:?}"));
    Language::named(asked).ok_or_else(unknown)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    #[test]
    fn every_address_is_described() {
        let description: Value = serde_json::from_slice(&OPENAPI).unwrap();
        let described = description["paths"].as_object().unwrap();
        let verb = |ways: &Value| match ways.get("get") {
            Some(_) => Verb::Get,
            None => Verb::Post,
        };
        let mut described: Vec<_> = described
            .iter()
            .map(|(path, ways)| (path.as_str(), verb(ways) == Verb::Get))
            .collect();
        let mut answered: Vec<_> = routes()
            .iter()
            .map(|route| (route.path, route.verb == Verb::Get))
            .collect();
        described.sort_unstable();
        answered.sort_unstable();
        assert_eq!(described, answered);
    }

    #[test]
    fn addresses_are_asked_as_they_are() {
        let lab = Lab::new(bezzel_count::engines(), Bounds::tab(1));
        let status = |request: &Request| lab.answer(request, &Cancel::new()).status;
        for (path, expected) in [
            ("/api/queens/4", 200),
            ("/api/queens/%34", 200),
            ("/api/queens/", 404),
            ("/api/queens", 404),
            ("/api/queens/4/", 404),
            ("/api/queens/%FF", 400),
            ("/api/queens/4/page?method=masks&step=0", 200),
            ("/api/queens/4/page?method=masks&step=x", 400),
            ("/api/queens/4/page?method=masks&step=1&step=2", 400),
            ("/api/maze/race", 405),
            ("/elsewhere", 404),
            ("", 404),
        ] {
            assert_eq!(status(&Request::get(path)), expected, "{path}");
        }
        assert_eq!(status(&Request::post("/api/queens/4", b"")), 405);
        let maze = br#"{"maze": "S G"}"#;
        assert_eq!(status(&Request::post("/api/maze/race", maze)), 200);
        let more = br#"{"maze": "S G"} x"#;
        assert_eq!(status(&Request::post("/api/maze/race", more)), 400);
    }
}
