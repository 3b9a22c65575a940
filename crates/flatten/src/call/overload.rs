//! Operators of operator records (Modelica Language Specification 3.6, chapter 14).

use equations::Symbol;
use syntax::tree::Operator;
use syntax::{Code, Diagnostic, Span};

use super::Arguments;
use crate::Flattener;
use crate::elab::ElabId;
use crate::lookup::Found;
use crate::lower::Context;
use crate::value::{Val, subscripts};

impl<'a> Flattener<'a> {
    /// An operator on records, from the operator functions of their class.
    pub(crate) fn overloaded(
        &mut self,
        context: &Context<'a>,
        operator: Operator,
        operands: &[Val],
        span: Span,
    ) -> Option<Val> {
        let arrays = operands.iter().any(|operand| !operand.dims().is_empty());
        if arrays && operator.text().starts_with('.') {
            return self.overloaded_arrays(context, operator, operands, span);
        }
        let text = format!("'{}'", operator.text().trim_start_matches('.'));
        let symbol = self.model.symbols.add(&text);
        let classes: Vec<Symbol> = operands
            .iter()
            .filter_map(|operand| match operand {
                Val::Record(record) => Some(record.class),
                _ => None,
            })
            .collect();
        for class in classes {
            let Some(elab) = self.class_named(class) else { continue };
            let Some(Found::Class(found)) = self.inside(elab, symbol) else { continue };
            let operators = self.elaborate(&found);
            let candidates = self.functions_in(operators);
            let arguments = Arguments::new(operands.to_vec());
            if let Some(&id) = candidates.iter().find(|&&id| self.accepts(id, &arguments)) {
                return self.call_function(context, id, arguments, span);
            }
            if arrays {
                break;
            }
            // A number becomes a record by the constructor with one argument.
            let converted: Option<Vec<Val>> = operands
                .iter()
                .map(|operand| match operand {
                    Val::Record(_) => Some(operand.clone()),
                    _ => {
                        let arguments = Arguments::new(vec![operand.clone()]);
                        self.record_constructor(context, elab, &arguments, span)?
                    }
                })
                .collect();
            let arguments = Arguments::new(converted?);
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
                Code::TypeMismatch,
                context.place(span),
                format!("`{operator}` is not defined for these records"),
            )
            .help(format!("define `operator '{operator}'` in their class, or work on their fields")),
        );
        None
    }

    /// An operator on arrays of records, element by element.
    pub(super) fn overloaded_arrays(
        &mut self,
        context: &Context<'a>,
        operator: Operator,
        operands: &[Val],
        span: Span,
    ) -> Option<Val> {
        let dims = operands.iter().map(Val::dims).find(|dims| !dims.is_empty())?.to_vec();
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
        Val::stack(&dims, items)
    }

    /// The elaborated class with a full name that some value carries.
    pub(super) fn class_named(&mut self, full: Symbol) -> Option<ElabId> {
        let name = self.model.symbols.name(full).to_string();
        let mut parts = name.split('.');
        let first = self.model.symbols.find(parts.next()?)?;
        let class = *self.program.roots.get(&first)?;
        let mut elab = self.elaborate(&crate::elab::ClassRef::new(class, None));
        for part in parts {
            let name = self.model.symbols.find(part)?;
            let Found::Class(class) = self.inside(elab, name)? else { return None };
            elab = self.elaborate(&class);
        }
        Some(elab)
    }
}
