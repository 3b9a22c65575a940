//! Operators of operator records (Modelica Language Specification 3.6, chapter 14).

use equations::Symbol;
use syntax::tree::OperatorSyntax;
use syntax::{Diagnostic, DiagnosticCode, Place, Span};

use super::CallArguments;
use crate::Flattener;
use crate::elab::ElabId;
use crate::lookup::LookupResult;
use crate::lower::LoweringContext;
use crate::value::{LoweredValue, subscripts};

impl<'a> Flattener<'a> {
    /// An operator on records, from the operator functions of their class.
    pub(crate) fn overloaded(
        &mut self,
        context: &LoweringContext<'a>,
        operator: OperatorSyntax,
        operands: &[LoweredValue],
        span: Span,
    ) -> Option<LoweredValue> {
        let arrays = operands.iter().any(|operand| !operand.dims().is_empty());
        if arrays && operator.text().starts_with('.') {
            return self.overloaded_arrays(context, operator, operands, span);
        }
        let text = format!("'{}'", operator.text().trim_start_matches('.'));
        let symbol = self.model.symbols.add(&text);
        let classes: Vec<Symbol> = operands
            .iter()
            .filter_map(|operand| match operand {
                LoweredValue::Record(record) => Some(record.class),
                _ => None,
            })
            .collect();
        for class in classes {
            let Some(elab) = self.class_named(class) else { continue };
            let Some(LookupResult::Class(found)) = self.lookup_member(elab, symbol) else { continue };
            let operators = self.elaborate(&found);
            let candidates = self.functions_in(operators);
            let arguments = CallArguments::new(operands.to_vec());
            if let Some(&id) = candidates.iter().find(|&&id| self.accepts(id, &arguments)) {
                return self.call_function(context, id, arguments, span);
            }
            if arrays {
                break;
            }
            // A number becomes a record by the constructor with one argument.
            let converted: Option<Vec<LoweredValue>> = operands
                .iter()
                .map(|operand| match operand {
                    LoweredValue::Record(_) => Some(operand.clone()),
                    _ => {
                        let arguments = CallArguments::new(vec![operand.clone()]);
                        self.record_constructor(context, elab, &arguments, span)?
                    }
                })
                .collect();
            let arguments = CallArguments::new(converted?);
            if let Some(&id) = candidates.iter().find(|&&id| self.accepts(id, &arguments)) {
                return self.call_function(context, id, arguments, span);
            }
        }
        if arrays {
            return self.overloaded_arrays(context, operator, operands, span);
        }
        let operator = operator.text();
        self.report(
            Diagnostic::new(
                DiagnosticCode::TypeMismatch,
                context.place(span),
                format!("`{operator}` is not defined for these records"),
            )
            .help(format!("define `operator '{operator}'` in their class, or work on their fields")),
        );
        None
    }

    /// An operator on arrays of records: a product is one of matrices, everything else goes element by element.
    pub(super) fn overloaded_arrays(
        &mut self,
        context: &LoweringContext<'a>,
        operator: OperatorSyntax,
        operands: &[LoweredValue],
        span: Span,
    ) -> Option<LoweredValue> {
        let dims = operands.iter().map(LoweredValue::dims).find(|dims| !dims.is_empty())?.to_vec();
        if let [left, right] = operands {
            let scalar = left.dims().is_empty() || right.dims().is_empty();
            if operator == OperatorSyntax::Multiply && !scalar {
                return self.record_product(context, left, right, span);
            }
            let fits = match operator {
                OperatorSyntax::Divide | OperatorSyntax::Power => right.dims().is_empty(),
                _ if left.dims() == right.dims() => true,
                _ => scalar && (operator == OperatorSyntax::Multiply || operator.text().starts_with('.')),
            };
            if !fits {
                self.mismatch(context.place(span), left, right, operator.text());
                return None;
            }
        }
        let mut items = Vec::new();
        for at in subscripts(&dims) {
            let mut scalars = Vec::new();
            for operand in operands {
                scalars.push(if operand.dims().is_empty() {
                    operand.clone()
                } else {
                    operand.select(&at)?
                });
            }
            let item = match scalars.len() {
                1 => self.unary(context, operator, scalars.remove(0), span)?,
                _ => {
                    let right = scalars.remove(1);
                    self.binary(context, operator, scalars.remove(0), right, span)?
                }
            };
            items.push(item);
        }
        LoweredValue::stack(&dims, items)
    }

