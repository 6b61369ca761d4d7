//! Draws an evolution: curves of fitness and diversity, and its best boards.

use std::fmt::Write;

use super::escape;
use crate::Lineup;
use crate::evolve::{Generation, History, Moment};

const WIDTH: f64 = 960.0;
const LEFT: f64 = 76.0;
const RIGHT: f64 = WIDTH - 64.0;
const TOP: f64 = 76.0;
const BOTTOM: f64 = 376.0;
const BOARDS_TOP: f64 = 446.0;
/// The number of boards drawn, and the space between them.
const BOARDS: usize = 5;
const GAP: f64 = 22.0;

const STYLE: &str = "<style>\
text{font-family:system-ui,'Noto Sans',sans-serif;font-size:12px;fill:#22262b}\
.title{font-size:17px;font-weight:600}\
.quiet{fill:#50575e}\
.middle{text-anchor:middle}.end{text-anchor:end}\
.paper{fill:#fff}\
.grid{stroke:#e3e6e9;stroke-width:1}\
.goal{stroke:#2f9e5b;stroke-width:1.2;stroke-dasharray:3 4}\
.curve{fill:none;stroke-width:2;stroke-linejoin:round}\
.range{fill:#e7f0fb}\
.best{stroke:#23834a}.mean{stroke:#1c6fc4}.worst{stroke:#8a939c}\
.diversity{stroke:#b3560a;stroke-dasharray:6 4}\
.moment{fill:#23834a}\
.board{fill:#f0d9b5;stroke:#6b4a2f}\
.dark{fill:#d2ab80}\
.queen{fill:#1f1a17}.attacked{fill:#c92a2a}\
</style>\n";

/// The scales of generations and fitness.
struct Axes {
    last: f64,
    lowest: f64,
    highest: f64,
}

impl Axes {
    /// Returns the position of a generation on a logarithmic scale, since most changes happen
    /// early.
    fn x(&self, generation: u64) -> f64 {
        let share = (generation as f64).ln_1p() / self.last.ln_1p();
        LEFT + (RIGHT - LEFT) * share
    }

    fn y(&self, fitness: f64) -> f64 {
        let share = (fitness - self.lowest) / (self.highest - self.lowest);
        BOTTOM - (BOTTOM - TOP) * share
    }
}

/// Returns a picture of an evolution of queens: its curves, and its best boards at some moments
/// with the attacked queens in red.
pub fn evolution_svg(title: &str, history: &History<Lineup>) -> String {
    let generations = &history.generations;
    let moments = chosen(&history.moments);
    let n = history.moments.first().map_or(0, |first| first.best.n());
    let goal = Lineup::pairs(n) as f64;
    let worst = generations.iter().map(|one| one.worst);
    let lowest = worst.fold(goal, f64::min);
    let axes = Axes {
        last: generations
            .last()
            .map_or(1.0, |last| (last.generation as f64).max(1.0)),
        lowest: if lowest < goal { lowest } else { goal - 1.0 },
        highest: goal,
    };
    let side = (WIDTH - 2.0 * 32.0 - GAP * (BOARDS - 1) as f64) / BOARDS as f64;
    let height = BOARDS_TOP + side + 60.0;

    let mut svg = String::new();
    // Writing to a String cannot fail.
    let _ = writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height:.0}\" width=\"{WIDTH}\" height=\"{height:.0}\" role=\"img\">\n<title>{0}</title>\n{STYLE}<rect class=\"paper\" width=\"{WIDTH}\" height=\"{height:.0}\"/>\n<text class=\"title\" x=\"32\" y=\"34\">{0}</text>",
        escape(title)
    );
    scales(&mut svg, &axes);
    curves(&mut svg, &axes, generations);
    legend(&mut svg);
    for (place, moment) in moments.into_iter().enumerate() {
        let x = 32.0 + place as f64 * (side + GAP);
        mark(&mut svg, &axes, moment);
        board(&mut svg, moment, x, side);
    }
    svg += "</svg>\n";
    svg
}

