//! `bezzel queens tree`: measures and draws the state-space tree.

use std::path::PathBuf;

use crate::text::{levels_text, tree_text};
use crate::words::plural;
use anyhow::{Result, bail};
use bezzel::End;
use bezzel::draw::{tree_dot, tree_svg};
use bezzel_queens::report::TreeReport;
use bezzel_queens::{Board, Form, Masks, Objection, Square, nodes, tree_engine};
use clap::Args;

use crate::Exit;
use crate::forecast;
use crate::limits::{self, SearchLimits};
use crate::output;
use crate::progress::ProgressWatch;
use crate::question::BoardArgs;
use crate::threads::{self, Threads};

/// Measure and draw the state-space tree
#[derive(Args)]
#[command(after_help = "\
Examples:
  bezzel queens tree 8
  bezzel queens tree 8 --levels
  bezzel queens tree 4 --svg tree.svg
  printf '....\\n#...\\n....\\n....\\n' | bezzel queens tree --board - --svg tree.svg")]
pub struct TreeArgs {
    #[command(flatten)]
    question: BoardArgs,
    /// Draw the tree into FILE (`-` for standard output): the whole tree up to 5 queens, otherwise
    /// only the part along the path to the first solution
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write the same tree for Graphviz into FILE
    #[arg(long, value_name = "FILE")]
    dot: Option<PathBuf>,
    /// Print the levels of the tree as well
    #[arg(long)]
    levels: bool,
    /// Print the report as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: SearchLimits,
    #[command(flatten)]
    threads: Threads,
}

/// Trees with at most this many visited nodes are drawn completely: 5 queens have 221, 6 have 895.
const MAX_WHOLE_NODES: usize = 300;

impl TreeArgs {
    pub fn run(self) -> Result<Exit> {
        output::check_stdout()?;
        let board = self.plan()?;
        self.threads.start()?;
        self.limits.start();
        if !self.limits.is_set() {
            let nodes = nodes(&board);
            forecast::warn_if_long(&*tree_engine::<Masks>(), &board, nodes, threads::crew());
        }

        let watch = ProgressWatch::start();
        let show = |progress| watch.show(progress);
        let problem = Masks::new(&board)?;
        let search = self.limits.on(&problem);
        let search = search.parallel().threads(threads::crew().size);
        let search = search.watched_by(&show);
        let is_drawn = self.svg.is_some() || self.dot.is_some();
        let (tree, profile) = match is_drawn {
            true => search.tree(MAX_WHOLE_NODES),
            false => (bezzel::Tree::default(), search.profile()),
        };
        watch.finish();
        let report = TreeReport::new(&board, &profile);
        if !report.complete {
            return self.stopped(&report, profile.end, &watch);
        }
        let mut answered = false;
        if is_drawn {
            let (title, tree) = labelled(&report, tree);
            let pictures = [(&self.svg, tree_svg as Renderer), (&self.dot, tree_dot)];
            for (file, render) in pictures {
                let Some(file) = file else { continue };
                let picture = render(&title, &tree);
                output::write_file(file, |out| out.write_all(picture.as_bytes()))?;
                answered |= output::is_stdout(file);
            }
        }
        if answered {
            return Ok(Exit::Found);
        }
        if self.json {
            output::print_json(&report)?;
        } else {
            let mut text = tree_text(&report);
            if self.levels {
                text = format!("{text}\n{}", levels_text(&report));
            }
            output::print(text.as_bytes())?;
        }
        Ok(Exit::Found)
    }
}

impl TreeArgs {
    /// Prints what was found of a tree that was not searched completely.
    fn stopped(&self, report: &TreeReport<'_>, end: End, watch: &ProgressWatch) -> Result<Exit> {
        if self.json {
            output::print_json(report)?;
        }
        Ok(match end {
            End::Nodes => limits::stopped_by_nodes(&format!(
                "after {} promising nodes and {}",
                report.promising,
                plural(report.solutions, "solution")
            )),
            _ => watch.interrupted(),
        })
    }

    /// Validates all options before the work starts.
    fn plan(&self) -> Result<Board> {
        let files = [&self.svg, &self.dot].into_iter().flatten();
        let to_stdout = files.clone().filter(|file| output::is_stdout(file)).count();
        if to_stdout + usize::from(self.json) > 1 {
            bail!("only one of --svg -, --dot - and --json can go to standard output");
        }
        output::check_files(files)?;
        self.question
            .board(Masks::LIMIT, "tree", "estimate goes further")
    }
}

type Renderer = fn(&str, &Labelled) -> String;
type Labelled = bezzel::Tree<String, String>;

/// Returns the tree with its nodes named by their squares, and its title.
fn labelled(report: &TreeReport<'_>, tree: bezzel::Tree<u32, Objection>) -> (String, Labelled) {
    let title = format!(
        "{} queens: {} nodes, {} visited, {} promising, {} solutions",
        report.question.n, report.all_nodes, report.visited, report.promising, report.solutions
    );
    let square = |level: usize, column| Square::new(level as u32 - 1, column).to_string();
    (
        title,
        tree.map(square, |objection: Objection| objection.to_string()),
    )
}
