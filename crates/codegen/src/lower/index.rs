//! Elements of arrays, read and written. Subscripts that are not known until the code runs select among all elements
//! if there are few.

use std::rc::Rc;

use equations::{Expr, ExprId, ListId, Type};

use super::Lower;
use crate::form::{Form, Grid, Made, wrong};
use crate::op::{Kind, Reg};
use crate::slots::Reason;

/// The most elements among which is selected by a subscript that is not known.
const MAX_CHOICE: usize = 32;

/// What a subscript selects in its dimension.
pub(super) enum Pick {
    /// One place, from zero.
    One(usize),
    Several(Vec<usize>),
    /// The place, from one, that a register will hold.
    Later(Reg),
}

impl Lower<'_> {
    pub(super) fn index(&mut self, array: ExprId, list: ListId) -> Made<Form> {
        let value = self.value(array)?;
        let exprs = self.exprs;
        let picks = self.picks(value.dims(), exprs.items(list))?;
        self.read(&value, &picks)
    }

    /// What subscripts select.
    pub(super) fn picks(&mut self, dims: &[usize], subscripts: &[ExprId]) -> Made<Vec<Pick>> {
        if subscripts.len() > dims.len() {
            return wrong("there are more subscripts than dimensions");
        }
        let mut picks = Vec::with_capacity(dims.len());
        for (&subscript, &size) in subscripts.iter().zip(dims) {
            picks.push(self.pick(size, subscript)?);
        }
        // Dimensions without a subscript are taken whole.
        picks.extend(dims[subscripts.len()..].iter().map(|&size| Pick::Several((0..size).collect())));
        Ok(picks)
    }

    fn pick(&mut self, size: usize, subscript: ExprId) -> Made<Pick> {
        if matches!(self.exprs.get(subscript), Expr::All) {
            return Ok(Pick::Several((0..size).collect()));
        }
        // A truth value counts from false.
        let truth = match self.exprs.get(subscript) {
            Expr::Boolean(_) => true,
            Expr::Local(local) => self
                .inside()
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
            Form::Scalar(reg) => match self.builder.number(*reg) {
                Some(number) => place(number).map(Pick::One),
                None if self.routine && truth => {
                    let one = self.builder.constant(1.0);
                    Ok(Pick::Later(self.builder.two(Kind::Add, *reg, one)))
                }
                None if self.routine => Ok(Pick::Later(*reg)),
                None if truth || size > MAX_CHOICE => Err(Reason::Form("a subscript that depends on values")),
                None => Ok(Pick::Later(*reg)),
            },
            Form::Array(grid) => {
                let places = grid.items.iter().map(|item| place(self.fixed(item)?));
                places.collect::<Made<_>>().map(Pick::Several)
            }
            _ => wrong("a subscript is no number"),
        }
    }

    fn read(&mut self, value: &Form, picks: &[Pick]) -> Made<Form> {
        if let Some((at, reg)) = later(picks) {
            if self.routine {
                return self.fetch(value, picks);
            }
            let size = value.dims()[at];
            self.bounds(reg, size);
            let mut chosen: Option<Form> = None;
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
        let (dims, places) = places(value.dims(), picks);
        Ok(Form::shaped(dims, places.into_iter().map(|at| value.items()[at].clone()).collect()))
    }

    /// The value with a part exchanged.
    pub(super) fn write(&mut self, value: &Form, picks: &[Pick], part: &Form) -> Made<Form> {
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
        let (dims, places) = places(value.dims(), picks);
        if part.dims() != dims {
            return wrong("sizes differ");
        }
        let mut items = value.items().to_vec();
        for (at, item) in places.into_iter().zip(part.items()) {
            items[at] = item.clone();
        }
        Ok(Form::Array(Rc::new(Grid { dims: value.dims().to_vec(), items })))
    }

    fn bounds(&mut self, reg: Reg, size: usize) {
        let (first, last) = (self.builder.constant(1.0), self.builder.constant(size as f64));
        let low = self.builder.two(Kind::LessEqual, first, reg);
        let high = self.builder.two(Kind::LessEqual, reg, last);
        let both = self.builder.two(Kind::And, low, high);
        self.builder.bound(both, reg, size as u32);
    }

    fn is(&mut self, reg: Reg, place: usize) -> Reg {
        let number = self.builder.constant(place as f64 + 1.0);
        self.builder.two(Kind::Equal, reg, number)
    }

    /// One of two values that are made alike.
    pub(super) fn either(&mut self, condition: Reg, yes: &Form, no: &Form) -> Made<Form> {
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

fn with(picks: &[Pick], at: usize, place: usize) -> Vec<Pick> {
    let copy = |(k, pick): (usize, &Pick)| match pick {
        _ if k == at => Pick::One(place),
        Pick::One(place) => Pick::One(*place),
        Pick::Several(places) => Pick::Several(places.clone()),
        Pick::Later(reg) => Pick::Later(*reg),
    };
    picks.iter().enumerate().map(copy).collect()
}

/// The dimensions of what is selected, and where its elements stand.
pub(super) fn places(dims: &[usize], picks: &[Pick]) -> (Vec<usize>, Vec<usize>) {
    let mut shape = Vec::new();
    let mut places = vec![0];
    for (pick, &size) in picks.iter().zip(dims) {
        match pick {
            Pick::One(place) => places.iter_mut().for_each(|at| *at = *at * size + place),
            Pick::Several(several) => {
                shape.push(several.len());
                places =
                    places.iter().flat_map(|at| several.iter().map(move |pick| at * size + pick)).collect();
            }
            Pick::Later(_) => debug_assert!(false, "a subscript is not known"),
        }
    }
    (shape, places)
}

/// The first subscript that is known only when the code runs, and its dimension.
fn later(picks: &[Pick]) -> Option<(usize, Reg)> {
    picks.iter().enumerate().find_map(|(at, pick)| match pick {
        Pick::Later(reg) => Some((at, *reg)),
        _ => None,
    })
}

/// The place of the one element that is selected.
pub(super) fn single(dims: &[usize], picks: &[Pick]) -> Option<usize> {
    let mut at = 0;
    for (pick, &size) in picks.iter().zip(dims) {
        let Pick::One(place) = pick else { return None };
        at = at * size + place;
    }
    Some(at)
}
