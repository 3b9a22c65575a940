//! Guesses that are not needed any more: what is guessed early may follow from what is guessed later.
//!
//! An enthalpy from which most of a block follows is guessed first; once the composition has to be guessed too, it follows
//! from that and the temperature.

use super::Torn;
use crate::Incidence;

/// Takes back the guesses that follow from the others, those that came first before the later ones. All trials together visit
/// `budget` places at most.
pub(super) fn without_redundant(
    block: &Incidence,
    turned: &Incidence,
    solvable: &Incidence,
    (torn, order): (Torn, &[u32]),
    budget: usize,
) -> Torn {
    let mut best = torn;
    let trials = budget / block.entries().max(1);
    for &column in order.iter().take(trials) {
        let others: Vec<u32> = best.columns.iter().copied().filter(|&other| other != column).collect();
        if let Some(found) = follow(block, turned, solvable, others) {
            best = found;
        }
    }
    best
}

/// The block with these guesses, if all other columns follow from them.
fn follow(block: &Incidence, turned: &Incidence, solvable: &Incidence, guesses: Vec<u32>) -> Option<Torn> {
    let mut known = vec![false; block.width()];
    let mut done = vec![false; block.height()];
    let mut unknown: Vec<u32> = block.rows().map(|row| row.len() as u32).collect();
    let mut sequence = Vec::new();
    let mut learned = guesses.clone();
    learned.iter().for_each(|&column| known[column as usize] = true);
    let mut next = 0;
    while let Some(&column) = learned.get(next) {
        next += 1;
        for &row in turned.row(column) {
            unknown[row as usize] -= 1;
            if unknown[row as usize] != 1 {
                continue;
            }
            let last = block.row(row).iter().copied().find(|&column| !known[column as usize]);
            if let Some(column) = last.filter(|column| solvable.row(row).binary_search(column).is_ok()) {
                known[column as usize] = true;
                done[row as usize] = true;
                sequence.push((row, column));
                learned.push(column);
            }
        }
    }
    let rows = (0..block.height() as u32).filter(|&row| !done[row as usize]).collect();
    (learned.len() == block.width()).then_some(Torn { columns: guesses, rows, sequence })
}

#[cfg(test)]
mod tests {
    use super::super::tear;
    use crate::Incidence;

    fn places(rows: &[&[u32]]) -> Incidence {
        let mut incidence = Incidence::new(8);
        rows.iter().for_each(|row| incidence.push(row));
        incidence
    }

    /// An enthalpy (2) is a function of a temperature (0), which nothing is solved for, and of two fractions (1 and 5) that
    /// have to be guessed; two more columns (3 and 4) follow from it, and one (6 and 7) from each fraction.
    #[test]
    fn what_follows_from_later_guesses_is_not_guessed() {
        let block = places(&[
            &[0, 1, 2, 5],
            &[2, 3],
            &[2, 3, 4],
            &[0, 3, 4],
            &[1, 4, 6],
            &[0, 1, 6],
            &[4, 5, 7],
            &[0, 5, 7],
        ]);
        let solvable = places(&[&[2], &[2, 3], &[4], &[], &[1, 6], &[], &[5, 7], &[]]);
        let torn = tear(&block, &solvable);
        assert_eq!(torn.columns.len(), 3, "{torn:?}");
        assert!(!torn.columns.contains(&2), "{torn:?}");
    }
}
