//! What was: a function of time as polynomials, piece by piece.
//!
//! Each piece is the polynomial through the values at Chebyshev's points of it and knows nothing of its neighbours, so that
//! what is on the other side of an event does not matter. Between events pieces meet; at an event there may be a jump.

use std::collections::VecDeque;

/// The degree of the polynomials: that of what the integrators know of a state within a step, at most.
const DEGREE: usize = 5;

/// Where the values of a piece are: (1 - cos(kπ / 5)) / 2.
pub(super) const NODES: [f64; DEGREE + 1] = [
    0.0,
    0.095_491_502_812_526_27,
    0.345_491_502_812_526_3,
    0.654_508_497_187_473_7,
    0.904_508_497_187_473_7,
    1.0,
];

/// Barycentric weights of these points: Berrut, Trefethen, Barycentric Lagrange interpolation, SIAM Review 46 (2004).
const WEIGHTS: [f64; DEGREE + 1] = [0.5, -1.0, 1.0, -1.0, 1.0, -0.5];

/// A jump that is smaller than this part of the largest value is rounding.
const JUMP: f64 = 1e-10;

/// Through so many points of the past, besides the present, a curve leads on.
const BEHIND: usize = 3;

/// A piece of what was.
#[derive(Clone, Debug)]
pub(super) struct PolynomialPiece {
    pub(super) from: f64,
    pub(super) to: f64,
    pub(super) values: [f64; DEGREE + 1],
}

impl PolynomialPiece {
    /// The value at a time within it.
    pub(super) fn at(&self, t: f64) -> f64 {
        let first = self.values[0];
        if self.values.iter().all(|&value| value == first) {
            return first;
        }
        let place = (t - self.from) / (self.to - self.from);
        let (mut above, mut below) = (0.0, 0.0);
        for ((&node, &weight), &value) in NODES.iter().zip(&WEIGHTS).zip(&self.values) {
            let far = place - node;
            if far == 0.0 {
                return value;
            }
            above += weight / far * value;
            below += weight / far;
        }
        above / below
    }
}

/// What was, until the present.
#[derive(Clone, Debug, Default)]
pub(in crate::hybrid_system) struct DelayBuffer {
    /// By how much it is delayed at present.
    pub(super) by: f64,
    pieces: VecDeque<PolynomialPiece>,
    /// When it begins, and the value until then.
    start: f64,
    first: f64,
    /// Until when it is known, and the value then: after the event, if there is one.
    end: f64,
    last: f64,
    /// The times of the events between which it is smooth, as far as something may still be asked of the time before them.
    events: VecDeque<f64>,
    /// Those of them at which it jumps, and between which of these is what comes out at present: one that is delayed by a
    /// time that changes comes out when that time says so.
    jumps: VecDeque<f64>,
    between: (f64, f64),
    /// When jumps come out again that are delayed by a time that does not change.
    due: Vec<f64>,
    /// The largest value so far.
    scale: f64,
}

impl DelayBuffer {
    /// It has always been as it is now.
    pub(super) fn initialize(&mut self, t: f64, value: f64, by: f64) {
        let events = VecDeque::from([t]);
        *self = DelayBuffer {
            by,
            start: t,
            first: value,
            end: t,
            last: value,
            events,
            between: (f64::NEG_INFINITY, f64::INFINITY),
            // It was constant until now: what comes out has a corner when that has passed, and where it goes round in a loop
            // with an integrator a derivative jumps each time round, of higher and higher order.
            due: if by > 0.0 {
                (1..=DEGREE).map(|round| t + round as f64 * by).collect()
            } else {
                Vec::new()
            },
            scale: value.abs(),
            ..DelayBuffer::default()
        };
    }

    /// Until when it is known.
    pub(super) fn end(&self) -> f64 {
        self.end
    }

    /// The value at the end.
    pub(super) fn last(&self) -> f64 {
        self.last
    }

    /// The largest value so far.
    pub(super) fn scale(&self) -> f64 {
        self.scale
    }

    /// Goes on by a piece from where it ends.
    pub(super) fn extend(&mut self, piece: PolynomialPiece) {
        self.end = piece.to;
        self.last = piece.values[DEGREE];
        self.scale = piece.values.iter().fold(self.scale, |most, value| most.max(value.abs()));
        self.pieces.push_back(piece);
    }

