//! Operators on records in functions (Modelica Language Specification 3.6, chapter 14). Which function an operator is
//! is decided by types; what it does to arrays is a call for each element.

use equations::{Builtin, Expr, ExprId, FunctionId, Operator as Op, Type};
use syntax::tree::OperatorSyntax;
use syntax::{Diagnostic, DiagnosticCode, Span};

use super::FunctionBody;
use super::expression_type::ExprType;
use crate::Flattener;
use crate::elab::ElabId;
use crate::lookup::LookupResult;
use crate::operate::{accepts_operands, fits_one};

impl<'a> Flattener<'a> {
    pub(super) fn expr_unary(
        &mut self,
        body: &mut FunctionBody<'a>,
        operator: OperatorSyntax,
        operand: ExprId,
        span: Span,
    ) -> Option<ExprId> {
        if self.sort(body, operand).is_some_and(ExprType::is_record) {
            return self.expr_overloaded(body, operator, &[operand], span);
        }
        if let Some(sort) = self.sort(body, operand).filter(|sort| !fits_one(operator, sort.kind)) {
            let expected = if operator == OperatorSyntax::Not { "a Boolean" } else { "a number" };
            let (expected, found) = (format!("{expected} after `{}`", operator.text()), self.sort_name(sort));
            self.expected_text(body.context.place(span), &expected, &found);
            return None;
        }
        Some(match operator {
            OperatorSyntax::Not => self.model.exprs.add(Expr::Unary(Op::Not, operand)),
            OperatorSyntax::Subtract | OperatorSyntax::ElementSubtract => {
                self.model.exprs.add(Expr::Unary(Op::Negate, operand))
            }
            _ => operand,
        })
    }

    pub(super) fn expr_binary(
        &mut self,
        body: &mut FunctionBody<'a>,
        operator: OperatorSyntax,
        left: ExprId,
        right: ExprId,
        span: Span,
    ) -> Option<ExprId> {
        let (a, b) = (self.sort(body, left), self.sort(body, right));
        if a.is_some_and(ExprType::is_record) || b.is_some_and(ExprType::is_record) {
            return self.expr_overloaded(body, operator, &[left, right], span);
        }
        if let (Some(a), Some(b)) = (a, b)
            && !accepts_operands(operator, a.kind, b.kind)
        {
            self.do_not_fit(body, operator, a, b, span);
            return None;
        }
        Some(self.model.exprs.add(Expr::Binary(super::expr::operator(operator), left, right)))
    }

    /// An operator on records as a call of the operator function of their class.
    fn expr_overloaded(
        &mut self,
        body: &mut FunctionBody<'a>,
        operator: OperatorSyntax,
        operands: &[ExprId],
        span: Span,
    ) -> Option<ExprId> {
        let text = format!("'{}'", operator.text().trim_start_matches('.'));
        let name = self.model.symbols.add(&text);
        for &operand in operands {
            let Some(ExprType { kind: Type::Record(class), .. }) = self.sort(body, operand) else { continue };
            let Some(elab) = self.class_named(class) else { continue };
            let Some(LookupResult::Class(found)) = self.lookup_member(elab, name) else { continue };
            let operators = self.elaborate(&found);
            let candidates = self.functions_in(operators);
            if let Some(call) = self.chosen(body, operator, &candidates, operands, span) {
                return call;
            }
            let Some(converted) = self.converted(body, elab, operands, span) else { continue };
            if let Some(call) = self.chosen(body, operator, &candidates, &converted, span) {
                return call;
            }
        }
        let sorts: Vec<Option<ExprType>> = operands.iter().map(|&operand| self.sort(body, operand)).collect();
        if let [Some(a), Some(b)] = sorts[..]
            && a.is_record() != b.is_record()
        {
            self.do_not_fit(body, operator, a, b, span);
            return None;
        }
        let operator = operator.text();
        self.report(
            Diagnostic::new(
                DiagnosticCode::TypeMismatch,
                body.context.place(span),
                format!("`{operator}` is not defined for these records"),
            )
            .help(format!("define `operator '{operator}'` in their class, or work on their fields")),
        );
        None
    }

