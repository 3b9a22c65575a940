//! Norms and means by their definitions.

#![allow(clippy::unwrap_used)]

use base::{geometric_mean, norm, rms};

#[test]
fn norms_and_means_are_what_they_are_called() {
    for (a, b) in [(3.0, 4.0), (0.0, 2.5), (1e-3, 7.0), (12.5, 12.5)] {
        let close = |x: f64, y: f64| (x - y).abs() <= 1e-15 * (1.0 + y);
        assert!(close(norm([a, -b]), f64::hypot(a, b)));
        assert!(close(rms(a * a + b * b, 2.0) * rms(a * a + b * b, 2.0), (a * a + b * b) / 2.0));
        assert!(close(geometric_mean(a, b) * geometric_mean(a, b), a * b));
        assert!((a.min(b)..=a.max(b)).contains(&geometric_mean(a, b)));
    }
    assert_eq!(norm([]), 0.0);
}
