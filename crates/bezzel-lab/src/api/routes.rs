//! The routes of the API, in one table.

use std::sync::LazyLock;

use bezzel::Cancel;
use serde_json::{Map, Value, json};

use super::answer::Answer;
use super::count::COUNT;
use super::request::{Request, RoutedRequest, matches};
use super::{about, evolution, maze, problems, queens, runs};
use crate::{Error, Lab};

/// An HTTP method of the API.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verb {
    /// `GET`.
    Get,
    /// `POST`.
    Post,
}

/// A route of the API.
#[derive(Debug, Clone, Copy)]
pub struct Route {
    /// Its method.
    pub verb: Verb,
    /// Its path, with placeholders: `/api/queens/{n}`.
    pub path: &'static str,
    /// True if its answer may be several megabytes.
    pub large: bool,
    /// The function that answers.
    pub handler: Handler,
    /// One line of documentation, and an example: a path, or the body of a `POST`.
    about: &'static str,
    example: &'static str,
}

/// The kind of answer of a route.
#[derive(Debug, Clone, Copy)]
pub enum Handler {
    /// A function that returns the complete answer.
    Whole(AnswerFn),
    /// Lines that are sent during a count: see [`Lab::counting`].
    Lines,
}

type AnswerFn = fn(&Lab, &RoutedRequest<'_>, &Cancel) -> Result<Answer, Error>;

/// All routes of the API.
static ROUTES: LazyLock<Vec<Route>> = LazyLock::new(|| {
    let route = |path, about, example, answer: AnswerFn| Route {
        verb: Verb::Get,
        path,
        large: false,
        handler: Handler::Whole(answer),
        about,
        example,
    };
    let post = |path, about, example, answer: AnswerFn| Route {
        verb: Verb::Post,
        ..route(path, about, example, answer)
    };
    let large = |route: Route| Route {
        large: true,
        ..route
    };
    vec![
        route("/api", "This table, as OpenAPI.", "/api", |_, _, _| {
            Ok(Answer::json(&*DESCRIPTION))
        }),
        route(
            "/api/about",
            "Methods, engines, algorithms, settings, limits and published counts to choose from.",
            "/api/about",
            |lab, _, _| about::about(lab),
        ),
        route(
            "/api/listings/{method}",
            "The listings of a method, and when each line is at work.",
            "/api/listings/promising",
            |_, asked, _| queens::code(asked),
        ),
        route(
            "/api/queens/{n}",
            "A search in numbers: its steps, levels and depth along the way. `board` (lines joined by `/`) and `torus=1` name another board.",
            "/api/queens/8",
            |lab, asked, _| queens::overview(lab, asked),
        ),
        route(
            "/api/queens/{n}/page",
            "The events around a step, and the state of the search before them.",
            "/api/queens/8/page?method=promising&step=100",
            |lab, asked, _| queens::page(lab, asked),
        ),
        route(
            "/api/queens/{n}/solutions",
            "Solutions, when each is found, and which are images of each other.",
            "/api/queens/6/solutions?from=1&count=2",
            |lab, asked, _| queens::solutions(lab, asked),
        ),
        large(route(
            "/api/queens/{n}/gif",
            "Steps of the search as a moving picture.",
            "/api/queens/4/gif?method=masks&from=10&steps=20",
            |lab, asked, _| queens::gif(lab, asked),
        )),
        large(route(
            "/api/queens/{n}/html",
            "The search as a page of its own.",
            "/api/queens/4/html?method=arrays&lang=ko",
            |lab, asked, _| queens::html(lab, asked),
        )),
        route(
            "/api/queens/{n}/hand",
            "Queens placed by hand (row and column from 0): attacks, forced squares, solutions that have them.",
            "/api/queens/4/hand?queens=0.1,1.3",
            |_, asked, _| queens::hand(asked),
        ),
        route(
            "/api/compare/{n}",
            "The steps and tests of a way to search, for comparison.",
            "/api/compare/4?method=unpruned",
            |_, asked, _| queens::compare(asked),
        ),
        route(
            "/api/problems/{name}",
            "Another problem searched step by step.",
            "/api/problems/sudoku?problem=1......3.2..4...&lang=en",
            |_, asked, _| problems::record(asked),
        ),
        post(
            "/api/lesson",
            "Checks a lesson: null, or why it is none.",
            r#"{"stations": [{"text": "Look.", "at": "n=4"}]}"#,
            |_, asked, _| queens::lesson(asked),
        ),
        route(
            "/api/maze/generate",
            "A new maze.",
            "/api/maze/generate?width=5&height=4&loops=0.1&seed=1848",
            |_, asked, _| maze::generate(asked),
        ),
        post(
            "/api/maze/read",
            "A maze from text or PNG, as text.",
            "S G\n",
            |_, asked, _| maze::read(asked),
        ),
        post(
            "/api/maze/race",
            "Every search through a maze, cell by cell.",
            r#"{"maze": "S G\n"}"#,
            |_, asked, _| maze::race(asked),
        ),
        post(
            "/api/maze/routes",
            "The number of routes, and one of them.",
            r#"{"maze": "S G\n", "position": "1"}"#,
            |_, asked, cancel| maze::routes(asked, cancel),
        ),
        large(post(
            "/api/maze/picture",
            "A maze and a search through it as a picture.",
            r#"{"maze": "S G\n", "format": "svg", "runner": "marking"}"#,
            |_, asked, _| maze::picture(asked),
        )),
        route(
            "/api/evolution",
            "Generations of an evolution, some at a time.",
            "/api/evolution?n=8&seed=1848&count=3",
            |_, asked, cancel| evolution::generations(asked, cancel),
        ),
        route(
            "/api/evolution/births",
            "How the children of a generation come about.",
            "/api/evolution/births?n=8&seed=1848&from=2",
            |_, asked, cancel| evolution::births(asked, cancel),
        ),
        Route {
            handler: Handler::Lines,
            ..route(
                COUNT,
                "A count: lines of JSON while it is made, the last of them the result.",
                "/api/count?n=8&engine=masks",
                |_, _, _| Err(Error::Broken),
            )
        },
        route(
            "/api/runs",
            "The runs of the ledger.",
            "/api/runs",
            |lab, _, _| runs::list(lab),
        ),
        route(
            "/api/runs/{name}",
            "One run: its workers, and the progress of each part.",
            "",
            |lab, asked, _| runs::one(lab, asked),
        ),
    ]
});

/// The table as an OpenAPI description.
static DESCRIPTION: LazyLock<Value> = LazyLock::new(|| {
    let mut paths = Map::new();
    for route in ROUTES.iter() {
        let mut about = json!({
            "summary": route.about,
            "x-example": route.example,
            "responses": {
                "200": { "description": "The answer." },
                "default": { "description": "Refused: {\"error\": a sentence, \"reason\": {\"code\": …, parameters}}. With the header bezzel-refusals: inline the status is 200." },
            },
        });
        let open = route
            .path
            .split('/')
            .filter_map(|part| part.strip_prefix('{'));
        let parameter = |part: &str| json!({ "name": part.trim_end_matches('}'), "in": "path", "required": true, "schema": {} });
        about["parameters"] = open.map(parameter).collect();
        let verb = match route.verb {
            Verb::Get => "get",
            Verb::Post => "post",
        };
        paths.insert(route.path.into(), json!({ verb: about }));
    }
    json!({
        "openapi": "3.1.0",
        "info": { "title": "Bezzel, the lab", "version": env!("CARGO_PKG_VERSION") },
        "paths": paths,
    })
});

impl Route {
    /// Returns the route of a path.
    ///
    /// # Errors
    /// [`Error::NothingAt`], or [`Error::OtherVerb`] for another method.
    pub fn find(verb: Verb, path: &str) -> Result<&'static Self, Error> {
        let here = ROUTES.iter().find(|route| matches(route.path, path));
        let here = here.ok_or_else(|| Error::nothing_at(path))?;
        match (here.verb == verb, here.verb) {
            (true, _) => Ok(here),
            (false, Verb::Get) => Err(Error::OtherVerb { allow: "GET,HEAD" }),
            (false, Verb::Post) => Err(Error::OtherVerb { allow: "POST" }),
        }
    }

    /// Answers a request on the calling thread. Long work polls `cancel`; other work is bounded by
    /// the size of its input.
    pub fn answer(&self, lab: &Lab, request: &Request<'_>, cancel: &Cancel) -> Answer {
        let answered = match self.handler {
            Handler::Whole(answer) => answer(lab, &RoutedRequest::at(self.path, *request), cancel),
            Handler::Lines => Err(Error::nothing_at(request.path)),
        };
        answered.unwrap_or_else(Answer::from)
    }
}

