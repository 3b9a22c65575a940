//! What root functions were at the last points that were looked at, to tell whether points are near enough to each other.

/// Values at a time.
pub(super) type RootSample<'a> = (f64, &'a [f64]);

/// The last two points before the one that a search begins at, the older first; their times are not numbers where there are
/// none since the last event.
pub(super) struct RootTrail {
    points: [(f64, Vec<f64>); 2],
}

impl RootTrail {
    pub(super) fn new(count: usize) -> RootTrail {
        RootTrail { points: [(f64::NAN, vec![0.0; count]), (f64::NAN, vec![0.0; count])] }
    }

    /// Functions jump at events: what was before tells nothing any more.
    pub(super) fn clear(&mut self) {
        self.points.iter_mut().for_each(|point| point.0 = f64::NAN);
    }

    /// A point is behind now.
    pub(super) fn push_point(&mut self, t: f64, values: &[f64]) {
        self.points.swap(0, 1);
        self.points[1].0 = t;
        self.points[1].1.copy_from_slice(values);
    }

    /// The last point, and the one before it.
    pub(super) fn last(&self) -> Option<RootSample<'_>> {
        point(&self.points[1])
    }

    pub(super) fn before_last(&self) -> Option<RootSample<'_>> {
        point(&self.points[0])
    }
}

fn point((t, values): &(f64, Vec<f64>)) -> Option<RootSample<'_>> {
    (!t.is_nan()).then_some((*t, values))
}

/// How far a function is, at the last of four points, from the parabola through the first three, and how far zero is away at
/// the last three.
pub(super) fn parabola_departure(points: [RootSample<'_>; 4], root: usize) -> (f64, f64) {
    let [t, low, middle, high] = points.map(|point| point.0);
    let [a, b, c, d] = points.map(|point| point.1[root]);
    let (first, second) = ((b - a) / (low - t), (c - b) / (middle - low));
    let bend = (second - first) / (middle - t);
    let expected = c + (high - middle) * (second + bend * (high - low));
    ((expected - d).abs(), b.abs().min(c.abs()).min(d.abs()))
}

/// The value of the parabola through three points where it turns, if it does so between the last two.
pub(super) fn turning_value(points: [RootSample<'_>; 3], root: usize) -> Option<f64> {
    let [t, low, high] = points.map(|point| point.0);
    let [a, b, c] = points.map(|point| point.1[root]);
    let (first, second) = ((b - a) / (low - t), (c - b) / (high - low));
    let bend = (second - first) / (high - t);
    // It is b + slope x + bend x², with x = 0 at the second point.
    let slope = second - bend * (high - low);
    let x = -slope / (2.0 * bend);
    (x > 0.0 && x < high - low).then_some(b + 0.5 * slope * x)
}

#[cfg(test)]
mod tests {
    use super::{RootTrail, parabola_departure, turning_value};

    #[test]
    fn a_parabola_is_followed_and_turns_where_it_does() {
        // (x - 2)² + 3 at 0, 1, 1.5 and 3: nothing departs, and it turns at 2 with the value 3.
        let at = |x: f64| [(x - 2.0) * (x - 2.0) + 3.0];
        let [a, b, c, d] = [0.0, 1.0, 1.5, 3.0].map(|x| (x, at(x)));
        let points = [(a.0, &a.1[..]), (b.0, &b.1[..]), (c.0, &c.1[..]), (d.0, &d.1[..])];
        let (far, near) = parabola_departure(points, 0);
        assert!(far < 1e-12 && (near - 3.25).abs() < 1e-12, "{far} {near}");
        assert!((turning_value([points[0], points[1], points[3]], 0).unwrap_or(0.0) - 3.0).abs() < 1e-12);
        assert_eq!(turning_value([points[0], points[1], points[2]], 0), None);
    }

    #[test]
    fn what_was_before_an_event_is_forgotten() {
        let mut trail = RootTrail::new(1);
        trail.push_point(0.0, &[1.0]);
        trail.push_point(1.0, &[2.0]);
        assert_eq!((trail.before_last(), trail.last()), (Some((0.0, &[1.0][..])), Some((1.0, &[2.0][..]))));
        trail.clear();
        trail.push_point(2.0, &[3.0]);
        assert_eq!((trail.before_last(), trail.last()), (None, Some((2.0, &[3.0][..]))));
    }
}
