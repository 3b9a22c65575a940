//! Aliases: signs along cycles, and what elimination must leave as it was.

use structure::{
    Alias, Aliases, Incidence, Matching, Signature, SignatureEntry, aliases, decompose, pantelides,
    structural_index,
};

use super::random::Random;
use super::text::system;

fn alias(row: u32, a: u32, b: u32, opposite: bool) -> Alias {
    Alias { row, columns: [a, b], opposite }
}

/// `x -y`: for each column the one that stands for it.
fn told(found: &Aliases) -> Vec<i64> {
    let sign = |opposite| if opposite { -1 } else { 1 };
    found.stands.iter().map(|stand| sign(stand.opposite) * (i64::from(stand.column) + 1)).collect()
}

#[test]
fn signs_follow_the_way() {
    // d = -b, b = a, e = -d; c is alone. Columns are counted from one here.
    let found = aliases(5, &[alias(0, 3, 1, true), alias(1, 1, 0, false), alias(2, 4, 3, true)]);
    assert_eq!(told(&found), [1, 1, 3, -1, 1]);
    assert_eq!(found.solved, [(1, 1), (0, 3), (2, 4)]);
    assert_eq!((found.repeated.len(), found.zero.len()), (0, 0));
}

#[test]
fn a_cycle_repeats_or_is_zero() {
    let cycle =
        |opposite| aliases(3, &[alias(0, 0, 1, true), alias(1, 1, 2, false), alias(2, 2, 0, opposite)]);
    assert_eq!((cycle(true).repeated, cycle(true).zero), (vec![1], vec![]));
    assert_eq!((cycle(false).repeated, cycle(false).zero), (vec![], vec![(1, 0)]));
    // One row can do it alone.
    assert_eq!(aliases(1, &[alias(7, 0, 0, false)]).repeated, [7]);
    assert_eq!(aliases(1, &[alias(7, 0, 0, true)]).zero, [(7, 0)]);
    assert_eq!(aliases(0, &[]).stands, []);
}

#[test]
fn factors_that_meet_are_not_divided_by() {
    // x = y; x - y + z = 0, which is z = 0; the factors of x and y cancel.
    let signature = system("1: x y; 2: x y z").signature;
    let all = signature.incidence();
    let left = aliases(3, &[alias(0, 0, 1, false)]).substitute(&signature, &all);
    assert_eq!((left.rows, left.columns), (vec![1], vec![0, 2]));
    assert_eq!(left.signature.incidence().row(0), [0, 1]);
    assert_eq!(left.solvable.row(0), [1]);
    // x = y, x = -y: twice x is zero.
    let signature = system("1: x y; 2: x y").signature;
    let found = aliases(2, &[alias(0, 0, 1, false), alias(1, 0, 1, true)]);
    let left = found.substitute(&signature, &signature.incidence());
    assert_eq!((left.rows, left.solvable.row(0)), (vec![1], &[0][..]));
}

/// Some rows of a random system as aliases: their orders are zero and they hold two columns.
fn mixed(random: &mut Random) -> (Signature, Vec<Alias>) {
    let (height, width) = (1 + random.below(7), 2 + random.below(6));
    let some = random.signature(height, width, 35, 2);
    let mut rows = some.rows().map(<[SignatureEntry]>::to_vec).collect::<Vec<_>>();
    let mut found = Vec::new();
    for (row, entries) in (0..).zip(&mut rows) {
        if random.chance(45) {
            let [a, b] = [0; 2].map(|_| random.below(width) as u32);
            *entries = [a, b].map(|column| SignatureEntry { column, order: 0 }).to_vec();
            found.push(alias(row, a, b, random.chance(50)));
        }
    }
    (Signature::from_rows(width, rows), found)
}

