//! Cache of the outlines of recently requested boards.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bezzel_queens::Board;

use crate::{Error, Outline};

/// Keeps the most recently requested outlines, up to a number of bytes, but at least one.
#[derive(Debug)]
pub struct BoardCache {
    room: usize,
    /// The outlines, starting with the most recently used.
    kept: Mutex<VecDeque<Arc<Outline>>>,
}

/// Space for six boards of twelve queens.
impl Default for BoardCache {
    fn default() -> Self {
        Self::with_room(48 << 20)
    }
}

impl BoardCache {
    /// Returns a cache of this many bytes.
    pub fn with_room(bytes: usize) -> Self {
        Self {
            room: bytes,
            kept: Mutex::default(),
        }
    }

    fn kept(&self) -> MutexGuard<'_, VecDeque<Arc<Outline>>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the outline of a board, which is computed at the first request (a fifth of a second
    /// for twelve queens). Concurrent first requests compute it concurrently.
    ///
    /// # Errors
    /// Those of [`Outline::new`]. Errors are not cached.
    pub fn outline(&self, board: &Board) -> Result<Arc<Outline>, Error> {
        let known = |kept: &mut VecDeque<Arc<Outline>>| {
            let index = kept.iter().position(|one| one.board == *board)?;
            kept.remove(index)
        };
        let before = known(&mut self.kept());
        let outline = match before {
            Some(outline) => outline,
            None => Arc::new(Outline::new(board)?),
        };
        let mut kept = self.kept();
        known(&mut kept);
        kept.push_front(outline.clone());
        let mut room = self.room;
        let fitting = kept
            .iter()
            .take_while(|one| match room.checked_sub(one.bytes()) {
                Some(left) => {
                    room = left;
                    true
                }
                None => false,
            });
        let fitting = fitting.count().max(1);
        kept.truncate(fitting);
        Ok(outline)
    }

    /// Returns true if the outline of a board is in the cache.
    #[cfg(test)]
    fn has(&self, board: &Board) -> bool {
        self.kept().iter().any(|one| one.board == *board)
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
            // Outlines of about forty kilobytes each.
            let board = Board::new(8).block(Square::new(7, column)).unwrap();
            cache.outline(&board).unwrap();
            assert!(cache.has(&board));
        }
        assert!(!cache.has(&six));
        let kept = cache.kept.lock().unwrap();
        let bytes = |one: &Arc<Outline>| one.bytes();
        assert!(kept.iter().map(bytes).sum::<usize>() <= cache.room);
    }
}
