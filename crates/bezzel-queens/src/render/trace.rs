//! A search for queens as text, one line per step.

use std::io::{self, Write};

use crate::{Form, Square};
use bezzel::{Event, Replay};

/// Writes the steps of a trace from the position of a replay to its end: every queen placed, every
/// rejected square with its objection, every retreat, indented by rows.
///
/// # Errors
/// Those of `out`.
pub fn trace_text<F: Form>(
    out: &mut dyn Write,
    form: &F,
    replay: &mut Replay<'_, F>,
) -> io::Result<()> {
    let digits = replay.len().to_string().len();
    while let Some(event) = replay.forward() {
        let depth = replay.path().len();
        let square = |row: usize, column| Square::new(row as u32, column);
        // An event is indented by the number of queens above it.
        let (indent, text) = match event {
            Event::Enter(column) => {
                let queen = square(depth - 1, *column);
                let standing = form.board().standing_in(queen.row).is_some();
                let who = if standing { "standing queen" } else { "queen" };
                (depth - 1, format!("{who} on {queen}"))
            }
            Event::Reject(column, objection) => {
                (depth, format!("× {}: {objection}", square(depth, *column)))
            }
            Event::Retreat(column) => (depth, format!("back from {}", square(depth, *column))),
            Event::Solution => {
                let number = replay.solutions();
                (depth, format!("solution #{number} : {:?}", replay.path()))
            }
        };
        let (step, width) = (replay.step(), 2 * indent);
        writeln!(out, "{step:>digits$}  {:width$}{text}", "")?;
    }
    Ok(())
}
