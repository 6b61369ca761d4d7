//! The state-space tree as data: nodes with their parents, rejected ones with the reason.

use std::ops::ControlFlow;

use crate::Problem;
use crate::profile::{Level, Profile};
use crate::search::{Branch, End, Node, Observer, Search};

/// The kind of a node in a drawn tree.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum NodeKind<O> {
    /// Promising, with its children in the tree.
    Open,
    /// A solution.
    Solution,
    /// Not promising, with the objection.
    Rejected(O),
    /// Promising, with the counts of its subtree (itself included) instead of its children.
    Folded(Level),
}

/// A node of the tree.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct TreeNode<C, O> {
    /// The position of its parent in [`Tree::nodes`]; `None` for the root.
    pub parent: Option<usize>,
    /// Its level; the root has level 0.
    pub level: usize,
    /// The choice that leads to it; `None` for the root.
    pub choice: Option<C>,
    /// Its kind.
    pub fate: NodeKind<O>,
}

/// A state-space tree. A parent precedes its children; siblings are in the order tried.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Tree<C, O> {
    /// The nodes, the root first.
    pub nodes: Vec<TreeNode<C, O>>,
    /// Why the search ended; nodes or counts are missing unless it was exhausted.
    pub end: End,
}

/// A tree that consists of a root.
impl<C, O> Default for Tree<C, O> {
    fn default() -> Self {
        Self {
            nodes: vec![TreeNode {
                parent: None,
                level: 0,
                choice: None,
                fate: NodeKind::Open,
            }],
            end: End::Exhausted,
        }
    }
}

impl<C: Copy, O> Tree<C, O> {
    pub(crate) fn rooted(start: &Branch) -> Self {
        Tree {
            nodes: vec![TreeNode {
                parent: None,
                level: start.depth(),
                choice: None,
                fate: NodeKind::Open,
            }],
            end: End::Exhausted,
        }
    }

    pub(crate) fn add(&mut self, parent: usize, choice: C, fate: NodeKind<O>) -> usize {
        self.nodes.push(TreeNode {
            parent: Some(parent),
            level: self.nodes[parent].level + 1,
            choice: Some(choice),
            fate,
        });
        self.nodes.len() - 1
    }

    /// Returns the same tree with choices and objections converted.
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
                NodeKind::Open => NodeKind::Open,
                NodeKind::Solution => NodeKind::Solution,
                NodeKind::Rejected(reason) => NodeKind::Rejected(objection(reason)),
                NodeKind::Folded(counts) => NodeKind::Folded(counts),
            },
        });
        Tree {
            nodes: nodes.collect(),
            end: self.end,
        }
    }
}

impl<C, O> Tree<C, O> {
    /// Returns the children of every node, in order.
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
    /// Returns the tree for drawing. If it has at most `max_nodes` visited nodes, it is returned
    /// whole. Otherwise it is open along the path to a solution (the first one, if it is found
    /// soon), with every other subtree folded into one node that carries its counts.
    pub fn tree(&self, max_nodes: usize) -> Tree<P::Choice, P::Objection> {
        let guard = self.limits.start();
        self.whole_tree(max_nodes).unwrap_or_else(|| {
            self.folded_tree(|subtree| subtree.profile_guarded(guard.clone()))
                .0
        })
    }

    /// Returns the whole tree, or `None` if it has more than `max_nodes` nodes.
    pub(crate) fn whole_tree(&self, max_nodes: usize) -> Option<Tree<P::Choice, P::Objection>> {
        let mut growing = Growing::<P> {
            tree: Tree::rooted(&self.start),
            trail: vec![0],
            room: max_nodes.max(1),
        };
        growing.tree.end = self.observe(&mut growing);
        (growing.tree.nodes.len() <= growing.room).then_some(growing.tree)
    }

    /// Returns the tree open along the path to a solution (or, without one, only at the root), and
    /// its profile. Each subtree is searched once, by `profile`.
    pub(crate) fn folded_tree(
        &self,
        mut profile: impl FnMut(&Self) -> Profile,
    ) -> (Tree<P::Choice, P::Objection>, Profile) {
        /// Subtrees that contain a solution within this many nodes are opened without being
        /// searched first.
        const NODES_TO_SOLUTION: u64 = 100_000;
        let problem = self.problem;
        let mut branch = self.start.clone();
        let (_, mut state) = branch.follow(problem).expect("checked by `within`");
        let mut tree = Tree::rooted(&branch);
        let mut whole = Profile::of_node(branch.depth());
        let mut parent = 0;
        while !problem.solved(&state) {
            let level = branch.depth() + 1;
            let mut open = None;
            for (index, choice) in problem.choices(&state).enumerate() {
                if let Some(objection) = problem.objection(&state, choice) {
                    tree.add(parent, choice, NodeKind::Rejected(objection));
                    whole.merge(&Profile::of_rejected(level));
                    continue;
                }
                let child = branch.child(index as u32);
                let mut subtree = self.clone();
                subtree.start = child.clone();
                let is_found = open.is_none()
                    && subtree
                        .clone()
                        .max_nodes(NODES_TO_SOLUTION)
                        .first()
                        .is_some();
                let profile = (!is_found).then(|| profile(&subtree));
                let counts = profile.as_ref().map(Level::from);
                let opens = open.is_none() && counts.is_none_or(|counts| counts.solutions > 0);
                let fate = match counts.filter(|_| !opens) {
                    Some(counts) => NodeKind::Folded(counts),
                    None => NodeKind::Open,
                };
                let node = tree.add(parent, choice, fate);
                match profile.filter(|_| !opens) {
                    Some(profile) => whole.merge(&profile),
                    None => whole.merge(&Profile::of_node(level)),
                }
                if whole.end != End::Exhausted {
                    tree.end = whole.end;
                    return (tree, whole);
                }
                if opens {
                    open = Some((node, choice, child));
                }
            }
            let Some((node, choice, child)) = open else {
                break;
            };
            problem.advance(&mut state, choice);
            if problem.solved(&state) {
                tree.nodes[node].fate = NodeKind::Solution;
                whole.levels[child.depth()].solutions += 1;
            }
            (parent, branch) = (node, child);
        }
        (tree, whole)
    }
}

/// Builds the whole tree during a walk, until it exceeds `max_nodes`.
struct Growing<P: Problem> {
    tree: Tree<P::Choice, P::Objection>,
    /// The nodes from the root to the current node.
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
            let entered = self.tree.add(self.here(), choice, NodeKind::Open);
            self.trail.push(entered);
        }
        ControlFlow::Continue(())
    }

    fn reject(&mut self, _node: Node<'_, P>, choice: P::Choice, objection: P::Objection) {
        self.tree
            .add(self.here(), choice, NodeKind::Rejected(objection));
    }

    fn solution(&mut self, _node: Node<'_, P>) -> ControlFlow<()> {
        let here = self.here();
        self.tree.nodes[here].fate = NodeKind::Solution;
        ControlFlow::Continue(())
    }

    fn retreat(&mut self, _node: Node<'_, P>, _choice: P::Choice) {
        self.trail.pop();
    }
}
