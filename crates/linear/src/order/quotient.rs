//! The graph while it is eliminated: variables that are not yet, elements in the place of those that are.

use structure::NONE;

/// Variables and elements. A node is alive as long as its weight is positive and its mark is not `DEAD`.
pub(crate) struct QuotientGraph {
    /// Of a variable first the elements and then the variables it touches; of an element its variables.
    lists: Vec<u32>,
    starts: Vec<u32>,
    lengths: Vec<u32>,
    /// How many elements stand at the front of the list.
    elements: Vec<u32>,
    /// How many nodes are united here. Negative while a variable belongs to the element that is being made.
    pub(crate) weights: Vec<i32>,
    /// Of a variable a bound of the nodes around it, of an element the nodes in it.
    pub(crate) degrees: Vec<u32>,
    /// What absorbed an element, or what a variable was united or eliminated with.
    pub(crate) parents: Vec<u32>,
    /// Nodes with so many neighbours that they go last.
    pub(crate) crowded: Vec<u32>,
    marks: Vec<u64>,
    flag: u64,
    /// The variables of each degree, linked both ways.
    heads: Vec<u32>,
    next: Vec<u32>,
    previous: Vec<u32>,
    /// The lowest degree that a variable may have.
    lowest: usize,
    /// Variables that may have the same neighbours, linked by `next`; where each stands is in `previous`.
    buckets: Vec<u32>,
    count: u32,
    eliminated: u32,
    /// The nodes in the element that is being made, and the most there ever were.
    size: u32,
    largest: u32,
    /// The lists are packed when they become longer.
    limit: usize,
}

const DEAD: u64 = 0;

impl QuotientGraph {
    pub(crate) fn new(starts: &[u32], neighbours: &[u32]) -> QuotientGraph {
        let nodes = starts.len() - 1;
        let lengths: Vec<u32> = starts.windows(2).map(|ends| ends[1] - ends[0]).collect();
        let mut quotient = QuotientGraph {
            lists: Vec::with_capacity(neighbours.len() + neighbours.len() / 4 + nodes),
            starts: starts[..nodes].to_vec(),
            degrees: lengths.clone(),
            lengths,
            elements: vec![0; nodes],
            weights: vec![1; nodes],
            parents: vec![NONE; nodes],
            crowded: Vec::new(),
            marks: vec![1; nodes],
            flag: 2,
            heads: vec![NONE; nodes],
            next: vec![NONE; nodes],
            previous: vec![NONE; nodes],
            lowest: 0,
            buckets: vec![NONE; nodes],
            count: nodes as u32,
            eliminated: 0,
            size: 0,
            largest: nodes as u32,
            limit: neighbours.len() + neighbours.len() / 4 + nodes,
        };
        quotient.lists.extend_from_slice(neighbours);
        // Such a node comes late anyhow, and looking at it at each step is what costs: with 4 instead of the usual 10 circuits
        // with supply nets are ordered three times as fast, for a few per cent of fill.
        let most = (4.0 * (nodes as f64).sqrt()).max(16.0) as u32;
        for node in (0..nodes as u32).rev() {
            if quotient.degrees[node as usize] > most {
                quotient.weights[node as usize] = 0;
                quotient.crowded.push(node);
                quotient.count -= 1;
            } else {
                quotient.link(node);
            }
        }
        quotient
    }

    /// Takes out a variable of lowest degree.
    pub(crate) fn pick(&mut self) -> Option<u32> {
        if self.eliminated == self.count {
            return None;
        }
        if self.lists.len() > self.limit {
            self.pack();
        }
        while self.heads[self.lowest] == NONE {
            self.lowest += 1;
        }
        let pivot = self.heads[self.lowest];
        self.unlink(pivot);
        Some(pivot)
    }

