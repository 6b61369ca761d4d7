//! Graph colouring: a DIMACS file and a number of colours in, a colour for every vertex out, no two
//! neighbours alike.
//!
//! ```text
//! cargo run --release --example colouring -- crates/bezzel/examples/data/grotzsch.col 4
//! ```

use std::ops::Range;
use std::process::ExitCode;

use bezzel::{Problem, Search};

struct Colouring {
    /// The neighbours of each vertex.
    neighbours: Vec<Vec<usize>>,
    /// The vertices in the order they are coloured, the busiest first.
    order: Vec<usize>,
    colours: u32,
}

/// The colour of each vertex that has one, and how many are coloured.
struct Painted {
    colour: Vec<Option<u32>>,
    count: usize,
}

impl Problem for Colouring {
    type Choice = u32; // the colour of the next vertex
    type State = Painted;
    type Objection = usize; // the neighbour that has it
    type Choices = Range<u32>;

    fn root(&self) -> Painted {
        Painted {
            colour: vec![None; self.order.len()],
            count: 0,
        }
    }

    /// The colours in use and one new one: colours have no names, so one new one stands for all.
    fn choices(&self, painted: &Painted) -> Range<u32> {
        let used = painted
            .colour
            .iter()
            .flatten()
            .max()
            .map_or(0, |colour| colour + 1);
        0..self.colours.min(used + 1)
    }

    fn objection(&self, painted: &Painted, colour: u32) -> Option<usize> {
        let neighbours = &self.neighbours[self.order[painted.count]];
        neighbours
            .iter()
            .copied()
            .find(|&neighbour| painted.colour[neighbour] == Some(colour))
    }

    fn advance(&self, painted: &mut Painted, colour: u32) {
        painted.colour[self.order[painted.count]] = Some(colour);
        painted.count += 1;
    }

    fn retreat(&self, painted: &mut Painted, _colour: u32) {
        painted.count -= 1;
        painted.colour[self.order[painted.count]] = None;
    }

    fn solved(&self, painted: &Painted) -> bool {
        painted.count == self.order.len()
    }
}

/// Reads `c` (comment), `p edge VERTICES EDGES` and `e A B` lines.
fn parse(text: &str, colours: u32) -> Result<Colouring, String> {
    let mut neighbours: Vec<Vec<usize>> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let wrong = |reason: &str| format!("line {number}: {reason}");
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            [] | ["c", ..] => {}
            ["p", "edge" | "col", vertices, _] => {
                let vertices = vertices
                    .parse::<u32>()
                    .map_err(|_| wrong("no number of vertices"))?;
                neighbours = vec![Vec::new(); vertices as usize];
            }
            ["e", one, other] => {
                let vertex = |word: &str| match word.parse::<usize>() {
                    Ok(vertex) if (1..=neighbours.len()).contains(&vertex) => Ok(vertex - 1),
                    _ => Err(wrong(&format!("there is no vertex {word}"))),
                };
                let (one, other) = (vertex(one)?, vertex(other)?);
                if one == other {
                    return Err(wrong("a vertex cannot be its own neighbour"));
                }
                neighbours[one].push(other);
                neighbours[other].push(one);
            }
            _ => {
                return Err(wrong(
                    "this is neither a comment nor 'p edge V E' nor 'e A B'",
                ));
            }
        }
    }
    let mut order: Vec<usize> = (0..neighbours.len()).collect();
    order.sort_by_key(|&vertex| std::cmp::Reverse(neighbours[vertex].len()));
    Ok(Colouring {
        neighbours,
        order,
        colours,
    })
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let problem = match &arguments[..] {
        [file, colours] => match (std::fs::read_to_string(file), colours.parse()) {
            (Ok(text), Ok(colours)) => {
                parse(&text, colours).map_err(|reason| format!("{file}: {reason}"))
            }
            (Err(error), _) => Err(format!("{file}: {error}")),
            (_, Err(_)) => Err(format!("{colours:?} is not a number of colours")),
        },
        _ => Err("give a DIMACS file and a number of colours".into()),
    };
    let problem = match problem {
        Ok(problem) => problem,
        Err(reason) => {
            eprintln!("colouring: {reason}");
            return ExitCode::from(2);
        }
    };
    let mut solutions = Search::new(&problem).solutions();
    let Some(node) = solutions.advance() else {
        eprintln!("colouring: {} colours are not enough", problem.colours);
        return ExitCode::from(1);
    };
    for (vertex, colour) in (1..).zip(node.state.colour.iter().flatten()) {
        println!("{vertex} {}", colour + 1);
    }
    ExitCode::SUCCESS
}
