//! What an integrator must know of a system.

use crate::{Enclosure, Pattern};

/// A hybrid system F(t, y, y') = 0 of index one, with as many rows as unknowns.
///
/// Between events F is smooth. What is discrete (modes, samples, relations) belongs to the system itself and changes
/// in [`HybridDae::event`] only: a step that is tried and taken back must leave no trace.
pub trait HybridDae {
    /// How many rows and unknowns there are.
    fn size(&self) -> usize;

    /// Where the Jacobian may be other than zero: the union over dF/dy and dF/dy'.
    fn pattern(&self) -> &Pattern;

    /// For each unknown whether its derivative occurs in F.
    fn differential(&self) -> &[bool];

    /// For each unknown a size that is normal for it; absolute tolerances are multiples of it.
    fn nominal(&self) -> &[f64];

    /// Computes F into `r`.
    fn residual(&mut self, t: f64, y: &[f64], yp: &[f64], r: &mut [f64]) -> SystemResult;

    /// Computes dF/dy + c dF/dy' into `values`, in the order of the pattern.
    fn jacobian(&mut self, t: f64, y: &[f64], yp: &[f64], c: f64, values: &mut [f64]) -> SystemResult;

    /// Whether F is q(y)' + f(t, y), row by row, with an integrator that differentiates q itself: what q counts, such as
    /// charge, is then neither lost nor gained, whatever the step. [`HybridDae::balance`] gives both, [`HybridDae::jacobian`]
    /// is df/dy + c dq/dy, and derivatives of y are not kept up.
    fn conserves(&self) -> bool {
        false
    }

    /// Computes q(y) and f(t, y) of a system that conserves.
    fn balance(&mut self, t: f64, y: &[f64], q: &mut [f64], f: &mut [f64]) -> SystemResult {
        let _ = (t, y, q, f);
        Err(SystemError::Fatal { row: None })
    }

    /// Computes q(y) alone.
    fn charges(&mut self, t: f64, y: &[f64], q: &mut [f64]) -> SystemResult {
        let mut f = vec![0.0; q.len()];
        self.balance(t, y, q, &mut f)
    }

    /// Whether dq/dy and df/dy of a system that conserves never change. Newton's method then needs one correction, if its
    /// matrix is that of the step.
    fn linear(&self) -> bool {
        false
    }

    /// For each unknown whether its error counts, in the error test and for Newton's method; nothing if
    /// [`crate::IntegratorOptions::algebraic`] says it for the test and all count for the method. Unknowns of index two do not
    /// count: their errors do not become smaller with the step in the way that the test expects, and contain the last
    /// digits of others divided by the step.
    fn judged(&self) -> &[bool] {
        &[]
    }

    /// Is told how exact the next step will be: one over the error allowed for each unknown.
    fn allow(&mut self, weights: &[f64]) {
        let _ = weights;
    }

    /// Makes values consistent in a way of its own, with the best guess at the derivatives in `yp`. False if the usual
    /// way is to be taken.
    fn settle(&mut self, t: f64, y: &mut [f64], yp: &mut [f64]) -> SystemResult<bool> {
        let _ = (t, y, yp);
        Ok(false)
    }

    /// Whether the Jacobian that was asked for last is so much larger than that of the last residual that small corrections
    /// do not mean that a solution is near. Asked when Newton's method seems to have converged.
    fn outdated(&mut self) -> bool {
        false
    }

    /// Whether [`HybridDae::derivatives`] works.
    fn explicit(&self) -> bool {
        false
    }

    /// Computes y' = f(t, y) into `yp`, for systems that have this form.
    fn derivatives(&mut self, t: f64, y: &[f64], yp: &mut [f64]) -> SystemResult {
        let _ = (t, y, yp);
        Err(SystemError::Fatal { row: None })
    }

    /// How many root functions there are.
    fn root_count(&self) -> usize {
        0
    }

    /// Computes the root functions into `g`. An event happens where one of them changes sign.
    fn roots(&mut self, t: f64, y: &[f64], yp: &[f64], g: &mut [f64]) -> SystemResult {
        let _ = (t, y, yp, g);
        Ok(())
    }

    /// Bounds of the root functions over a piece of time, between the two times given, in which each unknown is within the
    /// bounds that `unknown` tells by its number; of slopes only if these are asked for. Functions of which no bounds are
    /// known stay unbounded. False if that is all of them.
    fn enclose_roots(
        &mut self,
        piece: (f64, f64),
        unknown: &dyn Fn(usize) -> Enclosure,
        slopes: bool,
        bounds: &mut [Enclosure],
    ) -> bool {
        let _ = (piece, unknown, slopes, bounds);
        false
    }

    /// How near to zero a root function says nothing just after an event: it keeps its sign until it is farther away.
    fn margin(&self, root: usize) -> f64 {
        let _ = root;
        0.0
    }

    /// How far a root function moves by nothing but rounding at the present values: the difference of two temperatures is
    /// no finer than they are.
    fn grain(&self, root: usize) -> f64 {
        let _ = root;
        0.0
    }

