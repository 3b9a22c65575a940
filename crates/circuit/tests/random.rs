//! D002-rand: on random circuits the index that the graph gives is the index of the equations, computed here with dense
//! matrices over a prime field and the matrix sequence of the tractability index, which shares nothing with the crate.

#![allow(clippy::unwrap_used)]

use super::netlist;

use circuit::{Circuit, CircuitElementKind, CircuitIndex, ControlLaw, ControllingQuantity, Topology};
use netlist::open;

/// The prime 2³¹ − 1.
const PRIME: u64 = 2_147_483_647;

type Matrix = Vec<Vec<u64>>;

fn power(mut base: u64, mut exponent: u64) -> u64 {
    let mut result = 1;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = result * base % PRIME;
        }
        base = base * base % PRIME;
        exponent >>= 1;
    }
    result
}

/// Brings rows to echelon form, each carrying a second part along, and gives the number of pivots.
fn echelon(rows: &mut Matrix, width: usize) -> usize {
    let mut rank = 0;
    for column in 0..width {
        let Some(pivot) = (rank..rows.len()).find(|&row| rows[row][column] != 0) else { continue };
        rows.swap(rank, pivot);
        let inverse = power(rows[rank][column], PRIME - 2);
        for value in &mut rows[rank] {
            *value = *value * inverse % PRIME;
        }
        for row in 0..rows.len() {
            let factor = rows[row][column];
            if row != rank && factor != 0 {
                for at in 0..rows[row].len() {
                    let less = factor * rows[rank][at] % PRIME;
                    rows[row][at] = (rows[row][at] + PRIME - less) % PRIME;
                }
            }
        }
        rank += 1;
    }
    rank
}

/// A basis of the vectors that a matrix takes to zero, as columns.
fn kernel(matrix: &Matrix, width: usize) -> Vec<Vec<u64>> {
    let mut rows = matrix.clone();
    let rank = echelon(&mut rows, width);
    let pivots: Vec<usize> =
        (0..rank).map(|row| (0..width).find(|&column| rows[row][column] != 0).unwrap()).collect();
    let free = (0..width).filter(|column| !pivots.contains(column));
    free.map(|free| {
        let mut vector = vec![0; width];
        vector[free] = 1;
        for (row, &pivot) in pivots.iter().enumerate() {
            vector[pivot] = (PRIME - rows[row][free]) % PRIME;
        }
        vector
    })
    .collect()
}

fn rank(matrix: &Matrix, width: usize) -> usize {
    echelon(&mut matrix.clone(), width)
}

fn times(matrix: &Matrix, vector: &[u64]) -> Vec<u64> {
    let row = |row: &Vec<u64>| row.iter().zip(vector).fold(0, |sum, (a, b)| (sum + a * b) % PRIME);
    matrix.iter().map(row).collect()
}

/// The index of E x′ + A x = f by the dimension of the solutions of its derivatives: the smallest number of
/// differentiations after which x′ is determined. The derivative array is written out whole.
fn index(e: &Matrix, a: &Matrix) -> Option<usize> {
    let n = e.len();
    // Regular at a random rate, or there is no index.
    let mixed: Matrix = (0..n)
        .map(|row| (0..n).map(|at| (e[row][at] * 123_456_789 + a[row][at]) % PRIME).collect())
        .collect();
    if rank(&mixed, n) < n {
        return None;
    }
    for order in 0..=n + 1 {
        // Unknowns x⁽¹⁾ … x⁽ᵒ⁺¹⁾, x itself being given.
        let width = n * (order + 1);
        let mut array = vec![vec![0; width]; width];
        for level in 0..=order {
            for row in 0..n {
                for at in 0..n {
                    array[level * n + row][level * n + at] = e[row][at];
                    if level > 0 {
                        array[level * n + row][(level - 1) * n + at] = a[row][at];
                    }
                }
            }
        }
        // x′ is determined if no vector that the array takes to zero has a first part.
        if kernel(&array, width).iter().all(|vector| vector[..n].iter().all(|&value| value == 0)) {
            return Some(order);
        }
    }
    None
}

