//! How a transient begins: at an operating point, or as written.

use rustc_hash::{FxHashMap, FxHashSet};

use super::initial_conditions::InitialConditionSet;
use super::{TransientError, TransientResult, TransientSettings, junctions};
use crate::mna::{AddedConstraints, CircuitNewton, NewtonTask, PointResult};
use crate::operating_point::{MAX_CHANGES, SolutionSearch};
use crate::{
    Circuit, CircuitElementKind, DeviceConditions, ElementId, Mna, MnaUnknown, NodeId, OperatingPointError,
    TransientTimes, UnstableMode, find_unstable_mode,
};

/// A written value may be missed by this part of it, or by so many volts or amperes.
const RELATIVE: f64 = 1e-3;
const ABSOLUTE: f64 = 1e-6;

/// How far beside an unstable point a transient is proposed to begin, as a part of the largest potential that moves, which
/// is at least so many volts.
const ASIDE: f64 = 0.1;
const LEAST: f64 = 0.1;
/// How often a kick becomes ten times as strong where nothing stores charge.
const STRONGER: i32 = 4;

/// An initial value that is written and cannot hold.
#[derive(Clone, Debug, PartialEq)]
pub struct InitialContradiction {
    /// What it is written for.
    pub what: InitialQuantity,
    /// The value that is written.
    pub written: f64,
    /// The value that the rest of the circuit gives.
    pub actual: f64,
    /// What it contradicts.
    pub shape: ContradictionKind,
    /// Whether the transient begins if all values that cannot hold are replaced by what the rest gives.
    pub replace: bool,
    /// Whether it begins if they are left out.
    pub omit: bool,
}

/// What an initial value contradicts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ContradictionKind {
    /// The other voltages of a loop of capacitors and voltage sources, all of which are given.
    Loop(Vec<InitialQuantity>),
    /// The other currents of a cutset of inductors and current sources, all of which are given.
    Cutset(Vec<InitialQuantity>),
    /// The equations: it does not stay there for any time at all.
    Equations,
}

impl InitialContradiction {
    /// With the value that is written and the one that the rest gives; no remedy is verified yet.
    pub(super) fn new(
        what: InitialQuantity,
        [written, actual]: [f64; 2],
        shape: ContradictionKind,
    ) -> InitialContradiction {
        InitialContradiction { what, written, actual, shape, replace: false, omit: false }
    }
}

/// Whether a written value is missed.
pub(super) fn apart(written: f64, actual: f64) -> bool {
    (actual - written).abs() > RELATIVE * written.abs().max(actual.abs()) + ABSOLUTE
}

/// What has a value at the beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InitialQuantity {
    /// A node, by the number of its entry in `.ic`.
    Node(usize),
    /// The voltage of a capacitor or the current of an inductor.
    Element(ElementId),
    /// A voltage of a diode or a transistor, by its number in `ic=`.
    Junction(ElementId, usize),
}

/// The values at the beginning.
pub(super) fn values(
    circuit: &Circuit,
    mna: &mut Mna,
    settings: &TransientSettings,
) -> TransientResult<Vec<f64>> {
    let mut found = attempt(circuit, mna, settings);
    if let Err(TransientError::Contradicts(all)) = &mut found {
        verify(circuit, settings, all);
    }
    found
}

fn attempt(circuit: &Circuit, mna: &mut Mna, settings: &TransientSettings) -> TransientResult<Vec<f64>> {
    mna.use_initial_sources(0.0);
    if settings.uic { as_written(circuit, mna, settings) } else { at_rest(circuit, mna) }
}

