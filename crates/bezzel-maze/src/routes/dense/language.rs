//! Frontier states as words, and their ranks.

/// The letters, in their order.
pub(super) const EMPTY: usize = 0;
pub(super) const OPEN: usize = 1;
pub(super) const CLOSE: usize = 2;
pub(super) const START: usize = 3;
pub(super) const EXIT: usize = 4;
pub(super) const LETTERS: usize = 5;

/// The marks `S` and `T` as bits.
pub(super) const MARK: [usize; LETTERS] = [0, 0, 0, 1, 2];

/// The words of one length that contain given marks.
pub(super) struct WordLanguage {
    pub length: usize,
    /// The marks that every word contains.
    pub marks: usize,
    /// The marks that no pair of brackets may enclose, because the start (`S`) or all exits (`T`)
    /// lie on the border.
    pub outer: usize,
    /// `counts[rest][height][marks]`: the number of words of `rest` letters that close `height`
    /// brackets and contain these marks.
    pub counts: Vec<Vec<[u64; 4]>>,
    /// `offsets[rest][context][letter]`: the number of words of `rest` letters before those that
    /// start with `letter`.
    pub offsets: Vec<Vec<[u32; LETTERS]>>,
}

/// The state after the first letters of a word: open brackets, and marks that must still follow.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Context {
    pub height: usize,
    pub marks: usize,
}

impl Context {
    pub fn index(self) -> usize {
        self.height * 4 + self.marks
    }
}

impl WordLanguage {
    pub fn new(length: usize, marks: usize, outer: usize) -> Self {
        let mut language = Self {
            length,
            marks,
            outer,
            counts: vec![vec![[0; 4]; length + 3]; length + 1],
            offsets: Vec::new(),
        };
        language.counts[0][0][0] = 1;
        for rest in 1..=length {
            for height in 0..=length {
                for marks in 0..4 {
                    let context = Context { height, marks };
                    let count = (0..LETTERS)
                        .filter_map(|letter| language.after(context, letter))
                        .map(|next| language.count(rest - 1, next))
                        .fold(0, u64::saturating_add);
                    language.counts[rest][height][marks] = count;
                }
            }
        }
        let offsets = |rest: usize| {
            let contexts =
                (0..=length).flat_map(|height| (0..4).map(move |marks| Context { height, marks }));
            contexts
                .map(|context| language.offsets_in(rest, context))
                .collect()
        };
        language.offsets = (0..=length).map(offsets).collect();
        language
    }

    pub fn count(&self, rest: usize, context: Context) -> u64 {
        self.counts[rest][context.height][context.marks]
    }

    pub fn start(&self) -> Context {
        Context {
            height: 0,
            marks: self.marks,
        }
    }

    /// Returns the number of words.
    pub fn size(&self) -> u64 {
        self.count(self.length, self.start())
    }

    /// Returns the context after a letter, or `None` if the letter is not allowed there.
    #[inline]
    pub fn after(&self, context: Context, letter: usize) -> Option<Context> {
        let Context { height, marks } = context;
        match letter {
            EMPTY => Some(context),
            OPEN => Some(Context {
                height: height + 1,
                marks,
            }),
            CLOSE => Some(Context {
                height: height.checked_sub(1)?,
                marks,
            }),
            mark => {
                let bit = MARK[mark];
                let allowed = marks & bit != 0 && (height == 0 || self.outer & bit == 0);
                allowed.then_some(Context {
                    height,
                    marks: marks & !bit,
                })
            }
        }
    }

    pub fn offsets_in(&self, rest: usize, context: Context) -> [u32; LETTERS] {
        let mut offsets = [0; LETTERS];
        let mut sum = 0_u32;
        for letter in (0..LETTERS).filter(|_| rest > 0) {
            offsets[letter] = sum;
            if let Some(next) = self.after(context, letter) {
                // A count beyond 32 bits would not fit into memory, so its value is not needed.
                sum = sum.saturating_add(self.count(rest - 1, next).try_into().unwrap_or(u32::MAX));
            }
        }
        offsets
    }

    /// Returns the number of words of `rest` letters before those that start with `letter`.
    #[inline]
    pub fn offset(&self, rest: usize, context: Context, letter: usize) -> usize {
        self.offsets[rest][context.index()][letter] as usize
    }

    /// Finds the words whose next two letters are `letters`, followed by `rest` more letters.
    /// Returns the offset of the first such word and the context after the two letters.
    pub fn pair(
        &self,
        rest: usize,
        context: Context,
        letters: [usize; 2],
    ) -> Option<(usize, Context)> {
        let between = self.after(context, letters[0])?;
        let offset =
            self.offset(rest + 2, context, letters[0]) + self.offset(rest + 1, between, letters[1]);
        Some((offset, self.after(between, letters[1])?))
    }

    /// Finds the words that start with `prefix`. Returns the rank of the first one and the context
    /// after the prefix.
    pub fn locate(&self, prefix: &[usize]) -> Option<(usize, Context)> {
        let mut context = self.start();
        let mut base = 0;
        for (position, &letter) in prefix.iter().enumerate() {
            base += self.offset(self.length - position, context, letter);
            context = self.after(context, letter)?;
        }
        Some((base, context))
    }

    /// Calls `visit` with every prefix of `length` letters, the rank of the first word with this
    /// prefix, and the context after the prefix.
    pub fn prefixes(&self, length: usize, visit: &mut impl FnMut(&[usize], usize, Context)) {
        let mut word = Vec::with_capacity(length);
        self.prefixes_from(length, &mut word, 0, self.start(), visit);
    }

    pub fn prefixes_from(
        &self,
        length: usize,
        word: &mut Vec<usize>,
        mut base: usize,
        context: Context,
        visit: &mut impl FnMut(&[usize], usize, Context),
    ) {
        if word.len() == length {
            return visit(word, base, context);
        }
        let rest = self.length - word.len();
        for letter in 0..LETTERS {
            let Some(next) = self.after(context, letter) else {
                continue;
            };
            let count = self.count(rest - 1, next) as usize;
            if count > 0 {
                word.push(letter);
                self.prefixes_from(length, word, base, next, visit);
                word.pop();
            }
            base += count;
        }
    }
}