/// Returns the first moment, the last, and some evenly spread in between.
fn chosen<I>(moments: &[Moment<I>]) -> Vec<&Moment<I>> {
    let count = moments.len().min(BOARDS);
    let index = |place: usize| place * (moments.len() - 1) / (count - 1).max(1);
    (0..count).map(|place| &moments[index(place)]).collect()
}

/// Draws the grid lines and their numbers.
fn scales(svg: &mut String, axes: &Axes) {
    let step = nice_step((axes.highest - axes.lowest) / 6.0);
    // From the goal downwards, so that the goal has a grid line.
    let mut fitness = axes.highest;
    while fitness >= axes.lowest.max(0.0) {
        let y = axes.y(fitness);
        let class = if fitness == axes.highest {
            "goal"
        } else {
            "grid"
        };
        let _ = writeln!(
            svg,
            "<path class=\"{class}\" d=\"M{LEFT} {y:.1}H{RIGHT}\"/><text class=\"end\" x=\"{:.0}\" y=\"{:.1}\">{fitness}</text>",
            LEFT - 8.0,
            y + 4.0
        );
        fitness -= step;
    }
    // Short runs have room for more numbers.
    let within: &[u64] = if axes.last < 2000.0 { &[1, 2, 5] } else { &[1] };
    let powers = (0..18).map(|power| 10_u64.pow(power));
    let ticks = powers.flat_map(|power| within.iter().map(move |digit| digit * power));
    let ticks = std::iter::once(0).chain(ticks.take_while(|&tick| tick as f64 <= axes.last));
    for tick in ticks {
        let x = axes.x(tick);
        let _ = writeln!(
            svg,
            "<path class=\"grid\" d=\"M{x:.1} {TOP}V{BOTTOM}\"/><text class=\"middle\" x=\"{x:.1}\" y=\"{:.0}\">{tick}</text>",
            BOTTOM + 18.0
        );
    }
    for percent in [0, 50, 100] {
        let y = BOTTOM - (BOTTOM - TOP) * f64::from(percent) / 100.0;
        let _ = writeln!(
            svg,
            "<text class=\"quiet\" x=\"{:.0}\" y=\"{:.1}\">{percent} %</text>",
            RIGHT + 8.0,
            y + 4.0
        );
    }
    let _ = writeln!(
        svg,
        "<text class=\"quiet middle\" x=\"{:.0}\" y=\"{:.0}\">generation</text>",
        (LEFT + RIGHT) / 2.0,
        BOTTOM + 34.0
    );
}

/// Returns 1, 2 or 5 times a power of ten, at least 1 and at least `least`.
fn nice_step(least: f64) -> f64 {
    let powers = (0..).map(|power| 10_f64.powi(power));
    let steps = powers.flat_map(|power| [power, 2.0 * power, 5.0 * power]);
    steps
        .take(60)
        .find(|&step| step >= least)
        .unwrap_or(f64::INFINITY)
}

fn curves(svg: &mut String, axes: &Axes, generations: &[Generation]) {
    let points = |height: &dyn Fn(&Generation) -> f64| -> Vec<String> {
        let point = |one: &Generation| format!("{:.1} {:.1}", axes.x(one.generation), height(one));
        generations.iter().map(point).collect()
    };
    let best = points(&|one| axes.y(one.best));
    let mean = points(&|one| axes.y(one.mean));
    let worst = points(&|one| axes.y(one.worst));
    let diversity = points(&|one| BOTTOM - (BOTTOM - TOP) * one.diversity);
    let back: Vec<String> = worst.iter().rev().cloned().collect();
    let _ = writeln!(
        svg,
        "<path class=\"range\" d=\"M{}L{}Z\"/>",
        best.join("L"),
        back.join("L")
    );
    for (class, curve) in [
        ("diversity", diversity),
        ("worst", worst),
        ("mean", mean),
        ("best", best),
    ] {
        let _ = writeln!(
            svg,
            "<path class=\"curve {class}\" d=\"M{}\"/>",
            curve.join("L")
        );
    }
}