impl Lab {
    /// Answers a request on the calling thread: see [`Route::answer`].
    pub fn answer(&self, request: &Request<'_>, cancel: &Cancel) -> Answer {
        match Route::find(request.verb, request.path) {
            Ok(route) => route.answer(self, request, cancel),
            Err(error) => error.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bounds;

    fn lab() -> Lab {
        Lab::new(bezzel_count::engines(), Bounds::tab(1))
    }

    #[test]
    fn every_example_is_granted() {
        let lab = lab();
        for route in ROUTES.iter().filter(|route| !route.example.is_empty()) {
            let request = match route.verb {
                Verb::Get => Request::get(route.example),
                Verb::Post => Request::post(route.path, route.example.as_bytes()),
            };
            assert!(matches(route.path, request.path), "{}", route.path);
            if let Handler::Whole(_) = route.handler {
                let answer = lab.answer(&request, &Cancel::new());
                let body = String::from_utf8_lossy(&answer.body);
                assert_eq!(answer.status, 200, "{}: {body}", route.path);
            } else {
                assert!(lab.counting(request.query).is_ok());
            }
        }
        assert_eq!(
            DESCRIPTION["paths"].as_object().unwrap().len(),
            ROUTES.len()
        );
    }

    #[test]
    fn refusals_have_a_code_and_parameters() {
        let lab = lab();
        let reason = |address: &str| {
            let answer = lab.answer(&Request::get(address), &Cancel::new());
            let body: Value = serde_json::from_slice(&answer.body).unwrap();
            assert!(answer.status >= 400 && body["error"].is_string());
            body["reason"].clone()
        };
        assert_eq!(
            reason("/api/queens/99"),
            json!({ "code": "board_size", "n": 99, "limit": 12 })
        );
        let board = reason("/api/queens/4?board=Q.../.Q../..../....");
        assert_eq!(board["code"], "queens_attack");
        assert_eq!(board["attack"]["line"], "falling");
        let board = reason("/api/queens/4?board=Q.../x");
        assert_eq!(board["flaw"]["code"], "unknown_cell");
        assert_eq!(
            reason("/api/problems/knight?problem=9")["code"],
            "side_range"
        );
        assert_eq!(reason("/api/nothing")["code"], "nothing_at");
    }

    #[test]
    fn addresses_are_asked_as_they_are() {
        let lab = lab();
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
