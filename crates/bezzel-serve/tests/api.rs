//! Answers and refusals of the API.

mod asking;

use std::time::Duration;

use asking::{app, bytes, get, json_of, post, refused, send};
use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use bezzel_lab::methods;
use serde_json::{Value, json};
use tower::ServiceExt;

const MAZE: &str = "#####\n#S  #\n# # #\n#  G#\n#####\n";

/// Returns the header that restricts framing, for a lab that these hosts may embed.
async fn framed_by(hosts: &[&str]) -> String {
    let hosts: Vec<String> = hosts.iter().map(|&host| host.into()).collect();
    let app = bezzel_serve::router(bezzel::Cancel::new(), bezzel_count::engines(), None, &hosts);
    let response = app.oneshot(get("/")).await.unwrap();
    let policy = response.headers()[header::CONTENT_SECURITY_POLICY]
        .to_str()
        .unwrap()
        .to_owned();
    policy.split_once("frame-ancestors ").unwrap().1.to_owned()
}

#[tokio::test]
async fn frames_are_for_hosts_that_the_operator_names() {
    assert_eq!(framed_by(&[]).await, "'none'");
    let two = ["https://school.example", "*.example.org"];
    assert_eq!(
        framed_by(&two).await,
        "https://school.example *.example.org"
    );
    let listen = || bezzel_serve::LabServer::listen([127, 0, 0, 1].into(), 0).unwrap();
    for host in [
        "",
        "a b",
        "x;script-src *",
        "https://",
        "'self'",
        "a,b",
        "a/b",
        "x:99999",
        "x:",
    ] {
        assert!(
            listen().embeddable_by(vec![host.into()]).is_err(),
            "{host:?}"
        );
    }
    assert!(
        listen()
            .embeddable_by(vec!["http://[::1]:8000".into()])
            .is_ok()
    );
}

#[tokio::test]
async fn refusals_come_inside_of_answers_where_that_is_asked_for() {
    let ask = |inline: bool| {
        let request = Request::get("/api/queens/99");
        let request = match inline {
            true => request.header("bezzel-refusals", "inline"),
            false => request,
        };
        send(request.body(Body::empty()).unwrap())
    };
    assert_eq!(ask(false).await.status(), StatusCode::BAD_REQUEST);
    let response = ask(true).await;
    assert_eq!(response.status(), StatusCode::OK);
    assert_eq!(response.headers()["bezzel-refused"], "400");
    let received: Value = serde_json::from_slice(&bytes(response).await).unwrap();
    assert!(received["error"].is_string());
}

#[tokio::test]
async fn pages_together_are_the_whole_search() {
    for (n, visited, promising, solutions) in [(4, 61, 17, 2), (8, 15_721, 2_057, 92)] {
        for method in methods().iter().map(|method| method.name) {
            let steps = json_of(get(&format!("/api/queens/{n}"))).await["steps"]
                .as_u64()
                .unwrap();
            let (mut step, mut kinds) = (0, [0; 4]);
            while step < steps {
                let path = format!("/api/queens/{n}/page?method={method}&step={step}");
                let page = json_of(get(&path)).await;
                let events = page["events"].as_array().unwrap();
                assert_eq!(
                    page["memory"]["cells"].as_array().unwrap().len(),
                    events.len() + 1
                );
                for event in events {
                    let names = ["enter", "reject", "solution", "retreat"];
                    let of = |name: &&str| event.get(name).is_some() || event == name;
                    kinds[names.iter().position(of).unwrap()] += 1;
                }
                step += events.len() as u64;
            }
            assert_eq!(
                kinds,
                [promising - 1, visited - promising, solutions, promising - 1]
            );
        }
    }
}

#[tokio::test]
async fn solutions_are_grouped_by_symmetry() {
    let overview = json_of(get("/api/queens/8")).await;
    assert_eq!(overview["groups"], 12);
    let answer = json_of(get("/api/queens/8/solutions?from=90")).await;
    assert_eq!(answer["all"], 92);
    assert_eq!(answer["solutions"].as_array().unwrap().len(), 2);
    assert_eq!(
        answer["solutions"][1]["columns"],
        json!([7, 3, 0, 2, 5, 1, 6, 4])
    );
}

