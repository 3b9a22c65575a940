//! Unit strings that mean nothing (Modelica Language Specification 3.6, chapter 19).

use equations::{Expr, ExprId, Unit};
use syntax::{Diagnostic, DiagnosticCode, Place};

use crate::Flattener;

impl Flattener<'_> {
    /// Warns of a `unit` that is not known, where the user wrote it: nothing that has it can be checked.
    pub(crate) fn check_unit(&mut self, items: &[ExprId], place: Place) {
        let Some(Expr::String(text)) = items.first().map(|&item| self.model.exprs.get(item)) else { return };
        let text = self.model.symbols.name(text);
        if text.is_empty() || Unit::is_known(text) || !self.program.is_own(place.file) {
            return;
        }
        let text = text.to_string();
        let found = Diagnostic::new(
            DiagnosticCode::UnknownUnit,
            place,
            format!("`{text}` is not a unit that is known"),
        )
        .label("what has it cannot be checked against other units");
        self.report(match Unit::suggest_unit(&text) {
            Some(meant) => found.help(format!("did you mean `{meant}`?")),
            None => found.help("products are written `N.m`, quotients `m/s`, powers `m2` or `s-1`"),
        });
    }
}
