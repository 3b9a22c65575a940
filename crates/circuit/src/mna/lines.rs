//! Lines without losses: at each end a resistance, and what arrives from the other one.

use super::Undefined;
use super::affine::Affine;
use super::bank::{Bank, Look, Sums};
use super::places::Places;
use crate::Line;

/// All lines of a circuit.
///
/// As long as nothing was accepted everything is at rest, and a line is a wire: what arrives at one end is what leaves the
/// other one now.
#[derive(Default)]
pub(super) struct Lines {
    affine: Affine,
    lines: Vec<One>,
}

struct One {
    line: Line,
    /// The nodes of both ends, and the currents into them.
    nodes: [[u32; 2]; 2],
    currents: [u32; 2],
    /// For each end the entries that hold only at rest, with their factors, and the number that arrives.
    rest: [[(usize, f64); 3]; 2],
    waves: [usize; 2],
}

impl Lines {
    pub(super) fn add(&mut self, line: Line, nodes: [[u32; 2]; 2], currents: [u32; 2], places: &mut Places) {
        let mut rest = [[(0, 0.0); 3]; 2];
        let mut waves = [0; 2];
        for end in 0..2 {
            let ([plus, minus], own) = (nodes[end], currents[end]);
            let ([far_plus, far_minus], far) = (nodes[1 - end], currents[1 - end]);
            self.affine.entry(plus, own, 1.0, places);
            self.affine.entry(minus, own, -1.0, places);
            self.affine.entry(own, plus, 1.0, places);
            self.affine.entry(own, minus, -1.0, places);
            self.affine.entry(own, own, -line.impedance, places);
            rest[end] = [(far_plus, -1.0), (far_minus, 1.0), (far, -line.impedance)]
                .map(|(column, factor)| (self.affine.entry(own, column, factor, places), factor));
            waves[end] = self.affine.constant(own);
        }
        self.lines.push(One { line, nodes, currents, rest, waves });
    }

    pub(super) fn settle(&mut self, slots: &[u32]) {
        self.affine.settle(slots);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Whether both ends see each other at once.
    fn join(&mut self, at: usize, still: bool) {
        let One { rest, waves, .. } = &self.lines[at];
        for &(entry, factor) in rest.as_flattened() {
            self.affine.set_factor(entry, if still { factor } else { 0.0 });
        }
        for &wave in waves {
            self.affine.set_constant(wave, 0.0);
        }
    }
}

impl Bank for Lines {
    fn update(&mut self, v: &[f64], look: Look, sums: &mut Sums) -> Result<usize, Undefined> {
        for one in &self.lines {
            if !one.line.is_empty() {
                let arriving = one.line.arriving(look.t);
                for (&wave, value) in one.waves.iter().zip(arriving) {
                    self.affine.set_constant(wave, -value);
                }
            }
        }
        self.affine.update(v, sums);
        Ok(0)
    }

    fn stamp(&mut self, sums: &mut Sums) {
        self.affine.stamp(sums);
    }

    fn renew(&mut self, sums: &mut Sums) {
        self.affine.renew(sums);
    }

    fn forget(&mut self) {
        self.affine.forget();
    }

    fn evaluations(&self) -> u64 {
        0
    }

    fn begin(&mut self) {
        for at in 0..self.lines.len() {
            self.lines[at].line.clear();
            self.join(at, true);
        }
    }

    fn accept(&mut self, t: f64, v: &[f64], corner: bool) {
        for at in 0..self.lines.len() {
            let One { line, nodes, currents, .. } = &mut self.lines[at];
            let voltages = nodes.map(|[plus, minus]| v[plus as usize] - v[minus as usize]);
            let first = line.is_empty();
            line.note(t, voltages, currents.map(|current| v[current as usize]), corner || first);
            if first {
                self.join(at, false);
            }
        }
    }

    fn remembers(&self) -> bool {
        true
    }

    fn next(&self, t: f64) -> Option<f64> {
        self.lines.iter().filter_map(|one| one.line.next(t)).reduce(f64::min)
    }

    fn longest(&self) -> f64 {
        self.lines.iter().map(|one| one.line.delay).fold(f64::INFINITY, f64::min)
    }
}
