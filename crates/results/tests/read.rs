//! Results as other tools write them.

#![allow(clippy::unwrap_used)]

use certify::{ColumnSource, RecordedPrecision};
use results::read_result;

/// A matrix of version 4, column by column: the type is 0 for doubles, 10 for singles, 20 for integers, 51 for letters.
fn matrix(name: &str, kind: i32, (rows, columns): (usize, usize), values: &[f64]) -> Vec<u8> {
    let head = [kind, rows as i32, columns as i32, 0, name.len() as i32 + 1];
    let mut bytes: Vec<u8> = head.iter().flat_map(|number| number.to_le_bytes()).collect();
    bytes.extend(name.bytes());
    bytes.push(0);
    for &value in values {
        match kind {
            0 => bytes.extend(value.to_le_bytes()),
            10 => bytes.extend((value as f32).to_le_bytes()),
            20 => bytes.extend((value as i32).to_le_bytes()),
            _ => bytes.push(value as u8),
        }
    }
    bytes
}

/// Lines of letters below each other, filled up with spaces.
fn letters_below(name: &str, lines: &[&str]) -> Vec<u8> {
    let width = lines.iter().map(|line| line.len()).max().unwrap();
    let letter = |at: usize| *lines[at % lines.len()].as_bytes().get(at / lines.len()).unwrap_or(&b' ');
    let values: Vec<f64> = (0..lines.len() * width).map(|at| f64::from(letter(at))).collect();
    matrix(name, 51, (lines.len(), width), &values)
}

#[test]
fn trajectories_that_are_not_transposed_are_read() {
    // As `binNormal` has it: a line to a name, a row to a point. `y` is minus `x`, `k` is a parameter.
    let mut bytes = letters_below("Aclass", &["Atrajectory", "1.1", "", "binNormal"]);
    bytes.extend(letters_below("name", &["Time", "x", "y", "k"]));
    let info = [[0.0, 1.0, 0.0, -1.0], [2.0, 2.0, 0.0, -1.0], [2.0, -2.0, 0.0, -1.0], [1.0, 2.0, 0.0, 0.0]];
    let across: Vec<f64> = (0..16).map(|at| info[at % 4][at / 4]).collect();
    bytes.extend(matrix("dataInfo", 20, (4, 4), &across));
    bytes.extend(matrix("data_1", 0, (2, 2), &[0.0, 1.0, 7.0, 7.0]));
    bytes.extend(matrix("data_2", 10, (3, 2), &[0.0, 0.5, 1.0, 1.0, 2.0, 4.0]));
    let found = read_result(&bytes).unwrap();
    assert_eq!(found.times, [0.0, 0.5, 1.0]);
    let sources: Vec<(&str, ColumnSource)> =
        found.columns.iter().map(|column| (column.name.as_str(), column.source)).collect();
    let wanted = [
        ("x", ColumnSource::Column(1, 1.0)),
        ("y", ColumnSource::Column(1, -1.0)),
        ("k", ColumnSource::Constant(7.0)),
    ];
    assert_eq!(sources, wanted);
    assert_eq!(found.rows.values, [0.0, 1.0, 0.5, 2.0, 1.0, 4.0]);
    // Numbers of four bytes have seven digits.
    assert_eq!(found.columns[0].precision, RecordedPrecision::relative(f64::from(f32::EPSILON)));
}

#[test]
fn tables_of_other_tools_are_read() {
    let found = read_result(b"\"time\";\"a.b[1, 2]\";\"der(x)\"\n0;1;true\n0.5;2;false\n").unwrap();
    let names: Vec<&str> = found.columns.iter().map(|column| column.name.as_str()).collect();
    assert_eq!(names, ["a.b[1, 2]", "der(x)"]);
    assert_eq!(found.rows.values, [1.0, 1.0, 2.0, 0.0]);
}

#[test]
fn digits_are_counted_where_numbers_are_cut_off() {
    let precision = |text: &str| read_result(text.as_bytes()).unwrap().columns[0].precision;
    let near = |text: &str, relative: f64, absolute: f64| {
        let found = precision(text);
        assert!((found.relative - relative).abs() <= 1e-9 * relative, "{text}: {found:?}");
        assert!((found.absolute - absolute).abs() <= 1e-9 * absolute, "{text}: {found:?}");
    };
    near("time,x\n0,0.333333\n1,0.666667\n", 0.5e-5, 0.0);
    // So many digits, or so many decimals: these do not tell.
    near("time,x\n0,0.333333\n1,0.666667\n2,0.111111\n3,0.222222\n4,0.444444\n", 0.5e-5, 0.5e-6);
    near("time,x\n0,0.5\n1,0.25\n", f64::EPSILON, 0.0);
    near("time,x\n0,0.3333333333333333\n1,0.25\n", f64::EPSILON, 0.0);
    // Six decimals of numbers large and small.
    near("time,x\n0,0.000012\n1,0.033333\n2,10.333333\n3,1.500000\n4,0.100000\n", f64::EPSILON, 0.5e-6);
    // Six digits of the same.
    near("time,x\n0,1.23457e-05\n1,0.0333333\n2,10.3333\n3,1.5\n4,0.123457\n", 0.5e-5, 0.0);
}

#[test]
fn columns_and_times_have_digits_of_their_own() {
    let rows = (1..=8).fold("time,x,y,k\n".to_string(), |text, at| {
        let t = f64::from(at) / 10.0;
        format!("{text}{t},{:.5},{:.12},0.5\n", (3.0 * t).sin(), (5.0 * t).cos())
    });
    let found = read_result(rows.as_bytes()).unwrap();
    let absolute: Vec<f64> = found.columns.iter().map(|column| column.precision.absolute).collect();
    assert!((absolute[0] - 0.5e-5).abs() < 1e-12 && (absolute[1] - 0.5e-12).abs() < 1e-18, "{absolute:?}");
    // Times of a grid are exact; an event with more decimals shows where they are cut off.
    assert_eq!(found.time_precision, RecordedPrecision::FULL);
    let event = format!("{rows}0.8333333,0.5,0.5,0.5\n");
    let found = read_result(event.as_bytes()).unwrap();
    assert!((found.time_precision.absolute - 0.5e-7).abs() < 1e-15, "{:?}", found.time_precision);
}

/// A matrix of thousands of millions of rows takes no byte if it has no columns.
#[test]
fn rows_without_columns_take_no_memory() {
    let mut bytes = Vec::new();
    for number in [0u32, u32::MAX, 0, 0, 7] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend(b"Aclass\0");
    assert_eq!(read_result(&bytes).unwrap_err(), "is a MAT file without a trajectory");
}
