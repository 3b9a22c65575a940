//! The first zero crossing of a function of time, or the proof that there is none.
//!
//! Pieces of time are taken from left to right, each as long as the last ones let hope. A piece is done where bounds of the
//! function exclude zero; where it is monotone, so that its ends tell all; and where its slope is too flat to reach
//! zero from what it is worth at the ends. Everything else is tried again with a shorter piece.
//!
//! Bounds decide whether there is a crossing, and the values that the simulation computes say at which double it is.
//! Where bounds cannot tell the function from zero, which near a zero is a matter of rounding, the side it was on last stands until
//! it is surely on another. A touch is therefore no crossing, and two crossings a few doubles apart are none.
//!
//! Moore, Kearfott, Cloud: Introduction to Interval Analysis (2009), sections 5.4 and 8.1.

mod bracket;

use crate::{Interval, IntervalDual};

/// Where to look for changes of sign. After a crossing it stands there, ready for the next one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CrossingSearch {
    /// Where it begins; the sign is known there.
    pub from: f64,
    /// Where it ends, itself included.
    pub to: f64,
    /// The sign that the function has since `from`, 1 or -1. At `from` itself it may be zero, or of the other sign by rounding.
    pub sign: i8,
    /// The sign that zero counts to: 1 for `f >= 0`, -1 for `f > 0`; 0 if zero is no change, whatever the sign is.
    pub zero: i8,
    /// The length of the first piece; longer ones follow where that is enough, shorter ones where it is not.
    pub piece: f64,
    /// How many bounds and values were computed so far.
    pub evaluations: usize,
}

/// What is known about changes of sign.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Isolation {
    /// There is none, which is proven.
    Nothing,
    /// This is the first one.
    Crossing {
        /// The first double at which the sign is the other one.
        time: f64,
        /// The sign from then on.
        sign: i8,
    },
    /// It could not be found out.
    Unproven {
        /// There is none up to here, which is proven.
        until: f64,
    },
}

/// Bounds of a function and its slope over a piece of time, from its two ends; these may be equal.
pub type Bounding<'a> = dyn FnMut(f64, f64) -> IntervalDual + 'a;

/// The value of a function at a time, as the simulation computes it.
pub type Sampling<'a> = dyn FnMut(f64) -> f64 + 'a;

impl CrossingSearch {
    /// Between two times, with the sign that the function has since the first; zero is no change.
    pub fn new(from: f64, to: f64, sign: i8) -> CrossingSearch {
        CrossingSearch { from, to, sign, zero: 0, piece: to - from, evaluations: 0 }
    }

    /// The side that a value is on.
    fn side(&self, value: f64) -> i8 {
        match value {
            value if value > 0.0 => 1,
            value if value < 0.0 => -1,
            _ if self.zero == 0 => self.sign,
            _ => self.zero,
        }
    }

    /// The side that all of these are on, if it is one.
    fn common_side(&self, values: Interval) -> Option<i8> {
        let side = self.side(values.lo);
        (side == self.side(values.hi)).then_some(side)
    }
}

/// The first change of sign in a search, with at most about so many evaluations of the function.
pub fn first_crossing(
    bounds: &mut Bounding,
    value: &mut Sampling,
    search: &mut CrossingSearch,
    budget: usize,
) -> Isolation {
    let limit = search.evaluations.saturating_add(budget);
    let mut walk = IsolationSearch {
        bounds,
        value,
        search: *search,
        at: search.from,
        start: None,
        finish: None,
        doubt: None,
    };
    let isolation = walk.run(limit);
    *search = walk.search;
    if let Isolation::Crossing { time, sign } = isolation {
        (search.from, search.sign) = (time, sign);
    }
    isolation
}

/// A search under way.
struct IsolationSearch<'a, 'b> {
    bounds: &'a mut Bounding<'b>,
    value: &'a mut Sampling<'b>,
    search: CrossingSearch,
    /// There is no crossing up to here, but for what is in doubt.
    at: f64,
    /// Bounds at `at`, once they are asked for.
    start: Option<Interval>,
    /// Bounds at the end of the piece, once they are asked for.
    finish: Option<Interval>,
    /// Where the function was last known to be on its side, if bounds did not tell since.
    doubt: Option<f64>,
}

