//! Controlled sources that are not linear: polynomials and formulas.

mod conditions;
mod domain;

use codegen::{ComputeStep, Executor as _, Interpreter, NoCalls, RegisterCode, Slots, compile};
use conditions::{FormulaConditions, split};
use equations::VariableId;

use super::bank::{DeviceBank, DeviceSums, EvaluationSettings};
use super::stamp_pattern::StampPattern;
use super::{DomainError, DomainResult};
use crate::{Circuit, ControlLaw, ControllingQuantity, ElementId};

/// Where the value of a law goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct LawTarget {
    /// Rows, each with the factor that it is added with.
    pub(super) rows: [(u32, f64); 2],
    /// An unknown that it is multiplied with; zero for none.
    pub(super) factor: u32,
    /// Whether it is a charge and not a current.
    pub(super) charge: bool,
}

/// All laws of a circuit.
#[derive(Default)]
pub(super) struct Laws {
    laws: Vec<LawStamp>,
    /// For each comparison in a formula, the law that has it and its number there.
    states: Vec<(u32, u32)>,
    evaluations: u64,
}

struct LawStamp {
    element: ElementId,
    value: LawValue,
    effect: LawTarget,
    /// Between which unknowns each quantity is measured.
    controls: Vec<[u32; 2]>,
    /// For each of the two rows: two slots for each quantity, and one for the factor.
    slots: [Vec<u32>; 2],
    inputs: Vec<f64>,
    slopes: Vec<f64>,
    /// The quantities where the law had a value last; empty if it never had one.
    inside: Vec<f64>,
    /// Whether it has no value at the point that was looked at last.
    outside: bool,
    /// What was told last, before signs: the value, and its slopes by quantities and by the factor.
    told: f64,
    now: Vec<f64>,
    stamped: Vec<f64>,
}

enum LawValue {
    Polynomial(Vec<(f64, Vec<u8>)>),
    Formula(Box<CompiledFormula>),
    /// A formula that cannot be compiled has no value anywhere.
    Refused,
}

/// A formula.
struct CompiledFormula {
    free: FormulaDerivatives,
    /// The same with comparisons that stay as they are, and these; where there are any.
    held: Option<(FormulaDerivatives, FormulaConditions)>,
    /// Whether they stay as they are now.
    holds: bool,
    /// One slot for each quantity of the law, then time, then the states of comparisons.
    slots: Vec<f64>,
}

/// The value of a formula with its derivatives.
struct FormulaDerivatives {
    value: Interpreter,
    jacobian: Interpreter,
    /// For each derivative that is not zero, the quantity of the law.
    columns: Vec<usize>,
    outputs: Vec<f64>,
}

impl FormulaDerivatives {
    fn new(code: &RegisterCode, count: usize) -> FormulaDerivatives {
        let slots: Vec<u32> = (0..count as u32).collect();
        let jacobian = code.jacobian(&slots);
        let columns = (0..count)
            .flat_map(|column| {
                let often = jacobian.starts[column + 1] - jacobian.starts[column];
                std::iter::repeat_n(column, often as usize)
            })
            .collect::<Vec<usize>>();
        FormulaDerivatives {
            value: Interpreter::new(code),
            jacobian: Interpreter::new(&jacobian.code),
            outputs: vec![0.0; columns.len().max(1)],
            columns,
        }
    }

    /// The value, not a number outside of the domain; derivatives may exist where the value does, or not.
    fn run(&mut self, slots: &mut [f64], slopes: &mut [f64]) -> f64 {
        let mut result = [f64::NAN];
        if self.value.run(slots, &mut result, &mut NoCalls).is_err() {
            return f64::NAN;
        }
        if self.jacobian.run(slots, &mut self.outputs, &mut NoCalls).is_err() {
            self.outputs.fill(f64::NAN);
        }
        for (&column, output) in self.columns.iter().zip(&self.outputs) {
            slopes[column] += output;
        }
        result[0]
    }
}

struct LawSlots<'a> {
    circuit: &'a Circuit,
    controls: &'a [ControllingQuantity],
}

impl Slots for LawSlots<'_> {
    fn variable(&self, id: VariableId) -> Option<u32> {
        let control = self.circuit.quantities.get(id.at())?;
        self.controls.iter().position(|known| known == control).map(|at| at as u32)
    }

    fn time(&self) -> Option<u32> {
        Some(self.controls.len() as u32)
    }
}

impl LawValue {
    fn new(circuit: &Circuit, law: &ControlLaw) -> LawValue {
        match law {
            ControlLaw::Linear { gain, .. } => LawValue::Polynomial(vec![(*gain, vec![0])]),
            ControlLaw::Polynomial { controls, coefficients } => {
                LawValue::Polynomial(monomials(controls.len(), coefficients))
            }
            ControlLaw::Formula { value, controls } => {
                let frame = LawSlots { circuit, controls };
                let Ok(code) = compile(&circuit.formulas, &[], &frame, &[ComputeStep::Output(0, *value)])
                else {
                    return LawValue::Refused;
                };
                let count = controls.len();
                let first = VariableId(circuit.quantities.len() as u32);
                let held = split(&circuit.formulas, *value, &frame, first, count as u32 + 1);
                let states = held.as_ref().map_or(0, |held| held.1.held.len());
                LawValue::Formula(Box::new(CompiledFormula {
                    free: FormulaDerivatives::new(&code, count),
                    held: held.map(|(code, conditions)| (FormulaDerivatives::new(&code, count), conditions)),
                    holds: false,
                    slots: vec![0.0; count + 1 + states],
                }))
            }
        }
    }

