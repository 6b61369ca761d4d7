//! Draws the pictures of the crate's README: `cargo run --example drawings -- constellation|lanes|halves`.

use std::fmt::Write;

use bezzel::queens;
use bezzel_count::{Frame, Plan, Square};

const STYLE: &str = "<style>\
text{font-family:system-ui,'Noto Sans',sans-serif;font-size:13px;fill:#22262b}\
.title{font-size:17px;font-weight:600}.quiet{fill:#50575e}.middle{text-anchor:middle}.end{text-anchor:end}\
.code{font-family:ui-monospace,monospace;font-size:12px}\
.paper{fill:#fff}.square{fill:#fff;stroke:#c3c9cf}.taken{fill:#e3e6e9;stroke:#c3c9cf}\
.attacked{fill:#f8d7d3;stroke:#c3c9cf}.frame{fill:none;stroke:#1c6fc4;stroke-width:3}\
.queen{fill:#1f1a17}.new{fill:#23834a}.dead{fill:#c92a2a}\
.lane{fill:#e7f0fb;stroke:#1c6fc4}.gone{fill:#f8d7d3;stroke:#c92a2a}.kept{fill:#d3f5df;stroke:#23834a}\
.arrow{fill:none;stroke:#5b6570;stroke-width:1.6;marker-end:url(#head)}\
</style><defs><marker id=\"head\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\" fill=\"#5b6570\"/></marker></defs>\n";

fn picture(width: u32, height: u32, title: &str, inside: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\">\n<title>{title}</title>\n{STYLE}<rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n<text class=\"title\" x=\"24\" y=\"36\">{title}</text>\n{inside}</svg>\n"
    )
}

/// Whether a queen stands on a square or attacks it.
fn holds((row, column): Square, (other_row, other_column): Square) -> bool {
    let queen = queens::Square::new(row.into(), column.into());
    let square = queens::Square::new(other_row.into(), other_column.into());
    queen == square || queen.line_to(square).is_some()
}

/// A board with queens, what they take and what they attack.
fn board(svg: &mut String, n: u8, queens: &[Square], at: (u32, u32), side: u32) {
    let place = |index: u8| u32::from(index) * side;
    // Writing to a String cannot fail.
    let _ = writeln!(svg, "<g transform=\"translate({} {})\">", at.0, at.1);
    for square in (0..n).flat_map(|row| (0..n).map(move |column| (row, column))) {
        let lined = queens
            .iter()
            .any(|queen| queen.0 == square.0 || queen.1 == square.1);
        let class = match queens.iter().any(|&queen| holds(queen, square)) {
            _ if lined => "taken",
            true => "attacked",
            false => "square",
        };
        let _ = writeln!(
            svg,
            "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{side}\" height=\"{side}\"/>",
            place(square.1),
            place(square.0)
        );
    }
    for &(row, column) in queens {
        let half = side / 2;
        let _ = writeln!(
            svg,
            "<circle class=\"queen\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>",
            place(column) + half,
            place(row) + half,
            side * 3 / 10
        );
    }
    *svg += "</g>\n";
}

/// The images of queens under the square's symmetries, each once.
fn images(n: u8, queens: &[Square]) -> Vec<Vec<Square>> {
    let mut images: Vec<Vec<Square>> = Vec::new();
    let mut turned = queens.to_vec();
    for _ in 0..4 {
        turned = turned
            .iter()
            .map(|&(row, column)| (column, n - 1 - row))
            .collect();
        let mirrored = turned
            .iter()
            .map(|&(row, column)| (row, n - 1 - column))
            .collect();
        for mut image in [turned.clone(), mirrored] {
            image.sort_unstable();
            if !images.contains(&image) {
                images.push(image);
            }
        }
    }
    images
}

fn constellation() -> String {
    let plan = Plan::new(&queens::Board::new(10)).expect("a small board");
    let (number, unit) = plan.positions(150..151).next().expect("a unit");
    let frame = Frame::new(&unit, 32).expect("a frame");
    let mut svg = String::new();
    board(&mut svg, unit.n, &unit.queens, (40, 70), 40);
    svg += "<rect class=\"frame\" x=\"80\" y=\"110\" width=\"320\" height=\"320\"/>\n";
    let lines = [
        format!(
            "unit {} of {} for 10 queens: four queens on the border",
            number,
            plan.units()
        ),
        "grey: rows and columns that are taken; the search skips them".into(),
        "red: attacked along a diagonal, one mask for each row".into(),
        format!(
            "blue: the board inside, {} columns wide, {} rows left",
            frame.width, frame.rows
        ),
    ];
    for (line, text) in (0..).zip(lines) {
        let _ = writeln!(
            svg,
            "<text class=\"quiet\" x=\"40\" y=\"{}\">{text}</text>",
            500 + 20 * line
        );
    }
    let images = images(unit.n, &unit.queens);
    let _ = writeln!(
        svg,
        "<text x=\"520\" y=\"84\">its {} images have as many completions: one is counted, {} times</text>",
        images.len(),
        plan.weight(number)
    );
    for (index, image) in (0..).zip(&images) {
        board(
            &mut svg,
            unit.n,
            image,
            (520 + index % 4 * 128, 104 + index / 4 * 150),
            11,
        );
    }
    picture(1050, 590, "A constellation and its orbit", &svg)
}

