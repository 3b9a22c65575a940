use proptest::prelude::*;

use super::*;
use crate::Matrix;

fn rows<const N: usize>(rows: &[[f64; N]]) -> Matrix {
    Matrix { rows: rows.len(), columns: N, items: rows.concat() }
}

fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() <= 1e-12 * expected.abs().max(1.0), "{found} instead of {expected}");
}

const ALL: [Smoothness; 6] = [
    Smoothness::Linear,
    Smoothness::Akima,
    Smoothness::Constant,
    Smoothness::FritschButland,
    Smoothness::Steffen,
    Smoothness::ModifiedAkima,
];

#[test]
fn lines_and_steps_of_one_input() {
    let data = rows(&[[0.0, 1.0, 5.0], [1.0, 3.0, 6.0], [3.0, 2.0, 7.0]]);
    let table = |smoothness| Table1D::new(&data, &[2, 3], smoothness, Extrapolation::Straight).unwrap();
    let lines = table(Smoothness::Linear);
    for (u, y) in [(0.5, 2.0), (1.0, 3.0), (2.0, 2.5), (3.0, 2.0), (-1.0, -1.0), (5.0, 1.0)] {
        close(lines.value(1, u).unwrap(), y);
    }
    close(lines.value(2, 2.0).unwrap(), 6.5);
    close(lines.derivative(1, 2.0, 10.0).unwrap(), -5.0);
    let steps = table(Smoothness::Constant);
    for (u, y) in [(0.5, 1.0), (1.0, 3.0), (2.9, 3.0), (3.0, 2.0), (5.0, 1.0)] {
        close(steps.value(1, u).unwrap(), y);
    }
    assert!(lines.value(3, 0.0).is_err());
    assert!(lines.value(0, 0.0).is_err());
    assert_eq!(lines.range(), (0.0, 3.0));
}

#[test]
fn beyond_the_ends_of_one_input() {
    let data = rows(&[[0.0, 1.0], [1.0, 3.0], [2.0, 2.0]]);
    let value = |extrapolation, u| Table1D::new(&data, &[2], Smoothness::Linear, extrapolation)?.value(1, u);
    assert_eq!(value(Extrapolation::Hold, -5.0), Ok(1.0));
    assert_eq!(value(Extrapolation::Hold, 5.0), Ok(2.0));
    assert_eq!(value(Extrapolation::Periodic, 2.5), Ok(2.0));
    assert_eq!(value(Extrapolation::Periodic, -1.5), Ok(2.0));
    // The end of a period belongs to it.
    assert_eq!(value(Extrapolation::Periodic, 4.0), Ok(2.0));
    assert_eq!(value(Extrapolation::Forbidden, 2.0), Ok(2.0));
    let outside = "the input of a table is 2.5, which is outside its range from 0 to 2";
    assert_eq!(value(Extrapolation::Forbidden, 2.5), model_error(outside));
}

#[test]
fn tables_that_are_none() {
    let one = |data: &Matrix, columns| Table1D::new(data, columns, Smoothness::Linear, Extrapolation::Hold);
    assert!(one(&rows(&[[0.0, 1.0], [0.0, 2.0]]), &[2]).is_err());
    assert!(one(&rows(&[[0.0, 1.0]]), &[3]).is_err());
    assert!(one(&rows(&[[0.0], [1.0]]), &[1]).is_err());
    assert!(one(&rows(&[[f64::NAN, 1.0], [0.0, 2.0]]), &[2]).is_err());
    let two = |data: &Matrix, kind| Table2D::new(data, kind, Extrapolation::Hold);
    assert!(two(&rows(&[[0.0, 1.0]]), Smoothness::Linear).is_err());
    assert!(two(&rows(&[[0.0, 1.0], [1.0, 1.0]]), Smoothness::Steffen).is_err());
    assert!(Smoothness::new(0).is_err() && Smoothness::new(7).is_err() && TimeEvents::new(4).is_err());
}