    /// On which side of zero a root function counts as being that is nearer to it than its margin, after an event: where
    /// the system decides as if it were there. None if the system does not care.
    fn side(&self, root: usize) -> Option<i8> {
        let _ = root;
        None
    }

    /// The side that zero itself counts to, -1 or 1: what only reaches zero at the stop time has changed its side or has not.
    /// None if the system does not care.
    fn zero_side(&self, root: usize) -> Option<i8> {
        let _ = root;
        None
    }

    /// A point of the result: everything that follows from time and the unknowns is computed and recorded. What is discrete
    /// is what it is at that time, so points come in the order of time, those before an event before it is dealt with.
    fn output(&mut self, t: f64, y: &[f64]) -> SystemResult {
        let _ = (t, y);
        Ok(())
    }

    /// At how many points of each step the system wants to know what was accepted.
    fn remembers(&self) -> u32 {
        0
    }

    /// The solution at `t` is accepted, `t` rising from call to call.
    fn accept(&mut self, t: f64, y: &[f64]) -> SystemResult {
        let _ = (t, y);
        Ok(())
    }

    /// A piece of the solution is accepted, between the two times given: `solution` tells the unknowns at any time within
    /// it. Points of the result within it are asked for afterwards.
    fn accept_piece(&mut self, piece: (f64, f64), solution: &mut dyn FnMut(f64, &mut [f64])) -> SystemResult {
        let _ = (piece, solution);
        Ok(())
    }

    /// The next step may not be longer, whatever its error.
    fn longest_step(&self) -> f64 {
        f64::INFINITY
    }

    /// The first time after `t` at which the system changes by itself. No step goes past it.
    fn next_time(&self, t: f64) -> Option<f64> {
        let _ = t;
        None
    }

    /// Whether what the system asserts holds. Asked of values that are accepted only: a step ended there, or an event is
    /// over. What was told to [`HybridDae::violated`] need not hold any more.
    fn holds(&mut self, t: f64, y: &[f64], yp: &[f64]) -> bool {
        let _ = (t, y, yp);
        true
    }

    /// Whether what the system asserts surely holds over a piece of time, between the two times given, in which each unknown
    /// is within the bounds that `unknown` tells by its number. What no bounds are known of does not count.
    fn surely_holds(&mut self, piece: (f64, f64), unknown: &dyn Fn(usize) -> Enclosure) -> bool {
        let _ = (piece, unknown);
        true
    }

    /// This is the first time at which something that the system asserts does not hold. It may end the simulation.
    fn violated(&mut self, t: f64, y: &[f64], yp: &[f64]) -> SystemResult {
        let _ = (t, y, yp);
        Ok(())
    }

    /// Whether other unknowns would describe the system better from here on, as a pendulum's other coordinate does after a
    /// quarter turn. Asked after each step; [`crate::run`] then ends with [`crate::RunEnd::Stale`].
    fn stale(&mut self, t: f64, y: &[f64]) -> bool {
        let _ = (t, y);
        false
    }

    /// Whether more than the signs of root functions changed at the last event: something discrete has another value. If not, it does no harm to overlook an event that is undone by the next one.
    fn changed(&self) -> bool {
        true
    }

    /// Something happened at the time of the event. The system may change its modes and `y`; unless the answer is
    /// [`EventResponse::Resume`], `y` and `yp` are then made consistent with differential unknowns kept as they are left here.
    fn event(&mut self, event: &Event<'_>, y: &mut [f64], yp: &mut [f64]) -> SystemResult<EventResponse> {
        let _ = (event, y, yp);
        Ok(EventResponse::Resume)
    }
}

/// What the system reports instead of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SystemError {
    /// A function is outside its domain. A shorter step may avoid it.
    Domain {
        /// The row that could not be computed, if it is known.
        row: Option<usize>,
    },
    /// The simulation cannot go on, whatever the step.
    Fatal {
        /// The row that could not be computed, if it is known.
        row: Option<usize>,
    },
}

/// What a system is asked for, or why it has no value.
pub type SystemResult<T = ()> = Result<T, SystemError>;

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event<'a> {
    /// When.
    pub t: f64,
    /// Whether this is the time that [`HybridDae::next_time`] gave.
    pub timed: bool,
    /// The root functions that changed sign, by rising index. Believe these signs and not the values of the functions
    /// at the event, which are as near to zero as rounding allows.
    pub roots: &'a [Crossing],
    /// How many times the handler has answered [`EventResponse::Repeat`] at this instant.
    pub round: usize,
}

/// A change of the sign of a root function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crossing {
    /// Which root function.
    pub root: usize,
    /// The sign before: -1, 0 or 1.
    pub from: i8,
    /// The sign after: -1, 0 or 1.
    pub to: i8,
}

/// How to go on after an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventResponse {
    /// Nothing that F depends on has changed.
    Resume,
    /// Make the values consistent and begin anew.
    Restart,
    /// Make the values consistent and call the handler again: an event may cause the next one at the same instant.
    Repeat,
    /// End the simulation here, in good order.
    Stop,
}
