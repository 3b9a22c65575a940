//! Registers that locals of a routine live in where they are given values again and again, in loops and by subscripts that
//! are not known while compiling.
//!
//! Everywhere else a local is whatever registers were computed last, and nothing is ever written twice. So before a home
//! is written to, whoever else shares its registers gets copies.

use equations::{AccessStep, AssignmentTarget};

use super::Lowering;
use super::index::{SubscriptSelection, selected_positions};
use crate::code::BlockAccess;
use crate::op::{OpKind, Reg};
use crate::slots::CompileErrorKind;
use crate::value_form::{LowerResult, ValueForm, wrong};

/// A subscript that is known when the code runs, and the dimension, or the dimensions side by side, that it selects in.
pub(super) struct RuntimeSubscript {
    subscript: Reg,
    size: usize,
    /// How many items it is from one place to the next.
    stride: usize,
}

/// A part of a local: its form and where it begins among the numbers of the local.
struct LocalPart {
    form: ValueForm,
    offset: usize,
}

impl<'a> Lowering<'a> {
    /// The home of a local with a value of this form; its registers stand side by side.
    fn home(&mut self, local: u32, form: &ValueForm) -> ValueForm {
        let mut regs = Vec::new();
        form.scalars(&mut regs);
        let known = self.locals.as_ref().and_then(|locals| locals.homes.get(&local).cloned());
        let row = match known {
            Some(row) if row.len() == regs.len() => row,
            _ => self.builder.row(regs.len()),
        };
        if let Some(locals) = &mut self.locals {
            locals.homes.insert(local, row.clone());
        }
        form.rebuild(&row)
    }

    /// Gives locals homes and moves them there. Those without a value get one that counts as none.
    pub(super) fn assign_registers(&mut self, wanted: &[u32]) -> LowerResult<Vec<(u32, ValueForm)>> {
        let mut homes = Vec::new();
        let mut pairs = Vec::new();
        for &local in wanted {
            let value = self.locals.as_ref().and_then(|locals| locals.values.get(local as usize).cloned());
            let (form, set) = match value.flatten() {
                Some(form) => (form, true),
                None if self.plain(local) => (ValueForm::Scalar(self.builder.constant(f64::NAN)), false),
                None => continue,
            };
            let home = self.home(local, &form);
            pair(&home, &form, &mut pairs);
            homes.push((local, home));
            if let Some(locals) = &mut self.locals {
                locals.mark_unassigned(local, !set || locals.may_be_unassigned(local));
            }
        }
        let mut rows = Vec::new();
        homes.iter().for_each(|(_, form)| form.scalars(&mut rows));
        self.protect(wanted, &rows);
        self.builder.parallel_move(&pairs);
        self.stale(&rows);
        for (local, home) in &homes {
            self.set(*local, Some(home.clone()));
        }
        Ok(homes)
    }

    /// True for a local that is a scalar number.
    pub(super) fn plain(&self, local: u32) -> bool {
        let local = self.current_function().and_then(|function| function.locals.get(local as usize));
        local.is_some_and(|local| {
            use equations::Type as T;
            local.dims.is_empty()
                && matches!(local.kind, T::Real | T::Integer | T::Boolean | T::Enumeration(_))
        })
    }

    /// Copies what other locals share with registers that will be written.
    fn protect(&mut self, but: &[u32], rows: &[Reg]) {
        let rows: rustc_hash::FxHashSet<Reg> = rows.iter().copied().collect();
        let count = self.locals.as_ref().map_or(0, |locals| locals.values.len());
        for local in (0..count as u32).filter(|local| !but.contains(local)) {
            let value = self.locals.as_ref().and_then(|locals| locals.values[local as usize].clone());
            let Some(form) = value else { continue };
            let mut regs = Vec::new();
            form.scalars(&mut regs);
            if !regs.iter().any(|reg| rows.contains(reg)) {
                continue;
            }
            let form = form.map(&mut |reg| if rows.contains(&reg) { self.builder.copy(reg) } else { reg });
            self.set(local, Some(form));
        }
    }

