//! What must hold of every system, whatever its numbers.

use base::SplitMix64;
use structure::{
    Decomposition, EnumerationExtent, Incidence, Part, all_column_ranks, all_row_ranks, can_remove_columns,
    can_remove_rows, decompose, eligible_columns, eligible_rows, safe_removals,
};

use super::brute::{Brute, set};
use super::random::system;

const ALL: EnumerationExtent = EnumerationExtent { keep: usize::MAX, searches: usize::MAX };

fn systems(count: u64, size: usize) -> impl Iterator<Item = (Incidence, Decomposition)> {
    (0..count).map(move |seed| {
        let incidence = system(seed + 90_000, size);
        let found = decompose(&incidence);
        (incidence, found)
    })
}

/// The system with a changed row; a row after the last one is new.
fn with_row(incidence: &Incidence, changed: usize, columns: &[u32]) -> Incidence {
    let mut rows: Vec<Vec<u32>> = incidence.rows().map(<[u32]>::to_vec).collect();
    rows.resize(rows.len().max(changed + 1), Vec::new());
    rows[changed] = columns.to_vec();
    Incidence::from_rows(incidence.width(), rows)
}

fn without_column(incidence: &Incidence, left_out: u32) -> Incidence {
    let shift = |&column: &u32| column - u32::from(column > left_out);
    let rows = incidence
        .rows()
        .map(|row| row.iter().filter(|&&column| column != left_out).map(shift).collect::<Vec<u32>>());
    Incidence::from_rows(incidence.width() - 1, rows.collect::<Vec<_>>())
}

#[test]
fn parts_do_not_depend_on_the_order() {
    let mut random = SplitMix64(1);
    for (incidence, found) in systems(1500, 9) {
        let (rows, columns) = (random.order(incidence.height()), random.order(incidence.width()));
        let mut shuffled = vec![Vec::new(); incidence.height()];
        for (&row, entries) in rows.iter().zip(incidence.rows()) {
            shuffled[row as usize] = entries.iter().map(|&column| columns[column as usize]).collect();
        }
        let other = decompose(&Incidence::from_rows(incidence.width(), shuffled)).parts;
        let renamed = |part: &Part| {
            let mut named = Part {
                rows: part.rows.iter().map(|&row| rows[row as usize]).collect(),
                columns: part.columns.iter().map(|&column| columns[column as usize]).collect(),
            };
            named.rows.sort_unstable();
            named.columns.sort_unstable();
            named
        };
        assert_eq!(renamed(&found.parts.over), other.over);
        assert_eq!(renamed(&found.parts.well), other.well);
        assert_eq!(renamed(&found.parts.under), other.under);
    }
}

#[test]
fn eligible_columns_are_those_whose_removal_repairs() {
    let mut seen = 0;
    for (incidence, found) in systems(6000, 7) {
        if found.matching.free_columns().count() != 1 || found.matching.free_rows().count() != 0 {
            continue;
        }
        seen += 1;
        let eligible = eligible_columns(&incidence, &found.matching);
        for column in 0..incidence.width() as u32 {
            let repaired = decompose(&without_column(&incidence, column)).is_well_determined();
            assert_eq!(repaired, eligible.contains(&column), "{incidence:?} {column}");
        }
    }
    assert!(seen > 300, "{seen}");
}

#[test]
fn eligible_sets_are_the_sides_of_the_parts() {
    for (incidence, found) in systems(2000, 9) {
        let mut columns = eligible_columns(&incidence, &found.matching);
        columns.sort_unstable();
        assert_eq!(columns, found.parts.under.columns);
        let mut rows = eligible_rows(&incidence, &found.matching);
        rows.sort_unstable();
        assert_eq!(rows, found.parts.over.rows);
    }
}

#[test]
fn a_new_row_repairs_if_it_has_an_eligible_column() {
    let mut random = SplitMix64(3);
    let mut seen = 0;
    for (incidence, found) in systems(6000, 7) {
        if found.matching.free_columns().count() != 1 || found.matching.free_rows().count() != 0 {
            continue;
        }
        seen += 1;
        let columns: Vec<u32> = (0..incidence.width() as u32).filter(|_| random.below(3) == 0).collect();
        let repaired = decompose(&with_row(&incidence, incidence.height(), &columns)).is_well_determined();
        assert_eq!(repaired, set(&columns) & set(&found.parts.under.columns) != 0, "{incidence:?}");
    }
    assert!(seen > 300, "{seen}");
}

#[test]
fn a_new_place_repairs_if_it_joins_over_and_under() {
    let mut seen = 0;
    for (incidence, found) in systems(12_000, 7) {
        if found.matching.free_columns().count() != 1 || found.matching.free_rows().count() != 1 {
            continue;
        }
        seen += 1;
        for row in 0..incidence.height() as u32 {
            for column in 0..incidence.width() as u32 {
                let mut columns = incidence.row(row).to_vec();
                columns.push(column);
                let repaired = decompose(&with_row(&incidence, row as usize, &columns)).is_well_determined();
                let joins =
                    found.parts.over.rows.contains(&row) && found.parts.under.columns.contains(&column);
                assert_eq!(repaired, joins, "{incidence:?} {row} {column}");
            }
        }
    }
    assert!(seen > 100, "{seen}");
}

