//! Sizes of records that functions give, from what these begin with: `output Curve c(y = {0, 0.5, 1})`. A function that never
//! gives such a field as a whole another value keeps its size, so that calls need not be carried out to know it.

use equations::{AccessStep, AssignmentTarget, Expr, ExprId, Local, Statement, Symbol};
use syntax::tree::{ExpressionKind, Prefix};

use super::FunctionBody;
use crate::Flattener;
use crate::elab::ElabId;

impl<'a> Flattener<'a> {
    /// Gives fields of outputs the sizes of the values that they begin with, where no statement changes them.
    pub(super) fn settle_outputs(
        &mut self,
        body: &mut FunctionBody<'a>,
        elab: ElabId,
        order: &[usize],
        statements: &[Statement],
    ) {
        let unsized_field = |field: &Local| field.dims.iter().any(Option::is_none);
        for number in body.inputs..body.inputs + body.outputs {
            let local = &body.locals[number as usize];
            let Some(binding) = local.binding.filter(|_| local.fields.iter().any(unsized_field)) else {
                continue;
            };
            let Expr::Record(_, list) = self.model.exprs.get(binding) else { continue };
            let Some(kind) = self.local_elab(elab, order[number as usize]) else { continue };
            let open = self.open_fields(kind);
            if any_target(statements, &|target| target.local == number && resizes(target, &open)) {
                continue;
            }
            let known = self.constants_of(body, elab, order);
            let items = self.model.exprs.items(list).to_vec();
            for (at, item) in items.into_iter().enumerate() {
                let item = self.substitute(item, &known);
                let Some(field) = body.locals[number as usize].fields.get_mut(at) else { break };
                // Fields that nothing is said of begin empty.
                let shape = self
                    .expr_shape(item)
                    .filter(|shape| shape.len() == field.dims.len() && !shape.contains(&0));
                for (dim, size) in field.dims.iter_mut().zip(shape.unwrap_or_default()) {
                    *dim = dim.or_else(|| Some(self.model.exprs.integer(i64::from(size))));
                }
            }
        }
    }

    /// The fields of a record whose sizes are written `:`.
    fn open_fields(&self, kind: ElabId) -> Vec<Symbol> {
        let components = self.elab(kind).components.iter().map(|member| member.declaration);
        let open = components.filter(|declaration| {
            let tree = declaration.file.tree;
            let sizes =
                tree[declaration.component.subscripts].iter().chain(&tree[declaration.type_subscripts]);
            sizes.into_iter().any(|size| matches!(size.kind, ExpressionKind::All))
        });
        open.map(|declaration| declaration.name).collect()
    }

    /// What the locals of a function are: constants their values, all others themselves.
    fn constants_of(&mut self, body: &FunctionBody<'a>, elab: ElabId, order: &[usize]) -> Vec<ExprId> {
        let components = &self.elab(elab).components;
        let value = |at: usize| {
            let constant = components[*order.get(at)?].declaration.prefixes.has(Prefix::Constant);
            body.locals[at].binding.filter(|_| constant)
        };
        let values: Vec<Option<ExprId>> = (0..body.locals.len()).map(value).collect();
        let local = |(at, value): (usize, Option<ExprId>)| {
            value.unwrap_or_else(|| self.model.exprs.add(Expr::Local(at as u32)))
        };
        values.into_iter().enumerate().map(local).collect()
    }
}

/// True if a target is a whole record, or a whole field of it that may have any size.
fn resizes(target: &AssignmentTarget, open: &[Symbol]) -> bool {
    match &target.path[..] {
        [] => true,
        [AccessStep::Field(name)] => open.contains(name),
        _ => false,
    }
}

fn any_target(statements: &[Statement], found: &dyn Fn(&AssignmentTarget) -> bool) -> bool {
    statements.iter().any(|statement| match statement {
        Statement::Assign(target, _) => found(target),
        Statement::AssignMany(targets, _) => targets.iter().flatten().any(found),
        Statement::If(branches) | Statement::When(branches) => {
            branches.iter().any(|(_, body)| any_target(body, found))
        }
        Statement::For(_, _, body) | Statement::While(_, body) => any_target(body, found),
        Statement::Call(_) | Statement::Break | Statement::Return => false,
    })
}
