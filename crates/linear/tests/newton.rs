//! Newton's method on problems whose behaviour is known.

use linear::{NewtonFailure, NewtonOptions, NewtonProgress, NewtonStep, NonlinearProblem, solve_nonlinear};

/// arctan(x) = 0, which whole steps leave for infinity from far away.
struct Arctangent {
    x: f64,
    correction: f64,
    from: f64,
}

impl NonlinearProblem for Arctangent {
    type Failure = ();

    fn correct(&mut self) -> Result<NewtonProgress, ()> {
        if !self.x.is_finite() {
            return Err(());
        }
        self.from = self.x;
        self.correction = self.x.atan() * (1.0 + self.x * self.x);
        Ok(NewtonProgress::Continue)
    }

    fn advance(&mut self, part: f64) -> Result<NewtonStep, ()> {
        self.x = self.from - part * self.correction;
        let shorter = self.x.abs() < self.from.abs() || self.x == 0.0;
        Ok(if shorter { NewtonStep::Accepted } else { NewtonStep::TooLong })
    }

    fn judge(&mut self) -> Result<NewtonProgress, ()> {
        Ok(if self.x.abs() < 1e-12 { NewtonProgress::Converged } else { NewtonProgress::Continue })
    }
}

#[test]
fn shorter_steps_lead_where_whole_ones_do_not() {
    let solve = |max_iterations, max_trials| {
        let mut problem = Arctangent { x: 10.0, correction: 0.0, from: 0.0 };
        let found = solve_nonlinear(&mut problem, NewtonOptions { max_iterations, max_trials });
        (found, problem.x)
    };
    let (found, x) = solve(20, 10);
    assert!(found.is_ok() && x.abs() < 1e-12, "{found:?} {x}");
    assert_eq!(solve(20, 1).0, Err(NewtonFailure::Diverged), "no whole step comes nearer");
    assert_eq!(solve(2, 10).0, Err(NewtonFailure::Iterations));
}

#[test]
fn what_the_problem_says_ends_it() {
    let mut problem = Arctangent { x: f64::NAN, correction: 0.0, from: 0.0 };
    let options = NewtonOptions { max_iterations: 5, max_trials: 5 };
    assert_eq!(solve_nonlinear(&mut problem, options), Err(NewtonFailure::Problem(())));
}
