//! Repairs as scripts read them.

use report::{Inline, ReportedChange, ReportedEdit, ReportedPlace, ReportedRepair};
use syntax::{Edit, SourceMap};

use crate::Repair;

/// Candidate repairs, the likeliest first, with their ranks.
pub fn report_repairs(sources: &SourceMap, repairs: &[Repair]) -> Vec<ReportedRepair> {
    let edit = |repair: &Repair, edit: &Edit| ReportedEdit {
        change: Inline(ReportedChange {
            place: Inline(ReportedPlace::new(sources, edit.place)),
            replacement: edit.replacement.clone(),
        }),
        description: repair.description.clone(),
    };
    let one = |(at, repair): (usize, &Repair)| ReportedRepair {
        rank: at + 1,
        score: repair.score,
        edits: repair.edits.iter().map(|found| edit(repair, found)).collect(),
        removes: repair.removes.clone(),
        adds: repair.adds.clone(),
        must: repair.must.clone(),
        may: repair.may.clone(),
        unused: repair.unused.clone(),
        copies: repair.copies,
        verified: repair.is_verified(),
        reason: repair.description.clone(),
    };
    repairs.iter().enumerate().map(one).collect()
}
