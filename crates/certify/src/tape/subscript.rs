//! Elements of arrays by subscripts that rows decide.

use equations::{Operator, Type};

use super::trace::{Tracer, has_node};
use super::{TapeNodeId, TapeOp};
use crate::evaluate::array::select;
use crate::missing_value::{CertifyResult, MissingValue};
use crate::value::{CertifyArray, CertifyValue};

/// How long a dimension may be whose elements rows choose from, if they are not the same at every row.
const MAX_PICKED: usize = 300;

/// How many elements may be chosen from in all.
const MAX_ELEMENTS: usize = 100_000;

impl Tracer<'_, '_> {
    /// The elements of an array for subscripts of which rows decide some.
    pub(super) fn select_elements(
        &mut self,
        array: &CertifyValue,
        mut subscripts: Vec<CertifyValue>,
    ) -> CertifyResult {
        let decided = subscripts.iter().enumerate().find_map(|(at, subscript)| match subscript {
            CertifyValue::Node(node) => Some((at, *node)),
            _ => None,
        });
        let Some((dimension, node)) = decided else { return select(array, &subscripts) };
        // Truth values count from false on, and not from one.
        let truth = self.tape.is_truth(node, &|id| self.model.variables[id.at()].kind == Type::Boolean);
        let size = *array.shape().get(dimension).ok_or(MissingValue::Failed)?;
        if truth || size == 0 || array.items().len() > MAX_ELEMENTS {
            return Err(MissingValue::Unsupported);
        }
        let mut choices = Vec::with_capacity(size);
        for at in 1..=size {
            subscripts[dimension] = CertifyValue::Integer(at as i64);
            choices.push(self.select_elements(array, subscripts.clone())?);
        }
        let dims = choices[0].shape().to_vec();
        let mut items = Vec::with_capacity(choices[0].items().len());
        for at in 0..choices[0].items().len() {
            let column: Vec<&CertifyValue> =
                choices.iter().filter_map(|choice| choice.items().get(at)).collect();
            items.push(self.chosen(&column, node)?);
        }
        Ok(if dims.is_empty() { items.remove(0) } else { CertifyValue::Array(CertifyArray { dims, items }) })
    }

    /// One of some values by its place, counted from one.
    fn chosen(&mut self, choices: &[&CertifyValue], at: TapeNodeId) -> CertifyResult {
        if !choices.iter().any(|choice| has_node(choice)) {
            let numbers = choices.iter().map(|choice| choice.number()).collect::<Result<Vec<f64>, _>>()?;
            let picked = self.tape.pick(&numbers, at);
            return Ok(self.given(picked));
        }
        if choices.len() > MAX_PICKED {
            return Err(MissingValue::Unsupported);
        }
        let mut found = self.tape.constant(f64::NAN);
        for (number, choice) in choices.iter().enumerate() {
            let (number, choice) = (self.tape.constant((number + 1) as f64), self.node(choice)?);
            let here = self.tape.add(TapeOp::Compare(Operator::Equal, at, number));
            found = self.tape.add(TapeOp::Select(here, choice, found));
        }
        Ok(self.given(found))
    }
}

/// Makes a subscript that was computed from numbers of a tape, and turned out to be the same at every row, an Integer again.
pub(super) fn to_integer(subscript: &mut CertifyValue) {
    if let CertifyValue::Real(number) = *subscript
        && number.fract() == 0.0
        && number.abs() < 1e9
    {
        *subscript = CertifyValue::Integer(number as i64);
    }
}