    /// There was an event at the end, and this is the value after it. If that is another one it comes out as a jump.
    pub(super) fn record_event(&mut self, value: f64, by: f64) {
        self.by = by;
        self.scale = self.scale.max(value.abs());
        let before = self.pieces.back().map_or(self.last, |piece| piece.values[DEGREE]);
        if (value - before).abs() > JUMP * self.scale {
            let due = self.end + by;
            if by > 0.0 {
                self.due.insert(self.due.partition_point(|&other| other <= due), due);
            }
            if self.jumps.back() != Some(&self.end) {
                self.jumps.push_back(self.end);
            }
            if by == 0.0 {
                self.between.0 = self.end;
            } else {
                self.between.1 = self.between.1.min(self.end);
            }
        }
        if self.events.back() != Some(&self.end) {
            self.events.push_back(self.end);
        }
        self.last = value;
    }

    /// When the next jump comes out, after a time.
    pub(super) fn next(&self, t: f64) -> Option<f64> {
        self.due.get(self.due.partition_point(|&due| due <= t)).copied()
    }

    /// Drops what nobody asks for any more, nothing being delayed by more than `most`.
    pub(super) fn drop_before(&mut self, most: f64) {
        let since = self.end - most * (1.0 + 1e-9);
        while self.pieces.front().is_some_and(|piece| piece.to < since) {
            self.pieces.pop_front();
        }
        while self.events.len() > 1 && self.events[1] < since {
            self.events.pop_front();
        }
        while self.jumps.front().is_some_and(|&jump| jump < since && jump < self.between.0) {
            self.jumps.pop_front();
        }
        let passed = self.due.partition_point(|&due| due < self.end);
        self.due.drain(..passed);
    }

    /// Positive as long as what is asked for is between the same jumps.
    pub(super) fn jump_distance(&self, t: f64) -> f64 {
        let (low, high) = self.between;
        let below = if low.is_finite() { t - low } else { 1.0 };
        below * if high.is_finite() { high - t } else { 1.0 }
    }

    /// What is asked for passes the nearer of the jumps that it is between.
    pub(super) fn pass_jump(&mut self, t: f64) {
        let (low, high) = self.between;
        self.between = if high - t < t - low {
            (high, self.jumps.iter().copied().find(|&jump| jump > high).unwrap_or(f64::INFINITY))
        } else {
            (self.jumps.iter().copied().rfind(|&jump| jump < low).unwrap_or(f64::NEG_INFINITY), low)
        };
    }

    /// The value at a time that is not after the end, between the jumps that it is said to be between.
    pub(super) fn smooth_at(&self, t: f64) -> f64 {
        let (low, high) = self.between;
        self.at(t.clamp(low, high), t <= low + self.near(t))
    }

    /// How near to each other times are the same, but for rounding.
    pub(super) fn near(&self, t: f64) -> f64 {
        8.0 * f64::EPSILON * (t.abs() + self.by)
    }

    /// The value at a time that is not after the end; at a jump the value after it or the one before.
    pub(super) fn at(&self, t: f64, after: bool) -> f64 {
        let near = self.near(t);
        let early = if after { t < self.start - near } else { t <= self.start + near };
        if early {
            return self.first;
        }
        let at = if after {
            self.pieces.partition_point(|piece| piece.to <= t + near)
        } else {
            self.pieces.partition_point(|piece| piece.to < t - near)
        };
        match self.pieces.get(at) {
            Some(piece) => piece.at(t.clamp(piece.from, piece.to)),
            None => self.last,
        }
    }

    /// The value at a time between `end`, until when it was known, and a later time, at which it is `value`: on the curve
    /// through that and what was before, as far as it is smooth.
    pub(super) fn extrapolate_to(&self, t: f64, end: f64, (later, value): (f64, f64)) -> f64 {
        if t >= later - self.near(later) {
            return value;
        }
        let smooth = end - self.events.iter().rev().find(|&&event| event <= end).copied().unwrap_or(end);
        let apart = (later - end).min(smooth / (BEHIND - 1) as f64);
        let count = if apart > 0.05 * (later - end) { BEHIND } else { 1 };
        let mut points = [(later, value); BEHIND + 1];
        for (back, point) in points[1..=count].iter_mut().enumerate() {
            let time = end - back as f64 * apart;
            *point = (time, if time < self.end { self.at(time, back == 0 || count == 1) } else { self.last });
        }
        let points = &points[..=count];
        let share = |own: f64| -> f64 {
            let others = points.iter().map(|point| point.0).filter(|&other| other != own);
            others.map(|other| (t - other) / (own - other)).product()
        };
        // The shares add up to one: they are given to differences, so that what does not change stays.
        value + points[1..].iter().map(|&(time, was)| share(time) * (was - value)).sum::<f64>()
    }
}
