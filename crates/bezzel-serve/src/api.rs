//! The router, and the middleware for all routes.

use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{DefaultBodyLimit, FromRequest, Request, State};
use axum::http::header::{self, HeaderName};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use bezzel::Cancel;
use bezzel_lab::{Bounds, Error, Handler, Lab, Route, Verb};
use bezzel_ledger::Store;
use bezzel_queens::Engines;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::set_header::SetResponseHeaderLayer;

use crate::answer::{Refused, WorkPool, after_a_panic, bounded, in_time};
use crate::connections::Connections;
use crate::runs::StoreRuns;
use crate::{count, metrics, page, runs};

/// The largest body of a request.
const MAX_BODY: usize = 1 << 20;
/// The page loads only its own files and connects only to its own server.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors";
/// If a page sends this header, errors are returned with status 200, so that the browser does not
/// log them as failures of the page. The response's header contains the actual status.
const INLINE_HEADER: HeaderName = HeaderName::from_static("bezzel-refusals");
const REFUSED_HEADER: HeaderName = HeaderName::from_static("bezzel-refused");

/// Returns the router of the server: counts use these engines, and runs are read from this store.
/// Pages of these hosts may show the lab in a frame; by default no page may. Running work is
/// cancelled when `stop` is set.
///
/// # Panics
/// If a host is not valid for [`LabServer::embeddable_by`](crate::LabServer::embeddable_by).
pub fn router(
    stop: Cancel,
    engines: Engines,
    runs: Option<Arc<dyn Store>>,
    embedders: &[String],
) -> Router {
    bounded_router(stop, engines, runs, embedders, Connections::new())
}

/// Returns the router. If memory for answers runs short, it closes those of `connections` that have
/// unread answers.
pub(crate) fn bounded_router(
    stop: Cancel,
    engines: Engines,
    runs: Option<Arc<dyn Store>>,
    embedders: &[String],
    connections: Connections,
) -> Router {
    let threads = std::thread::available_parallelism().map_or(1, Into::into);
    let mut lab = Lab::new(engines, Bounds::server(threads));
    if bezzel_lab::module().is_some() {
        lab = lab.with_file();
    }
    if let Some(store) = runs.clone() {
        lab = lab.showing(Arc::new(StoreRuns(store)));
    }
    layered(
        Router::new().fallback(answer),
        WorkPool::new(stop, lab, connections).with_ledger(runs),
        embedders,
    )
}

/// Answers a request for the API, the lab as one file, the metrics, or a file of the page.
async fn answer(State(pool): State<WorkPool>, request: Request) -> Result<Response, Refused> {
    let path = request.uri().path();
    let verb = match *request.method() {
        Method::GET | Method::HEAD => Verb::Get,
        Method::POST => Verb::Post,
        // Other methods are mapped to the verb that the route does not accept, so that the route
        // refuses them.
        _ if Route::find(Verb::Post, path).is_ok() => Verb::Get,
        _ => Verb::Post,
    };
    if path == "/api" || path.starts_with("/api/") {
        let route = Route::find(verb, path)?;
        return match route.handler {
            Handler::Lines => count::count(pool, request.uri().query().unwrap_or_default()).await,
            Handler::Whole(_) => ask(pool, route, request).await,
        };
    }
    match path {
        _ if verb != Verb::Get => Err(Error::OtherVerb { allow: "GET,HEAD" }.into()),
        "/lab.html" => page::one_file().await,
        "/metrics" => figures(pool).await,
        _ => page::file(request).await,
    }
}

/// Returns the metrics of the ledger's runs, for Prometheus.
async fn figures(pool: WorkPool) -> Result<Response, Refused> {
    let ledger = pool.ledger.clone();
    let ledger = ledger.ok_or_else(|| Error::nothing_at("/metrics"))?;
    let text = pool.work(move |_, _| metrics::text(&*ledger)).await?;
    let text = text.map_err(runs::refusal)?;
    let media_type = "text/plain; version=0.0.4; charset=utf-8";
    Ok(([(header::CONTENT_TYPE, media_type)], text).into_response())
}

