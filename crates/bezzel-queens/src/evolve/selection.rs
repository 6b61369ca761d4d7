//! Selection of parents: by fitness, by rank, or by tournament.

use rand::{Rng, RngExt};
use serde::Serialize;

use super::Settings;
use bezzel::Named;

/// How parents are selected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Selection {
    /// With a probability proportional to the (scaled) fitness, as on a roulette wheel.
    Roulette,
    /// The fittest of some individuals picked at random.
    Tournament,
    /// With a probability proportional to the rank: the worst has rank 1.
    Rank,
}

impl Named for Selection {
    const TABLE: &'static [(Self, &'static str, &'static str)] = &[
        (
            Self::Roulette,
            "roulette",
            "each in proportion to its fitness",
        ),
        (
            Self::Tournament,
            "tournament",
            "the fittest of a few picked at random",
        ),
        (Self::Rank, "rank", "each in proportion to its rank"),
    ];
}

/// How fitness is scaled to shares of the roulette wheel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Scaling {
    /// `Raw` while it distinguishes individuals, otherwise `Exponential`.
    Auto,
    /// The fitness itself.
    Raw,
    /// The fitness above a baseline two standard deviations below the mean (Goldberg 1989).
    Sigma,
    /// e^x, where x is the fitness in standard deviations.
    Exponential,
}

impl Named for Scaling {
    const TABLE: &'static [(Self, &'static str, &'static str)] = &[
        (
            Self::Auto,
            "auto",
            "raw while the fitness of the boards differs enough, otherwise exponential",
        ),
        (Self::Raw, "raw", "the fitness itself"),
        (
            Self::Sigma,
            "sigma",
            "the fitness above a baseline two standard deviations below the mean",
        ),
        (
            Self::Exponential,
            "exponential",
            "e^x, where x is the fitness in standard deviations",
        ),
    ];
}

impl Scaling {
    /// Raw fitness is used as long as the best individual's share of the wheel is at least this
    /// multiple of the average share; otherwise fitness is scaled.
    const TELLS_APART: f64 = 1.1;

    /// Returns the scaling that `Auto` selects for this distribution of fitness.
    pub(super) fn in_use(self, spread: &FitnessSpread) -> Self {
        match self {
            Self::Auto if spread.best >= Self::TELLS_APART * spread.mean => Self::Raw,
            Self::Auto => Self::Exponential,
            given => given,
        }
    }

    /// Returns the share of the wheel for a fitness.
    fn share(self, fitness: f64, spread: &FitnessSpread) -> f64 {
        let share = match self.in_use(spread) {
            Self::Sigma => fitness - (spread.mean - 2.0 * spread.deviation),
            // If all are equal, the deviation is 0 and every share is the same.
            Self::Exponential if spread.deviation > 0.0 => {
                ((fitness - spread.best) / spread.deviation).exp()
            }
            Self::Exponential => 1.0,
            Self::Raw | Self::Auto => fitness,
        };
        share.max(0.0)
    }
}

/// The distribution of fitness over a population.
#[derive(Debug, Clone, Copy)]
pub(super) struct FitnessSpread {
    pub best: f64,
    pub mean: f64,
    pub worst: f64,
    pub deviation: f64,
}

impl FitnessSpread {
    pub fn new(fitness: &[f64]) -> Self {
        let count = fitness.len() as f64;
        let mean = fitness.iter().sum::<f64>() / count;
        let squares = fitness.iter().map(|value| (value - mean).powi(2));
        Self {
            best: fitness.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            mean,
            worst: fitness.iter().copied().fold(f64::INFINITY, f64::min),
            deviation: (squares.sum::<f64>() / count).sqrt(),
        }
    }
}

/// A roulette wheel on which each individual has a share.
///
/// ```
/// use bezzel_queens::evolve::Wheel;
///
/// let wheel = Wheel::new([1.0, 0.0, 3.0]);
/// assert_eq!(wheel.shares().collect::<Vec<_>>(), [0.25, 0.0, 0.75]);
/// ```
#[derive(Debug, Clone)]
pub struct Wheel {
    /// The cumulative sums of the shares.
    ends: Vec<f64>,
}

impl Wheel {
    /// Returns a wheel with these shares, none of which is negative. If all are 0, all become
    /// equal.
    pub fn new(shares: impl IntoIterator<Item = f64>) -> Self {
        let mut ends: Vec<f64> = shares
            .into_iter()
            .scan(0.0, |end, share| {
                *end += share;
                Some(*end)
            })
            .collect();
        let whole = ends.last().copied().unwrap_or(0.0);
        if whole <= 0.0 || !whole.is_finite() {
            ends = (1..=ends.len()).map(|end| end as f64).collect();
        }
        Self { ends }
    }

    /// Returns each individual's share of the whole, from 0 to 1.
    pub fn shares(&self) -> impl Iterator<Item = f64> {
        let whole = self.ends.last().copied().unwrap_or(1.0);
        let starts = std::iter::once(&0.0).chain(&self.ends);
        starts
            .zip(&self.ends)
            .map(move |(start, end)| (end - start) / whole)
    }

    /// Spins the wheel. Returns the index at which it stops.
    ///
    /// # Panics
    /// If the wheel is empty.
    pub(super) fn spin(&self, rng: &mut impl Rng) -> usize {
        let whole = self.ends[self.ends.len() - 1];
        let stop = rng.random::<f64>() * whole;
        let index = self.ends.partition_point(|&end| end <= stop);
        // Rounding may move the stop beyond the last share.
        index.min(self.ends.len() - 1)
    }
}

/// The parents of a generation, prepared for selection.
pub(super) enum Parents<'p> {
    Wheel(Wheel),
    Tournament { fitness: &'p [f64], size: usize },
}

