//! Choices that users know by name.

/// One of several choices that users know by name.
///
/// ```
/// use bezzel::Named;
///
/// #[derive(Debug, Clone, Copy, PartialEq)]
/// enum Side { Left, Right }
///
/// impl Named for Side {
///     const ALL: &'static [Self] = &[Self::Left, Self::Right];
///     fn name(self) -> &'static str { if self == Self::Left { "left" } else { "right" } }
///     fn about(self) -> &'static str { "a side" }
/// }
/// assert_eq!(Side::named("right"), Some(Side::Right));
/// ```
pub trait Named: Copy + 'static {
    /// All of them.
    const ALL: &'static [Self];

    /// What users call it.
    fn name(self) -> &'static str;

    /// One line on what it does.
    fn about(self) -> &'static str;

    /// The one of that name.
    fn named(name: &str) -> Option<Self> {
        let mut all = Self::ALL.iter().copied();
        all.find(|one| one.name() == name)
    }
}
