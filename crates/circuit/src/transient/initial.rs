//! How a transient begins: at an operating point, or as written.

use super::{Failed, Settings, junctions};
use crate::mna::{Hold, Newton, Task};
use crate::point::drift;
use crate::{Circuit, Conditions, ElementId, Kind, Mna, NodeId, Run, Unknown, UnstableMode, unstable};

/// A written value may be missed by this part of it, or by so many volts or amperes.
const RELATIVE: f64 = 1e-3;
const ABSOLUTE: f64 = 1e-6;

/// How far beside an unstable point a transient is proposed to begin, as a part of the largest potential that moves, which
/// is at least so many volts.
const ASIDE: f64 = 0.1;
const LEAST: f64 = 0.1;
/// How often a kick becomes ten times as strong where nothing stores charge.
const STRONGER: i32 = 4;

/// A value that is written for the beginning and cannot hold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contradiction {
    /// What it is written for.
    pub what: Initial,
    /// The value that is written.
    pub written: f64,
    /// The value that the rest of the circuit gives.
    pub actual: f64,
}

/// What has a value at the beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Initial {
    /// A node, by the number of its entry in `.ic`.
    Node(usize),
    /// The voltage of a capacitor or the current of an inductor.
    Element(ElementId),
    /// A voltage of a diode or a transistor, by its number in `ic=`.
    Junction(ElementId, usize),
}

/// The values at the beginning.
pub(super) fn values(circuit: &Circuit, mna: &mut Mna, settings: &Settings) -> Result<Vec<f64>, Failed> {
    mna.begin(0.0);
    if settings.uic { as_written(circuit, mna, settings) } else { at_rest(circuit, mna) }
}

/// The operating point with `.ic` held.
fn at_rest(circuit: &Circuit, mna: &mut Mna) -> Result<Vec<f64>, Failed> {
    let held: Vec<(NodeId, f64)> = circuit.initial.iter().map(|&(node, value, _)| (node, value)).collect();
    let guess = guessed(circuit, mna).map_err(Failed::Point)?;
    let point = mna.operating_point(&guess, &held).map_err(Failed::Point)?;
    check(circuit, mna, &point.y, false)?;
    Ok(point.y)
}

/// Looks for what grows from the operating point. With a kick the transient begins beside it, and nothing is left to tell.
pub(super) fn kick(
    circuit: &Circuit,
    mna: &mut Mna,
    settings: &Settings,
    y: &mut [f64],
) -> Option<UnstableMode> {
    // With `uic`, or with potentials that are held until now, a transient does not begin at rest.
    if settings.uic || !circuit.initial.is_empty() {
        return None;
    }
    let mut found = unstable(circuit, mna, y, settings.stop)?;
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
        mna.forget();
        if mna.balance(0.0, &still, &mut charge, &mut f).is_err() {
            break;
        }
        let mut other: Vec<f64> = moved(settings.kick * 10f64.powi(times)).collect();
        let task = Task::Step { t: h, h, charge: &charge };
        let led = drift(mna, &mut Newton::new(mna), task, Hold::default(), &mut other);
        if led.is_ok() && unstable(circuit, mna, &other, settings.stop).is_none_or(|left| left.stored) {
            y.copy_from_slice(&other);
            return None;
        }
    }
    y.copy_from_slice(&still);
    Some(found)
}

