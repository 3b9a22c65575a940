//! Bounds of what equations determine: the unknowns of an algebraic loop as functions of time.
//!
//! With an approximate solution z, an approximate inverse Y of the Jacobian there and bounds J of the Jacobian over a box Z around
//! z, Krawczyk's operator K(Z) = z - Y F(z) + (1 - Y J) (Z - z) holds every solution that is in Z; if K(Z) lies inside of Z,
//! there is one and no other, for each value that the inputs of F take over the piece of time.
//!
//! R. Krawczyk: Newton-Algorithmen zur Bestimmung von Nullstellen mit Fehlerschranken, Computing 4 (1969); A. Neumaier:
//! Interval Methods for Systems of Equations (1990), chapter 5.

use linear::DenseFactors;

use crate::{Interval, IntervalDual, IntervalTape};

/// More unknowns cost more than looking at points does: each is a run of the tape, unless the Jacobian is known.
const MAX_UNKNOWNS: usize = 3;
const MAX_AFFINE: usize = 16;

/// Attempts that fail cost as much as others: after so many more of them than others so many pieces are left out.
const MAX_CREDIT: u32 = 64;
const MIN_CREDIT: u32 = 8;
const DORMANT: u32 = 1_000;

/// So many steps of Newton's method lead to the approximate solution; it begins next to it.
const MAX_ITERATIONS: usize = 12;

/// Steps that are this short, relative to the unknowns, are the last: the solution is only the middle of a box.
const NEAR: f64 = 1e-12;

/// So often a box that is too small is made larger.
const MAX_INFLATIONS: usize = 4;

/// By so much more than it seems to need.
const INFLATION: f64 = 1.25;

/// What is known of the unknowns over a piece of time.
#[derive(Clone, Debug, PartialEq)]
pub enum ImplicitBounds {
    /// They are within these bounds.
    Proven(Vec<IntervalDual>),
    /// No bounds could be proven; over a shorter piece some may be.
    Unproven,
    /// It was not tried, because it was in vain before.
    Untried,
}

/// The unknowns of equations whose other inputs are functions of time.
#[derive(Clone, Debug)]
pub struct ImplicitFunction {
    /// The residuals, as many as unknowns.
    tape: IntervalTape,
    /// Which of its inputs are the unknowns.
    unknowns: Vec<u32>,
    factors: DenseFactors,
    /// The approximate solution, the inverse of the Jacobian there, row by row, and bounds of the Jacobian over a box.
    center: Vec<f64>,
    inverse: Vec<f64>,
    jacobian: Vec<Interval>,
    /// Whether the Jacobian depends on nothing that changes between events, and whether it is known since the last one.
    affine: bool,
    known: bool,
    /// How many operations on intervals were carried out.
    operations: u64,
    /// How many attempts are worth their price, and how many are left out because others failed.
    credit: u32,
    dormant: u32,
}

impl ImplicitFunction {
    /// The solution of the equations that the outputs of a tape are zero, for some of its inputs. They are `affine` if their
    /// Jacobian changes at events only. None if there are outputs without bounds, other numbers of them, or too many.
    pub fn new(tape: IntervalTape, unknowns: Vec<u32>, affine: bool) -> Option<ImplicitFunction> {
        let count = unknowns.len();
        let bounded = (0..tape.output_count()).all(|output| tape.is_bounded(output));
        (bounded && tape.output_count() == count && Self::is_small(count, affine)).then(|| ImplicitFunction {
            tape,
            unknowns,
            factors: DenseFactors::new(count),
            center: vec![0.0; count],
            inverse: vec![0.0; count * count],
            jacobian: vec![Interval::ENTIRE; count * count],
            affine,
            known: false,
            operations: 0,
            credit: MAX_CREDIT,
            dormant: 0,
        })
    }

    /// Whether bounds of so many unknowns are worth their price.
    pub fn is_small(count: usize, affine: bool) -> bool {
        (1..=if affine { MAX_AFFINE } else { MAX_UNKNOWNS }).contains(&count)
    }

    /// Something that changes at events only has changed.
    pub fn renew(&mut self) {
        self.known = false;
        self.dormant = 0;
        self.credit = self.credit.max(MIN_CREDIT);
    }

    /// How many operations on intervals were carried out so far.
    pub fn operations(&self) -> u64 {
        self.operations
    }

    /// Which inputs of the tape are the unknowns.
    pub fn unknowns(&self) -> &[u32] {
        &self.unknowns
    }

