//! Numbers and counts as people read them.

use syntax::{count, format_number};

#[test]
fn numbers_are_short() {
    assert_eq!([count(0, "file"), count(1, "file")], ["0 files", "1 file"]);
    let all = [0.1 + 0.2, -0.0, 1e-5, 12345678.9, f64::NAN].map(format_number);
    assert_eq!(all, ["0.3", "0", "1e-5", "1.234568e7", "NaN"]);
}
