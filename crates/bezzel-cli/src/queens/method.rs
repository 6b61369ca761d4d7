//! How long a way of counting will take, and on which instructions.

use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use bezzel::queens::{Form, Masks, Run};
use bezzel_count::{Method, Path};

use crate::forecast;
use crate::threads;

/// The same method on a path of the machine.
pub fn on(method: Method, path: &str) -> Result<Method> {
    match method {
        Method::Units(engine) if engine.name == "lanes" => {
            Ok(Method::Units(engine.on(Path::named(path)?)))
        }
        _ => bail!("--path goes with --method lanes"),
    }
}

/// The time it would need on this machine.
pub fn forecast(method: Method, n: u32) -> Result<Duration> {
    let seconds = match method {
        // Beyond the masks even the estimate would take long.
        _ if n > Masks::LIMIT => f64::INFINITY,
        Method::Tree(engine) => {
            // From the rate at which it walks the first few million nodes.
            const PROBE: u64 = 2_000_000;
            let run = Run {
                max_nodes: Some(PROBE),
                ..Run::default()
            };
            let start = Instant::now();
            let walked = engine.count(n, &run)?.nodes.max(1);
            start.elapsed().as_secs_f64() * nodes(n)? / walked as f64
        }
        Method::Units(engine) => {
            // From some units of a board whose units are short; lanes twice as wide are half as
            // many.
            const MEASURED: u32 = 19;
            const WIDER: f64 = 1.9;
            let measured = n.min(MEASURED);
            let patience = Duration::from_millis(100);
            let alone = bezzel_count::forecast(measured, &engine, patience)?;
            let wider = if n > 20 { WIDER } else { 1.0 };
            let scale = wider * nodes(n)? / nodes(measured)?;
            alone.as_secs_f64() * scale / threads::at_work() as f64
        }
    };
    Ok(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
}

/// The promising nodes of the tree, estimated.
fn nodes(n: u32) -> Result<f64> {
    Ok(forecast::estimate(n, 2_000, 1848)?.total.promising.mean)
}
