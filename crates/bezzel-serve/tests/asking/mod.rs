//! Requests to the router without a network.
#![allow(dead_code)] // Each test file uses a part of this module.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, Response, StatusCode, header};
use bezzel::Cancel;
use bezzel::job::{Branches, ClaimSize, Job, Ledger};
use bezzel_ledger::{Member, Rules, Run, Sqlite, Store, Task, WorkerInfo};
use bezzel_queens::Masks;
use bezzel_serve::router;
use http_body_util::BodyExt;
use serde_json::Value;
use tower::ServiceExt;

pub fn app() -> Router {
    router(Cancel::new(), bezzel_count::engines(), Some(runs()), &[])
}

/// Returns a store with a run that is half done.
fn runs() -> Arc<dyn Store> {
    static RUNS: LazyLock<Arc<dyn Store>> = LazyLock::new(|| {
        let folder = tempfile::tempdir().unwrap();
        let store = Sqlite::open(&folder.path().join("runs.db")).unwrap();
        let job = Branches::new(Masks::new(8).unwrap(), "{\"n\":8}", 1, 2);
        let run = Run::new("q8", &job, "masks", Rules::default()).unwrap();
        store.start(&run, &mut Task::cut(&job, 20)).unwrap();
        let member = Member::join(&store, "q8", &job, WorkerInfo::here("masks", 1))
            .unwrap()
            .claims_of(Duration::ZERO);
        for _ in 0..10 {
            let claim = Ledger::claim(
                &member,
                ClaimSize {
                    units: 1,
                    cost: 0.0,
                },
            )
            .unwrap()
            .unwrap();
            let mut worker = job.worker(0).unwrap();
            let mut report = |unit, outcome| member.report(unit, &outcome).map(drop);
            worker.work(claim, &Cancel::new(), &mut report).unwrap();
        }
        Arc::new(store)
    });
    RUNS.clone()
}

pub async fn send(request: Request<Body>) -> Response<Body> {
    app().oneshot(request).await.unwrap()
}

pub fn get(path: &str) -> Request<Body> {
    Request::get(path).body(Body::empty()).unwrap()
}

pub fn post(path: &str, body: &Value) -> Request<Body> {
    Request::post(path)
        .header(header::CONTENT_TYPE, "application/json")
        .body(body.to_string().into())
        .unwrap()
}

pub async fn bytes(response: Response<Body>) -> Vec<u8> {
    response
        .into_body()
        .collect()
        .await
        .unwrap()
        .to_bytes()
        .into()
}

pub async fn json_of(request: Request<Body>) -> Value {
    let response = send(request).await;
    let status = response.status();
    let body = bytes(response).await;
    assert_eq!(status, StatusCode::OK, "{}", String::from_utf8_lossy(&body));
    serde_json::from_slice(&body).unwrap()
}

/// Returns the status and the message of a request that must be refused.
pub async fn refused(request: Request<Body>) -> (u16, String) {
    let response = send(request).await;
    let status = response.status().as_u16();
    assert!((400..600).contains(&status), "{status}");
    let body = bytes(response).await;
    let body: Value = serde_json::from_slice(&body)
        .unwrap_or_else(|_| panic!("{status}: {}", String::from_utf8_lossy(&body)));
    (status, body["error"].as_str().unwrap().to_owned())
}
