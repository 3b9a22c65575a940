//! The operating point: all potentials and currents when nothing changes any more.
//!
//! Newton's method comes first. Where it fails the circuit is changed into an easier one and led back: conductances at all
//! nodes that become smaller, sources that grow from zero, a transient that is only wanted for its end; at last all this
//! begins from other potentials. That nothing is found is no proof that there is nothing.

use crate::mna::{Hold, Newton, NoPoint, Task};
use crate::{Circuit, Conditions, Mna, NodeId, Run};

/// Where the conductances at all nodes begin and where they end.
const FIRST: f64 = 1e-2;
const LAST: f64 = 1e-12;
/// A path is given up when its step is below this.
const LEAST: f64 = 1e-4;
/// A potential that changes by this part of itself when the conductances of junctions are ten times as large rests on them.
const LEANS: f64 = 1e-2;
/// Changes below so many volts are nothing.
const NOTHING: f64 = 1e-3;

/// How many iterations a path may take, all further starts together, and a way from one point to the next.
const BUDGET: usize = 5000;
const RESTARTS: usize = 10_000;
const LEAP: usize = 1500;
/// The potentials of the further starts, as parts of the largest voltage of a source: all nodes at the first, …
const LEVELS: [f64; 4] = [1.0, 0.5, -0.5, -1.0];
/// … and then so many starts with a potential of its own for each node.
const SCATTERED: usize = 4;
/// How often switches may change before it is said that they never stop.
const MAX_CHANGES: usize = 100;

/// An operating point.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// The values of all unknowns.
    pub y: Vec<f64>,
    /// How it was found.
    pub way: Way,
    /// How many iterations it took.
    pub iterations: usize,
}

/// How an operating point was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Newton's method from the guess.
    Newton,
    /// With conductances at all nodes that became smaller.
    Conductances,
    /// With sources that grew from zero.
    Sources,
    /// As the end of a transient.
    Transient,
    /// From other potentials than those of the guess.
    Restart,
}

impl Mna {
    /// The operating point. `held` are potentials that are held at values, by their nodes; `guess` is where to begin.
    ///
    /// # Errors
    /// Why there is none: what Newton's method met without any help.
    pub fn operating_point(&mut self, guess: &[f64], held: &[(NodeId, f64)]) -> Result<Point, NoPoint> {
        let mut point = self.still(guess, held)?;
        for _ in 0..MAX_CHANGES {
            if !self.adapt(&point.y) {
                return Ok(point);
            }
            let iterations = point.iterations;
            point = self.still(&point.y, held)?;
            point.iterations += iterations;
        }
        Err(NoPoint::Switching)
    }

    /// The operating point with all switches as they are.
    fn still(&mut self, guess: &[f64], held: &[(NodeId, f64)]) -> Result<Point, NoPoint> {
        let fixed: Vec<(usize, f64)> =
            held.iter().filter_map(|&(node, value)| Some((self.unknowns.node(node)?, value))).collect();
        let mut newton = Newton::new(self);
        let plain = Hold { fixed: &fixed, ..Hold::default() };
        let mut y = guess.to_vec();
        let failed = match newton.solve(self, Task::Steady(1.0), plain, &mut y) {
            Ok(()) => return Ok(Point { y, way: Way::Newton, iterations: newton.iterations }),
            Err(failed) => failed,
        };
        if self.is_linear() {
            return Err(failed);
        }
        for (way, path) in WAYS {
            let mut y = guess.to_vec();
            self.forget();
            if path(self, &mut newton, plain, &mut y).is_ok() {
                return Ok(Point { y, way, iterations: newton.iterations });
            }
        }
        let budget = newton.iterations + RESTARTS;
        for start in self.starts() {
            for path in [plainly as Path, conductances, transient] {
                if newton.iterations > budget {
                    return Err(failed);
                }
                let mut y = start.clone();
                self.forget();
                if path(self, &mut newton, plain, &mut y).is_ok() {
                    return Ok(Point { y, way: Way::Restart, iterations: newton.iterations });
                }
            }
        }
        Err(failed)
    }

    /// Other potentials to begin with, the same in every run.
    fn starts(&self) -> Vec<Vec<f64>> {
        let most = self.largest_voltage();
        let most = if most > 0.0 { most } else { 1.0 };
        let rows: Vec<usize> = self.diagonals().map(|(row, _)| row).collect();
        let mut seed: u64 = 1;
        let mut scatter = || {
            // The generator of Knuth's MMIX.
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 11) as f64 / (1u64 << 52) as f64 - 1.0
        };
        let mut starts = Vec::with_capacity(LEVELS.len() + SCATTERED);
        for at in 0..LEVELS.len() + SCATTERED {
            let mut y = vec![0.0; self.size()];
            for &row in &rows {
                y[row] = most * LEVELS.get(at).copied().unwrap_or_else(&mut scatter);
            }
            starts.push(y);
        }
        starts
    }
}

