//! Whether a circuit stays at an operating point that is disturbed a little.
//!
//! Near it the equations are C x' + G x = 0, and a disturbance grows if the pencil G + sC has an eigenvalue s with a positive
//! real part. Eigenvalues near a real shift σ are the largest ones of (G + σC)⁻¹ C, which Arnoldi's method finds with one
//! sparse factorization: s = σ - 1/μ; infinite ones, which constraints make, are zero there. Shifts from one growth during
//! the run upwards find what grows. Nothing is believed that does not solve the equations, or that another shift does not see.
//!
//! Where nothing stores charge there are no eigenvalues, but a latch has a point in its middle all the same. Green and
//! Willson, "How to identify unstable dc operating points", IEEE Trans. Circuits Syst. I 39 (1992): a point that is unstable
//! with small capacitances at all nodes is none that a circuit can be found at.

mod pencil;

use linear::Symbolic;
use pencil::{Eigenpair, ShiftedPencil};

use crate::{Circuit, CircuitElementKind, DeviceFamily, Mna, MnaUnknown, NodeId};

/// What grows less than e times in the whole run changes no result.
const GROWTHS: f64 = 1.0;
/// A real part below this part of the eigenvalue is that of an oscillation that neither grows nor dies away.
const AXIS: f64 = 1e-6;
/// From one shift to the next.
const RATIO: f64 = 10.0;
/// Nothing in a circuit is faster, in 1/s.
const FASTEST: f64 = 1e17;
/// Two shifts see the same eigenvalue if they agree to this part of it.
const SAME: f64 = 1e-4;
/// The capacitance of a node in farads, and the part of it, or of the smallest in the circuit, that is added at every node.
const SMALL: f64 = 1e-12;
const LITTLE: f64 = 1e-3;
/// What grows so many times as fast with it is not what grows without.
const FASTER: f64 = 2.0;
/// Nodes that move less than this part of the one that moves most are not named.
const PART: f64 = 0.1;
/// Larger circuits are not looked at.
const MOST: usize = 20_000;

/// A disturbance of an operating point that grows.
#[derive(Clone, Debug, PartialEq)]
pub struct UnstableMode {
    /// How fast it grows, in 1/s.
    pub rate: f64,
    /// How fast it turns as it grows, in 1/s; zero if it only grows.
    pub turn: f64,
    /// Whether the charges of the circuit make it; else a small capacitance at each node does that is not written.
    pub stored: bool,
    /// The disturbance of all unknowns; the potential that moves most moves by one.
    pub shape: Vec<f64>,
    /// The potentials that move, those that move most first.
    pub nodes: Vec<usize>,
    /// Those of them at nodes that store charge: values that are given to them at the beginning stay.
    pub charged: Vec<usize>,
    /// Potentials with which a transient could begin elsewhere; empty if nobody looked for some, or found none.
    pub start: Vec<(NodeId, f64)>,
}

/// A disturbance that grows from an operating point within a time, if there is one.
pub fn find_unstable_mode(circuit: &Circuit, mna: &mut Mna, y: &[f64], span: f64) -> Option<UnstableMode> {
    // What comes back from the end of a line is in no pencil.
    let delayed = circuit.devices.iter().any(|data| data.family == DeviceFamily::Line);
    if delayed || mna.size() == 0 || mna.size() > MOST {
        return None;
    }
    let entries = mna.pattern().entries();
    let (mut g, mut c) = (vec![0.0; entries], vec![0.0; entries]);
    mna.matrix(0.0, y, 0.0, &mut g).ok()?;
    mna.capacitances(&mut c);
    let slow = search(mna, &g, &c, span, EigenvalueSelection::Any).map(|found| mode(mna, &found, Some(&c)));
    // A linear circuit has no other point to go to, and one that stores charge everywhere no other eigenvalues.
    let mut bare = free(circuit, mna).filter(|&(_, place)| c[place] == 0.0);
    if mna.is_linear() || bare.next().is_none() {
        return slow;
    }
    // Beside what the circuit stores little is added, so that what it does by itself stays.
    let stored = mna.diagonals().map(|(_, place)| c[place].abs()).filter(|&charge| charge > 0.0);
    let small = LITTLE * stored.fold(SMALL, f64::min);
    for (_, place) in mna.diagonals() {
        c[place] += small;
    }
    let fast = search(mna, &g, &c, span, EigenvalueSelection::FastReal);
    let other = fast.filter(|fast| slow.as_ref().is_none_or(|slow| fast.value[0] > FASTER * slow.rate));
    other.map(|found| mode(mna, &found, None)).or(slow)
}

