//! A system f(x', x, t) = 0 as its residual and its derivatives.

use crate::matrix::SparseMatrix;

/// Values at one time.
#[derive(Clone, Debug, PartialEq)]
pub struct DaePoint {
    /// Time.
    pub t: f64,
    /// The unknowns.
    pub x: Vec<f64>,
    /// Their derivatives, as far as the system holds them.
    pub y: Vec<f64>,
}

/// Why something has no value at a point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResidualError {
    /// The equation it happened in, if that is known.
    pub row: Option<usize>,
    /// What happened, in words.
    pub what: String,
}

/// What a system has a value for, or why it has none.
pub type ResidualResult<T> = Result<T, ResidualError>;

/// A system of equations f(x', x, t) = 0.
pub trait DaeProblem {
    /// How many equations there are.
    fn rows(&self) -> usize;

    /// How many unknowns there are.
    fn unknowns(&self) -> usize;

    /// The value of f, one number for each equation.
    ///
    /// # Errors
    /// If it has no value at this point.
    fn residual(&self, at: &DaePoint) -> ResidualResult<Vec<f64>>;

    /// The derivatives of f by x' and by x.
    ///
    /// # Errors
    /// If they have no value at this point.
    fn jacobians(&self, at: &DaePoint) -> ResidualResult<(SparseMatrix, SparseMatrix)>;

    /// The derivative of f by time; by central differences unless the system knows better.
    ///
    /// # Errors
    /// If it has no value at this point.
    fn rate(&self, at: &DaePoint) -> ResidualResult<Vec<f64>> {
        slope(at, &|at| self.residual(at))
    }

    /// What an equation is called.
    fn row_name(&self, row: usize) -> String {
        format!("equation {}", row + 1)
    }

    /// What an unknown is called.
    fn name(&self, column: usize) -> String {
        format!("x{}", column + 1)
    }

    /// A value that is neither large nor small for an unknown.
    fn nominal(&self, _column: usize) -> f64 {
        1.0
    }
}

/// The derivative of a residual by time, by central differences.
fn slope(
    at: &DaePoint,
    residual: &dyn Fn(&DaePoint) -> ResidualResult<Vec<f64>>,
) -> ResidualResult<Vec<f64>> {
    let step = 6e-6 * at.t.abs().max(1.0);
    let (before, after) = (at.t - step, at.t + step);
    let low = residual(&DaePoint { t: before, ..at.clone() })?;
    let high = residual(&DaePoint { t: after, ..at.clone() })?;
    Ok(high.iter().zip(&low).map(|(high, low)| (high - low) / (after - before)).collect())
}

/// The residual of a system of functions.
type ResidualFn<'a> = Box<dyn Fn(&DaePoint) -> Vec<f64> + 'a>;
/// Both matrices of a system of functions.
type JacobiansFn<'a> = Box<dyn Fn(&DaePoint) -> (SparseMatrix, SparseMatrix) + 'a>;

/// A system given by functions.
pub struct FunctionProblem<'a> {
    size: (usize, usize),
    residual: ResidualFn<'a>,
    jacobians: JacobiansFn<'a>,
    rate: Option<ResidualFn<'a>>,
    names: Vec<String>,
    nominals: Vec<f64>,
}

impl<'a> FunctionProblem<'a> {
    /// A system of as many equations as unknowns.
    pub fn new(
        size: usize,
        residual: impl Fn(&DaePoint) -> Vec<f64> + 'a,
        jacobians: impl Fn(&DaePoint) -> (SparseMatrix, SparseMatrix) + 'a,
    ) -> FunctionProblem<'a> {
        FunctionProblem {
            size: (size, size),
            residual: Box::new(residual),
            jacobians: Box::new(jacobians),
            rate: None,
            names: Vec::new(),
            nominals: Vec::new(),
        }
    }

    /// `A x' + B x = q(t)`, with the derivative of q.
    pub fn linear(
        a: SparseMatrix,
        b: SparseMatrix,
        q: impl Fn(f64) -> Vec<f64> + 'a,
        dq: impl Fn(f64) -> Vec<f64> + 'a,
    ) -> FunctionProblem<'a> {
        let (rows, columns) = (b.height(), b.columns);
        let (a2, b2) = (a.clone(), b.clone());
        let residual = move |at: &DaePoint| {
            let (left, right) = (a.apply(&at.y), b.apply(&at.x));
            left.iter().zip(&right).zip(q(at.t)).map(|((left, right), q)| left + right - q).collect()
        };
        let system =
            FunctionProblem::new(rows, residual, move |_| (a2.clone(), b2.clone())).with_unknowns(columns);
        system.with_rate(move |at| dq(at.t).iter().map(|dq| -dq).collect())
    }

    /// More or fewer unknowns than equations.
    #[must_use]
    pub(crate) fn with_unknowns(mut self, unknowns: usize) -> FunctionProblem<'a> {
        self.size.1 = unknowns;
        self
    }

    /// The derivative by time as a function.
    #[must_use]
    pub fn with_rate(mut self, rate: impl Fn(&DaePoint) -> Vec<f64> + 'a) -> FunctionProblem<'a> {
        self.rate = Some(Box::new(rate));
        self
    }

    /// Names of the unknowns.
    #[must_use]
    pub fn with_names<'n>(mut self, names: impl IntoIterator<Item = &'n str>) -> FunctionProblem<'a> {
        self.names = names.into_iter().map(str::to_owned).collect();
        self
    }

    /// Sizes of the unknowns.
    #[must_use]
    pub fn with_nominals(mut self, nominals: Vec<f64>) -> FunctionProblem<'a> {
        self.nominals = nominals;
        self
    }
}

impl DaeProblem for FunctionProblem<'_> {
    fn rows(&self) -> usize {
        self.size.0
    }

    fn unknowns(&self) -> usize {
        self.size.1
    }

    fn residual(&self, at: &DaePoint) -> ResidualResult<Vec<f64>> {
        let values = (self.residual)(at);
        match values.iter().position(|value| !value.is_finite()) {
            Some(row) => {
                Err(ResidualError { row: Some(row), what: format!("the residual is {}", values[row]) })
            }
            None => Ok(values),
        }
    }

    fn jacobians(&self, at: &DaePoint) -> ResidualResult<(SparseMatrix, SparseMatrix)> {
        Ok((self.jacobians)(at))
    }

    fn rate(&self, at: &DaePoint) -> ResidualResult<Vec<f64>> {
        if let Some(rate) = &self.rate {
            return Ok(rate(at));
        }
        slope(at, &|at| self.residual(at))
    }

    fn name(&self, column: usize) -> String {
        self.names.get(column).cloned().unwrap_or_else(|| format!("x{}", column + 1))
    }

    fn nominal(&self, column: usize) -> f64 {
        self.nominals.get(column).copied().unwrap_or(1.0)
    }
}
