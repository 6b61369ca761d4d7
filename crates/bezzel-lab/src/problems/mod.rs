//! Demos of other problems: a picture, a tree, code, and the reason for every rejected choice
//! (shown as ×).
//!
//! A demo is a module that implements [`Demo`] for a [`Problem`], and an entry in [`demos`].

mod colouring;
mod knight;
mod subset_sum;
mod sudoku;

use bezzel::problems::{Colouring, KnightsTour, SubsetSum, Sudoku};
use bezzel::{Event, Problem, Search};
use serde::Serialize;

use crate::listing::lines;
use crate::{Error, Language, ListingLine, ProblemFlaw};

/// A text in English and in Korean.
pub(crate) type Both<T = String> = [T; 2];

/// Returns the text in the reader's language.
fn in_language<T>(both: Both<T>, language: Language) -> T {
    let [english, korean] = both;
    match language {
        Language::English => english,
        Language::Korean => korean,
    }
}

/// Returns the name of a square of a board of this width, with row and column counted from 1.
fn square_name(width: usize, square: usize) -> String {
    format!("({}, {})", square / width + 1, square % width + 1)
}

/// A problem with everything needed to display its search.
trait Demo: Problem + Sized {
    /// Its name in addresses.
    const NAME: &'static str;
    /// Its title.
    const TITLE: Both<&'static str>;
    /// One sentence on the question and on what a choice is.
    const ABOUT: Both<&'static str>;
    /// The syntax of its text.
    const SYNTAX: Both<&'static str>;
    /// Examples, starting with the default.
    const EXAMPLES: &'static [&'static str];
    /// Its listing, a file of `listings/`.
    const CODE: &'static str;
    /// Whether the search stops at the first solution.
    const FIRST: bool = false;

    /// Parses a problem.
    fn parse(text: &str) -> Result<Self, ProblemFlaw>;

    /// Returns the picture before any choice.
    fn scene(&self) -> Scene;

    /// Returns a choice as one or two characters, for the tree.
    fn label(&self, choice: Self::Choice) -> String;

    /// Returns what a choice adds to the picture.
    fn marks(&self, state: &Self::State, choice: Self::Choice) -> Vec<Mark>;

    /// Returns a choice in words, as the beginning of a sentence.
    fn names(&self, state: &Self::State, choice: Self::Choice) -> Both;

    /// Returns the reason why a choice is not promising, and the places it refers to.
    fn explain_objection(
        &self,
        state: &Self::State,
        choice: Self::Choice,
        objection: &Self::Objection,
    ) -> (Both, Vec<usize>);

    /// Returns a note on a node; may be empty.
    fn note(&self, _state: &Self::State) -> Both {
        [String::new(), String::new()]
    }
}

/// The picture of a problem: places in a grid, or joined by lines.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Scene {
    /// The places.
    places: Vec<ScenePlace>,
    /// The number of columns of the grid; `None` if places have coordinates.
    #[serde(skip_serializing_if = "Option::is_none")]
    columns: Option<usize>,
    /// The side of the boxes marked by thick lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    boxes: Option<usize>,
    /// Whether the grid is a chessboard.
    chess: bool,
    /// The pairs of places that are joined by lines.
    lines: Vec<(usize, usize)>,
}

/// A place of a picture.
#[derive(Debug, Clone, Default, Serialize)]
struct ScenePlace {
    text: String,
    /// Whether it is part of the problem, so that no choice concerns it.
    given: bool,
    /// Its coordinates, from 0 to 1 across and down, if there is no grid.
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<(f32, f32)>,
}

/// What a choice adds to a place.
#[derive(Debug, Clone, Serialize)]
struct Mark {
    place: usize,
    text: String,
    /// Its colour, by a name of the page.
    look: &'static str,
}

/// A choice for display.
#[derive(Debug, Clone, Serialize)]
struct ShownChoice {
    label: String,
    name: String,
    marks: Vec<Mark>,
}

