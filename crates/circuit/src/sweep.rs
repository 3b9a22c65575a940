//! Operating points over the values of one or two sources, resistors or temperatures, each beginning where the last one
//! ended.

use std::borrow::Cow;

use crate::grid::{GridError, bounded, levels};
use crate::{
    Circuit, CircuitElementKind, DeviceConditions, ElementId, Mna, MnaError, NodeId, OperatingPointError,
    SweepRange, SweepVariable, TransientTimes,
};

/// The points of a sweep.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SweepResult {
    /// The values of what changes fastest, and of the other one if there is one.
    pub levels: Vec<Vec<f64>>,
    /// All unknowns at each point, one point after the other.
    pub values: Vec<f64>,
}

/// Why a sweep ends early.
#[derive(Clone, Debug, PartialEq)]
pub enum SweepError {
    /// A step of zero or in the wrong direction, or too many points.
    Range(GridError),
    /// What is swept is no independent source; the number of the range.
    Source(usize),
    /// There is no operating point at these values.
    Point(Vec<f64>, OperatingPointError),
    /// Devices make no sense at these values.
    Devices(Vec<f64>, Vec<MnaError>),
}

/// Sweeps one or two ranges, the first of which changes fastest. The equations are left with the last values.
///
/// # Errors
/// The first thing that is wrong.
pub fn sweep(
    (circuit, conditions): (&Circuit, &DeviceConditions),
    mna: &mut Mna,
    ranges: &[SweepRange],
    guess: Vec<f64>,
    held: &[(NodeId, f64)],
) -> Result<SweepResult, SweepError> {
    let mut swept = SweepResult::default();
    for (at, &(knob, range)) in ranges.iter().enumerate() {
        swept.levels.push(levels(range).map_err(SweepError::Range)?);
        if let SweepVariable::Source(source) = knob
            && !mna.set(source, range[0])
        {
            return Err(SweepError::Source(at));
        }
    }
    let count: f64 = swept.levels.iter().map(|levels| levels.len() as f64).product();
    bounded(count).map_err(SweepError::Range)?;
    let mut turn =
        SweptCircuit { circuit: Cow::Borrowed(circuit), conditions: *conditions, ranges, last: Vec::new() };
    let inner = swept.levels.first().cloned().unwrap_or_default();
    let outer: Vec<Option<f64>> = match swept.levels.get(1) {
        Some(levels) => levels.iter().map(|&level| Some(level)).collect(),
        None => vec![None],
    };
    let mut row = guess;
    for second in outer {
        let mut y = row.clone();
        for (number, &first) in inner.iter().enumerate() {
            let now: Vec<f64> = [Some(first), second].into_iter().flatten().collect();
            turn.to(mna, &now).map_err(|wrong| SweepError::Devices(now.clone(), wrong))?;
            let point = mna.operating_point(&y, held).map_err(|failed| SweepError::Point(now, failed))?;
            y = point.y;
            if number == 0 {
                row.clone_from(&y);
            }
            swept.values.extend_from_slice(&y);
        }
    }
    Ok(swept)
}

/// The ohms of a resistor at a point of a sweep.
pub fn ohms(circuit: &Circuit, ranges: &[SweepRange], levels: &[f64], resistor: ElementId) -> f64 {
    for (&(knob, _), &level) in ranges.iter().zip(levels) {
        match knob {
            SweepVariable::Resistor(swept) if swept == resistor => return level,
            SweepVariable::Temperature => {
                let of = circuit.heatings.binary_search_by_key(&resistor, |heating| heating.element);
                if let Ok(at) = of {
                    return circuit.heatings[at].at(level);
                }
            }
            _ => {}
        }
    }
    match circuit.elements[resistor.at()].kind {
        CircuitElementKind::Resistor { ohms, .. } => ohms,
        _ => f64::NAN,
    }
}

/// A circuit that is changed from point to point.
struct SweptCircuit<'a> {
    circuit: Cow<'a, Circuit>,
    conditions: DeviceConditions,
    ranges: &'a [SweepRange],
    last: Vec<f64>,
}

impl SweptCircuit<'_> {
    /// Brings everything that is swept to its level. Sources are set; everything else makes other equations.
    fn to(&mut self, mna: &mut Mna, levels: &[f64]) -> Result<(), Vec<MnaError>> {
        let mut other = false;
        for (at, (&(knob, _), &level)) in self.ranges.iter().zip(levels).enumerate() {
            if self.last.get(at) == Some(&level) {
                continue;
            }
            match knob {
                SweepVariable::Source(_) => continue,
                SweepVariable::Resistor(resistor) => {
                    if let CircuitElementKind::Resistor { ohms, .. } =
                        &mut self.circuit.to_mut().elements[resistor.at()].kind
                    {
                        *ohms = level;
                    }
                }
                SweepVariable::Temperature => {
                    self.circuit.to_mut().set_temperature(level);
                    self.conditions.celsius = level;
                }
            }
            other = true;
        }
        if other {
            *mna = Mna::new(&self.circuit, &self.conditions, TransientTimes { step: 0.0, stop: 1.0 })?;
        }
        for (&(knob, _), &level) in self.ranges.iter().zip(levels) {
            if let SweepVariable::Source(source) = knob {
                mna.set(source, level);
            }
        }
        self.last = levels.to_vec();
        Ok(())
    }
}
