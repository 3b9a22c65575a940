//! Equations that have nothing to do with the rest of a model: what they determine is of no use to anything else.
//!
//! P. Bunus, "Debugging and Structural Analysis of Declarative Equation-Based Languages" (2002), section 6.1.

use crate::{AnalyzedRows, row_text};
use equations::FlatModel;
use structure::Part;

use super::diagnostics::{counted, list_names};

/// So many islands are told, and so many equations of each.
const MAX_ISLANDS: usize = 10;
const MAX_EQUATIONS: usize = 3;

/// A line for each part of a model that shares no unknown with the largest one, the largest first.
pub fn islands(model: &FlatModel, analyzed: &AnalyzedRows) -> Vec<String> {
    let incidence = &analyzed.rows.signature.incidence();
    let mut pieces = Part::all(incidence).components(incidence);
    // What has no equation is open, and told as that.
    pieces.retain(|piece| !piece.rows.is_empty());
    pieces.sort_by_key(|piece| std::cmp::Reverse(piece.rows.len()));
    let mut lines = Vec::new();
    for piece in pieces.iter().skip(1).take(MAX_ISLANDS) {
        let text = |&row: &u32| row_text(model, analyzed.rows.rows[row as usize].source);
        let shown: Vec<String> = piece.rows.iter().take(MAX_EQUATIONS).map(text).collect();
        let more = piece.rows.len() - shown.len();
        let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
        lines.push(format!(
            "island: {} for {}, without influence on the rest: {}{rest}",
            counted(piece.rows.len(), "equation"),
            counted(piece.columns.len(), "unknown"),
            list_names(shown.iter())
        ));
    }
    if pieces.len() > MAX_ISLANDS + 1 {
        lines.push(format!("{} more islands are not shown", pieces.len() - MAX_ISLANDS - 1));
    }
    lines
}