/// Tries what could be advised: a remedy that only leads to the next refusal is none.
fn verify(circuit: &Circuit, settings: &TransientSettings, all: &mut [InitialContradiction]) {
    let begins = |circuit: &Circuit| {
        let run = TransientTimes { step: settings.step, stop: settings.stop };
        Mna::new(circuit, &DeviceConditions::new(circuit), run)
            .is_ok_and(|mut mna| attempt(circuit, &mut mna, settings).is_ok())
    };
    let (mut replaced, mut omitted) = (circuit.clone(), circuit.clone());
    let mut nodes = Vec::new();
    for found in all.iter() {
        // With the digits that are told.
        let value = format!("{:.5e}", found.actual).parse().unwrap_or(found.actual);
        let (element, at) = match found.what {
            InitialQuantity::Node(at) => {
                replaced.initial[at].1 = value;
                nodes.push(at);
                continue;
            }
            InitialQuantity::Element(element) => (element, 0),
            InitialQuantity::Junction(element, at) => (element, at),
        };
        let start = replaced.starts.iter_mut().find(|start| start.0 == element);
        if let Some(written) = start.and_then(|start| start.1.get_mut(at)) {
            *written = value;
        }
        omitted.starts.retain(|start| start.0 != element);
    }
    let mut at = 0..;
    omitted.initial.retain(|_| at.next().is_none_or(|at| !nodes.contains(&at)));
    let (replace, omit) = (begins(&replaced), begins(&omitted));
    for found in all {
        (found.replace, found.omit) = (replace, omit);
    }
}

/// The operating point with `.ic` held.
fn at_rest(circuit: &Circuit, mna: &mut Mna) -> TransientResult<Vec<f64>> {
    let held: Vec<(NodeId, f64)> = circuit.initial.iter().map(|&(node, value, _)| (node, value)).collect();
    let guess = guessed(circuit, mna).map_err(TransientError::Point)?;
    let point = mna.operating_point(&guess, &held).map_err(TransientError::Point)?;
    let wrong = missed(circuit, mna, &point.y, false);
    if wrong.is_empty() { Ok(point.y) } else { Err(TransientError::Contradicts(wrong)) }
}

/// Looks for what grows from the operating point. With a kick the transient begins beside it, and nothing is left to tell.
pub(super) fn perturb_unstable_point(
    circuit: &Circuit,
    mna: &mut Mna,
    settings: &TransientSettings,
    y: &mut [f64],
) -> Option<UnstableMode> {
    // With `uic`, or with potentials that are held until now, a transient does not begin at rest.
    if settings.uic || !circuit.initial.is_empty() {
        return None;
    }
    let mut found = find_unstable_mode(circuit, mna, y, settings.stop)?;
    if settings.kick == 0.0 {
        found.start = beside(circuit, settings, &found, y);
        return Some(found);
    }
    let still = y.to_vec();
    let moved = |kick: f64| still.iter().zip(&found.shape).map(move |(still, part)| still + kick * part);
    for (y, moved) in y.iter_mut().zip(moved(settings.kick)) {
        *y = moved;
    }
    if found.stored {
        return None;
    }
    // Nothing holds these values: others follow from them, or from a stronger kick, with all charges as they are.
    let (mut charge, mut f) = (vec![0.0; y.len()], vec![0.0; y.len()]);
    let h = super::GLANCE * settings.stop;
    for times in 0..=STRONGER {
        mna.reset_devices();
        if mna.balance(0.0, &still, &mut charge, &mut f).is_err() {
            break;
        }
        let mut other: Vec<f64> = moved(settings.kick * 10f64.powi(times)).collect();
        let task = NewtonTask::Step { t: h, h, charge: &charge };
        let newton = &mut CircuitNewton::new(mna);
        if SolutionSearch::new(mna, newton, task).pseudo_transient(&mut other).is_ok()
            && find_unstable_mode(circuit, mna, &other, settings.stop).is_none_or(|left| left.stored)
        {
            y.copy_from_slice(&other);
            return None;
        }
    }
    y.copy_from_slice(&still);
    Some(found)
}

