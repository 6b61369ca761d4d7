//! The main loop: evaluate, select, cross over, mutate, repeat.

use std::mem;

use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use serde::Serialize;

use super::selection::{FitnessSpread, Parents, Scaling, Selection, Wheel};
use crate::Error;

/// A problem that a genetic algorithm can solve.
pub trait Evolve: Sync {
    /// A candidate solution, encoded so that it can be crossed over and mutated.
    type Individual: Clone + Send + Sync;

    /// Returns an individual of the first generation.
    fn random(&self, rng: &mut impl Rng) -> Self::Individual;

    /// Returns the fitness of an individual: larger is better. It must not be negative if parents
    /// are selected by raw fitness.
    fn fitness(&self, individual: &Self::Individual) -> f64;

    /// Copies a part of the father to the child, which starts as a copy of its mother.
    fn crossover(
        &self,
        child: &mut Self::Individual,
        father: &Self::Individual,
        rng: &mut impl Rng,
    );

    /// Changes an individual a little.
    fn mutate(&self, individual: &mut Self::Individual, rng: &mut impl Rng);

    /// Returns the distance of two individuals, from 0 (equal) to 1.
    fn distance(&self, one: &Self::Individual, other: &Self::Individual) -> f64;

    /// Returns the fitness at which the evolution ends. The default is infinity: then it never ends
    /// without a limit.
    fn goal(&self) -> f64 {
        f64::INFINITY
    }
}

/// The parameters of the genetic algorithm.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settings {
    /// The number of individuals, at least 2.
    pub population: usize,
    /// The probability that a child has two parents; other children are copies of one.
    pub crossover: f64,
    /// The probability that a child is mutated.
    pub mutation: f64,
    /// The number of best individuals that are kept unchanged.
    pub elite: usize,
    /// How parents are selected.
    pub selection: Selection,
    /// How fitness is scaled to shares of the roulette wheel.
    pub scaling: Scaling,
    /// The number of individuals in a tournament.
    pub tournament: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            population: 64,
            crossover: 0.6,
            mutation: 0.8,
            elite: 1,
            selection: Selection::Roulette,
            scaling: Scaling::Auto,
            tournament: 3,
        }
    }
}

impl Settings {
    /// Validates the settings.
    ///
    /// # Errors
    /// [`Error::Rate`], [`Error::SmallPopulation`], [`Error::LargeElite`],
    /// [`Error::TournamentSize`].
    pub fn check(&self) -> Result<(), Error> {
        let rates = [("mutation", self.mutation), ("crossover", self.crossover)];
        for (rate, value) in rates {
            if !(0.0..=1.0).contains(&value) {
                return Err(Error::Rate { rate, value });
            }
        }
        let &Self {
            population,
            elite,
            tournament,
            ..
        } = self;
        match () {
            () if population < 2 => Err(Error::SmallPopulation { population }),
            () if elite >= population => Err(Error::LargeElite { elite, population }),
            () if !(1..=population).contains(&tournament) => Err(Error::TournamentSize {
                tournament,
                population,
            }),
            () => Ok(()),
        }
    }
}

/// The statistics of a generation.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Generation {
    /// Its number; the random first generation is 0.
    pub generation: u64,
    /// The fitness of the best.
    pub best: f64,
    /// The mean fitness.
    pub mean: f64,
    /// The fitness of the worst.
    pub worst: f64,
    /// The mean distance of two individuals, from 0 to 1.
    pub diversity: f64,
    /// How fitness is scaled to shares of the roulette wheel, if parents are selected with one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scaling: Option<Scaling>,
}

/// A child and its origin.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Birth<I> {
    /// The index of the mother in the previous generation.
    pub mother: usize,
    /// The index of the father, if there was one.
    pub father: Option<usize>,
    /// The child before it was mutated.
    pub crossed: I,
    /// The child.
    pub child: I,
}

/// The random streams of a generation, one for each chunk of children. Each stream is seeded by
/// generation and chunk, so results do not depend on the number of threads.
struct RngStreams {
    random: ChaCha8Rng,
    first_stream: u64,
}

impl RngStreams {
    /// The number of children that share a random stream and a thread.
    const CHUNK: usize = 64;

    fn of(seed: u64, settings: &Settings, generation: u64) -> Self {
        let children = settings.population - settings.elite;
        let litters = children.div_ceil(Self::CHUNK) as u64;
        Self {
            random: ChaCha8Rng::seed_from_u64(seed),
            first_stream: 1 + (generation - 1) * litters,
        }
    }

    fn litter(&self, litter: usize) -> ChaCha8Rng {
        let mut rng = self.random.clone();
        rng.set_stream(self.first_stream + litter as u64);
        rng
    }
}

