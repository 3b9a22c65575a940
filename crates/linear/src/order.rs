//! An order of elimination that makes little fill: approximate minimum degree.
//!
//! P. R. Amestoy, T. A. Davis and I. S. Duff, "An approximate minimum degree ordering algorithm", SIAM Journal on Matrix
//! Analysis and Applications 17 (1996). Eliminating a node joins all its neighbours. Instead of these many edges the
//! neighbours share one element, which is the list of them; nodes with the same neighbours are united and eliminated
//! together; and a node's degree is the sum of the sizes of what it touches, an upper bound.

// By their paths, because the tests build this file on its own.
#[path = "order/post.rs"]
mod post;
#[path = "order/quotient.rs"]
mod quotient;

use quotient::QuotientGraph;

/// The nodes of a graph in the order in which they are to be eliminated. Both ends of an edge list each other, no node
/// itself, and none stands twice in a list.
pub(crate) fn order(starts: &[u32], neighbours: &[u32]) -> Vec<u32> {
    let mut quotient = QuotientGraph::new(starts, neighbours);
    while let Some(pivot) = quotient.pick() {
        quotient.gather(pivot);
        quotient.measure(pivot);
        quotient.update(pivot);
        quotient.unite(pivot);
        quotient.settle(pivot);
    }
    post::order(&quotient.weights, &mut quotient.parents, &quotient.degrees, &quotient.crowded)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(lists: &[Vec<u32>]) -> (Vec<u32>, Vec<u32>) {
        let mut starts = vec![0];
        for list in lists {
            starts.push(starts[starts.len() - 1] + list.len() as u32);
        }
        (starts, lists.concat())
    }

    /// How many edges the graph has when all nodes are eliminated in this order.
    fn fill(lists: &[Vec<u32>], order: &[u32]) -> usize {
        let mut sets: Vec<std::collections::BTreeSet<u32>> =
            lists.iter().map(|list| list.iter().copied().collect()).collect();
        let mut edges = 0;
        for &node in order {
            let around: Vec<u32> = sets[node as usize].iter().copied().collect();
            edges += around.len();
            for &a in &around {
                sets[a as usize].remove(&node);
                sets[a as usize].extend(around.iter().copied().filter(|&b| b != a));
            }
        }
        edges
    }

    fn grid(side: u32) -> Vec<Vec<u32>> {
        let mut lists = Vec::new();
        for y in 0..side {
            for x in 0..side {
                let mut list = Vec::new();
                let at = y * side + x;
                if x > 0 {
                    list.push(at - 1);
                }
                if x + 1 < side {
                    list.push(at + 1);
                }
                if y > 0 {
                    list.push(at - side);
                }
                if y + 1 < side {
                    list.push(at + side);
                }
                lists.push(list);
            }
        }
        lists
    }

    fn check(lists: &[Vec<u32>]) -> usize {
        let (starts, neighbours) = graph(lists);
        let found = order(&starts, &neighbours);
        let mut sorted = found.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, (0..lists.len() as u32).collect::<Vec<_>>());
        fill(lists, &found)
    }

    #[test]
    fn trees_fill_nothing() {
        let star: Vec<Vec<u32>> =
            std::iter::once((1..50).collect()).chain((1..50).map(|_| vec![0])).collect();
        assert_eq!(check(&star), 49);
        let path: Vec<Vec<u32>> = (0..50i64)
            .map(|at| [at - 1, at + 1].iter().filter(|&&b| (0..50).contains(&b)).map(|&b| b as u32).collect())
            .collect();
        assert_eq!(check(&path), 49);
    }

    #[test]
    fn nothing_and_nodes_alone() {
        assert_eq!(check(&[]), 0);
        assert_eq!(check(&vec![vec![]; 3]), 0);
    }

    /// Row by row a grid fills as many edges as it has nodes, times its side; minimum degree far fewer.
    #[test]
    fn grids_fill_little() {
        let side = 30;
        let edges = check(&grid(side));
        assert!(edges < (side * side * side) as usize / 2, "{edges}");
    }

    /// A node that touches all others comes last and does not slow down the rest.
    #[test]
    fn crowded_nodes_come_last() {
        let mut lists = grid(40);
        let hub = lists.len() as u32;
        for list in &mut lists {
            list.push(hub);
        }
        lists.push((0..hub).collect());
        let (starts, neighbours) = graph(&lists);
        assert_eq!(order(&starts, &neighbours).last(), Some(&hub));
    }

    #[test]
    fn random_graphs_keep_every_node() {
        let mut random = base::SplitMix64(1);
        for size in 1..60u32 {
            let mut lists = vec![Vec::new(); size as usize];
            for _ in 0..size * 2 {
                let (a, b) = (random.below(size as usize) as u32, random.below(size as usize) as u32);
                if a != b && !lists[a as usize].contains(&b) {
                    lists[a as usize].push(b);
                    lists[b as usize].push(a);
                }
            }
            check(&lists);
        }
    }
}
