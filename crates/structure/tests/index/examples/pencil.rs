//! Systems whose structure and whose numbers tell different indices.

use structure::{Pencil, TrueIndex};

use super::super::kernel::row;

/// The coefficients of derivatives, and those of values.
type Row<'a> = (&'a [(u32, i64)], &'a [(u32, i64)]);

fn index(width: usize, rows: &[Row<'_>]) -> TrueIndex {
    let mut pencil = Pencil::new(width);
    for (derivatives, values) in rows {
        pencil.push(&row(derivatives), &row(values));
    }
    pencil.index()
}

fn regular(index: u32, freedom: u32) -> TrueIndex {
    TrueIndex::Regular { index, freedom }
}

#[test]
fn e003_7_2() {
    let (x, z) = (0, 1);
    assert_eq!(index(2, &[(&[(x, 1)], &[(z, -1)]), (&[], &[(x, 1)])]), regular(2, 0));
}

#[test]
fn e003_7_4_1() {
    let (v1, v3, i) = (0, 1, 2);
    let second = index(
        3,
        &[(&[(v1, 1), (v3, -1)], &[(i, -1)]), (&[(v1, -1), (v3, 1)], &[(v3, 1)]), (&[], &[(v1, -1)])],
    );
    assert_eq!(second, regular(1, 1));
    let (v1, v2, i) = (0, 1, 2);
    let third = index(3, &[(&[(v1, 1)], &[(i, -1)]), (&[], &[(v2, 1), (i, 1)]), (&[], &[(v2, 1), (v1, -1)])]);
    assert_eq!(third, regular(1, 1));
    let (v2, v3, i) = (0, 1, 2);
    let first = index(
        3,
        &[(&[], &[(v2, 1), (v3, -1), (i, 1)]), (&[(v3, 1)], &[(v3, 1), (v2, -1)]), (&[], &[(v2, 1)])],
    );
    assert_eq!(first, regular(1, 1));
}

#[test]
fn e003_7_4_2() {
    // Columns 0 to 4 are currents of source, resistors, inductor and capacitor, 5 to 9 their voltages; R1, R2, L, C are
    // 2, 3, 5 and 7.
    let rows = |third: &[(u32, i64)]| {
        let mut pencil = Pencil::new(10);
        pencil.push(&row(&[]), &row(&[(0, 1), (1, 1), (4, 1)]));
        pencil.push(&row(&[]), &row(&[(0, 1), (2, 1), (3, 1), (4, 1)]));
        pencil.push(&row(&[]), &row(third));
        pencil.push(&row(&[]), &row(&[(6, 1), (7, 1), (9, -1)]));
        pencil.push(&row(&[]), &row(&[(7, 1), (8, -1)]));
        pencil.push(&row(&[]), &row(&[(5, 1)]));
        pencil.push(&row(&[]), &row(&[(6, 1), (1, -2)]));
        pencil.push(&row(&[]), &row(&[(7, 1), (2, -3)]));
        pencil.push(&row(&[(3, 5)]), &row(&[(8, -1)]));
        pencil.push(&row(&[(9, 7)]), &row(&[(4, -1)]));
        pencil.index()
    };
    assert_eq!(rows(&[(5, 1), (9, -1)]), regular(2, 1));
    assert_eq!(rows(&[(5, 1), (6, -1), (8, -1)]), regular(2, 1));
}

#[test]
fn e003_7_7() {
    // As printed the second equation has lost a sign, and a2 is not determined; with the sign the index is three.
    let (w1, p1, a2, w2, p2) = (0, 1, 2, 3, 4);
    let masses = |sign: i64| {
        index(
            5,
            &[
                (&[(p1, 1)], &[(w1, -1)]),
                (&[(w1, 1)], &[(a2, sign)]),
                (&[(p2, 1)], &[(w2, -1)]),
                (&[(w2, 1)], &[(a2, -1)]),
                (&[], &[(p1, 1), (p2, -1)]),
            ],
        )
    };
    assert_eq!(masses(-1), TrueIndex::Singular);
    assert_eq!(masses(1), regular(3, 2));
}

#[test]
fn x003_reissig() {
    for length in 1..=6 {
        let (x, y) = (|at: u32| 2 * at - 1, |at: u32| 2 * at);
        let mut pencil = Pencil::new(2 * length as usize + 1);
        pencil.push(&row(&[]), &row(&[(y(0), 1)]));
        for at in 1..=length {
            pencil.push(&row(&[(y(at - 1), 1), (x(at), -1)]), &row(&[(y(at), -1)]));
            pencil.push(&row(&[(y(at - 1), -1), (x(at), 1)]), &row(&[(x(at), 1)]));
        }
        assert_eq!(pencil.index(), regular(1, length));
    }
}

#[test]
fn x003_rewrite() {
    // The true indices of the first-order systems: y'' = u is an ordinary differential equation.
    let (y, v) = (0, 1);
    assert_eq!(index(2, &[(&[(v, 1)], &[]), (&[(y, 1)], &[(v, -1)])]), regular(0, 2));
    let (x, y, v, w) = (0, 1, 2, 3);
    let second: [Row<'_>; 4] = [
        (&[(v, 1), (w, 2)], &[]),
        (&[], &[(x, 3), (y, 5)]),
        (&[(x, 1)], &[(v, -1)]),
        (&[(y, 1)], &[(w, -1)]),
    ];
    assert_eq!(index(4, &second), regular(2, 2));
}

/// What the numbers hide and what they cancel, by its rows.
#[test]
fn differences_are_named() {
    let mut cancelling = Pencil::new(3);
    cancelling.push(&row(&[(0, 1), (1, -1)]), &row(&[(2, -1)]));
    cancelling.push(&row(&[(0, -1), (1, 1)]), &row(&[(1, 1)]));
    cancelling.push(&[], &row(&[(0, -1)]));
    assert_eq!(cancelling.cancelling(), [[0, 1]]);
    assert_eq!(cancelling.dependent(), [[]; 0]);
    // Two rows with the same derivative compete for it: that is structure and no accident of numbers.
    let mut competing = Pencil::new(2);
    competing.push(&row(&[(0, 1)]), &row(&[(1, 1)]));
    competing.push(&row(&[(0, 1)]), &row(&[(1, 2)]));
    assert_eq!(competing.cancelling(), [[]; 0]);
}

#[test]
fn e004_part5_2() {
    assert_eq!(index(2, &[(&[(0, 1), (1, 1)], &[(0, 1)]), (&[], &[(1, 1)])]), regular(1, 1));
    assert_eq!(index(2, &[(&[(0, 1)], &[(1, 1), (0, 1)]), (&[], &[(1, 1)])]), regular(1, 1));
}

#[test]
fn e004_part6_3() {
    let (x1, x2, y1, y2) = (0, 1, 2, 3);
    let train = |coefficient: i64, last: &[(u32, i64)]| {
        index(
            4,
            &[
                (&[(x1, 1)], &[(y1, -1)]),
                (&[(x2, 1)], &[(y2, -1)]),
                (&[], &[(y1, coefficient), (y2, 1), (x1, 2)]),
                (&[], last),
            ],
        )
    };
    let printed = [(y1, 1), (y2, 1), (x1, 1), (x2, 2)];
    assert_eq!(train(1, &printed), regular(2, 1));
    assert_eq!(train(2, &printed), regular(1, 2));
    assert_eq!(train(1, &[(x1, 1), (x2, -2)]), regular(2, 1));
}
