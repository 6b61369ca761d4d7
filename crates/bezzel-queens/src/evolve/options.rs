//! Options of an evolution of queens, validated in one place.

use super::{Crossover, Encoding, Queens, Scaling, Selection, Settings};
use crate::Error;
use bezzel::Named;

/// Settings of an evolution of queens that override the defaults. The defaults depend on the
/// encoding.
///
/// ```
/// use bezzel_queens::evolve::{Encoding, Evolution, Options};
///
/// let options = Options { encoding: Some(Encoding::Permutation), ..Options::default() };
/// let (problem, settings) = options.plan(8)?;
/// assert_eq!(settings.population, 16);
/// assert!(Evolution::new(&problem, settings, 1848)?.run(|_| true));
/// # Ok::<(), bezzel_queens::Error>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Options {
    /// The encoding of a board; its columns by default.
    pub encoding: Option<Encoding>,
    /// The number of boards.
    pub population: Option<usize>,
    /// The crossover operator.
    pub crossover: Option<Crossover>,
    /// The probability that a child has two parents.
    pub crossover_rate: Option<f64>,
    /// The probability that a child is mutated.
    pub mutation: Option<f64>,
    /// The number of best boards that are kept unchanged.
    pub elite: Option<usize>,
    /// How parents are selected.
    pub selection: Option<Selection>,
    /// How fitness is scaled to shares of the roulette wheel.
    pub scaling: Option<Scaling>,
    /// The number of boards in a tournament.
    pub tournament: Option<usize>,
}

impl Options {
    /// Returns the problem of `n` queens and the settings of the genetic algorithm.
    ///
    /// # Errors
    /// [`Error::OtherSelection`] and [`Error::OtherEncoding`]; those of [`Settings::check`] and
    /// [`Queens::with_crossover`].
    pub fn plan(&self, n: u32) -> Result<(Queens, Settings), Error> {
        let encoding = self.encoding.unwrap_or(Encoding::Columns);
        let usual = encoding.settings();
        let population = self.population.unwrap_or(usual.population);
        let settings = Settings {
            population,
            crossover: self.crossover_rate.unwrap_or(usual.crossover),
            mutation: self.mutation.unwrap_or(usual.mutation),
            elite: self.elite.unwrap_or(usual.elite),
            selection: self.selection.unwrap_or(usual.selection),
            scaling: self.scaling.unwrap_or(usual.scaling),
            // The default size, or the whole population if it is smaller.
            tournament: self.tournament.unwrap_or(usual.tournament.min(population)),
        };
        settings.check()?;
        for (option, given, selection) in [
            (
                "the size of a tournament",
                self.tournament.is_some(),
                Selection::Tournament,
            ),
            ("scaling", self.scaling.is_some(), Selection::Roulette),
        ] {
            if given && settings.selection != selection {
                return Err(Error::OtherSelection {
                    option,
                    selection: selection.name(),
                });
            }
        }
        let crossover = self.crossover.unwrap_or(Crossover::usual(encoding));
        if crossover.encoding() != encoding {
            return Err(Error::OtherEncoding {
                crossover: crossover.name(),
                works_on: crossover.encoding().name(),
                encoding: encoding.name(),
            });
        }
        Ok((Queens::with_crossover(n, crossover)?, settings))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contradictions_are_refused() {
        let refusal = |options: Options| options.plan(8).unwrap_err().to_string();
        let tournament = Options {
            tournament: Some(3),
            ..Options::default()
        };
        assert_eq!(
            refusal(tournament),
            "the size of a tournament requires selection by tournament"
        );
        let scaling = Options {
            scaling: Some(Scaling::Raw),
            selection: Some(Selection::Rank),
            ..Options::default()
        };
        assert_eq!(refusal(scaling), "scaling requires selection by roulette");
        let crossover = Options {
            crossover: Some(Crossover::Order),
            ..Options::default()
        };
        assert_eq!(
            refusal(crossover),
            "crossover order works on encoding permutation, not on columns"
        );
        let alone = Options {
            population: Some(1),
            ..Options::default()
        };
        assert!(refusal(alone).contains("cannot evolve"));
    }

    #[test]
    fn small_populations_hold_small_tournaments() {
        let two = Options {
            population: Some(2),
            ..Options::default()
        };
        assert_eq!(two.plan(8).unwrap().1.tournament, 2);
    }
}
