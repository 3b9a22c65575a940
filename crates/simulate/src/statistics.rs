//! What was done, counted.

/// Counts since the integrator was made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Steps that were accepted.
    pub steps: u64,
    /// Steps that were taken back because the error was too large.
    pub error_failures: u64,
    /// Steps that were taken back because Newton's method did not converge with a fresh Jacobian.
    pub newton_failures: u64,
    /// Steps that were taken back because a function was outside its domain or gave no finite number.
    pub domain_failures: u64,
    /// Evaluations of the residual, or of the right-hand side of the explicit form.
    pub residuals: u64,
    /// Iterations of Newton's method.
    pub iterations: u64,
    /// Evaluations of the Jacobian.
    pub jacobians: u64,
    /// Factorizations of the Jacobian.
    pub factorizations: u64,
    /// Evaluations of the root functions.
    pub roots: u64,
    /// Steps within which a root function may have changed its sign twice: no bounds proved that it did not.
    pub unproven: u64,
    /// Events by a sign change.
    pub root_events: u64,
    /// Events at a time known before.
    pub time_events: u64,
    /// How often integration began anew.
    pub restarts: u64,
}

impl Statistics {
    /// Events of both kinds.
    pub fn events(&self) -> u64 {
        self.root_events + self.time_events
    }
}

impl std::ops::AddAssign for Statistics {
    fn add_assign(&mut self, other: Statistics) {
        self.steps += other.steps;
        self.error_failures += other.error_failures;
        self.newton_failures += other.newton_failures;
        self.domain_failures += other.domain_failures;
        self.residuals += other.residuals;
        self.iterations += other.iterations;
        self.jacobians += other.jacobians;
        self.factorizations += other.factorizations;
        self.roots += other.roots;
        self.unproven += other.unproven;
        self.root_events += other.root_events;
        self.time_events += other.time_events;
        self.restarts += other.restarts;
    }
}
