//! Which nodes are joined: union-find.

/// Sets of nodes.
#[derive(Clone, Debug)]
pub(super) struct Forest {
    parents: Vec<u32>,
    sizes: Vec<u32>,
}

impl Forest {
    /// Every node by itself.
    pub(super) fn new(nodes: usize) -> Forest {
        Forest { parents: (0..nodes as u32).collect(), sizes: vec![1; nodes] }
    }

    /// The node that stands for the set of a node.
    pub(super) fn root(&mut self, mut node: u32) -> u32 {
        while self.parents[node as usize] != node {
            let above = self.parents[self.parents[node as usize] as usize];
            self.parents[node as usize] = above;
            node = above;
        }
        node
    }

    /// Joins two sets; false if they were one.
    pub(super) fn join(&mut self, [a, b]: [u32; 2]) -> bool {
        let (a, b) = (self.root(a), self.root(b));
        if a == b {
            return false;
        }
        let (small, large) = if self.sizes[a as usize] < self.sizes[b as usize] { (a, b) } else { (b, a) };
        self.parents[small as usize] = large;
        self.sizes[large as usize] += self.sizes[small as usize];
        true
    }

    /// True if two nodes are joined.
    pub(super) fn joined(&mut self, [a, b]: [u32; 2]) -> bool {
        self.root(a) == self.root(b)
    }

    /// The sets numbered from zero, that of node zero first, the others in the order of their first nodes.
    pub(super) fn number(&mut self) -> (Vec<u32>, usize) {
        let mut numbers = vec![u32::MAX; self.parents.len()];
        let mut labels = vec![0; self.parents.len()];
        let mut count = 0;
        for node in 0..self.parents.len() as u32 {
            let root = self.root(node) as usize;
            if numbers[root] == u32::MAX {
                numbers[root] = count;
                count += 1;
            }
            labels[node as usize] = numbers[root];
        }
        (labels, count as usize)
    }
}
