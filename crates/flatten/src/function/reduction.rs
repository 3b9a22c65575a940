//! Reductions over indices whose parts are arrays (Modelica Language Specification 3.6, section 10.3.4.1): the sum of
//! vectors is a vector, and nothing else is made of arrays.

use equations::{Builtin, Expr, ExprId, Local, Type};
use syntax::tree::{ExpressionKind, FunctionArgument};
use syntax::{Code, Diagnostic, List, Place, Span};

use super::Body;
use crate::Flattener;
use crate::lower::Context;
use crate::value::{Plain, Val, count};

impl<'a> Flattener<'a> {
    /// The number of indices that the only argument of a reduction runs over.
    pub(crate) fn indices(
        &self,
        context: &Context<'a>,
        builtin: Builtin,
        arguments: List<FunctionArgument>,
    ) -> Option<usize> {
        let tree = context.file.tree;
        let reduces = matches!(builtin, Builtin::Sum | Builtin::Product | Builtin::Min | Builtin::Max);
        let [argument] = &tree[arguments] else { return None };
        match tree[argument.value].kind {
            ExpressionKind::Iterated { indices, .. } if reduces => Some(tree[indices].len()),
            _ => None,
        }
    }

    /// A reduction over indices whose parts are arrays; none if they are not.
    pub(crate) fn reduce_arrays(
        &mut self,
        builtin: Builtin,
        indices: usize,
        values: &[Val],
        place: Place,
    ) -> Option<Option<Val>> {
        let [Val::Plain(all)] = values else { return None };
        if all.dims.len() <= indices {
            return None;
        }
        if builtin != Builtin::Sum {
            self.parts_are_arrays(builtin, place);
            return Some(None);
        }
        let dims = all.dims[indices..].to_vec();
        let size = count(&dims);
        let mut items = vec![self.zero(all.kind); size];
        for (at, &item) in all.items.iter().enumerate() {
            items[at % size] = self.model.exprs.sum(items[at % size], item);
        }
        Some(Some(Val::Plain(Plain { kind: all.kind, dims, items })))
    }

    /// The same in a function, where sizes are known when it is called: `{sum(all[:, j]) for j in 1:size(all, 2)}`.
    pub(super) fn expr_reduce_arrays(
        &mut self,
        body: &mut Body<'a>,
        builtin: Builtin,
        indices: usize,
        all: ExprId,
        span: Span,
    ) -> Option<Option<ExprId>> {
        let rank = self.sort(body, all)?.rank;
        if rank <= indices {
            return None;
        }
        let place = body.context.place(span);
        if builtin != Builtin::Sum {
            self.parts_are_arrays(builtin, place);
            return Some(None);
        }
        if (indices, rank) != (1, 2) {
            let message = "a sum of matrices, or of arrays over several indices, in a function";
            self.report(Diagnostic::new(Code::NotSupported, place, message).help("add them up in a loop"));
            return Some(None);
        }
        let number = body.locals.len() as u32;
        let name = self.model.symbols.add("element");
        let (dims, fields) = (Vec::new(), Vec::new());
        body.locals.push(Local { name, kind: Type::Integer, dims, binding: None, fields });
        let exprs = &mut self.model.exprs;
        let (one, two) = (exprs.integer(1), exprs.integer(2));
        let size = exprs.builtin(Builtin::Size, &[all, two]);
        let range = exprs.add(Expr::Range(one, one, size));
        let (every, element) = (exprs.add(Expr::All), exprs.add(Expr::Local(number)));
        let list = exprs.list(&[every, element]);
        let column = exprs.add(Expr::Index(all, list));
        let sum = exprs.builtin(Builtin::Sum, &[column]);
        Some(Some(exprs.add(Expr::Comprehension(number, range, sum))))
    }

    fn parts_are_arrays(&mut self, builtin: Builtin, place: Place) {
        let message = format!("`{}` over an index takes scalars, and these parts are arrays", builtin.text());
        self.report(
            Diagnostic::new(Code::ShapeMismatch, place, message)
                .label("expected a scalar for each value of the index")
                .help("add an index for each dimension of the parts, such as `max(A[i, j] for i in 1:2, j in 1:3)`"),
        );
    }
}
