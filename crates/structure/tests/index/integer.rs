//! Dependences of integer rows: circuits, hidden constraints, and random rows against their rank.

use structure::{Dependences, Kind, Linear, Meaning};

use crate::random::Random;

/// Rows over columns that are all of a kind, but for those named.
fn find(kinds: &[Kind], rows: &[&[(u32, i64)]]) -> Dependences {
    let mut linear = Linear::new(kinds.to_vec());
    for row in rows {
        linear.push(row);
    }
    let found = linear.dependences();
    check(kinds, &rows.iter().map(|row| row.to_vec()).collect::<Vec<_>>(), &found);
    found
}

/// Every combination gives what it says, has no unknown, and the rows replaced are not needed.
fn check(kinds: &[Kind], rows: &[Vec<(u32, i64)>], found: &Dependences) {
    for dependence in &found.found {
        let mut sum = vec![0i128; kinds.len()];
        for &(row, factor) in &dependence.combination {
            assert_ne!(factor, 0);
            for &(column, value) in &rows[row as usize] {
                sum[column as usize] += factor * i128::from(value);
            }
        }
        let left = (0..).zip(sum).filter(|&(_, value)| value != 0).collect::<Vec<_>>();
        assert_eq!(left, dependence.left);
        assert!(dependence.combination.iter().any(|&(row, _)| row == dependence.row));
        let kind = left.iter().map(|&(column, _)| kinds[column as usize]).min();
        let expected = match dependence.meaning {
            Meaning::Constraint => Some(Kind::State),
            Meaning::Condition => Some(Kind::Given),
            Meaning::Redundant => None,
        };
        assert_eq!(kind, expected);
    }
}

#[test]
fn the_current_laws_of_a_closed_circuit_are_redundant() {
    // Nodes on a ring, a branch between each and the next, and no ground.
    let size = 50u32;
    let mut linear = Linear::new(vec![Kind::Unknown; size as usize]);
    for node in 0..size {
        linear.push(&[(node, 1), ((node + 1) % size, -1)]);
    }
    let found = linear.dependences();
    assert_eq!(found.found.len(), 1);
    assert_eq!(found.found[0].meaning, Meaning::Redundant);
    let expected = (0..size).map(|row| (row, found.found[0].combination[0].1)).collect::<Vec<_>>();
    assert_eq!(found.found[0].combination, expected);
}

#[test]
fn a_source_in_a_closed_circuit_is_a_condition() {
    // i1 + i2 = g and -i1 - i2 = h: g + h must be zero. Columns i1, i2, g, h.
    let kinds = [Kind::Unknown, Kind::Unknown, Kind::Given, Kind::Given];
    let found = find(&kinds, &[&[(0, 1), (1, 1), (2, -1)], &[(0, -1), (1, -1), (3, -1)]]);
    assert_eq!(found.found.len(), 1);
    assert_eq!(found.found[0].meaning, Meaning::Condition);
    // The same right-hand side on both rows cancels.
    let found = find(&kinds, &[&[(0, 1), (1, 1), (2, -1)], &[(0, -1), (1, -1), (2, 1)]]);
    assert_eq!(found.found[0].meaning, Meaning::Redundant);
}

#[test]
fn e004_part6_3() {
    // 0 = y1 + y2 + 2 x1 and 0 = y1 + y2 + x1 + 2 x2 hide 0 = x1 - 2 x2. Columns x1, x2, y1, y2.
    let kinds = [Kind::State, Kind::State, Kind::Unknown, Kind::Unknown];
    let found = find(&kinds, &[&[(2, 1), (3, 1), (0, 2)], &[(2, 1), (3, 1), (0, 1), (1, 2)]]);
    let [dependence] = &found.found[..] else { panic!("{found:?}") };
    assert_eq!(dependence.meaning, Meaning::Constraint);
    assert_eq!(dependence.combination.len(), 2);
    let ratio = dependence.left[0].1 * -2;
    assert_eq!(dependence.left, [(0, dependence.left[0].1), (1, ratio)]);
    // A small change of a coefficient, and nothing is hidden.
    let found = find(&kinds, &[&[(2, 2), (3, 1), (0, 2)], &[(2, 1), (3, 1), (0, 1), (1, 2)]]);
    assert_eq!(found.found, []);
}

#[test]
fn e003_7_4_2_b() {
    // The current and voltage laws of the circuit hide the loop of source and capacitor; the voltage of the capacitor is
    // a state, that of the source is given. Columns: vVA, v1, v2, vL, vC.
    let kinds = [Kind::Given, Kind::Unknown, Kind::Unknown, Kind::Unknown, Kind::State];
    let found = find(&kinds, &[&[(0, 1), (1, -1), (3, -1)], &[(1, 1), (2, 1), (4, -1)], &[(2, 1), (3, -1)]]);
    let [dependence] = &found.found[..] else { panic!("{found:?}") };
    assert_eq!(dependence.meaning, Meaning::Constraint);
    assert_eq!(dependence.combination.len(), 3);
    assert_eq!(dependence.left[0].0, 0);
    assert_eq!(dependence.left[1], (4, -dependence.left[0].1));
}

