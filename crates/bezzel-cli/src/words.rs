//! Quantities in words.

use std::time::Duration;

/// Returns a number with its noun: `1 swap`, `2 swaps`.
pub fn plural(count: u64, thing: &str) -> String {
    match count {
        1 => format!("1 {thing}"),
        _ => format!("{count} {thing}s"),
    }
}

/// Formats a time with two digits: `42 µs`, `4.2 ms`, `420 ms`, `4.2 s`, `3.5 minutes`, `2.1e9
/// years`.
pub fn duration_text(time: Duration) -> String {
    const MINUTE: f64 = 60.0;
    const HOUR: f64 = 60.0 * MINUTE;
    const DAY: f64 = 24.0 * HOUR;
    const YEAR: f64 = 365.25 * DAY;
    match time.as_secs_f64() {
        seconds if seconds < 0.000_001 => format!("{:.0} ns", 1e9 * seconds),
        seconds if seconds < 0.000_1 => format!("{:.0} µs", 1e6 * seconds),
        seconds if seconds < 0.01 => format!("{:.1} ms", 1e3 * seconds),
        seconds if seconds < 0.999 => format!("{:.0} ms", 1e3 * seconds),
        seconds if seconds < 10.0 => format!("{seconds:.1} s"),
        seconds if seconds < 2.0 * MINUTE => format!("{seconds:.0} s"),
        seconds if seconds < 2.0 * HOUR => format!("{:.1} minutes", seconds / MINUTE),
        seconds if seconds < 2.0 * DAY => format!("{:.1} hours", seconds / HOUR),
        seconds if seconds < 2.0 * YEAR => format!("{:.1} days", seconds / DAY),
        seconds if seconds < 1e5 * YEAR => format!("{:.0} years", seconds / YEAR),
        seconds if time < Duration::MAX => format!("{:.1e} years", seconds / YEAR),
        _ => "longer than any clock runs".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_singular() {
        assert_eq!(
            [0, 1, 2].map(|n| plural(n, "swap")),
            ["0 swaps", "1 swap", "2 swaps"]
        );
    }

    #[test]
    fn times_in_words() {
        let words = |seconds| duration_text(Duration::from_secs_f64(seconds));
        assert_eq!(words(0.000_042), "42 µs");
        assert_eq!(words(0.0042), "4.2 ms");
        assert_eq!(words(0.42), "420 ms");
        assert_eq!(words(3.21), "3.2 s");
        assert_eq!(words(75.0), "75 s");
        assert_eq!(words(210.0), "3.5 minutes");
        assert_eq!(words(1e6), "11.6 days");
    }
}