impl<'p> Parents<'p> {
    pub fn of(fitness: &'p [f64], settings: &Settings) -> Self {
        match settings.selection {
            Selection::Tournament => Self::Tournament {
                fitness,
                size: settings.tournament,
            },
            Selection::Rank => Self::Wheel(Wheel::new(ranks(fitness))),
            Selection::Roulette => {
                let spread = FitnessSpread::new(fitness);
                let share = |&fitness: &f64| settings.scaling.share(fitness, &spread);
                Self::Wheel(Wheel::new(fitness.iter().map(share)))
            }
        }
    }

    /// Returns the index of a selected parent.
    pub fn choose(&self, rng: &mut impl Rng) -> usize {
        match self {
            Self::Wheel(wheel) => wheel.spin(rng),
            &Self::Tournament { fitness, size } => {
                let first = rng.random_range(0..fitness.len());
                (1..size).fold(first, |best, _| {
                    let next = rng.random_range(0..fitness.len());
                    if fitness[next] > fitness[best] {
                        next
                    } else {
                        best
                    }
                })
            }
        }
    }
}

/// Returns the rank of each individual: 1 for the worst.
fn ranks(fitness: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..fitness.len()).collect();
    order.sort_by(|&a, &b| fitness[a].total_cmp(&fitness[b]));
    let mut ranks = vec![0.0; fitness.len()];
    for (rank, index) in order.into_iter().enumerate() {
        ranks[index] = (rank + 1) as f64;
    }
    ranks
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;

    /// Returns Pearson's statistic of `draws` draws against the expected shares.
    fn chi_square(
        shares: &[f64],
        draws: u32,
        mut choose: impl FnMut(&mut ChaCha8Rng) -> usize,
    ) -> f64 {
        let mut rng = ChaCha8Rng::seed_from_u64(1848);
        let mut seen = vec![0_u32; shares.len()];
        for _ in 0..draws {
            seen[choose(&mut rng)] += 1;
        }
        let terms = seen.iter().zip(shares).map(|(&seen, share)| {
            let expected = share * f64::from(draws);
            (f64::from(seen) - expected).powi(2) / expected
        });
        terms.sum()
    }

    /// The chi-square value that a fair wheel exceeds with a probability of 0.001 (seven degrees of
    /// freedom).
    const LIMIT: f64 = 24.32;
    const FITNESS: [f64; 8] = [28.0, 23.0, 20.0, 19.0, 11.0, 8.0, 3.0, 1.0];

    fn settings(selection: Selection, scaling: Scaling) -> Settings {
        Settings {
            selection,
            scaling,
            ..Settings::default()
        }
    }

    #[test]
    fn roulette_picks_in_proportion_to_fitness() {
        let whole: f64 = FITNESS.iter().sum();
        let shares = FITNESS.map(|fitness| fitness / whole);
        let parents = Parents::of(&FITNESS, &settings(Selection::Roulette, Scaling::Raw));
        let fair = chi_square(&shares, 100_000, |rng| parents.choose(rng));
        assert!(fair < LIMIT, "{fair}");
        // Control: a wheel that ignores fitness fails the test.
        let blind = chi_square(&shares, 100_000, |rng| rng.random_range(0..FITNESS.len()));
        assert!(blind > 100.0 * LIMIT, "{blind}");
    }

    #[test]
    fn rank_picks_in_proportion_to_rank() {
        let shares: Vec<f64> = (1..=8).rev().map(|rank| f64::from(rank) / 36.0).collect();
        let parents = Parents::of(&FITNESS, &settings(Selection::Rank, Scaling::Auto));
        let fair = chi_square(&shares, 100_000, |rng| parents.choose(rng));
        assert!(fair < LIMIT, "{fair}");
    }

    #[test]
    fn tournament_picks_the_best_of_three() {
        // An individual wins if it is picked and no better one is. `below(k)` is the probability
        // that none of the k best is among three random picks.
        let below = |better: u32| (f64::from(8 - better) / 8.0).powi(3);
        let shares: Vec<f64> = (0..8).map(|i| below(i) - below(i + 1)).collect();
        let parents = Parents::of(&FITNESS, &settings(Selection::Tournament, Scaling::Auto));
        let fair = chi_square(&shares, 100_000, |rng| parents.choose(rng));
        assert!(fair < LIMIT, "{fair}");
    }

    #[test]
    fn scaling_is_automatic() {
        let apart = FitnessSpread::new(&FITNESS);
        let alike = FitnessSpread::new(&[2000.0, 2001.0, 2003.0]);
        assert_eq!(Scaling::Auto.in_use(&apart), Scaling::Raw);
        assert_eq!(Scaling::Auto.in_use(&alike), Scaling::Exponential);
        assert_eq!(Scaling::Sigma.in_use(&alike), Scaling::Sigma);
        assert!(Scaling::Auto.share(2003.0, &alike) > 2.0 * Scaling::Auto.share(2000.0, &alike));
    }

    #[test]
    fn wheels_without_shares_are_fair() {
        for fitness in [[0.0, 0.0], [5.0, 5.0], [-3.0, -1.0]] {
            for scaling in [Scaling::Raw, Scaling::Auto, Scaling::Sigma] {
                let Parents::Wheel(wheel) =
                    Parents::of(&fitness, &settings(Selection::Roulette, scaling))
                else {
                    panic!("roulette has a wheel");
                };
                let shares: Vec<f64> = wheel.shares().collect();
                assert!(shares.iter().all(|share| share.is_finite()));
                if fitness[0] == fitness[1] {
                    assert_eq!(shares, [0.5, 0.5]);
                }
            }
        }
    }
}
