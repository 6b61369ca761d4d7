//! Choices that users know by name.

/// One of several choices that users know by name.
///
/// ```
/// use bezzel::Named;
/// use bezzel::maze::Runner;
///
/// assert_eq!(Runner::named("marking"), Some(Runner::Marking));
/// assert_eq!(Runner::Retreat.about(), "depth first, forgetting dead ends as post 002 does");
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
