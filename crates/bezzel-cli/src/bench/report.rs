//! The report of `bezzel bench`.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::text::table;
use crate::words::duration_text;
use serde::Serialize;

/// A run of the benchmark.
#[derive(Serialize)]
pub struct BenchReport {
    pub version: &'static str,
    pub date: String,
    pub cpu: String,
    /// The measured cards, with the CUDA version of their driver.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<String>,
    /// The variants of the fastest engine on this machine.
    pub variants: Vec<&'static str>,
    pub measures: Vec<Measure>,
    pub ratios: Vec<Ratio>,
}

/// The measured time of one board with one engine.
#[derive(Serialize)]
pub struct Measure {
    pub n: u32,
    pub engine: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant: Option<&'static str>,
    pub threads: usize,
    pub seconds: f64,
    /// The seconds that a card spent in kernels; `None` without a card.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kernels: Option<f64>,
    /// For a sample: the standard error of `seconds`, and the numbers of counted units (`sampled`)
    /// and of all units (`units`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sampled: Option<u64>,
    pub units: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<String>,
    /// The seconds of the fastest public program, with the same number of threads on another
    /// machine, or on one card.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub public: Option<f64>,
}

/// The speed of one measurement relative to another.
#[derive(Serialize)]
pub struct Ratio {
    pub name: String,
    pub n: u32,
    pub ratio: f64,
}

impl Measure {
    /// Returns the time in words, and how it was estimated.
    fn time(&self) -> String {
        let words = |seconds| duration_text(Duration::from_secs_f64(seconds));
        let time = words(self.seconds);
        if let Some(kernels) = self.kernels {
            return format!("{time} ({} in kernels)", words(kernels));
        }
        match (self.error, self.sampled) {
            (Some(error), Some(sampled)) => {
                let percent = 100.0 * error / self.seconds;
                format!("{time} ± {percent:.0} % ({sampled} of {})", self.units)
            }
            _ => time,
        }
    }

    fn name(&self) -> String {
        let on = self.variant.map(|variant| format!(" on {variant}"));
        format!("{}{}", self.engine, on.unwrap_or_default())
    }
}

impl BenchReport {
    /// Computes the ratios: each variant and each engine relative to the one before it in the
    /// table, all threads relative to one.
    pub fn compare(&mut self) {
        let ratio = |name: String, slow: &Measure, fast: &Measure| Ratio {
            name,
            n: fast.n,
            ratio: slow.seconds / fast.seconds,
        };
        let mut ratios = Vec::new();
        for (at, fast) in self.measures.iter().enumerate() {
            let before = || {
                self.measures[..at]
                    .iter()
                    .rev()
                    .filter(|one| one.n == fast.n)
            };
            if fast.threads > 1 {
                let alone = before().find(|one| one.engine == fast.engine);
                ratios.extend(alone.map(|alone| ratio("all threads over one".into(), alone, fast)));
                continue;
            }
            let alone = || before().filter(|one| one.threads == 1);
            let variant = alone().next().filter(|one| one.engine == fast.engine);
            let slower = alone().find(|one| one.engine != fast.engine);
            let name = |slow: &Measure| format!("{} over {}", fast.name(), slow.name());
            let others = variant.into_iter().chain(slower);
            ratios.extend(others.map(|slow| ratio(name(slow), slow, fast)));
        }
        self.ratios = ratios;
    }

    /// Returns the report as a table.
    pub fn text(&self) -> String {
        let mut text = format!(
            "bezzel {}, {}, {}, with {}\n\n",
            self.version,
            self.date,
            self.cpu,
            [&self.variants.join(", ")]
                .into_iter()
                .chain(&self.cards)
                .cloned()
                .collect::<Vec<_>>()
                .join(", ")
        );
        let head = [
            "n",
            "engine",
            "variant",
            "threads",
            "time",
            "fastest public (*)",
        ];
        let mut rows = vec![head.map(String::from).to_vec()];
        rows.extend(self.measures.iter().map(|one| {
            vec![
                one.n.to_string(),
                one.engine.into(),
                one.variant.unwrap_or("-").into(),
                one.threads.to_string(),
                one.time(),
                one.public.map_or_else(String::new, |public| {
                    duration_text(Duration::from_secs_f64(public))
                }),
            ]
        }));
        text += &table(&rows);
        let mut rows = vec![["ratio", "n", "times"].map(String::from).to_vec()];
        rows.extend(self.ratios.iter().map(|one| {
            vec![
                one.name.clone(),
                one.n.to_string(),
                format!("{:.2}", one.ratio),
            ]
        }));
        if !self.ratios.is_empty() {
            text += "\n";
            text += &table(&rows);
        }
        if self.measures.iter().any(|one| one.sampled.is_some()) {
            text += "\ntimes marked so are extrapolated from a sample of the units\n";
        }
        text += "\n(*) Kluev's N-Queens-Count-Sol, measured on an AMD Zen 4 at 3.6 GHz";
        if !self.cards.is_empty() {
            text += "; for cards the program of arXiv 2511.12009, its kernels on an NVIDIA H200";
        }
        text + "\n"
    }
}

/// Returns the date in universal time, like `2026-11-15`.
pub fn today() -> String {
    let seconds = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs());
    date(seconds / 86_400)
}

/// Returns the date a number of days after 1 January 1970.
fn date(mut days: u64) -> String {
    let mut year = 1970;
    let leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    while days >= 365 + u64::from(leap(year)) {
        days -= 365 + u64::from(leap(year));
        year += 1;
    }
    let months = [
        31,
        28 + u64::from(leap(year)),
        31,
        30,
        31,
        30,
        31,
        31,
        30,
        31,
        30,
        31,
    ];
    let mut month = 1;
    for length in months {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    format!("{year}-{month:02}-{:02}", days + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        let days = [0, 58, 59, 11_016, 19_782, 20_772];
        let dates = [
            "1970-01-01",
            "1970-02-28",
            "1970-03-01",
            "2000-02-29",
            "2024-02-29",
            "2026-11-15",
        ];
        assert_eq!(days.map(date), dates);
    }
}