/// The value half way between the second and the third of five knots at 0, 1, … with values 0, 0, 1, 0, 0. The cubic
/// there is 1/2 + slope/8, since the slope at the peak is zero.
fn half_way(smoothness: Smoothness) -> f64 {
    let data = rows(&[[0.0, 0.0], [1.0, 0.0], [2.0, 1.0], [3.0, 0.0], [4.0, 0.0]]);
    Table1D::new(&data, &[2], smoothness, Extrapolation::Hold).unwrap().value(1, 1.5).unwrap()
}

#[test]
fn splines_by_hand() {
    // The secants are 0, 1, −1, 0, and −1 before them. Akima: weights 1 and 2 for the slope at 1.
    close(half_way(Smoothness::Akima), 0.5 + 1.0 / 3.0 / 8.0);
    // Modified: 1 + 1/2 and 2.
    close(half_way(Smoothness::ModifiedAkima), 0.5 + 1.5 / 3.5 / 8.0);
    // Monotone splines are flat where a secant is zero.
    close(half_way(Smoothness::FritschButland), 0.5);
    close(half_way(Smoothness::Steffen), 0.5);
    // Secants 1 and 1/2 over widths 1 and 2; the slope at the begin is 1, so the middle is 1/2 + 1/8 − slope/8.
    let middle = |kind, last| {
        let data = rows(&[[0.0, 0.0], [1.0, 1.0], [3.0, last]]);
        Table1D::new(&data, &[2], kind, Extrapolation::Hold).unwrap().value(1, 0.5).unwrap()
    };
    close(middle(Smoothness::FritschButland, 2.0), 0.625 - 9.0 / 13.0 / 8.0);
    close(middle(Smoothness::Steffen, 2.0), 0.625 - 2.5 / 3.0 / 8.0);
    // Twice the smaller secant, 1/10, is less than what the parabola has.
    close(middle(Smoothness::Steffen, 1.2), 0.625 - 0.2 / 8.0);
}

#[test]
fn a_line_is_a_line_for_every_kind_but_steps() {
    let data = rows(&[[0.0, 1.0], [1.0, 3.0], [3.0, 7.0], [4.0, 9.0]]);
    for kind in ALL.into_iter().filter(|&kind| kind != Smoothness::Constant) {
        let table = Table1D::new(&data, &[2], kind, Extrapolation::Straight).unwrap();
        for u in [-2.0, 0.3, 1.0, 2.2, 3.9, 4.0, 7.0] {
            close(table.value(1, u).unwrap(), 1.0 + 2.0 * u);
            close(table.derivative(1, u, 1.0).unwrap(), 2.0);
            close(table.second(1, u, 1.0, 3.0).unwrap(), 6.0);
        }
    }
}

#[test]
fn two_inputs_by_hand() {
    let data = rows(&[[0.0, 0.0, 2.0], [0.0, 1.0, 3.0], [1.0, 5.0, 4.0]]);
    let table = |kind, beyond| Table2D::new(&data, kind, beyond).unwrap();
    let lines = table(Smoothness::Linear, Extrapolation::Straight);
    close(lines.value([0.5, 1.0]).unwrap(), (1.0 + 3.0 + 5.0 + 4.0) / 4.0);
    close(lines.value([2.0, 0.0]).unwrap(), 9.0);
    close(lines.derivative([0.5, 1.0], [1.0, 0.0]).unwrap(), (4.0 + 1.0) / 2.0);
    // Half of (1 + 4 − 3 − 5), the mixed derivative, times two.
    close(lines.second([0.5, 1.0], [1.0, 1.0], [0.0, 0.0]).unwrap(), -3.0);
    let held = table(Smoothness::Linear, Extrapolation::Hold);
    close(held.value([9.0, 1.0]).unwrap(), 4.5);
    close(held.derivative([9.0, 1.0], [1.0, 1.0]).unwrap(), -0.5);
    // On the edge the direction decides.
    close(held.derivative([1.0, 0.0], [1.0, 0.0]).unwrap(), 0.0);
    close(held.derivative([1.0, 0.0], [-1.0, 0.0]).unwrap(), -4.0);
    let steps = table(Smoothness::Constant, Extrapolation::Straight);
    close(steps.value([0.9, 1.9]).unwrap(), 1.0);
    close(steps.value([1.0, 1.9]).unwrap(), 5.0);
    close(steps.value([2.0, 0.0]).unwrap(), 9.0);
    let periodic = table(Smoothness::Linear, Extrapolation::Periodic);
    close(periodic.value([1.5, -1.0]).unwrap(), 13.0 / 4.0);
    assert!(table(Smoothness::Linear, Extrapolation::Forbidden).value([0.0, 3.0]).is_err());
    assert_eq!(lines.range(), [(0.0, 1.0), (0.0, 2.0)]);
}