#[tokio::test]
async fn boards_have_queens_blocked_squares_and_joined_edges() {
    let standing = json_of(get("/api/queens/4?board=.Q../..../..../....")).await;
    assert_eq!(standing["tree"]["solutions"], "1");
    assert_eq!(standing["symmetries"], 1);
    let path = "/api/queens/4/page?method=masks&step=0&board=%23.../..../..../....";
    let page = json_of(get(path)).await;
    let blocked =
        json!({ "reject": [0, { "target": { "row": 0, "column": 0 }, "blocked": true }] });
    assert_eq!(page["events"][0], blocked);
    let torus = json_of(get("/api/queens/7?torus=1")).await;
    assert_eq!(torus["tree"]["solutions"], "28");
    let count = send(get("/api/count?n=7&engine=masks&torus=1")).await;
    let body = String::from_utf8(bytes(count).await).unwrap();
    assert!(body.lines().last().unwrap().contains("\"28\""), "{body}");
}

#[tokio::test]
#[rustfmt::skip]
async fn bad_questions_get_a_sentence() {
    for (path, status, part) in [
        ("/api/queens/0", 400, "1 to 12"),
        ("/api/queens/13", 400, "1 to 12 queens, not 13"),
        ("/api/queens/4294967296", 400, "not a valid number"),
        ("/api/queens/-1", 400, "not a valid number"),
        ("/api/queens/x", 400, "\"x\" is not a valid number"),
        ("/api/queens/4/page", 400, "method"),
        ("/api/queens/4/page?method=magic&step=0", 400, "promising, arrays, masks"),
        ("/api/queens/4/page?method=masks&step=-1", 400, "step"),
        ("/api/queens/4/html?method=masks&lang=tlh", 400, "lang"),
        ("/api/queens/4?board=Q.../.Q../..../....", 400, "(1, 1) attacks (2, 2) along the diagonal"),
        ("/api/queens/5?board=Q.../..../..../....", 400, "side 4, not 5"),
        ("/api/queens/4?board=Q...", 400, "not square"),
        ("/api/queens/4?board=Qx../..../..../....", 400, "'x'"),
        ("/api/queens/4?torus=maybe", 400, "0 or 1"),
        ("/api/count?n=7&engine=lanes&torus=1", 400, "torus"),
        ("/api/listings/magic", 400, "magic"),
        ("/api/maze/generate?width=100000&height=100000&seed=1", 400, "more than the page shows"),
        ("/api/maze/generate?width=18446744073709551615&height=3&seed=1", 400, "more than"),
        ("/api/maze/generate?width=0&height=3&seed=1", 400, "two rooms"),
        ("/api/maze/generate?width=3&height=3&seed=1&loops=7", 400, "7"),
        ("/api/maze/generate?width=3&height=3&seed=1&algorithm=magic", 400, "magic"),
        ("/api/evolution?n=3&seed=1", 400, "3"),
        ("/api/evolution?n=65&seed=1", 400, "at most 64"),
        ("/api/evolution?n=8&seed=1&population=100000", 400, "at most 400"),
        ("/api/evolution?n=8&seed=1&population=1", 400, "cannot evolve"),
        ("/api/evolution?n=8&seed=1&mutation=NaN", 400, "mutation"),
        ("/api/evolution?n=8&seed=1&from=18446744073709551615", 400, "at most 20000"),
        ("/api/evolution?n=8&seed=1&selection=luck", 400, "roulette"),
        ("/api/evolution?n=8&seed=1&crossover=order", 400, "works on encoding permutation"),
        ("/api/count?n=21&engine=lanes", 400, "at most 20"),
        ("/api/count?n=8&engine=magic", 400, "lanes"),
        ("/api/count?n=8&engine=lanes&threads=0", 400, "threads"),
        ("/api/count?n=8&engine=lanes&threads=100000", 400, "threads"),
        ("/api/nothing", 404, "/api/nothing"),
        ("/../../etc/passwd", 404, "nothing"),
        ("/%2e%2e/%2e%2e/etc/passwd", 404, "nothing"),
        ("/queens/../../Cargo.toml", 404, "nothing"),
        ("//etc/passwd", 404, "nothing"),
        ("/words/%00", 404, "nothing"),
    ] {
        let (got, sentence) = refused(get(path)).await;
        assert_eq!(got, status, "{path}: {sentence}");
        assert!(sentence.contains(part), "{path}: {sentence}");
    }
}

