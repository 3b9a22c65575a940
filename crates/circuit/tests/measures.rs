//! Measures of curves that are written down: crossings, windows, jumps, and axes that go down.

use circuit::{Aim, Curves, Edge, Instant, Level, NoMeasure, Summary, Taken, Window, take};

fn crossing(level: Level, edge: Edge, count: Option<u32>) -> Instant {
    Instant::Crossing { curve: 0, level, edge, count, window: Window::default() }
}

fn value(aim: &Aim, axis: &[f64], values: &[Vec<f64>]) -> Result<f64, NoMeasure> {
    take(aim, Curves { axis, values }).map(|taken| taken.value)
}

const TRIANGLE: [f64; 5] = [0.0, 1.0, 2.0, 3.0, 4.0];

fn triangle() -> Vec<Vec<f64>> {
    vec![vec![0.0, 2.0, 0.0, 2.0, 0.0], vec![1.0; 5]]
}

#[test]
fn crossings_are_counted_by_direction() {
    let when = |level, edge, count| value(&Aim::Where(crossing(level, edge, count)), &TRIANGLE, &triangle());
    assert_eq!(when(Level::Value(1.0), Edge::Any, Some(1)), Ok(0.5));
    assert_eq!(when(Level::Value(1.0), Edge::Rise, Some(2)), Ok(2.5));
    assert_eq!(when(Level::Value(1.0), Edge::Fall, None), Ok(3.5));
    assert_eq!(when(Level::Curve(1), Edge::Fall, Some(1)), Ok(1.5));
    // A curve that begins at the level comes from below; where it touches the level it crosses it twice.
    assert_eq!(when(Level::Value(0.0), Edge::Rise, Some(1)), Ok(0.0));
    assert_eq!(when(Level::Value(0.0), Edge::Fall, Some(1)), Ok(2.0));
    assert_eq!(when(Level::Value(0.0), Edge::Rise, Some(2)), Ok(2.0));
    assert_eq!(when(Level::Value(0.0), Edge::Any, Some(3)), Ok(2.0));
    assert_eq!(when(Level::Value(2.0), Edge::Fall, Some(1)), Ok(1.0));
    assert_eq!(
        when(Level::Value(1.0), Edge::Rise, Some(3)),
        Err(NoMeasure::Crossing {
            curve: 0,
            level: Level::Value(1.0),
            edge: Edge::Rise,
            found: 2,
            range: Some([0.0, 2.0])
        })
    );
}

/// Where a curve stays at the level it has crossed once: where it came to it, or where it leaves it to the other side.
#[test]
fn a_curve_may_stay_at_the_level() {
    let axis = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0];
    let values = [vec![0.0, 0.0, -1.0, 0.0, 0.0, 1.0]];
    let when = |edge, count| value(&Aim::Where(crossing(Level::Value(0.0), edge, count)), &axis, &values);
    assert_eq!(when(Edge::Any, Some(1)), Ok(3.0));
    assert!(when(Edge::Any, Some(2)).is_err());
    let values = [vec![0.0, 0.0, 1.0, 0.0, 0.0, 1.0]];
    let when = |edge, count| value(&Aim::Where(crossing(Level::Value(0.0), edge, count)), &axis, &values);
    assert_eq!(when(Edge::Rise, Some(1)), Ok(1.0));
    assert_eq!(when(Edge::Fall, Some(1)), Ok(3.0));
    assert_eq!(when(Edge::Rise, Some(2)), Ok(4.0));
}

#[test]
fn windows_are_cut_between_points() {
    let over = |summary, from, to| value(&Aim::Over(summary, 0, Window { from, to }), &TRIANGLE, &triangle());
    assert_eq!(over(Summary::Average, None, None), Ok(1.0));
    assert_eq!(over(Summary::Integral, Some(0.5), Some(1.5)), Ok(1.5));
    assert_eq!(over(Summary::Least, Some(0.5), Some(1.25)), Ok(1.0));
    assert_eq!(over(Summary::WhereLargest, Some(1.5), None), Ok(3.0));
    // The square of a straight line from 0 to 2 over 1: a mean of 4/3.
    assert_eq!(over(Summary::Rms, Some(0.0), Some(1.0)), Ok((4.0f64 / 3.0).sqrt()));
    assert_eq!(over(Summary::Average, Some(3.0), Some(5.0)), Err(NoMeasure::Outside(5.0, [0.0, 4.0])));
    assert_eq!(over(Summary::Average, Some(3.0), Some(2.0)), Err(NoMeasure::Empty(3.0, 2.0)));
    // A point is a window, too.
    assert_eq!(over(Summary::Average, Some(0.5), Some(0.5)), Ok(1.0));
}

#[test]
fn slopes_are_those_of_parabolas() {
    let axis: Vec<f64> = vec![0.0, 0.5, 1.5, 2.0, 3.0];
    let values = vec![axis.iter().map(|x| x * x).collect::<Vec<f64>>()];
    for at in [0.1, 0.4, 0.5, 1.0, 1.7, 2.9] {
        let found = value(&Aim::Slope(0, Instant::At(at)), &axis, &values);
        assert!(found.as_ref().is_ok_and(|found| (found - 2.0 * at).abs() < 1e-12), "{at}: {found:?}");
    }
    // Two points are a straight line.
    let found = value(&Aim::Slope(0, Instant::At(0.5)), &[0.0, 1.0], &[vec![1.0, 4.0]]);
    assert_eq!(found, Ok(3.0));
}

#[test]
fn a_jump_is_crossed_at_its_time() {
    let axis = [0.0, 1.0, 1.0, 2.0];
    let values = vec![vec![0.0, 0.0, 5.0, 5.0]];
    let when = Aim::Where(crossing(Level::Value(3.0), Edge::Rise, Some(1)));
    assert_eq!(value(&when, &axis, &values), Ok(1.0));
    let mean = Aim::Over(Summary::Average, 0, Window::default());
    assert_eq!(value(&mean, &axis, &values), Ok(2.5));
}

#[test]
fn sweeps_may_go_down() {
    let axis = [3.0, 2.0, 1.0, 0.0];
    let values = vec![vec![6.0, 4.0, 2.0, 0.0]];
    assert_eq!(value(&Aim::Find(0, Instant::At(1.5)), &axis, &values), Ok(3.0));
    let when = Aim::Where(crossing(Level::Value(3.0), Edge::Fall, Some(1)));
    assert_eq!(value(&when, &axis, &values), Ok(1.5));
    let mean = Aim::Over(Summary::Average, 0, Window { from: Some(0.0), to: Some(2.0) });
    assert_eq!(value(&mean, &axis, &values), Ok(2.0));
    let between = Aim::Between(Instant::At(3.0), crossing(Level::Value(1.0), Edge::Any, Some(1)));
    assert_eq!(
        take(&between, Curves { axis: &axis, values: &values }),
        Ok(Taken { value: -2.5, at: vec![("trig", 3.0), ("targ", 0.5)] })
    );
}

#[test]
fn without_points_there_is_no_number() {
    for aim in [
        Aim::Find(0, Instant::At(0.0)),
        Aim::Where(crossing(Level::Value(0.0), Edge::Any, None)),
        Aim::Over(Summary::Average, 0, Window::default()),
    ] {
        assert_eq!(value(&aim, &[], &[Vec::new()]), Err(NoMeasure::NoPoints));
    }
    assert_eq!(value(&Aim::Find(0, Instant::At(1.0)), &[1.0], &[vec![7.0]]), Ok(7.0));
}