#[test]
fn elimination_leaves_deficiency_and_freedom() {
    let mut random = Random(41);
    let (mut regular, mut lowered, mut singular) = (0, 0, 0);
    for _ in 0..6000 {
        let (signature, rows) = mixed(&mut random);
        let all = signature.incidence();
        let found = aliases(all.width(), &rows);
        assert_eq!(found.solved.len() + found.repeated.len() + found.zero.len(), rows.len());
        let left = found.substitute(&signature, &all);
        assert_eq!(left.columns.len() + found.solved.len(), all.width());
        if !found.repeated.is_empty() {
            singular += 1;
            continue;
        }
        let before = Matching::maximum(&all).size();
        assert_eq!(Matching::maximum(&left.signature.incidence()).size() + found.solved.len(), before);
        // A heaviest matching keeps its weight; a smaller one may have used both columns of an alias.
        if let Ok(before) = structural_index(&signature) {
            let after = structural_index(&left.signature).expect("as regular as before");
            assert_eq!(after.freedom(), before.freedom(), "{signature:?} {rows:?}");
            if !after.full.matching.column_of.is_empty() {
                assert!(after.value() <= before.value().max(1), "{signature:?} {rows:?}");
            }
            regular += 1;
            lowered += usize::from(after.value() < before.value());
        }
    }
    assert!(regular > 200 && lowered > 5 && singular > 500, "{regular} {lowered} {singular}");
}

#[test]
fn signs_are_those_of_a_solution() {
    // Values that fulfil the aliases: a column is what stands for it, or its negative.
    let mut random = Random(42);
    for _ in 0..2000 {
        let width = 1 + random.below(12);
        let values = (0..width).map(|_| random.below(7) as i64 - 3).collect::<Vec<_>>();
        let mut rows = Vec::new();
        for row in 0..40 {
            let [a, b] = [0; 2].map(|_| random.below(width) as u32);
            let [x, y] = [a, b].map(|column| values[column as usize]);
            if x == y || x == -y {
                rows.push(alias(row, a, b, x != y));
            }
        }
        let found = aliases(width, &rows);
        for (value, stand) in values.iter().zip(&found.stands) {
            let kept = values[stand.column as usize];
            assert_eq!(*value, if stand.opposite { -kept } else { kept });
            assert_eq!(found.stands[stand.column as usize].column, stand.column);
        }
        for &(_, column) in &found.zero {
            assert_eq!(values[column as usize], 0);
        }
        let mut known: Vec<bool> =
            (0..).zip(&found.stands).map(|(column, stand)| stand.column == column).collect();
        for &(row, column) in &found.solved {
            let alias = rows.iter().find(|alias| alias.row == row).expect("a row");
            let other = alias.columns.into_iter().find(|&other| other != column).expect("two columns");
            assert!(known[other as usize] && !std::mem::replace(&mut known[column as usize], true));
        }
        assert!(known.into_iter().all(|known| known));
    }
}

#[test]
fn e003_4_7() {
    // `y` is numbered first, so that it stands for `x` as in the source.
    let three = system("1: y x; 2: z y; 3: x z");
    assert_eq!(decompose(&three.incidence()).blocks.len(), 1);
    let left = aliases(3, &[alias(0, 0, 1, false)]).substitute(&three.signature, &three.incidence());
    assert_eq!((three.name_rows(left.rows), three.name_columns(left.columns)), ("2 3".into(), "y z".into()));
    assert_eq!(decompose(&left.signature.incidence()).blocks.len(), 1);
}

#[test]
fn e003_7_6_alias() {
    let masses = system(
        "1: 2 1; 2: 4 1; 3: 6 1^1; 4: 7 6^1; 5: 7 3 5; 6: 9 8; 7: 11 8; 8: 13 8^1; 9: 14 13^1; 10: 14 10 12
         11: 4 9; 12: 5 10; 13: 3; 14: 12",
    );
    let place = |name: &str| masses.columns.iter().position(|known| known == name).expect("known") as u32;
    let equal =
        [(0, "2", "1"), (1, "4", "1"), (5, "9", "8"), (6, "11", "8"), (10, "4", "9"), (11, "5", "10")];
    let rows = equal.map(|(row, a, b)| alias(row, place(a), place(b), row == 11));
    let found = aliases(14, &rows);
    // The angles of both masses are one.
    assert_eq!(found.stands[place("1") as usize], found.stands[place("8") as usize]);
    let left = found.substitute(&masses.signature, &Incidence::from_rows(14, vec![[]; 14]));
    assert_eq!(masses.name_rows(left.rows), "3 4 5 8 9 10 13 14");
    // What remains is regular: nothing needs to be differentiated but the second definition of the speed.
    let before = pantelides(&masses.signature).expect("regular");
    let after = pantelides(&left.signature).expect("regular");
    assert_eq!((before.offsets.freedom(), after.offsets.freedom()), (2, 2));
    assert_eq!(structural_index(&masses.signature).expect("regular").value(), 3);
    assert_eq!(structural_index(&left.signature).expect("regular").value(), 2);
}
