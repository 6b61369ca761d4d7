//! Draws state-space trees as SVG and for Graphviz.
//!
//! ```
//! use bezzel::problems::Queens;
//! use bezzel::{Search, draw};
//!
//! let tree = Search::new(&Queens(4)).tree(1_000);
//! let tree = tree.map(|row, column| format!("({row}, {column})"), |row| format!("row {row} attacks"));
//! assert!(draw::tree_svg("4 queens", &tree).starts_with("<svg"));
//! assert!(draw::tree_dot("4 queens", &tree).starts_with("digraph"));
//! ```

mod dot;
mod layout;
mod tree;

pub use dot::tree_dot;
pub use tree::tree_svg;

/// Escapes text for XML.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
