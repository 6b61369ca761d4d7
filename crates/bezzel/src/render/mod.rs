//! Reports and trees as text and pictures. Renderers never search.

mod dot;
mod layout;
mod text;
mod tree;

pub use dot::tree_dot;
pub use text::{check_text, estimate_text, lengths_text, levels_text, tree_text};
pub use tree::tree_svg;

/// Text inside markup.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
