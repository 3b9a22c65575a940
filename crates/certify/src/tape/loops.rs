//! Loops of functions that rows decide: a tape goes back for another round as long as some row asks for one.
//!
//! Whatever a round changes is carried from round to round. Rows that are done keep what they have, and those that would go on
//! for ever have no number in the end.

use equations::{ExprId, Local, Statement, Type};

use super::function::TapeFrame;
use super::trace::Tracer;
use super::{TapeNodeId, TapeOp};
use crate::evaluate::StatementFlow;
use crate::locals::FunctionExecutor;
use crate::missing_value::{CertifyResult, MissingValue};
use crate::value::{CertifyArray, CertifyValue};

/// The numbers of locals that a loop assigns, in order; nothing for those it does not change after all and does not carry.
type CarriedValues = Vec<Option<TapeNodeId>>;

/// What a round leaves of each of these numbers.
type RoundResults = Vec<Option<TapeNodeId>>;

impl Tracer<'_, '_> {
    /// A loop whose condition, which was computed for the first round, is not the same at every row.
    pub(super) fn repeat(
        &mut self,
        locals: &[Local],
        node: TapeNodeId,
        (condition, body): (ExprId, &[Statement]),
    ) -> CertifyResult<()> {
        let before = self.frames.last().cloned().ok_or(MissingValue::Failed)?;
        let mut assigned = Vec::new();
        body.iter().for_each(|statement| targets(statement, &mut assigned));
        assigned.sort_unstable();
        assigned.dedup();
        let point = self.point();
        let changed = self.rounds(locals, node, (condition, body), &assigned, &[])?;
        if changed.contains(&false) {
            // What no round changes is what it was, and may be the same at every row.
            self.rollback(point);
            self.put_frame(before);
            self.rounds(locals, node, (condition, body), &assigned, &changed)?;
        }
        Ok(())
    }

    /// Goes the rounds. Gives which of the numbers of locals that are assigned a round changes; `carries` says that of those
    /// that have to be carried, which are all if it is empty.
    fn rounds(
        &mut self,
        locals: &[Local],
        node: TapeNodeId,
        (condition, body): (ExprId, &[Statement]),
        assigned: &[u32],
        carries: &[bool],
    ) -> CertifyResult<Vec<bool>> {
        let before = self.frames.last().cloned().ok_or(MissingValue::Failed)?;
        let first = self.both(self.here(), node);
        let active = self.tape.carry(first);
        let mut inside = before.clone();
        let mut numbers = CarriedValues::new();
        for &at in assigned {
            let value = match before.locals.get(at as usize).ok_or(MissingValue::Failed)? {
                Some(value) => value.clone(),
                None => self.unset(locals.get(at as usize).ok_or(MissingValue::Failed)?)?,
            };
            inside.locals[at as usize] = Some(self.carry(value, carries, &mut numbers)?);
        }
        let one = self.tape.constant(1.0);
        let holds = self.tape.carry(before.holds.unwrap_or(one));
        inside.holds = Some(holds);
        self.put_frame(inside.clone());

        let point = self.enter(active, true);
        if self.run(locals, body)? != StatementFlow::Next {
            return Err(MissingValue::Unsupported);
        }
        let again = self.value(condition)?;
        let again = self.node(&again)?;
        let after = self.frames.last().cloned().ok_or(MissingValue::Failed)?;
        let mut left = RoundResults::new();
        for &at in assigned {
            let (Some(inside), Some(after)) = (&inside.locals[at as usize], &after.locals[at as usize])
            else {
                return Err(MissingValue::Unsupported);
            };
            self.leaves(inside, after, &numbers, &mut left)?;
        }
        let changed: Vec<bool> = numbers.iter().zip(&left).map(|(number, left)| number != left).collect();
        let mut next = Vec::with_capacity(numbers.len() + 2);
        let both = numbers.iter().zip(&left).filter_map(|(number, left)| number.zip(*left));
        for (number, left) in both.chain([(holds, after.holds.ok_or(MissingValue::Failed)?)]) {
            next.push((number, self.tape.add(TapeOp::Select(active, left, number))));
        }
        next.push((active, self.tape.add(TapeOp::And(active, again))));
        self.tape.repeat(point.tape, active, &next);
        self.leave(point);

        // What is still active was not done when the tape had enough of it.
        let none = self.tape.constant(f64::NAN);
        let mut done = inside;
        for &at in assigned {
            let value = done.locals[at as usize].take();
            done.locals[at as usize] = value.map(|value| self.ended(value, active, &numbers));
        }
        done.holds = match after.holds == Some(holds) {
            true => before.holds,
            false => Some(self.tape.add(TapeOp::Select(active, none, holds))),
        };
        self.put_frame(done);
        Ok(changed)
    }

