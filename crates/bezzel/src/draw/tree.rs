//! State-space trees as SVG: coordinates on nodes, × on rejected nodes with the reason as a
//! tooltip, solutions marked, folded subtrees with their counts.

use std::fmt::Write;

use super::{escape, layout};
use crate::tree::{NodeKind, Tree, TreeNode};

type DrawnNode = TreeNode<String, String>;

const LEVEL_HEIGHT: f64 = 100.0;
const MARGIN: f64 = 24.0;
const TOP: f64 = 64.0;

const STYLE: &str = "<style>\
text{font-family:system-ui,'Noto Sans',sans-serif;font-size:12px;text-anchor:middle;fill:#22262b}\
.title{font-size:17px;font-weight:600;text-anchor:start}\
.legend{text-anchor:start;fill:#50575e}\
.edge{fill:none;stroke:#9aa1a9;stroke-width:1.2}\
.edge.dead{stroke:#d5d9dd}\
.edge.found{stroke:#2f9e5b;stroke-width:2.6}\
rect{fill:#fff;stroke:#5b6570;stroke-width:1.2}\
.rejected rect{fill:#f6f7f8;stroke:#cfd4d9}\
.rejected text{fill:#767d84}\
.rejected path{stroke:#c92a2a;stroke-width:2;fill:none}\
.solution rect{fill:#d3f5df;stroke:#2f9e5b;stroke-width:2.4}\
.solution text{font-weight:600}\
.folded rect{fill:#fff8e1;stroke:#b8860b}\
.folded .small{font-size:11px;fill:#6b5a1e}\
.open.found rect{stroke:#2f9e5b;stroke-width:2}\
.paper{fill:#fff;stroke:none}\
</style>\n";

/// Returns the width and height of a node.
fn size(node: &DrawnNode) -> (f64, f64) {
    let letters = node.choice.as_deref().unwrap_or("start").chars().count() as f64;
    let name = 7.0 * letters + 6.0;
    match &node.fate {
        NodeKind::Rejected(_) => (name, 40.0),
        NodeKind::Open | NodeKind::Solution => (name + 6.0, 26.0),
        NodeKind::Folded(counts) => {
            let digits = counts.visited.max(counts.solutions).to_string().len() as f64;
            (name.max(6.6 * digits + 62.0), 58.0)
        }
    }
}

/// Returns the tree as an SVG document.
pub fn tree_svg(title: &str, tree: &Tree<String, String>) -> String {
    let children = tree.children();
    let widths: Vec<f64> = tree.nodes.iter().map(|node| size(node).0 + 8.0).collect();
    let (middles, width) = layout::middles(&children, &widths);
    let found = leads_to_solution(tree);
    let top = tree.nodes[0].level;
    let y = |node: &DrawnNode| TOP + (node.level - top) as f64 * LEVEL_HEIGHT;
    let deepest = tree.nodes.iter().map(y).fold(TOP, f64::max);

    let mut tallest = vec![
        0.0;
        tree.nodes
            .iter()
            .map(|node| node.level - top + 1)
            .max()
            .unwrap_or(1)
    ];
    for node in tree
        .nodes
        .iter()
        .filter(|node| !matches!(node.fate, NodeKind::Rejected(_)))
    {
        let height: &mut f64 = &mut tallest[node.level - top];
        *height = height.max(size(node).1);
    }

    let title_width = 9.5 * title.chars().count() as f64;
    let legend_width = 620.0;
    let full = width.max(title_width).max(legend_width) + 2.0 * MARGIN;
    let left = MARGIN + (full - 2.0 * MARGIN - width) / 2.0;
    let x = |index: usize| left + middles[index];
    let height = deepest + 120.0;

    let mut svg = String::new();
    // Writing to a String cannot fail.
    let _ = writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {full:.0} {height:.0}\" width=\"{full:.0}\" height=\"{height:.0}\" role=\"img\">"
    );
    let _ = writeln!(svg, "<title>{}</title>", escape(title));
    svg += STYLE;
    let _ = writeln!(
        svg,
        "<rect class=\"paper\" width=\"{full:.0}\" height=\"{height:.0}\"/>"
    );
    let _ = writeln!(
        svg,
        "<text class=\"title\" x=\"{MARGIN}\" y=\"34\">{}</text>",
        escape(title)
    );

    let found_edge =
        |index: usize| found[index] && !matches!(tree.nodes[index].fate, NodeKind::Folded(_));
    // Edges that lead to a solution are drawn last, above the others.
    let (above, below): (Vec<usize>, Vec<usize>) =
        (1..tree.nodes.len()).partition(|&index| found_edge(index));
    for index in below.into_iter().chain(above) {
        let node = &tree.nodes[index];
        let Some(parent) = node.parent else { continue };
        let above = &tree.nodes[parent];
        let (from, to) = (y(above) + size(above).1, y(node));
        // The edge goes straight down past the tallest node of the level, then across.
        let clear = y(above) + tallest[above.level - top];
        let class = match node.fate {
            NodeKind::Rejected(_) => "edge dead",
            _ if found_edge(index) => "edge found",
            _ => "edge",
        };
        let bend = (clear + to) / 2.0;
        let _ = writeln!(
            svg,
            "<path class=\"{class}\" d=\"M{0:.1} {from:.1}V{clear:.1}C{0:.1} {bend:.1} {1:.1} {bend:.1} {1:.1} {to:.1}\"/>",
            x(parent),
            x(index),
        );
    }
    for (index, node) in tree.nodes.iter().enumerate() {
        draw(&mut svg, node, x(index), y(node), found[index]);
    }
    legend(&mut svg, tree, height - 26.0);
    svg += "</svg>\n";
    svg
}