#[test]
fn rows_without_unknowns_stand_for_themselves() {
    let found = find(&[Kind::State, Kind::State], &[&[(0, 3), (1, -6)], &[(0, 1), (1, -2)]]);
    let told = found.found.iter().map(|found| (found.meaning, found.combination.clone())).collect::<Vec<_>>();
    assert_eq!(told[0], (Meaning::Constraint, vec![(0, 1)]));
    assert_eq!(told[1], (Meaning::Redundant, vec![(0, -1), (1, 3)]));
}

#[test]
fn as_many_dependences_as_the_ranks_allow() {
    let mut random = Random(41);
    for _ in 0..3000 {
        let (height, width) = (1 + random.below(8), 1 + random.below(8));
        let kind =
            |random: &mut Random| [Kind::Unknown, Kind::Unknown, Kind::State, Kind::Given][random.below(4)];
        let kinds = (0..width).map(|_| kind(&mut random)).collect::<Vec<_>>();
        let rows = (0..height).map(|_| {
            let places = (0..width as u32).filter(|_| random.chance(45)).collect::<Vec<_>>();
            places.into_iter().map(|column| (column, random.below(5) as i64 - 2)).collect::<Vec<_>>()
        });
        let rows = rows.collect::<Vec<_>>();
        let mut linear = Linear::new(kinds.clone());
        for row in &rows {
            linear.push(row);
        }
        let found = linear.dependences();
        check(&kinds, &rows, &found);
        assert_eq!(found.aside, []);
        let unknown = rank(&rows, |column| kinds[column as usize] == Kind::Unknown);
        let state = rank(&rows, |column| kinds[column as usize] != Kind::Given);
        let all = rank(&rows, |_| true);
        let count = |meaning| found.found.iter().filter(|found| found.meaning == meaning).count();
        assert_eq!(count(Meaning::Constraint), state - unknown);
        assert_eq!(count(Meaning::Condition), all - state);
        assert_eq!(count(Meaning::Redundant), height - all);
    }
}

/// The rank of the columns that are wanted, modulo a large prime.
fn rank(rows: &[Vec<(u32, i64)>], wanted: impl Fn(u32) -> bool) -> usize {
    const PRIME: i64 = 1_000_003;
    let width = rows.iter().flatten().map(|entry| entry.0 as usize + 1).max().unwrap_or(0);
    let mut dense = vec![vec![0i64; width]; rows.len()];
    for (dense, row) in dense.iter_mut().zip(rows) {
        for &(column, value) in row.iter().filter(|entry| wanted(entry.0)) {
            dense[column as usize] += value;
        }
    }
    let mut rank = 0;
    for column in 0..width {
        let Some(pivot) = (rank..dense.len()).find(|&row| dense[row][column] % PRIME != 0) else { continue };
        dense.swap(rank, pivot);
        let pivot = dense[rank].clone();
        for row in &mut dense[rank + 1..] {
            let own = row[column];
            for (value, other) in row.iter_mut().zip(&pivot) {
                *value = (*value * pivot[column] - other * own) % PRIME;
            }
        }
        rank += 1;
    }
    rank
}

#[test]
fn numbers_that_grow_too_large_are_put_aside() {
    let mut random = Random(42);
    let size = 40;
    let mut linear = Linear::new(vec![Kind::Unknown; size]);
    let mut rows = Vec::new();
    for _ in 0..size {
        let row = (0..size as u32).map(|column| (column, random.next() as i64)).collect::<Vec<_>>();
        linear.push(&row);
        rows.push(row);
    }
    linear.push(&rows[0]);
    let found = linear.dependences();
    assert!(!found.aside.is_empty());
    assert!(found.found.iter().all(|found| found.meaning == Meaning::Redundant));
}

#[test]
fn long_circuits_stay_sparse() {
    // A ladder: each node has a branch to the next and one to ground; the ground node makes the laws redundant.
    let nodes = 20_000u32;
    let mut linear = Linear::new(vec![Kind::Unknown; 2 * nodes as usize]);
    for node in 0..nodes {
        let mut row = vec![(2 * node, 1), (2 * node + 1, 1)];
        if node > 0 {
            row.push((2 * node - 2, -1));
        }
        linear.push(&row);
    }
    let mut ground = (0..nodes).map(|node| (2 * node + 1, -1)).collect::<Vec<_>>();
    ground.push((2 * nodes - 2, -1));
    linear.push(&ground);
    let found = linear.dependences();
    assert_eq!(found.found.len(), 1);
    assert_eq!(found.found[0].combination.len(), nodes as usize + 1);
    assert_eq!(found.found[0].left, []);
}
