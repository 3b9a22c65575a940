//! Stretches of rows: what a variable changes by over many of them against the integral of its derivative.
//!
//! Over n steps their errors, each as large as the tolerance, add up to at most n times it, and to about the root of n times it if
//! they are of either sign. What is wrong by the same share in every interval adds up to that share of all that the variable
//! changes by.

use super::QuadratureDefect;
use crate::judge::ALLOWED;
use crate::verification::STEPS;

/// How many intervals a stretch has; the last kind reaches from one event to the next.
const LENGTHS: [usize; 4] = [8, 64, 512, usize::MAX];

/// A stretch of fewer intervals than this says no more than they do.
const LEAST: usize = 6;

/// An error of a step may be so many times the tolerance where errors are of either sign.
const EITHER: f64 = 2.0 * STEPS;

/// An interval.
#[derive(Clone, Copy)]
pub(super) struct IntervalChange {
    pub(super) begins: f64,
    pub(super) ends: f64,
    pub(super) change: f64,
    pub(super) integral: f64,
    /// What the rows leave open of the integral.
    pub(super) open: f64,
    /// The error that is allowed in a step.
    pub(super) unit: f64,
    pub(super) digits: f64,
    pub(super) row: usize,
}

/// The stretches of a variable that are not over yet.
#[derive(Clone, Default)]
pub(super) struct QuadratureWindows {
    open: [Option<QuadratureWindow>; LENGTHS.len()],
}

#[derive(Clone, Copy)]
struct QuadratureWindow {
    count: usize,
    begins: f64,
    ends: f64,
    change: f64,
    integral: f64,
    open: f64,
    unit: f64,
    digits: f64,
    row: usize,
}

/// A stretch over which a variable does not follow its derivative.
pub(super) struct WindowDefect {
    window: QuadratureWindow,
    gap: f64,
    allowed: f64,
}

impl QuadratureWindows {
    /// Adds an interval, or ends all stretches if it tells nothing. Gives those that are over and do not hold.
    pub(super) fn add(&mut self, piece: Option<IntervalChange>) -> Vec<WindowDefect> {
        let Some(piece) = piece else { return self.end() };
        let mut found = Vec::new();
        for (place, length) in self.open.iter_mut().zip(LENGTHS) {
            let window = match place {
                Some(window) => {
                    window.add(&piece);
                    *window
                }
                None => *place.insert(QuadratureWindow::new(&piece)),
            };
            if window.count >= length {
                found.extend(window.judge());
                *place = None;
            }
        }
        found
    }

    /// Ends all stretches.
    pub(super) fn end(&mut self) -> Vec<WindowDefect> {
        let over = self.open.iter_mut().filter_map(Option::take);
        over.filter(|window| window.count >= LEAST).filter_map(QuadratureWindow::judge).collect()
    }
}

impl QuadratureWindow {
    fn new(piece: &IntervalChange) -> QuadratureWindow {
        let IntervalChange { begins, ends, change, integral, open, unit, digits, row } = *piece;
        QuadratureWindow { count: 1, begins, ends, change, integral, open, unit, digits, row }
    }

    fn add(&mut self, piece: &IntervalChange) {
        self.count += 1;
        self.ends = piece.ends;
        self.change += piece.change;
        self.integral += piece.integral;
        self.open += piece.open;
        self.unit = self.unit.max(piece.unit);
        self.digits = self.digits.max(piece.digits);
        self.row = piece.row;
    }

    fn judge(self) -> Option<WindowDefect> {
        let gap = (self.change - self.integral).abs();
        let count = self.count as f64;
        // Digits that were cut off are of either sign, too.
        let digits = self.digits * (2.0 + count.sqrt());
        let allowed = self.unit * (EITHER * count.sqrt() + count) + self.open + digits;
        (gap > allowed).then_some(WindowDefect { window: self, gap, allowed })
    }
}

impl WindowDefect {
    pub(super) fn suspect(self, state: usize) -> QuadratureDefect {
        let WindowDefect { window, gap, allowed } = self;
        QuadratureDefect {
            state,
            gap,
            width: window.ends - window.begins,
            rows: window.count,
            interior: false,
            relative: ALLOWED * gap / allowed.max(f64::MIN_POSITIVE),
            end: window.ends,
            sides: (window.change, window.integral),
        }
    }
}
