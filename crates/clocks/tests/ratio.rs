//! Intervals of clocks as exact fractions.

#![allow(clippy::unwrap_used)]

use clocks::Ratio;

#[test]
fn decimals_are_the_fractions_that_were_meant() {
    for (above, below) in [(1, 10), (1, 3), (7, 1000), (5, 2), (3, 1), (22_050, 441), (1, 44_100)] {
        let value = above as f64 / below as f64;
        assert_eq!(Ratio::of(value), Ratio::new(above, below), "{above}/{below}");
    }
    assert_eq!(Ratio::of(0.0), None);
    assert_eq!(Ratio::of(-1.0), None);
    assert_eq!(Ratio::of(f64::NAN), None);
    let odd = Ratio::of(std::f64::consts::PI).map(Ratio::get);
    assert_eq!(odd, Some(std::f64::consts::PI));
}

#[test]
fn arithmetic_is_exact() {
    let (third, half) = (Ratio::new(1, 3).unwrap(), Ratio::new(-2, -4).unwrap());
    assert_eq!(third.checked_add(half), Ratio::new(5, 6));
    assert_eq!(third.times(half), Ratio::new(1, 6));
    assert_eq!(third.divide(half), Ratio::new(2, 3));
    assert_eq!(third.common_divisor(half), Ratio::new(1, 6));
    assert_eq!(third.minus().to_string(), "-1/3");
    assert_eq!(Ratio::new(1, 10).unwrap().repeated(3), 0.3);
    assert_eq!(Ratio::new(1, 0), None);
    assert_eq!(Ratio::new(i128::MAX, 1).unwrap().times(Ratio::new(2, 1).unwrap()), None);
}