/// Potentials for `.ic` that lead away from an unstable point, for at most two nodes; only such as can hold.
fn beside(
    circuit: &Circuit,
    settings: &TransientSettings,
    mode: &UnstableMode,
    y: &[f64],
) -> Vec<(NodeId, f64)> {
    let run = TransientTimes { step: settings.step, stop: settings.stop };
    let Ok(mut mna) = Mna::new(circuit, &DeviceConditions::new(circuit), run) else { return Vec::new() };
    mna.use_initial_sources(0.0);
    let most = mode.nodes.iter().fold(LEAST, |most, &at| most.max(y[at].abs()));
    let mut start: Vec<(NodeId, f64)> = Vec::new();
    for &at in &mode.charged {
        let MnaUnknown::Node(node) = mna.unknowns.list[at] else { continue };
        // Two digits are enough for people to write.
        let Ok(value) = format!("{:.1e}", y[at] + ASIDE * most * mode.shape[at]).parse::<f64>() else {
            continue;
        };
        start.push((node, value));
        let led = mna.operating_point(y, &start);
        let holds = led.is_ok_and(|point| {
            let kept = |&(node, value): &(NodeId, f64)| {
                mna.unknowns
                    .node(node)
                    .is_some_and(|at| (point.y[at] - value).abs() <= RELATIVE * value.abs() + ABSOLUTE)
            };
            start.iter().all(kept)
        });
        if !holds {
            start.pop();
        }
        if start.len() == 2 {
            break;
        }
    }
    start
}

/// The values that `.nodeset` lets Newton's method begin with: the solution with these potentials held.
///
/// # Errors
/// Why there is no such solution.
pub fn guessed(circuit: &Circuit, mna: &mut Mna) -> Result<Vec<f64>, crate::OperatingPointError> {
    let start = vec![0.0; mna.size()];
    if circuit.guesses.is_empty() {
        return Ok(start);
    }
    let held: Vec<(NodeId, f64)> = circuit.guesses.iter().map(|&(node, value, _)| (node, value)).collect();
    mna.operating_point(&start, &held).map(|point| point.y)
}

/// The values as written, and all that follows from charges and fluxes.
fn as_written(circuit: &Circuit, mna: &mut Mna, settings: &TransientSettings) -> TransientResult<Vec<f64>> {
    let pins = InitialConditionSet::new(circuit, mna);
    if !pins.contradictions.is_empty() {
        return Err(TransientError::Contradicts(pins.contradictions));
    }
    let mut y = written(circuit, mna);
    let mut charge = vec![0.0; y.len()];
    let mut scratch = charge.clone();
    let adapted = adapt(circuit, mna, &pins, settings);
    let doubtful = adapted.is_some().then_some(&pins.doubtful);
    match adapted {
        Some(adapted) => {
            y = adapted;
            mna.balance(0.0, &y, &mut charge, &mut scratch)
                .map_err(|found| TransientError::Start(found.into()))?;
        }
        None => charges(circuit, mna, &FxHashSet::default(), &y, &mut charge)?,
    }
    follow(mna, settings, &charge, &mut y).map_err(TransientError::Start)?;
    // Of several solutions, that in the middle of a latch is none that a circuit is found at. Where there is one, nothing
    // that is given changes by looking for it.
    if find_unstable_mode(circuit, mna, &y, settings.stop).is_some() {
        let mut other = written(circuit, mna);
        mna.reset_devices();
        let task = NewtonTask::Step { t: 0.0, h: step(settings), charge: &charge };
        let newton = &mut CircuitNewton::new(mna);
        if SolutionSearch::new(mna, newton, task).pseudo_transient(&mut other).is_ok() {
            y = other;
        }
    }
    // What is given among charges holds, even where a current takes it away at once: a diode with volts across it.
    let mut wrong = missed(circuit, mna, &y, true);
    let mut compared = |what: InitialQuantity| match what {
        InitialQuantity::Element(id) => doubtful.is_none_or(|doubtful| doubtful.contains(&id)),
        InitialQuantity::Node(at) => doubtful.is_none() || !stores(mna, circuit.initial[at].0),
        InitialQuantity::Junction(..) => true,
    };
    wrong.retain(|found| compared(found.what));
    if wrong.is_empty() { Ok(y) } else { Err(TransientError::Contradicts(wrong)) }
}