#[tokio::test]
async fn bad_bodies_get_a_sentence() {
    let raw = |body: &str| {
        Request::post("/api/maze/race")
            .header(header::CONTENT_TYPE, "application/json")
            .body(body.to_owned().into())
            .unwrap()
    };
    for body in [
        "",
        "{",
        "[]",
        "{\"maze\": 7}",
        "{\"maze\": \"S G\", \"order\": \"NNNN\"}",
        "\u{0}",
    ] {
        let (status, sentence) = refused(raw(body)).await;
        assert!(
            (400..=422).contains(&status) && !sentence.is_empty(),
            "{body}"
        );
    }
    let large = "#".repeat(2 << 20);
    assert_eq!(refused(raw(&large)).await.0, 413);
    let many = format!("S{}G\n", " ".repeat(20_000));
    let (status, sentence) = refused(post("/api/maze/race", &json!({ "maze": many }))).await;
    assert_eq!((status, sentence.contains("at most 10000")), (400, true));
    let (_, sentence) = refused(post("/api/maze/race", &json!({ "maze": "S x" }))).await;
    assert_eq!(
        sentence,
        "line 1, column 3: 'x' is none of 'S', 'G', ' ' and '#'"
    );
    let position = json!({ "maze": MAZE, "position": "-3" });
    assert_eq!(refused(post("/api/maze/routes", &position)).await.0, 400);
    // A room whose routes cannot be counted within the memory budget.
    let room = format!(
        "S{0}\n{1}{2}G\n",
        " ".repeat(59),
        (" ".repeat(60) + "\n").repeat(58),
        " ".repeat(59)
    );
    let (status, sentence) = refused(post("/api/maze/routes", &json!({ "maze": room }))).await;
    assert_eq!(status, 400, "{sentence}");
    let wrong = || Request::delete("/api/about").body(Body::empty()).unwrap();
    assert_eq!(refused(wrong()).await.0, 405);
    assert_eq!(send(wrong()).await.headers()[header::ALLOW], "GET,HEAD");
    let (status, _) = refused(Request::post("/").body(Body::empty()).unwrap()).await;
    assert_eq!(status, 405);
}

#[tokio::test]
async fn a_picture_with_a_huge_header_is_not_unpacked() {
    let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    png.extend([0, 1, 0, 0, 0, 1, 0, 0]);
    let request = Request::post("/api/maze/read").body(png.into()).unwrap();
    let (status, sentence) = refused(request).await;
    assert_eq!(
        (status, sentence.contains("65536 x 65536")),
        (400, true),
        "{sentence}"
    );
}

#[tokio::test]
async fn mazes_are_raced_and_counted() {
    let runs = json_of(post("/api/maze/race", &json!({ "maze": MAZE }))).await;
    for run in runs.as_array().unwrap() {
        assert_eq!(run["route"].as_array().unwrap().len(), 5);
    }
    let routes = json_of(post(
        "/api/maze/routes",
        &json!({ "maze": MAZE, "position": "2" }),
    ))
    .await;
    assert_eq!(
        (&routes["count"], &routes["position"]),
        (&json!("2"), &json!("2"))
    );
    assert_eq!(routes["route"], json!([6, 7, 8, 13, 18]));
    let beyond = json_of(post(
        "/api/maze/routes",
        &json!({ "maze": MAZE, "position": "3" }),
    ))
    .await;
    assert_eq!(beyond["route"], Value::Null);
    let chance = json_of(post(
        "/api/maze/routes",
        &json!({ "maze": MAZE, "seed": 5 }),
    ))
    .await;
    assert!(chance["route"].is_array());
    let new = json_of(get("/api/maze/generate?width=4&height=3&seed=7")).await;
    let text = new["maze"].as_str().unwrap();
    assert_eq!(
        (text.lines().count(), text.lines().next().unwrap().len()),
        (7, 9)
    );
    let read = Request::post("/api/maze/read")
        .body(text.to_owned().into())
        .unwrap();
    assert_eq!(json_of(read).await, new);
}

#[tokio::test]
async fn evolution_is_the_same_however_it_is_asked() {
    let whole = json_of(get("/api/evolution?n=8&seed=1848&count=40")).await;
    let part = json_of(get("/api/evolution?n=8&seed=1848&from=30&count=10")).await;
    assert_eq!(whole["generations"].as_array().unwrap().len(), 40);
    assert_eq!(
        part["generations"].as_array().unwrap()[..],
        whole["generations"].as_array().unwrap()[30..]
    );
    assert_eq!(whole["goal"], 28.0);
    let solved = json_of(get("/api/evolution?n=8&seed=1848&from=40")).await;
    let last = solved["generations"].as_array().unwrap().last().unwrap();
    assert_eq!(
        (&solved["solved"], &last["best"]),
        (&json!(true), &json!(28.0))
    );
    assert_eq!(last["attacks"], json!([]));
}

