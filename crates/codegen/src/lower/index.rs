//! Elements of arrays, read and written. Subscripts that are not known until the code runs select among all elements
//! if there are few.

use std::rc::Rc;

use equations::{Expr, ExprId, ListId, Type};

use super::Lowering;
use crate::op::{OpKind, Reg};
use crate::slots::CompileErrorKind;
use crate::value_form::{FormArray, LowerResult, ValueForm, wrong};

/// The most elements among which is selected by a subscript that is not known.
const MAX_CHOICE: usize = 32;

/// What a subscript selects in its dimension.
pub(super) enum SubscriptSelection {
    /// One place, from zero.
    One(usize),
    Several(Vec<usize>),
    /// The place, from one, that a register will hold.
    Later(Reg),
}

impl Lowering<'_> {
    pub(super) fn index(&mut self, array: ExprId, list: ListId) -> LowerResult<ValueForm> {
        let value = self.value(array)?;
        let exprs = self.exprs;
        let picks = self.subscript_selections(value.dims(), exprs.items(list))?;
        self.read(&value, &picks)
    }

    /// What subscripts select.
    pub(super) fn subscript_selections(
        &mut self,
        dims: &[usize],
        subscripts: &[ExprId],
    ) -> LowerResult<Vec<SubscriptSelection>> {
        if subscripts.len() > dims.len() {
            return wrong("there are more subscripts than dimensions");
        }
        let mut picks = Vec::with_capacity(dims.len());
        for (&subscript, &size) in subscripts.iter().zip(dims) {
            picks.push(self.pick(size, subscript)?);
        }
        // Dimensions without a subscript are taken whole.
        picks.extend(
            dims[subscripts.len()..].iter().map(|&size| SubscriptSelection::Several((0..size).collect())),
        );
        Ok(picks)
    }

    fn pick(&mut self, size: usize, subscript: ExprId) -> LowerResult<SubscriptSelection> {
        if matches!(self.exprs.get(subscript), Expr::All) {
            return Ok(SubscriptSelection::Several((0..size).collect()));
        }
        // A truth value counts from false.
        let truth = match self.exprs.get(subscript) {
            Expr::Boolean(_) => true,
            Expr::Local(local) => self
                .current_function()
                .and_then(|function| function.locals.get(local as usize))
                .is_some_and(|local| local.kind == Type::Boolean),
            _ => false,
        };
        let value = self.value(subscript)?;
        let place = |number: f64| {
            let number = number + f64::from(u8::from(truth));
            if number >= 1.0 && number <= size as f64 && number.fract() == 0.0 {
                Ok(number as usize - 1)
            } else {
                wrong(format!("subscript {number} is outside of 1..{size}"))
            }
        };
        match &value {
            ValueForm::Scalar(reg) => match self.builder.number(*reg) {
                Some(number) => place(number).map(SubscriptSelection::One),
                None if self.routine && truth => {
                    let one = self.builder.constant(1.0);
                    Ok(SubscriptSelection::Later(self.builder.two(OpKind::Add, *reg, one)))
                }
                None if self.routine => Ok(SubscriptSelection::Later(*reg)),
                None if truth || size > MAX_CHOICE => {
                    Err(CompileErrorKind::Form("a subscript that depends on values"))
                }
                None => Ok(SubscriptSelection::Later(*reg)),
            },
            ValueForm::Array(grid) => {
                let places = grid.items.iter().map(|item| place(self.fixed(item)?));
                places.collect::<LowerResult<_>>().map(SubscriptSelection::Several)
            }
            _ => wrong("a subscript is no number"),
        }
    }

    fn read(&mut self, value: &ValueForm, picks: &[SubscriptSelection]) -> LowerResult<ValueForm> {
        if let Some((at, reg)) = later(picks) {
            if self.routine {
                return self.read_selected(value, picks);
            }
            let size = value.dims()[at];
            self.bounds(reg, size);
            let mut chosen: Option<ValueForm> = None;
            for place in (0..size).rev() {
                let one = self.read(value, &with(picks, at, place))?;
                chosen = Some(match chosen {
                    None => one,
                    Some(other) => {
                        let here = self.is(reg, place);
                        self.either(here, &one, &other)?
                    }
                });
            }
            return chosen.map_or_else(|| wrong("a subscript of an empty array"), Ok);
        }
        let (dims, places) = selected_positions(value.dims(), picks);
        Ok(ValueForm::shaped(dims, places.into_iter().map(|at| value.items()[at].clone()).collect()))
    }

    /// The value with a part exchanged.
    pub(super) fn write(
        &mut self,
        value: &ValueForm,
        picks: &[SubscriptSelection],
        part: &ValueForm,
    ) -> LowerResult<ValueForm> {
        if let Some((at, reg)) = later(picks) {
            let size = value.dims()[at];
            self.bounds(reg, size);
            let mut result = value.clone();
            for place in 0..size {
                let fixed = with(picks, at, place);
                let old = self.read(&result, &fixed)?;
                let here = self.is(reg, place);
                let new = self.either(here, part, &old)?;
                result = self.write(&result, &fixed, &new)?;
            }
            return Ok(result);
        }
        let (dims, places) = selected_positions(value.dims(), picks);
        if part.dims() != dims {
            return wrong("sizes differ");
        }
        let mut items = value.items().to_vec();
        for (at, item) in places.into_iter().zip(part.items()) {
            items[at] = item.clone();
        }
        Ok(ValueForm::Array(Rc::new(FormArray { dims: value.dims().to_vec(), items })))
    }

    fn bounds(&mut self, reg: Reg, size: usize) {
        let (first, last) = (self.builder.constant(1.0), self.builder.constant(size as f64));
        let low = self.builder.two(OpKind::LessEqual, first, reg);
        let high = self.builder.two(OpKind::LessEqual, reg, last);
        let both = self.builder.two(OpKind::And, low, high);
        self.builder.bound(both, reg, size as u32);
    }

    fn is(&mut self, reg: Reg, place: usize) -> Reg {
        let number = self.builder.constant(place as f64 + 1.0);
        self.builder.two(OpKind::Equal, reg, number)
    }

    /// One of two values that are made alike.
    pub(super) fn either(
        &mut self,
        condition: Reg,
        yes: &ValueForm,
        no: &ValueForm,
    ) -> LowerResult<ValueForm> {
        if !yes.alike(no) {
            return wrong("sizes differ");
        }
        let (mut left, mut right) = (Vec::new(), Vec::new());
        yes.scalars(&mut left);
        no.scalars(&mut right);
        let chosen: Vec<Reg> =
            left.into_iter().zip(right).map(|(yes, no)| self.builder.select(condition, yes, no)).collect();
        Ok(yes.rebuild(&chosen))
    }
}