    /// Forgets what was computed of registers that are written.
    fn stale(&mut self, rows: &[Reg]) {
        let mut at = 0;
        while at < rows.len() {
            let mut end = at + 1;
            while end < rows.len() && rows[end].0 == rows[end - 1].0 + 1 {
                end += 1;
            }
            self.builder.forget(rows[at].0, (end - at) as u32);
            at = end;
        }
    }

    /// Moves the values that locals have now to where they live.
    pub(super) fn move_to_registers(&mut self, homes: &[(u32, ValueForm)]) -> LowerResult<()> {
        let mut pairs = Vec::new();
        for (local, home) in homes {
            let value = self.locals.as_ref().and_then(|locals| locals.values.get(*local as usize).cloned());
            match value.flatten() {
                Some(form) if form.alike(home) => pair(home, &form, &mut pairs),
                Some(_) => return wrong("a local changes its size in a loop"),
                None => return Err(CompileErrorKind::Form("a local that loses its value in a loop")),
            }
        }
        self.builder.parallel_move(&pairs);
        Ok(())
    }

    /// Combines subscripts that are not known: they must stand side by side.
    pub(super) fn combine(
        &mut self,
        dims: &[usize],
        picks: &[SubscriptSelection],
    ) -> LowerResult<Option<RuntimeSubscript>> {
        let mut later: Option<(RuntimeSubscript, usize)> = None;
        for (at, pick) in picks.iter().enumerate() {
            let &SubscriptSelection::Later(reg) = pick else { continue };
            let stride = dims[at + 1..].iter().product();
            later = Some(match later {
                None => (RuntimeSubscript { subscript: reg, size: dims[at], stride }, at),
                Some((outer, last)) if last + 1 == at => {
                    // The first is checked here, since both together could still be inside.
                    self.builder.within(outer.subscript, outer.size as u32);
                    self.builder.within(reg, dims[at] as u32);
                    let (one, width) = (self.builder.constant(1.0), self.builder.constant(dims[at] as f64));
                    let before = self.builder.two(OpKind::Subtract, outer.subscript, one);
                    let rows = self.builder.two(OpKind::Multiply, before, width);
                    let subscript = self.builder.two(OpKind::Add, rows, reg);
                    (RuntimeSubscript { subscript, size: outer.size * dims[at], stride }, at)
                }
                Some(_) => return Err(CompileErrorKind::Form("two subscripts that depend on values, apart")),
            });
        }
        Ok(later.map(|later| later.0))
    }

    /// Elements that a subscript selects when the code runs.
    pub(super) fn read_selected(
        &mut self,
        value: &ValueForm,
        picks: &[SubscriptSelection],
    ) -> LowerResult<ValueForm> {
        let Some(later) = self.combine(value.dims(), picks)? else {
            return Err(CompileErrorKind::Form("a subscript"));
        };
        let Some(first) = value.items().first().cloned() else {
            return wrong("a subscript of an empty array");
        };
        let mut regs = Vec::new();
        value.scalars(&mut regs);
        let width = regs.len() / value.items().len();
        if width == 0 || value.items().iter().any(|item| !item.alike(&first)) {
            return Err(CompileErrorKind::Form("a subscript that depends on values"));
        }
        let block = self.builder.block(&regs);
        let (dims, places) = selected_positions(value.dims(), &fixed(picks));
        self.charge_budget(places.len() * width)?;
        let mut items = Vec::with_capacity(places.len());
        for place in places {
            let fetched: Vec<Reg> = (0..width)
                .map(|k| {
                    let access = later.access(block, width, place * width + k);
                    self.builder.load_indexed(access, later.subscript)
                })
                .collect();
            items.push(first.rebuild(&fetched));
        }
        Ok(ValueForm::shaped(dims, items))
    }

