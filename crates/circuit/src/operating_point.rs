//! The operating point: all potentials and currents when nothing changes any more.
//!
//! Newton's method comes first. Where it fails the circuit is changed into an easier one and led back: conductances at all
//! nodes that become smaller, sources that grow from zero, a transient that is only wanted for its end; at last all this
//! begins from other potentials. That nothing is found is no proof that there is nothing.

use base::SplitMix64;

use crate::mna::{AddedConstraints, CircuitNewton, NewtonTask, OperatingPointError, PointResult};
use crate::{Circuit, DeviceConditions, Mna, NodeId, TransientTimes};

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
const LEAP: usize = 10_000;
/// Iterations of one step on the way to a solution.
const FEW: usize = 15;
/// A conductance that holds everything but jumps.
const STIFF: f64 = 1e12;
/// The part of the largest potential by which one may miss, after a step, where it was going.
const TURN: f64 = 0.1;
/// How the conductance changes after a step, for so many steps after one that failed, and after that one.
const QUICKLY: f64 = 0.3;
const SLOWLY: f64 = 0.7;
const CAREFUL: usize = 3;
const BACK: f64 = 4.0;
/// The potentials of the further starts, as parts of the largest voltage of a source: all nodes at the first, …
const LEVELS: [f64; 4] = [1.0, 0.5, -0.5, -1.0];
/// … and then so many starts with a potential of its own for each node.
const SCATTERED: usize = 4;
/// At last so many with each node at ground or at the largest voltage.
const RAILS: usize = 8;
/// How often switches may change before it is said that they never stop.
pub(crate) const MAX_CHANGES: usize = 100;

/// An operating point.
#[derive(Clone, Debug, PartialEq)]
pub struct OperatingPoint {
    /// The values of all unknowns.
    pub y: Vec<f64>,
    /// How it was found.
    pub way: OperatingPointMethod,
    /// How many iterations it took.
    pub iterations: usize,
}

