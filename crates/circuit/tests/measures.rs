//! Measures of curves that are written down: crossings, windows, jumps, and axes that go down.

use circuit::{
    CrossingDirection, CrossingLevel, CurveStatistic, MeasureError, MeasureKind, MeasurePoint, MeasureWindow,
    MeasuredCurves, Measurement, evaluate_measure,
};

fn crossing(level: CrossingLevel, edge: CrossingDirection, count: Option<u32>) -> MeasurePoint {
    MeasurePoint::Crossing { curve: 0, level, edge, count, window: MeasureWindow::default() }
}

fn value(aim: &MeasureKind, axis: &[f64], values: &[Vec<f64>]) -> Result<f64, MeasureError> {
    evaluate_measure(aim, MeasuredCurves { axis, values }).map(|taken| taken.value)
}

const TRIANGLE: [f64; 5] = [0.0, 1.0, 2.0, 3.0, 4.0];

fn triangle() -> Vec<Vec<f64>> {
    vec![vec![0.0, 2.0, 0.0, 2.0, 0.0], vec![1.0; 5]]
}

#[test]
fn crossings_are_counted_by_direction() {
    let when =
        |level, edge, count| value(&MeasureKind::Where(crossing(level, edge, count)), &TRIANGLE, &triangle());
    assert_eq!(when(CrossingLevel::Value(1.0), CrossingDirection::Any, Some(1)), Ok(0.5));
    assert_eq!(when(CrossingLevel::Value(1.0), CrossingDirection::Rise, Some(2)), Ok(2.5));
    assert_eq!(when(CrossingLevel::Value(1.0), CrossingDirection::Fall, None), Ok(3.5));
    assert_eq!(when(CrossingLevel::Curve(1), CrossingDirection::Fall, Some(1)), Ok(1.5));
    // A curve that begins at the level comes from below; where it touches the level it crosses it twice.
    assert_eq!(when(CrossingLevel::Value(0.0), CrossingDirection::Rise, Some(1)), Ok(0.0));
    assert_eq!(when(CrossingLevel::Value(0.0), CrossingDirection::Fall, Some(1)), Ok(2.0));
    assert_eq!(when(CrossingLevel::Value(0.0), CrossingDirection::Rise, Some(2)), Ok(2.0));
    assert_eq!(when(CrossingLevel::Value(0.0), CrossingDirection::Any, Some(3)), Ok(2.0));
    assert_eq!(when(CrossingLevel::Value(2.0), CrossingDirection::Fall, Some(1)), Ok(1.0));
    assert_eq!(
        when(CrossingLevel::Value(1.0), CrossingDirection::Rise, Some(3)),
        Err(MeasureError::Crossing {
            curve: 0,
            level: CrossingLevel::Value(1.0),
            edge: CrossingDirection::Rise,
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
    let when = |edge, count| {
        value(&MeasureKind::Where(crossing(CrossingLevel::Value(0.0), edge, count)), &axis, &values)
    };
    assert_eq!(when(CrossingDirection::Any, Some(1)), Ok(3.0));
    assert!(when(CrossingDirection::Any, Some(2)).is_err());
    let values = [vec![0.0, 0.0, 1.0, 0.0, 0.0, 1.0]];
    let when = |edge, count| {
        value(&MeasureKind::Where(crossing(CrossingLevel::Value(0.0), edge, count)), &axis, &values)
    };
    assert_eq!(when(CrossingDirection::Rise, Some(1)), Ok(1.0));
    assert_eq!(when(CrossingDirection::Fall, Some(1)), Ok(3.0));
    assert_eq!(when(CrossingDirection::Rise, Some(2)), Ok(4.0));
}

#[test]
fn windows_are_cut_between_points() {
    let over = |summary, from, to| {
        value(&MeasureKind::Over(summary, 0, MeasureWindow { from, to }), &TRIANGLE, &triangle())
    };
    assert_eq!(over(CurveStatistic::Average, None, None), Ok(1.0));
    assert_eq!(over(CurveStatistic::Integral, Some(0.5), Some(1.5)), Ok(1.5));
    assert_eq!(over(CurveStatistic::Least, Some(0.5), Some(1.25)), Ok(1.0));
    assert_eq!(over(CurveStatistic::WhereLargest, Some(1.5), None), Ok(3.0));
    // The square of a straight line from 0 to 2 over 1: a mean of 4/3.
    assert_eq!(over(CurveStatistic::Rms, Some(0.0), Some(1.0)), Ok((4.0f64 / 3.0).sqrt()));
    assert_eq!(
        over(CurveStatistic::Average, Some(3.0), Some(5.0)),
        Err(MeasureError::Outside(5.0, [0.0, 4.0]))
    );
    assert_eq!(over(CurveStatistic::Average, Some(3.0), Some(2.0)), Err(MeasureError::Empty(3.0, 2.0)));
    // A point is a window, too.
    assert_eq!(over(CurveStatistic::Average, Some(0.5), Some(0.5)), Ok(1.0));
}

#[test]
fn slopes_are_those_of_parabolas() {
    let axis: Vec<f64> = vec![0.0, 0.5, 1.5, 2.0, 3.0];
    let values = vec![axis.iter().map(|x| x * x).collect::<Vec<f64>>()];
    for at in [0.1, 0.4, 0.5, 1.0, 1.7, 2.9] {
        let found = value(&MeasureKind::Slope(0, MeasurePoint::At(at)), &axis, &values);
        assert!(found.as_ref().is_ok_and(|found| (found - 2.0 * at).abs() < 1e-12), "{at}: {found:?}");
    }
    // Two points are a straight line.
    let found = value(&MeasureKind::Slope(0, MeasurePoint::At(0.5)), &[0.0, 1.0], &[vec![1.0, 4.0]]);
    assert_eq!(found, Ok(3.0));
}

#[test]
fn a_jump_is_crossed_at_its_time() {
    let axis = [0.0, 1.0, 1.0, 2.0];
    let values = vec![vec![0.0, 0.0, 5.0, 5.0]];
    let when = MeasureKind::Where(crossing(CrossingLevel::Value(3.0), CrossingDirection::Rise, Some(1)));
    assert_eq!(value(&when, &axis, &values), Ok(1.0));
    let mean = MeasureKind::Over(CurveStatistic::Average, 0, MeasureWindow::default());
    assert_eq!(value(&mean, &axis, &values), Ok(2.5));
}

#[test]
fn sweeps_may_go_down() {
    let axis = [3.0, 2.0, 1.0, 0.0];
    let values = vec![vec![6.0, 4.0, 2.0, 0.0]];
    assert_eq!(value(&MeasureKind::Find(0, MeasurePoint::At(1.5)), &axis, &values), Ok(3.0));
    let when = MeasureKind::Where(crossing(CrossingLevel::Value(3.0), CrossingDirection::Fall, Some(1)));
    assert_eq!(value(&when, &axis, &values), Ok(1.5));
    let mean =
        MeasureKind::Over(CurveStatistic::Average, 0, MeasureWindow { from: Some(0.0), to: Some(2.0) });
    assert_eq!(value(&mean, &axis, &values), Ok(2.0));
    let between = MeasureKind::Between(
        MeasurePoint::At(3.0),
        crossing(CrossingLevel::Value(1.0), CrossingDirection::Any, Some(1)),
    );
    assert_eq!(
        evaluate_measure(&between, MeasuredCurves { axis: &axis, values: &values }),
        Ok(Measurement { value: -2.5, at: vec![("trig", 3.0), ("targ", 0.5)] })
    );
}

#[test]
fn without_points_there_is_no_number() {
    for aim in [
        MeasureKind::Find(0, MeasurePoint::At(0.0)),
        MeasureKind::Where(crossing(CrossingLevel::Value(0.0), CrossingDirection::Any, None)),
        MeasureKind::Over(CurveStatistic::Average, 0, MeasureWindow::default()),
    ] {
        assert_eq!(value(&aim, &[], &[Vec::new()]), Err(MeasureError::NoPoints));
    }
    assert_eq!(value(&MeasureKind::Find(0, MeasurePoint::At(1.0)), &[1.0], &[vec![7.0]]), Ok(7.0));
}
