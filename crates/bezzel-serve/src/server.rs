//! The server: accepts connections, enforces limits, shuts down.

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

/// The number of threads for long work; the number of concurrent tasks is limited elsewhere.
const WORK_THREADS: usize = 64;
/// The time limit for the headers of a request, including the idle time before it.
const HEADER_TIMEOUT: Duration = Duration::from_secs(10);
/// The time that running requests have after the server was stopped.
const SHUTDOWN_TIME: Duration = Duration::from_millis(300);
/// The pause if the system has no more file descriptors.
const SHORTAGE_PAUSE: Duration = Duration::from_millis(5);
/// The interval at which the stop token is polled.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// A listening server that has not started to answer.
pub struct LabServer {
    listener: TcpListener,
    address: SocketAddr,
    runs: Option<Arc<dyn Store>>,
    embedders: Vec<String>,
}

impl std::fmt::Debug for LabServer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LabServer").finish_non_exhaustive()
    }
}

impl LabServer {
    /// Binds a port of `host`; port 0 means any free one.
    ///
    /// # Errors
    /// [`Error::Listen`] if the port is taken or not permitted.
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

    /// Adds the runs of a store.
    #[must_use]
    pub fn showing(mut self, runs: Arc<dyn Store>) -> Self {
        self.runs = Some(runs);
        self
    }

    /// Allows pages of these hosts to show the lab in a frame: `https://school.example`,
    /// `*.example.org`, `localhost:8000`.
    ///
    /// # Errors
    /// [`Error::Embedder`] if a host is not valid.
    pub fn embeddable_by(mut self, hosts: Vec<String>) -> Result<Self, Error> {
        let is_host = |host: &&String| {
            let name = host.strip_prefix("https://").unwrap_or(host);
            let name = name.strip_prefix("http://").unwrap_or(name);
            let name = name.strip_prefix("*.").unwrap_or(name);
            let letter = |byte: u8| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte);
            // The last colon separates the port, unless it is part of an address in brackets.
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

    /// Returns the address it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers requests until `stop` is set, and returns within a second after that. Counts use
    /// these engines.
    ///
    /// # Errors
    /// [`Error::Start`] if the system cannot create threads.
    pub fn run(self, stop: &Cancel, engines: Engines) -> Result<(), Error> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .max_blocking_threads(WORK_THREADS)
            .build()
            .map_err(Error::Start)?;
        // A store must not be dropped inside of the runtime.
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
        runtime.shutdown_timeout(SHUTDOWN_TIME);
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
            // If the client is already gone, continue. If the system is out of file descriptors,
            // close a connection.
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(_) => {
                    connections.close_one();
                    time::sleep(SHORTAGE_PAUSE).await;
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
            .header_read_timeout(HEADER_TIMEOUT)
            .serve_connection(TokioIo::new(admitted.watched(stream)), service_fn(answer));
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            tokio::select! {
                // Errors of a connection concern only its client.
                _ = connection => {}
                () = admitted.closed() => {}
            }
        });
    }
    drop(listener);
    let _ = time::timeout(SHUTDOWN_TIME, graceful.shutdown()).await;
    Ok(())
}

/// Refuses requests whose host is neither `localhost` nor an IP address: another site could make
/// its own name point to this machine, and pass for the lab's origin (DNS rebinding).
async fn by_a_name_of_this_machine(request: Request, next: Next) -> Response {
    let stated = request.headers().get_all(header::HOST).into_iter();
    let mut hosts = stated.map(|host| host.to_str().unwrap_or_default());
    let authority = request.uri().authority().map(|stated| stated.as_str());
    if hosts.all(is_this_machine) && authority.is_none_or(is_this_machine) {
        return next.run(request).await;
    }
    Refused(bezzel_lab::Error::OtherHost).into_response()
}

/// Returns true if a host, with or without a port, is `localhost` or an IP address.
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
        time::sleep(POLL_INTERVAL).await;
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