/// The boards of four lanes while one queen is placed on each.
fn lanes() -> String {
    let mut svg = String::new();
    let rows = [
        "row 4: boards waiting",
        "place the lowest free square",
        "look at the rows below",
        "close up into row 5",
    ];
    for (row, text) in (0..).zip(rows) {
        let _ = writeln!(svg, "<text x=\"24\" y=\"{}\">{text}</text>", 98 + 96 * row);
    }
    // The untried squares of eight boards, and whether the board lives with the lowest of them.
    let boards: [(u8, bool); 8] = [
        (0b0010_0100, true),
        (0b1000_0000, false),
        (0b0100_0010, true),
        (0b0000_1000, true),
        (0b0001_0001, false),
        (0b0110_0000, true),
        (0b0000_0100, false),
        (0b1000_1000, true),
    ];
    let mut kept = 0;
    for (lane, (untried, lives)) in (0..).zip(boards) {
        let x = 250 + 92 * lane;
        let lowest = untried & untried.wrapping_neg();
        let (class, verdict) = if lives {
            ("kept", "lives")
        } else {
            ("gone", "dead end")
        };
        for (y, class, code) in [(76, "lane", untried), (172, "lane", lowest)] {
            let _ = writeln!(
                svg,
                "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"84\" height=\"34\" rx=\"4\"/><text class=\"code middle\" x=\"{}\" y=\"{}\">{code:08b}</text>",
                x + 42,
                y + 22
            );
        }
        let _ = writeln!(
            svg,
            "<rect class=\"{class}\" x=\"{x}\" y=\"268\" width=\"84\" height=\"34\" rx=\"4\"/><text class=\"middle\" x=\"{}\" y=\"290\">{verdict}</text>",
            x + 42
        );
        let _ = writeln!(
            svg,
            "<path class=\"arrow\" d=\"M{0} 112V168\"/><path class=\"arrow\" d=\"M{0} 208V264\"/>",
            x + 42
        );
        if lives {
            let to = 250 + 92 * kept;
            let _ = writeln!(
                svg,
                "<path class=\"arrow\" d=\"M{} 304L{} 360\"/><rect class=\"kept\" x=\"{to}\" y=\"364\" width=\"84\" height=\"34\" rx=\"4\"/>",
                x + 42,
                to + 42
            );
            kept += 1;
        }
        // A board whose last square was tried gives its lane away.
        let again = if untried == lowest {
            "next board"
        } else {
            "tries again"
        };
        let _ = writeln!(
            svg,
            "<text class=\"quiet middle\" x=\"{}\" y=\"436\">{again}</text>",
            x + 42
        );
    }
    svg += "<text x=\"24\" y=\"436\">the lane afterwards</text>\n";
    svg += "<text class=\"quiet\" x=\"24\" y=\"474\">Bits are free squares. One instruction does each step for all lanes: 32 lanes of 16 bits with AVX-512. The deepest row with boards goes next.</text>\n";
    picture(1010, 500, "One step of the search in lanes", &svg)
}

/// The ways to have a queen in each of some rows, on these columns.
fn placements(rows: std::ops::Range<u8>, columns: &[u8]) -> Vec<Vec<Square>> {
    rows.fold(vec![Vec::new()], |placements, row| {
        let longer = placements.into_iter().flat_map(|placement| {
            let squares = columns.iter().map(|&column| (row, column));
            let open: Vec<Square> = squares
                .filter(|&square| !placement.iter().any(|&queen| holds(queen, square)))
                .collect();
            open.into_iter()
                .map(move |square| [placement.clone(), vec![square]].concat())
        });
        longer.collect()
    })
}

