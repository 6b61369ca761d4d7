//! State-space trees in the Graphviz language.

use std::fmt::Write;

use crate::tree::{NodeKind, Tree};

/// Returns the tree in Graphviz's language, for `dot -Tsvg`.
pub fn tree_dot(title: &str, tree: &Tree<String, String>) -> String {
    let mut dot = String::new();
    let quoted = |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
    // Writing to a String cannot fail.
    let _ = writeln!(dot, "digraph tree {{");
    let _ = writeln!(dot, "  label={}; labelloc=t;", quoted(title));
    let _ = writeln!(
        dot,
        "  node [shape=box, style=\"rounded,filled\", fillcolor=white, fontname=\"sans-serif\"];"
    );
    for (index, node) in tree.nodes.iter().enumerate() {
        let name = node.choice.as_deref().unwrap_or("start");
        let looks = match &node.fate {
            NodeKind::Open => format!("label={}", quoted(name)),
            NodeKind::Solution => {
                format!("label={}, fillcolor=\"#b7e4c7\", penwidth=2", quoted(name))
            }
            NodeKind::Rejected(reason) => format!(
                "label={}, fontcolor=\"#8a8a8a\", color=\"#c9c9c9\", tooltip={}",
                quoted(&format!("{name} ×")),
                quoted(reason)
            ),
            NodeKind::Folded(counts) => format!(
                "label=\"{name}\\n{} visited\\n{} solutions\", shape=folder, fillcolor=\"#fff3cd\"",
                counts.visited, counts.solutions
            ),
        };
        let _ = writeln!(dot, "  n{index} [{looks}];");
        if let Some(parent) = node.parent {
            let _ = writeln!(dot, "  n{parent} -> n{index};");
        }
    }
    dot += "}\n";
    dot
}