#[test]
fn a_table_of_two_inputs_may_have_one() {
    for smoothness in [Smoothness::Linear, Smoothness::Akima] {
        let row = rows(&[[0.0, 0.0, 1.0, 3.0, 4.0], [7.0, 1.0, 3.0, 7.0, 9.0]]);
        let table = Table2D::new(&row, smoothness, Extrapolation::Straight).unwrap();
        close(table.value([-100.0, 2.5]).unwrap(), 6.0);
        let column = rows(&[[0.0, 7.0], [0.0, 1.0], [1.0, 3.0], [3.0, 7.0], [4.0, 9.0]]);
        let table = Table2D::new(&column, smoothness, Extrapolation::Straight).unwrap();
        close(table.value([5.0, 100.0]).unwrap(), 11.0);
    }
    let point = Table2D::new(&rows(&[[0.0, 1.0], [1.0, 5.0]]), Smoothness::Akima, Extrapolation::Hold);
    close(point.unwrap().value([3.0, 3.0]).unwrap(), 5.0);
}

#[test]
fn akima_reproduces_products() {
    let (x, y) = ([0.0, 1.0, 3.0, 4.0, 6.0], [-1.0, 0.0, 2.0, 5.0]);
    let data = Matrix::from_fn(6, 5, |row, column| match (row, column) {
        (0, 0) => 0.0,
        (0, column) => y[column - 1],
        (row, 0) => x[row - 1],
        (row, column) => x[row - 1] * y[column - 1],
    });
    let table = Table2D::new(&data, Smoothness::Akima, Extrapolation::Straight).unwrap();
    for u in [[0.5, 0.5], [3.0, 2.0], [5.9, 4.9], [-2.0, 1.0], [8.0, 7.0], [2.0, -3.0], [7.0, -4.0]] {
        close(table.value(u).unwrap(), u[0] * u[1]);
        close(table.derivative(u, [1.0, 2.0]).unwrap(), u[1] + 2.0 * u[0]);
        close(table.second(u, [1.0, 2.0], [0.0, 0.0]).unwrap(), 4.0);
    }
}

/// Rows of a recorded simulation of the library (Magnetic.FluxTubes.Examples.SolenoidActuator.ComparisonQuasiStatic):
/// the input is a ramp of time, and the output of the table is one of the recorded signals.
#[test]
fn a_table_as_recorded() {
    let data = rows(&[
        [0.00025, -85.8619],
        [0.0005, -59.9662],
        [0.00075, -41.0806],
        [0.001, -28.88],
        [0.00125, -21.4113],
        [0.0015, -16.8003],
        [0.00175, -13.6942],
        [0.002, -11.1188],
        [0.00225, -9.6603],
        [0.0025, -8.4835],
        [0.00275, -7.4658],
    ]);
    let table = Table1D::new(&data, &[2], Smoothness::Linear, Extrapolation::Straight).unwrap();
    let recorded = [
        (4.98, -7.935_977_4),
        (5.976, -10.177_192),
        (6.972, -14.460_785),
        (7.968, -22.450_943),
        (8.964, -41.677_385),
        (9.96, -83.893_827),
    ];
    for (time, force) in recorded {
        let found = table.value(1, 0.005 - 4.75e-4 * time).unwrap();
        assert!((found - force).abs() < 1e-6 * force.abs(), "{found} instead of {force}");
    }
}

fn times(
    data: &Matrix,
    smoothness: Smoothness,
    extrapolation: Extrapolation,
    events: TimeEvents,
) -> TimeTable {
    let options = TimeTableOptions { smoothness, extrapolation, start: -100.0, shift: 0.0, events };
    TimeTable::new(data, &[2], options).unwrap()
}

