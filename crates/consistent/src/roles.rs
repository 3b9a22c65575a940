//! What each unknown is: free to begin with, fixed by constraints, algebraic, or determined by a derivative.

use crate::error_bounded::ErrorBoundedNumber;
use crate::matrix_chain::MatrixChain;
use crate::nearby_points::Xorshift;
use crate::rank_decomposition::RankDecomposition;
use crate::scale::{Scaling, scales};

/// What is left of a sum is zero if it is smaller than this part of its terms.
const CANCELLED: f64 = 1e-12;

/// What an unknown is, for an index of at most two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum UnknownRole {
    /// Its initial value may be chosen.
    Dynamic,
    /// It is differentiated and shares what may be chosen with others, because constraints tie them together.
    Tied,
    /// It is differentiated, and yet constraints fix it.
    Fixed,
    /// Constraints give it from the others.
    Algebraic,
    /// Only the derivative of a constraint determines it.
    Hidden,
}

/// The roles of all unknowns.
#[derive(Clone, Debug)]
pub struct UnknownRoles {
    /// The role of each.
    pub roles: Vec<UnknownRole>,
    /// How many initial values may be chosen.
    pub freedom: usize,
}

impl UnknownRoles {
    /// Reads the roles from a chain of index zero, one or two.
    pub fn new(chain: &MatrixChain) -> UnknownRoles {
        let size = chain.size();
        // Rows of P P1 and P Q1 are not formed, which may be full: a random vector finds those that are zero.
        let (moves, tied) = (dynamic(chain), answers(chain));
        let roles = (0..size)
            .map(|column| {
                if !chain.t.rows[column].is_empty() {
                    UnknownRole::Hidden
                } else if !chain.leading.kernel.rows[column].is_empty() {
                    // What a kernel vector of A changes beyond the index-2 components is algebraic.
                    UnknownRole::Algebraic
                } else if !moves[column] {
                    UnknownRole::Fixed
                } else if !tied[column] {
                    UnknownRole::Dynamic
                } else {
                    UnknownRole::Tied
                }
            })
            .collect();
        UnknownRoles { roles, freedom: chain.freedom() }
    }

    /// The unknowns of a role.
    pub fn of(&self, role: UnknownRole) -> impl Iterator<Item = usize> {
        self.roles.iter().enumerate().filter(move |found| *found.1 == role).map(|found| found.0)
    }
}

/// The unknowns that are differentiated, in whatever combination, and that neither the constraints nor the unknowns whose
/// values are `given` determine: what is left to choose is among them.
///
/// A potential is such an unknown where the equations differentiate voltages only: it lies in the kernel of A, so that its
/// role is algebraic, and it may be chosen all the same.
pub fn undetermined_unknowns(chain: &MatrixChain, given: &[usize]) -> Vec<usize> {
    let constraints = chain.leading.cokernel.times(&chain.b);
    let terms = chain.leading.cokernel.abs().times(&chain.b.abs());
    let mut rows = constraints.without_rounding_errors(&terms, CANCELLED);
    rows.rows.extend(given.iter().map(|&column| vec![(column as u32, 1.0)]));
    let directions = RankDecomposition::new(&rows, CANCELLED).kernel;
    let differentiated = chain.a.transpose();
    let is_open = |&column: &usize| {
        let moves = !directions.rows[column].is_empty() && chain.t.rows[column].is_empty();
        moves && !differentiated.rows[column].is_empty()
    };
    (0..chain.size()).filter(is_open).collect()
}

/// Which rows of A⁻ B T are not zero.
fn answers(chain: &MatrixChain) -> Vec<bool> {
    let mut dice = Xorshift::new(3);
    let random: Vec<ErrorBoundedNumber> =
        (0..chain.t.columns).map(|_| ErrorBoundedNumber::exact(dice.next_value())).collect();
    chain.error_bounded_response(&random).iter().map(|value| !value.is_rounding_error()).collect()
}

/// Which rows of P P1 = P − A⁻ B T H⁻¹ Y B are not zero.
fn dynamic(chain: &MatrixChain) -> Vec<bool> {
    let mut dice = Xorshift::new(4);
    // Unknowns of one size, so that none hides another.
    let (_, scales) = scales(&chain.a, Scaling::Mean);
    let z: Vec<ErrorBoundedNumber> =
        scales.iter().map(|scale| ErrorBoundedNumber::exact(scale * dice.next_value())).collect();
    let free: Vec<ErrorBoundedNumber> =
        chain.leading.free_columns.iter().map(|&column| z[column as usize]).collect();
    let q = chain.leading.wide_kernel.apply(&free);
    let fixed = chain.error_bounded_response(&chain.hidden.sweep(&chain.wide_constraints(&z)));
    (0..z.len()).map(|at| !(z[at] - q[at] - fixed[at]).is_rounding_error()).collect()
}
