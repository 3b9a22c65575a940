//! Branches that a condition rules out when the model is built.
//!
//! What is not selected has no effect (Modelica Language Specification 3.6, section 8.3.4), but it is Modelica all the same:
//! names have to mean something there (chapter 5), and sides have to have one type. Sizes and subscripts are another matter,
//! they may be the reason for the condition, and so may components be that are not there. Libraries are left alone, and a
//! text is looked at once, however many components have it.

use syntax::{DiagnosticCode, Place};

use crate::Flattener;
use crate::lower::LoweringContext;

/// What is told of a branch that is ruled out.
const TOLD: &[DiagnosticCode] = &[
    DiagnosticCode::UnknownName,
    DiagnosticCode::WrongKind,
    DiagnosticCode::TypeMismatch,
    DiagnosticCode::MissingLibrary,
];

impl<'a> Flattener<'a> {
    /// Does something with a branch at a place that is ruled out, and keeps of it only what is told of such a branch.
    pub(crate) fn discard(
        &mut self,
        context: &LoweringContext<'a>,
        place: Place,
        work: impl FnOnce(&mut Self),
    ) {
        let known = !self.program.is_own(context.file.tree.file) || self.discarded.contains(&place);
        if known || self.discarding {
            return;
        }
        self.discarded.insert(place);
        let reported = self.reported.clone();
        let (before, evaluated, pasts) =
            (self.diagnostics.len(), self.model.evaluated.len(), self.pasts.len());
        self.discarding = true;
        self.lower_separately(work);
        self.discarding = false;
        let found = self.diagnostics.split_off(before);
        self.reported = reported;
        self.model.evaluated.truncate(evaluated);
        self.pasts.truncate(pasts);
        found.into_iter().filter(|found| TOLD.contains(&found.code)).for_each(|found| self.report(found));
    }
}