/// Modified nodal analysis, written once more and densely.
fn equations(circuit: &Circuit, random: &mut Random) -> (Matrix, Matrix) {
    let nodes = circuit.nodes.len() - 1;
    let extra = circuit.elements.iter().filter(|element| {
        matches!(
            element.kind,
            CircuitElementKind::Inductor { .. }
                | CircuitElementKind::Voltage { .. }
                | CircuitElementKind::ControlledVoltage { .. }
        )
    });
    let n = nodes + extra.count();
    // The unknown of the current of each element that has one.
    let mut current = Vec::new();
    let mut last = nodes;
    for element in &circuit.elements {
        current.push(last);
        last += usize::from(matches!(
            element.kind,
            CircuitElementKind::Inductor { .. }
                | CircuitElementKind::Voltage { .. }
                | CircuitElementKind::ControlledVoltage { .. }
        ));
    }
    let (mut e, mut a) = (vec![vec![0; n]; n], vec![vec![0; n]; n]);
    let mut next = nodes;
    for element in &circuit.elements {
        let stamp = |matrix: &mut Matrix, row: usize, column: usize, value: u64| {
            if row < n && column < n {
                matrix[row][column] = (matrix[row][column] + value) % PRIME;
            }
        };
        // Ground has no row: one far beyond the matrix.
        let at = |node: circuit::NodeId| (node.0 as usize).wrapping_sub(1);
        match element.kind {
            CircuitElementKind::Resistor { nodes: [p, q], .. }
            | CircuitElementKind::Capacitor { nodes: [p, q], .. } => {
                let capacitor = matches!(element.kind, CircuitElementKind::Capacitor { .. });
                let matrix = if capacitor { &mut e } else { &mut a };
                let value = random.below(1_000_000) + 1;
                for (row, column, value) in
                    [(p, p, value), (q, q, value), (p, q, PRIME - value), (q, p, PRIME - value)]
                {
                    stamp(matrix, at(row), at(column), value);
                }
            }
            CircuitElementKind::Inductor { nodes: [p, q], .. }
            | CircuitElementKind::Voltage { nodes: [p, q], .. } => {
                stamp(&mut a, at(p), next, 1);
                stamp(&mut a, at(q), next, PRIME - 1);
                stamp(&mut a, next, at(p), PRIME - 1);
                stamp(&mut a, next, at(q), 1);
                if matches!(element.kind, CircuitElementKind::Inductor { .. }) {
                    stamp(&mut e, next, next, random.below(1_000_000) + 1);
                }
                next += 1;
            }
            CircuitElementKind::ControlledVoltage { nodes: [p, q], law }
            | CircuitElementKind::ControlledCurrent { nodes: [p, q], law } => {
                let ControlLaw::Linear { control, gain } = circuit.laws[law.at()] else {
                    panic!("a linear law")
                };
                assert_eq!(gain.fract(), 0.0, "gains are whole numbers here");
                let gain = (gain as i64).rem_euclid(PRIME as i64) as u64;
                let voltage = matches!(element.kind, CircuitElementKind::ControlledVoltage { .. });
                // The rows in which the controlling quantity stands, and the factor that it has there.
                let rows: Vec<(usize, u64)> = if voltage {
                    stamp(&mut a, at(p), next, 1);
                    stamp(&mut a, at(q), next, PRIME - 1);
                    stamp(&mut a, next, at(p), PRIME - 1);
                    stamp(&mut a, next, at(q), 1);
                    next += 1;
                    vec![(next - 1, gain)]
                } else {
                    vec![(at(p), gain), (at(q), PRIME - gain)]
                };
                for (row, factor) in rows {
                    match control {
                        ControllingQuantity::Voltage(c, d) => {
                            stamp(&mut a, row, at(c), factor);
                            stamp(&mut a, row, at(d), PRIME - factor);
                        }
                        ControllingQuantity::Current(source) => {
                            stamp(&mut a, row, current[source.at()], factor);
                        }
                    }
                }
            }
            _ => {}
        }
    }
    (e, a)
}

/// A generator of the kind of Lehmer and Steele.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(0xda94_2042_e4dd_58b5).wrapping_add(0x9e37_79b9_7f4a_7c15);
        (self.0 >> 33) % limit
    }
}