    /// Makes the pivot an element: all variables it touches, itself or through elements, which it absorbs.
    pub(crate) fn gather(&mut self, pivot: u32) {
        let p = pivot as usize;
        self.size = 0;
        self.eliminated += self.weights[p] as u32;
        self.weights[p] = -self.weights[p];
        let (start, length, elements) =
            (self.starts[p] as usize, self.lengths[p] as usize, self.elements[p] as usize);
        if elements == 0 {
            let mut kept = start;
            for at in start..start + length {
                let node = self.lists[at];
                if self.take(node) {
                    self.lists[kept] = node;
                    kept += 1;
                }
            }
            self.lengths[p] = (kept - start) as u32;
        } else {
            let begin = self.lists.len();
            for at in start..start + elements {
                let element = self.lists[at] as usize;
                let from = self.starts[element] as usize;
                self.append(from..from + self.lengths[element] as usize);
                self.parents[element] = pivot;
                self.marks[element] = DEAD;
            }
            self.append(start + elements..start + length);
            self.starts[p] = begin as u32;
            self.lengths[p] = (self.lists.len() - begin) as u32;
        }
        self.elements[p] = 0;
    }

    fn append(&mut self, range: std::ops::Range<usize>) {
        for at in range {
            let node = self.lists[at];
            if self.take(node) {
                self.lists.push(node);
            }
        }
    }

    /// Takes a living variable into the element, once.
    fn take(&mut self, node: u32) -> bool {
        let weight = self.weights[node as usize];
        if weight <= 0 {
            return false;
        }
        self.size += weight as u32;
        self.weights[node as usize] = -weight;
        self.unlink(node);
        true
    }

    /// How many nodes each element near has outside the new one: `marks` less `flag`.
    pub(crate) fn measure(&mut self, pivot: u32) {
        for at in self.range(pivot) {
            let node = self.lists[at] as usize;
            let weight = u64::from(self.weights[node].unsigned_abs());
            let start = self.starts[node] as usize;
            for &element in &self.lists[start..start + self.elements[node] as usize] {
                let mark = &mut self.marks[element as usize];
                if *mark >= self.flag {
                    *mark -= weight;
                } else if *mark != DEAD {
                    *mark = u64::from(self.degrees[element as usize]) + self.flag - weight;
                }
            }
        }
    }

    /// Clears the lists of the variables in the new element and bounds their degrees, as far as they lie outside of it.
    /// Elements without nodes outside are absorbed, variables without are eliminated at once.
    pub(crate) fn update(&mut self, pivot: u32) {
        for at in self.range(pivot) {
            let node = self.lists[at];
            let i = node as usize;
            let start = self.starts[i] as usize;
            let (elements, end) = (start + self.elements[i] as usize, start + self.lengths[i] as usize);
            let (mut kept, mut hash, mut degree) = (start, 0u64, 0u64);
            for at in start..elements {
                let element = self.lists[at];
                let mark = self.marks[element as usize];
                if mark > self.flag {
                    degree += mark - self.flag;
                    hash += u64::from(element);
                    self.lists[kept] = element;
                    kept += 1;
                } else if mark != DEAD {
                    self.parents[element as usize] = pivot;
                    self.marks[element as usize] = DEAD;
                }
            }
            let first = kept;
            for at in elements..end {
                let variable = self.lists[at];
                let weight = self.weights[variable as usize];
                if weight > 0 {
                    degree += weight as u64;
                    hash += u64::from(variable);
                    self.lists[kept] = variable;
                    kept += 1;
                }
            }
            if degree == 0 {
                self.parents[i] = pivot;
                let weight = self.weights[i].unsigned_abs();
                self.size -= weight;
                self.eliminated += weight;
                self.weights[pivot as usize] -= weight as i32;
                self.weights[i] = 0;
                continue;
            }
            // There is room for the new element: it stood here as a variable, or an element that it absorbed did.
            self.lists[kept] = self.lists[first];
            self.lists[first] = self.lists[start];
            self.lists[start] = pivot;
            self.elements[i] = (first - start + 1) as u32;
            self.lengths[i] = (kept - start + 1) as u32;
            self.degrees[i] = self.degrees[i].min(degree.min(u64::from(u32::MAX)) as u32);
            let bucket = hash % self.buckets.len() as u64;
            self.previous[i] = bucket as u32;
            self.next[i] = self.buckets[bucket as usize];
            self.buckets[bucket as usize] = node;
        }
        self.largest = self.largest.max(self.size);
        self.flag += u64::from(self.largest) + 1;
    }

