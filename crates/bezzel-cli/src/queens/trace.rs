//! `bezzel queens trace`: prints the search step by step.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::words::plural;
use anyhow::{Context, Result, bail};
use bezzel::{Event, Search};
use bezzel_lab::{
    LIMIT, Language, Lesson, Method, Outline, Recording, StationSearch, methods, scorm, standalone,
};
use bezzel_queens::render::trace_text;
use bezzel_queens::{Board, Promising};
use clap::Args;
use clap::builder::PossibleValuesParser;
use serde_json::json;

use crate::Exit;
use crate::input::named;
use crate::memory;
use crate::output::{self, Answers};
use crate::question::BoardArgs;

/// Print every step of backtracking
///
/// Prints every queen placed, every rejected square with the reason, and every backtrack, indented
/// by row.
#[derive(Args)]
#[command(group = clap::ArgGroup::new("pages").args(["html", "scorm"]))]
#[command(after_help = "\
Examples:
  bezzel queens trace 4
  bezzel queens trace 8 --limit 100
  bezzel queens trace 5 --html queens.html
  bezzel queens trace 4 --html lesson.html --lesson 000
  bezzel queens trace 10 --html lab.html --with-lab
  bezzel queens trace 6 --scorm exercises.zip --lang ko
  printf '....\\n..Q.\\n....\\n#...\\n' | bezzel queens trace --board -")]
pub struct TraceArgs {
    #[command(flatten)]
    question: BoardArgs,
    /// Print at most K steps
    #[arg(long, value_name = "K", default_value_t = 100_000)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    limit: u32,
    /// Print every step as a line of JSON, columns counted from 0
    #[arg(long)]
    json: bool,
    /// Write an HTML page into FILE (`-` for standard output) that shows the search in any browser,
    /// with board, tree and code; up to 12 queens and 200000 steps
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    html: Option<PathBuf>,
    /// Write the page of --html as a SCORM 1.2 package for an e-learning system; it reports start,
    /// score and completion
    #[arg(long, value_name = "FILE.zip", conflicts_with_all = ["json", "html"])]
    scorm: Option<PathBuf>,
    /// Add a lesson to the page of --html: 000 to 004 are built in, any other value is a lesson
    /// file saved in the lab. Parts of the lesson about other topics, such as mazes, are left out
    /// unless --with-lab is given
    #[arg(long, value_name = "LESSON", requires = "pages")]
    lesson: Option<String>,
    /// Include the whole lab in the file that --html writes: all steps, all tabs and all parts of a
    /// lesson
    #[arg(long, requires = "html", conflicts_with = "scorm")]
    with_lab: bool,
    /// How the search on the page of --html detects attacks
    #[arg(long, value_name = "METHOD", default_value = methods()[0].name, requires = "pages")]
    #[arg(value_parser = PossibleValuesParser::new(methods().iter().map(|method| method.name)))]
    method: String,
    /// The language of the page of --html
    #[arg(long, value_name = "LANG", default_value = "en", requires = "pages", value_parser = named::<Language>())]
    lang: Language,
}

impl TraceArgs {
    /// The largest board: the indentation needs space.
    const MAX_SIDE: u32 = 30;