    /// The value and its slopes.
    fn compute(&mut self, t: f64, inputs: &[f64], slopes: &mut [f64]) -> f64 {
        slopes.fill(0.0);
        match self {
            LawValue::Refused => f64::NAN,
            LawValue::Polynomial(terms) => {
                let mut sum = 0.0;
                for (coefficient, factors) in terms {
                    let product: f64 = factors.iter().map(|&at| inputs[usize::from(at)]).product();
                    sum += *coefficient * product;
                    for skipped in 0..factors.len() {
                        let others = factors.iter().enumerate().filter(|other| other.0 != skipped);
                        let rest: f64 = others.map(|other| inputs[usize::from(*other.1)]).product();
                        slopes[usize::from(factors[skipped])] += *coefficient * rest;
                    }
                }
                sum
            }
            LawValue::Formula(formula) => {
                let CompiledFormula { free, held, holds, slots } = &mut **formula;
                slots[..inputs.len()].copy_from_slice(inputs);
                slots[inputs.len()] = t;
                match held.as_mut().filter(|_| *holds) {
                    Some((smooth, conditions)) => {
                        slots[inputs.len() + 1..].copy_from_slice(&conditions.held);
                        smooth.run(slots, slopes)
                    }
                    None => free.run(slots, slopes),
                }
            }
        }
    }

    /// The comparisons of a formula, its slots filled in, and where their states begin.
    fn conditions(&mut self, t: f64, inputs: &[f64]) -> Option<(&mut FormulaConditions, &mut [f64], usize)> {
        let LawValue::Formula(formula) = self else { return None };
        let CompiledFormula { held, slots, .. } = &mut **formula;
        slots[..inputs.len()].copy_from_slice(inputs);
        slots[inputs.len()] = t;
        Some((&mut held.as_mut()?.1, slots, inputs.len() + 1))
    }

    fn comparisons(&self) -> usize {
        match self {
            LawValue::Formula(formula) => formula.held.as_ref().map_or(0, |held| held.1.held.len()),
            _ => 0,
        }
    }
}

/// The terms of `POLY`: first the constant, then by degree, and within a degree in the order of the quantities. A single
/// coefficient of a single quantity is its factor.
fn monomials(count: usize, coefficients: &[f64]) -> Vec<(f64, Vec<u8>)> {
    if let (1, &[gain]) = (count, coefficients) {
        return vec![(gain, vec![0])];
    }
    let mut terms = Vec::new();
    let mut factors: Vec<u8> = Vec::new();
    for &coefficient in coefficients {
        if coefficient != 0.0 {
            terms.push((coefficient, factors.clone()));
        }
        // The next non-descending list of quantities.
        match factors.iter().rposition(|&factor| usize::from(factor) + 1 < count) {
            Some(at) => {
                let next = factors[at] + 1;
                factors[at..].fill(next);
            }
            None => factors = vec![0; factors.len() + 1],
        }
    }
    terms
}

impl Laws {
    pub(super) fn add(
        &mut self,
        element: ElementId,
        circuit: &Circuit,
        law: &ControlLaw,
        controls: Vec<[u32; 2]>,
        effect: LawTarget,
        places: &mut StampPattern,
    ) {
        let slots = effect.rows.map(|(row, _)| {
            let mut slots: Vec<u32> = Vec::with_capacity(2 * controls.len() + 1);
            for &column in controls.as_flattened() {
                slots.push(places.request_entry(row, column));
            }
            slots.push(places.request_entry(row, effect.factor));
            slots
        });
        let count = controls.len();
        let value = LawValue::new(circuit, law);
        let own = self.laws.len() as u32;
        self.states.extend((0..value.comparisons() as u32).map(|at| (own, at)));
        self.laws.push(LawStamp {
            element,
            value,
            effect,
            controls,
            slots,
            inputs: vec![0.0; count],
            slopes: vec![0.0; count],
            inside: Vec::new(),
            outside: false,
            told: 0.0,
            now: vec![0.0; count + 1],
            stamped: vec![0.0; count + 1],
        });
    }

    pub(super) fn assign_slots(&mut self, slots: &[u32]) {
        for slot in self.laws.iter_mut().flat_map(|law| law.slots.iter_mut().flatten()) {
            *slot = slots[*slot as usize];
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.laws.is_empty()
    }
}

impl LawStamp {
    /// Brings what the law depends on to a point.
    fn read(&mut self, v: &[f64]) {
        for (input, &[plus, minus]) in self.inputs.iter_mut().zip(&self.controls) {
            *input = v[plus as usize] - v[minus as usize];
        }
    }

