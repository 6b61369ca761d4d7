//! The server: connections, their limits, and the end.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::http::header;
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use bezzel::Cancel;
use bezzel_ledger::Store;
use bezzel_queens::Engines;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::time;

use crate::Error;
use crate::answer::Refused;
use crate::api::bounded_router;
use crate::connections::Connections;

/// Threads for work that takes longer than a moment; the work itself is bounded elsewhere.
const WORKERS: usize = 64;
/// How long a client may take to say what it wants, also after an earlier request.
const HEADERS: Duration = Duration::from_secs(10);
/// How long requests under way may still take when the server is told to stop.
const FAREWELL: Duration = Duration::from_millis(300);
/// How long the server waits if the system gives no more connections.
const SHORTAGE: Duration = Duration::from_millis(5);
/// How often the server looks whether it is told to stop.
const LOOK: Duration = Duration::from_millis(50);

/// A server that listens and has not answered anything yet.
pub struct Lab {
    listener: TcpListener,
    address: SocketAddr,
    runs: Option<Arc<dyn Store>>,
    embedders: Vec<String>,
}

impl std::fmt::Debug for Lab {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Lab").finish_non_exhaustive()
    }
}

impl Lab {
    /// Listens on a port of `host`; port 0 is any free one.
    ///
    /// # Errors
    /// [`Error::Listen`] if the port is taken or forbidden.
    pub fn listen(host: IpAddr, port: u16) -> Result<Self, Error> {
        let asked = SocketAddr::new(host, port);
        let refused = |source| Error::Listen {
            address: asked,
            source,
        };
        let listener = TcpListener::bind(asked).map_err(refused)?;
        listener.set_nonblocking(true).map_err(refused)?;
        let address = listener.local_addr().map_err(refused)?;
        Ok(Self {
            listener,
            address,
            runs: None,
            embedders: Vec::new(),
        })
    }

    /// Shows the runs of a store, too.
    #[must_use]
    pub fn showing(mut self, runs: Arc<dyn Store>) -> Self {
        self.runs = Some(runs);
        self
    }

    /// Lets pages of these hosts show the lab in a frame: `https://school.example`, `*.example.org`, `localhost:8000`.
    ///
    /// # Errors
    /// [`Error::Embedder`] for what is no host.
    pub fn embeddable_by(mut self, hosts: Vec<String>) -> Result<Self, Error> {
        let is_host = |host: &&String| {
            let name = host.strip_prefix("https://").unwrap_or(host);
            let name = name.strip_prefix("http://").unwrap_or(name);
            let name = name.strip_prefix("*.").unwrap_or(name);
            let letter = |byte: u8| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte);
            // Behind the last colon there is a port, unless it is part of an address in brackets.
            let port = name
                .rsplit_once(':')
                .filter(|(_, port)| !port.contains(']'));
            let port_fits = port.is_none_or(|(_, port)| port.parse::<u16>().is_ok());
            !name.is_empty() && name.bytes().all(letter) && port_fits
        };
        if let Some(wrong) = hosts.iter().find(|host| !is_host(host)) {
            return Err(Error::Embedder {
                host: wrong.clone(),
            });
        }
        self.embedders = hosts;
        Ok(self)
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers requests until `stop` is thrown, and within a second after. Counts are made by these engines.
    ///
    /// # Errors
    /// [`Error::Start`] if the system has no threads to give.
    pub fn run(self, stop: &Cancel, engines: Engines) -> Result<(), Error> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .max_blocking_threads(WORKERS)
            .build()
            .map_err(Error::Start)?;
        // A store may not be let go of inside of the runtime.
        let runs = self.runs.clone();
        let connections = Connections::new();
        let mut app = bounded_router(
            stop.clone(),
            engines,
            self.runs,
            &self.embedders,
            connections.clone(),
        );
        if self.address.ip().is_loopback() {
            app = app.layer(middleware::from_fn(by_a_name_of_this_machine));
        }
        let served = runtime.block_on(serve(self.listener, app, connections, stop));
        runtime.shutdown_timeout(FAREWELL);
        drop(runs);
        served
    }
}

async fn serve(
    listener: TcpListener,
    app: Router,
    connections: Connections,
    stop: &Cancel,
) -> Result<(), Error> {
    let listener = tokio::net::TcpListener::from_std(listener).map_err(Error::Start)?;
    let graceful = GracefulShutdown::new();
    let app = TowerToHyperService::new(app);
    loop {
        let (stream, client) = tokio::select! {
            // A client may be gone before it is met, or the system be out of files: then others make room.
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(_) => {
                    connections.close_one();
                    time::sleep(SHORTAGE).await;
                    continue;
                }
            },
            () = thrown(stop) => break,
        };
        let _ = stream.set_nodelay(true);
        let admitted = Arc::new(connections.admit(client.ip()));
        let (app, answered) = (app.clone(), admitted.clone());
        let answer = move |request| {
            let answering = answered.answering();
            let answer = app.call(request);
            async move {
                let answer = answer.await;
                drop(answering);
                answer
            }
        };
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEADERS)
            .serve_connection(TokioIo::new(admitted.watched(stream)), service_fn(answer));
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            tokio::select! {
                // What goes wrong with a connection is the client's to see.
                _ = connection => {}
                () = admitted.closed() => {}
            }
        });
    }
    drop(listener);
    let _ = time::timeout(FAREWELL, graceful.shutdown()).await;
    Ok(())
}

/// Refuses requests to other names than `localhost` or a number: other sites can give this machine a name of theirs and so pass for its
/// own pages.
async fn by_a_name_of_this_machine(request: Request, next: Next) -> Response {
    let stated = request.headers().get_all(header::HOST).into_iter();
    let mut hosts = stated.map(|host| host.to_str().unwrap_or_default());
    let authority = request.uri().authority().map(|stated| stated.as_str());
    if hosts.all(is_this_machine) && authority.is_none_or(is_this_machine) {
        return next.run(request).await;
    }
    Refused(bezzel_lab::Error::OtherHost).into_response()
}

/// Whether a host, with its port or without, is `localhost` or a number.
fn is_this_machine(host: &str) -> bool {
    let (name, port) = match host.rfind(':').filter(|&at| !host[at..].contains(']')) {
        Some(at) => (&host[..at], &host[at + 1..]),
        None => (host, ""),
    };
    let is_port = port.bytes().all(|byte| byte.is_ascii_digit());
    let bracketed = name
        .strip_prefix('[')
        .and_then(|name| name.strip_suffix(']'));
    let is_number = match bracketed {
        Some(inside) => inside.parse::<Ipv6Addr>().is_ok(),
        None => name.parse::<Ipv4Addr>().is_ok(),
    };
    is_port && (name.eq_ignore_ascii_case("localhost") || is_number)
}

async fn thrown(stop: &Cancel) {
    while !stop.is_cancelled() {
        time::sleep(LOOK).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_this_machine() {
        for host in [
            "localhost",
            "LocalHost:1848",
            "127.0.0.1:80",
            "192.168.1.7",
            "[::1]:1848",
            "[::1]",
        ] {
            assert!(is_this_machine(host), "{host}");
        }
        for host in [
            "",
            "evil.example",
            "localhost:80@evil.example",
            "localhost.evil.example",
            "evil.example:80",
            "[::1",
            "::1",
            "localhost:x",
            "[127.0.0.1]",
            "127.0.0.1.nip.io",
        ] {
            assert!(!is_this_machine(host), "{host}");
        }
    }
}
