//! Lessons as data, and the recordings that a one-file page needs for them.

use bezzel_queens::Board;
use serde_json::Value;

use crate::files::text;
use crate::{Error, LIMIT, LessonFlaw, Method, methods};

/// A lesson: a list of stations, each with a text and a state of the lab.
#[derive(Debug, Clone)]
pub struct Lesson {
    value: Value,
}

/// The search shown at a station.
#[derive(Debug, Clone)]
pub struct StationSearch {
    /// The board.
    pub board: Board,
    /// The method.
    pub method: Method,
}

impl Lesson {
    /// The names of the built-in lessons: the posts' numbers.
    pub const NAMES: [&'static str; 5] = ["000", "001", "002", "003", "004"];

    /// Returns a built-in lesson.
    ///
    /// # Errors
    /// [`Error::NoLesson`] if there is no lesson of this name.
    pub fn named(name: &str) -> Result<Self, Error> {
        if !Self::NAMES.contains(&name) {
            let known = Self::NAMES.join(", ");
            let name = name.to_owned();
            return Err(fault(LessonFlaw::LessonUnknown { name, known }));
        }
        Self::read(text(&format!("lessons/{name}.json")))
    }

    /// Parses and validates a lesson in the format in which the lab saves it.
    ///
    /// # Errors
    /// [`Error::NoLesson`] with the reason.
    pub fn read(json: &str) -> Result<Self, Error> {
        let value: Value = serde_json::from_str(json).map_err(|error| {
            let detail = error.to_string();
            fault(LessonFlaw::LessonNoJson { detail })
        })?;
        let stations = value["stations"].as_array().filter(|all| !all.is_empty());
        let stations = stations.ok_or_else(|| fault(LessonFlaw::LessonNoStations))?;
        for (number, one) in (1..).zip(stations) {
            let has_text = match &one["text"] {
                Value::String(text) => !text.is_empty(),
                Value::Object(texts) => texts.values().any(Value::is_string),
                _ => false,
            };
            if !has_text {
                return Err(fault(LessonFlaw::LessonNoText { station: number }));
            }
            if !one["choose"].is_null() && !is_question(&one["choose"]) {
                return Err(fault(LessonFlaw::LessonNoQuestion { station: number }));
            }
            shown(one).map_err(|detail| {
                let station = number;
                fault(LessonFlaw::LessonAddress { station, detail })
            })?;
        }
        Ok(Self { value })
    }

    /// Removes the stations that a one-file page cannot show, such as those of mazes. Returns their
    /// number.
    ///
    /// # Errors
    /// [`Error::NoLesson`] if no station is left.
    pub fn keep_queens(&mut self) -> Result<usize, Error> {
        let Some(stations) = self.value["stations"].as_array_mut() else {
            return Ok(0);
        };
        let before = stations.len();
        stations.retain(|station| shown(station).is_ok_and(|shown| shown.is_some()));
        let dropped = before - stations.len();
        if stations.is_empty() {
            return Err(fault(LessonFlaw::LessonNoQueens));
        }
        Ok(dropped)
    }

    /// Returns the searches that the stations of this lesson show, without duplicates.
    pub fn searches(&self) -> Vec<StationSearch> {
        let stations = self.value["stations"].as_array();
        let mut found: Vec<StationSearch> = Vec::new();
        for one in stations
            .into_iter()
            .flatten()
            .filter_map(|station| shown(station).ok()?)
        {
            let known = |other: &StationSearch| {
                other.board == one.board && other.method.name == one.method.name
            };
            if !found.iter().any(known) {
                found.push(one);
            }
        }
        found
    }

    pub(crate) fn into_value(self) -> Value {
        self.value
    }
}

fn is_question(choose: &Value) -> bool {
    let answers = choose["answers"].as_array().map_or(0, Vec::len) as u64;
    let right = choose["right"].as_u64();
    !choose["asks"].is_null() && right.is_some_and(|right| right < answers)
}

fn fault(flaw: LessonFlaw) -> Error {
    Error::NoLesson { flaw }
}

/// Returns the search of a station, or `None` if it does not show the tree of queens.
fn shown(station: &Value) -> Result<Option<StationSearch>, String> {
    let at = match &station["at"] {
        Value::Null => "",
        Value::String(at) => at,
        _ => return Err("its address is no text".into()),
    };
    let value = |name: &str| {
        let mut pairs = at.split('&').filter_map(|pair| pair.split_once('='));
        pairs.find(|(key, _)| *key == name).map(|(_, value)| value)
    };
    if value("lab").unwrap_or("queens") != "queens" {
        return Ok(None);
    }
    let n = match value("n").unwrap_or("4").parse() {
        Ok(n @ 1..=LIMIT) => n,
        _ => return Err(format!("the lab shows 1 to {LIMIT} queens")),
    };
    let board = match value("board") {
        Some(text) => {
            let lines = text
                .replace("%2F", "/")
                .replace("%23", "#")
                .replace('/', "\n");
            Board::read(lines.as_bytes()).map_err(|error| error.to_string())?
        }
        None => Board::new(n),
    };
    let board = match value("torus") {
        Some("1") => board.torus().map_err(|error| error.to_string())?,
        _ => board,
    };
    let usual = methods()[0].name;
    let method =
        Method::named(value("method").unwrap_or(usual)).map_err(|error| error.to_string())?;
    Ok(Some(StationSearch { board, method }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lessons_of_the_posts_are_read() {
        for name in Lesson::NAMES {
            let mut lesson = Lesson::named(name).unwrap();
            let searches = lesson.searches();
            assert!(!searches.is_empty(), "{name}");
            let dropped = lesson.keep_queens().unwrap();
            assert_eq!(lesson.searches().len(), searches.len());
            assert_eq!(dropped > 0, name != "001", "{name}: {dropped}");
        }
        assert!(Lesson::named("005").is_err());
    }

    #[test]
    fn what_is_no_lesson_is_refused() {
        for wrong in [
            "",
            "[]",
            "{\"stations\": []}",
            "{\"stations\": [{}]}",
            "{\"stations\": [{\"text\": \"a\", \"choose\": {}}]}",
            "{\"stations\": [{\"text\": \"a\", \"choose\": {\"asks\": \"?\", \"answers\": [\"b\"], \"right\": 1}}]}",
            "{\"stations\": [{\"text\": \"a\", \"at\": 5}]}",
            "{\"stations\": [{\"text\": \"a\", \"at\": \"n=99\"}]}",
            "{\"stations\": [{\"text\": \"a\", \"at\": \"n=4&method=magic\"}]}",
            "{\"stations\": [{\"text\": \"a\", \"at\": \"n=4&board=xyz\"}]}",
        ] {
            assert!(Lesson::read(wrong).is_err(), "{wrong}");
        }
        let own = "{\"stations\": [{\"text\": {\"ko\": \"a\"}, \"at\": \"lab=queens&n=4&board=.Q../..../..../....\"}]}";
        let lesson = Lesson::read(own).unwrap();
        assert_eq!(lesson.searches()[0].board.standing().len(), 1);
    }
}