    /// Bounds of the unknowns over a piece of time, with or without those of their slopes, for the solution next to `start`.
    pub fn enclose(
        &mut self,
        inputs: &dyn Fn(u32) -> IntervalDual,
        start: &[f64],
        slopes: bool,
    ) -> ImplicitBounds {
        if self.dormant > 0 {
            self.dormant -= 1;
            return ImplicitBounds::Untried;
        }
        if let Some(found) = self.attempt(inputs, start, slopes) {
            self.credit = (self.credit + 1).min(MAX_CREDIT);
            return ImplicitBounds::Proven(found);
        }
        self.credit -= 1;
        if self.credit == 0 {
            (self.credit, self.dormant) = (MIN_CREDIT, DORMANT);
        }
        ImplicitBounds::Unproven
    }

    fn attempt(
        &mut self,
        inputs: &dyn Fn(u32) -> IntervalDual,
        start: &[f64],
        slopes: bool,
    ) -> Option<Vec<IntervalDual>> {
        if !(self.affine && self.known) {
            self.find_center(inputs, start)?;
            self.invert()?;
            self.known = true;
        }
        let count = self.unknowns.len();
        self.operations += (2 * self.tape.operation_count() + 4 * count * count) as u64;
        let points: Vec<Interval> = self.center.iter().map(|&z| Interval::point(z)).collect();
        let residual = self.residual(inputs, &points);
        let offset = self.times_inverse(&residual);
        let mut reach: Vec<f64> =
            offset.iter().zip(&self.center).map(|(offset, z)| inflated(magnitude(*offset), *z)).collect();
        for _ in 0..=MAX_INFLATIONS {
            if !reach.iter().all(|reach| reach.is_finite()) {
                return None;
            }
            let boxed: Vec<Interval> = self
                .center
                .iter()
                .zip(&reach)
                .map(|(z, reach)| Interval::new(z - reach, z + reach))
                .collect();
            if !self.affine {
                self.differentiate(inputs, &boxed);
            }
            let rest = self.contraction();
            let image: Vec<Interval> = (0..count)
                .map(|row| Interval::point(self.center[row]) - offset[row] + spread(&rest, row, &reach))
                .collect();
            if image.iter().zip(&boxed).all(|(image, boxed)| image.lo > boxed.lo && image.hi < boxed.hi) {
                let slopes = match slopes {
                    true => self.slopes(inputs, &image, &rest, &reach)?,
                    false => vec![Interval::ENTIRE; count],
                };
                return Some(
                    image
                        .into_iter()
                        .zip(slopes)
                        .map(|(value, slope)| IntervalDual { value, slope })
                        .collect(),
                );
            }
            let wider = image.iter().zip(&self.center);
            reach = wider.map(|(image, z)| inflated(magnitude(*image - Interval::point(*z)), *z)).collect();
        }
        None
    }

    /// Solves at the middle of what the inputs are worth.
    fn find_center(&mut self, inputs: &dyn Fn(u32) -> IntervalDual, start: &[f64]) -> Option<()> {
        self.center.copy_from_slice(start);
        let middle = |number: u32| IntervalDual::constant(Interval::point(inputs(number).value.midpoint()));
        let mut step = vec![0.0; start.len()];
        for _ in 0..MAX_ITERATIONS {
            let points: Vec<Interval> = self.center.iter().map(|&z| Interval::point(z)).collect();
            self.differentiate(&middle, &points);
            for (row, step) in step.iter_mut().enumerate() {
                *step = self.tape.output(row).value.midpoint();
            }
            self.factor()?;
            self.factors.solve(&mut step).ok()?;
            let mut longest: f64 = 0.0;
            for (z, step) in self.center.iter_mut().zip(&step) {
                *z -= step;
                longest = longest.max(step.abs() / (z.abs() + f64::MIN_POSITIVE));
            }
            if !self.center.iter().all(|z| z.is_finite()) {
                return None;
            }
            if longest < NEAR || step.iter().all(|&step| step == 0.0) {
                break;
            }
        }
        // The Jacobian at the solution, or next to it.
        let points: Vec<Interval> = self.center.iter().map(|&z| Interval::point(z)).collect();
        self.differentiate(&middle, &points);
        Some(())
    }

    /// Bounds of the Jacobian over a box: one run for each unknown.
    fn differentiate(&mut self, inputs: &dyn Fn(u32) -> IntervalDual, boxed: &[Interval]) {
        let count = self.unknowns.len();
        self.operations += (count * self.tape.operation_count()) as u64;
        let unknowns = &self.unknowns;
        for column in 0..count {
            self.tape.run(&|number| match unknowns.iter().position(|&unknown| unknown == number) {
                Some(at) => IntervalDual {
                    value: boxed[at],
                    slope: Interval::point(f64::from(u8::from(at == column))),
                },
                None => IntervalDual::constant(inputs(number).value),
            });
            for row in 0..count {
                self.jacobian[row * count + column] = self.tape.output(row).slope;
            }
        }
    }

