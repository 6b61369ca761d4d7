//! API of evolution.

use bezzel::{Cancel, Named};
use bezzel_queens::evolve::{
    Birth, Crossover, Encoding, Evolution, Evolve, Generation, Options, Queens, Scaling, Selection,
    Settings,
};
use bezzel_queens::{Attack, Lineup, Placement};
use serde::{Deserialize, Serialize};

use super::answer::Answer;
use super::request::{RoutedRequest, named};
use crate::Error;

/// The side of the largest board.
const MAX_QUEENS: u32 = 64;
/// The largest population.
const MAX_POPULATION: usize = 400;
/// The largest number of generations, including the first.
const MAX_GENERATIONS: u64 = 20_000;
/// The largest number of generations in one answer.
const AT_ONCE: u64 = 250;

/// An evolution, and the requested generations. It is computed anew for every request: the same
/// request gives the same answer, and the server stores nothing.
#[derive(Deserialize)]
struct EvolutionQuery {
    n: u32,
    seed: u64,
    #[serde(default)]
    from: u64,
    #[serde(default = "at_once")]
    count: u64,
    encoding: Option<String>,
    selection: Option<String>,
    scaling: Option<String>,
    crossover: Option<String>,
    population: Option<usize>,
    crossover_rate: Option<f64>,
    mutation: Option<f64>,
    elite: Option<usize>,
    tournament: Option<usize>,
}

fn at_once() -> u64 {
    AT_ONCE
}

/// The requested generations.
#[derive(Serialize)]
struct Generations {
    /// The fitness of a solution.
    goal: f64,
    generations: Vec<Snapshot>,
    /// Whether the last of them contains a solution, which ends the evolution.
    solved: bool,
}

/// A generation with its best board, and the roulette wheel by which its parents are selected.
#[derive(Serialize)]
struct Snapshot {
    #[serde(flatten)]
    generation: Generation,
    /// The columns of the best board.
    columns: Vec<u32>,
    /// The attacks on the best board.
    attacks: Vec<Attack>,
    /// The fitness of each board.
    fitness: Vec<f64>,
    /// The share of each board on the roulette wheel; `None` if parents are selected by tournament.
    shares: Option<Vec<f32>>,
}

fn named_if_any<T: Named>(kind: &'static str, name: Option<&str>) -> Result<Option<T>, Error> {
    name.map(|name| named(kind, name)).transpose()
}

impl EvolutionQuery {
    fn plan(&self) -> Result<(Queens, Settings), Error> {
        let at_most = |what, count, limit| match count {
            _ if count <= limit => Ok(()),
            _ => Err(Error::TooMany { count, what, limit }),
        };
        at_most("queens", self.n.into(), MAX_QUEENS.into())?;
        at_most(
            "generations",
            self.from.saturating_add(self.count),
            MAX_GENERATIONS,
        )?;
        let options = Options {
            encoding: named_if_any("encoding", self.encoding.as_deref())?,
            population: self.population,
            crossover: named_if_any("crossover", self.crossover.as_deref())?,
            crossover_rate: self.crossover_rate,
            mutation: self.mutation,
            elite: self.elite,
            selection: named_if_any("selection", self.selection.as_deref())?,
            scaling: named_if_any("scaling", self.scaling.as_deref())?,
            tournament: self.tournament,
        };
        let (problem, settings) = options.plan(self.n)?;
        at_most("boards", settings.population as u64, MAX_POPULATION as u64)?;
        Ok((problem, settings))
    }

    fn evolve(
        &self,
        problem: &Queens,
        settings: Settings,
        cancel: &Cancel,
    ) -> Result<Generations, Error> {
        let mut generations = Vec::new();
        let end = self.from + self.count.clamp(1, AT_ONCE);
        let mut evolution = Evolution::new(problem, settings, self.seed)?;
        let solved = evolution.run(|evolution| {
            if evolution.number() >= self.from || evolution.solved() {
                generations.push(Snapshot::of(evolution));
            }
            evolution.number() + 1 < end && !cancel.is_cancelled()
        });
        if cancel.is_cancelled() {
            return Err(Error::late());
        }
        Ok(Generations {
            goal: problem.goal(),
            generations,
            solved,
        })
    }
}

