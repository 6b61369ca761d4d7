//! Race results as a table and as a chart.

use std::fmt::Write;

use bezzel_queens::race::{Finish, RaceResult};
use bezzel_queens::report::RaceReport;

use crate::text::table;
use crate::words::{duration_text, plural};

/// Returns the methods as a table, in the order they started.
pub fn race_text(report: &RaceReport) -> String {
    let mut rows = vec![["way", "time", "work"].map(String::from).to_vec()];
    let mut remarks = vec![String::new()];
    for finish in &report.ways {
        let (time, work) = match finish.result {
            RaceResult::Unable(_) => ("-".into(), "-".into()),
            _ => (duration_text(finish.time), finish.work.to_string()),
        };
        rows.push(vec![finish.name.into(), time, work]);
        remarks.push(match &finish.result {
            RaceResult::Found => unit(finish),
            RaceResult::Unable(reason) => reason.clone(),
            _ => format!("{}, {}", unit(finish), verdict(finish, report)),
        });
    }
    let lines = table(&rows);
    let lines = lines.lines().zip(remarks);
    lines.fold(String::new(), |mut text, (line, remark)| {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{}", format!("{line}  {remark}").trim_end());
        text
    })
}

/// Returns the unit in which the work of a method is counted, singular or plural.
fn unit(finish: &Finish) -> String {
    let plural = if finish.work == 1 { "" } else { "s" };
    format!("{}{plural}", finish.unit)
}

/// Returns how a method ended, in words.
fn verdict(finish: &Finish, report: &RaceReport) -> String {
    match &finish.result {
        RaceResult::Found => "found".into(),
        RaceResult::OutOfTime => format!("nothing within {} s", report.seconds),
        RaceResult::Cancelled => "interrupted".into(),
        RaceResult::Unable(reason) => reason.clone(),
        _ => "ended".into(),
    }
}

const STYLE: &str = "<style>\
text{font-family:system-ui,'Noto Sans',sans-serif;font-size:13px;fill:#22262b}\
.title{font-size:17px;font-weight:600}\
.quiet{fill:#50575e;font-size:12px}\
.middle{text-anchor:middle}.end{text-anchor:end}\
.paper{fill:#fff}\
.grid{stroke:#e3e6e9}\
.found{fill:#2f9e5b}.late{fill:#c9ced3}\
</style>\n";

/// The start of the logarithmic scale, in seconds.
const MIN_SECONDS: f64 = 1e-6;

/// Returns a bar chart of the times on a logarithmic scale.
pub fn race_svg(report: &RaceReport) -> String {
    const WIDTH: f64 = 820.0;
    const LEFT: f64 = 130.0;
    const RIGHT: f64 = WIDTH - 200.0;
    const TOP: f64 = 66.0;
    const ROW: f64 = 46.0;
    let bottom = TOP + ROW * report.ways.len() as f64;
    let height = bottom + 54.0;
    let times = report.ways.iter().map(|finish| finish.time.as_secs_f64());
    let longest = times.fold(MIN_SECONDS * 10.0, f64::max);
    let decades = (longest / MIN_SECONDS).log10().ceil();
    let x = |seconds: f64| {
        LEFT + (RIGHT - LEFT) * (seconds.max(MIN_SECONDS) / MIN_SECONDS).log10() / decades
    };

    let title = format!("{} queens: every way to one solution", report.n);
    let mut svg = String::new();
    // Writing to a String cannot fail.
    let _ = writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height:.0}\" width=\"{WIDTH}\" height=\"{height:.0}\" role=\"img\">\n<title>{title}</title>\n{STYLE}<rect class=\"paper\" width=\"{WIDTH}\" height=\"{height:.0}\"/>\n<text class=\"title\" x=\"24\" y=\"36\">{title}</text>"
    );
    for decade in 0..=decades as i32 {
        let seconds = MIN_SECONDS * 10_f64.powi(decade);
        let _ = writeln!(
            svg,
            "<path class=\"grid\" d=\"M{0:.1} {TOP}V{bottom:.0}\"/><text class=\"quiet middle\" x=\"{0:.1}\" y=\"{1:.0}\">{2}</text>",
            x(seconds),
            bottom + 20.0,
            tick(seconds),
        );
    }
    for (row, finish) in report.ways.iter().enumerate() {
        let y = TOP + ROW * row as f64;
        let middle = y + ROW / 2.0;
        let _ = writeln!(
            svg,
            "<text class=\"end\" x=\"{:.0}\" y=\"{:.1}\">{}</text>",
            LEFT - 12.0,
            middle + 4.0,
            finish.name
        );
        let said = verdict(finish, report)
            .replace('&', "&amp;")
            .replace('<', "&lt;");
        if let RaceResult::Unable(_) = finish.result {
            let _ = writeln!(
                svg,
                "<text class=\"quiet\" x=\"{:.0}\" y=\"{:.1}\">{said}</text>",
                LEFT + 8.0,
                middle + 4.0
            );
            continue;
        }
        let (class, time) = match finish.result {
            RaceResult::Found => ("found", duration_text(finish.time)),
            _ => ("late", said),
        };
        let end = x(finish.time.as_secs_f64()).max(LEFT + 3.0);
        let _ = writeln!(
            svg,
            "<rect class=\"{class}\" x=\"{LEFT}\" y=\"{:.1}\" width=\"{:.1}\" height=\"22\" rx=\"3\"/><text x=\"{:.1}\" y=\"{:.1}\">{time}</text><text class=\"quiet\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            middle - 11.0,
            end - LEFT,
            end + 8.0,
            middle - 1.0,
            end + 8.0,
            middle + 13.0,
            plural(finish.work, finish.unit),
        );
    }
    svg += "</svg>\n";
    svg
}

/// Returns the label of a tick: `1 µs`, `10 ms`, `100 s`.
fn tick(seconds: f64) -> String {
    match seconds {
        _ if seconds < 0.9e-3 => format!("{:.0} µs", 1e6 * seconds),
        _ if seconds < 0.9 => format!("{:.0} ms", 1e3 * seconds),
        _ => format!("{seconds:.0} s"),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use bezzel_queens::Board;
    use bezzel_queens::race::{RaceLimits, Way};

    use super::*;

    #[test]
    fn verdicts_have_rows_and_bars() {
        let board = Board::new(6);
        let late = RaceLimits {
            time: Some(Duration::ZERO),
            ..RaceLimits::default()
        };
        let mut report = RaceReport::new(6, 1, Duration::ZERO);
        report.ways = vec![
            Way::Construct.run(&board, 1, &RaceLimits::default()),
            Way::Backtrack.run(&Board::new(30), 1, &late),
        ];
        let text = race_text(&report);
        assert!(
            text.contains("6  queens\n") && text.contains("nothing within 0 s"),
            "{text}"
        );
        let svg = race_svg(&report);
        assert!(svg.contains("nothing within 0 s"));
        assert_eq!(svg.matches("<rect class=\"found\"").count(), 1);
    }

    #[test]
    fn ticks() {
        let powers = [1e-6, 1e-4, 1e-3, 0.1, 1.0, 10.0];
        let ticks = powers.map(tick);
        assert_eq!(ticks, ["1 µs", "100 µs", "1 ms", "100 ms", "1 s", "10 s"]);
    }
}