fn with(picks: &[SubscriptSelection], at: usize, place: usize) -> Vec<SubscriptSelection> {
    let copy = |(k, pick): (usize, &SubscriptSelection)| match pick {
        _ if k == at => SubscriptSelection::One(place),
        SubscriptSelection::One(place) => SubscriptSelection::One(*place),
        SubscriptSelection::Several(places) => SubscriptSelection::Several(places.clone()),
        SubscriptSelection::Later(reg) => SubscriptSelection::Later(*reg),
    };
    picks.iter().enumerate().map(copy).collect()
}

/// The dimensions of what is selected, and where its elements stand.
pub(super) fn selected_positions(dims: &[usize], picks: &[SubscriptSelection]) -> (Vec<usize>, Vec<usize>) {
    let mut shape = Vec::new();
    let mut places = vec![0];
    for (pick, &size) in picks.iter().zip(dims) {
        match pick {
            SubscriptSelection::One(place) => places.iter_mut().for_each(|at| *at = *at * size + place),
            SubscriptSelection::Several(several) => {
                shape.push(several.len());
                places =
                    places.iter().flat_map(|at| several.iter().map(move |pick| at * size + pick)).collect();
            }
            SubscriptSelection::Later(_) => debug_assert!(false, "a subscript is not known"),
        }
    }
    (shape, places)
}

/// The first subscript that is known only when the code runs, and its dimension.
fn later(picks: &[SubscriptSelection]) -> Option<(usize, Reg)> {
    picks.iter().enumerate().find_map(|(at, pick)| match pick {
        SubscriptSelection::Later(reg) => Some((at, *reg)),
        _ => None,
    })
}

/// The place of the one element that is selected.
pub(super) fn single(dims: &[usize], picks: &[SubscriptSelection]) -> Option<usize> {
    let mut at = 0;
    for (pick, &size) in picks.iter().zip(dims) {
        let SubscriptSelection::One(place) = pick else { return None };
        at = at * size + place;
    }
    Some(at)
}
