//! Evolves a problem of one's own: the shortest round trip through cities on a circle.
//!
//! On a circle the shortest trip is known, so the result can be compared with it.

use std::f64::consts::TAU;

use bezzel_queens::evolve::rand::seq::SliceRandom;
use bezzel_queens::evolve::rand::{Rng, RngExt};
use bezzel_queens::evolve::{Evolution, Evolve, Selection, Settings};

struct Salesman {
    cities: Vec<(f64, f64)>,
}

impl Salesman {
    /// Places cities evenly on a circle, in a shuffled order.
    fn on_a_circle(count: usize) -> Self {
        let angle = |index: usize| TAU * (index * 7 % count) as f64 / count as f64;
        let cities = (0..count).map(|index| angle(index).sin_cos());
        Self {
            cities: cities.collect(),
        }
    }

    /// Returns the length of the trip along the circle.
    fn shortest(&self) -> f64 {
        let count = self.cities.len() as f64;
        2.0 * count * (TAU / 2.0 / count).sin()
    }

    fn length(&self, trip: &[usize]) -> f64 {
        let next = trip.iter().cycle().skip(1);
        let legs = trip.iter().zip(next).map(|(&from, &to)| {
            let ((x, y), (u, v)) = (self.cities[from], self.cities[to]);
            (x - u).hypot(y - v)
        });
        legs.sum()
    }
}

impl Evolve for Salesman {
    type Individual = Vec<usize>;

    fn random(&self, rng: &mut impl Rng) -> Vec<usize> {
        let mut trip: Vec<usize> = (0..self.cities.len()).collect();
        trip.shuffle(rng);
        trip
    }

    /// Returns the reciprocal of the length of a trip.
    fn fitness(&self, trip: &Vec<usize>) -> f64 {
        1.0 / self.length(trip)
    }

    /// Keeps a part of the mother's trip, followed by the other cities in the father's order.
    fn crossover(&self, child: &mut Vec<usize>, father: &Vec<usize>, rng: &mut impl Rng) {
        let kept = rng.random_range(0..child.len());
        child.truncate(kept);
        let others = father.iter().filter(|city| !child[..kept].contains(city));
        let others: Vec<usize> = others.copied().collect();
        child.extend(others);
    }

    /// Reverses a part of the trip.
    fn mutate(&self, trip: &mut Vec<usize>, rng: &mut impl Rng) {
        let (one, other) = (
            rng.random_range(0..trip.len()),
            rng.random_range(0..trip.len()),
        );
        trip[one.min(other)..=one.max(other)].reverse();
    }

    /// Returns the fitness of the shortest trip, with a tolerance for rounding.
    fn goal(&self) -> f64 {
        0.999_999 / self.shortest()
    }

    fn distance(&self, one: &Vec<usize>, other: &Vec<usize>) -> f64 {
        let different = one.iter().zip(other).filter(|(one, other)| one != other);
        different.count() as f64 / one.len() as f64
    }
}

fn main() -> Result<(), bezzel_queens::Error> {
    let salesman = Salesman::on_a_circle(30);
    let settings = Settings {
        population: 200,
        selection: Selection::Tournament,
        ..Settings::default()
    };
    let mut evolution = Evolution::new(&salesman, settings, 1848)?;
    let found = evolution.run(|now| {
        if now.number().is_multiple_of(100) {
            let length = salesman.length(now.best());
            println!("generation {:>4}: {length:.4}", now.number());
        }
        now.number() < 5000
    });
    let length = salesman.length(evolution.best());
    println!("generation {:>4}: {length:.4}", evolution.number());
    println!(
        "the shortest trip was {}",
        if found { "found" } else { "not found" }
    );
    Ok(())
}
