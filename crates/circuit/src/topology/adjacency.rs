//! The edges at each node, shortest ways, and the blocks of a graph.

use std::collections::VecDeque;

/// The edges at each node, in the order in which they were given.
pub(super) struct Adjacency {
    starts: Vec<u32>,
    /// The other end and the number of the edge.
    edges: Vec<(u32, u32)>,
}

impl Adjacency {
    /// Edges by their ends and numbers. An edge from a node to itself is left out.
    pub(super) fn new(nodes: usize, edges: impl Iterator<Item = ([u32; 2], u32)> + Clone) -> Adjacency {
        let mut starts = vec![0u32; nodes + 1];
        for ([a, b], _) in edges.clone().filter(|edge| edge.0[0] != edge.0[1]) {
            starts[a as usize + 1] += 1;
            starts[b as usize + 1] += 1;
        }
        for at in 0..nodes {
            starts[at + 1] += starts[at];
        }
        let mut next = starts.clone();
        let mut list = vec![(0, 0); starts[nodes] as usize];
        for ([a, b], number) in edges.filter(|edge| edge.0[0] != edge.0[1]) {
            for (from, to) in [(a, b), (b, a)] {
                list[next[from as usize] as usize] = (to, number);
                next[from as usize] += 1;
            }
        }
        Adjacency { starts, edges: list }
    }

    pub(super) fn at(&self, node: u32) -> &[(u32, u32)] {
        &self.edges[self.starts[node as usize] as usize..self.starts[node as usize + 1] as usize]
    }

    /// The edges of a shortest way between two nodes over edges that may be used, from both ends at once. `marks` is room
    /// to work in, all zero before and after.
    pub(super) fn shortest_path(
        &self,
        [from, to]: [u32; 2],
        may: impl Fn(u32) -> bool,
        marks: &mut SearchMarks,
    ) -> Option<Vec<u32>> {
        if from == to {
            return Some(Vec::new());
        }
        marks.clear();
        let mut fronts = [VecDeque::from([from]), VecDeque::from([to])];
        marks.reach(from, 0, u32::MAX, u32::MAX);
        marks.reach(to, 1, u32::MAX, u32::MAX);
        while fronts.iter().all(|front| !front.is_empty()) {
            // The smaller front goes on, a whole step at a time, and the best meeting of that step is a shortest way.
            let side = usize::from(fronts[1].len() < fronts[0].len());
            let mut best: Option<(u32, u32, u32)> = None;
            for _ in 0..fronts[side].len() {
                let Some(node) = fronts[side].pop_front() else { break };
                for &(other, edge) in self.at(node).iter().filter(|found| may(found.1)) {
                    match marks.side(other) {
                        None => {
                            marks.reach(other, side, node, edge);
                            fronts[side].push_back(other);
                        }
                        Some(found) if found != side => {
                            let length = marks.length(other);
                            if best.is_none_or(|best| length < marks.length(best.2)) {
                                best = Some((node, edge, other));
                            }
                        }
                        Some(_) => {}
                    }
                }
            }
            if let Some((near, edge, far)) = best {
                let (mut first, second) = (marks.trace(near), marks.trace(far));
                if side == 0 {
                    first.reverse();
                    first.push(edge);
                    first.extend(second);
                    return Some(first);
                }
                let mut way = second;
                way.reverse();
                way.push(edge);
                way.extend(first);
                return Some(way);
            }
        }
        None
    }
}

/// Room for a search.
pub(super) struct SearchMarks {
    /// The side and the length of the way, one more than it.
    seen: Vec<u32>,
    from: Vec<(u32, u32)>,
    touched: Vec<u32>,
}

impl SearchMarks {
    pub(super) fn new(nodes: usize) -> SearchMarks {
        SearchMarks { seen: vec![0; nodes], from: vec![(u32::MAX, u32::MAX); nodes], touched: Vec::new() }
    }

    fn clear(&mut self) {
        for &node in &self.touched {
            self.seen[node as usize] = 0;
        }
        self.touched.clear();
    }

