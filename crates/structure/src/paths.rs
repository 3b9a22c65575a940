//! Alternating paths: how one column that nothing determines leads to each that it could change places with.
//!
//! P. Bunus, "Debugging and Structural Analysis of Declarative Equation-Based Languages", Linköping 2002: depth-first search
//! in section 4.7, its paths from the root to the leaves as explanations in sections 5.7 and 6.1.

use crate::incidence::{Incidence, NONE};
use crate::matching::Matching;

/// The tree of a depth-first search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlternatingTree {
    root: u32,
    edges: Vec<(u32, u32)>,
}

impl AlternatingTree {
    /// Searches from a node on. `next` gives the nodes behind a node, those to visit first in front; there are `size` nodes.
    ///
    /// # Panics
    /// If a node is not smaller than the size.
    pub fn new<I: IntoIterator<Item = u32>>(
        size: usize,
        root: u32,
        next: impl Fn(u32) -> I,
    ) -> AlternatingTree {
        let mut seen = vec![false; size];
        seen[root as usize] = true;
        let mut tree = AlternatingTree { root, edges: Vec::new() };
        let mut stack = vec![(root, next(root).into_iter())];
        while let Some((node, left)) = stack.last_mut() {
            let Some(found) = left.find(|&found| !seen[found as usize]) else {
                stack.pop();
                continue;
            };
            seen[found as usize] = true;
            tree.edges.push((*node, found));
            stack.push((found, next(found).into_iter()));
        }
        tree
    }

    /// The edges in the order in which they were followed.
    pub fn edges(&self) -> &[(u32, u32)] {
        &self.edges
    }

    /// The paths from the root to each leaf, in the order in which the leaves were found. Together they can be far longer
    /// than the tree, so they come one by one.
    pub fn paths(&self) -> impl Iterator<Item = Vec<u32>> {
        let mut path = vec![self.root];
        let mut edges = self.edges.iter().peekable();
        let mut done = false;
        std::iter::from_fn(move || {
            if done {
                return None;
            }
            // The next edge begins at the end of the path, or the end is a leaf.
            while let Some(&&(from, to)) = edges.peek() {
                if path.last() != Some(&from) {
                    let leaf = path.clone();
                    while path.last().is_some_and(|&node| node != from) {
                        path.pop();
                    }
                    return Some(leaf);
                }
                path.push(to);
                edges.next();
            }
            done = true;
            Some(std::mem::take(&mut path))
        })
    }
}

/// How a free column leads to those that could be free instead: from a column to a row that holds it, from there to the
/// column that the row determines, and on. Nodes are columns; `matching.row_of` tells the row before each but the first.
pub fn column_paths(incidence: &Incidence, matching: &Matching, free: u32) -> AlternatingTree {
    let turned = incidence.transpose();
    alternate(&turned, &matching.column_of, free)
}

/// The same for a free row: from a row to a column that it holds, and from there to the row that determines it.
pub fn row_paths(incidence: &Incidence, matching: &Matching, free: u32) -> AlternatingTree {
    alternate(incidence, &matching.row_of, free)
}

fn alternate(incidence: &Incidence, partner: &[u32], free: u32) -> AlternatingTree {
    AlternatingTree::new(incidence.height(), free, |node| {
        let next = incidence.row(node).iter().map(|&other| partner[other as usize]);
        next.filter(|&next| next != NONE)
    })
}
