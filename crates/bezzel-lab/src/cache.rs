//! The outlines that were asked for, kept as long as there is room.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use bezzel_queens::Board;

use crate::{Error, Outline};

/// Keeps outlines, the ones asked for last.
pub struct BoardCache {
    /// Outlines together take about so many bytes at the most; one is kept in any case.
    room: usize,
    /// The least recently asked for first.
    kept: Mutex<Vec<Entry>>,
}

#[derive(Clone)]
struct Entry {
    board: Board,
    /// Empty while the outline is made: whoever asks meanwhile waits for it.
    outline: Arc<OnceLock<Arc<Outline>>>,
}

/// Room for six boards of twelve queens.
impl Default for BoardCache {
    fn default() -> Self {
        Self::with_room(48 << 20)
    }
}

impl BoardCache {
    /// A cache of about so many bytes.
    pub fn with_room(bytes: usize) -> Self {
        Self {
            room: bytes,
            kept: Mutex::default(),
        }
    }

    /// The outline of a board. The first time it takes a moment: a fifth of a second for twelve queens.
    ///
    /// # Errors
    /// Those of [`Outline::new`]; a board that is refused is not kept.
    pub fn outline(&self, board: &Board) -> Result<Arc<Outline>, Error> {
        Outline::check(board)?;
        let entry = {
            let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
            let known = kept.iter().position(|entry| entry.board == *board);
            let entry = match known {
                Some(index) => kept.remove(index),
                None => Entry {
                    board: board.clone(),
                    outline: Arc::default(),
                },
            };
            kept.push(entry.clone());
            entry
        };
        let outline = entry
            .outline
            .get_or_init(|| Arc::new(Outline::new(board).expect("it was checked")));
        self.make_room();
        Ok(outline.clone())
    }

    /// Whether the outline of a board is there already.
    pub fn has(&self, board: &Board) -> bool {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let entry = kept.iter().find(|entry| entry.board == *board);
        entry.is_some_and(|entry| entry.outline.get().is_some())
    }

    /// Forgets the outlines that were asked for longest ago, until the others fit.
    fn make_room(&self) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes = |entry: &Entry| match entry.outline.get() {
            Some(outline) => outline.bytes(),
            // The board alone, of at most twelve queens.
            None => 1_024,
        };
        let mut room = self.room;
        let newest_first = kept.iter().rev();
        let fitting = newest_first.take_while(|entry| match room.checked_sub(bytes(entry)) {
            Some(left) => {
                room = left;
                true
            }
            None => false,
        });
        let fitting = fitting.count().max(1);
        let forgotten = kept.len() - fitting;
        kept.drain(..forgotten);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bezzel_queens::Square;

    #[test]
    fn outlines_are_made_once_and_forgotten_when_there_is_no_room() {
        let cache = BoardCache::with_room(200_000);
        let six = Board::new(6);
        let first = cache.outline(&six).unwrap();
        assert!(Arc::ptr_eq(&first, &cache.outline(&six).unwrap()));
        assert!(cache.outline(&Board::new(13)).is_err());
        assert_eq!(
            cache.kept.lock().unwrap().len(),
            1,
            "a refused board is kept"
        );
        for column in 0..8 {
            // Some forty kilobytes each.
            let board = Board::new(8).block(Square::new(7, column)).unwrap();
            cache.outline(&board).unwrap();
            assert!(cache.has(&board));
        }
        assert!(!cache.has(&six));
        let kept = cache.kept.lock().unwrap();
        let bytes = |entry: &Entry| entry.outline.get().unwrap().bytes();
        assert!(kept.iter().map(bytes).sum::<usize>() <= cache.room);
    }
}
