//! Ranges of units that are not claimed yet.

use std::ops::Range;

/// Ranges of units that are not claimed yet, in the order in which they are assigned.
#[derive(Debug, Clone, Default)]
pub struct PendingRanges {
    /// The ranges, in reverse order.
    waiting: Vec<Range<u64>>,
}

impl FromIterator<Range<u64>> for PendingRanges {
    fn from_iter<I: IntoIterator<Item = Range<u64>>>(stretches: I) -> Self {
        let mut waiting: Vec<_> = stretches.into_iter().collect();
        waiting.reverse();
        Self { waiting }
    }
}

impl PendingRanges {
    /// Takes the next range, joined with adjacent following ranges until `is_enough` returns true.
    /// If they are not enough, takes units from the longest row of adjacent ranges instead, because
    /// a worker that counts many units at once is slow on small claims.
    pub fn take(&mut self, is_enough: impl Fn(&Range<u64>) -> bool) -> Option<Range<u64>> {
        let next = self.waiting.last()?.clone();
        if is_enough(&next) {
            return self.waiting.pop();
        }
        let mut ordered = self.waiting.clone();
        ordered.sort_unstable_by_key(|stretch| stretch.start);
        let row_from = |first: usize| {
            let mut row = ordered[first].clone();
            for stretch in &ordered[first + 1..] {
                if stretch.start != row.end || is_enough(&row) {
                    break;
                }
                row.end = stretch.end;
            }
            row
        };
        let mut row = row_from(ordered.partition_point(|stretch| stretch.start < next.start));
        if !is_enough(&row) {
            let mut first = 0;
            let rows = ordered.chunk_by(|one, other| one.end == other.start);
            let rows = rows.map(|row| {
                let start = first;
                first += row.len();
                (row[row.len() - 1].end - row[0].start, start)
            });
            row = rows.max().map_or(row, |(_, first)| row_from(first));
        }
        self.waiting
            .retain(|stretch| stretch.end <= row.start || stretch.start >= row.end);
        Some(row)
    }

    /// Puts units back. They are assigned next.
    pub fn give_back(&mut self, units: Range<u64>) {
        if !units.is_empty() {
            self.waiting.push(units);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scattered::scattered;

    /// A worker that claims many units gets them as long as a row of that length exists, however
    /// many short ranges others take meanwhile.
    #[test]
    fn large_and_small_requests_share_the_pending_ranges() {
        const MANY: u64 = 300;
        let stretch = |number: usize| 3 * number as u64..3 * number as u64 + 3;
        let mut waiting: PendingRanges = scattered(2_000).map(stretch).collect();
        let mut is_taken = vec![false; 6_000];
        let mut take = |units: u64| {
            let rows = is_taken.chunk_by(|one, other| one == other);
            let longest = rows.filter(|row| !row[0]).map(<[bool]>::len).max();
            let taken = waiting.take(|row| row.end - row.start >= units)?;
            let place = taken.start as usize..taken.end as usize;
            assert!(!is_taken[place.clone()].contains(&true));
            is_taken[place].fill(true);
            let length = taken.end - taken.start;
            assert!(length >= units.min(longest? as u64) && length < units + 3);
            Some(())
        };
        let mut claims = 0;
        while take(MANY).is_some() {
            claims += 1;
            for _ in 0..5 {
                let _ = take(1);
            }
        }
        assert!(claims > 15);
        assert!(!is_taken.contains(&false));
    }

    #[test]
    fn what_is_given_back_is_next() {
        let mut waiting: PendingRanges = [0..2, 2..4, 4..6].into_iter().collect();
        let any = |_: &Range<u64>| true;
        assert_eq!(
            (waiting.take(any), waiting.take(any)),
            (Some(0..2), Some(2..4))
        );
        waiting.give_back(1..2);
        waiting.give_back(7..7);
        assert_eq!(
            (waiting.take(any), waiting.take(any)),
            (Some(1..2), Some(4..6))
        );
        assert_eq!(waiting.take(any), None);
    }
}