    /// Adds to the matrix.
    fn put(&self, sums: &mut DeviceSums, numbers: impl Fn(usize) -> f64) {
        let matrix = if self.effect.charge { &mut sums.capacitance } else { &mut sums.conductance };
        for (slots, (_, sign)) in self.slots.iter().zip(self.effect.rows) {
            for (at, pair) in slots.chunks(2).enumerate() {
                let number = sign * numbers(at);
                matrix[pair[0] as usize] += number;
                if let Some(&second) = pair.get(1) {
                    matrix[second as usize] -= number;
                }
            }
        }
    }

    fn tell(&self, sums: &mut DeviceSums, value: f64) {
        let vector = if self.effect.charge { &mut sums.charge } else { &mut sums.current };
        for (row, sign) in self.effect.rows {
            vector[row as usize] += sign * value;
        }
    }
}

impl DeviceBank for Laws {
    fn update(&mut self, v: &[f64], look: EvaluationSettings, sums: &mut DeviceSums) -> DomainResult<usize> {
        let mut outside = 0;
        for law in &mut self.laws {
            law.read(v);
            self.evaluations += 1;
            let t = look.t.unwrap_or(0.0);
            let inputs = std::mem::take(&mut law.inputs);
            let value = law.evaluate(t, &inputs);
            law.inputs = inputs;
            law.outside = value.is_none();
            let value = match value {
                Some(value) => {
                    if look.limit {
                        law.inside.clone_from(&law.inputs);
                    }
                    value
                }
                None => {
                    let tangent = if look.limit { law.tangent(t) } else { None };
                    outside += 1;
                    tangent.ok_or(DomainError(law.element))?
                }
            };
            let factor = if law.effect.factor == 0 { 1.0 } else { v[law.effect.factor as usize] };
            for (now, slope) in law.now.iter_mut().zip(&law.slopes) {
                *now = slope * factor;
            }
            let count = law.slopes.len();
            law.now[count] = value;
            law.tell(sums, value * factor - law.told);
            law.told = value * factor;
            // Laws may have any size, and there are never many of them.
            sums.rough = true;
        }
        Ok(outside)
    }

    fn stamp(&mut self, sums: &mut DeviceSums) {
        for law in &mut self.laws {
            law.put(sums, |at| law.now[at] - law.stamped[at]);
            law.stamped.clone_from(&law.now);
        }
        sums.rough |= !self.laws.is_empty();
    }

    fn renew(&mut self, sums: &mut DeviceSums) {
        for law in &self.laws {
            law.put(sums, |at| law.stamped[at]);
            law.tell(sums, law.told);
        }
    }

    fn forget(&mut self) {
        for law in &mut self.laws {
            law.told = 0.0;
            law.now.fill(0.0);
            law.stamped.fill(0.0);
            law.inside.clear();
        }
    }

    fn outside(&self) -> Option<ElementId> {
        self.laws.iter().find(|law| law.outside).map(|law| law.element)
    }

    fn evaluations(&self) -> u64 {
        self.evaluations
    }

    fn hold(&mut self, t: f64, v: &[f64]) -> bool {
        let mut changed = false;
        for law in &mut self.laws {
            law.read(v);
            if let Some((conditions, slots, from)) = law.value.conditions(t, &law.inputs) {
                changed |= conditions.update_states(slots, from);
            }
            if let LawValue::Formula(formula) = &mut law.value {
                formula.holds = formula.held.is_some();
            }
        }
        changed
    }

    fn states(&self) -> usize {
        self.states.len()
    }

    fn edges(&mut self, t: f64, v: &[f64], out: &mut [f64]) {
        let mut rest = out;
        for law in &mut self.laws {
            let (own, others) = rest.split_at_mut(law.value.comparisons());
            rest = others;
            law.read(v);
            if let Some((conditions, slots, from)) = law.value.conditions(t, &law.inputs) {
                own.copy_from_slice(conditions.measure(slots, from));
            }
        }
    }

    fn flip(&mut self, state: usize) {
        let (law, at) = self.states[state];
        if let LawValue::Formula(formula) = &mut self.laws[law as usize].value
            && let Some((_, conditions)) = &mut formula.held
        {
            let held = &mut conditions.held[at as usize];
            *held = 1.0 - *held;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polynomials_have_the_order_of_spice() {
        let terms = monomials(2, &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]);
        let lists: Vec<&[u8]> = terms.iter().map(|term| &*term.1).collect();
        assert_eq!(lists, [&[][..], &[0], &[1], &[0, 0], &[0, 1], &[1, 1], &[0, 0, 0]]);
        assert_eq!(monomials(1, &[5.0]), [(5.0, vec![0])]);
        let mut value = LawValue::Polynomial(terms);
        let mut slopes = [0.0; 2];
        // 1 + 2x + 3y + 4x² + 5xy + 6y² + 7x³ at (2, 3)
        assert_eq!(value.compute(0.0, &[2.0, 3.0], &mut slopes), 170.0);
        assert_eq!(slopes, [2.0 + 16.0 + 15.0 + 84.0, 3.0 + 10.0 + 36.0]);
    }
}