    /// Unites variables of the new element that touch the same.
    pub(crate) fn unite(&mut self, pivot: u32) {
        for at in self.range(pivot) {
            let node = self.lists[at] as usize;
            if self.weights[node] == 0 {
                continue;
            }
            let bucket = self.previous[node] as usize;
            let mut one = std::mem::replace(&mut self.buckets[bucket], NONE);
            while one != NONE && self.next[one as usize] != NONE {
                let i = one as usize;
                let start = self.starts[i] as usize;
                // All of them touch the new element, which stands first.
                for at in start + 1..start + self.lengths[i] as usize {
                    self.marks[self.lists[at] as usize] = self.flag;
                }
                let mut last = i;
                while self.next[last] != NONE {
                    let other = self.next[last] as usize;
                    if self.same(i, other) {
                        self.parents[other] = one;
                        self.weights[i] += self.weights[other];
                        self.weights[other] = 0;
                        self.next[last] = self.next[other];
                    } else {
                        last = other;
                    }
                }
                self.flag += 1;
                one = self.next[i];
            }
        }
    }

    /// Whether another variable touches what is marked and nothing else.
    fn same(&self, one: usize, other: usize) -> bool {
        let start = self.starts[other] as usize;
        self.lengths[one] == self.lengths[other]
            && self.elements[one] == self.elements[other]
            && self.lists[start + 1..start + self.lengths[other] as usize]
                .iter()
                .all(|&node| self.marks[node as usize] == self.flag)
    }

    /// Puts the variables of the new element back to the others of their degree.
    pub(crate) fn settle(&mut self, pivot: u32) {
        let p = pivot as usize;
        let range = self.range(pivot);
        let mut kept = range.start;
        let last = range.end == self.lists.len();
        for at in range.clone() {
            let node = self.lists[at];
            let i = node as usize;
            let weight = self.weights[i].unsigned_abs();
            if weight == 0 {
                continue;
            }
            self.weights[i] = weight as i32;
            let rest = self.count - self.eliminated - weight;
            self.degrees[i] = self.degrees[i].saturating_add(self.size - weight).min(rest);
            self.link(node);
            self.lists[kept] = node;
            kept += 1;
        }
        if last {
            self.lists.truncate(kept);
        }
        self.weights[p] = -self.weights[p];
        self.lengths[p] = (kept - range.start) as u32;
        self.degrees[p] = self.size;
        if kept == range.start {
            self.marks[p] = DEAD;
        }
    }

    fn range(&self, node: u32) -> std::ops::Range<usize> {
        let start = self.starts[node as usize] as usize;
        start..start + self.lengths[node as usize] as usize
    }

    fn link(&mut self, node: u32) {
        let degree = self.degrees[node as usize] as usize;
        let head = self.heads[degree];
        self.next[node as usize] = head;
        self.previous[node as usize] = NONE;
        if head != NONE {
            self.previous[head as usize] = node;
        }
        self.heads[degree] = node;
        self.lowest = self.lowest.min(degree);
    }

    fn unlink(&mut self, node: u32) {
        let (previous, next) = (self.previous[node as usize], self.next[node as usize]);
        if next != NONE {
            self.previous[next as usize] = previous;
        }
        if previous == NONE {
            self.heads[self.degrees[node as usize] as usize] = next;
        } else {
            self.next[previous as usize] = next;
        }
    }

    /// Drops the lists of what is dead.
    fn pack(&mut self) {
        let mut packed = Vec::with_capacity(self.lists.capacity());
        for node in 0..self.starts.len() {
            if self.weights[node] > 0 && self.marks[node] != DEAD {
                let range = self.range(node as u32);
                self.starts[node] = packed.len() as u32;
                packed.extend_from_slice(&self.lists[range]);
            }
        }
        self.lists = packed;
        self.limit = self.limit.max(2 * self.lists.len());
    }
}
