//! Lists of the available methods, formats, generators and demos.

use crate::{
    COMPARED_LIMIT, CONTESTANTS, DemoEntry, HAND_LIMIT, LIMIT, Language, demos, maze_listing,
    methods,
};
use bezzel::Named;
use bezzel_maze::{ALGORITHMS, Runner};
use bezzel_queens::published::SOLUTIONS;
use bezzel_queens::{Board, Engine, slow_from};
use serde_json::{Value, json};

use super::answer::Answer;
use super::evolution::{Knob, Knobs};
use super::maze;
use crate::Error;
use crate::Lab;

/// Returns a sentence in each of the page's languages.
fn in_both(sentences: [&str; 2]) -> Value {
    let named = Language::all().zip(sentences);
    named
        .map(|(language, sentence)| (language.name(), sentence))
        .collect()
}

pub fn about(lab: &Lab) -> Result<Answer, Error> {
    let bounds = lab.bounds;
    let named = |(name, about): (&str, &str)| json!({ "name": name, "about": about });
    let engine = |engine: &dyn Engine| {
        /// The expected duration of a count, in seconds, from which the page warns that it takes
        /// long.
        const SLOW_SECONDS: f64 = 60.0;
        json!({
            "name": engine.name(),
            "about": engine.about(),
            "limit": engine.limit().min(bounds.counted),
            "slow_from": slow_from(engine, SLOW_SECONDS * bounds.pace * bounds.threads as f64),
        })
    };
    let methods = methods();
    let methods = methods.iter().map(|one| named((one.name, one.about)));
    let contestants = CONTESTANTS.iter().map(|one| named((one.name, one.about)));
    let problem = |stage: &DemoEntry| {
        json!({
            "name": stage.name,
            "title": in_both(stage.title),
            "about": in_both(stage.about),
            "syntax": in_both(stage.syntax),
            "examples": stage.examples,
        })
    };
    let algorithms = ALGORITHMS.iter().map(|one| named((one.name, one.about)));
    let runners: Vec<Knob> = Runner::all().map(Knob::of).collect();
    let largest = Board::new(bounds.counted);
    let usual = lab
        .engines
        .fastest(&largest, bezzel_queens::nodes(&largest))?;
    Ok(Answer::json(&json!({
        "version": env!("CARGO_PKG_VERSION"),
        "queens": { "limit": LIMIT, "methods": methods.collect::<Value>() },
        "hand": { "limit": HAND_LIMIT },
        "compare": { "limit": COMPARED_LIMIT, "methods": contestants.collect::<Value>() },
        "problems": demos().iter().map(problem).collect::<Value>(),
        "maze": {
            "cells": maze::MAX_CELLS,
            "algorithms": algorithms.collect::<Value>(),
            "runners": runners,
            "listing": maze_listing(),
        },
        "evolution": Knobs::new(),
        "count": {
            "limit": bounds.counted,
            "threads": bounds.threads,
            "engines": lab.engines.all().map(|one| engine(&*one)).collect::<Value>(),
            "usual": usual.name(),
            "published": SOLUTIONS.iter().map(u64::to_string).collect::<Value>(),
        },
        "runs": lab.runs().is_some(),
        "file": lab.has_file,
    })))
}