#[test]
fn ranks_make_up_the_parts() {
    for (incidence, found) in systems(2000, 7) {
        let rows = all_row_ranks(&incidence, ALL).sets;
        let columns = all_column_ranks(&incidence, ALL).sets;
        let union = |sets: &[Vec<u32>]| sets.iter().fold(0, |bits, nodes| bits | set(nodes));
        assert_eq!(union(&rows), set(&found.parts.over.rows));
        assert_eq!(union(&columns), set(&found.parts.under.columns));
        let mut turned = all_row_ranks(&incidence.transpose(), ALL).sets;
        turned.sort();
        let mut columns = columns;
        columns.sort();
        assert_eq!(columns, turned);
    }
}

#[test]
fn any_eligible_row_or_column_can_be_the_free_one() {
    for (incidence, found) in systems(2000, 9) {
        let size = found.matching.size();
        for row in 0..incidence.height() as u32 {
            let mut other = found.matching.clone();
            assert_eq!(other.free_row(&incidence, row), found.parts.over.rows.contains(&row));
            assert_eq!(other.size(), size);
            assert_eq!(other.free_rows().any(|free| free == row), found.parts.over.rows.contains(&row));
            assert_eq!(Decomposition::from_matching(&incidence, other).parts, found.parts);
        }
        for column in 0..incidence.width() as u32 {
            let mut other = found.matching.clone();
            assert_eq!(other.free_column(&incidence, column), found.parts.under.columns.contains(&column));
            assert_eq!(other.size(), size);
            assert_eq!(
                other.free_columns().any(|free| free == column),
                found.parts.under.columns.contains(&column)
            );
            assert_eq!(Decomposition::from_matching(&incidence, other).parts, found.parts);
        }
    }
}

#[test]
fn removals_are_valid_if_the_rest_is_matched() {
    let mut random = SplitMix64(5);
    let mut verdicts = [0, 0];
    for (incidence, found) in systems(3000, 8) {
        let (over, under) = (&found.parts.over, &found.parts.under);
        let brute = Brute::new(&incidence);
        let some: Vec<u32> = over.rows.iter().copied().filter(|_| random.below(3) == 0).collect();
        let rest = set(&over.rows) & !set(&some);
        let expected = rest.count_ones() as usize == over.columns.len()
            && brute.size(rest, brute.all_columns()) == rest.count_ones();
        assert_eq!(can_remove_rows(&incidence, over, &some), expected, "{incidence:?} {some:?}");
        verdicts[usize::from(expected && !some.is_empty())] += 1;
        let some: Vec<u32> = under.columns.iter().copied().filter(|_| random.below(3) == 0).collect();
        let rest = set(&under.columns) & !set(&some);
        let expected = rest.count_ones() as usize == under.rows.len()
            && brute.size(set(&under.rows), rest) == rest.count_ones();
        assert_eq!(can_remove_columns(&incidence, under, &some), expected, "{incidence:?} {some:?}");
    }
    assert!(verdicts.iter().all(|&count| count > 100), "{verdicts:?}");
}

#[test]
fn safe_nodes_leave_no_more_pieces() {
    for (incidence, found) in systems(3000, 9) {
        for part in [&found.parts.over, &found.parts.under, &Part::all(&incidence)] {
            let before = pieces(&incidence, part);
            let kept = safe_removals(&incidence, part);
            for &row in &part.rows {
                let mut rest = part.clone();
                rest.rows.retain(|&other| other != row);
                assert_eq!(kept.rows.contains(&row), pieces(&incidence, &rest) <= before, "{incidence:?}");
            }
            for &column in &part.columns {
                let mut rest = part.clone();
                rest.columns.retain(|&other| other != column);
                assert_eq!(kept.columns.contains(&column), pieces(&incidence, &rest) <= before);
            }
            let found = part.components(&incidence);
            assert_eq!(found.len(), before);
            assert_eq!(found.iter().map(|piece| piece.rows.len()).sum::<usize>(), part.rows.len());
            assert_eq!(found.iter().map(|piece| piece.columns.len()).sum::<usize>(), part.columns.len());
            for piece in &found {
                assert_eq!(pieces(&incidence, piece), 1);
            }
        }
    }
}

/// How many connected pieces, by merging rows and columns until nothing changes.
fn pieces(incidence: &Incidence, part: &Part) -> usize {
    let within = set(&part.columns);
    let mut sets: Vec<u32> = part.rows.iter().map(|&row| set(incidence.row(row)) & within).collect();
    sets.extend(part.columns.iter().map(|&column| 1 << column));
    let mut merged: Vec<u32> = Vec::new();
    for set in sets {
        let mut joined = set;
        merged.retain(|&other| {
            let apart = other & joined == 0;
            if !apart {
                joined |= other;
            }
            apart
        });
        merged.push(joined);
    }
    merged.len()
}
