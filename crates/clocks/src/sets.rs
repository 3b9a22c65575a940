//! Sets of nodes that only grow together.

/// Disjoint sets.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sets {
    parent: Vec<u32>,
}

impl Sets {
    /// So many nodes, each for itself.
    pub(crate) fn new(count: usize) -> Sets {
        Sets { parent: (0..count as u32).collect() }
    }

    /// Another node.
    pub(crate) fn add(&mut self) -> u32 {
        let node = self.parent.len() as u32;
        self.parent.push(node);
        node
    }

    /// How many nodes there are.
    pub(crate) fn len(&self) -> usize {
        self.parent.len()
    }

    /// The node that stands for the set of a node.
    pub(crate) fn find(&mut self, node: u32) -> u32 {
        let mut at = node;
        while self.parent[at as usize] != at {
            let above = self.parent[self.parent[at as usize] as usize];
            self.parent[at as usize] = above;
            at = above;
        }
        at
    }

    /// Makes two sets one. The older node stands for it.
    pub(crate) fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.find(a), self.find(b));
        self.parent[a.max(b) as usize] = a.min(b);
    }
}
