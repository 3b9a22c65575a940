//! Sets that only grow together: union-find.

/// Disjoint sets of numbers. The smallest number stands for its set, so that nothing depends on the order of joining.
///
/// Ways are halved as they are walked, which is enough for logarithmic time; R. E. Tarjan and J. van Leeuwen, Worst-case
/// analysis of set union algorithms, J. ACM 31 (1984).
#[derive(Clone, Debug, Default)]
pub struct DisjointSets {
    parents: Vec<u32>,
}

impl DisjointSets {
    /// So many numbers, each by itself.
    pub fn new(count: usize) -> DisjointSets {
        DisjointSets { parents: (0..count as u32).collect() }
    }

    /// Another number by itself.
    pub fn add(&mut self) -> u32 {
        let next = self.parents.len() as u32;
        self.parents.push(next);
        next
    }

    /// How many numbers there are.
    pub fn size(&self) -> usize {
        self.parents.len()
    }

    /// The number that stands for the set of a number.
    pub fn root(&mut self, mut at: u32) -> u32 {
        while self.parents[at as usize] != at {
            let above = self.parents[self.parents[at as usize] as usize];
            self.parents[at as usize] = above;
            at = above;
        }
        at
    }

    /// Makes two sets one; false if they were.
    pub fn join(&mut self, one: u32, other: u32) -> bool {
        let (one, other) = (self.root(one), self.root(other));
        self.parents[one.max(other) as usize] = one.min(other);
        one != other
    }

    /// Whether two numbers are in one set.
    pub fn joined(&mut self, one: u32, other: u32) -> bool {
        self.root(one) == self.root(other)
    }

    /// For each number that of its set, counted from zero in the order of their first numbers, and how many sets there are.
    pub fn number(&mut self) -> (Vec<u32>, usize) {
        let mut labels: Vec<u32> = Vec::with_capacity(self.parents.len());
        let mut count = 0;
        for at in 0..self.parents.len() as u32 {
            let root = self.root(at);
            // The first of a set stands for it, so others find its label there.
            labels.push(if root == at { count } else { labels[root as usize] });
            count += u32::from(root == at);
        }
        (labels, count as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SplitMix64;

    /// Labels that are exchanged one by one say the same.
    #[test]
    fn sets_are_those_of_a_plain_table() {
        let mut random = SplitMix64(5);
        for _ in 0..300 {
            let count = 1 + random.below(12);
            let mut sets = DisjointSets::new(count);
            let mut labels: Vec<u32> = (0..count as u32).collect();
            for _ in 0..random.below(12) {
                let (one, other) = (random.below(count) as u32, random.below(count) as u32);
                let (a, b) = (labels[one as usize], labels[other as usize]);
                assert_eq!(sets.joined(one, other), a == b);
                assert_eq!(sets.join(one, other), a != b);
                labels.iter_mut().filter(|label| **label == a.max(b)).for_each(|label| *label = a.min(b));
            }
            let roots: Vec<u32> = (0..count as u32).map(|at| sets.root(at)).collect();
            assert_eq!(roots, labels);
            let mut firsts = labels.clone();
            firsts.sort_unstable();
            firsts.dedup();
            let expected: Vec<u32> =
                labels.iter().map(|label| firsts.partition_point(|first| first < label) as u32).collect();
            assert_eq!(sets.number(), (expected, firsts.len()));
        }
    }
}