/// The reason for a rejection, for display.
#[derive(Debug, Clone, Serialize)]
struct Reason {
    says: String,
    places: Vec<usize>,
}

/// A recorded search of a problem.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct DemoRecording {
    /// The text of the problem.
    problem: String,
    scene: Scene,
    events: Vec<Event<ShownChoice, Reason>>,
    /// The note before the first event and after each event; `None` if unchanged.
    notes: Vec<Option<String>>,
    /// The listing.
    lines: Vec<ListingLine>,
    /// Whether all steps are included, up to the first solution if the search stops there.
    complete: bool,
    /// Whether the search stops at the first solution.
    first: bool,
}

/// An entry of the table of demos.
#[derive(Debug, Clone, Copy)]
pub struct DemoEntry {
    /// Its name in addresses.
    pub name: &'static str,
    /// Its title in English and in Korean.
    pub title: [&'static str; 2],
    /// One sentence on the question, in both languages.
    pub about: [&'static str; 2],
    /// A description of the syntax of a problem's text, in English and in Korean.
    pub syntax: [&'static str; 2],
    /// Examples, starting with the default.
    pub examples: &'static [&'static str],
    record: fn(&str, Language) -> Result<DemoRecording, Error>,
}

impl DemoEntry {
    /// Returns the demo of that name.
    ///
    /// # Errors
    /// [`Error::Unknown`], with the names that exist.
    pub fn named(name: &str) -> Result<Self, Error> {
        let known = demos().map(|stage| stage.name).join(", ");
        let found = demos().into_iter().find(|stage| stage.name == name);
        found.ok_or_else(|| Error::Unknown {
            kind: "problem",
            name: name.into(),
            known,
        })
    }

    /// Searches a problem given as text, or the default one.
    ///
    /// # Errors
    /// [`Error::Problem`].
    pub fn record(
        &self,
        problem: Option<&str>,
        language: Language,
    ) -> Result<DemoRecording, Error> {
        (self.record)(problem.unwrap_or(self.examples[0]), language)
    }
}

/// Returns all demos.
pub fn demos() -> [DemoEntry; 4] {
    [
        entry::<SubsetSum>(),
        entry::<Colouring>(),
        entry::<KnightsTour>(),
        entry::<Sudoku>(),
    ]
}

fn entry<S: Demo>() -> DemoEntry {
    DemoEntry {
        name: S::NAME,
        title: S::TITLE,
        about: S::ABOUT,
        syntax: S::SYNTAX,
        examples: S::EXAMPLES,
        record: record::<S>,
    }
}

/// The largest number of steps.
const MAX_STEPS: usize = 6_000;

fn record<S: Demo>(text: &str, language: Language) -> Result<DemoRecording, Error> {
    let problem = S::parse(text.trim())?;
    let mut trace = Search::new(&problem).trace(MAX_STEPS);
    let mut complete = trace.is_complete();
    let solution = |event: &Event<_, _>| matches!(event, Event::Solution);
    if let Some(first) = trace.events.iter().position(solution).filter(|_| S::FIRST) {
        trace.events.truncate(first + 1);
        complete = true;
    }
    let note = |state: &S::State| in_language(problem.note(state), language);
    let mut replay = trace.replay(&problem);
    let mut notes = vec![Some(note(replay.state()))];
    let mut events = Vec::with_capacity(trace.events.len());
    let mut entered: Vec<ShownChoice> = Vec::new();
    let show = |state: &S::State, choice: S::Choice| ShownChoice {
        label: problem.label(choice),
        name: in_language(problem.names(state, choice), language),
        marks: problem.marks(state, choice),
    };
    for event in &trace.events {
        let shown_notes = match event {
            &Event::Enter(choice) => {
                let shown = show(replay.state(), choice);
                entered.push(shown.clone());
                Event::Enter(shown)
            }
            Event::Reject(choice, objection) => {
                let state = replay.state();
                let (says, places) = problem.explain_objection(state, *choice, objection);
                let reason = Reason {
                    says: in_language(says, language),
                    places,
                };
                Event::Reject(show(state, *choice), reason)
            }
            Event::Solution => Event::Solution,
            Event::Retreat(_) => Event::Retreat(entered.pop().expect("it was entered")),
        };
        replay.forward();
        let moved = matches!(shown_notes, Event::Enter(_) | Event::Retreat(_));
        notes.push(moved.then(|| note(replay.state())));
        events.push(shown_notes);
    }
    Ok(DemoRecording {
        problem: text.trim().into(),
        scene: problem.scene(),
        events,
        notes,
        lines: lines(S::CODE),
        complete,
        first: S::FIRST,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solutions(recording: &DemoRecording) -> usize {
        let found = |event: &&Event<_, _>| matches!(event, Event::Solution);
        recording.events.iter().filter(found).count()
    }

    #[test]
    fn every_example_is_searched_to_its_end() {
        for stage in demos() {
            for example in stage.examples {
                for language in [Language::English, Language::Korean] {
                    let recording = stage.record(Some(example), language).unwrap();
                    assert!(recording.complete, "{example}: {}", recording.events.len());
                    assert_eq!(recording.notes.len(), recording.events.len() + 1);
                    let places = recording.scene.places.len();
                    for event in &recording.events {
                        if let Event::Reject(shown, reason) = event {
                            assert!(!reason.says.is_empty() && !shown.name.is_empty());
                            assert!(reason.places.iter().all(|&place| place < places));
                            assert!(shown.marks.iter().all(|mark| mark.place < places));
                        }
                    }
                }
            }
            for moment in ["start", "enter", "reject", "solution", "retreat", "end"] {
                let lit = |line: &ListingLine| line.on.contains(&moment);
                let recording = stage.record(None, Language::English).unwrap();
                assert!(recording.lines.iter().any(lit), "{} {moment}", stage.name);
            }
        }
    }

    #[test]
    fn known_numbers_of_solutions() {
        let count = |name: &str, problem: &str| {
            let stage = DemoEntry::named(name).unwrap();
            solutions(&stage.record(Some(problem), Language::English).unwrap())
        };
        // The order does not matter: 1 + 7, 3 + 5 and 8.
        assert_eq!(count("subset-sum", "8: 1 3 5 7 8"), 3);
        // A triangle has 6 colourings with 3 colours and none with 2; a path of 3 nodes has 2
        // colourings with 2 colours.
        assert_eq!(count("colouring", "3: A-B B-C C-A"), 6);
        assert_eq!(count("colouring", "2: A-B B-C C-A"), 0);
        assert_eq!(count("colouring", "2: A-B B-C"), 2);
        assert_eq!(count("knight", "5"), 1);
        assert_eq!(count("knight", "3"), 0);
        // A solved 4 by 4 sudoku from which all digits 2 are removed has one solution.
        assert_eq!(count("sudoku", &"1234341221434321".replace('2', ".")), 1);
    }

    #[test]
    fn what_cannot_be_posed_is_refused() {
        for (name, problem) in [
            ("subset-sum", ""),
            ("subset-sum", "x: 1 2"),
            ("subset-sum", "5:"),
            ("subset-sum", "5: 1 0"),
            ("colouring", "9: A-B"),
            ("colouring", "3: A-A"),
            ("colouring", "3: AB"),
            ("knight", "2"),
            ("knight", "99"),
            ("knight", "5 sideways"),
            ("sudoku", "123"),
            ("sudoku", "11.............."),
            ("sudoku", "5..............."),
        ] {
            let stage = DemoEntry::named(name).unwrap();
            assert!(
                stage.record(Some(problem), Language::English).is_err(),
                "{name}: {problem:?}"
            );
        }
        assert!(DemoEntry::named("chess").is_err());
    }
}
