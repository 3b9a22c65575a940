//! Row ranks and column ranks: smallest sets of equations that cannot all be matched, and of unknowns.
//!
//! A row rank is a circuit of the transversal matroid on the rows: without any one of its members the others can be
//! matched. From a maximum matching one follows for each row that is left over: the rows that it competes with.

use structure::{Incidence, Matching, NONE};

/// Sets of rows or of columns; of very many only the first are kept.
#[derive(Clone, Debug, Default)]
pub struct Ranks {
    /// The sets, each ascending.
    pub sets: Vec<Vec<u32>>,
    /// How many more there are.
    pub omitted: usize,
}

/// So many sets are kept, with so many members in all: a thousand large ones would say no more.
const MAX_SETS: usize = 1000;
const MAX_MEMBERS: usize = 1_000_000;

/// The row ranks that follow from a maximum matching, one for each row that is left over.
pub(super) fn ranks(incidence: &Incidence, matching: &Matching) -> Ranks {
    let mut ranks = Ranks::default();
    let mut members = 0;
    // The last set that each row was put into, counted from one.
    let mut seen = vec![0; incidence.height()];
    for free in matching.free_rows() {
        if ranks.sets.len() >= MAX_SETS || members >= MAX_MEMBERS {
            ranks.omitted += 1;
            continue;
        }
        let number = ranks.sets.len() + 1;
        let mut rank = vec![free];
        let mut at = 0;
        while let Some(&row) = rank.get(at) {
            at += 1;
            for &column in incidence.row(row) {
                let next = matching.row_of[column as usize];
                if next != NONE && seen[next as usize] != number {
                    seen[next as usize] = number;
                    rank.push(next);
                }
            }
        }
        rank.sort_unstable();
        members += rank.len();
        ranks.sets.push(rank);
    }
    ranks
}