/// Events until there are no more, or five.
fn events(mut table: TimeTable, start: f64) -> Vec<f64> {
    let mut events = vec![table.next_event(start)];
    while events.len() < 5 && events[events.len() - 1] < f64::MAX {
        events.push(table.next_event(events[events.len() - 1]));
    }
    events.retain(|&event| event < f64::MAX);
    events
}

#[test]
fn events_of_each_kind() {
    let jump = rows(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [2.0, 1.0], [3.0, 5.0]]);
    let table = |extrapolation, kind| times(&jump, Smoothness::Linear, extrapolation, kind);
    use Extrapolation::{Hold, Periodic};
    use TimeEvents::{Always, AtDiscontinuities, Never};
    assert_eq!(events(table(Hold, Always), 0.0), [1.0, 2.0, 3.0]);
    assert_eq!(events(table(Hold, AtDiscontinuities), 0.0), [1.0, 3.0]);
    assert_eq!(events(table(Hold, Never), 0.0), [3.0]);
    assert_eq!(events(table(Hold, Always), -1.0), [0.0, 1.0, 2.0, 3.0]);
    assert_eq!(events(table(Hold, Always), 3.0), [] as [f64; 0]);
    assert_eq!(events(table(Periodic, AtDiscontinuities), 0.0), [1.0, 3.0, 4.0, 6.0, 7.0]);
    assert_eq!(events(table(Periodic, Never), 0.0), [3.0, 6.0, 9.0, 12.0, 15.0]);
    // Far away, and so far that a period is lost in rounding.
    let mut far = table(Periodic, AtDiscontinuities);
    far.next_event(0.0);
    assert_eq!(far.next_event(3001.5), 3003.0);
    far.next_event(1e300);
    far.next_event(f64::INFINITY);
    // Back in time.
    assert_eq!(far.next_event(0.5), 1.0);
}

#[test]
fn start_and_shift() {
    let data = rows(&[[0.0, 0.0], [1.0, 2.0]]);
    let options = TimeTableOptions {
        smoothness: Smoothness::Linear,
        extrapolation: Extrapolation::Straight,
        start: 2.0,
        shift: 2.5,
        events: TimeEvents::Always,
    };
    let table = TimeTable::new(&data, &[2], options).unwrap();
    assert_eq!(events(table.clone(), 0.0), [2.0, 2.5, 3.5]);
    let at = |time| table.value(1, LookupTime { time, next: f64::MAX, before: f64::MAX }).unwrap();
    assert_eq!([at(1.9), at(2.0), at(2.5), at(3.0), at(4.5)], [0.0, -1.0, 0.0, 1.0, 4.0]);
}

#[test]
fn a_jump_is_seen_when_its_event_is_over() {
    let data = rows(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [2.0, 1.0]]);
    let mut table = times(&data, Smoothness::Linear, Extrapolation::Hold, TimeEvents::AtDiscontinuities);
    let next = table.next_event(0.0);
    let value =
        |table: &TimeTable, time, next, before| table.value(1, LookupTime { time, next, before }).unwrap();
    assert_eq!(value(&table, 0.5, next, next), 0.0);
    assert_eq!(value(&table, 1.0, next, next), 0.0);
    let after = table.next_event(1.0);
    assert_eq!(after, 2.0);
    assert_eq!(value(&table, 1.0, after, next), 1.0);
    assert_eq!(value(&table, 1.0, after, after), 1.0);
}

#[test]
fn one_row_is_constant() {
    let mut table =
        times(&rows(&[[3.0, 7.0]]), Smoothness::Akima, Extrapolation::Periodic, TimeEvents::Always);
    assert_eq!(table.next_event(0.0), f64::MAX);
    let at = LookupTime { time: 5.0, next: f64::MAX, before: f64::MAX };
    assert_eq!(table.value(1, at), Ok(7.0));
    assert_eq!(table.derivative(1, at, 1.0), Ok(0.0));
}

fn knots(count: usize) -> impl Strategy<Value = Vec<f64>> {
    proptest::collection::vec(0.2..2.0f64, count).prop_map(|steps| {
        steps
            .into_iter()
            .scan(-3.0, |sum, step| {
                *sum += step;
                Some(*sum)
            })
            .collect()
    })
}

