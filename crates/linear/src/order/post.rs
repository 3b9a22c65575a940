//! From the elements and what absorbed them to an order of all nodes.
//!
//! Any order in which an element comes before the one that absorbed it makes the same fill. The one that finishes a
//! subtree before it begins another keeps columns that are used together close together.

use structure::NONE;

/// Elements have a positive weight; a parent of an element absorbed it. Other nodes belong to their parents.
pub(crate) fn order(weights: &[i32], parents: &mut [u32], degrees: &[u32], crowded: &[u32]) -> Vec<u32> {
    let nodes = weights.len();
    let mut members = NodeLists::new(nodes);
    for node in (0..nodes as u32).rev() {
        if weights[node as usize] == 0 && parents[node as usize] != NONE {
            let element = find(weights, parents, node);
            members.push(element, node);
        }
    }
    let mut children = NodeLists::new(nodes);
    // The largest child goes last, so that what it shares with its parent stands side by side.
    let mut largest = vec![NONE; nodes];
    let size = |node: u32| degrees[node as usize] + weights[node as usize] as u32;
    for node in 0..nodes as u32 {
        let parent = parents[node as usize];
        if weights[node as usize] > 0 && parent != NONE {
            let best = &mut largest[parent as usize];
            if *best == NONE || size(node) > size(*best) {
                *best = node;
            }
        }
    }
    for node in (0..nodes as u32).rev() {
        let parent = parents[node as usize];
        if weights[node as usize] > 0 && parent != NONE && largest[parent as usize] != node {
            children.push(parent, node);
        }
    }
    let mut order = Vec::with_capacity(nodes);
    let mut stack = Vec::new();
    for root in 0..nodes as u32 {
        if weights[root as usize] == 0 || parents[root as usize] != NONE {
            continue;
        }
        stack.push(root);
        while let Some(&node) = stack.last() {
            if let Some(child) = children.pop(node) {
                stack.push(child);
            } else if largest[node as usize] != NONE {
                stack.push(std::mem::replace(&mut largest[node as usize], NONE));
            } else {
                stack.pop();
                order.push(node);
                while let Some(member) = members.pop(node) {
                    order.push(member);
                }
            }
        }
    }
    order.extend(crowded.iter().rev());
    order
}

/// The element that a node belongs to. The way is shortened for the next one who asks.
fn find(weights: &[i32], parents: &mut [u32], node: u32) -> u32 {
    let mut element = parents[node as usize];
    while weights[element as usize] == 0 {
        element = parents[element as usize];
    }
    let mut at = node;
    while weights[at as usize] == 0 {
        at = std::mem::replace(&mut parents[at as usize], element);
    }
    element
}

/// Linked lists of nodes, each node in one of them at most.
struct NodeLists {
    heads: Vec<u32>,
    next: Vec<u32>,
}

impl NodeLists {
    fn new(nodes: usize) -> NodeLists {
        NodeLists { heads: vec![NONE; nodes], next: vec![NONE; nodes] }
    }

    fn push(&mut self, list: u32, node: u32) {
        self.next[node as usize] = std::mem::replace(&mut self.heads[list as usize], node);
    }

    fn pop(&mut self, list: u32) -> Option<u32> {
        let head = self.heads[list as usize];
        (head != NONE).then(|| {
            self.heads[list as usize] = self.next[head as usize];
            head
        })
    }
}
