//! Reads mazes from PNG pictures: white cells are open, black cells are walls.
//!
//! The start is a red pixel and exits are green ones, or else both are gaps in the outer border:
//! the first in reading order is the start, the others are exits.

use std::io::{BufReader, Cursor};

use png::{DecodingError, InterlaceInfo, Transformations};

use super::{EXIT, Maze, START, WALL, WAY};
use crate::{Error, MazeFlaw};

/// The first bytes of every PNG.
const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

/// Returns true if these bytes start like a PNG.
pub(super) fn is_picture(bytes: &[u8]) -> bool {
    bytes.starts_with(&SIGNATURE[..4])
}

/// The longest side accepted; a larger one in a header would only serve to exhaust memory.
const MAX_SIDE: u32 = 16_384;

fn unreadable(row: usize, column: usize, flaw: MazeFlaw) -> Error {
    Error::Unreadable {
        line: row + 1,
        column: column + 1,
        flaw,
    }
}

/// Reads a maze from a PNG of at most `limit` pixels, row by row into one byte per pixel.
pub(super) fn read(bytes: &[u8], limit: u64) -> Result<Maze, Error> {
    let broken = |row: usize, error: DecodingError| {
        let flaw = match error {
            DecodingError::IoError(_) => MazeFlaw::PictureCut,
            other => MazeFlaw::PictureDamaged {
                detail: other.to_string(),
            },
        };
        unreadable(row, 0, flaw)
    };
    let mut decoder = png::Decoder::new(BufReader::new(Cursor::new(bytes)));
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    decoder.set_transformations(Transformations::EXPAND | Transformations::STRIP_16);
    let header = decoder
        .read_header_info()
        .map_err(|error| broken(0, error))?;
    let (width, height) = (header.width, header.height);
    if width > MAX_SIDE || height > MAX_SIDE {
        let flaw = MazeFlaw::PictureTooLong {
            width,
            height,
            limit: MAX_SIDE,
        };
        return Err(unreadable(0, 0, flaw));
    }
    if u64::from(width) * u64::from(height) > limit {
        return Err(Error::TooManyPixels {
            width,
            height,
            limit,
        });
    }
    let mut reader = decoder.read_info().map_err(|error| broken(0, error))?;
    let (color, _) = reader.output_color_type();
    let (width, height) = (width as usize, height as usize);
    let mut cells = Vec::new();
    let too_large = |_| unreadable(0, 0, MazeFlaw::PictureTooLarge { width, height });
    if reader.info().interlaced {
        // Zeroed pages take no memory before they are written, so that a false header costs
        // nothing.
        cells.try_reserve_exact(width * height).map_err(too_large)?;
        cells = vec![NO_CELL; width * height];
        let mut decoded = Vec::new();
        while let Some(row) = reader
            .next_interlaced_row()
            .map_err(|error| broken(0, error))?
        {
            let InterlaceInfo::Adam7(place) = *row.interlace() else {
                continue;
            };
            decoded.clear();
            decoded.extend(row.data().chunks_exact(color.samples()).map(cell));
            png::expand_interlaced_row(&mut cells, width, &decoded, &place, 8);
        }
        if let Some(at) = cells.iter().position(|&cell| cell == NO_CELL) {
            let color = String::new();
            return Err(unreadable(
                at / width,
                at % width,
                MazeFlaw::UnknownPixel { color },
            ));
        }
    } else {
        for row in 0..height {
            let pixels = reader.next_row().map_err(|error| broken(row, error))?;
            let Some(pixels) = pixels else { break };
            cells.try_reserve(width).map_err(too_large)?;
            for (column, pixel) in pixels.data().chunks_exact(color.samples()).enumerate() {
                let cell = cell(pixel);
                if cell == NO_CELL {
                    let samples: Vec<_> = pixel.iter().map(u8::to_string).collect();
                    let color = format!(" ({})", samples.join(", "));
                    return Err(unreadable(row, column, MazeFlaw::UnknownPixel { color }));
                }
                cells.push(cell);
            }
        }
    }
    reader.finish().map_err(|error| broken(height - 1, error))?;
    locate(width, height, cells)
}

/// Marks a pixel that is no valid cell.
const NO_CELL: u8 = 0;

/// Returns the cell of a pixel.
fn cell(pixel: &[u8]) -> u8 {
    match *pixel {
        [0] | [0, 255] | [0, 0, 0] | [0, 0, 0, 255] => WALL,
        [255] | [255, 255] | [255, 255, 255] | [255, 255, 255, 255] => WAY,
        [255, 0, 0] | [255, 0, 0, 255] => START,
        [0, 255, 0] | [0, 255, 0, 255] => EXIT,
        _ => NO_CELL,
    }
}