/// True if a derivative is what differences say. Where the third derivative jumps differences say little, so the
/// width is small and the bound wide.
fn agree(derivative: f64, ahead: f64, behind: f64, width: f64) -> bool {
    let difference = (ahead - behind) / (2.0 * width);
    (derivative - difference).abs() < 1e-4 * (1.0 + derivative.abs())
}

proptest! {
    #[test]
    fn one_input_derives_and_meets_its_points(
        x in knots(6), y in proptest::collection::vec(-3.0..3.0f64, 6), u in -6.0..8.0f64, kind in 0usize..6, beyond in 1i64..4,
    ) {
        let data = Matrix::from_fn(6, 2, |row, column| if column == 0 { x[row] } else { y[row] });
        let beyond = Extrapolation::new(beyond).unwrap();
        let table = Table1D::new(&data, &[2], ALL[kind], beyond).unwrap();
        for (x, y) in x.iter().zip(&y) {
            prop_assert!((table.value(1, *x).unwrap() - y).abs() < 1e-12);
        }
        let width = 1e-5;
        let period = x[5] - x[0];
        let corner = |u: f64| x.iter().any(|x| ((u - x) / period - ((u - x) / period).round()).abs() * period < 2.0 * width || (u - x).abs() < 2.0 * width);
        prop_assume!(!corner(u));
        let value = |u| table.value(1, u).unwrap();
        let slope = |u| table.derivative(1, u, 1.0).unwrap();
        prop_assert!(agree(slope(u), value(u + width), value(u - width), width));
        prop_assert!(agree(table.second(1, u, 1.0, 0.0).unwrap(), slope(u + width), slope(u - width), width));
    }

    #[test]
    fn monotone_splines_stay_between_their_points(
        x in knots(6), y in proptest::collection::vec(-3.0..3.0f64, 6), part in 0.0..1.0f64, cell in 0usize..5, steffen: bool,
    ) {
        let data = Matrix::from_fn(6, 2, |row, column| if column == 0 { x[row] } else { y[row] });
        let kind = if steffen { Smoothness::Steffen } else { Smoothness::FritschButland };
        let table = Table1D::new(&data, &[2], kind, Extrapolation::Hold).unwrap();
        let value = table.value(1, x[cell] + part * (x[cell + 1] - x[cell])).unwrap();
        let (low, high) = (y[cell].min(y[cell + 1]), y[cell].max(y[cell + 1]));
        prop_assert!(value >= low - 1e-12 && value <= high + 1e-12);
    }

    #[test]
    fn two_inputs_derive_and_meet_their_points(
        x in knots(5), y in knots(4), z in proptest::collection::vec(-3.0..3.0f64, 20),
        u in -6.0..8.0f64, v in -6.0..8.0f64, kind in 0usize..3, beyond in 1i64..3,
    ) {
        let data = Matrix::from_fn(6, 5, |row, column| match (row, column) {
            (0, 0) => 0.0,
            (0, column) => y[column - 1],
            (row, 0) => x[row - 1],
            (row, column) => z[(row - 1) * 4 + column - 1],
        });
        let table = Table2D::new(&data, ALL[kind], Extrapolation::new(beyond).unwrap()).unwrap();
        for (at, z) in z.iter().enumerate() {
            prop_assert!((table.value([x[at / 4], y[at % 4]]).unwrap() - z).abs() < 1e-12);
        }
        let width = 1e-5;
        prop_assume!(x.iter().all(|x| (u - x).abs() > 2.0 * width) && y.iter().all(|y| (v - y).abs() > 2.0 * width));
        let at = |t: f64| [u + 0.6 * t, v - 0.8 * t];
        let value = |t: f64| table.value(at(t)).unwrap();
        let slope = |t: f64| table.derivative(at(t), [0.6, -0.8]).unwrap();
        prop_assert!(agree(slope(0.0), value(width), value(-width), width));
        let second = table.second(at(0.0), [0.6, -0.8], [0.0, 0.0]).unwrap();
        prop_assert!(agree(second, slope(width), slope(-width), width));
    }
}
