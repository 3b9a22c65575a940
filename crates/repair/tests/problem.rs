//! Problems that share nothing.

#![allow(clippy::unwrap_used)]

use repair::{StructuralAnalysis, StructuralProblemKind, problems};
use structure::Incidence;

#[test]
fn problems_that_share_nothing_are_told_apart() {
    // Two rows for column 0, three for columns 1 and 2, none for column 3, and one for columns 4 and 5.
    let rows: [&[u32]; 6] = [&[0], &[0], &[1], &[1, 2], &[2], &[4, 5]];
    let incidence = Incidence::from_rows(6, rows);
    let decomposition = structure::decompose(&incidence);
    let found = problems(&StructuralAnalysis { incidence, decomposition, hidden: Vec::new() });
    let shown: Vec<(StructuralProblemKind, &[u32], &[u32])> =
        found.iter().map(|found| (found.kind, &found.rows[..], &found.columns[..])).collect();
    assert_eq!(
        shown,
        [
            (StructuralProblemKind::Over, &[0, 1][..], &[0][..]),
            (StructuralProblemKind::Over, &[2, 3, 4], &[1, 2]),
            (StructuralProblemKind::Under, &[5], &[4, 5]),
            (StructuralProblemKind::Under, &[], &[3]),
        ]
    );
    assert!(found.iter().all(|found| found.excess == 1));
}
