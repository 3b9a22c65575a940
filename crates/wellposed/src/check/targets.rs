//! Equations between discrete values that determine none of them.
//!
//! Discrete values are computed one after the other and not solved for: `a + b = 4` between Integers is no way to find one of
//! them, and neither is `b and c = true`.

use std::collections::BTreeSet;

use equations::FlatModel;
use reduce::Rows;
use syntax::{Code, Diagnostic};

/// Says which equations hold discrete unknowns only and can be solved for none of them.
pub(super) fn check_targets(model: &FlatModel, rows: &Rows) -> Vec<Diagnostic> {
    let mut told = BTreeSet::new();
    let mut found = Vec::new();
    for (at, row) in (0..).zip(&rows.rows) {
        let held = rows.signature.row(at);
        let discrete = !held.is_empty() && held.iter().all(|entry| rows.discrete[entry.column as usize]);
        if !discrete || !rows.eligible.row(at).is_empty() || !told.insert(row.origin) {
            continue;
        }
        let message = "in this equation between discrete values no variable stands alone on one side";
        found.push(
            Diagnostic::new(Code::NoTarget, model.written(row.origin), message)
                .label("it cannot be said which variable follows from it")
                .help(
                    "write one equation `variable = …` for each of them: discrete values are computed one after the \
                     other, and not solved for",
                ),
        );
    }
    found
}