    /// Assigns to a part of a local that a subscript selects when the code runs. False if all subscripts are known.
    pub(super) fn write_selected(
        &mut self,
        target: &'a AssignmentTarget,
        value: &ValueForm,
    ) -> LowerResult<bool> {
        let former = self.local(target.local)?;
        let mut parts = vec![LocalPart { form: former.clone(), offset: 0 }];
        let mut dims: Vec<usize> = Vec::new();
        let mut later: Option<(RuntimeSubscript, usize)> = None;
        for way in &target.path {
            let mut next = Vec::new();
            match way {
                AccessStep::Field(name) => {
                    for part in &parts {
                        let ValueForm::Record(_, fields) = &part.form else { return Ok(false) };
                        let at = fields.iter().position(|field| field.0 == *name);
                        let Some(at) = at else { return wrong("there is no such field in a record") };
                        let before: usize = fields[..at].iter().map(|field| count(&field.1)).sum();
                        next.push(LocalPart { form: fields[at].1.clone(), offset: part.offset + before });
                    }
                }
                AccessStep::Index(subscripts) => {
                    let Some(first) = parts.first().map(|part| part.form.clone()) else { return Ok(false) };
                    let picks = self.subscript_selections(first.dims(), subscripts)?;
                    let found = self.combine(first.dims(), &picks)?;
                    let Some(width) = count(&first).checked_div(first.items().len()) else {
                        return wrong("a subscript of an empty array");
                    };
                    if let Some(found) = found {
                        if later.is_some() {
                            return Err(CompileErrorKind::Form(
                                "two subscripts that depend on values, apart",
                            ));
                        }
                        later = Some((found, width));
                    }
                    let (shape, places) = selected_positions(first.dims(), &fixed(&picks));
                    dims.extend(shape);
                    for part in &parts {
                        next.extend(places.iter().map(|&place| LocalPart {
                            form: part.form.items()[place].clone(),
                            offset: part.offset + place * width,
                        }));
                    }
                }
            }
            parts = next;
        }
        let Some((later, width)) = later else { return Ok(false) };
        let Some(last) = parts.first() else { return Ok(false) };
        dims.extend_from_slice(last.form.dims());
        if value.dims() != dims {
            return wrong("sizes differ");
        }
        let mut regs = Vec::new();
        value.scalars(&mut regs);
        if regs.len() != parts.iter().map(|part| count(&part.form)).sum::<usize>() {
            return wrong("sizes differ");
        }
        // What is written now may be read for what is written next, or live where the local is going to.
        let row = self.locals.as_ref().and_then(|locals| locals.homes.get(&target.local).cloned());
        let row = row.unwrap_or_default();
        let several = regs.len() > 1;
        let mut apart = |reg: Reg, always: bool| {
            if always || row.contains(&reg) { self.builder.copy(reg) } else { reg }
        };
        let regs: Vec<Reg> = regs.into_iter().map(|reg| apart(reg, several)).collect();
        let later = RuntimeSubscript { subscript: apart(later.subscript, false), ..later };
        let homes = self.assign_registers(&[target.local])?;
        let Some((_, home)) = homes.first() else { return Ok(false) };
        let mut row = Vec::new();
        home.scalars(&mut row);
        let block = self.builder.block(&row);
        let places = parts.iter().flat_map(|part| (0..count(&part.form)).map(|k| part.offset + k));
        for (place, value) in places.zip(regs) {
            let access = later.access(block, width, place);
            self.builder.store_indexed(access, later.subscript, value);
        }
        Ok(true)
    }
}

impl RuntimeSubscript {
    fn access(&self, block: u32, width: usize, offset: usize) -> BlockAccess {
        let stride = (self.stride * width) as u32;
        BlockAccess { block, size: self.size as u32, stride, offset: offset as u32 }
    }
}

/// How many numbers there are.
fn count(form: &ValueForm) -> usize {
    let mut regs = Vec::new();
    form.scalars(&mut regs);
    regs.len()
}

/// Subscripts that are not known as the first place.
fn fixed(picks: &[SubscriptSelection]) -> Vec<SubscriptSelection> {
    let fix = |pick: &SubscriptSelection| match pick {
        SubscriptSelection::Several(places) => SubscriptSelection::Several(places.clone()),
        SubscriptSelection::One(place) => SubscriptSelection::One(*place),
        SubscriptSelection::Later(_) => SubscriptSelection::One(0),
    };
    picks.iter().map(fix).collect()
}

/// Pairs the numbers of two forms that are made alike.
pub(super) fn pair(to: &ValueForm, from: &ValueForm, pairs: &mut Vec<(Reg, Reg)>) {
    let (mut left, mut right) = (Vec::new(), Vec::new());
    to.scalars(&mut left);
    from.scalars(&mut right);
    pairs.extend(left.into_iter().zip(right));
}
