//! Animated GIFs of a search for queens; rejected squares show the attacking queen.

use std::io::{self, Write};

use bezzel::Event;
use bezzel_maze::drawing::Animation;
use bezzel_queens::{Attack, Board, Objection, Square};

/// The colours of squares: light and dark, then both in the current row.
const GROUNDS: [[u8; 3]; 4] = [
    [240, 217, 181],
    [181, 136, 99],
    [246, 232, 160],
    [208, 172, 96],
];
/// The colours of drawings: a queen, a queen of a solution, a rejected square, a given queen, the
/// bars of a blocked square.
const INKS: [[u8; 3]; 5] = [
    [31, 26, 23],
    [20, 110, 60],
    [190, 30, 30],
    [30, 70, 150],
    [74, 66, 56],
];
const QUEEN: usize = 0;
const SOLUTION_QUEEN: usize = 1;
const CROSS: usize = 2;
const GIVEN_QUEEN: usize = 3;
const BARS: usize = 4;
/// The number of shades between ground and ink, for smooth edges.
const SHADES: usize = 8;

/// The duration of frames, in hundredths of a second.
const FIRST_FRAME: u16 = 60;
const USUAL_FRAME: u16 = 14;
const REJECTED_FRAME: u16 = 9;
const SOLUTION_FRAME: u16 = 150;
const LAST_FRAME: u16 = 250;

/// Draws the events that follow `path`, one frame each.
///
/// # Errors
/// Those of `out`.
pub fn trace_gif(
    out: &mut dyn Write,
    board: &Board,
    path: &[u32],
    events: &[Event<u32, Objection>],
) -> io::Result<()> {
    let mut screen = BoardScreen::new(board, path);
    let side = screen.side();
    let mut animation = Animation::new(out, side, side, &palette())?;
    animation.show(screen.paint(None), FIRST_FRAME)?;
    for (number, event) in (1..).zip(events) {
        screen.follow(event);
        let delay = match event {
            _ if number == events.len() => LAST_FRAME,
            Event::Solution => SOLUTION_FRAME,
            Event::Reject(..) => REJECTED_FRAME,
            _ => USUAL_FRAME,
        };
        animation.show(screen.paint(Some(event)), delay)?;
    }
    Ok(())
}

/// Returns a colour for every combination of ground, ink and shade.
fn palette() -> Vec<u8> {
    let mut palette = Vec::new();
    for ground in GROUNDS {
        for ink in INKS {
            for shade in 0..SHADES {
                let mix = |(from, to): (u8, u8)| {
                    let share = shade as f64 / (SHADES - 1) as f64;
                    (f64::from(from) + (f64::from(to) - f64::from(from)) * share).round() as u8
                };
                palette.extend(ground.into_iter().zip(ink).map(mix));
            }
        }
    }
    palette
}

fn color(ground: usize, ink: usize, shade: u8) -> u8 {
    ((ground * INKS.len() + ink) * SHADES) as u8 + shade
}

/// A drawing in one ink on a square, as shades.
type Stamp = Vec<u8>;

struct BoardScreen<'b> {
    board: &'b Board,
    n: usize,
    /// The side of a square in pixels.
    square: usize,
    queen: Stamp,
    cross: Stamp,
    bars: Stamp,
    columns: Vec<u32>,
    /// The columns rejected in the current row, and in the rows above.
    rejected: Vec<Vec<u32>>,
}

impl<'b> BoardScreen<'b> {
    fn new(board: &'b Board, path: &[u32]) -> Self {
        let n = board.n();
        let square = (400 / n.max(1) as usize).clamp(24, 64);
        Self {
            board,
            n: n as usize,
            square,
            queen: stamp(square, is_queen),
            cross: stamp(square, is_cross),
            bars: stamp(square, is_bar),
            columns: path.to_vec(),
            rejected: vec![Vec::new(); path.len() + 1],
        }
    }

    fn side(&self) -> usize {
        self.n.max(1) * self.square
    }

    fn follow(&mut self, event: &Event<u32, Objection>) {
        match event {
            Event::Enter(column) => {
                self.columns.push(*column);
                self.rejected.push(Vec::new());
            }
            Event::Reject(column, _) => {
                if let Some(row) = self.rejected.last_mut() {
                    row.push(*column);
                }
            }
            Event::Retreat(_) => {
                self.columns.pop();
                self.rejected.pop();
            }
            Event::Solution => {}
        }
    }

