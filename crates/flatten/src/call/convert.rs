//! Numbers as values of an enumeration (Modelica Language Specification 3.6, section 4.9.5.3).

use equations::{EnumId, Expr, ExprId, Type};
use syntax::{Diagnostic, DiagnosticCode, Place};

use super::CallArguments;
use crate::Flattener;
use crate::value::{ArrayValue, LoweredValue};

impl Flattener<'_> {
    /// `E(i)`, element by element.
    pub(super) fn converted_all(
        &mut self,
        kind: EnumId,
        arguments: &CallArguments,
        place: Place,
    ) -> Option<LoweredValue> {
        let ([only], true) = (&arguments.positional[..], arguments.named.is_empty()) else {
            self.one_number(kind, place);
            return None;
        };
        let LoweredValue::Plain(plain) = only else {
            self.expected(place, "an Integer", only);
            return None;
        };
        if plain.kind != Type::Integer {
            self.expected(place, "an Integer", only);
            return None;
        }
        let mut items = Vec::with_capacity(plain.items.len());
        for &item in &plain.items {
            items.push(self.literal_at(kind, item, place)?);
        }
        Some(LoweredValue::Plain(ArrayValue {
            kind: Type::Enumeration(kind),
            dims: plain.dims.clone(),
            items,
        }))
    }

    /// The value of an enumeration with a number: known now, or looked up while the model runs.
    pub(crate) fn literal_at(&mut self, kind: EnumId, item: ExprId, place: Place) -> Option<ExprId> {
        let count = self.model.enumerations[kind.at()].literals.len() as u32;
        if let Expr::Integer(number) = self.model.exprs.get(item) {
            return match u32::try_from(number) {
                Ok(number) if (1..=count).contains(&number) => {
                    Some(self.model.exprs.add(Expr::Literal(kind, number)))
                }
                _ => {
                    let name = self.type_name(Type::Enumeration(kind)).to_string();
                    self.report(
                        Diagnostic::new(
                            DiagnosticCode::WrongSubscript,
                            place,
                            format!("`{name}` has no value number {number}"),
                        )
                        .label(format!("it has {count} values, counted from 1")),
                    );
                    None
                }
            };
        }
        let all: Vec<ExprId> =
            (1..=count).map(|number| self.model.exprs.add(Expr::Literal(kind, number))).collect();
        let all = self.model.exprs.list(&all);
        let all = self.model.exprs.add(Expr::Array(all));
        let at = self.model.exprs.list(&[item]);
        Some(self.model.exprs.add(Expr::Index(all, at)))
    }

    /// Reports a conversion of none or of several numbers.
    pub(crate) fn one_number(&mut self, kind: EnumId, place: Place) {
        let name = self.type_name(Type::Enumeration(kind)).to_string();
        self.report(
            Diagnostic::new(DiagnosticCode::WrongCall, place, format!("`{name}(…)` takes one Integer"))
                .label("the number of the value, counted from 1"),
        );
    }
}
