//! Animated GIFs, written frame by frame; a frame contains only the rectangle that changed.

use std::io::{self, Write};
use std::ops::Range;

use gif::{Encoder, Frame, Repeat};

/// A GIF that is being written. Pixels are indices into a palette of red, green and blue.
pub struct Animation<'w> {
    encoder: Encoder<&'w mut dyn Write>,
    width: usize,
    shown: Vec<u8>,
}

impl std::fmt::Debug for Animation<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Animation").finish_non_exhaustive()
    }
}

impl<'w> Animation<'w> {
    /// Starts a picture that repeats forever.
    ///
    /// # Errors
    /// Those of `out`, and a side of more than 65,535 pixels.
    pub fn new(
        out: &'w mut dyn Write,
        width: usize,
        height: usize,
        palette: &[u8],
    ) -> io::Result<Self> {
        let side = |pixels: usize| {
            u16::try_from(pixels).map_err(|_| io::Error::other("too large for a GIF"))
        };
        let mut encoder =
            Encoder::new(out, side(width)?, side(height)?, palette).map_err(io::Error::other)?;
        encoder
            .set_repeat(Repeat::Infinite)
            .map_err(io::Error::other)?;
        Ok(Self {
            encoder,
            width,
            shown: Vec::new(),
        })
    }

    /// Adds a frame with these pixels, shown for `delay` hundredths of a second.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn show(&mut self, pixels: Vec<u8>, delay: u16) -> io::Result<()> {
        let width = self.width;
        let before = self
            .shown
            .chunks(width)
            .map(Some)
            .chain(std::iter::repeat(None));
        let mut changed: Option<(Range<usize>, Range<usize>)> = None;
        for (row, (after, before)) in pixels.chunks(width).zip(before).enumerate() {
            let differs =
                |&column: &usize| before.is_none_or(|before| before[column] != after[column]);
            if let Some(first) = (0..width).find(differs) {
                let last = (0..width).rfind(differs).unwrap_or(first);
                changed = Some(match changed {
                    None => (row..row + 1, first..last + 1),
                    Some((rows, columns)) => (
                        rows.start..row + 1,
                        columns.start.min(first)..columns.end.max(last + 1),
                    ),
                });
            }
        }
        // A frame must contain at least one pixel, even if nothing changed.
        let (rows, columns) = changed.unwrap_or((0..1, 0..1));
        let lines = pixels.chunks(width).skip(rows.start).take(rows.len());
        let buffer: Vec<u8> = lines
            .flat_map(|line| &line[columns.clone()])
            .copied()
            .collect();
        let frame = Frame {
            delay,
            left: columns.start as u16,
            top: rows.start as u16,
            width: columns.len() as u16,
            height: rows.len() as u16,
            buffer: buffer.into(),
            ..Frame::default()
        };
        self.encoder.write_frame(&frame).map_err(io::Error::other)?;
        self.shown = pixels;
        Ok(())
    }
}