    /// The call of the first function that takes such operands: as they are, or for each element.
    pub(super) fn chosen(
        &mut self,
        body: &mut FunctionBody<'a>,
        operator: OperatorSyntax,
        candidates: &[FunctionId],
        operands: &[ExprId],
        span: Span,
    ) -> Option<Option<ExprId>> {
        let mut sorts = Vec::new();
        for &operand in operands {
            sorts.push(self.sort(body, operand)?);
        }
        let by_element = operator.text().starts_with('.');
        if (!by_element || sorts.iter().all(|sort| sort.rank == 0))
            && let Some(&id) = candidates.iter().find(|&&id| self.takes(id, &sorts))
        {
            return Some(self.expr_function(body, id, operands.to_vec(), &[], &[], span));
        }
        let ranks: Vec<usize> = sorts.iter().map(|sort| sort.rank).collect();
        // A product of arrays is made of scalar products: of each row with the vector, or the vector with each column.
        let mut operands = operands.to_vec();
        let elements: &[usize] = match (operator, &ranks[..]) {
            (OperatorSyntax::Multiply, [2, 2]) => {
                return self.matrix_product(body, candidates, &operands, span);
            }
            (OperatorSyntax::Multiply, [1 | 2, 1]) => &[1, 1],
            (OperatorSyntax::Multiply, [1, 2]) => {
                operands[1] = self.model.exprs.builtin(Builtin::Transpose, &[operands[1]]);
                &[1, 1]
            }
            (OperatorSyntax::Multiply, [0, _] | [_, 0])
            | (OperatorSyntax::Divide | OperatorSyntax::Power, [_, 0]) => &[0, 0],
            (OperatorSyntax::Multiply | OperatorSyntax::Divide | OperatorSyntax::Power, [_, _]) => {
                return None;
            }
            (_, [a, b]) if by_element && (*a == 0 || *b == 0) || a == b => &[0, 0],
            (_, [_]) => &[0],
            _ => return None,
        };
        for (sort, &rank) in sorts.iter_mut().zip(elements) {
            sort.rank = rank;
        }
        let id = match candidates.iter().find(|&&id| self.takes(id, &sorts)) {
            Some(&id) => id,
            None if elements == [1, 1] => self.scalar_product(candidates, &sorts)?,
            None => return None,
        };
        Some(self.expr_function(body, id, operands, &[], &[], span))
    }

    /// The operands with numbers made records by the constructor with one argument.
    fn converted(
        &mut self,
        body: &mut FunctionBody<'a>,
        elab: ElabId,
        operands: &[ExprId],
        span: Span,
    ) -> Option<Vec<ExprId>> {
        let mut all = Vec::new();
        for &operand in operands {
            let sort = self.sort(body, operand)?;
            all.push(if sort.is_record() {
                operand
            } else {
                let id = self.constructor_of(elab, &[ExprType::scalar(sort.kind)])?;
                self.expr_function(body, id, vec![operand], &[], &[], span)?
            });
        }
        Some(all)
    }

    /// The function of `'constructor'` that takes such arguments by position.
    fn constructor_of(&mut self, elab: ElabId, sorts: &[ExprType]) -> Option<FunctionId> {
        let name = self.model.symbols.find("'constructor'")?;
        let Some(LookupResult::Class(class)) = self.lookup_member(elab, name) else { return None };
        let operators = self.elaborate(&class);
        let candidates = self.functions_in(operators);
        candidates.into_iter().find(|&id| self.takes(id, sorts))
    }

    /// `String` of a record, by its operator `'String'`; none if the value is no record.
    pub(super) fn expr_string(
        &mut self,
        body: &mut FunctionBody<'a>,
        arguments: &[ExprId],
        named: &[(equations::Symbol, ExprId)],
        span: Span,
    ) -> Option<Option<ExprId>> {
        let sort = self.sort(body, *arguments.first()?)?;
        let Type::Record(class) = sort.kind else { return None };
        let elab = self.class_named(class)?;
        let name = self.model.symbols.add("'String'");
        if let Some(LookupResult::Class(found)) = self.lookup_member(elab, name) {
            let operators = self.elaborate(&found);
            if let Some(&id) = self.functions_in(operators).first() {
                return Some(self.expr_function(body, id, arguments.to_vec(), named, &[], span));
            }
        }
        self.no_text(body.context.place(span), class);
        Some(None)
    }

    /// True if a function can be called with operands of these sorts.
    pub(super) fn takes(&self, id: FunctionId, sorts: &[ExprType]) -> bool {
        let function = &self.model.functions[id.at()];
        let inputs = &function.locals[..function.inputs as usize];
        inputs.len() >= sorts.len()
            && inputs.iter().enumerate().all(|(at, input)| match sorts.get(at) {
                Some(sort) => {
                    let record = matches!(input.kind, Type::Record(_));
                    record == sort.is_record() && input.dims.len() == sort.rank
                }
                None => input.binding.is_some(),
            })
    }

    fn do_not_fit(
        &mut self,
        body: &FunctionBody<'a>,
        operator: OperatorSyntax,
        a: ExprType,
        b: ExprType,
        span: Span,
    ) {
        let (left, right) = (self.sort_name(a), self.sort_name(b));
        let message = format!("{left} and {right} do not fit together");
        let diagnostic = Diagnostic::new(DiagnosticCode::TypeMismatch, body.context.place(span), message)
            .label(format!("in `{}`", operator.text()));
        let text = |sort: ExprType| sort.kind == Type::String;
        self.report(
            if operator == OperatorSyntax::Add && text(a) != text(b) && !a.is_record() && !b.is_record() {
                diagnostic.help("write a value as text with `String(…)`")
            } else {
                diagnostic
            },
        );
    }

    pub(super) fn sort_name(&self, sort: ExprType) -> String {
        let name = match sort.kind {
            Type::Record(class) => format!("record {}", self.model.symbols.name(class)),
            kind => self.type_name(kind).to_string(),
        };
        match sort.rank {
            0 if sort.is_record() => name,
            0 => self.one_of(sort.kind),
            rank => format!("{name}[{}]", vec![":"; rank].join(", ")),
        }
    }
}