#[tokio::test]
async fn counts_are_right_and_streamed_in_lines() {
    for engine in bezzel_count::engines().all().map(|engine| engine.name()) {
        let response = send(get(&format!("/api/count?n=10&engine={engine}&threads=1"))).await;
        let body = String::from_utf8(bytes(response).await).unwrap();
        let last: Value = serde_json::from_str(body.lines().last().unwrap()).unwrap();
        assert_eq!(last["done"]["count"], "724", "{engine}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_count_is_cancelled_when_the_client_disconnects() {
    let app = app();
    let ask = |n: u32| get(&format!("/api/count?n={n}&engine=promising&threads=1"));
    let first = app.clone().oneshot(ask(18)).await.unwrap();
    let second = app.clone().oneshot(ask(18)).await.unwrap();
    let third = app.clone().oneshot(ask(5)).await.unwrap();
    assert_eq!(third.status(), StatusCode::SERVICE_UNAVAILABLE);
    drop((first, second));
    // Each count would take an hour: if the next one is accepted, the first ones were stopped.
    loop {
        let again = app.clone().oneshot(ask(5)).await.unwrap();
        if again.status() == StatusCode::OK {
            break;
        }
        tokio::task::yield_now().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn routes_are_cancelled_when_the_client_disconnects() {
    let app = app();
    // A long room: the number of its routes has hundreds of digits, and is computed again at every
    // fork.
    let mut lines = vec![" ".repeat(12); 700];
    lines[0].replace_range(..1, "S");
    lines[699].replace_range(11.., "G");
    let ask = || {
        post(
            "/api/maze/routes",
            &json!({ "maze": lines.join("\n"), "seed": 7 }),
        )
    };
    for _ in 0..8 {
        let waiting = app.clone().oneshot(ask());
        // Request, and disconnect at once.
        let impatient = tokio::time::timeout(Duration::ZERO, waiting).await;
        assert!(impatient.is_err(), "too quick to be given up");
    }
    // These requests hold all permits; the last one is answered only when they are released.
    let small = app
        .oneshot(post("/api/maze/race", &json!({ "maze": MAZE })))
        .await
        .unwrap();
    assert_eq!(small.status(), StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn work_that_the_end_of_the_server_cuts_off_says_so() {
    let stop = bezzel::Cancel::new();
    let app = bezzel_serve::router(stop.clone(), bezzel_count::engines(), None, &[]);
    let mut lines = vec![" ".repeat(12); 700];
    lines[0].replace_range(..1, "S");
    lines[699].replace_range(11.., "G");
    let long = json!({ "maze": lines.join("\n"), "seed": 7 });
    let asked = tokio::spawn(app.oneshot(post("/api/maze/routes", &long)));
    stop.cancel();
    let response = asked.await.unwrap().unwrap();
    assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(response.headers()[header::RETRY_AFTER], "1");
    let received: Value = serde_json::from_slice(&bytes(response).await).unwrap();
    assert_eq!(received["error"], "the server is stopping");
}

#[tokio::test]
async fn pages_from_elsewhere_are_not_answered() {
    for (headers, status) in [
        (&[("sec-fetch-site", "cross-site")][..], 403),
        (
            &[
                ("origin", "https://evil.example"),
                ("host", "localhost:1848"),
            ],
            403,
        ),
        (&[("origin", "null"), ("host", "localhost:1848")], 403),
        (
            &[("origin", "http://localhost:1848"), ("host", "localhost")],
            403,
        ),
        (
            &[
                ("origin", "http://localhost:1848"),
                ("host", "localhost:1848"),
            ],
            200,
        ),
        (&[("host", "localhost:1848")], 200),
        // The browser's header has priority.
        (
            &[("sec-fetch-site", "same-origin"), ("origin", "null")],
            200,
        ),
    ] {
        let mut request = Request::get("/api/about");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let response = send(request.body(Body::empty()).unwrap()).await;
        assert_eq!(response.status().as_u16(), status, "{headers:?}");
    }
}

#[tokio::test]
async fn answers_carry_the_policy() {
    for path in ["/", "/lab.js", "/api/about", "/nothing"] {
        let response = send(get(path)).await;
        let headers = response.headers();
        let policy = headers[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
        assert!(
            policy.starts_with("default-src 'none'; script-src 'self'"),
            "{path}"
        );
        assert!(!policy.contains("unsafe"));
        assert_eq!(headers[header::X_CONTENT_TYPE_OPTIONS], "nosniff");
        assert!(!headers.contains_key(header::SET_COOKIE));
    }
    let page = send(get("/")).await;
    let tag = page.headers()[header::ETAG].clone();
    let icon = send(Request::get("/favicon.ico").body(Body::empty()).unwrap()).await;
    assert_eq!(icon.headers()[header::CONTENT_TYPE], "image/svg+xml");
    let again = Request::get("/").header(header::IF_NONE_MATCH, tag);
    let again = send(again.body(Body::empty()).unwrap()).await;
    assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
}
