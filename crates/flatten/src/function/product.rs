//! Products of arrays of records in functions (Modelica Language Specification 3.6, sections 10.6.5 and 14.5): sums of
//! products, by the operators of the class.

use equations::{AssignmentTarget, Builtin, Expr, ExprId, Function, FunctionId, Local, Statement, Type};
use syntax::Span;
use syntax::tree::OperatorSyntax;

use super::FunctionBody;
use super::expression_type::ExprType;
use crate::Flattener;
use crate::lookup::LookupResult;

impl<'a> Flattener<'a> {
    /// The product of two matrices: the first with each column of the second.
    pub(super) fn matrix_product(
        &mut self,
        body: &mut FunctionBody<'a>,
        candidates: &[FunctionId],
        operands: &[ExprId],
        span: Span,
    ) -> Option<Option<ExprId>> {
        let &[left, right] = operands else { return None };
        let (one, two) = (self.model.exprs.integer(1), self.model.exprs.integer(2));
        let columns = self.model.exprs.builtin(Builtin::Size, &[right, two]);
        let range = self.model.exprs.add(Expr::Range(one, one, columns));
        let number = body.locals.len() as u32;
        let name = self.model.symbols.add("column");
        body.locals.push(Local {
            name,
            kind: Type::Integer,
            dims: Vec::new(),
            binding: None,
            fields: Vec::new(),
        });
        let column = self.model.exprs.add(Expr::Local(number));
        let all = self.model.exprs.add(Expr::All);
        let list = self.model.exprs.list(&[all, column]);
        let column = self.model.exprs.add(Expr::Index(right, list));
        let product = self.chosen(body, OperatorSyntax::Multiply, candidates, &[left, column], span)??;
        let rows = self.model.exprs.add(Expr::Comprehension(number, range, product));
        Some(Some(self.model.exprs.builtin(Builtin::Transpose, &[rows])))
    }

    /// A function for the scalar product of two vectors of which one at least is of records, made of the operators `*`
    /// and `+` of the class.
    pub(super) fn scalar_product(&mut self, times: &[FunctionId], sorts: &[ExprType]) -> Option<FunctionId> {
        let scalars: Vec<ExprType> = sorts.iter().map(|sort| ExprType { rank: 0, ..*sort }).collect();
        let times = *times.iter().find(|&&id| self.takes(id, &scalars))?;
        if let Some(&known) = self.products.get(&times) {
            return Some(known);
        }
        let function = &self.model.functions[times.at()];
        let output = function.locals.get(2).filter(|_| function.inputs == 2)?.clone();
        let Type::Record(class) = output.kind else { return None };
        let elab = self.class_named(class)?;
        let plus = self.model.symbols.find("'+'")?;
        let Some(LookupResult::Class(found)) = self.lookup_member(elab, plus) else { return None };
        let operators = self.elaborate(&found);
        let candidates = self.functions_in(operators);
        let result = ExprType::scalar(output.kind);
        let plus = *candidates.iter().find(|&&id| self.takes(id, &[result, result]))?;
        let made = self.sum_of_products(times, plus);
        let id = FunctionId(self.model.functions.len() as u32);
        self.model.functions.push(made);
        self.products.insert(times, id);
        Some(id)
    }

    /// `c := a[1]*b[1]; for i in 2:size(a, 1) loop c := c + a[i]*b[i]; end for;`
    fn sum_of_products(&mut self, times: FunctionId, plus: FunctionId) -> Function {
        let base = &self.model.functions[times.at()];
        let (place, name) = (base.place, base.name);
        let mut locals = base.locals[..3].to_vec();
        for local in &mut locals[..2] {
            // Its size comes from the argument.
            local.dims = vec![None];
            local.binding = None;
        }
        let number = self.model.symbols.add("i");
        locals.push(Local::new(number, Type::Integer));
        let name = format!("{} of vectors", self.model.symbols.name(name).replace('\'', ""));
        let name = match name.rsplit_once('.') {
            Some((before, last)) => format!("{before}.'{last}'"),
            None => format!("'{name}'"),
        };
        let name = self.model.symbols.add(&name);
        let exprs = &mut self.model.exprs;
        let [a, b, c, i] = [0, 1, 2, 3].map(|local| exprs.add(Expr::Local(local)));
        let one = exprs.integer(1);
        let [first, next] = [one, i].map(|at| {
            let at = exprs.list(&[at]);
            let pair = [a, b].map(|vector| exprs.add(Expr::Index(vector, at)));
            let pair = exprs.list(&pair);
            exprs.add(Expr::Call(times, pair))
        });
        let both = exprs.list(&[c, next]);
        let sum = exprs.add(Expr::Call(plus, both));
        let size = exprs.builtin(Builtin::Size, &[a, one]);
        let two = exprs.integer(2);
        let range = exprs.add(Expr::Range(two, one, size));
        let target = || AssignmentTarget { local: 2, path: Vec::new() };
        let body = vec![
            Statement::Assign(target(), first),
            Statement::For(3, range, vec![Statement::Assign(target(), sum)]),
        ];
        Function { locals, inputs: 2, outputs: 1, body: Some(body), ..Function::new(name, place) }
    }
}
