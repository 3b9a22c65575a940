//! Depth-first search and alternating paths, and what an exchange along them does to a matching.

use structure::{
    AlternatingTree, Matching, NONE, column_paths, decompose, eligible_columns, eligible_rows, row_paths,
};

use super::over;
use super::system::System;
use super::under;

/// A tree: a to b and g, b to c and d, d to e and f, g to h and i.
fn letters() -> AlternatingTree {
    let behind = |node: u32| -> &[u32] {
        match b'a' + node as u8 {
            b'a' => &[1, 6],
            b'b' => &[2, 3],
            b'd' => &[4, 5],
            b'g' => &[7, 8],
            _ => &[],
        }
    };
    AlternatingTree::new(9, 0, |node| behind(node).iter().copied())
}

fn word(nodes: &[u32]) -> String {
    nodes.iter().map(|&node| char::from(b'a' + node as u8)).collect()
}

#[test]
fn e003_4_8() {
    let edges: Vec<String> = letters().edges().iter().map(|&(from, to)| word(&[from, to])).collect();
    assert_eq!(edges, ["ab", "bc", "bd", "de", "df", "ag", "gh", "gi"]);
}

/// The figure behind both lists: one search makes both, and the paths are made of the edges.
#[test]
fn e003_4_17() {
    let tree = letters();
    let edges: Vec<String> = tree.edges().iter().map(|&(from, to)| word(&[from, to])).collect();
    let paths: Vec<String> = tree.paths().map(|path| word(&path)).collect();
    let mut steps = Vec::new();
    for path in &paths {
        for at in 1..path.len() {
            let step = path[at - 1..=at].to_string();
            if !steps.contains(&step) {
                steps.push(step);
            }
        }
    }
    assert_eq!(steps, edges);
    assert_eq!((edges.len(), paths.len()), (8, 5));
}

#[test]
fn e003_4_9() {
    let paths: Vec<String> = letters().paths().map(|path| word(&path)).collect();
    assert_eq!(paths, ["abc", "abde", "abdf", "agh", "agi"]);
    // A root without anything behind it is a leaf.
    assert_eq!(AlternatingTree::new(3, 2, |_| None).paths().collect::<Vec<_>>(), [[2]]);
}

/// The paths of a free column in words: columns with the rows between them.
fn told(system: &System, matching: &Matching, free: &str) -> Vec<String> {
    let tree = column_paths(&system.incidence, matching, system.variable(free));
    let tell = |path: Vec<u32>| {
        let step = |&column: &u32| match matching.row_of[column as usize] {
            NONE => system.columns(&[column]),
            row => format!("({}) {}", system.rows(&[row]), system.columns(&[column])),
        };
        path.iter().map(step).collect::<Vec<_>>().join(" ")
    };
    tree.paths().map(tell).collect()
}

#[test]
fn e003_6_1_paths() {
    let system = System::new(under::SMALL);
    assert_eq!(told(&system, &system.canonical(), "6"), ["6 (eq4) 4", "6 (eq5) 5"]);
}

#[test]
fn e003_6_2_paths() {
    // Two matchings leave variable 15 free; the source has the one in which equation 14 determines variable 4.
    let system = System::new(under::CIRCUIT);
    let mut matching = system.canonical();
    for (equation, variable) in [("14", "4"), ("2", "2"), ("11", "9"), ("6", "11")] {
        let (row, column) = (system.equation(equation), system.variable(variable));
        matching.column_of[row as usize] = column;
        matching.row_of[column as usize] = row;
    }
    assert_eq!(
        told(&system, &matching, "15"),
        ["15 (14) 4 (2) 2 (3) 6 (4) 7", "15 (14) 4 (2) 2 (11) 9 (6) 11", "15 (14) 4 (2) 2 (11) 9 (7) 13",]
    );
}

/// Every node on a path is one that could be free instead, and no other is missing.
#[test]
fn paths_lead_to_all_that_is_eligible() {
    for text in [under::SMALL, under::CIRCUIT, over::TWO_RESISTORS] {
        let system = System::new(text);
        let matching = system.canonical();
        let sides = [
            (
                matching.free_columns().collect::<Vec<_>>(),
                eligible_columns(&system.incidence, &matching),
                true,
            ),
            (matching.free_rows().collect::<Vec<_>>(), eligible_rows(&system.incidence, &matching), false),
        ];
        for (free, mut eligible, columns) in sides {
            let mut found = Vec::new();
            for free in free {
                let tree = if columns { column_paths } else { row_paths };
                found.extend(tree(&system.incidence, &matching, free).paths().flatten());
            }
            found.sort_unstable();
            found.dedup();
            eligible.sort_unstable();
            assert_eq!(found, eligible);
        }
    }
}

/// Matched and other places change their roles along a cycle, and as many are matched; along a path between matched
/// places one fewer is.
#[test]
fn e003_4_3() {
    let system = System::new("u1: v1 v2 | u2: v2 v3 | u3: v3 v1 | u4: v3 v4");
    let pairs = |text: &str| -> Vec<(u32, u32)> {
        let pair = |word: &str| {
            let (equation, variable) = word.split_once('-').unwrap();
            (system.equation(equation), system.variable(variable))
        };
        text.split(' ').map(pair).collect()
    };
    let matching = |text: &str| {
        let mut matching = Matching::empty(4, 4);
        for (row, column) in pairs(text) {
            assert!(system.incidence.row(row).contains(&column));
            assert_eq!((matching.column_of[row as usize], matching.row_of[column as usize]), (NONE, NONE));
            matching.column_of[row as usize] = column;
            matching.row_of[column as usize] = row;
        }
        matching
    };
    let before = matching("u1-v1 u2-v2 u3-v3 u4-v4");
    let cycle = matching("u1-v2 u2-v3 u3-v1 u4-v4");
    assert_eq!((before.size(), cycle.size()), (4, 4));
    let path = matching("u1-v2 u2-v3 u4-v4");
    assert_eq!(path.size(), 3);
    // The parts are the same, whichever of the largest is taken.
    let first = structure::Decomposition::from_matching(&system.incidence, before);
    let second = structure::Decomposition::from_matching(&system.incidence, cycle);
    assert_eq!((&first.parts, first.blocks.len()), (&second.parts, second.blocks.len()));
}

/// What is over-determined uses nothing else, and what is well-determined nothing that is under-determined: the block form
/// with the over-determined part first and the under-determined one last.
#[test]
fn e003_4_4() {
    let system = System::new("1: a | 2: a | 3: a b | 4: b c d | 5: c d a | 6: d e f | 7: b");
    let found = decompose(&system.incidence);
    assert_eq!(system.part(&found.parts.over), "1 2 3 7 / a b");
    assert_eq!(system.part(&found.parts.well), "4 5 / c d");
    assert_eq!(system.part(&found.parts.under), "6 / e f");
    let place = |column: &u32| {
        let parts = [&found.parts.over, &found.parts.well, &found.parts.under];
        parts.iter().position(|part| part.columns.contains(column)).unwrap()
    };
    for (at, part) in [&found.parts.over, &found.parts.well, &found.parts.under].into_iter().enumerate() {
        for &row in &part.rows {
            assert!(system.incidence.row(row).iter().all(|column| place(column) <= at));
        }
    }
}
