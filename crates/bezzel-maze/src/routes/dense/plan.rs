//! What a cell does to the words: which stretches move, worked out once for all words with the same
//! context.

use super::language::{CLOSE, Context, EXIT, LETTERS, Language, NONE, OPEN, START};

/// A stretch of words that moves: from, to, how many.
pub(super) type Move = (usize, usize, usize);

/// The moves of the words of `rest` letters behind a cell where a bracket `(` ended: its mate, the
/// first `)` that has no partner here, becomes `letter`.
pub(super) fn rematch(
    (from, source): (&Language, Context),
    (to, target): (&Language, Context),
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

/// A prefix in which the last bracket without partner becomes `letter`.
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

/// A language with its prefixes listed, so that a cell goes through an array.
pub(super) struct Index {
    pub language: Language,
    /// For each number of letters the prefixes, in order.
    pub prefixes: Vec<Vec<Prefix>>,
    /// For each number of letters the plan of each context.
    pub plans: Vec<Vec<Plan>>,
}

/// The words with one prefix.
pub(super) struct Prefix {
    /// The first of them.
    pub base: u32,
    /// The first of those in whose prefix the last bracket without partner is another letter: `)`,
    /// `S` or `T`.
    pub rematched: [u32; 3],
    pub context: u8,
    /// Whether it has no letters but empty ones.
    pub is_empty: bool,
}

/// There are no such words.
pub(super) const NOWHERE: u32 = u32::MAX;

impl Index {
    pub fn new(language: Language) -> Self {
        let lengths = 0..language.length - 1;
        let prefixes = lengths.clone().map(|length| {
            let mut prefixes = Vec::new();
            language.prefixes(length, &mut |word, base, context| {
                let rematched = [CLOSE, START, EXIT].map(|letter| {
                    let place =
                        rematch_prefix(word, letter).and_then(|word| language.locate(&word));
                    place.map_or(NOWHERE, |(base, _)| base as u32)
                });
                prefixes.push(Prefix {
                    base: base as u32,
                    rematched,
                    context: context.index() as u8,
                    is_empty: word.iter().all(|&letter| letter == NONE),
                });
            });
            prefixes
        });
        Self {
            prefixes: prefixes.collect(),
            plans: lengths.map(|length| Plan::all(&language, length)).collect(),
            language,
        }
    }
}

/// What a cell does to the words with one prefix: stretches by their offset from its first word. The
/// words with two empty letters are the first.
pub(super) struct Plan {
    /// Where a piece begins: the words with `()`.
    pub begin: Option<(usize, usize)>,
    /// Where a piece goes on: the words with an empty letter before and behind the same other one.
    pub go_on: Vec<(usize, usize, usize)>,
    pub joins: Vec<Join>,
}

/// Two pieces meet: `count` words from `from` on.
pub(super) struct Join {
    pub from: usize,
    pub count: usize,
    pub kind: JoinKind,
}

/// Which words they become.
pub(super) enum JoinKind {
    /// Those with empty letters there.
    Plain,
    /// And the last bracket before without partner becomes this letter.
    Before(usize),
    /// And the first bracket behind without partner turns into another letter.
    Behind(Vec<Move>),
    /// None: the start meets an exit, and if nothing else was begun that is a route.
    Route,
}

impl Plan {
    /// The plans of all contexts in which a prefix of `at` letters can end.
    pub fn all(language: &Language, at: usize) -> Vec<Self> {
        let contexts =
            (0..=at).flat_map(|height| (0..4).map(move |marks| Context { height, marks }));
        contexts
            .map(|context| Self::new(language, language.length - at - 2, context))
            .collect()
    }

    pub fn new(language: &Language, rest: usize, context: Context) -> Self {
        let pair = |first: usize, second: usize| {
            let (offset, behind) = language.pair(rest, context, [first, second])?;
            let count = language.count(rest, behind) as usize;
            (count > 0).then_some((offset, behind, count))
        };
        let begin = pair(OPEN, CLOSE).map(|(offset, _, count)| (offset, count));
        let go_on = (OPEN..LETTERS).filter_map(|letter| {
            let ((second, _, count), (first, _, _)) = (pair(NONE, letter)?, pair(letter, NONE)?);
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
                    // Of two brackets the inner one's partner turns round.
                    (CLOSE, letter) | (letter, CLOSE) => JoinKind::Before(letter),
                    (OPEN, letter) | (letter, OPEN) => JoinKind::Behind(rematch(
                        (language, behind),
                        (language, context),
                        rest,
                        letter,
                    )),
                    _ => JoinKind::Route,
                };
                joins.push(Join { from, count, kind });
            }
        }
        Self {
            begin,
            go_on: go_on.collect(),
            joins,
        }
    }
}