/// How an operating point was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperatingPointMethod {
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
    pub fn operating_point(&mut self, guess: &[f64], held: &[(NodeId, f64)]) -> PointResult<OperatingPoint> {
        let mut point = self.still(guess, held)?;
        for _ in 0..MAX_CHANGES {
            if !self.update_switches(&point.y) {
                return Ok(point);
            }
            let iterations = point.iterations;
            point = self.still(&point.y, held)?;
            point.iterations += iterations;
        }
        Err(OperatingPointError::Switching)
    }

    /// The operating point with all switches as they are.
    fn still(&mut self, guess: &[f64], held: &[(NodeId, f64)]) -> PointResult<OperatingPoint> {
        let fixed: Vec<(usize, f64)> =
            held.iter().filter_map(|&(node, value)| Some((self.unknowns.node(node)?, value))).collect();
        let plain = AddedConstraints { fixed: &fixed, ..AddedConstraints::default() };
        let mut newton = CircuitNewton::new(self);
        let is_linear = self.is_linear();
        let mut search = SolutionSearch { mna: self, newton: &mut newton, task: STEADY, plain };
        let found = |y: Vec<f64>, way: OperatingPointMethod, search: &SolutionSearch<'_, '_>| {
            OperatingPoint { y, way, iterations: search.newton.iterations }
        };
        let mut y = guess.to_vec();
        let failed = match search.solve(&mut y) {
            Ok(()) => return Ok(found(y, OperatingPointMethod::Newton, &search)),
            Err(failed) => failed,
        };
        if is_linear {
            return Err(failed);
        }
        for way in METHODS {
            if let Some(y) = search.begin(guess, way) {
                return Ok(found(y, way, &search));
            }
        }
        let budget = search.newton.iterations + RESTARTS;
        for start in search.mna.starts() {
            for method in [
                OperatingPointMethod::Newton,
                OperatingPointMethod::Conductances,
                OperatingPointMethod::Transient,
            ] {
                if search.newton.iterations > budget {
                    return Err(failed);
                }
                if let Some(y) = search.begin(&start, method) {
                    return Ok(found(y, OperatingPointMethod::Restart, &search));
                }
            }
        }
        // A latch of comparisons has solutions at its rails alone, and nothing leads from one to another.
        search.mna.reset_devices();
        let rail = search.reached();
        for start in search.mna.rails(rail) {
            if let Some(y) = search.begin(&start, OperatingPointMethod::Newton) {
                return Ok(found(y, OperatingPointMethod::Restart, &search));
            }
        }
        Err(failed)
    }

    /// The largest voltage of a source, to begin with.
    fn rail(&self) -> f64 {
        let most = self.largest_voltage();
        if most > 0.0 { most } else { 1.0 }
    }

    /// Potentials that are zero or a voltage, the same in every run.
    fn rails(&self, rail: f64) -> Vec<Vec<f64>> {
        let mut random = SplitMix64(2);
        let mut all = vec![vec![0.0; self.size()]; RAILS];
        for y in &mut all {
            for (row, _) in self.diagonals() {
                y[row] = if random.signed() > 0.0 { rail } else { 0.0 };
            }
        }
        all
    }

    /// Other potentials to begin with, the same in every run.
    fn starts(&self) -> Vec<Vec<f64>> {
        let most = self.rail();
        let rows: Vec<usize> = self.diagonals().map(|(row, _)| row).collect();
        let mut random = SplitMix64(1);
        let mut scatter = || random.signed();
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

/// What an operating point is.
const STEADY: NewtonTask<'static> = NewtonTask::Steady(1.0);

/// What helps Newton's method, in the order in which it is tried.
const METHODS: [OperatingPointMethod; 3] =
    [OperatingPointMethod::Conductances, OperatingPointMethod::Sources, OperatingPointMethod::Transient];

/// The search for a solution where Newton's method may need help.
pub(crate) struct SolutionSearch<'a, 't> {
    pub(crate) mna: &'a mut Mna,
    newton: &'a mut CircuitNewton,
    task: NewtonTask<'t>,
    /// What is added to the circuit for good.
    plain: AddedConstraints<'t>,
}

impl<'a, 't> SolutionSearch<'a, 't> {
    /// A search with nothing added to the circuit.
    pub(crate) fn new(
        mna: &'a mut Mna,
        newton: &'a mut CircuitNewton,
        task: NewtonTask<'t>,
    ) -> SolutionSearch<'a, 't> {
        SolutionSearch { mna, newton, task, plain: AddedConstraints::default() }
    }

    /// Newton's method without help.
    fn solve(&mut self, y: &mut [f64]) -> PointResult {
        self.newton.solve(self.mna, self.task, self.plain, y)
    }

    /// The solution that a method leads to from somewhere, with devices as if nothing had been computed before.
    fn begin(&mut self, from: &[f64], method: OperatingPointMethod) -> Option<Vec<f64>> {
        self.mna.reset_devices();
        let mut y = from.to_vec();
        let led = match method {
            OperatingPointMethod::Newton | OperatingPointMethod::Restart => self.solve(&mut y),
            OperatingPointMethod::Conductances => self.gmin_stepping(&mut y),
            OperatingPointMethod::Sources => self.source_stepping(&mut y),
            OperatingPointMethod::Transient => self.pseudo_transient(&mut y),
        };
        led.is_ok().then_some(y)
    }

    /// Back to values that are known.
    fn go_back(&mut self, y: &mut [f64], known: &[f64]) {
        y.copy_from_slice(known);
        self.mna.reset_devices();
    }

    /// The largest voltage of a source; without sources the largest potential that formulas lead to from 0 V.
    fn reached(&mut self) -> f64 {
        if self.mna.largest_voltage() > 0.0 {
            return self.mna.rail();
        }
        let mut y = vec![0.0; self.mna.size()];
        let patience = std::mem::replace(&mut self.newton.patience, 1);
        // One step is all that is wanted, and it ends nowhere.
        let _ = self.solve(&mut y);
        self.newton.patience = patience;
        let most = self.mna.diagonals().fold(0f64, |most, (row, _)| most.max(y[row].abs()));
        if most > 0.0 && most.is_finite() { most } else { 1.0 }
    }

    /// Conductances at all nodes that become smaller, faster as long as that goes well.
    pub(crate) fn gmin_stepping(&mut self, y: &mut [f64]) -> PointResult {
        let mut conductance = FIRST;
        let mut factor: f64 = 10.0;
        let mut known = y.to_vec();
        let budget = self.newton.iterations + BUDGET;
        loop {
            let hold = AddedConstraints { conductance, ..self.plain };
            match self.newton.solve(self.mna, self.task, hold, y) {
                Ok(()) => {
                    known.copy_from_slice(y);
                    if conductance <= LAST {
                        return self.solve(y);
                    }
                    factor = factor.powf(1.5).min(10.0);
                    conductance = (conductance / factor).max(LAST);
                }
                Err(failed) => {
                    if conductance >= FIRST || factor < 1.0 + LEAST || self.newton.iterations > budget {
                        return Err(failed);
                    }
                    self.go_back(y, &known);
                    conductance *= factor;
                    factor = factor.powf(0.25);
                    conductance /= factor;
                }
            }
        }
    }

    /// Sources that grow from zero; direct current is all that is solved for.
    fn source_stepping(&mut self, y: &mut [f64]) -> PointResult {
        y.fill(0.0);
        let budget = self.newton.iterations + BUDGET;
        let (mut scale, mut step) = (0.0f64, 0.1f64);
        let mut known = y.to_vec();
        self.newton.solve(self.mna, NewtonTask::Steady(0.0), self.plain, y)?;
        while scale < 1.0 {
            known.copy_from_slice(y);
            let next = (scale + step).min(1.0);
            match self.newton.solve(self.mna, NewtonTask::Steady(next), self.plain, y) {
                Ok(()) => {
                    scale = next;
                    step *= 1.5;
                }
                Err(failed) => {
                    self.go_back(y, &known);
                    step *= 0.25;
                    if step < LEAST || self.newton.iterations > budget {
                        return Err(failed);
                    }
                }
            }
        }
        Ok(())
    }

    /// Leads from any values to a solution as a farad from every node to ground would, with longer and longer steps.
    ///
    /// A step after which nothing is found nearby is too long: what is found then may be any solution, or none. So failing
    /// costs few iterations, and steps grow slowly after it. From one point to the next nothing turns by much within a step.
    pub(crate) fn pseudo_transient(&mut self, y: &mut [f64]) -> PointResult {
        let patience = std::mem::replace(&mut self.newton.patience, FEW);
        let led = self.follow(y);
        self.newton.patience = patience;
        led?;
        self.solve(y)
    }

    fn follow(&mut self, y: &mut [f64]) -> PointResult {
        let near = matches!(self.task, NewtonTask::Step { .. });
        let budget = self.newton.iterations + if near { LEAP } else { BUDGET };
        let rows: Vec<usize> = self.mna.diagonals().map(|(row, _)| row).collect();
        let mut known = y.to_vec();
        let mut change = vec![0.0; y.len()];
        let (mut conductance, mut before) = (1.0, 1.0);
        let mut careful = 0;
        while conductance > LAST {
            let hold = AddedConstraints { conductance, anchor: Some(&known), ..self.plain };
            let solved = self.newton.solve(self.mna, self.task, hold, y);
            let turns = near && solved.is_ok() && conductance < STIFF && {
                let largest =
                    rows.iter().fold(NOTHING, |most, &row| most.max(known[row].abs()).max(y[row].abs()));
                let went = before / conductance;
                rows.iter().any(|&row| (y[row] - known[row] - went * change[row]).abs() > TURN * largest)
            };
            match solved {
                Ok(()) if !turns => {
                    for ((change, y), known) in change.iter_mut().zip(&*y).zip(&mut known) {
                        *change = y - *known;
                        *known = *y;
                    }
                    before = conductance;
                    conductance *= if careful > 0 { SLOWLY } else { QUICKLY };
                    careful = usize::saturating_sub(careful, 1);
                }
                solved => {
                    self.go_back(y, &known);
                    conductance *= BACK;
                    careful = CAREFUL;
                    if conductance > BACK * STIFF || self.newton.iterations > budget {
                        let diverges =
                            || OperatingPointError::Diverges { unknowns: Vec::new(), devices: Vec::new() };
                        return Err(solved.err().unwrap_or_else(diverges));
                    }
                }
            }
        }
        Ok(())
    }
}

/// The nodes whose potentials rest on the small conductances across junctions, each with its potential when these are ten
/// times as large. Nothing if there are no devices.
pub fn gmin_dependent_nodes(
    circuit: &Circuit,
    conditions: &DeviceConditions,
    point: &OperatingPoint,
) -> Vec<(NodeId, f64)> {
    if circuit.devices.is_empty() || conditions.gmin <= 0.0 {
        return Vec::new();
    }
    let larger = DeviceConditions { gmin: 10.0 * conditions.gmin, ..*conditions };
    let Ok(mut mna) = Mna::new(circuit, &larger, TransientTimes { step: 0.0, stop: 1.0 }) else {
        return Vec::new();
    };
    let Ok(other) = mna.operating_point(&point.y, &[]) else { return Vec::new() };
    let nodes = (1..circuit.nodes.len()).filter(|&at| {
        let (now, then) = (point.y[at - 1], other.y[at - 1]);
        (then - now).abs() > LEANS * now.abs().max(then.abs()) + NOTHING
    });
    nodes.map(|at| (NodeId(at as u32), other.y[at - 1])).collect()
}