impl Snapshot {
    fn of(evolution: &Evolution<'_, Queens>) -> Self {
        let columns = evolution.best().columns().to_vec();
        let wheel = evolution.wheel();
        Self {
            generation: evolution.generation(),
            attacks: Placement::from_columns(&columns).attacks().collect(),
            columns,
            fitness: evolution.fitness().to_vec(),
            shares: wheel.map(|wheel| wheel.shares().map(|share| share as f32).collect()),
        }
    }
}

/// A generation, and the children that form the next one.
#[derive(Serialize)]
struct Births {
    /// The columns of every board of this generation.
    population: Vec<Vec<u32>>,
    /// The number of best boards that are kept unchanged, before all children.
    elite: usize,
    /// The first children.
    births: Vec<ChildOrigin>,
}

/// A child: its mother, its father if any, and the boards before and after mutation.
#[derive(Serialize)]
struct ChildOrigin {
    mother: usize,
    father: Option<usize>,
    /// The columns before the mutation.
    crossed: Vec<u32>,
    columns: Vec<u32>,
    fitness: f64,
}

impl Births {
    /// The largest number of children in an answer.
    const MAX_CHILDREN: usize = 24;

    fn of(evolution: &Evolution<'_, Queens>, problem: &Queens, elite: usize) -> Self {
        let child = |birth: Birth<Lineup>| ChildOrigin {
            mother: birth.mother,
            father: birth.father,
            crossed: birth.crossed.columns().to_vec(),
            columns: birth.child.columns().to_vec(),
            fitness: problem.fitness(&birth.child),
        };
        let population = evolution.population().iter();
        Self {
            population: population.map(|board| board.columns().to_vec()).collect(),
            elite,
            births: evolution
                .births(Self::MAX_CHILDREN)
                .into_iter()
                .map(child)
                .collect(),
        }
    }
}

/// Returns generation `from`, or the last generation if a solution was found before, with the
/// children that form the next generation.
pub fn births(asked: &RoutedRequest, cancel: &Cancel) -> Result<Answer, Error> {
    let ask: EvolutionQuery = asked.query()?;
    let (problem, settings) = ask.plan()?;
    let mut evolution = Evolution::new(&problem, settings, ask.seed)?;
    evolution.run(|evolution| evolution.number() < ask.from && !cancel.is_cancelled());
    if cancel.is_cancelled() {
        return Err(Error::late());
    }
    let births = Births::of(&evolution, &problem, settings.elite);
    Ok(Answer::json(&births))
}

pub fn generations(asked: &RoutedRequest, cancel: &Cancel) -> Result<Answer, Error> {
    let ask: EvolutionQuery = asked.query()?;
    let (problem, settings) = ask.plan()?;
    Ok(Answer::json(&ask.evolve(&problem, settings, cancel)?))
}

/// The possible values of the settings, for the page.
#[derive(Serialize)]
pub struct Knobs {
    encodings: Vec<EncodingKnob>,
    selections: Vec<Knob>,
    scalings: Vec<Knob>,
    queens: u32,
    population: usize,
    generations: u64,
}

/// A value of a setting.
#[derive(Serialize)]
pub struct Knob {
    name: &'static str,
    about: &'static str,
}

/// An encoding, its crossover operators, and its default settings.
#[derive(Serialize)]
struct EncodingKnob {
    #[serde(flatten)]
    knob: Knob,
    /// The operators, starting with the default.
    crossovers: Vec<Knob>,
    population: usize,
    crossover_rate: f64,
    mutation: f64,
    elite: usize,
    tournament: usize,
}

impl Knobs {
    pub fn new() -> Self {
        Self {
            encodings: Encoding::all().map(EncodingKnob::of).collect(),
            selections: Selection::all().map(Knob::of).collect(),
            scalings: Scaling::all().map(Knob::of).collect(),
            queens: MAX_QUEENS,
            population: MAX_POPULATION,
            generations: MAX_GENERATIONS,
        }
    }
}

impl Knob {
    pub fn of(one: impl Named) -> Self {
        Self {
            name: one.name(),
            about: one.about(),
        }
    }
}

impl EncodingKnob {
    fn of(encoding: Encoding) -> Self {
        let settings = encoding.settings();
        let usual = Crossover::usual(encoding);
        let others = Crossover::all();
        let others = others.filter(|&one| one != usual && one.encoding() == encoding);
        Self {
            knob: Knob::of(encoding),
            crossovers: [usual].into_iter().chain(others).map(Knob::of).collect(),
            population: settings.population,
            crossover_rate: settings.crossover,
            mutation: settings.mutation,
            elite: settings.elite,
            tournament: settings.tournament,
        }
    }
}
