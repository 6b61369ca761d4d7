//! The trait that describes a problem to all searches.

/// A problem whose solutions are built one choice at a time.
///
/// The choices made so far are a path in the *state-space tree*; a [`State`](Problem::State) is
/// that path in whatever form lets the problem judge the next choice quickly. The search owns the
/// walk: it asks for the [`choices`](Problem::choices) at a node, drops those with an
/// [`objection`](Problem::objection), and moves with [`advance`](Problem::advance) and
/// [`retreat`](Problem::retreat). A node that is [`solved`](Problem::solved) is a leaf.
///
/// ```
/// use bezzel::{Problem, Search};
///
/// /// Every way to write `total` as a sum of ones, twos and threes, in order.
/// struct Steps { total: u32 }
///
/// impl Problem for Steps {
///     type Choice = u32;
///     type State = u32;               // the sum so far
///     type Objection = &'static str;  // what the tree's × says
///     type Choices = std::ops::RangeInclusive<u32>;
///
///     fn root(&self) -> u32 { 0 }
///     fn choices(&self, _: &u32) -> Self::Choices { 1..=3 }
///     fn objection(&self, sum: &u32, step: u32) -> Option<&'static str> {
///         (sum + step > self.total).then_some("too far")
///     }
///     fn advance(&self, sum: &mut u32, step: u32) { *sum += step }
///     fn retreat(&self, sum: &mut u32, step: u32) { *sum -= step }
///     fn solved(&self, sum: &u32) -> bool { *sum == self.total }
/// }
///
/// let four = Steps { total: 4 };
/// assert_eq!(Search::new(&four).first(), Some(vec![1, 1, 1, 1]));
/// assert_eq!(Search::new(&four).count().solutions, 7);
/// ```
///
/// # Laws
/// - `retreat` undoes the `advance` with the same choice, exactly.
/// - `choices` depends on the state alone, so that the k-th choice is the same every time. It is
///   not asked at solved nodes.
/// - [`SHORTLIST`](Problem::SHORTLIST) yields the choices without objection, all of them, in the
///   order of `choices`.
pub trait Problem: Sized {
    /// The type of a choice: an edge of the state-space tree.
    type Choice: Copy;
    /// The type of a state: the path so far, changed in place.
    type State;
    /// The reason why a choice is not promising.
    type Objection;
    /// The children of a node, in the order they are tried.
    type Choices: Iterator<Item = Self::Choice>;

    /// A function that returns the promising children only, for problems that can list them without
    /// trying each child. Searches for solutions then skip the rejected children, while `trace`
    /// still shows them.
    const SHORTLIST: Option<Shortlist<Self>> = None;

    /// Returns the state before any choice.
    fn root(&self) -> Self::State;

    /// Returns every child of this node, promising or not.
    fn choices(&self, state: &Self::State) -> Self::Choices;

    /// Returns the objection to a choice, or `None` if the child is promising.
    ///
    /// An objection that is not read costs nothing: `count` only tests whether there is one.
    fn objection(&self, state: &Self::State, choice: Self::Choice) -> Option<Self::Objection>;

    /// Moves down to the child.
    fn advance(&self, state: &mut Self::State, choice: Self::Choice);

    /// Moves back up from the child.
    fn retreat(&self, state: &mut Self::State, choice: Self::Choice);

    /// Returns true if the path is a solution. Solved nodes have no children.
    fn solved(&self, state: &Self::State) -> bool;
}

/// See [`Problem::SHORTLIST`].
pub type Shortlist<P> = fn(&P, &<P as Problem>::State) -> <P as Problem>::Choices;
