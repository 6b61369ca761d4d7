//! The state-space tree as data to be drawn: nodes with their parents, rejected ones with the reason.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use crate::Problem;
use crate::profile::Level;
use crate::search::{Branch, End, Node, Observer, Search};

/// What became of a node.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate<O> {
    /// Promising; its children are in the tree.
    Open,
    /// A solution.
    Solution,
    /// Not promising, and why.
    Rejected(O),
    /// Promising, with the nodes of its subtree (its own included) counted instead of shown.
    Folded(Level),
}

/// A node of the tree.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct TreeNode<C, O> {
    /// The position of its parent in [`Tree::nodes`]; `None` for the root.
    pub parent: Option<usize>,
    /// How deep it hangs.
    pub level: usize,
    /// The choice that leads to it; `None` for the root.
    pub choice: Option<C>,
    /// What became of it.
    pub fate: Fate<O>,
}

/// A state-space tree. A parent stands before its children, and siblings are in the order tried.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Tree<C, O> {
    /// The nodes, the root first.
    pub nodes: Vec<TreeNode<C, O>>,
    /// Why it ends; nodes or counts are missing unless it was exhausted.
    pub end: End,
}

impl<C: Copy, O> Tree<C, O> {
    /// See [`Search::tree`].
    fn grow<P>(search: &Search<'_, P>, max_nodes: usize) -> Self
    where
        P: Problem<Choice = C, Objection = O>,
    {
        let mut growing = Growing::<P> {
            tree: Tree::rooted(&search.start),
            trail: vec![0],
            room: max_nodes.max(1),
        };
        growing.tree.end = search.observe(&mut growing);
        if growing.tree.nodes.len() <= growing.room {
            return growing.tree;
        }
        Self::folded(search)
    }

    pub(crate) fn rooted(start: &Branch) -> Self {
        Tree {
            nodes: vec![TreeNode {
                parent: None,
                level: start.depth(),
                choice: None,
                fate: Fate::Open,
            }],
            end: End::Exhausted,
        }
    }

    pub(crate) fn add(&mut self, parent: usize, choice: C, fate: Fate<O>) -> usize {
        self.nodes.push(TreeNode {
            parent: Some(parent),
            level: self.nodes[parent].level + 1,
            choice: Some(choice),
            fate,
        });
        self.nodes.len() - 1
    }

    /// The tree opened along the path to the first solution (or, without one, at the root alone).
    fn folded<P>(search: &Search<'_, P>) -> Self
    where
        P: Problem<Choice = C, Objection = O>,
    {
        let problem = search.problem;
        let mut branch = search.start.clone();
        let (_, mut state) = branch.follow(problem).expect("checked by `within`");
        let mut tree = Tree::rooted(&branch);
        let mut parent = 0;
        while !problem.solved(&state) {
            // The child to open: the first with a solution below it, its count telling which.
            let mut open = None;
            for (index, choice) in problem.choices(&state).enumerate() {
                if let Some(objection) = problem.objection(&state, choice) {
                    tree.add(parent, choice, Fate::Rejected(objection));
                    continue;
                }
                let child = branch.child(index as u32);
                let profile = search
                    .clone()
                    .within(&child)
                    .expect("a promising child exists")
                    .profile();
                if profile.end != End::Exhausted {
                    tree.end = profile.end;
                    return tree;
                }
                let counts = Level {
                    visited: profile.visited(),
                    promising: profile.promising(),
                    solutions: profile.solutions(),
                };
                let solutions = counts.solutions;
                let node = tree.add(parent, choice, Fate::Folded(counts));
                if open.is_none() && solutions > 0 {
                    open = Some((node, choice, child));
                }
            }
            let Some((node, choice, child)) = open else {
                return tree;
            };
            problem.advance(&mut state, choice);
            tree.nodes[node].fate = if problem.solved(&state) {
                Fate::Solution
            } else {
                Fate::Open
            };
            (parent, branch) = (node, child);
        }
        tree
    }

    /// The same tree with choices and objections put into other words.
    pub fn map<D, R>(
        self,
        mut choice: impl FnMut(usize, C) -> D,
        mut objection: impl FnMut(O) -> R,
    ) -> Tree<D, R> {
        let nodes = self.nodes.into_iter().map(|node| TreeNode {
            parent: node.parent,
            level: node.level,
            choice: node.choice.map(|taken| choice(node.level, taken)),
            fate: match node.fate {
                Fate::Open => Fate::Open,
                Fate::Solution => Fate::Solution,
                Fate::Rejected(reason) => Fate::Rejected(objection(reason)),
                Fate::Folded(counts) => Fate::Folded(counts),
            },
        });
        Tree {
            nodes: nodes.collect(),
            end: self.end,
        }
    }
}

impl<C, O> Tree<C, O> {
    /// The children of every node, in order.
    pub fn children(&self) -> Vec<Vec<usize>> {
        let mut children = vec![Vec::new(); self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate() {
            if let Some(parent) = node.parent {
                children[parent].push(index);
            }
        }
        children
    }
}

impl<P: Problem> Search<'_, P> {
    /// The tree itself, to be drawn: whole if it has at most `max_nodes` visited nodes, otherwise
    /// opened along the path to the first solution, with every other subtree folded into one node
    /// that carries its counts.
    pub fn tree(&self, max_nodes: usize) -> Tree<P::Choice, P::Objection> {
        Tree::grow(self, max_nodes)
    }
}

/// Grows the whole tree while a walk goes on, until it has outgrown its room.
struct Growing<P: Problem> {
    tree: Tree<P::Choice, P::Objection>,
    /// The nodes from the root to the node at hand.
    trail: Vec<usize>,
    room: usize,
}

impl<P: Problem> Growing<P> {
    fn here(&self) -> usize {
        *self.trail.last().expect("the root stays")
    }
}

impl<P: Problem> Observer<P> for Growing<P> {
    const SEES_REJECTED: bool = true;

    fn enter(&mut self, node: Node<'_, P>) -> ControlFlow<()> {
        if self.tree.nodes.len() > self.room {
            return ControlFlow::Break(());
        }
        if !node.is_start()
            && let Some(choice) = node.last()
        {
            let entered = self.tree.add(self.here(), choice, Fate::Open);
            self.trail.push(entered);
        }
        ControlFlow::Continue(())
    }

    fn reject(&mut self, _node: Node<'_, P>, choice: P::Choice, objection: P::Objection) {
        self.tree
            .add(self.here(), choice, Fate::Rejected(objection));
    }

    fn solution(&mut self, _node: Node<'_, P>) -> ControlFlow<()> {
        let here = self.here();
        self.tree.nodes[here].fate = Fate::Solution;
        ControlFlow::Continue(())
    }

    fn retreat(&mut self, _node: Node<'_, P>, _choice: P::Choice) {
        self.trail.pop();
    }
}