#[test]
fn the_graph_gives_the_index_of_random_circuits() {
    let mut random = Random(7);
    let mut seen = [0; 4];
    for _ in 0..4000 {
        let nodes = random.below(5) + 2;
        let mut text = "random\n".to_string();
        for at in 0..random.below(8) + 1 {
            let letter = ["R", "L", "C", "V", "I"][random.below(5) as usize];
            text += &format!("{letter}{at} {} {} 1\n", random.below(nodes), random.below(nodes));
        }
        let circuit = open(&text);
        let topology = Topology::new(&circuit);
        let (e, a) = equations(&circuit, &mut random);
        let expected = index(&e, &a);
        let survey = &topology.survey;
        match (&topology.index, expected) {
            (Some(CircuitIndex::Known(known)), Some(expected)) => {
                assert_eq!(*known as usize, expected, "{text}");
                seen[expected] += 1;
            }
            (None, None) => seen[3] += 1,
            (found, expected) => panic!("{found:?} and {expected:?}\n{text}{survey:#?}"),
        }
        if let Some(expected) = expected {
            // As many critical variables as E and A of the equations say: the vectors that both E and the part of A
            // outside of the image of E take to zero.
            assert_eq!(survey.cv_loops.count + survey.li_cutsets.count, critical(&e, &a), "{text}");
            let check = circuit::pencil(&circuit).unwrap().index();
            let expected = expected as u32;
            assert!(
                matches!(check, structure::TrueIndex::Regular { index, .. } if index == expected),
                "{text}"
            );
        }
    }
    assert!(seen.iter().all(|&count| count > 50), "every index is met: {seen:?}");
}

#[test]
fn controlled_sources_that_keep_to_the_rules_leave_the_index_to_the_graph() {
    let mut random = Random(5);
    let (mut kept, mut broken, mut changed) = ([0; 3], 0, 0);
    for _ in 0..20_000 {
        let nodes = random.below(4) + 2;
        let mut text = "random\nV0 1 0 1\n".to_string();
        let sources = random.below(2) + 1;
        for at in 1..random.below(8) + 3 {
            let (a, b) = (random.below(nodes), random.below(nodes));
            let (c, d) = (random.below(nodes), random.below(nodes));
            let gain = random.below(1_000_000) + 2;
            let line = match random.below(12) {
                0..2 => format!("R{at} {a} {b} 1"),
                2..4 => format!("C{at} {a} {b} 1"),
                4..6 => format!("L{at} {a} {b} 1"),
                6 => format!("I{at} {a} {b} 1"),
                7 => format!("E{at} {a} {b} {c} {d} {gain}"),
                8 => format!("G{at} {a} {b} {c} {d} {gain}"),
                9 => format!("F{at} {a} {b} V{} {gain}", random.below(sources)),
                10 => format!("H{at} {a} {b} V{} {gain}", random.below(sources)),
                _ => format!("R{at} {a} 0 1"),
            };
            text += &(line + "\n");
        }
        if sources == 2 {
            text += &format!("V1 {} {} 1\n", random.below(nodes), random.below(nodes));
        }
        let circuit = open(&text);
        let topology = Topology::new(&circuit);
        let (e, a) = equations(&circuit, &mut random);
        match (&topology.index, index(&e, &a)) {
            (Some(CircuitIndex::Known(known)), Some(expected)) => {
                assert_eq!(*known as usize, expected, "{text}");
                kept[expected] += 1;
            }
            (Some(CircuitIndex::Known(_)), None) => panic!("no index\n{text}"),
            (Some(CircuitIndex::Depends(_)), expected) => {
                broken += 1;
                changed += usize::from(expected != Some(topology.by_graph() as usize));
            }
            (None, _) => {}
        }
    }
    assert!(
        kept[1] > 1000 && kept[2] > 1000 && broken > 1000 && changed > 1000,
        "{kept:?} {broken} {changed}"
    );
}

