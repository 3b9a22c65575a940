//! Statements carried out on formulas, and what they read and write in arrays and records.

use super::shape::SymbolicValue;
use super::{InlineFrame, InlineRun};
use crate::{AccessStep, AssignmentTarget, Builtin, Expr, ExprId, Function, Local, Statement, Type};

/// A subscript.
enum InlineSubscript {
    One(usize),
    /// Several, in order.
    Many(Vec<usize>),
}

impl InlineRun<'_> {
    pub(super) fn statements(
        &mut self,
        frame: &mut InlineFrame,
        function: &Function,
        body: &[Statement],
    ) -> Option<()> {
        body.iter().try_for_each(|statement| self.statement(frame, function, statement))
    }

    fn statement(
        &mut self,
        frame: &mut InlineFrame,
        function: &Function,
        statement: &Statement,
    ) -> Option<()> {
        self.steps = self.steps.checked_sub(1)?;
        match statement {
            Statement::Assign(target, value) => {
                let value = self.sym(frame, *value)?;
                self.assign(frame, function, target, value)
            }
            Statement::AssignMany(targets, value) => {
                let results = self.results(frame, *value)?;
                for (target, value) in targets.iter().zip(results.iter()) {
                    if let Some(target) = target {
                        self.assign(frame, function, target, value.clone())?;
                    }
                }
                Some(())
            }
            Statement::Call(call) => {
                // An assertion that holds whatever comes can go; any other must be made.
                let Expr::Builtin(Builtin::Assert, list) = self.exprs.get(*call) else { return None };
                let condition = *self.exprs.items(list).first()?;
                let condition = self.scalar(frame, condition)?;
                (self.exprs.get(condition) == Expr::Boolean(true)).then_some(())
            }
            Statement::If(branches) => self.branches(frame, function, branches),
            Statement::For(local, values, body) => {
                let values = self.sym(frame, *values)?.into_items();
                let former = frame.set(*local, SymbolicValue::Unset);
                for value in values {
                    frame.set(*local, value);
                    self.statements(frame, function, body)?;
                }
                frame.set(*local, former);
                Some(())
            }
            Statement::While(..) | Statement::When(_) | Statement::Break | Statement::Return => None,
        }
    }

    fn branches(
        &mut self,
        frame: &mut InlineFrame,
        function: &Function,
        branches: &[(ExprId, Vec<Statement>)],
    ) -> Option<()> {
        let Some(((condition, body), rest)) = branches.split_first() else { return Some(()) };
        let condition = self.scalar(frame, *condition)?;
        match self.exprs.get(condition) {
            Expr::Boolean(true) => return self.statements(frame, function, body),
            Expr::Boolean(false) => return self.branches(frame, function, rest),
            _ => {}
        }
        let before = frame.locals.clone();
        self.statements(frame, function, body)?;
        let yes = std::mem::replace(&mut frame.locals, before);
        self.branches(frame, function, rest)?;
        let no = std::mem::take(&mut frame.locals);
        for (yes, no) in yes.into_iter().zip(no) {
            let value = self.select_branch(condition, yes, no)?;
            frame.locals.push(value);
        }
        Some(())
    }

    fn assign(
        &mut self,
        frame: &mut InlineFrame,
        function: &Function,
        target: &AssignmentTarget,
        value: SymbolicValue,
    ) -> Option<()> {
        let local = function.locals.get(target.local as usize);
        if target.path.is_empty() {
            let value = local.map_or_else(|| value.clone(), |local| value.clone().named(local));
            frame.set(target.local, value);
            return Some(());
        }
        let mut whole = frame.set(target.local, SymbolicValue::Unset);
        let done = self.write(frame, &mut whole, local, &target.path, value);
        frame.set(target.local, whole);
        done
    }

    fn write(
        &mut self,
        frame: &mut InlineFrame,
        place: &mut SymbolicValue,
        local: Option<&Local>,
        path: &[AccessStep],
        value: SymbolicValue,
    ) -> Option<()> {
        match (path.split_first(), place) {
            (None, place) => {
                *place = local.map_or_else(|| value.clone(), |local| value.clone().named(local));
                Some(())
            }
            (Some((AccessStep::Field(name), rest)), SymbolicValue::Record(fields)) => {
                let field = fields.iter_mut().find(|field| field.0 == Some(*name))?;
                let local = local.and_then(|local| local.fields.iter().find(|field| field.name == *name));
                self.write(frame, &mut field.1, local, rest, value)
            }
            (Some((AccessStep::Index(subscripts), rest)), SymbolicValue::Array(dims, items)) => {
                let dims = dims.clone();
                let ways = self.ways(frame, &dims, subscripts)?;
                let places = places(&dims, &ways);
                let values: Vec<SymbolicValue> = match value {
                    value if ways.iter().all(|way| matches!(way, InlineSubscript::One(_))) => vec![value],
                    SymbolicValue::Array(_, values) => values,
                    _ => return None,
                };
                if places.len() != values.len() {
                    return None;
                }
                for (at, value) in places.into_iter().zip(values) {
                    self.write(frame, items.get_mut(at)?, local, rest, value)?;
                }
                Some(())
            }
            _ => None,
        }
    }

    /// An element or a part of an array.
    pub(super) fn select(
        &mut self,
        frame: &mut InlineFrame,
        array: &SymbolicValue,
        subscripts: &[ExprId],
    ) -> Option<SymbolicValue> {
        let SymbolicValue::Array(dims, items) = array else { return None };
        let ways = self.ways(frame, dims, subscripts)?;
        let kept: Vec<usize> = ways
            .iter()
            .filter_map(|way| match way {
                InlineSubscript::One(_) => None,
                InlineSubscript::Many(many) => Some(many.len()),
            })
            .collect();
        let found: Option<Vec<SymbolicValue>> = places(dims, &ways)
            .into_iter()
            .map(|at| items.get(at).cloned().filter(SymbolicValue::is_set))
            .collect();
        let mut found = found?;
        if kept.is_empty() { found.pop() } else { Some(SymbolicValue::Array(kept, found)) }
    }

    /// What subscripts select in each dimension; dimensions without one are taken whole.
    fn ways(
        &mut self,
        frame: &mut InlineFrame,
        dims: &[usize],
        subscripts: &[ExprId],
    ) -> Option<Vec<InlineSubscript>> {
        if subscripts.len() > dims.len() {
            return None;
        }
        let mut ways = Vec::with_capacity(dims.len());
        for (at, &size) in dims.iter().enumerate() {
            let inside =
                |value: i64| usize::try_from(value).ok().filter(|&at| at >= 1 && at <= size).map(|at| at - 1);
            ways.push(match subscripts.get(at).map(|&id| (id, self.exprs.get(id))) {
                None | Some((_, Expr::All)) => InlineSubscript::Many((0..size).collect()),
                Some((id, _)) => match self.sym(frame, id)? {
                    SymbolicValue::Scalar(value) => match self.exprs.get(value) {
                        Expr::Integer(value) => InlineSubscript::One(inside(value)?),
                        _ => return None,
                    },
                    SymbolicValue::Array(_, items) => {
                        let mut many = Vec::with_capacity(items.len());
                        for item in items {
                            match item {
                                SymbolicValue::Scalar(value) => match self.exprs.get(value) {
                                    Expr::Integer(value) => many.push(inside(value)?),
                                    _ => return None,
                                },
                                _ => return None,
                            }
                        }
                        InlineSubscript::Many(many)
                    }
                    _ => return None,
                },
            });
        }
        Some(ways)
    }

    /// A local that nothing has been assigned to.
    pub(super) fn blank(&mut self, frame: &mut InlineFrame, local: &Local) -> Option<SymbolicValue> {
        let mut dims = Vec::with_capacity(local.dims.len());
        for size in &local.dims {
            match size {
                // Takes the size of what is assigned to it.
                None => return Some(SymbolicValue::Unset),
                Some(size) => dims.push(usize::try_from(self.whole(frame, *size)?).ok()?),
            }
        }
        let item = match local.kind {
            Type::Record(_) => {
                let mut fields = Vec::with_capacity(local.fields.len());
                for field in &local.fields {
                    let value = match field.binding {
                        Some(binding) => self.sym(frame, binding)?,
                        None => self.blank(frame, field)?,
                    };
                    fields.push((Some(field.name), value));
                }
                SymbolicValue::Record(fields)
            }
            _ => SymbolicValue::Unset,
        };
        if dims.is_empty() {
            return Some(item);
        }
        let count = dims.iter().try_fold(1usize, |all, &size| all.checked_mul(size))?;
        self.steps = self.steps.checked_sub(count)?;
        Some(SymbolicValue::Array(dims, vec![item; count]))
    }
}

/// The places of the elements that are selected, the last dimension running fastest.
fn places(dims: &[usize], ways: &[InlineSubscript]) -> Vec<usize> {
    let mut places = vec![0];
    for (&size, way) in dims.iter().zip(ways) {
        let own: &[usize] = match way {
            InlineSubscript::One(at) => std::slice::from_ref(at),
            InlineSubscript::Many(many) => many,
        };
        places = places.iter().flat_map(|place| own.iter().map(move |at| place * size + at)).collect();
    }
    places
}
