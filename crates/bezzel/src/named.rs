//! Values that users select by name, such as methods and formats.

/// An enum whose variants users select by name.
///
/// ```
/// use bezzel::Named;
///
/// #[derive(Debug, Clone, Copy, PartialEq)]
/// enum Side { Left, Right }
///
/// impl Named for Side {
///     const TABLE: &'static [(Self, &'static str, &'static str)] = &[
///         (Self::Left, "left", "the western side"),
///         (Self::Right, "right", "the eastern side"),
///     ];
/// }
/// assert_eq!(Side::named("right"), Some(Side::Right));
/// assert_eq!(Side::Left.about(), "the western side");
/// ```
pub trait Named: Copy + PartialEq + 'static {
    /// Every variant with its name and one line on what it does.
    const TABLE: &'static [(Self, &'static str, &'static str)];

    /// Returns every variant, in the order of the table.
    fn all() -> impl DoubleEndedIterator<Item = Self> {
        Self::TABLE.iter().map(|row| row.0)
    }

    /// Returns the name.
    ///
    /// # Panics
    /// If the variant is not in the table.
    fn name(self) -> &'static str {
        let row = Self::TABLE.iter().find(|row| row.0 == self);
        row.expect("every variant is in the table").1
    }

    /// Returns one line on what it does.
    ///
    /// # Panics
    /// If the variant is not in the table.
    fn about(self) -> &'static str {
        let row = Self::TABLE.iter().find(|row| row.0 == self);
        row.expect("every variant is in the table").2
    }

    /// Returns the variant of that name.
    fn named(name: &str) -> Option<Self> {
        let row = Self::TABLE.iter().find(|row| row.1 == name);
        row.map(|row| row.0)
    }
}