/// A way to an operating point, from a guess that it replaces.
type Path = fn(&mut Mna, &mut Newton, Hold<'_>, &mut [f64]) -> Result<(), NoPoint>;

/// The ways that help Newton's method, in the order in which they are tried.
const WAYS: [(Way, Path); 3] =
    [(Way::Conductances, conductances), (Way::Sources, sources), (Way::Transient, transient)];

/// Newton's method without help.
fn plainly(mna: &mut Mna, newton: &mut Newton, plain: Hold<'_>, y: &mut [f64]) -> Result<(), NoPoint> {
    newton.solve(mna, Task::Steady(1.0), plain, y)
}

/// Conductances at all nodes that become smaller, faster as long as that goes well.
fn conductances(mna: &mut Mna, newton: &mut Newton, plain: Hold<'_>, y: &mut [f64]) -> Result<(), NoPoint> {
    let mut conductance = FIRST;
    let mut factor: f64 = 10.0;
    let mut known = y.to_vec();
    let budget = newton.iterations + BUDGET;
    loop {
        let hold = Hold { conductance, ..plain };
        match newton.solve(mna, Task::Steady(1.0), hold, y) {
            Ok(()) => {
                known.copy_from_slice(y);
                if conductance <= LAST {
                    return newton.solve(mna, Task::Steady(1.0), plain, y);
                }
                factor = (factor * factor.sqrt()).min(10.0);
                conductance = (conductance / factor).max(LAST);
            }
            Err(failed) => {
                if conductance >= FIRST || factor < 1.0 + LEAST || newton.iterations > budget {
                    return Err(failed);
                }
                y.copy_from_slice(&known);
                mna.forget();
                conductance *= factor;
                factor = factor.sqrt().sqrt();
                conductance /= factor;
            }
        }
    }
}

/// Sources that grow from zero.
fn sources(mna: &mut Mna, newton: &mut Newton, plain: Hold<'_>, y: &mut [f64]) -> Result<(), NoPoint> {
    y.fill(0.0);
    let budget = newton.iterations + BUDGET;
    let (mut scale, mut step) = (0.0f64, 0.1f64);
    let mut known = y.to_vec();
    newton.solve(mna, Task::Steady(0.0), plain, y)?;
    while scale < 1.0 {
        known.copy_from_slice(y);
        let next = (scale + step).min(1.0);
        match newton.solve(mna, Task::Steady(next), plain, y) {
            Ok(()) => {
                scale = next;
                step *= 1.5;
            }
            Err(failed) => {
                y.copy_from_slice(&known);
                mna.forget();
                step *= 0.25;
                if step < LEAST || newton.iterations > budget {
                    return Err(failed);
                }
            }
        }
    }
    Ok(())
}

/// A transient that is only wanted for its end.
fn transient(mna: &mut Mna, newton: &mut Newton, plain: Hold<'_>, y: &mut [f64]) -> Result<(), NoPoint> {
    drift(mna, newton, Task::Steady(1.0), plain, y)
}

/// Leads from any values to a solution as a farad from every node to ground would, with longer and longer steps.
pub(crate) fn drift(
    mna: &mut Mna,
    newton: &mut Newton,
    task: Task<'_>,
    plain: Hold<'_>,
    y: &mut [f64],
) -> Result<(), NoPoint> {
    let mut conductance = 1.0;
    let mut known = y.to_vec();
    let budget = newton.iterations + if let Task::Steady(_) = task { BUDGET } else { LEAP };
    while conductance > LAST {
        let hold = Hold { conductance, anchor: Some(&known), ..plain };
        match newton.solve(mna, task, hold, y) {
            Ok(()) => {
                known.copy_from_slice(y);
                conductance *= 0.3;
            }
            Err(failed) => {
                y.copy_from_slice(&known);
                mna.forget();
                conductance *= 8.0;
                if conductance > 1e6 || newton.iterations > budget {
                    return Err(failed);
                }
            }
        }
    }
    newton.solve(mna, task, plain, y)
}

/// The nodes whose potentials rest on the small conductances across junctions, each with its potential when these are ten
/// times as large. Nothing if there are no devices.
pub fn leaning(circuit: &Circuit, conditions: &Conditions, point: &Point) -> Vec<(NodeId, f64)> {
    if circuit.devices.is_empty() || conditions.gmin <= 0.0 {
        return Vec::new();
    }
    let larger = Conditions { gmin: 10.0 * conditions.gmin, ..*conditions };
    let Ok(mut mna) = Mna::new(circuit, &larger, Run { step: 0.0, stop: 1.0 }) else { return Vec::new() };
    let Ok(other) = mna.operating_point(&point.y, &[]) else { return Vec::new() };
    let nodes = (1..circuit.nodes.len()).filter(|&at| {
        let (now, then) = (point.y[at - 1], other.y[at - 1]);
        (then - now).abs() > LEANS * now.abs().max(then.abs()) + NOTHING
    });
    nodes.map(|at| (NodeId(at as u32), other.y[at - 1])).collect()
}
