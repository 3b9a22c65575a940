//! Reductions over indices whose parts are arrays (Modelica Language Specification 3.6, section 10.3.4.1): the sum of
//! vectors is a vector, and nothing else is made of arrays.

use equations::{Builtin, Expr, ExprId, Local, Type};
use syntax::tree::{ExpressionKind, FunctionArgument};
use syntax::{Diagnostic, DiagnosticCode, List, Place, Span};

use super::FunctionBody;
use crate::Flattener;
use crate::lower::LoweringContext;
use crate::value::{ArrayValue, LoweredValue, count};

impl<'a> Flattener<'a> {
    /// The number of indices that the only argument of a reduction runs over.
    pub(crate) fn indices(
        &self,
        context: &LoweringContext<'a>,
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
        values: &[LoweredValue],
        place: Place,
    ) -> Option<Option<LoweredValue>> {
        let [LoweredValue::Plain(all)] = values else { return None };
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
        Some(Some(LoweredValue::Plain(ArrayValue { kind: all.kind, dims, items })))
    }

    /// The same in a function, where sizes are known when it is called: `{sum(all[:, j]) for j in 1:size(all, 2)}`, and so
    /// on for parts of more dimensions.
    pub(super) fn expr_reduce_arrays(
        &mut self,
        body: &mut FunctionBody<'a>,
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
        // The elements of a part, by an index for each of its dimensions.
        let first = body.locals.len() as u32;
        let elements = first..first + (rank - indices) as u32;
        for at in 1..=elements.len() {
            let name = if elements.len() == 1 { "element".to_string() } else { format!("element{at}") };
            let name = self.model.symbols.add(&name);
            let (dims, fields) = (Vec::new(), Vec::new());
            body.locals.push(Local { name, kind: Type::Integer, dims, binding: None, fields });
        }
        let exprs = &mut self.model.exprs;
        let mut subscripts = vec![exprs.add(Expr::All); indices];
        subscripts.extend(elements.clone().map(|element| exprs.add(Expr::Local(element))));
        let list = exprs.list(&subscripts);
        let parts = exprs.add(Expr::Index(all, list));
        let one = exprs.integer(1);
        let mut sum = exprs.builtin(Builtin::Sum, &[parts]);
        for (at, element) in elements.enumerate().rev() {
            let dimension = exprs.integer((indices + at + 1) as i64);
            let size = exprs.builtin(Builtin::Size, &[all, dimension]);
            let range = exprs.add(Expr::Range(one, one, size));
            sum = exprs.add(Expr::Comprehension(element, range, sum));
        }
        Some(Some(sum))
    }

    fn parts_are_arrays(&mut self, builtin: Builtin, place: Place) {
        let message = format!("`{}` over an index takes scalars, and these parts are arrays", builtin.text());
        self.report(
            Diagnostic::new(DiagnosticCode::ShapeMismatch, place, message)
                .label("expected a scalar for each value of the index")
                .help("add an index for each dimension of the parts, such as `max(A[i, j] for i in 1:2, j in 1:3)`"),
        );
    }
}
