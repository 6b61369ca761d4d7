//! The compared crates, each behind the same function.

use std::time::Instant;

use bezzel_queens::evolve::{Encoding, Evolution, Queens};
use bezzel_queens::Lineup;

use crate::Run;

pub fn bezzel_columns(n: u32, seed: u64, deadline: Instant) -> Run {
    bezzel(n, Encoding::Columns, seed, deadline)
}

pub fn bezzel_permutation(n: u32, seed: u64, deadline: Instant) -> Run {
    bezzel(n, Encoding::Permutation, seed, deadline)
}

fn bezzel(n: u32, encoding: Encoding, seed: u64, deadline: Instant) -> Run {
    let problem = Queens::new(n, encoding).expect("a board with solutions");
    let mut evolution =
        Evolution::new(&problem, encoding.settings(), seed).expect("usual settings");
    let solved = evolution.run(|_| Instant::now() < deadline);
    Run {
        generations: evolution.number(),
        columns: solved.then(|| evolution.best().columns().to_vec()),
    }
}

/// Configured like the crate's `examples/evolve_nqueens.rs`: permutations, selection of the better
/// half, children as copies, one swap in a fifth of them.
pub fn genetic_algorithm(n: u32, seed: u64, deadline: Instant) -> Run {
    use genetic_algorithm::strategy::evolve::prelude::*;

    /// The fitness: the number of attacks. The crate has no time limit, so after the deadline every
    /// individual counts as a solution.
    #[derive(Clone, Debug)]
    struct Attacks(Instant);

    impl Fitness for Attacks {
        type Genotype = UniqueGenotype<u32>;

        fn calculate_for_chromosome(
            &mut self,
            chromosome: &FitnessChromosome<Self>,
            _genotype: &FitnessGenotype<Self>,
        ) -> Option<FitnessValue> {
            let late = Instant::now() >= self.0;
            Some(if late {
                0
            } else {
                Lineup::new(&chromosome.genes).attacks() as FitnessValue
            })
        }
    }

    let genotype = UniqueGenotype::builder()
        .with_allele_list((0..n).collect())
        .build()
        .expect("a genotype");
    let mut evolve = Evolve::builder()
        .with_genotype(genotype)
        .with_target_population_size(20)
        .with_fitness(Attacks(deadline))
        .with_fitness_ordering(FitnessOrdering::Minimize)
        .with_target_fitness_score(0)
        .with_mutate(MutateSingleGene::new(0.2))
        .with_crossover(CrossoverClone::new(0.7))
        .with_select(SelectElite::new(0.5, 0.05))
        .with_rng_seed_from_u64(seed)
        .build()
        .expect("an evolution");
    evolve.call();
    let found = evolve.best_genes().filter(|_| Instant::now() < deadline);
    Run {
        generations: evolve.state.current_generation as u64,
        columns: found,
    }
}

/// Configured like the project's `examples/rust/nqueens`: columns, Boltzmann selection, two-point
/// crossover, each queen moved with a probability of 1/20.
pub fn radiate(n: u32, seed: u64, deadline: Instant) -> Run {
    use radiate::*;

    random_provider::seed(seed);
    let engine = GeneticEngine::builder()
        .codec(IntCodec::vector(n as usize, 0..n as i32))
        .minimizing()
        .offspring_selector(BoltzmannSelector::new(4.0))
        .crossover(MultiPointCrossover::new(0.75, 2))
        .mutator(UniformMutator::new(0.05))
        .fitness_fn(|columns: Vec<i32>| {
            let columns: Vec<u32> = columns.into_iter().map(|column| column as u32).collect();
            Lineup::new(&columns).attacks() as f32
        })
        .build();
    let left = deadline.saturating_duration_since(Instant::now());
    let last = engine
        .iter()
        .until_score(0.0)
        .until_duration(left)
        .last()
        .expect("a generation");
    let columns: Vec<u32> = last.value().iter().map(|&column| column as u32).collect();
    Run {
        generations: last.index() as u64,
        columns: bezzel_queens::is_solution(&columns).then_some(columns),
    }
}
