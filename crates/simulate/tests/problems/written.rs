//! A system from equations that are written once, for all kinds of numbers: the Jacobian is exact.

use std::ops::{Deref, DerefMut};

use super::number::{Dual, LANES, Mask, Number};
use simulate::{Event, EventResponse, HybridDae, Pattern, SystemError};

/// Equations F(t, y, y') = 0, with a parameter that changes at given times.
pub(crate) trait Equations {
    const SIZE: usize;
    /// Whether F is y' - f(t, y).
    const EXPLICIT: bool = false;
    fn residual<T: Number>(&self, t: f64, y: &[T], yp: &[T], r: &mut [T]);
    /// For each unknown whether it is differential.
    fn differential(&self) -> Vec<bool> {
        vec![true; Self::SIZE]
    }
    /// A value outside the domain, if there is one.
    fn outside(&self, y: &[f64]) -> Option<usize> {
        let _ = y;
        None
    }
    fn next_time(&self, t: f64) -> Option<f64> {
        let _ = t;
        None
    }
    /// Called at the time that was given.
    fn change(&mut self, t: f64) {
        let _ = t;
    }
    /// How many functions make events where they change sign.
    fn root_count(&self) -> usize {
        0
    }
    /// Their values.
    fn roots(&self, y: &[f64], g: &mut [f64]) {
        let _ = (y, g);
    }
    /// What the system says of all of them: how near to zero they tell nothing, how far rounding moves them, and on
    /// which side they count as being.
    fn margin(&self) -> f64 {
        0.0
    }
    fn grain(&self) -> f64 {
        0.0
    }
    fn side(&self) -> Option<i8> {
        None
    }
    /// Whether other unknowns are better from this time on.
    fn stale(&self, t: f64) -> bool {
        let _ = t;
        false
    }
    /// Called at every event.
    fn event(&mut self, event: &Event<'_>, y: &mut [f64]) -> EventResponse {
        let _ = y;
        self.change(event.t);
        EventResponse::Restart
    }
}

pub(crate) struct Written<E> {
    pub equations: E,
    pattern: Pattern,
    /// Unknowns of the same color share no row.
    colors: Vec<usize>,
    differential: Vec<bool>,
    nominal: Vec<f64>,
    y: Vec<Dual>,
    yp: Vec<Dual>,
    r: Vec<Dual>,
    zero: Vec<f64>,
}

impl<E: Equations> Written<E> {
    pub(crate) fn new(equations: E, y: &[f64]) -> Written<E> {
        let n = E::SIZE;
        let on = |i: usize, v: f64| Mask { v, on: 1 << i };
        let ys: Vec<Mask> = (0..n).map(|i| on(i, y[i] + 0.1)).collect();
        let yps: Vec<Mask> = (0..n).map(|i| on(i, 0.0)).collect();
        let mut r = vec![Mask::new(0.0); n];
        equations.residual(0.0, &ys, &yps, &mut r);
        let column = |j: usize| (0..n).filter(|&i| r[i].on >> j & 1 == 1).map(|i| i as u32).collect();
        let columns: Vec<Vec<u32>> = (0..n).map(column).collect();
        let mut colors: Vec<usize> = Vec::new();
        for j in 0..n {
            let clash = |&k: &usize| columns[k].iter().any(|row| columns[j].contains(row));
            let taken: Vec<usize> = (0..j).filter(clash).map(|k| colors[k]).collect();
            colors.push((0..).find(|color| !taken.contains(color)).unwrap());
        }
        Written {
            pattern: Pattern::from_columns(&columns).unwrap(),
            colors,
            differential: equations.differential(),
            nominal: vec![1.0; n],
            equations,
            y: vec![Dual::new(0.0); n],
            yp: vec![Dual::new(0.0); n],
            r: vec![Dual::new(0.0); n],
            zero: vec![0.0; n],
        }
    }

    pub(crate) fn nominal(mut self, nominal: &[f64]) -> Written<E> {
        self.nominal = nominal.to_vec();
        self
    }

    fn inside(&self, y: &[f64]) -> Result<(), SystemError> {
        match self.equations.outside(y) {
            Some(row) => Err(SystemError::Domain { row: Some(row) }),
            None => Ok(()),
        }
    }
}

impl<E> Deref for Written<E> {
    type Target = E;

    fn deref(&self) -> &E {
        &self.equations
    }
}

impl<E> DerefMut for Written<E> {
    fn deref_mut(&mut self) -> &mut E {
        &mut self.equations
    }
}

impl<E: Equations> HybridDae for Written<E> {
    fn size(&self) -> usize {
        E::SIZE
    }

    fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    fn differential(&self) -> &[bool] {
        &self.differential
    }

    fn nominal(&self) -> &[f64] {
        &self.nominal
    }

    fn residual(&mut self, t: f64, y: &[f64], yp: &[f64], r: &mut [f64]) -> Result<(), SystemError> {
        self.inside(y)?;
        self.equations.residual(t, y, yp, r);
        Ok(())
    }

    fn jacobian(
        &mut self,
        t: f64,
        y: &[f64],
        yp: &[f64],
        c: f64,
        values: &mut [f64],
    ) -> Result<(), SystemError> {
        self.inside(y)?;
        let most = self.colors.iter().max().map_or(0, |color| color + 1);
        for first in (0..most).step_by(LANES) {
            for j in 0..y.len() {
                (self.y[j], self.yp[j]) = (Dual::new(y[j]), Dual::new(yp[j]));
                if let Some(lane) = self.colors[j].checked_sub(first).filter(|&lane| lane < LANES) {
                    self.y[j].d[lane] = 1.0;
                    self.yp[j].d[lane] = c;
                }
            }
            self.equations.residual(t, &self.y, &self.yp, &mut self.r);
            for j in 0..y.len() {
                let Some(lane) = self.colors[j].checked_sub(first).filter(|&lane| lane < LANES) else {
                    continue;
                };
                let start = self.pattern.starts()[j] as usize;
                for (k, &row) in self.pattern.column(j as u32).iter().enumerate() {
                    values[start + k] = self.r[row as usize].d[lane];
                }
            }
        }
        Ok(())
    }

    fn explicit(&self) -> bool {
        E::EXPLICIT
    }

    fn derivatives(&mut self, t: f64, y: &[f64], yp: &mut [f64]) -> Result<(), SystemError> {
        self.inside(y)?;
        self.equations.residual(t, y, &self.zero, yp);
        yp.iter_mut().for_each(|yp| *yp = -*yp);
        Ok(())
    }

    fn next_time(&self, t: f64) -> Option<f64> {
        self.equations.next_time(t)
    }

    fn root_count(&self) -> usize {
        self.equations.root_count()
    }

    fn roots(&mut self, _: f64, y: &[f64], _: &[f64], g: &mut [f64]) -> Result<(), SystemError> {
        self.equations.roots(y, g);
        Ok(())
    }

    fn margin(&self, _: usize) -> f64 {
        self.equations.margin()
    }

    fn grain(&self, _: usize) -> f64 {
        self.equations.grain()
    }

    fn side(&self, _: usize) -> Option<i8> {
        self.equations.side()
    }

    fn stale(&mut self, t: f64, _: &[f64]) -> bool {
        self.equations.stale(t)
    }

    fn event(
        &mut self,
        event: &Event<'_>,
        y: &mut [f64],
        _: &mut [f64],
    ) -> Result<EventResponse, SystemError> {
        Ok(self.equations.event(event, y))
    }
}
