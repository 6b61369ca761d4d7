//! Reports and trees as text and pictures. Renderers never search.

mod dot;
mod evolution;
mod gif;
mod layout;
mod race;
mod text;
mod trace;
mod tree;
mod words;

pub use self::gif::trace_gif;
pub use dot::tree_dot;
pub use evolution::evolution_svg;
pub use race::{race_svg, race_text};
pub use text::{
    GENERATIONS, check_text, estimate_text, generation_text, lengths_text, levels_text, table,
    tree_text,
};
pub use trace::trace_text;
pub use tree::tree_svg;
pub use words::{in_words, so_many};

/// Text inside markup.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
