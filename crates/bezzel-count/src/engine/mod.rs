//! Ways of counting the solutions of a unit, in one table.

mod border;
mod lanes;

use bezzel::Cancel;

pub use border::Border;
pub use lanes::{Lanes, Path};

use crate::{Outcome, Unit};

/// Counts units, one after the other, with the memory it needs.
pub trait Counter {
    /// The solutions of a unit, or nothing if it was told to stop.
    fn count(&mut self, unit: &Unit, cancel: &Cancel) -> Option<Outcome>;
}

/// A way of counting units.
#[derive(Debug, Clone, Copy)]
pub struct Engine {
    /// What users call it.
    pub name: &'static str,
    /// One line on how it works.
    pub about: &'static str,
    counter: fn(Path) -> Box<dyn Counter>,
    path: Option<Path>,
}

/// Every engine, from the slowest to the fastest.
pub const ENGINES: [Engine; 2] = [
    Engine {
        name: "border",
        about: "queens on the border first, eight-fold symmetry, one board at a time",
        counter: |_| Box::new(Border),
        path: None,
    },
    Engine {
        name: "lanes",
        about: "the same with a board in every lane of a vector register",
        counter: |path| Box::new(Lanes::on(path)),
        path: None,
    },
];

/// The engine of that name.
pub fn engine(name: &str) -> Option<&'static Engine> {
    ENGINES.iter().find(|engine| engine.name == name)
}

impl Engine {
    /// A counter for one thread.
    pub fn counter(&self) -> Box<dyn Counter> {
        (self.counter)(self.path.unwrap_or_else(Path::best))
    }

    /// The same engine on another path than the machine's best.
    pub fn on(self, path: Path) -> Self {
        Self {
            path: Some(path),
            ..self
        }
    }
}