    fn residual(&mut self, inputs: &dyn Fn(u32) -> IntervalDual, boxed: &[Interval]) -> Vec<Interval> {
        let unknowns = &self.unknowns;
        self.tape.run_values(&|number| match unknowns.iter().position(|&unknown| unknown == number) {
            Some(at) => boxed[at],
            None => inputs(number).value,
        });
        (0..unknowns.len()).map(|row| self.tape.output(row).value).collect()
    }

    /// Factors the middle of the Jacobian.
    fn factor(&mut self) -> Option<()> {
        let count = self.unknowns.len();
        // Column by column.
        let place = |at: usize| self.jacobian[at % count * count + at / count].midpoint();
        let values: Vec<f64> = (0..count * count).map(place).collect();
        if !values.iter().all(|value| value.is_finite()) {
            return None;
        }
        self.factors.factor(&values).ok()
    }

    fn invert(&mut self) -> Option<()> {
        self.factor()?;
        let count = self.unknowns.len();
        let mut column = vec![0.0; count];
        for at in 0..count {
            column.fill(0.0);
            column[at] = 1.0;
            self.factors.solve(&mut column).ok()?;
            for (row, &value) in column.iter().enumerate() {
                self.inverse[row * count + at] = value;
            }
        }
        self.inverse.iter().all(|value| value.is_finite()).then_some(())
    }

    fn times_inverse(&self, vector: &[Interval]) -> Vec<Interval> {
        let count = vector.len();
        let row = |row: usize| {
            let terms = (0..count).map(|at| Interval::point(self.inverse[row * count + at]) * vector[at]);
            terms.fold(Interval::ZERO, |sum, term| sum + term)
        };
        (0..count).map(row).collect()
    }

    /// One minus the inverse times the bounds of the Jacobian.
    fn contraction(&self) -> Vec<Interval> {
        let count = self.unknowns.len();
        let mut rest = Vec::with_capacity(count * count);
        for row in 0..count {
            for column in 0..count {
                let one = if row == column { Interval::ONE } else { Interval::ZERO };
                let terms = (0..count).map(|at| {
                    Interval::point(self.inverse[row * count + at]) * self.jacobian[at * count + column]
                });
                rest.push(terms.fold(one, |sum, term| sum - term));
            }
        }
        rest
    }

    /// Bounds of the slopes dz = -J⁻¹ dF/dt, from dz = -Y dF/dt + (1 - Y J) dz and the norm in which the box is a cube.
    fn slopes(
        &mut self,
        inputs: &dyn Fn(u32) -> IntervalDual,
        image: &[Interval],
        rest: &[Interval],
        reach: &[f64],
    ) -> Option<Vec<Interval>> {
        let count = image.len();
        let unknowns = &self.unknowns;
        self.tape.run(&|number| match unknowns.iter().position(|&unknown| unknown == number) {
            Some(at) => IntervalDual::constant(image[at]),
            None => inputs(number),
        });
        let moved: Vec<Interval> = (0..count).map(|row| -self.tape.output(row).slope).collect();
        let plain = self.times_inverse(&moved);
        let norm = (0..count).map(|row| magnitude(spread(rest, row, reach)) / reach[row]).fold(0.0, f64::max);
        let size = (0..count).map(|row| magnitude(plain[row]) / reach[row]).fold(0.0, f64::max);
        // A little more than rounding can take away.
        let most = INFLATION * size / (1.0 - norm);
        if !(norm < 0.9 && most.is_finite()) {
            return None;
        }
        let wide: Vec<f64> = reach.iter().map(|reach| reach * most).collect();
        Some((0..count).map(|row| plain[row] + spread(rest, row, &wide)).collect())
    }
}

/// A row of a matrix times a box around zero.
fn spread(matrix: &[Interval], row: usize, reach: &[f64]) -> Interval {
    let entries = matrix[row * reach.len()..].iter().zip(reach);
    entries.fold(Interval::ZERO, |sum, (entry, &reach)| sum + *entry * Interval::new(-reach, reach))
}

fn magnitude(interval: Interval) -> f64 {
    interval.lo.abs().max(interval.hi.abs())
}

/// How far a box reaches that seems to need this much; never nothing.
fn inflated(reach: f64, center: f64) -> f64 {
    INFLATION * reach + 16.0 * f64::EPSILON * center.abs() + f64::MIN_POSITIVE
}