impl IsolationSearch<'_, '_> {
    fn run(&mut self, limit: usize) -> Isolation {
        if !(self.search.from.is_finite() && self.search.to.is_finite()) {
            return Isolation::Unproven { until: self.search.from };
        }
        if self.search.from >= self.search.to {
            return Isolation::Nothing;
        }
        if self.starts_on_the_other_side() {
            return Isolation::Crossing { time: self.at.next_up(), sign: -self.search.sign };
        }
        if self.search.piece.is_nan() || self.search.piece <= 0.0 {
            self.search.piece = self.search.to - self.search.from;
        }
        let mut shrunk = false;
        while self.at < self.search.to {
            if self.search.evaluations >= limit {
                return Isolation::Unproven { until: self.doubt.unwrap_or(self.at) };
            }
            let end = self.piece_end();
            self.finish = None;
            let piece = self.enclose(self.at, end);
            match self.judge(piece, end) {
                PieceVerdict::Same => {
                    self.doubt = None;
                    self.advance(end);
                }
                PieceVerdict::Doubtful => {
                    self.doubt.get_or_insert(self.at);
                    self.advance(end);
                }
                PieceVerdict::Other => return self.crossing(end),
                PieceVerdict::Reached(time) => {
                    self.doubt = None;
                    (self.at, self.start) = (time, None);
                    shrunk = false;
                    continue;
                }
                PieceVerdict::Open => {
                    if end - self.at <= 2.0 * self.least_width() {
                        let last = self.enclose_finish(end);
                        if last == Interval::ENTIRE {
                            return Isolation::Unproven { until: self.doubt.unwrap_or(self.at) };
                        }
                        if self.search.common_side(last) == Some(-self.search.sign) {
                            return self.crossing(end);
                        }
                        self.doubt.get_or_insert(self.at);
                        self.advance(end);
                    } else {
                        let factor = if shrunk { 0.25 } else { 0.5 };
                        self.search.piece = (end - self.at) * factor;
                        shrunk = true;
                        continue;
                    }
                }
            }
            self.search.piece *= 2.0;
            shrunk = false;
        }
        // What is in doubt at the end is what the simulation computes there.
        if self.doubt.is_some() {
            let to = self.search.to;
            let value = self.sample(to);
            if self.search.side(value) != self.search.sign {
                return self.crossing(to);
            }
        }
        Isolation::Nothing
    }

    /// Judges a piece that begins at `at`.
    fn judge(&mut self, piece: IntervalDual, end: f64) -> PieceVerdict {
        let sign = self.search.sign;
        if let Some(side) = self.search.common_side(piece.value) {
            return if side == sign { PieceVerdict::Same } else { PieceVerdict::Other };
        }
        // From here on as if its side were above zero.
        let slope = if sign > 0 { piece.slope } else { -piece.slope };
        if slope.lo >= 0.0 {
            // It does not come closer. If it is in doubt now it may still be after this.
            return match self.doubt {
                None if self.at > self.search.from => PieceVerdict::Same,
                _ => self.judge_end(end),
            };
        }
        if slope.hi <= 0.0 {
            return self.judge_end(end);
        }
        self.reach(slope, end)
    }

    /// Judges a monotone piece by its end.
    fn judge_end(&mut self, end: f64) -> PieceVerdict {
        let last = self.enclose_finish(end);
        match self.search.common_side(last) {
            Some(side) if side == self.search.sign => PieceVerdict::Same,
            Some(_) => PieceVerdict::Other,
            None => PieceVerdict::Doubtful,
        }
    }

