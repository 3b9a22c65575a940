//! Index reduction step by step, for people to follow. [`crate::pantelides`] gives the differentiations of large systems
//! at once; it may differentiate more, because here the last steps are left out once the index is one.

use crate::{Matching, Signature, Singular, row_ranks, structural_index};

/// How the index falls while rows are differentiated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexReduction {
    /// The system at first and after each differentiation. The last has index one or less.
    pub stages: Vec<ReductionStage>,
    /// How often each row was differentiated in all.
    pub counts: Vec<u32>,
}

/// The system at one time of the reduction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReductionStage {
    /// δ(n−1).
    pub short: i64,
    /// δ(n).
    pub full: i64,
    /// The structural index, δ(n−1) − δ(n) + 1.
    pub index: i64,
    /// The rows that are differentiated next, together and once each; none after the last stage. The rows as they were
    /// remain as conditions on initial values.
    pub rows: Vec<u32>,
}

/// Differentiates minimal singular subsets of the rows, with regard to the highest derivatives, until the index is one.
///
/// # Errors
/// If rows and columns cannot be matched: such a system has no index.
pub fn reduce(signature: &Signature) -> Result<IndexReduction, Singular> {
    let mut counts = vec![0; signature.height()];
    let mut stages = Vec::new();
    loop {
        let raised = signature.differentiate(&counts);
        let found = structural_index(&raised)?;
        let rows = if found.value() > 1 { conflict(&raised) } else { Vec::new() };
        for &row in &rows {
            counts[row as usize] += 1;
        }
        let done = rows.is_empty();
        stages.push(ReductionStage {
            short: found.short.weight,
            full: found.full.weight,
            index: found.value(),
            rows,
        });
        if done {
            return Ok(IndexReduction { stages, counts });
        }
    }
}

/// A minimal set of rows that compete for the highest derivatives of too few columns; empty if there is none.
fn conflict(signature: &Signature) -> Vec<u32> {
    let highest = signature.highest();
    let tight = signature.filter(|_, entry| entry.order == highest[entry.column as usize]);
    let matching = Matching::maximum(&tight);
    row_ranks(&tight, &matching).next().unwrap_or_default()
}