    fn reach(&mut self, node: u32, side: usize, from: u32, edge: u32) {
        let length = if from == u32::MAX { 0 } else { self.length(from) + 1 };
        self.seen[node as usize] = (length << 1 | side as u32) + 1;
        self.from[node as usize] = (from, edge);
        self.touched.push(node);
    }

    fn side(&self, node: u32) -> Option<usize> {
        let seen = self.seen[node as usize];
        (seen > 0).then(|| (seen - 1) as usize & 1)
    }

    fn length(&self, node: u32) -> u32 {
        (self.seen[node as usize] - 1) >> 1
    }

    /// The edges from a node back to where its side began.
    fn trace(&self, mut node: u32) -> Vec<u32> {
        let mut edges = Vec::new();
        while self.from[node as usize].0 != u32::MAX {
            edges.push(self.from[node as usize].1);
            node = self.from[node as usize].0;
        }
        edges
    }
}

/// The blocks of a graph: parts that stay connected whatever node is taken out.
///
/// Tarjan, "Depth-First Search and Linear Graph Algorithms" (SIAM J. Comput. 1972), with a list in the place of recursion.
pub(super) struct BiconnectedComponents {
    /// By edge number; `u32::MAX` for edges from a node to itself.
    pub(super) of_edge: Vec<u32>,
    /// By node: the block that leads towards the node that the search began at.
    pub(super) towards: Vec<u32>,
    /// How many edges each block has.
    sizes: Vec<u32>,
}

impl BiconnectedComponents {
    /// `edges` is one more than the largest number of an edge.
    pub(super) fn new(adjacency: &Adjacency, edges: usize) -> BiconnectedComponents {
        let nodes = adjacency.starts.len() - 1;
        let mut blocks = BiconnectedComponents {
            of_edge: vec![u32::MAX; edges],
            towards: vec![u32::MAX; nodes],
            sizes: Vec::new(),
        };
        let mut order = vec![0u32; nodes];
        let mut low = vec![0u32; nodes];
        let mut used = vec![false; edges];
        let mut count = 0;
        let mut waiting: Vec<u32> = Vec::new();
        for root in 0..nodes as u32 {
            if order[root as usize] != 0 {
                continue;
            }
            count += 1;
            order[root as usize] = count;
            low[root as usize] = count;
            // Node, how far its edges are done, the edge that led there.
            let mut stack = vec![(root, 0usize, u32::MAX)];
            while let Some(top) = stack.last_mut() {
                let (node, next) = (top.0, top.1);
                let Some(&(other, edge)) = adjacency.at(node).get(next) else {
                    let (_, _, edge) = *top;
                    stack.pop();
                    let Some(&(parent, ..)) = stack.last() else { break };
                    low[parent as usize] = low[parent as usize].min(low[node as usize]);
                    if low[node as usize] >= order[parent as usize] {
                        let block = blocks.sizes.len() as u32;
                        let mut size = 0;
                        while let Some(found) = waiting.pop() {
                            blocks.of_edge[found as usize] = block;
                            size += 1;
                            if found == edge {
                                break;
                            }
                        }
                        blocks.sizes.push(size);
                    }
                    continue;
                };
                top.1 += 1;
                if used[edge as usize] {
                    continue;
                }
                used[edge as usize] = true;
                waiting.push(edge);
                if order[other as usize] == 0 {
                    count += 1;
                    order[other as usize] = count;
                    low[other as usize] = count;
                    // For now the edge; its block is known later.
                    blocks.towards[other as usize] = edge;
                    stack.push((other, 0, edge));
                } else {
                    low[node as usize] = low[node as usize].min(order[other as usize]);
                }
            }
        }
        for edge in &mut blocks.towards {
            if *edge != u32::MAX {
                *edge = blocks.of_edge[*edge as usize];
            }
        }
        blocks
    }

    /// True if taking the edge out takes its ends apart.
    pub(super) fn is_bridge(&self, edge: u32) -> bool {
        let block = self.of_edge[edge as usize];
        block != u32::MAX && self.sizes[block as usize] == 1
    }
}
