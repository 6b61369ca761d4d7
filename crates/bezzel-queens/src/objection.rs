//! Why a square is rejected.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Attack, Line, Square};

/// The reason why a queen cannot be placed on a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Objection {
    /// A queen that the search has placed attacks it.
    Attacked(Attack),
    /// A queen that is part of the board attacks it.
    Standing(Attack),
    /// The square is blocked.
    Blocked(Square),
}

impl Objection {
    /// Returns the rejected square.
    pub fn target(&self) -> Square {
        match self {
            Self::Attacked(attack) | Self::Standing(attack) => attack.target,
            Self::Blocked(square) => *square,
        }
    }

    /// Returns the attack, if the square is attacked.
    pub fn attack(&self) -> Option<&Attack> {
        match self {
            Self::Attacked(attack) | Self::Standing(attack) => Some(attack),
            Self::Blocked(_) => None,
        }
    }
}

impl fmt::Display for Objection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Attacked(attack) => attack.fmt(f),
            Self::Standing(attack) => write!(f, "the standing queen {attack}"),
            Self::Blocked(square) => write!(f, "{square} is blocked"),
        }
    }
}

/// The JSON form: an attack is `{"queen", "target", "line"}`, with `"standing": true` if the queen
/// is part of the board; a blocked square is `{"target", "blocked": true}`.
#[derive(Serialize, Deserialize)]
struct ObjectionFields {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    queen: Option<Square>,
    target: Square,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    line: Option<Line>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    standing: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    blocked: bool,
}

impl Serialize for Objection {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let attack = self.attack();
        ObjectionFields {
            queen: attack.map(|attack| attack.queen),
            target: self.target(),
            line: attack.map(|attack| attack.line),
            standing: matches!(self, Self::Standing(_)),
            blocked: matches!(self, Self::Blocked(_)),
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Objection {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        use serde::de::Error;
        let fields = ObjectionFields::deserialize(deserializer)?;
        let target = fields.target;
        match (fields.queen, fields.line) {
            (Some(queen), Some(line)) if !fields.blocked => {
                let attack = Attack {
                    queen,
                    target,
                    line,
                };
                Ok(if fields.standing {
                    Self::Standing(attack)
                } else {
                    Self::Attacked(attack)
                })
            }
            (None, None) if fields.blocked => Ok(Self::Blocked(target)),
            _ => Err(D::Error::custom("neither an attack nor a blocked square")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objections_have_texts_and_survive_json() {
        let attack = Attack {
            queen: Square::new(0, 1),
            target: Square::new(2, 3),
            line: Line::Falling,
        };
        for (objection, words, json) in [
            (
                Objection::Attacked(attack),
                r"(1, 2) attacks (3, 4) along the diagonal \",
                r#"{"queen":{"row":0,"column":1},"target":{"row":2,"column":3},"line":"falling"}"#,
            ),
            (
                Objection::Standing(attack),
                r"the standing queen (1, 2) attacks (3, 4) along the diagonal \",
                r#"{"queen":{"row":0,"column":1},"target":{"row":2,"column":3},"line":"falling","standing":true}"#,
            ),
            (
                Objection::Blocked(Square::new(2, 3)),
                "(3, 4) is blocked",
                r#"{"target":{"row":2,"column":3},"blocked":true}"#,
            ),
        ] {
            assert_eq!(objection.to_string(), words);
            assert_eq!(serde_json::to_string(&objection).unwrap(), json);
            assert_eq!(serde_json::from_str::<Objection>(json).unwrap(), objection);
        }
        assert!(serde_json::from_str::<Objection>(r#"{"target":{"row":2,"column":3}}"#).is_err());
    }
}