/// Answers a request of the API.
async fn ask(pool: WorkPool, route: &'static Route, request: Request) -> Result<Response, Refused> {
    let uri = request.uri().clone();
    let body: Result<Bytes, BytesRejection> = Bytes::from_request(request, &()).await;
    let body = body?;
    let answer = move |lab: &_, cancel: &_| {
        let request = bezzel_lab::Request {
            verb: route.verb,
            path: uri.path(),
            query: uri.query().unwrap_or_default(),
            body: &body,
        };
        route.answer(lab, &request, cancel)
    };
    let (answered, room) = match route.large {
        true => {
            let (answered, room) = pool.large_work(answer).await?;
            (answered, Some(room))
        }
        false => (pool.work(answer).await?, None),
    };
    bounded(answered, &pool.room, room).await
}

/// Adds the middleware.
fn layered(router: Router<WorkPool>, pool: WorkPool, embedders: &[String]) -> Router {
    let ancestors = match embedders {
        [] => "'none'".to_owned(),
        hosts => hosts.join(" "),
    };
    let policy = HeaderValue::from_str(&format!("{POLICY} {ancestors}"));
    let policy = policy.expect("hosts are plain letters");
    let header = |name: HeaderName, value: &'static str| {
        SetResponseHeaderLayer::overriding(name, HeaderValue::from_static(value))
    };
    router
        .with_state(pool)
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(middleware::from_fn(in_time))
        .layer(CatchPanicLayer::custom(after_a_panic))
        .layer(middleware::from_fn(same_origin_only))
        .layer(middleware::from_fn(refusals_inside))
        .layer(SetResponseHeaderLayer::overriding(
            header::CONTENT_SECURITY_POLICY,
            policy,
        ))
        .layer(header(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(header(header::REFERRER_POLICY, "no-referrer"))
}

/// Refuses requests sent by pages of other origins: they may link to this server, but not make it
/// work. Browsers send the origin in one of two headers; a client without either is not a browser.
async fn same_origin_only(request: Request, next: Next) -> Response {
    if is_foreign(request.headers()) && request.uri().path().starts_with("/api") {
        return Refused(Error::OtherSite).into_response();
    }
    next.run(request).await
}

fn is_foreign(headers: &HeaderMap) -> bool {
    if let Some(site) = headers.get("sec-fetch-site") {
        return site != "same-origin" && site != "none";
    }
    let Some(origin) = headers.get(header::ORIGIN) else {
        return false;
    };
    let mut schemes = [&b"http://"[..], b"https://"].into_iter();
    let stated = schemes.find_map(|scheme| origin.as_bytes().strip_prefix(scheme));
    stated.is_none() || stated != headers.get(header::HOST).map(HeaderValue::as_bytes)
}

/// Returns errors with status 200 to pages that request it.
async fn refusals_inside(request: Request, next: Next) -> Response {
    let inline = request.headers().contains_key(INLINE_HEADER);
    let mut response = next.run(request).await;
    let status = response.status();
    if inline && (status.is_client_error() || status.is_server_error()) {
        *response.status_mut() = StatusCode::OK;
        response
            .headers_mut()
            .insert(REFUSED_HEADER, HeaderValue::from(status.as_u16()));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;
    use axum::routing::get;
    use http_body_util::BodyExt;
    use serde_json::Value;
    use tower::ServiceExt;

    #[tokio::test]
    async fn a_panic_is_one_requests_own() {
        async fn panics() -> Response {
            panic!("on purpose")
        }
        async fn panics_at_work(
            axum::extract::State(pool): axum::extract::State<WorkPool>,
        ) -> Result<Response, Refused> {
            pool.work(|_, _| panic!("on purpose")).await
        }
        let router = Router::new()
            .route("/api/panics", get(panics))
            .route("/api/works", get(panics_at_work))
            .route("/api/about", get(answer));
        let app = layered(
            router,
            WorkPool::new(
                Cancel::new(),
                Lab::new(bezzel_count::engines(), Bounds::server(1)),
                Connections::new(),
            ),
            &[],
        );
        for _ in 0..50 {
            for (path, status) in [
                ("/api/panics", StatusCode::INTERNAL_SERVER_ERROR),
                ("/api/works", StatusCode::INTERNAL_SERVER_ERROR),
                ("/api/about", StatusCode::OK),
            ] {
                let request = Request::get(path).body(Body::empty()).unwrap();
                let answer = app.clone().oneshot(request).await.unwrap();
                assert_eq!(answer.status(), status);
                let body = answer.into_body().collect().await.unwrap().to_bytes();
                let body: Value = serde_json::from_slice(&body).unwrap();
                assert_eq!(body.get("error").is_some(), status != StatusCode::OK);
            }
        }
    }
}
