//! The server: connections, their limits, and the end.

use std::net::{IpAddr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::http::{StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use bezzel::Cancel;
use bezzel::queens::Engines;
use bezzel_ledger::Store;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio::time;

use crate::answer::Refused;
use crate::write_timeout::WriteTimeout;
use crate::{Error, router};

/// Connections at a time. Those beyond wait until one of these ends.
const CONNECTIONS: usize = 1_024;
/// Threads for work that takes longer than a moment; the work itself is bounded elsewhere.
const WORKERS: usize = 64;
/// How long a client may take to say what it wants, also after an earlier request.
const HEADERS: Duration = Duration::from_secs(10);
/// How long requests under way may still take when the server is told to stop.
const FAREWELL: Duration = Duration::from_millis(300);
/// How often the server looks whether it is told to stop.
const LOOK: Duration = Duration::from_millis(50);

/// A server that listens and has not answered anything yet.
pub struct Lab {
    listener: TcpListener,
    address: SocketAddr,
    runs: Option<Arc<dyn Store>>,
    embedders: Vec<String>,
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
        let mut app = router(stop.clone(), engines, self.runs, &self.embedders);
        if self.address.ip().is_loopback() {
            app = app.layer(middleware::from_fn(by_a_name_of_this_machine));
        }
        let served = runtime.block_on(serve(self.listener, app, stop));
        runtime.shutdown_timeout(FAREWELL);
        drop(runs);
        served
    }
}

async fn serve(listener: TcpListener, app: Router, stop: &Cancel) -> Result<(), Error> {
    let listener = tokio::net::TcpListener::from_std(listener).map_err(Error::Start)?;
    let connections = Arc::new(Semaphore::new(CONNECTIONS));
    let graceful = GracefulShutdown::new();
    loop {
        let room = tokio::select! {
            room = connections.clone().acquire_owned() => room.expect("it is never closed"),
            () = thrown(stop) => break,
        };
        let stream = tokio::select! {
            // A client may be gone before it is met, or the system be out of files: others come.
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => stream,
                Err(_) => {
                    time::sleep(LOOK).await;
                    continue;
                }
            },
            () = thrown(stop) => break,
        };
        let connection = graceful.watch(connection(stream, app.clone()));
        tokio::spawn(async move {
            // What goes wrong with a connection is the client's to see.
            let _ = connection.await;
            drop(room);
        });
    }
    drop(listener);
    let _ = time::timeout(FAREWELL, graceful.shutdown()).await;
    Ok(())
}

type Connection = http1::Connection<TokioIo<WriteTimeout>, TowerToHyperService<Router>>;

fn connection(stream: TcpStream, app: Router) -> Connection {
    let _ = stream.set_nodelay(true);
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADERS)
        .serve_connection(
            TokioIo::new(WriteTimeout::new(stream)),
            TowerToHyperService::new(app),
        )
}

/// Other sites can give this machine a name of theirs and so pass for its own pages. They cannot pass for
/// `localhost` or a number.
async fn by_a_name_of_this_machine(request: Request, next: Next) -> Response {
    let host = request.headers().get(header::HOST);
    let name = host.and_then(|host| host.to_str().ok()).map(|host| {
        let port = host.rfind(':').filter(|&at| !host[at..].contains(']'));
        &host[..port.unwrap_or(host.len())]
    });
    let ours = |name: &str| {
        let address = name.trim_start_matches('[').trim_end_matches(']');
        name.eq_ignore_ascii_case("localhost") || address.parse::<IpAddr>().is_ok()
    };
    if name.is_none_or(ours) {
        return next.run(request).await;
    }
    let sentence = "this server answers to localhost and to its number";
    Refused::new(StatusCode::FORBIDDEN, sentence).into_response()
}

async fn thrown(stop: &Cancel) {
    while !stop.is_cancelled() {
        time::sleep(LOOK).await;
    }
}