    fn ground(&self, square: Square) -> usize {
        let at_hand = square.row as usize == self.columns.len();
        ((square.row + square.column) % 2) as usize + if at_hand { 2 } else { 0 }
    }

    fn paint(&self, event: Option<&Event<u32, Objection>>) -> Vec<u8> {
        let mut pixels = vec![0; self.side() * self.side()];
        for row in 0..self.n as u32 {
            for column in 0..self.n as u32 {
                let square = Square::new(row, column);
                let ground = color(self.ground(square), 0, 0);
                self.for_each_pixel(square, |at, _| pixels[at] = ground);
            }
        }
        let mut print = |square: Square, ink: usize, stamp: &Stamp| {
            let ground = self.ground(square);
            self.for_each_pixel(square, |at, pixel| {
                if stamp[pixel] > 0 {
                    pixels[at] = color(ground, ink, stamp[pixel]);
                }
            });
        };
        for &square in self.board.blocked() {
            print(square, BARS, &self.bars);
        }
        let solved = matches!(event, Some(Event::Solution));
        let ink = if solved { SOLUTION_QUEEN } else { QUEEN };
        for (row, &column) in (0..).zip(&self.columns) {
            print(Square::new(row, column), ink, &self.queen);
        }
        for &square in self.board.standing().iter().filter(|_| !solved) {
            print(square, GIVEN_QUEEN, &self.queen);
        }
        let row = self.columns.len() as u32;
        for &column in self.rejected.last().into_iter().flatten() {
            print(Square::new(row, column), CROSS, &self.cross);
        }
        // On a torus a line around the edges would consist of two parts, so only the cross is
        // drawn.
        if let Some(Event::Reject(_, objection)) = event
            && let Some(attack) = objection.attack()
            && attack.queen.line_to(attack.target).is_some()
        {
            self.draw_line(&mut pixels, attack);
        }
        pixels
    }

    fn for_each_pixel(&self, square: Square, mut visit: impl FnMut(usize, usize)) {
        let (top, left) = (square.row as usize, square.column as usize);
        for y in 0..self.square {
            let line = (top * self.square + y) * self.side() + left * self.square;
            for x in 0..self.square {
                visit(line + x, y * self.square + x);
            }
        }
    }

    /// Draws a line from the middle of the attacking queen's square to the middle of the rejected
    /// square.
    fn draw_line(&self, pixels: &mut [u8], attack: &Attack) {
        let side = self.square as f64;
        let middle = |square: Square| {
            (
                (f64::from(square.column) + 0.5) * side,
                (f64::from(square.row) + 0.5) * side,
            )
        };
        let (from, to) = (middle(attack.queen), middle(attack.target));
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = dx.hypot(dy);
        let rows = [attack.queen.row, attack.target.row];
        for row in rows[0].min(rows[1])..=rows[0].max(rows[1]) {
            for column in 0..self.n as u32 {
                let square = Square::new(row, column);
                let ground = self.ground(square);
                self.for_each_pixel(square, |at, _| {
                    let (x, y) = (
                        (at % self.side()) as f64 + 0.5,
                        (at / self.side()) as f64 + 0.5,
                    );
                    let along = ((x - from.0) * dx + (y - from.1) * dy) / length;
                    let aside = ((x - from.0) * dy - (y - from.1) * dx).abs() / length;
                    if (0.0..=length).contains(&along) && aside < side * 0.04 {
                        pixels[at] = color(ground, CROSS, SHADES as u8 - 1);
                    }
                });
            }
        }
    }
}

/// Returns a shape as shades: the covered part of each pixel, from sixteen sample points.
fn stamp(side: usize, is_inside: fn(f64, f64) -> bool) -> Stamp {
    const FINE: usize = 4;
    let scale = 45.0 / (side * FINE) as f64;
    let covered = |pixel: usize| {
        let (x, y) = (pixel % side * FINE, pixel / side * FINE);
        let points = (0..FINE * FINE).filter(|point| {
            let place = |start: usize, offset: usize| ((start + offset) as f64 + 0.5) * scale;
            is_inside(place(x, point % FINE), place(y, point / FINE))
        });
        (points.count() * (SHADES - 1)).div_ceil(FINE * FINE) as u8
    };
    (0..side * side).map(covered).collect()
}