/// Whether charge is stored at a node, where devices were looked at last.
fn stores(mna: &mut Mna, node: NodeId) -> bool {
    let mut capacitances = vec![0.0; mna.pattern().entries()];
    mna.capacitances(&mut capacitances);
    let Some(node) = mna.unknowns.node(node) else { return false };
    let first = mna.pattern().starts()[node] as usize;
    let column = mna.pattern().column(node as u32).iter().zip(&capacitances[first..]);
    // The charge of a capacitor that floats stands in a row of its own.
    let own = |row: usize| row == node || matches!(mna.unknowns.list[row], MnaUnknown::CapacitorCurrent(_));
    column.into_iter().any(|(&row, capacitance)| own(row as usize) && *capacitance != 0.0)
}

/// The potentials of `.ic` and the currents of inductors; all else is zero.
fn written(circuit: &Circuit, mna: &Mna) -> Vec<f64> {
    let mut y = vec![0.0; mna.size()];
    for &(node, value, _) in &circuit.initial {
        if let Some(at) = mna.unknowns.node(node) {
            y[at] = value;
        }
    }
    for (element, values) in &circuit.starts {
        if let (Some(at), CircuitElementKind::Inductor { .. }) =
            (mna.unknowns.current(*element), circuit.elements[element.at()].kind)
        {
            y[at] = values.first().copied().unwrap_or(0.0);
        }
    }
    junctions::inside(circuit, mna, &mut y);
    y
}

/// The charges and fluxes that are written, where none is written those at some values. What is pinned has none.
fn charges(
    circuit: &Circuit,
    mna: &mut Mna,
    pinned: &FxHashSet<ElementId>,
    y: &[f64],
    charge: &mut [f64],
) -> TransientResult<()> {
    let mut scratch = vec![0.0; y.len()];
    mna.balance(0.0, y, charge, &mut scratch).map_err(|found| TransientError::Start(found.into()))?;
    let potential = |node: NodeId| node.at().checked_sub(1).map_or(0.0, |at| y[at]);
    for (element, values) in circuit.starts.iter().filter(|start| !pinned.contains(&start.0)) {
        if let (CircuitElementKind::Capacitor { nodes: [a, b], farads }, Some(&volts)) =
            (circuit.elements[element.at()].kind, values.first())
        {
            let missing = farads * (volts - (potential(a) - potential(b)));
            if let Some(own) = mna.unknowns.capacitor(*element) {
                charge[own] += missing;
                continue;
            }
            for (node, missing) in [(a, missing), (b, -missing)] {
                if let Some(at) = mna.unknowns.node(node) {
                    charge[at] += missing;
                }
            }
        }
    }
    junctions::charge(circuit, mna, y, charge);
    Ok(())
}

/// A step of no time.
fn step(settings: &TransientSettings) -> f64 {
    1e-5 * super::GLANCE * settings.stop
}

/// Values that have some charges and fluxes, with switches as these values say: one that waited for its edge to be closed
/// would close where what controls it falls.
fn follow(mna: &mut Mna, settings: &TransientSettings, charge: &[f64], y: &mut [f64]) -> PointResult {
    for _ in 0..MAX_CHANGES {
        solve(mna, settings, charge, y)?;
        if !mna.update_switches(y) {
            return Ok(());
        }
    }
    Err(OperatingPointError::Switching)
}

