//! How a cell changes the words: the ranges that move, computed once for all words with the same
//! context.

use super::language::{CLOSE, Context, EMPTY, EXIT, LETTERS, OPEN, START, WordLanguage};

/// A range of words that moves: source, target, length.
pub(super) type Move = (usize, usize, usize);

/// Returns the moves of the last `rest` letters of the words when a bracket `(` at the cell is
/// removed: its mate, the first unmatched `)` after it, becomes `letter`.
pub(super) fn rematch(
    (from, source): (&WordLanguage, Context),
    (to, target): (&WordLanguage, Context),
    rest: usize,
    letter: usize,
) -> Vec<Move> {
    let mut moves = Vec::new();
    let mut waiting = vec![(0, 0, source, target, 0, rest)];
    while let Some((source_base, target_base, source, target, level, rest)) = waiting.pop() {
        if rest == 0 {
            continue;
        }
        for next in 0..LETTERS {
            let Some(source_next) = from.after(source, next) else {
                continue;
            };
            let count = from.count(rest - 1, source_next) as usize;
            if count == 0 {
                continue;
            }
            let source_base = source_base + from.offset(rest, source, next);
            if next == CLOSE && level == 0 {
                if let Some(target_next) = to.after(target, letter) {
                    debug_assert!(target_next == source_next);
                    moves.push((
                        source_base,
                        target_base + to.offset(rest, target, letter),
                        count,
                    ));
                }
                continue;
            }
            let level = match next {
                OPEN => level + 1,
                CLOSE => level - 1,
                _ => level,
            };
            if let Some(target_next) = to.after(target, next) {
                let target_base = target_base + to.offset(rest, target, next);
                waiting.push((
                    source_base,
                    target_base,
                    source_next,
                    target_next,
                    level,
                    rest - 1,
                ));
            }
        }
    }
    moves
}

/// Returns a prefix with its last unmatched bracket replaced by `letter`.
pub(super) fn rematch_prefix(prefix: &[usize], letter: usize) -> Option<Vec<usize>> {
    let mut closed = 0;
    for (position, &here) in prefix.iter().enumerate().rev() {
        match here {
            CLOSE => closed += 1,
            OPEN if closed == 0 => {
                let mut changed = prefix.to_vec();
                changed[position] = letter;
                return Some(changed);
            }
            OPEN => closed -= 1,
            _ => {}
        }
    }
    None
}

/// A language with its prefixes listed, so that a cell iterates over an array.
pub(super) struct Index {
    pub language: WordLanguage,
    /// The prefixes in order, for each number of letters.
    pub prefixes: Vec<Vec<Prefix>>,
    /// The plan of each context, for each number of letters.
    pub plans: Vec<Vec<PrefixPlan>>,
}

/// The range of words with one prefix.
pub(super) struct Prefix {
    /// The first word.
    pub base: u32,
    /// For each of `)`, `S` and `T`: the index of the first word whose prefix is this one with its
    /// last unmatched bracket replaced by that letter.
    pub rematched: [u32; 3],
    pub context: u8,
    /// Whether all of its letters are empty.
    pub is_empty: bool,
}

/// Marks an empty range of words.
pub(super) const EMPTY_RANGE: u32 = u32::MAX;

impl Index {
    pub fn new(language: WordLanguage) -> Self {
        let lengths = 0..language.length - 1;
        let prefixes = lengths.clone().map(|length| {
            let mut prefixes = Vec::new();
            language.prefixes(length, &mut |word, base, context| {
                let rematched = [CLOSE, START, EXIT].map(|letter| {
                    let place =
                        rematch_prefix(word, letter).and_then(|word| language.locate(&word));
                    place.map_or(EMPTY_RANGE, |(base, _)| base as u32)
                });
                prefixes.push(Prefix {
                    base: base as u32,
                    rematched,
                    context: context.index() as u8,
                    is_empty: word.iter().all(|&letter| letter == EMPTY),
                });
            });
            prefixes
        });
        Self {
            prefixes: prefixes.collect(),
            plans: lengths
                .map(|length| PrefixPlan::all(&language, length))
                .collect(),
            language,
        }
    }
}

/// How a cell changes the words with one prefix. Ranges are given by their offset from the first
/// word. The words with two empty letters come first.
pub(super) struct PrefixPlan {
    /// A partial route begins at the cell: the offset and the number of the words with `()` there.
    pub begin: Option<(usize, usize)>,
    /// A partial route continues through the cell: ranges `(a, b, length)` of words that differ
    /// only in the order of the cell's two letters, an empty one and another.
    pub go_on: Vec<(usize, usize, usize)>,
    pub joins: Vec<PieceJoin>,
}

/// The words in which two partial routes meet at the cell: `count` words, starting at offset
/// `from`.
pub(super) struct PieceJoin {
    pub from: usize,
    pub count: usize,
    pub kind: JoinKind,
}

/// What the words of a `PieceJoin` become.
pub(super) enum JoinKind {
    /// The words with two empty letters at the cell.
    Plain,
    /// The letters at the cell become empty, and the last unmatched bracket before the cell becomes
    /// this letter.
    Before(usize),
    /// The letters at the cell become empty, and the first unmatched bracket after the cell becomes
    /// another letter.
    Behind(Vec<Move>),
    /// None: the start meets an exit, which completes a route if there is no other partial route.
    Route,
}

impl PrefixPlan {
    /// Returns the plans of all contexts after a prefix of `at` letters.
    pub fn all(language: &WordLanguage, at: usize) -> Vec<Self> {
        let contexts =
            (0..=at).flat_map(|height| (0..4).map(move |marks| Context { height, marks }));
        contexts
            .map(|context| Self::new(language, language.length - at - 2, context))
            .collect()
    }

    pub fn new(language: &WordLanguage, rest: usize, context: Context) -> Self {
        let pair = |first: usize, second: usize| {
            let (offset, behind) = language.pair(rest, context, [first, second])?;
            let count = language.count(rest, behind) as usize;
            (count > 0).then_some((offset, behind, count))
        };
        let begin = pair(OPEN, CLOSE).map(|(offset, _, count)| (offset, count));
        let go_on = (OPEN..LETTERS).filter_map(|letter| {
            let ((second, _, count), (first, _, _)) = (pair(EMPTY, letter)?, pair(letter, EMPTY)?);
            Some((second, first, count))
        });
        let mut joins = Vec::new();
        for first in OPEN..LETTERS {
            for second in OPEN..LETTERS {
                let Some((from, behind, count)) = pair(first, second) else {
                    continue;
                };
                let kind = match (first, second) {
                    (OPEN, CLOSE) => continue,
                    (CLOSE, OPEN) => JoinKind::Plain,
                    // If both are opening or both are closing brackets, the mate of the inner
                    // bracket changes its direction.
                    (CLOSE, letter) | (letter, CLOSE) => JoinKind::Before(letter),
                    (OPEN, letter) | (letter, OPEN) => JoinKind::Behind(rematch(
                        (language, behind),
                        (language, context),
                        rest,
                        letter,
                    )),
                    _ => JoinKind::Route,
                };
                joins.push(PieceJoin { from, count, kind });
            }
        }
        Self {
            begin,
            go_on: go_on.collect(),
            joins,
        }
    }
}
