//! Downsampled history of an evolution, for plotting.

use serde::Serialize;

use super::{Evolution, Evolve, Generation};

/// The statistics and best individuals of an evolution, thinned out while it grows.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct History<I> {
    /// The recorded generations in ascending order: closely spaced at the beginning, further apart
    /// later, always including the last one.
    pub generations: Vec<Generation>,
    /// The moments at which the best fitness rose, including the first and the last.
    pub moments: Vec<Moment<I>>,
}

/// A generation with a new best individual.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Moment<I> {
    /// The number of the generation.
    pub generation: u64,
    /// The fitness of the individual.
    pub fitness: f64,
    /// The individual.
    pub best: I,
}

impl<I: Clone> History<I> {
    /// The number of generations recorded each time the generation number grows by a factor of e.
    const GENERATIONS_PER_FACTOR: f64 = 150.0;
    /// The maximum number of moments recorded; a picture shows fewer.
    const MAX_MOMENTS: usize = 40;

    /// Returns an empty history.
    pub fn new() -> Self {
        Self {
            generations: Vec::new(),
            moments: Vec::new(),
        }
    }

    /// Records the current generation.
    pub fn record<E: Evolve<Individual = I>>(&mut self, evolution: &Evolution<'_, E>) {
        let now = evolution.generation();
        let place = |one: &Generation| {
            ((one.generation as f64).ln_1p() * Self::GENERATIONS_PER_FACTOR) as u64
        };
        // The latest generation is always included; it replaces the one before if both would be
        // drawn at the same place.
        if let [.., before, last] = &self.generations[..]
            && place(before) == place(last)
        {
            self.generations.pop();
        }
        self.generations.push(now);
        if self
            .moments
            .last()
            .is_none_or(|last| last.fitness < now.best)
        {
            self.moments.push(Moment {
                generation: now.generation,
                fitness: now.best,
                best: evolution.best().clone(),
            });
        }
        if self.moments.len() > Self::MAX_MOMENTS {
            let last = self.moments.len() - 1;
            let mut index = 0..;
            self.moments.retain(|_| {
                let index = index.next().unwrap_or(0);
                index % 2 == 0 || index == last
            });
        }
    }
}

impl<I: Clone> Default for History<I> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::{Encoding, Queens, Settings};

    #[test]
    fn long_histories_are_thinned_out() {
        let problem = Queens::new(40, Encoding::Columns).unwrap();
        let settings = Settings {
            population: 6,
            ..Settings::default()
        };
        let mut evolution = Evolution::new(&problem, settings, 3).unwrap();
        let mut history = History::new();
        for _ in 0..10_001 {
            history.record(&evolution);
            evolution.step();
        }
        let numbers: Vec<u64> = history
            .generations
            .iter()
            .map(|one| one.generation)
            .collect();
        assert!(numbers.len() < 1500, "{}", numbers.len());
        assert!(numbers[..100].iter().copied().eq(0..100));
        assert_eq!((numbers[0], numbers[numbers.len() - 1]), (0, 10_000));
        assert!(numbers.is_sorted_by(|a, b| a < b));
        let moments = &history.moments;
        assert!(moments.len() <= 40 && moments[0].generation == 0);
        assert!(moments.is_sorted_by(|a, b| a.fitness < b.fitness));
        let best = history.generations.last().unwrap().best;
        assert_eq!(moments.last().unwrap().fitness, best);
    }
}
