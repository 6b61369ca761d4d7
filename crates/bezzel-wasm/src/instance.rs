//! One instance of the library, and the messages it responds to.

use bezzel::Cancel;
use bezzel_count::engines;
use bezzel_lab::{Answer, Bounds, Error, Lab, Request};
use serde_json::json;

use crate::count::{SharedCount, unreadable};

/// An instance of the library in a web worker of the page.
pub struct Instance {
    lab: Lab,
    count: Option<SharedCount>,
}

impl std::fmt::Debug for Instance {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Instance").finish_non_exhaustive()
    }
}

impl Default for Instance {
    fn default() -> Self {
        Self::on(1)
    }
}

impl Instance {
    /// Returns an instance for a machine with this many cores.
    fn on(cores: usize) -> Self {
        Self {
            lab: Lab::new(engines(), Bounds::tab(cores.max(1))),
            count: None,
        }
    }

    /// Responds to a message: a line with status and media type, then the answer.
    pub fn respond(&mut self, message: &[u8]) -> Vec<u8> {
        let answer = self.answer(message).unwrap_or_else(Answer::from);
        let mut answered = format!("{} {}\n", answer.status, answer.media_type).into_bytes();
        answered.extend_from_slice(&answer.body);
        answered
    }

    fn answer(&mut self, message: &[u8]) -> Result<Answer, Error> {
        let end = message.iter().position(|&byte| byte == b'\n');
        let (line, body) = match end {
            Some(end) => (&message[..end], &message[end + 1..]),
            None => (message, &[][..]),
        };
        let unknown = || unreadable("there is no such message");
        let line = str::from_utf8(line).map_err(|_| unknown())?;
        let (verb, rest) = line.split_once(' ').ok_or_else(unknown)?;
        let never = Cancel::new();
        match verb {
            "START" => {
                *self = Self::on(rest.parse().map_err(|_| unknown())?);
                Ok(Answer::json(&json!(null)))
            }
            "GET" => Ok(self.lab.answer(&Request::get(rest), &never)),
            "POST" => Ok(self.lab.answer(&Request::post(rest, body), &never)),
            "REFUSE" if rest == "late" => Err(Error::late()),
            "REFUSE" => Err(Error::Broken),
            "COUNT" => {
                let count = SharedCount::new(self.lab.counting(rest)?)?;
                let workers = count.workers();
                self.count = Some(count);
                Ok(Answer::json(&json!({ "workers": workers })))
            }
            "WORK" => {
                let units = rest.split_once(' ').ok_or_else(unknown)?;
                let number = |text: &str| text.parse::<u64>().map_err(|_| unknown());
                let units = number(units.0)?..number(units.1)?;
                let count = self.count.as_mut().ok_or_else(unknown)?;
                Ok(Answer::json(&count.work(units)?))
            }
            "CLAIM" => {
                let count = self.count.as_ref().ok_or_else(unknown)?;
                Ok(Answer::json(&count.claim()?))
            }
            "REPORT" => {
                let seconds = rest.parse().map_err(|_| unknown())?;
                let found = serde_json::from_slice(body).map_err(|_| unknown())?;
                let count = self.count.as_ref().ok_or_else(unknown)?;
                Ok(Answer::json(&count.report(seconds, found, &self.lab)?))
            }
            _ => Err(unknown()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    fn answered(instance: &mut Instance, message: &str) -> (u16, Value) {
        let answered = String::from_utf8(instance.respond(message.as_bytes())).unwrap();
        let (line, body) = answered.split_once('\n').unwrap();
        let status = line.split(' ').next().unwrap();
        (
            status.parse().unwrap(),
            serde_json::from_str(body).unwrap_or(Value::Null),
        )
    }

    #[test]
    fn instances_share_a_count() {
        for (query, solutions) in [
            ("n=10&engine=lanes&threads=2", "724"),
            ("n=8&engine=promising&threads=2", "92"),
            ("n=7&engine=masks&torus=1", "28"),
            ("n=1&engine=lanes", "1"),
            ("n=3&engine=arrays", "0"),
        ] {
            let mut workers = [Instance::default(), Instance::default()];
            let mut clerk = Instance::default();
            for instance in workers.iter_mut().chain([&mut clerk]) {
                assert_eq!(answered(instance, "START 2").0, 200);
                assert_eq!(answered(instance, &format!("COUNT {query}")).0, 200);
            }
            let mut found = String::from("[]");
            let mut turn = 0;
            let last = loop {
                let (status, line) = answered(&mut clerk, &format!("REPORT 0.5\n{found}"));
                assert_eq!(status, 200, "{line}");
                let (_, units) = answered(&mut clerk, "CLAIM units");
                let (Some(from), Some(to)) = (units[0].as_u64(), units[1].as_u64()) else {
                    break line;
                };
                let (status, outcomes) =
                    answered(&mut workers[turn % 2], &format!("WORK {from} {to}"));
                assert_eq!(status, 200);
                (found, turn) = (outcomes.to_string(), turn + 1);
            };
            assert_eq!(last["done"]["count"], solutions, "{query}");
        }
    }

    #[test]
    fn a_count_that_takes_too_long_ends() {
        let mut clerk = Instance::default();
        answered(&mut clerk, "COUNT n=12&engine=lanes");
        let (_, answer) = answered(&mut clerk, "REPORT 90000\n[]");
        assert!(answer["error"].is_string());
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        let mut instance = Instance::default();
        for message in [
            "",
            "GET",
            "START many",
            "WORK 0 1",
            "CLAIM units",
            "REPORT 1\n[]",
            "DANCE now",
            "COUNT n=20&engine=lanes",
            "COUNT n=8&engine=lanes&threads=2",
        ] {
            let (status, answer) = answered(&mut instance, message);
            assert_eq!(status, 400, "{message}");
            assert!(answer["error"].is_string(), "{message}");
        }
        answered(&mut instance, "COUNT n=8&engine=lanes");
        for message in [
            "WORK 5 2",
            "WORK 0 99999999999",
            "WORK x y",
            "REPORT 1\n{",
            "REPORT x\n[]",
        ] {
            assert_eq!(answered(&mut instance, message).0, 400, "{message}");
        }
        assert_eq!(answered(&mut instance, "REFUSE late").0, 422);
        assert_eq!(answered(&mut instance, "REFUSE broken").0, 500);
        // A message that is not UTF-8 is refused, and so is an outcome whose count contradicts its
        // residues.
        assert!(instance.respond(&[0xFF, b' ']).starts_with(b"400 "));
        let lie = r#"[[0, {"count": 7, "residues": [1, 1], "nodes": 1}]]"#;
        assert_eq!(answered(&mut instance, &format!("REPORT 1\n{lie}")).0, 400);
    }
}
