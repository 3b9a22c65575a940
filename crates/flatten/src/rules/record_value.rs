//! A record that is given a value as a whole has all its parts from there. A part cannot be given another one from further
//! out, or in the same modification, and what is `final` in it cannot be changed with the whole (Modelica Language
//! Specification 3.6, sections 7.2.3 and 7.2.4).

use equations::ExprId;
use syntax::{Diagnostic, DiagnosticCode};

use crate::Flattener;
use crate::instance::LeafId;
use crate::value::{ArrayValue, LoweredValue};

impl Flattener<'_> {
    /// Reports a value for a variable of a record that is given a value as a whole, where the variable's would win or
    /// nothing says which of them does.
    pub(crate) fn check_part_of_whole(&mut self, id: LeafId) {
        let leaf = self.leaf(id);
        let Some((whole, _)) = self.whole_layer(leaf.inst) else { return };
        let mut given = leaf.layers[..leaf.modifying].iter().enumerate();
        let found = given.find(|(at, layer)| {
            layer.value.is_some() && layer.is_argument() && (*at < leaf.outer || whole.stands_with(layer))
        });
        let Some((_, part)) = found else { return };
        let (part, whole) = (part.place(), whole.place());
        let name = self.model.symbols.name(leaf.name).to_string();
        self.report(
            Diagnostic::new(
                DiagnosticCode::ModifiedTwice,
                part,
                format!("`{name}` is given a value, and so is the record that it is part of"),
            )
            .label("a part of a value that is given as a whole")
            .related(whole, "the value of the whole record")
            .help("give the record one value with this part in it, or give values to its parts alone"),
        );
    }

    /// Warns of the value of a record that changes what a modification further in makes `final`. A value that is the same
    /// changes nothing: machines say that they have three phases, and their data say so too. The language calls it an error,
    /// but models of its own library do it.
    pub(crate) fn check_final_in_whole(&mut self, id: LeafId, field: &ArrayValue) {
        let leaf = self.leaf(id);
        let (inst, rank, name) = (leaf.inst, leaf.dims.len(), leaf.name);
        let last = leaf.layers[..leaf.modifying].iter();
        let mut last = last.filter(|layer| layer.is_final && layer.is_argument() && layer.value.is_some());
        let Some(last) = last.next().cloned() else { return };
        let Some((whole, _)) = self.whole_layer(inst) else { return };
        let place = whole.place();
        let Some(LoweredValue::Plain(given)) = self.layer_value(&last, inst, Some(rank)) else { return };
        let pairs = given.items.iter().zip(&field.items);
        let differs = |(&a, &b): (&ExprId, &ExprId)| match (self.value(a), self.value(b)) {
            (Some(a), Some(b)) => a.as_real().zip(b.as_real()).map_or(a != b, |(a, b)| a != b),
            _ => false,
        };
        if given.items.len() == field.items.len() && pairs.into_iter().any(differs) {
            let name = self.model.symbols.name(name).to_string();
            self.report(
                Diagnostic::new(
                    DiagnosticCode::FinalOverridden,
                    place,
                    format!("`{name}` is `final`, and the value of the whole record gives it another value"),
                )
                .label("this value is used")
                .related(last.place(), "its final value is set here")
                .help("give the record a value that agrees in this part, or remove the `final`"),
            );
        }
    }
}
