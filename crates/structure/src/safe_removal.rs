//! What can be taken away without tearing a part in two.
//!
//! P. Bunus, thesis of 2002, definition 5-1: physical models are connected, so a removal that leaves an island is suspect.
//! The nodes that tear are the articulation points: J. E. Hopcroft and R. Tarjan, "Efficient algorithms for graph
//! manipulation", Communications of the ACM 16 (1973).

use crate::incidence::{Incidence, NONE};
use crate::parts::Part;
use crate::subsystem::restrict;

/// The rows and columns of a part any one of which can go without splitting what it is connected with.
pub fn safe_removals(incidence: &Incidence, part: &Part) -> Part {
    let inside = restrict(incidence, part);
    let turned = inside.transpose();
    let cut = cut_nodes(&inside, &turned);
    let (rows, columns) = cut.split_at(part.rows.len());
    Part { rows: uncut(&part.rows, rows), columns: uncut(&part.columns, columns) }
}

fn uncut(nodes: &[u32], cut: &[bool]) -> Vec<u32> {
    nodes.iter().zip(cut).filter(|(_, cut)| !**cut).map(|(&node, _)| node).collect()
}

/// A node on the way.
struct BridgeFrame {
    node: u32,
    next: u32,
    parent: u32,
}

/// Whether the graph falls apart without a node, for rows first and columns after them.
fn cut_nodes(inside: &Incidence, turned: &Incidence) -> Vec<bool> {
    let height = inside.height() as u32;
    let size = inside.height() + inside.width();
    // The neighbours of a node, as numbers on the other side, and how many to add to them.
    let near = |node: u32| {
        if node < height { (inside.row(node), height) } else { (turned.row(node - height), 0) }
    };
    let mut cut = vec![false; size];
    let mut order = vec![NONE; size];
    let mut low = vec![NONE; size];
    let mut count = 0;
    let mut path: Vec<BridgeFrame> = Vec::new();
    for root in 0..size as u32 {
        if order[root as usize] != NONE {
            continue;
        }
        let mut branches = 0;
        let mut enter = Some(BridgeFrame { node: root, next: 0, parent: NONE });
        loop {
            if let Some(step) = enter.take() {
                order[step.node as usize] = count;
                low[step.node as usize] = count;
                count += 1;
                path.push(step);
            }
            let Some(step) = path.last_mut() else { break };
            let (neighbours, shift) = near(step.node);
            if let Some(&other) = neighbours.get(step.next as usize) {
                step.next += 1;
                let other = other + shift;
                if order[other as usize] == NONE {
                    enter = Some(BridgeFrame { node: other, next: 0, parent: step.node });
                } else if other != step.parent {
                    low[step.node as usize] = low[step.node as usize].min(order[other as usize]);
                }
                continue;
            }
            let (node, parent) = (step.node, step.parent);
            path.pop();
            if parent == NONE {
                continue;
            }
            low[parent as usize] = low[parent as usize].min(low[node as usize]);
            if parent == root {
                branches += 1;
            } else if low[node as usize] >= order[parent as usize] {
                cut[parent as usize] = true;
            }
        }
        cut[root as usize] = branches > 1;
    }
    cut
}
