//! Which points of a curve are drawn.

/// The points of a curve that are to be seen: all of a few, and of many the first, the last, the least and the greatest
/// of each piece, so that no peak is lost.
pub(super) fn decimate(values: &[f64], most: usize) -> Vec<usize> {
    if values.len() <= most {
        return (0..values.len()).collect();
    }
    let piece = values.len().div_ceil((most / 4).max(1));
    let mut kept = Vec::with_capacity(most);
    for start in (0..values.len()).step_by(piece) {
        let piece = start..(start + piece).min(values.len());
        let least = piece.clone().min_by(|&a, &b| values[a].total_cmp(&values[b])).unwrap_or(start);
        let greatest = piece.clone().max_by(|&a, &b| values[a].total_cmp(&values[b])).unwrap_or(start);
        let mut own = [start, least.min(greatest), least.max(greatest), piece.end - 1].to_vec();
        own.dedup();
        kept.extend(own);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::decimate;

    #[test]
    fn no_peak_is_lost() {
        let mut values = vec![0.0; 10_000];
        values[4321] = 7.0;
        values[8765] = -7.0;
        let kept = decimate(&values, 100);
        assert!(kept.len() <= 104 && kept.contains(&4321) && kept.contains(&8765));
        assert!(kept.windows(2).all(|pair| pair[0] < pair[1]), "in the order of time");
        assert_eq!((kept.first(), kept.last()), (Some(&0), Some(&9999)));
    }
}
