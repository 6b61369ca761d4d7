//! Prometheus metrics of the runs in a ledger.

use bezzel_ledger::{Error, Status, Store};

/// Returns the metrics of all runs in Prometheus' text format.
pub fn text(store: &dyn Store) -> Result<String, Error> {
    let mut statuses = Vec::new();
    for name in store.list()? {
        statuses.push(store.status(&name)?);
    }
    type Figure = (&'static str, &'static str, fn(&Status) -> f64);
    let figures: [Figure; 12] = [
        ("units", "Units in all", |run| run.units as f64),
        ("units_done", "Units counted", |run| run.done as f64),
        ("share", "Share of the work done, from 0 to 1", |run| {
            run.share
        }),
        ("complete", "1 if nothing is left", |run| {
            f64::from(u8::from(run.complete))
        }),
        (
            "share_per_second",
            "Share of the work done in a second",
            |run| run.share_per_hour / 3_600.0,
        ),
        ("seconds_left", "Seconds left at this rate", |run| {
            run.seconds_left.unwrap_or(f64::NAN)
        }),
        ("workers", "Workers at work", |run| {
            run.workers.iter().filter(|worker| worker.alive).count() as f64
        }),
        ("tasks_taken", "Tasks that a worker holds", |run| {
            run.taken as f64
        }),
        ("audits", "Tasks counted again, done and open", |run| {
            run.audits as f64
        }),
        ("audits_open", "Audits that are not done", |run| {
            run.audits_open as f64
        }),
        (
            "disputes",
            "Tasks on which parties contradicted each other",
            |run| run.disputes as f64,
        ),
        ("disputes_open", "Disputes that are not settled", |run| {
            run.disputes_open as f64
        }),
    ];
    let mut text = String::new();
    for (name, help, value) in figures {
        text += &format!("# HELP bezzel_run_{name} {help}.\n# TYPE bezzel_run_{name} gauge\n");
        for run in &statuses {
            text += &format!("bezzel_run_{name}{{run=\"{}\"}} {}\n", run.name, value(run));
        }
    }
    Ok(text)
}
