//! Reports and trees as text and pictures. Renderers never search.

mod evolution;
mod trace;

pub use evolution::evolution_svg;
pub use trace::trace_text;

/// Text inside markup.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