/// Which eigenvalues are looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum EigenvalueSelection {
    /// All, the slow ones first.
    Any,
    /// Those that do not oscillate, the fast ones first.
    FastReal,
}

/// The nodes that no voltage source holds, by their rows, each with the place of its diagonal.
fn free<'a>(circuit: &Circuit, mna: &'a Mna) -> impl Iterator<Item = (usize, usize)> + use<'a> {
    let mut held = vec![false; circuit.nodes.len()];
    for element in &circuit.elements {
        if let CircuitElementKind::Voltage { nodes, .. } = element.kind {
            nodes.iter().for_each(|node| held[node.at()] = true);
        }
    }
    let potential = move |row: usize| match mna.unknowns.list[row] {
        MnaUnknown::Node(node) => !held[node.at()],
        _ => true,
    };
    mna.diagonals().filter(move |&(row, _)| potential(row))
}

/// The eigenvalue that grows fastest, of those that the first shift sees which sees any.
fn search(mna: &Mna, g: &[f64], c: &[f64], span: f64, sought: EigenvalueSelection) -> Option<Eigenpair> {
    if c.iter().all(|&entry| entry == 0.0) {
        return None;
    }
    let scales: Vec<f64> = mna.unknowns.list.iter().map(scale).collect();
    let symbolic = Symbolic::analyze(mna.pattern()).ok()?;
    let grows = |pair: &Eigenpair| {
        let [re, im] = pair.value;
        re * span > GROWTHS && re > AXIS * re.hypot(im) && (sought == EigenvalueSelection::Any || im == 0.0)
    };
    let first = GROWTHS / span;
    let count = (FASTEST / first).log10().ceil().max(0.0) as i32;
    for number in 0..count {
        let exponent = if sought == EigenvalueSelection::Any { number } else { count - 1 - number };
        let shift = first * RATIO.powi(exponent);
        if let Some(shifted) = ShiftedPencil::new(&symbolic, (g, c), shift, &scales) {
            let mut found: Vec<Eigenpair> = shifted.eigenpairs().into_iter().filter(grows).collect();
            found.sort_by(|a, b| b.value[0].total_cmp(&a.value[0]));
            for pair in found {
                let near = pair.value[0].hypot(pair.value[1]);
                let other = ShiftedPencil::new(&symbolic, (g, c), 1.7 * near, &scales);
                let seen = other.map_or(Vec::new(), |other| other.eigenpairs());
                let same = |other: &Eigenpair| {
                    let apart = (other.value[0] - pair.value[0]).hypot(other.value[1] - pair.value[1]);
                    grows(other) && apart < SAME * near
                };
                if seen.iter().any(same) {
                    return Some(pair);
                }
            }
        }
    }
    None
}

/// What an unknown is measured in.
fn scale(unknown: &MnaUnknown) -> f64 {
    match unknown {
        MnaUnknown::Node(_) | MnaUnknown::Inner(..) | MnaUnknown::Rate(_) => 1.0,
        MnaUnknown::Current(..) | MnaUnknown::CapacitorCurrent(_) => 1e-3,
    }
}

/// What is told of an eigenvalue, with the capacitances if they are those of the circuit.
fn mode(mna: &Mna, found: &Eigenpair, c: Option<&[f64]>) -> UnstableMode {
    let potential = |at: usize| matches!(mna.unknowns.list[at], MnaUnknown::Node(_));
    let mut nodes: Vec<usize> = (0..mna.size()).filter(|&at| potential(at)).collect();
    let size = |at: usize| found.real[at].hypot(found.imaginary[at]);
    let most = nodes.iter().fold(0f64, |most, &at| most.max(size(at)));
    nodes.retain(|&at| size(at) > PART * most);
    // Equal ones stay in their order: a symmetric circuit moves its nodes by the same but for the last digits.
    nodes.sort_by(|&a, &b| (size(b) / most * 1e6).round().total_cmp(&(size(a) / most * 1e6).round()));
    let first = nodes.first().copied().unwrap_or(0);
    let largest = found.real[first];
    let factor = if largest == 0.0 { 1.0 } else { largest.recip() };
    let [rate, turn] = found.value;
    let shape = found.real.iter().map(|part| part * factor).collect();
    let places: Vec<(usize, usize)> = mna.diagonals().collect();
    let charges = |at: usize| {
        let place = places.binary_search_by_key(&at, |place| place.0).map(|found| places[found].1);
        c.zip(place.ok()).is_some_and(|(c, place)| c[place] != 0.0)
    };
    let charged = nodes.iter().copied().filter(|&at| charges(at)).collect();
    UnstableMode { rate, turn: turn.abs(), stored: c.is_some(), shape, nodes, charged, start: Vec::new() }
}