/// The queen of the SVG boards, on a square of side 45: crown, base and pearls.
const CROWN: [(f64, f64); 9] = [
    (11.0, 31.0),
    (7.5, 15.5),
    (15.0, 25.0),
    (16.5, 11.0),
    (22.5, 23.5),
    (28.5, 11.0),
    (30.0, 25.0),
    (37.5, 15.5),
    (34.0, 31.0),
];
const BASE: [(f64, f64); 4] = [(11.0, 32.5), (34.0, 32.5), (35.5, 38.5), (9.5, 38.5)];
const PEARLS: [(f64, f64); 4] = [(7.0, 13.0), (16.0, 8.5), (29.0, 8.5), (38.0, 13.0)];

fn is_queen(x: f64, y: f64) -> bool {
    is_within(&CROWN, x, y)
        || is_within(&BASE, x, y)
        || PEARLS
            .iter()
            .any(|&(left, top)| (x - left).hypot(y - top) < 2.6)
}

/// Returns true within the cross, which keeps a distance from the square's edges.
fn is_cross(x: f64, y: f64) -> bool {
    let (x, y) = (x - 22.5, y - 22.5);
    x.abs().max(y.abs()) < 11.0 && (x - y).abs().min((x + y).abs()) < 4.0
}

/// Returns true within the bars of a blocked square.
fn is_bar(x: f64, y: f64) -> bool {
    (x + y).rem_euclid(9.0) < 5.5
}

/// Returns true within a polygon: a ray from the point crosses the outline an odd number of times.
fn is_within(corners: &[(f64, f64)], x: f64, y: f64) -> bool {
    let next = corners.iter().cycle().skip(1);
    let crossed = corners.iter().zip(next).filter(|((x1, y1), (x2, y2))| {
        (*y1 > y) != (*y2 > y) && x < (x2 - x1) * (y - y1) / (y2 - y1) + x1
    });
    crossed.count() % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use bezzel::Search;
    use bezzel_queens::{Promising, format};

    #[test]
    fn every_event_is_a_frame() {
        let four = Promising::new(4).unwrap();
        let trace = Search::new(&four).trace(usize::MAX);
        let mut picture = Vec::new();
        trace_gif(&mut picture, &Board::new(4), &[], &trace.events).unwrap();
        let mut decoder = gif::DecodeOptions::new();
        decoder.set_color_output(gif::ColorOutput::Indexed);
        let mut decoder = decoder.read_info(&picture[..]).unwrap();
        let (mut frames, mut solved) = (0, 0);
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            frames += 1;
            solved += usize::from(frame.delay == SOLUTION_FRAME);
        }
        assert_eq!((frames, solved), (trace.events.len() + 1, 2));
    }

    #[test]
    fn the_queen_is_that_of_the_drawn_boards() {
        let mut drawn = Vec::new();
        let svg = format::format("svg").unwrap();
        let listing = format::Listing::one(1);
        svg.begin(&mut drawn, &listing).unwrap();
        let drawn = String::from_utf8(drawn).unwrap();
        let points = CROWN.map(|(x, y)| format!("{x} {y}")).join(" ");
        assert!(drawn.contains(&format!("\"M{points}z\"")), "{drawn}");
        for (x, y) in PEARLS {
            assert!(drawn.contains(&format!("cx=\"{x}\" cy=\"{y}\"")));
        }
    }

    #[test]
    fn queens_stand_where_they_were_put() {
        let board = Board::new(5);
        let mut screen = BoardScreen::new(&board, &[1, 3]);
        screen.follow(&Event::Enter(0));
        let pixels = screen.paint(None);
        let ink = color(1, QUEEN, SHADES as u8 - 1);
        let middle = |row: usize, column: usize| {
            let half = screen.square / 2;
            // Tests a pixel slightly below the middle of the square, where the drawing of a queen
            // is filled.
            let (y, x) = (
                row * screen.square + half + half / 4,
                column * screen.square + half,
            );
            pixels[y * screen.side() + x]
        };
        assert_eq!(middle(0, 1), ink);
        assert_ne!(middle(0, 2), ink);
        assert_eq!(middle(2, 0), color(0, QUEEN, SHADES as u8 - 1));
        screen.follow(&Event::Retreat(0));
        assert_ne!(screen.paint(None), pixels);
    }
}
