//! Answers by trying everything.

use structure::{NONE, Signature};

/// The heaviest matching of each size, over all matchings; as long as there are matchings.
pub(crate) fn deltas(signature: &Signature) -> Vec<i64> {
    let mut best = vec![None; signature.height() + 1];
    extend(signature, 0, 0, (0, 0), &mut best);
    best.into_iter().map_while(|weight| weight).collect()
}

fn extend(
    signature: &Signature,
    row: u32,
    used: u64,
    (size, weight): (usize, i64),
    best: &mut [Option<i64>],
) {
    if row as usize == signature.height() {
        best[size] = best[size].max(Some(weight));
        return;
    }
    extend(signature, row + 1, used, (size, weight), best);
    for entry in signature.row(row) {
        if used & (1 << entry.column) == 0 {
            let grown = (size + 1, weight + i64::from(entry.order));
            extend(signature, row + 1, used | 1 << entry.column, grown, best);
        }
    }
}

/// How many matchings there are of a size, by weight: the weights, ascending.
pub(crate) fn weights(signature: &Signature, size: usize) -> Vec<i64> {
    fn walk(signature: &Signature, row: u32, used: u64, left: usize, weight: i64, found: &mut Vec<i64>) {
        if left == 0 {
            found.push(weight);
        } else if (row as usize) < signature.height() {
            walk(signature, row + 1, used, left, weight, found);
            for entry in signature.row(row).iter().filter(|entry| used & (1 << entry.column) == 0) {
                let weight = weight + i64::from(entry.order);
                walk(signature, row + 1, used | 1 << entry.column, left - 1, weight, found);
            }
        }
    }
    let mut found = Vec::new();
    walk(signature, 0, 0, size, 0, &mut found);
    found.sort_unstable();
    found
}

/// All matchings of a size: the column of each row.
pub(crate) fn matchings(signature: &Signature, size: usize) -> Vec<Vec<u32>> {
    fn walk(signature: &Signature, left: usize, chosen: &mut Vec<u32>, found: &mut Vec<Vec<u32>>) {
        if chosen.len() == signature.height() {
            if left == 0 {
                found.push(chosen.clone());
            }
            return;
        }
        chosen.push(NONE);
        walk(signature, left, chosen, found);
        chosen.pop();
        for entry in signature.row(chosen.len() as u32) {
            if left > 0 && !chosen.contains(&entry.column) {
                chosen.push(entry.column);
                walk(signature, left - 1, chosen, found);
                chosen.pop();
            }
        }
    }
    let mut found = Vec::new();
    walk(signature, size, &mut Vec::new(), &mut found);
    found
}