/// Makes a child: a copy of its mother, possibly crossed over with a father, possibly mutated.
/// Calls `crossed` before the mutation. Returns the indices of the parents.
fn bear<E: Evolve>(
    problem: &E,
    settings: &Settings,
    (population, parents): (&[E::Individual], &Parents<'_>),
    child: &mut E::Individual,
    rng: &mut ChaCha8Rng,
    crossed: impl FnOnce(&E::Individual),
) -> (usize, Option<usize>) {
    let mother = parents.choose(rng);
    child.clone_from(&population[mother]);
    let father = rng
        .random_bool(settings.crossover)
        .then(|| parents.choose(rng));
    if let Some(father) = father {
        problem.crossover(child, &population[father], rng);
    }
    crossed(child);
    if rng.random_bool(settings.mutation) {
        problem.mutate(child, rng);
    }
    (mother, father)
}

/// A running evolution. The same seed gives the same evolution on any number of threads.
#[derive(Debug, Clone)]
pub struct Evolution<'p, E: Evolve> {
    problem: &'p E,
    settings: Settings,
    seed: u64,
    generation: u64,
    population: Vec<E::Individual>,
    fitness: Vec<f64>,
    /// The previous generation, whose memory the next one reuses.
    spare: Vec<E::Individual>,
}

impl<'p, E: Evolve> Evolution<'p, E> {
    const CHUNK: usize = RngStreams::CHUNK;

    /// Returns the first generation.
    ///
    /// # Errors
    /// Those of [`Settings::check`].
    pub fn new(problem: &'p E, settings: Settings, seed: u64) -> Result<Self, Error> {
        settings.check()?;
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let random = |_| problem.random(&mut rng);
        let population: Vec<_> = (0..settings.population).map(random).collect();
        Ok(Self {
            problem,
            settings,
            seed,
            generation: 0,
            fitness: population
                .par_iter()
                .map(|one| problem.fitness(one))
                .collect(),
            spare: population.clone(),
            population,
        })
    }

    /// Returns all individuals of this generation.
    pub fn population(&self) -> &[E::Individual] {
        &self.population
    }

    /// Returns the fitness of each individual.
    pub fn fitness(&self) -> &[f64] {
        &self.fitness
    }

    /// Returns the number of this generation; the random first generation is 0.
    pub fn number(&self) -> u64 {
        self.generation
    }

    /// Returns the fittest individual; of several, the first.
    pub fn best(&self) -> &E::Individual {
        &self.population[self.best_index()]
    }

    /// Returns true if the goal is reached.
    pub fn solved(&self) -> bool {
        self.fitness[self.best_index()] >= self.problem.goal()
    }

    fn best_index(&self) -> usize {
        let better = |best: usize, next: usize| {
            if self.fitness[next] > self.fitness[best] {
                next
            } else {
                best
            }
        };
        (1..self.fitness.len()).fold(0, better)
    }

    /// Returns the statistics of this generation.
    pub fn generation(&self) -> Generation {
        let spread = FitnessSpread::new(&self.fitness);
        // Except for the elite, individuals are in random order: compare the first half with the
        // second.
        let half = self.population.len() / 2;
        let (first, second) = self.population.split_at(half);
        let pairs = first.iter().zip(second);
        let distances = pairs.map(|(one, other)| self.problem.distance(one, other));
        Generation {
            generation: self.generation,
            best: spread.best,
            mean: spread.mean,
            worst: spread.worst,
            diversity: distances.sum::<f64>() / half as f64,
            scaling: self.scaling(),
        }
    }

    /// Returns how fitness is scaled to shares of the roulette wheel, if parents are selected with
    /// one.
    pub fn scaling(&self) -> Option<Scaling> {
        (self.settings.selection == Selection::Roulette).then(|| {
            self.settings
                .scaling
                .in_use(&FitnessSpread::new(&self.fitness))
        })
    }

    /// Returns the wheel that parents are drawn with, if one is used.
    pub fn wheel(&self) -> Option<Wheel> {
        match Parents::of(&self.fitness, &self.settings) {
            Parents::Wheel(wheel) => Some(wheel),
            Parents::Tournament { .. } => None,
        }
    }

    /// Replaces this generation by the next.
    pub fn step(&mut self) {
        let (problem, settings) = (self.problem, self.settings);
        let (population, fitness) = (&self.population, &self.fitness);
        self.generation += 1;

        let parents = Parents::of(fitness, &settings);
        let mut order: Vec<usize> = (0..population.len()).collect();
        // Among equally fit individuals the younger one (with the larger index) is kept; otherwise
        // the same individual could stay in the elite forever.
        let fitter = |a: &usize, b: &usize| fitness[*b].total_cmp(&fitness[*a]).then(b.cmp(a));
        order.select_nth_unstable_by(settings.elite, fitter);
        order[..settings.elite].sort_unstable_by(fitter);
        let (elite, children) = self.spare.split_at_mut(settings.elite);
        for (survivor, &index) in elite.iter_mut().zip(&order) {
            survivor.clone_from(&population[index]);
        }

        let generation = self.generation;
        let chances = RngStreams::of(self.seed, &settings, generation);
        let breed = |(litter, children): (usize, &mut [E::Individual])| {
            let mut rng = chances.litter(litter);
            for child in children {
                bear(
                    problem,
                    &settings,
                    (population, &parents),
                    child,
                    &mut rng,
                    |_| {},
                );
            }
        };
        children
            .par_chunks_mut(Self::CHUNK)
            .enumerate()
            .for_each(breed);

        mem::swap(&mut self.population, &mut self.spare);
        self.population
            .par_iter()
            .with_min_len(Self::CHUNK)
            .map(|one| problem.fitness(one))
            .collect_into_vec(&mut self.fitness);
    }