    /// The product of two arrays of which one at least is of records: rows by columns (MLS 14.5).
    fn record_product(
        &mut self,
        context: &LoweringContext<'a>,
        left: &LoweredValue,
        right: &LoweredValue,
        span: Span,
    ) -> Option<LoweredValue> {
        let (n, rows, columns) = match (left.dims(), right.dims()) {
            ([n], [m]) if n == m => (*n, None, None),
            ([rows, n], [m]) if n == m => (*n, Some(*rows), None),
            ([n], [m, columns]) if n == m => (*n, None, Some(*columns)),
            ([rows, n], [m, columns]) if n == m => (*n, Some(*rows), Some(*columns)),
            _ => {
                self.mismatch(context.place(span), left, right, "*");
                return None;
            }
        };
        if n == 0 {
            self.empty_product(context.place(span));
            return None;
        }
        let mut items = Vec::new();
        for row in 1..=rows.unwrap_or(1) {
            for column in 1..=columns.unwrap_or(1) {
                let across = (1..=n).map(|at| match rows {
                    Some(_) => left.select(&[row, at]),
                    None => left.select(&[at]),
                });
                let down = (1..=n).map(|at| match columns {
                    Some(_) => right.select(&[at, column]),
                    None => right.select(&[at]),
                });
                let (across, down) = (across.collect::<Option<Vec<_>>>()?, down.collect::<Option<Vec<_>>>()?);
                if rows.is_some() || columns.is_some() {
                    // A class may have its own scalar product.
                    let (across, down) =
                        (LoweredValue::stack(&[n], across)?, LoweredValue::stack(&[n], down)?);
                    items.push(self.binary(context, OperatorSyntax::Multiply, across, down, span)?);
                    continue;
                }
                let mut total = None;
                for (a, b) in across.into_iter().zip(down) {
                    let product = self.binary(context, OperatorSyntax::Multiply, a, b, span)?;
                    total = Some(match total {
                        Some(total) => self.binary(context, OperatorSyntax::Add, total, product, span)?,
                        None => product,
                    });
                }
                return total;
            }
        }
        let dims: Vec<u32> = rows.into_iter().chain(columns).collect();
        LoweredValue::stack(&dims, items)
    }

    /// `String` of a record, by its operator `'String'`.
    pub(crate) fn text_of(
        &mut self,
        context: &LoweringContext<'a>,
        class: Symbol,
        arguments: CallArguments,
        span: Span,
    ) -> Option<LoweredValue> {
        let name = self.model.symbols.add("'String'");
        let elab = self.class_named(class)?;
        if let Some(LookupResult::Class(found)) = self.lookup_member(elab, name) {
            let operators = self.elaborate(&found);
            let id = *self.functions_in(operators).first()?;
            return self.call_function(context, id, arguments, span);
        }
        self.no_text(context.place(span), class);
        None
    }

    /// Reports a record that cannot be written as text.
    pub(crate) fn no_text(&mut self, place: Place, class: Symbol) {
        let message = format!("`String` is not defined for `{}`", self.model.symbols.name(class));
        self.report(
            Diagnostic::new(DiagnosticCode::TypeMismatch, place, message)
                .help("define `operator 'String'` in its class, or write its fields"),
        );
    }

    /// The elaborated class with a full name that some value carries.
    pub(crate) fn class_named(&mut self, full: Symbol) -> Option<ElabId> {
        let name = self.model.symbols.name(full).to_string();
        let mut parts = name.split('.');
        let first = self.model.symbols.find(parts.next()?)?;
        let class = *self.program.roots.get(&first)?;
        let mut elab = self.elaborate(&crate::elab::ClassRef::new(class, None));
        for part in parts {
            let name = self.model.symbols.find(part)?;
            let LookupResult::Class(class) = self.lookup_member(elab, name)? else { return None };
            elab = self.elaborate(&class);
        }
        Some(elab)
    }
}