    /// Writes the page.
    fn write_page(&self, file: &PathBuf) -> Result<Exit> {
        /// The largest number of steps of the other searches in a lesson: all of eight queens.
        const MAX_LESSON_STEPS: u64 = 20_000;
        output::check_files([file])?;
        let instead = "fewer queens show the same";
        let board = self.question.board(LIMIT, "trace --html", instead)?;
        let outline = Outline::new(&board)?;
        if self.with_lab {
            return self.write_lab(&board, file);
        }
        let method = Method::named(&self.method)?;
        // The memory of a step while the page is built.
        const BYTES_PER_STEP: u64 = 512;
        let steps = u64::from(self.limit).min(Recording::MAX_STEPS);
        let steps = steps.min(outline.overview().steps);
        memory::check(BYTES_PER_STEP * steps, || {
            format!("{steps} steps in a page")
        })?;
        let mut recording = Recording::of(&outline, method, self.limit.into());
        let mut title = format!("{} queens", board.n());
        let mut others = Vec::new();
        if let Some(name) = &self.lesson {
            let mut lesson = lesson(name)?;
            let dropped = lesson.keep_queens()?;
            if dropped > 0 {
                let left_out = plural(dropped as u64, "station");
                output::note(&format!(
                    "{left_out} left out: without --with-lab the page shows only the search for N queens"
                ));
            }
            for StationSearch { board, method } in lesson.searches() {
                let shown = board == outline.board && method.name == self.method;
                if !shown {
                    others.push((Outline::new(&board)?, method));
                }
            }
            let others = others.iter();
            let others =
                others.map(|(outline, method)| Recording::of(outline, *method, MAX_LESSON_STEPS));
            recording = recording.taught_by(lesson, others.collect());
            title = format!("{title}: lesson {name}");
        }
        if self.scorm.is_some() {
            let page = standalone(&recording.reporting(), self.lang);
            let package = scorm(&page, &title);
            output::write_file(file, |out| out.write_all(&package))?;
            return Ok(Exit::Found);
        }
        let page = standalone(&recording, self.lang);
        output::write_file(file, |out| out.write_all(page.as_bytes()))?;
        if !recording.is_complete() {
            let more = match recording.steps() {
                Recording::MAX_STEPS => "a page holds no more",
                _ => "--limit prints more",
            };
            output::note(&format!(
                "only the first {} steps are written; {more}",
                recording.steps()
            ));
        }
        Ok(Exit::Found)
    }

    /// Writes the whole lab, opened at a board or at the lesson.
    fn write_lab(&self, board: &Board, file: &Path) -> Result<Exit> {
        let (n, method) = (board.n(), &self.method);
        let mut state = format!("lab=queens&n={n}&method={method}");
        if !board.standing().is_empty() || !board.blocked().is_empty() {
            let lines = board.to_string().trim_end().replace('\n', "/");
            state += &format!("&board={}", lines.replace('#', "%23"));
        }
        if board.is_torus() {
            state += "&torus=1";
        }
        if let Some(name) = &self.lesson {
            if !Lesson::NAMES.contains(&name.as_str()) {
                bail!(
                    "--with-lab includes the lessons 000 to 004 only; a link of the lab can open others"
                );
            }
            // Each station of the lesson defines its own board, so the state names only the lesson.
            state = format!("lesson={name}");
        }
        let module = bezzel_lab::module().context(bezzel_lab::Error::NoModule)?;
        let page = bezzel_lab::one_file(module, &state, self.lang);
        output::write_file(file, |out| out.write_all(page.as_bytes()))?;
        Ok(Exit::Found)
    }

    pub fn run(self) -> Result<Exit> {
        if let Some(file) = self.html.as_ref().or(self.scorm.as_ref()) {
            return self.write_page(file);
        }
        let instead = "fewer queens show the same";
        let board = self.question.board(Self::MAX_SIDE, "trace", instead)?;
        let problem = Promising::new(board)?;
        let trace = Search::new(&problem).trace(self.limit as usize);
        let mut replay = trace.replay(&problem);
        let mut out = Answers::open();
        if self.json {
            while let Some(event) = replay.forward() {
                let text_line = match event {
                    Event::Solution => None,
                    step => Some(serde_json::to_string(step)?),
                };
                // Each step is printed as a JSON object; for a solution the object contains the
                // columns of the queens.
                let solution = || json!({ "solution": replay.path() }).to_string();
                writeln!(out, "{}", text_line.unwrap_or_else(solution))?;
            }
        } else {
            trace_text(&mut out, &problem, &mut replay)?;
        }
        out.flush()?;
        if trace.is_complete() {
            output::note(&format!(
                "{} visited, {} promising, {}",
                replay.visited(),
                replay.promising(),
                plural(replay.solutions(), "solution")
            ));
        } else {
            output::note(&format!(
                "only the first {} steps are printed; use a larger --limit for more",
                self.limit
            ));
        }
        Ok(Exit::Found)
    }
}

/// Returns a built-in lesson, or one from a file.
fn lesson(name: &str) -> Result<Lesson> {
    if Lesson::NAMES.contains(&name) {
        return Ok(Lesson::named(name)?);
    }
    let text = fs::read_to_string(name)
        .with_context(|| format!("cannot read the lesson {name:?}, which is none of 000 to 004"))?;
    Ok(Lesson::read(&text)?)
}