    /// Returns the first `count` children of the next generation with their origin, exactly as
    /// [`step`](Self::step) will make them after the elite.
    pub fn births(&self, count: usize) -> Vec<Birth<E::Individual>> {
        let parents = Parents::of(&self.fitness, &self.settings);
        let children = (self.settings.population - self.settings.elite).min(count);
        let chances = RngStreams::of(self.seed, &self.settings, self.generation + 1);
        let mut rng = chances.litter(0);
        let birth = |number: usize| {
            if number.is_multiple_of(Self::CHUNK) {
                rng = chances.litter(number / Self::CHUNK);
            }
            let mut child = self.population[0].clone();
            let mut crossed = None;
            let (mother, father) = bear(
                self.problem,
                &self.settings,
                (&self.population, &parents),
                &mut child,
                &mut rng,
                |one| crossed = Some(one.clone()),
            );
            Birth {
                mother,
                father,
                crossed: crossed.unwrap_or_else(|| child.clone()),
                child,
            }
        };
        (0..children).map(birth).collect()
    }

    /// Runs until the goal is reached or `go_on`, called with every generation, returns false.
    /// Returns whether the goal was reached.
    pub fn run(&mut self, mut go_on: impl FnMut(&Self) -> bool + Send) -> bool {
        let mut run = || loop {
            let go_on = go_on(self);
            if self.solved() {
                return true;
            }
            if !go_on {
                return false;
            }
            self.step();
        };
        // Run inside the thread pool, so that no worker thread has to be woken for each generation.
        rayon::scope(|_| run())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::{Encoding, Queens};

    fn refused(settings: Settings) -> String {
        settings.check().unwrap_err().to_string()
    }

    #[test]
    fn births_give_the_next_generation() {
        for encoding in [Encoding::Columns, Encoding::Permutation] {
            let problem = Queens::new(9, encoding).unwrap();
            let settings = Settings {
                population: 200,
                elite: 3,
                ..encoding.settings()
            };
            let mut evolution = Evolution::new(&problem, settings, 7).unwrap();
            for _ in 0..4 {
                let births = evolution.births(usize::MAX);
                let before = evolution.clone();
                evolution.step();
                assert_eq!(births.len(), 197);
                for (birth, child) in births.iter().zip(&evolution.population()[3..]) {
                    assert_eq!(birth.child.columns(), child.columns());
                    let mother = before.population()[birth.mother].columns();
                    match birth.father {
                        None => assert_eq!(birth.crossed.columns(), mother),
                        Some(father) => assert!(father < 200),
                    }
                }
                let both = births.iter().filter(|birth| birth.father.is_some()).count();
                assert!((1..197).contains(&both) || settings.crossover == 1.0);
            }
        }
    }

    #[test]
    fn impossible_settings_are_refused() {
        let usual = Settings::default();
        assert!(usual.check().is_ok());
        let population = |population| Settings {
            population,
            ..usual
        };
        assert!(refused(population(0)).starts_with("a population of 0"));
        assert!(refused(population(1)).starts_with("a population of 1"));
        for rate in [-0.1, 1.5, f64::NAN, f64::INFINITY] {
            let mutation = Settings {
                mutation: rate,
                ..usual
            };
            assert!(refused(mutation).contains("mutation rate"));
            let crossover = Settings {
                crossover: rate,
                ..usual
            };
            assert!(refused(crossover).contains("crossover rate"));
        }
        assert!(refused(Settings { elite: 64, ..usual }).starts_with("an elite of 64"));
        assert!(
            refused(Settings {
                tournament: 0,
                ..usual
            })
            .starts_with("a tournament")
        );
    }

    #[test]
    fn the_best_live_on() {
        let problem = Queens::new(20, Encoding::Columns).unwrap();
        let settings = Settings {
            mutation: 1.0,
            elite: 2,
            ..Settings::default()
        };
        let mut evolution = Evolution::new(&problem, settings, 7).unwrap();
        let mut best = 0.0;
        for _ in 0..50 {
            let now = evolution.generation().best;
            assert!(now >= best, "{now} after {best}");
            best = now;
            evolution.step();
        }
    }

    #[test]
    fn the_same_run_on_any_number_of_threads() {
        let problem = Queens::new(24, Encoding::Columns).unwrap();
        for selection in [Selection::Roulette, Selection::Tournament, Selection::Rank] {
            let settings = Settings {
                population: 300,
                selection,
                ..Settings::default()
            };
            let run = |threads| {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
                pool.unwrap().install(|| {
                    let mut evolution = Evolution::new(&problem, settings, 11).unwrap();
                    let mut seen = Vec::new();
                    evolution.run(|evolution| {
                        seen.push(evolution.generation());
                        evolution.number() < 40
                    });
                    (seen, evolution.population)
                })
            };
            assert_eq!(run(1), run(8));
        }
    }
}
