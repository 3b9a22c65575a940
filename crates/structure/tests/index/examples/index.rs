//! Structural index: pendulum, circuits, rigidly connected masses. Where the literature prints a wrong number, the right
//! one stands here, and the text of the test says so.

use structure::structural_index;

use crate::brute;
use crate::text::{System, system};

/// δ(n−1), δ(n) and the index.
pub(super) fn index(system: &System) -> (i64, i64, i64) {
    let found = structural_index(&system.signature).unwrap();
    (found.short.weight, found.full.weight, found.value())
}

#[test]
fn e003_7_2() {
    assert_eq!(index(&system("e1: x^1 z; e2: x")), (1, 0, 2));
}

#[test]
fn e003_7_3_a() {
    let pendulum = system("eq1: x^2 F; eq2: y^2 F; eq3: x y");
    assert_eq!(index(&pendulum), (4, 2, 3));
    assert_eq!(brute::weights(&pendulum.signature, 3), [2, 2]);
    assert_eq!(brute::weights(&pendulum.signature, 2), [0, 0, 0, 0, 2, 2, 2, 2, 4]);
}