/// Draws a node whose upper edge is centred at `x`, `y`.
fn draw(svg: &mut String, node: &DrawnNode, x: f64, y: f64, found: bool) {
    let (width, height) = size(node);
    let name = escape(node.choice.as_deref().unwrap_or("start"));
    let (class, tooltip) = match &node.fate {
        NodeKind::Open if found => ("open found", format!("{name}: a solution lies below")),
        NodeKind::Open => (
            "open",
            format!("{name}: promising, but nothing below it is a solution"),
        ),
        NodeKind::Solution => ("solution", format!("{name}: a solution")),
        NodeKind::Rejected(reason) => ("rejected", escape(reason)),
        NodeKind::Folded(counts) => (
            "folded",
            format!(
                "{name}: {} visited, {} promising, {} solutions",
                counts.visited, counts.promising, counts.solutions
            ),
        ),
    };
    let _ = write!(
        svg,
        "<g class=\"{class}\" transform=\"translate({x:.1} {y:.1})\"><title>{tooltip}</title>\
         <rect x=\"{:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"6\"/>\
         <text y=\"17\">{name}</text>",
        -width / 2.0
    );
    match &node.fate {
        NodeKind::Rejected(_) => *svg += "<path d=\"M-5 24l10 10M5 24l-10 10\"/>",
        NodeKind::Folded(counts) => {
            let _ = write!(
                svg,
                "<text class=\"small\" y=\"34\">{} visited</text><text class=\"small\" y=\"49\">{}</text>",
                counts.visited,
                match counts.solutions {
                    0 => "no solution".to_owned(),
                    1 => "1 solution".to_owned(),
                    many => format!("{many} solutions"),
                }
            );
        }
        NodeKind::Open | NodeKind::Solution => {}
    }
    *svg += "</g>\n";
}

/// Draws the legend below the tree.
fn legend(svg: &mut String, tree: &Tree<String, String>, y: f64) {
    let folded = tree
        .nodes
        .iter()
        .any(|node| matches!(node.fate, NodeKind::Folded(_)));
    let text = if folded {
        "× rejected (point at it for the reason) · green: a solution or on the way to one · yellow: a subtree folded into its counts"
    } else {
        "× rejected (point at it for the reason) · green: a solution or on the way to one"
    };
    let _ = writeln!(
        svg,
        "<text class=\"legend\" x=\"{MARGIN}\" y=\"{y:.0}\">{text}</text>"
    );
}

/// Returns true if a solution lies at or below each node.
fn leads_to_solution(tree: &Tree<String, String>) -> Vec<bool> {
    let mut found = vec![false; tree.nodes.len()];
    for (index, node) in tree.nodes.iter().enumerate().rev() {
        found[index] |= match &node.fate {
            NodeKind::Solution => true,
            NodeKind::Folded(counts) => counts.solutions > 0,
            _ => false,
        };
        if let Some(parent) = node.parent {
            found[parent] |= found[index];
        }
    }
    found
}
