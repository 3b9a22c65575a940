//! Singular values that are known.

use linear::singular_values;

#[test]
fn known_values() {
    let values = singular_values(vec![vec![3.0, 0.0], vec![4.0, 5.0]]);
    assert!((values[0] - 45f64.sqrt()).abs() < 1e-14 && (values[1] - 5f64.sqrt()).abs() < 1e-14);
    let values = singular_values(vec![vec![1.0, 2.0, 3.0], vec![2.0, 4.0, 6.0]]);
    assert!(values[1] < 1e-15 && (values[0] - 70f64.sqrt()).abs() < 1e-14);
    assert!(singular_values(Vec::new()).is_empty());
}

#[test]
fn small_values_keep_their_digits() {
    let values = singular_values(vec![vec![1.0, 0.0], vec![1e-20, 1e-20]]);
    assert!((values[1] / 1e-20 - 1.0).abs() < 1e-12);
}