/// The same with switches as they are.
fn solve(mna: &mut Mna, settings: &TransientSettings, charge: &[f64], y: &mut [f64]) -> PointResult {
    let mut newton = CircuitNewton::new(mna);
    let task = NewtonTask::Step { t: 0.0, h: step(settings), charge };
    let given = y.to_vec();
    if newton.solve(mna, task, AddedConstraints::default(), y).is_ok() {
        return Ok(());
    }
    mna.reset_devices();
    y.copy_from_slice(&given);
    if SolutionSearch::new(mna, &mut newton, task).pseudo_transient(y).is_ok() {
        return Ok(());
    }
    // From volts across a diode Newton's method comes back by millivolts; from zero devices cut its steps.
    mna.reset_devices();
    y.fill(0.0);
    newton.solve(mna, task, AddedConstraints::default(), y)
}

/// The values for which what is given holds and everything else adapts to it; none if they are not found.
fn adapt(
    circuit: &Circuit,
    mna: &Mna,
    pins: &InitialConditionSet,
    settings: &TransientSettings,
) -> Option<Vec<f64>> {
    if pins.is_empty() {
        return None;
    }
    let pinned = pins.circuit(circuit);
    let run = TransientTimes { step: settings.step, stop: settings.stop };
    let mut other = Mna::new(&pinned, &DeviceConditions::new(circuit), run).ok()?;
    let mut adapted = written(&pinned, &other);
    let mut charge = vec![0.0; adapted.len()];
    charges(&pinned, &mut other, &pins.elements(), &adapted, &mut charge).ok()?;
    follow(&mut other, settings, &charge, &mut adapted).ok()?;
    let mut y = written(circuit, mna);
    let all = other.unknowns.list.iter().zip(&adapted);
    let inside: FxHashMap<(ElementId, u8), f64> = all
        .filter_map(|(unknown, &value)| match *unknown {
            MnaUnknown::Inner(element, terminal) => Some(((element, terminal), value)),
            _ => None,
        })
        .collect();
    for (y, unknown) in y.iter_mut().zip(&mna.unknowns.list) {
        let found = match *unknown {
            MnaUnknown::Node(node) => other.unknowns.node(node).map(|at| adapted[at]),
            MnaUnknown::Inner(element, terminal) => inside.get(&(element, terminal)).copied(),
            MnaUnknown::Current(element, 0) => other.unknowns.current(element).map(|at| adapted[at]),
            MnaUnknown::Current(..) | MnaUnknown::CapacitorCurrent(_) | MnaUnknown::Rate(_) => None,
        };
        *y = found.unwrap_or(*y);
    }
    Some(y)
}

/// Written values that are missed.
fn missed(circuit: &Circuit, mna: &Mna, y: &[f64], uic: bool) -> Vec<InitialContradiction> {
    let potential = |node: NodeId| node.at().checked_sub(1).map_or(0.0, |at| y[at]);
    let mut wrong = Vec::new();
    let mut compare = |what: InitialQuantity, written: f64, actual: f64| {
        if apart(written, actual) {
            wrong.push(InitialContradiction::new(what, [written, actual], ContradictionKind::Equations));
        }
    };
    for (at, &(node, value, _)) in circuit.initial.iter().enumerate() {
        compare(InitialQuantity::Node(at), value, potential(node));
    }
    for (element, values) in circuit.starts.iter().filter(|_| uic) {
        let Some(&written) = values.first() else { continue };
        match circuit.elements[element.at()].kind {
            CircuitElementKind::Capacitor { nodes: [a, b], .. } => {
                compare(InitialQuantity::Element(*element), written, potential(a) - potential(b));
            }
            CircuitElementKind::Inductor { .. } => {
                if let Some(at) = mna.unknowns.current(*element) {
                    compare(InitialQuantity::Element(*element), written, y[at]);
                }
            }
            _ => {}
        }
    }
    if uic {
        for (element, at, [written, actual]) in junctions::compare(circuit, mna, y) {
            compare(InitialQuantity::Junction(element, at), written, actual);
        }
    }
    wrong
}