/// One lower half beside all upper halves on the other columns.
fn halves() -> String {
    const N: u8 = 10;
    let (above, below) = ([0, 2, 5, 7, 8], [1, 3, 4, 6, 9]);
    let upper = placements(0..N / 2, &above);
    let met = |lower: &Vec<Square>| {
        let fits = |upper: &&Vec<Square>| {
            let mut pairs = upper
                .iter()
                .flat_map(|&one| lower.iter().map(move |&other| (one, other)));
            !pairs.any(|(one, other)| holds(one, other))
        };
        upper.iter().filter(fits).count()
    };
    let lower = placements(N / 2..N, &below);
    let lower = lower
        .iter()
        .max_by_key(|lower| met(lower))
        .expect("some lower half");
    let mut svg = String::new();
    board(&mut svg, N, &[], (40, 84), 30);
    let circle = |svg: &mut String, class: &str, (row, column): Square| {
        let middle = |at: u8| u32::from(at) * 30 + 15;
        let _ = writeln!(
            svg,
            "<circle class=\"{class}\" cx=\"{}\" cy=\"{}\" r=\"9\"/>",
            40 + middle(column),
            84 + middle(row)
        );
    };
    for &queen in &upper[0] {
        circle(&mut svg, "new", queen);
    }
    for &queen in lower {
        circle(&mut svg, "queen", queen);
    }
    svg += "<path class=\"frame\" d=\"M30 234H350\"/>\n";
    let lines = [
        format!("green: one of {} upper halves on its columns", upper.len()),
        "black: a lower half on the other five".into(),
        "blue: the middle, which only diagonals cross".into(),
    ];
    for (line, text) in (0..).zip(lines) {
        let y = 412 + 20 * line;
        let _ = writeln!(
            svg,
            "<text class=\"quiet\" x=\"40\" y=\"{y}\">{text}</text>"
        );
    }
    let x = |number: usize| 560 + 22 * number;
    let _ = writeln!(
        svg,
        "<text x=\"400\" y=\"74\">a column for every upper half, a bit each; a row for every queen below</text>"
    );
    let mut left = vec![true; upper.len()];
    for (line, &queen) in (0..).zip(lower) {
        let y = 90 + 44 * line;
        let name = format!("row {}, column {}", queen.0 + 1, queen.1 + 1);
        let _ = writeln!(svg, "<text x=\"400\" y=\"{}\">{name}</text>", y + 18);
        for (number, upper) in upper.iter().enumerate() {
            let attacked = upper.iter().any(|&one| holds(one, queen));
            left[number] &= !attacked;
            let (class, bit) = match (attacked, left[number]) {
                (true, _) => ("gone", "1"),
                (false, true) => ("kept", "0"),
                (false, false) => ("square", "0"),
            };
            let _ = writeln!(
                svg,
                "<rect class=\"{class}\" x=\"{0}\" y=\"{y}\" width=\"20\" height=\"26\"/><text class=\"code middle\" x=\"{1}\" y=\"{2}\">{bit}</text>",
                x(number),
                x(number) + 10,
                y + 18
            );
        }
    }
    let solutions = left.iter().filter(|&&left| left).count();
    let _ = writeln!(svg, "<text x=\"400\" y=\"336\">in none of the rows</text>");
    for (number, left) in left.into_iter().enumerate() {
        let (class, bit) = if left { ("kept", "1") } else { ("square", "0") };
        let _ = writeln!(
            svg,
            "<rect class=\"{class}\" x=\"{0}\" y=\"318\" width=\"20\" height=\"26\"/><text class=\"code middle\" x=\"{1}\" y=\"336\">{bit}</text>",
            x(number),
            x(number) + 10
        );
    }
    let words = [
        format!("bits that are left: {solutions} solutions with this lower half, counted at once"),
        "a row is one word that is made once, from two diagonals, and serves every lower half with a queen there".into(),
        "with AVX-512 a word has 512 bits: a few instructions settle 512 boards".into(),
    ];
    for (line, text) in (0..).zip(words) {
        let y = 372 + 20 * line;
        let _ = writeln!(
            svg,
            "<text class=\"quiet\" x=\"400\" y=\"{y}\">{text}</text>"
        );
    }
    let width = (x(upper.len()) as u32 + 30).max(1100);
    picture(width, 480, "An upper half is a bit", &svg)
}

fn main() {
    match std::env::args().nth(1).as_deref() {
        Some("constellation") => print!("{}", constellation()),
        Some("lanes") => print!("{}", lanes()),
        Some("halves") => print!("{}", halves()),
        _ => {
            eprintln!("drawings: say constellation, lanes or halves");
            std::process::exit(2);
        }
    }
}