/// Potentials for `.ic` that lead away from an unstable point, for at most two nodes; only such as can hold.
fn beside(circuit: &Circuit, settings: &Settings, mode: &UnstableMode, y: &[f64]) -> Vec<(NodeId, f64)> {
    let run = Run { step: settings.step, stop: settings.stop };
    let Ok(mut mna) = Mna::new(circuit, &Conditions::new(circuit), run) else { return Vec::new() };
    mna.begin(0.0);
    let most = mode.nodes.iter().fold(LEAST, |most, &at| most.max(y[at].abs()));
    let mut start: Vec<(NodeId, f64)> = Vec::new();
    for &at in &mode.charged {
        let Unknown::Node(node) = mna.unknowns.list[at] else { continue };
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
pub fn guessed(circuit: &Circuit, mna: &mut Mna) -> Result<Vec<f64>, crate::NoPoint> {
    let start = vec![0.0; mna.size()];
    if circuit.guesses.is_empty() {
        return Ok(start);
    }
    let held: Vec<(NodeId, f64)> = circuit.guesses.iter().map(|&(node, value, _)| (node, value)).collect();
    mna.operating_point(&start, &held).map(|point| point.y)
}

/// The values as written, and all that follows from charges and fluxes.
fn as_written(circuit: &Circuit, mna: &mut Mna, settings: &Settings) -> Result<Vec<f64>, Failed> {
    let size = mna.size();
    let mut y = vec![0.0; size];
    for &(node, value, _) in &circuit.initial {
        if let Some(at) = mna.unknowns.node(node) {
            y[at] = value;
        }
    }
    let potential = |y: &[f64], node: NodeId| node.at().checked_sub(1).map_or(0.0, |at| y[at]);
    for (element, values) in &circuit.starts {
        if let (Some(at), Kind::Inductor { .. }) =
            (mna.unknowns.current(*element), circuit.elements[element.at()].kind)
        {
            y[at] = values.first().copied().unwrap_or(0.0);
        }
    }
    junctions::inside(circuit, mna, &mut y);
    let (mut charge, mut f) = (vec![0.0; size], vec![0.0; size]);
    mna.balance(0.0, &y, &mut charge, &mut f).map_err(|found| Failed::Point(found.into()))?;
    for (element, values) in &circuit.starts {
        if let (Kind::Capacitor { nodes: [a, b], farads }, Some(&volts)) =
            (circuit.elements[element.at()].kind, values.first())
        {
            let missing = farads * (volts - (potential(&y, a) - potential(&y, b)));
            for (node, missing) in [(a, missing), (b, -missing)] {
                if let Some(at) = mna.unknowns.node(node) {
                    charge[at] += missing;
                }
            }
        }
    }
    junctions::charge(circuit, mna, &y, &mut charge);
    let mut newton = Newton::new(mna);
    let h = 1e-5 * super::GLANCE * settings.stop;
    let task = Task::Step { t: 0.0, h, charge: &charge };
    let given = y.clone();
    if newton.solve(mna, task, Hold::default(), &mut y).is_err() {
        mna.forget();
        y = given;
        drift(mna, &mut newton, task, Hold::default(), &mut y).map_err(Failed::Point)?;
    }
    check(circuit, mna, &y, true)?;
    Ok(y)
}

/// Whether everything has the value that is written for it.
fn check(circuit: &Circuit, mna: &Mna, y: &[f64], uic: bool) -> Result<(), Failed> {
    let potential = |node: NodeId| node.at().checked_sub(1).map_or(0.0, |at| y[at]);
    let mut wrong = Vec::new();
    let mut compare = |what: Initial, written: f64, actual: f64| {
        if (actual - written).abs() > RELATIVE * written.abs().max(actual.abs()) + ABSOLUTE {
            wrong.push(Contradiction { what, written, actual });
        }
    };
    for (at, &(node, value, _)) in circuit.initial.iter().enumerate() {
        compare(Initial::Node(at), value, potential(node));
    }
    for (element, values) in circuit.starts.iter().filter(|_| uic) {
        let Some(&written) = values.first() else { continue };
        match circuit.elements[element.at()].kind {
            Kind::Capacitor { nodes: [a, b], .. } => {
                compare(Initial::Element(*element), written, potential(a) - potential(b));
            }
            Kind::Inductor { .. } => {
                if let Some(at) = mna.unknowns.current(*element) {
                    compare(Initial::Element(*element), written, y[at]);
                }
            }
            _ => {}
        }
    }
    if uic {
        for (element, at, [written, actual]) in junctions::compare(circuit, mna, y) {
            compare(Initial::Junction(element, at), written, actual);
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(Failed::Contradicts(wrong)) }
}
