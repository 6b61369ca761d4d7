//! Reports as text and pictures.

mod evolution;
mod trace;

pub use evolution::evolution_svg;
pub use trace::trace_text;

/// Escapes text for XML.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
