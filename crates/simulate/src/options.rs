//! What the user of an integrator may choose.

use crate::failure::{IntegrationFailure, IntegrationFailureKind, IntegrationResult};

/// Tolerances and limits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IntegratorOptions {
    /// The error allowed in one step relative to the size of the unknown.
    pub relative: f64,
    /// The error allowed in one step relative to the nominal value of the unknown.
    pub absolute: f64,
    /// Whether algebraic unknowns count in the error test.
    pub algebraic: bool,
    /// The first step; chosen if `None`.
    pub first_step: Option<f64>,
    /// The first step as a part of the way to the next stop, for systems whose derivatives at the beginning are right. If
    /// `None`, it changes no unknown by more than the error allowed.
    pub first_part: Option<f64>,
    /// The longest step.
    pub max_step: f64,
    /// Root functions of which no bounds are known are looked at so often at least.
    pub root_interval: f64,
    /// Whether every step is searched for changes of signs and violated assertions that do not show at its ends. Without it
    /// what changes twice within a step is lost: that is only for measuring what the search costs.
    pub search: bool,
    /// The highest order of the BDF method, 1 to 5.
    pub max_order: usize,
    /// How many steps are allowed in all.
    pub max_steps: u64,
    /// The formula of [`crate::Bdf`] from the second order on.
    pub formula: IntegrationFormula,
    /// How the errors of all unknowns become one number.
    pub norm: ErrorNorm,
    /// What the relative tolerance is relative to.
    pub reference: ToleranceReference,
    /// Newton's method may end after its first correction, by how it converged in earlier steps, if that is at most so
    /// large beside the error allowed. What is strongly nonlinear converges in one step like a linear system and in the
    /// next one not at all.
    pub quick: f64,
}

/// What the relative tolerance is relative to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ToleranceReference {
    /// The present value of the unknown.
    Present,
    /// How far the unknown of the same nominal value that moved farthest has moved so far, or this part of the largest value
    /// that one of them had: what crosses zero need not be known better there than elsewhere, and a small signal on a
    /// large constant is known as well as without it.
    Swing(f64),
}

/// How the derivative at the end of a step follows from values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntegrationFormula {
    /// Backward differentiation, up to the fifth order. It damps what oscillates.
    Backward,
    /// The trapezoidal rule, of second order. It neither damps nor excites what oscillates.
    Trapezoidal,
}

/// How the errors of all unknowns become one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorNorm {
    /// The root of the mean of their squares.
    Mean,
    /// The largest: in a system of many parts that are at rest those that move count all the same.
    Largest,
}

impl Default for IntegratorOptions {
    fn default() -> IntegratorOptions {
        IntegratorOptions {
            relative: 1e-6,
            absolute: 1e-6,
            algebraic: true,
            first_step: None,
            first_part: None,
            max_step: f64::INFINITY,
            root_interval: f64::INFINITY,
            search: true,
            max_order: 5,
            max_steps: u64::MAX,
            formula: IntegrationFormula::Backward,
            norm: ErrorNorm::Mean,
            reference: ToleranceReference::Present,
            quick: f64::INFINITY,
        }
    }
}

impl IntegratorOptions {
    /// Both tolerances the same.
    #[must_use]
    pub fn tolerance(tolerance: f64) -> IntegratorOptions {
        IntegratorOptions { relative: tolerance, absolute: tolerance, ..IntegratorOptions::default() }
    }

    pub(crate) fn check(&self, t: f64) -> IntegrationResult {
        let fail = |kind| Err(IntegrationFailure::new(kind, t, 0.0));
        if !(self.relative > 0.0 && self.relative < 1.0) {
            return fail(IntegrationFailureKind::Tolerance);
        }
        if !(self.absolute >= 0.0 && self.absolute.is_finite()) {
            return fail(IntegrationFailureKind::Absolute);
        }
        let first = self.first_step.is_none_or(|h| h > 0.0 && h.is_finite());
        let first = first && self.first_part.is_none_or(|part| part > 0.0 && part <= 1.0);
        if !first || self.max_step.is_nan() || self.max_step <= 0.0 || !(1..=5).contains(&self.max_order) {
            return fail(IntegrationFailureKind::Options);
        }
        Ok(())
    }
}
