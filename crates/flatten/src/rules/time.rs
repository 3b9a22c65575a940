//! Where `time` is known (Modelica Language Specification 3.6, section 3.6.7).

use syntax::tree::Restriction;
use syntax::{Diagnostic, DiagnosticCode, Place};

use super::kind_text;
use crate::Flattener;
use crate::lower::LoweringContext;

impl Flattener<'_> {
    /// Reports `time` in the declaration of a record or connector: only models and blocks have it.
    pub(crate) fn check_time(&mut self, context: &LoweringContext, place: Place) {
        let class = self.scope(context.scope).class;
        let node = self.program.class(class).node;
        if !matches!(node.restriction, Restriction::Record | Restriction::Connector) {
            return;
        }
        let text = kind_text(node);
        let found =
            Diagnostic::new(DiagnosticCode::WrongContent, place, format!("{text} does not know `time`"))
                .label("known in models and blocks only")
                .help("give the value where a component of it is declared, as in `R r(x = time)`");
        self.against_kind(class, found);
    }
}