    /// How far from both ends the function surely keeps its side, for a slope that has both signs.
    fn reach(&mut self, slope: Interval, end: f64) -> PieceVerdict {
        let Some(first) = self.distance(IsolationSearch::enclose_start) else { return PieceVerdict::Open };
        let width = end - self.at;
        let ahead = first / -slope.lo * (1.0 - 1e-15);
        if ahead >= width {
            return PieceVerdict::Same;
        }
        if ahead * 4.0 < width {
            return PieceVerdict::Open;
        }
        if let Some(last) = self.distance(|walk| walk.enclose_finish(end)) {
            let behind = last / slope.hi * (1.0 - 1e-15);
            if ahead + behind >= width * (1.0 + 1e-15) {
                return PieceVerdict::Same;
            }
        }
        let reached = (self.at + ahead).next_down();
        if reached > self.at { PieceVerdict::Reached(reached) } else { PieceVerdict::Open }
    }

    /// How far from zero the function is at least, if it is surely on its side.
    fn distance(&mut self, bounds: impl FnOnce(&mut Self) -> Interval) -> Option<f64> {
        let bounds = bounds(self);
        let distance = if self.search.sign > 0 { bounds.lo } else { -bounds.hi };
        (distance > 0.0).then_some(distance)
    }

    /// The change is in what is in doubt and the piece that ends at `end`; which double it is, the simulation says.
    fn crossing(&mut self, end: f64) -> Isolation {
        let search = self.search;
        let from = self.doubt.unwrap_or(self.at);
        let evaluations = &mut self.search.evaluations;
        let value = &mut *self.value;
        let mut sample = |time: f64| {
            *evaluations += 1;
            value(time)
        };
        let is_other = |value: f64| search.side(value) != search.sign;
        let least = (search.to - search.from) * 1e-40;
        let time = bracket::first_change(&mut sample, &is_other, from, end, least);
        Isolation::Crossing { time, sign: -search.sign }
    }

    fn advance(&mut self, end: f64) {
        (self.at, self.start) = (end, self.finish);
    }

    /// The end of the next piece.
    fn piece_end(&self) -> f64 {
        let end = self.at + self.search.piece.max(self.least_width());
        // No sliver is left over.
        if end + self.least_width() >= self.search.to || end.is_nan() { self.search.to } else { end }
    }

    /// The width below which a piece is not divided: some doubles, and not less where time is near zero.
    fn least_width(&self) -> f64 {
        let ulps = 16.0 * f64::EPSILON * self.at.abs();
        ulps.max((self.search.to - self.search.from) * 1e-18).max(f64::MIN_POSITIVE)
    }

    /// True if the function is not on its side where the search begins, nor a few doubles later. An event is found to
    /// some doubles only, so that it may still be on its way there.
    fn starts_on_the_other_side(&mut self) -> bool {
        let other = Some(-self.search.sign);
        let start = self.enclose_start();
        if self.search.common_side(start) != other {
            return false;
        }
        let later = (self.at + self.least_width()).min(self.search.to);
        let start = self.enclose_point(later);
        let side = self.search.common_side(start);
        if side == other {
            return true;
        }
        self.doubt = side.is_none().then_some(later);
        (self.at, self.start) = (later, Some(start));
        false
    }

    fn enclose_start(&mut self) -> Interval {
        if let Some(start) = self.start {
            return start;
        }
        let start = self.enclose_point(self.at);
        self.start = Some(start);
        start
    }

    fn enclose_finish(&mut self, end: f64) -> Interval {
        if let Some(finish) = self.finish {
            return finish;
        }
        let finish = self.enclose_point(end);
        self.finish = Some(finish);
        finish
    }

    fn enclose_point(&mut self, time: f64) -> Interval {
        self.enclose(time, time).value
    }

    fn enclose(&mut self, from: f64, to: f64) -> IntervalDual {
        self.search.evaluations += 1;
        (self.bounds)(from, to)
    }

    fn sample(&mut self, time: f64) -> f64 {
        self.search.evaluations += 1;
        (self.value)(time)
    }
}

/// What is known about one piece.
enum PieceVerdict {
    /// The function keeps its side, and is surely on it at the end.
    Same,
    /// It comes so close to zero that its side at the end is not sure.
    Doubtful,
    /// It is surely on the other side at the end, and changed once.
    Other,
    /// It keeps its side up to this time.
    Reached(f64),
    /// The piece is too long to tell.
    Open,
}