/// Draws the legend of the curves.
fn legend(svg: &mut String) {
    let entries = [
        ("best", "best fitness"),
        ("mean", "mean"),
        ("worst", "worst"),
        ("diversity", "diversity (right)"),
    ];
    let mut x = LEFT;
    for (class, name) in entries {
        let _ = writeln!(
            svg,
            "<path class=\"curve {class}\" d=\"M{x} 54h26\"/><text x=\"{:.0}\" y=\"58\">{name}</text>",
            x + 32.0
        );
        x += 66.0 + 6.6 * name.len() as f64;
    }
}

/// Draws a dot on the curve for a board.
fn mark(svg: &mut String, axes: &Axes, moment: &Moment<Lineup>) {
    let _ = writeln!(
        svg,
        "<circle class=\"moment\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"4\"/>",
        axes.x(moment.generation),
        axes.y(moment.fitness)
    );
}

/// Draws a board with its upper left corner at `x`, and its caption.
fn board(svg: &mut String, moment: &Moment<Lineup>, x: f64, side: f64) {
    /// Boards with a larger side are drawn without squares.
    const MAX_CHEQUERED_SIDE: u32 = 32;
    let lineup = &moment.best;
    let square = side / f64::from(lineup.n().max(1));
    let middle = x + side / 2.0;
    let said = match lineup.attacks() {
        0 => "a solution".into(),
        1 => "1 pair attacks".into(),
        attacks => format!("{attacks} pairs attack"),
    };
    let _ = writeln!(
        svg,
        "<text class=\"middle\" x=\"{middle:.1}\" y=\"{:.0}\">generation {}</text><text class=\"middle quiet\" x=\"{middle:.1}\" y=\"{:.0}\">{said}</text>",
        BOARDS_TOP + side + 20.0,
        moment.generation,
        BOARDS_TOP + side + 38.0,
    );
    let _ = writeln!(
        svg,
        "<g transform=\"translate({x:.1} {BOARDS_TOP})\"><rect class=\"board\" width=\"{side:.1}\" height=\"{side:.1}\"/>"
    );
    if lineup.n() <= MAX_CHEQUERED_SIDE {
        let dark = (0..lineup.n()).flat_map(|row| {
            let columns = (0..lineup.n()).filter(move |column| (row + column) % 2 == 1);
            columns.map(move |column| {
                let (x, y) = (f64::from(column) * square, f64::from(row) * square);
                format!("M{x:.2} {y:.2}h{square:.2}v{square:.2}h-{square:.2}z")
            })
        });
        let _ = writeln!(
            svg,
            "<path class=\"dark\" d=\"{}\"/>",
            dark.collect::<String>()
        );
    }
    let radius = (0.4 * square).max(1.5);
    for (row, &column) in (0..).zip(lineup.columns()) {
        let class = if lineup.attackers(row) > 0 {
            "queen attacked"
        } else {
            "queen"
        };
        let _ = writeln!(
            svg,
            "<circle class=\"{class}\" cx=\"{:.2}\" cy=\"{:.2}\" r=\"{radius:.2}\"/>",
            (f64::from(column) + 0.5) * square,
            (f64::from(row) + 0.5) * square,
        );
    }
    *svg += "</g>\n";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_nice() {
        assert_eq!(
            [0.1, 1.0, 1.5, 3.0, 6.0, 70.0].map(nice_step),
            [1.0, 1.0, 2.0, 5.0, 10.0, 100.0]
        );
    }

    #[test]
    fn the_first_and_the_last_moment_are_shown() {
        let moment = |generation| Moment {
            generation,
            fitness: 0.0,
            best: (),
        };
        for count in 1..20 {
            let moments: Vec<_> = (0..count).map(moment).collect();
            let chosen: Vec<u64> = chosen(&moments).iter().map(|one| one.generation).collect();
            assert_eq!(chosen[0], 0);
            assert_eq!(chosen.len() as u64, count.min(5));
            assert!(chosen.is_sorted_by(|a, b| a < b));
            assert_eq!(*chosen.last().unwrap(), count - 1);
        }
    }
}