/// Finds start and exits: coloured cells, or gaps in the border.
fn locate(width: usize, height: usize, mut cells: Vec<u8>) -> Result<Maze, Error> {
    let place = |cell: usize| (cell / width, cell % width);
    let mut starts = cells
        .iter()
        .enumerate()
        .filter(|(_, cell)| **cell == START)
        .map(|(at, _)| at);
    let (first, second) = (starts.next(), starts.next());
    let exit = cells.iter().position(|&cell| cell == EXIT);
    if let Some((row, column)) = second.map(place) {
        return Err(unreadable(row, column, MazeFlaw::SecondRed));
    }
    match (first.map(place), exit.map(place)) {
        (Some(_), Some(_)) => return Ok(Maze::from_cells(width, cells)),
        (Some((row, column)), None) => {
            return Err(unreadable(row, column, MazeFlaw::NoGreen));
        }
        (None, Some((row, column))) => {
            return Err(unreadable(row, column, MazeFlaw::NoRed));
        }
        (None, None) => {}
    }
    let mut gaps = gaps(width, height, &cells);
    if gaps.len() == 1 && on_border(width, height).all(|cell| cells[cell] != WALL) {
        return Err(unreadable(0, 0, MazeFlaw::NoBorder));
    }
    gaps.sort_unstable();
    match gaps[..] {
        [] => Err(unreadable(0, 0, MazeFlaw::NoGap)),
        [only] => {
            let (row, column) = place(only);
            Err(unreadable(row, column, MazeFlaw::OneGap))
        }
        [start, ref exits @ ..] => {
            cells[start] = START;
            for &exit in exits {
                cells[exit] = EXIT;
            }
            Ok(Maze::from_cells(width, cells))
        }
    }
}

/// Returns the cells of the border in cyclic order.
fn on_border(width: usize, height: usize) -> impl Iterator<Item = usize> {
    let last = height - 1;
    let right = (1..height).map(move |row| row * width + width - 1);
    let bottom = (0..width - 1).rev().filter(move |_| height > 1);
    let left = (1..last.max(1)).rev().filter(move |_| width > 1);
    let bottom = bottom.map(move |column| last * width + column);
    (0..width)
        .chain(right)
        .chain(bottom)
        .chain(left.map(move |row| row * width))
}

/// Returns the middle cell of every gap in the border.
fn gaps(width: usize, height: usize, cells: &[u8]) -> Vec<usize> {
    let mut ring: Vec<usize> = on_border(width, height).collect();
    // Start at a wall, so that no gap is cut in two.
    let wall = ring
        .iter()
        .position(|&cell| cells[cell] == WALL)
        .unwrap_or(0);
    ring.rotate_left(wall);
    let runs = ring
        .split(|&cell| cells[cell] == WALL)
        .filter(|run| !run.is_empty());
    runs.map(|run| run[run.len() / 2]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a picture of letters: those of a maze's text, and `x` for a grey pixel.
    fn picture(text: &str) -> Vec<u8> {
        let rows: Vec<&str> = text.split('\n').collect();
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, rows[0].len() as u32, rows.len() as u32);
        encoder.set_color(png::ColorType::Rgb);
        let mut writer = encoder.write_header().unwrap();
        let color = |letter: char| match letter {
            '#' => [0, 0, 0],
            'S' => [255, 0, 0],
            'G' => [0, 255, 0],
            ' ' => [255, 255, 255],
            _ => [128, 128, 128],
        };
        let pixels: Vec<u8> = rows.concat().chars().flat_map(color).collect();
        writer.write_image_data(&pixels).unwrap();
        writer.finish().unwrap();
        bytes
    }

    fn read(bytes: &[u8]) -> Result<Maze, Error> {
        super::read(bytes, 10_000)
    }

    #[test]
    fn a_picture_may_not_be_larger_than_allowed() {
        let picture = picture("####\n#S #\n# G#\n####");
        assert!(super::read(&picture, 16).is_ok());
        let refused = super::read(&picture, 15).unwrap_err();
        assert_eq!(
            refused.to_string(),
            "the picture has 4 x 4 pixels, more than 15"
        );
    }

    fn complaint(text: &str) -> String {
        read(&picture(text)).unwrap_err().to_string()
    }

    #[test]
    fn colours_or_gaps() {
        let drawn = Maze::parse("####\n#S #\n# G#\n####".into()).unwrap();
        assert_eq!(read(&picture("####\n#S #\n# G#\n####")), Ok(drawn));
        let gaps = Maze::parse("#S##\n#  #\n#  G\n####".into()).unwrap();
        assert_eq!(read(&picture("# ##\n#  #\n#   \n####")), Ok(gaps));
        // A wide gap counts as one, also around a corner.
        let wide = read(&picture("  ###\n    #\n#   #\n#   #\n## ##")).unwrap();
        assert_eq!((wide.start(), wide.exits()), (0, 1));
    }

    #[test]
    fn complaints_name_the_pixel() {
        assert_eq!(
            complaint("####\n#  #\n####"),
            "line 1, column 1: there is no gap in the border to start from"
        );
        assert_eq!(
            complaint("# ##\n#  #\n####"),
            "line 1, column 2: this is the only gap in the border, an exit needs another"
        );
        assert_eq!(
            complaint("# x#\n#  #\n## #"),
            "line 1, column 3: this pixel (128, 128, 128) is neither black nor white nor pure red or green"
        );
        assert_eq!(
            complaint("S G\nS  "),
            "line 2, column 1: this is a second red pixel; only the start may be red"
        );
        assert_eq!(
            complaint("S  \n   "),
            "line 1, column 1: there is a red start but no green exit"
        );
    }

    #[test]
    fn damaged_pictures_are_errors() {
        let whole = picture("# ##\n#  #\n#  #\n## #");
        for length in 8..whole.len() {
            assert!(read(&whole[..length]).is_err(), "{length}");
        }
        // A header that claims a hundred thousand million pixels.
        let mut bomb = whole;
        bomb[16..24].copy_from_slice(&[0, 5, 0, 0, 0, 5, 0, 0]);
        assert!(read(&bomb).is_err());
    }
}