    fn put_frame(&mut self, frame: TapeFrame) {
        if let Some(last) = self.frames.last_mut() {
            *last = frame;
        }
    }

    /// What a scalar is that has no value yet.
    fn unset(&mut self, local: &Local) -> CertifyResult {
        let plain = matches!(local.kind, Type::Real | Type::Integer | Type::Boolean | Type::Enumeration(_));
        if plain && local.dims.is_empty() {
            Ok(CertifyValue::Node(self.tape.constant(f64::NAN)))
        } else {
            Err(MissingValue::Unsupported)
        }
    }

    /// The same with numbers that a loop carries.
    fn carry(&mut self, value: CertifyValue, carries: &[bool], numbers: &mut CarriedValues) -> CertifyResult {
        Ok(match value {
            CertifyValue::Array(CertifyArray { dims, items }) => {
                let items = items.into_iter().map(|item| self.carry(item, carries, numbers));
                CertifyValue::Array(CertifyArray { dims, items: items.collect::<Result<_, _>>()? })
            }
            CertifyValue::Record(class, fields) => {
                let mut all = Vec::with_capacity(fields.len());
                for (name, value) in fields {
                    all.push((name, self.carry(value, carries, numbers)?));
                }
                CertifyValue::Record(class, all)
            }
            value if is_number(&value) => {
                if carries.get(numbers.len()).is_some_and(|carries| !carries) {
                    numbers.push(None);
                    return Ok(value);
                }
                let first = self.node(&value)?;
                let number = self.tape.carry(first);
                numbers.push(Some(number));
                CertifyValue::Node(number)
            }
            value => value,
        })
    }

    /// What a round leaves of numbers, in their order; nothing of those that are not carried, which it must not change.
    fn leaves(
        &mut self,
        inside: &CertifyValue,
        after: &CertifyValue,
        numbers: &CarriedValues,
        left: &mut RoundResults,
    ) -> CertifyResult<()> {
        match (inside, after) {
            (CertifyValue::Array(inside), CertifyValue::Array(after)) if inside.dims == after.dims => {
                let mut pairs = inside.items.iter().zip(&after.items);
                pairs.try_for_each(|(inside, after)| self.leaves(inside, after, numbers, left))
            }
            (CertifyValue::Record(class, inside), CertifyValue::Record(other, after))
                if class == other && inside.len() == after.len() =>
            {
                let mut pairs = inside.iter().zip(after);
                pairs.try_for_each(|(inside, after)| self.leaves(&inside.1, &after.1, numbers, left))
            }
            (inside, after) if is_number(inside) && numbers.get(left.len()).is_some_and(Option::is_some) => {
                left.push(Some(self.node(after)?));
                Ok(())
            }
            (inside, after) if inside == after => {
                if is_number(inside) {
                    left.push(None);
                }
                Ok(())
            }
            _ => Err(MissingValue::Unsupported),
        }
    }

    /// A value after the loop.
    fn ended(&mut self, value: CertifyValue, active: TapeNodeId, numbers: &CarriedValues) -> CertifyValue {
        match value {
            CertifyValue::Array(CertifyArray { dims, items }) => {
                let items = items.into_iter().map(|item| self.ended(item, active, numbers)).collect();
                CertifyValue::Array(CertifyArray { dims, items })
            }
            CertifyValue::Record(class, fields) => {
                let fields =
                    fields.into_iter().map(|(name, value)| (name, self.ended(value, active, numbers)));
                CertifyValue::Record(class, fields.collect())
            }
            CertifyValue::Node(node) if numbers.contains(&Some(node)) => {
                let none = self.tape.constant(f64::NAN);
                self.op(TapeOp::Select(active, none, node))
            }
            value => value,
        }
    }
}

fn is_number(value: &CertifyValue) -> bool {
    matches!(
        value,
        CertifyValue::Real(_)
            | CertifyValue::Integer(_)
            | CertifyValue::Boolean(_)
            | CertifyValue::Literal(..)
            | CertifyValue::Node(_)
    )
}

/// The locals that a statement assigns.
fn targets(statement: &Statement, found: &mut Vec<u32>) {
    match statement {
        Statement::Assign(target, _) => found.push(target.local),
        Statement::AssignMany(targets, _) => {
            found.extend(targets.iter().flatten().map(|target| target.local));
        }
        Statement::If(branches) | Statement::When(branches) => {
            branches.iter().flat_map(|branch| &branch.1).for_each(|inner| targets(inner, found));
        }
        Statement::For(_, _, body) | Statement::While(_, body) => {
            body.iter().for_each(|inner| targets(inner, found));
        }
        Statement::Call(_) | Statement::Break | Statement::Return => {}
    }
}
