//! Reports as lines of text.

use std::io::{self, Write};

use bezzel::{Mean, Named};
use bezzel_maze::report::RoutesReport;
use bezzel_queens::evolve::{Generation, Scaling};
use bezzel_queens::report::{CheckReport, EstimateReport, TreeReport};

/// Formats rows of cells: the first column is left-aligned, the others right-aligned.
pub fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths).enumerate();
        let cells = cells.map(|(column, (cell, &width))| match column {
            0 => format!("{cell:<width$}"),
            _ => format!("{cell:>width$}"),
        });
        text += cells.collect::<Vec<_>>().join("  ").trim_end();
        text.push('\n');
    }
    text
}

/// Formats post 004's table.
pub fn tree_text(report: &TreeReport<'_>) -> String {
    let row = |name: &str, value: String| vec![name.to_owned(), value];
    table(&[
        row("all nodes", report.all_nodes.to_string()),
        row("visited", report.visited.to_string()),
        row("promising", report.promising.to_string()),
        row("solutions", report.solutions.to_string()),
        row("upper bound", report.upper_bound.to_string()),
    ])
}

/// Formats the levels of the tree.
pub fn levels_text(report: &TreeReport<'_>) -> String {
    let mut rows = vec![
        ["level", "visited", "promising", "solutions"]
            .map(String::from)
            .to_vec(),
    ];
    rows.extend(report.levels.iter().map(|level| {
        vec![
            level.level.to_string(),
            level.visited.to_string(),
            level.promising.to_string(),
            level.solutions.to_string(),
        ]
    }));
    table(&rows)
}

/// Formats the number of routes of each length, the shortest first.
pub fn lengths_text(report: &RoutesReport) -> String {
    let mut rows = vec![["steps", "routes"].map(String::from).to_vec()];
    let lengths = report.lengths.iter().flatten();
    rows.extend(lengths.map(|length| vec![length.steps.to_string(), length.routes.to_string()]));
    rows.push(vec!["all".into(), report.routes.to_string()]);
    table(&rows)
}

/// Formats the estimated size of the tree.
pub fn estimate_text(report: &EstimateReport<'_>) -> String {
    let row = |name: &str, mean: Mean| {
        if mean.mean == 0.0 {
            return vec![name.to_owned(), "0".into(), "no walk reached one".into()];
        }
        let share = format!("({:.1} %)", 100.0 * mean.error / mean.mean);
        vec![
            name.to_owned(),
            number(mean.mean),
            format!("± {}", number(mean.error)),
            share,
        ]
    };
    table(&[
        row("visited", report.total.visited),
        row("promising", report.total.promising),
        row("solutions", report.total.solutions),
    ])
}

/// The header of [`generation_text`].
pub const GENERATIONS: &str = "generation      best       mean     worst  diversity  scaling";

/// Formats a generation of an evolution as a line below [`GENERATIONS`].
pub fn generation_text(generation: &Generation) -> String {
    format!(
        "{:>10}  {:>8}  {:>9.2}  {:>8}  {:>7.1} %  {}",
        generation.generation,
        generation.best,
        generation.mean,
        generation.worst,
        100.0 * generation.diversity,
        generation.scaling.map_or("-", Scaling::name),
    )
}

/// Formats a number: as an integer if it is short, otherwise with an exponent.
fn number(value: f64) -> String {
    if value < 1e15 {
        format!("{value:.0}")
    } else {
        format!("{value:.4e}")
    }
}

/// Writes the result of a check: `solution`, or all reasons why the board is not one, rows and
/// columns counted from 1.
///
/// # Errors
/// Those of `out`.
pub fn check_text(out: &mut dyn Write, report: &CheckReport<'_>) -> io::Result<()> {
    if report.solution {
        return writeln!(out, "solution");
    }
    for (first, last) in report.placement.empty_rows() {
        match last - first {
            0 => writeln!(out, "row {} has no queen", first + 1)?,
            _ => writeln!(out, "rows {} to {} have no queen", first + 1, last + 1)?,
        }
    }
    for attack in report.placement.attacks() {
        writeln!(out, "{attack}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_align() {
        let rows = [
            vec!["a".into(), "10".into()],
            vec!["long".into(), "7".into()],
        ];
        assert_eq!(table(&rows), "a     10\nlong   7\n");
    }

    #[test]
    fn large_numbers_get_an_exponent() {
        assert_eq!(number(39_029_188_884.0), "39029188884");
        assert_eq!(number(2.34907967e17), "2.3491e17");
    }
}
