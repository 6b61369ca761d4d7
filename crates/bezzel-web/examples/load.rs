//! Many clients stepping through traces at once: errors, times, and the server's memory along the way.
//!
//! ```sh
//! cargo build --release && cargo run --release -p bezzel-web --example load -- [CLIENTS] [SECONDS]
//! ```

use std::error::Error;
use std::io::{BufRead, BufReader as Lines};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use bezzel_recording::methods;
use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::time;

type Anyhow<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// A client's connection, kept for all its requests.
struct Client {
    stream: BufReader<TcpStream>,
}

impl Client {
    async fn get(&mut self, path: &str) -> Anyhow<Vec<u8>> {
        let request = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\n\r\n");
        self.stream.write_all(request.as_bytes()).await?;
        let mut line = String::new();
        self.stream.read_line(&mut line).await?;
        if !line.starts_with("HTTP/1.1 200") {
            return Err(format!("{path}: {line}").into());
        }
        let mut length = 0;
        while line.trim() != "" {
            line.clear();
            self.stream.read_line(&mut line).await?;
            if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse()?;
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body).await?;
        Ok(body)
    }

    /// Steps through the whole search of a board, page by page.
    async fn watch(&mut self, n: u32, method: &str, seen: &Seen, until: Instant) -> Anyhow<()> {
        let overview: Value =
            serde_json::from_slice(&self.get(&format!("/api/queens/{n}")).await?)?;
        let steps = overview["steps"].as_u64().ok_or("no steps")?;
        let mut step = 0;
        while step < steps && Instant::now() < until {
            let path = format!("/api/queens/{n}/page?method={method}&step={step}");
            let start = Instant::now();
            let body = self.get(&path).await?;
            seen.record(start.elapsed(), body.len());
            let page: Value = serde_json::from_slice(&body)?;
            let events = page["events"].as_array().ok_or("no events")?.len() as u64;
            if page["step"] != step || events == 0 {
                return Err(
                    format!("{path}: a page of {events} steps from {}", page["step"]).into(),
                );
            }
            step += events;
        }
        Ok(())
    }
}

/// What all clients saw.
#[derive(Default)]
struct Seen {
    requests: AtomicU64,
    bytes: AtomicU64,
    errors: AtomicU64,
    times: Mutex<Vec<Duration>>,
}

impl Seen {
    fn record(&self, time: Duration, bytes: usize) {
        self.requests.fetch_add(1, Relaxed);
        self.bytes.fetch_add(bytes as u64, Relaxed);
        self.times.lock().expect("no client panics").push(time);
    }
}

/// The memory a process has in use, in MiB.
fn memory(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: u64 = line.trim().trim_end_matches(" kB").parse().ok()?;
    Some(kibibytes >> 10)
}

fn serve() -> Anyhow<(Child, String)> {
    let mut program = std::env::current_exe()?;
    program.pop();
    program.set_file_name("bezzel");
    let mut server = Command::new(&program)
        .args(["serve", "--port", "0"])
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("{}: {error}", program.display()))?;
    let mut line = String::new();
    Lines::new(server.stdout.take().ok_or("no output")?).read_line(&mut line)?;
    let address = line
        .trim()
        .trim_start_matches("http://")
        .trim_end_matches('/');
    Ok((server, address.to_owned()))
}

#[tokio::main]
async fn main() -> Anyhow<()> {
    let mut arguments = std::env::args().skip(1);
    let mut number = |usual| {
        arguments
            .next()
            .map_or(Ok(usual), |text| text.parse::<u64>())
    };
    let (clients, seconds) = (number(200)?, number(30)?);
    let (mut server, address) = serve()?;
    let process = server.id();

    let seen = Arc::new(Seen::default());
    let start = Instant::now();
    let until = start + Duration::from_secs(seconds);
    let watching = (0..clients).map(|client| {
        let (seen, address) = (seen.clone(), address.clone());
        tokio::spawn(async move {
            let methods = methods();
            let method = methods[client as usize % methods.len()].name;
            while Instant::now() < until {
                let watched = async {
                    let stream = TcpStream::connect(&address).await?;
                    let mut visitor = Client {
                        stream: BufReader::new(stream),
                    };
                    for n in (4..=9).cycle().skip(client as usize % 6).take(6) {
                        visitor.watch(n, method, &seen, until).await?;
                    }
                    Anyhow::Ok(())
                };
                if let Err(error) = watched.await {
                    seen.errors.fetch_add(1, Relaxed);
                    eprintln!("{error}");
                }
            }
        })
    });
    let watching: Vec<_> = watching.collect();
    println!("{clients} clients for {seconds} s");
    println!("{:>9} {:>10} {:>10}", "second", "requests", "MiB");
    for second in (0..=seconds).step_by((seconds / 6).max(1) as usize) {
        time::sleep_until((start + Duration::from_secs(second)).into()).await;
        let memory = memory(process).map_or("?".into(), |memory| memory.to_string());
        println!(
            "{second:>9} {:>10} {memory:>10}",
            seen.requests.load(Relaxed)
        );
    }
    for client in watching {
        client.await?;
    }
    server.kill()?;
    server.wait()?;

    let mut times = std::mem::take(&mut *seen.times.lock().expect("no client panics"));
    times.sort_unstable();
    let share = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    println!(
        "{} requests, {} errors, {} MiB; half within {:.1?}, 99 % within {:.1?}, all within {:.1?}",
        times.len(),
        seen.errors.load(Relaxed),
        seen.bytes.load(Relaxed) >> 20,
        share(0.5),
        share(0.99),
        share(1.0),
    );
    if seen.errors.load(Relaxed) > 0 {
        return Err("there were errors".into());
    }
    Ok(())
}