/// The dimension of N ∩ S: vectors z with E z = 0 and A z in the image of E.
fn critical(e: &Matrix, a: &Matrix) -> usize {
    let n = e.len();
    let null = kernel(e, n);
    // [A N | E] c = 0 counts combinations of null vectors that A takes into the image of E, and the kernel of E.
    let images: Vec<Vec<u64>> = null.iter().map(|vector| times(a, vector)).collect();
    let joint: Matrix = (0..n)
        .map(|row| images.iter().map(|image| image[row]).chain(e[row].iter().copied()).collect())
        .collect();
    let width = images.len() + n;
    (width - rank(&joint, width)) - (n - rank(e, n))
}

#[test]
fn loops_and_cutsets_are_what_they_say() {
    let mut random = Random(11);
    for _ in 0..2000 {
        let nodes = random.below(6) + 2;
        let mut text = "random\n".to_string();
        for at in 0..random.below(12) + 1 {
            let letter = ["R", "L", "C", "V", "I"][random.below(5) as usize];
            text += &format!("{letter}{at} {} {} 1\n", random.below(nodes), random.below(nodes));
        }
        let circuit = open(&text);
        let topology = Topology::new(&circuit);
        let branches = &topology.graph.branches;
        let survey = &topology.survey;
        for found in
            survey.cv_loops.shown.iter().chain(&survey.voltage_loops.shown).chain(&survey.dc_loops.shown)
        {
            // Every node of a loop has two of its branches; a branch from a node to itself is a loop of one.
            let mut touched = std::collections::BTreeMap::new();
            for &at in &found.branches {
                for end in branches[at as usize].ends {
                    *touched.entry(end).or_insert(0) += 1;
                }
            }
            assert!(touched.values().all(|&count| count == 2), "{text}{found:?}");
        }
        for found in &survey.li_cutsets.shown {
            // Without the cutset there is one part more, and with all of it but one there is not.
            let parts = |without: &[u32]| {
                let mut labels: Vec<usize> = (0..topology.graph.nodes).collect();
                for _ in 0..topology.graph.nodes {
                    for (at, branch) in branches.iter().enumerate() {
                        if !without.contains(&(at as u32)) {
                            let [a, b] = branch.ends.map(|end| end as usize);
                            let low = labels[a].min(labels[b]);
                            (labels[a], labels[b]) = (low, low);
                        }
                    }
                }
                labels.iter().enumerate().filter(|&(at, &label)| at == label).count()
            };
            let whole = parts(&[]);
            assert_eq!(parts(&found.branches), whole + 1, "{text}{found:?}");
            for skipped in 0..found.branches.len() {
                let mut rest = found.branches.clone();
                rest.remove(skipped);
                assert_eq!(parts(&rest), whole, "{text}{found:?}");
            }
        }
    }
}

/// D002-gain with some thousand resistors beside it, on a ladder from node 1: so large that rounded numbers decide.
fn gain(k: f64, rungs: usize) -> Circuit {
    let mut text = format!("gain\nC1 1 0 1u\nV1 1 2 SIN(0 1 1)\nC2 2 0 1u\nR1 1 0 1k\nF1 1 0 V1 {k}\n");
    for rung in 0..rungs {
        let (from, to) = (if rung == 0 { 1 } else { rung + 2 }, rung + 3);
        // Ohms to megohms.
        let ohms = 10f64.powi((rung % 7) as i32) * (1.0 + rung as f64 / rungs as f64);
        text.push_str(&format!("RA{rung} {from} {to} {ohms}\nRB{rung} {to} 0 {}\n", 1e6 / ohms));
    }
    open(&(text + ".end\n"))
}

#[test]
fn d002_gain_is_decided_by_numbers_in_large_circuits_too() {
    for rungs in [10, 3000] {
        for (k, index) in [(-2.0, Some(3)), (0.5, Some(2)), (3.0, Some(2))] {
            assert_eq!(
                Topology::new(&gain(k, rungs)).index,
                Some(CircuitIndex::Depends(index)),
                "{k}, {rungs}"
            );
        }
    }
    // What is nearly the special value is not decided by rounding errors.
    assert_eq!(Topology::new(&gain(-2.0 + 1e-13, 3000)).index, Some(CircuitIndex::Depends(None)));
}
