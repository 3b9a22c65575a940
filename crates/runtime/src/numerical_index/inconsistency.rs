//! Why there are no consistent values, in words.

use consistent::{ConsistencyFailure, DaePoint, DaeProblem, ProjectionFailure, TractabilityIndex, figure};
use dae::Dae;
use syntax::{Diagnostic, Place};

use super::problem::ContinuousEquations;
use super::rendering::{combination, undefined};

/// So many values are told.
const MAX_TOLD: usize = 5;

/// Why no consistent values were found, one sentence to a note; none if nothing more is known than that.
pub(super) fn notes(
    dae: &Dae,
    problem: &ContinuousEquations,
    top: Place,
    refusal: &ConsistencyFailure,
) -> Vec<String> {
    let row = |row: usize| problem.row_name(row);
    match refusal {
        // Whoever differentiates further has said it.
        ConsistencyFailure::Index(TractabilityIndex::Undefined(reason)) => {
            let told =
                undefined(problem, reason, top, &|row| super::rendering::place_of(dae, problem, top, row));
            let Diagnostic { message, notes, .. } = told;
            [message].into_iter().chain(notes).collect()
        }
        ConsistencyFailure::Index(_) => Vec::new(),
        ConsistencyFailure::Explicit(ProjectionFailure::NoDescent { combination: worst, defect, at }) => {
            vec![format!(
                "from the start values, the residual of {} is not reduced below {}, with {}",
                combination(problem, worst),
                figure(defect.abs()),
                told_at(problem, worst, at),
            )]
        }
        ConsistencyFailure::Hidden(ProjectionFailure::NoDescent { combination: worst, defect, at }) => vec![
            format!(
                "hidden constraint: the derivative of {} must be zero as well",
                combination(problem, worst)
            ),
            format!(
                "with {} kept, its residual is not reduced below {}: there are no consistent values with these start values",
                told_at(problem, worst, at),
                figure(defect.abs()),
            ),
        ],
        ConsistencyFailure::Explicit(ProjectionFailure::Singular { columns, .. })
        | ConsistencyFailure::Hidden(ProjectionFailure::Singular { columns, .. }) => {
            let names: Vec<String> = columns
                .iter()
                .take(MAX_TOLD)
                .map(|&column| format!("`{}`", problem.name(column as usize)))
                .collect();
            if names.is_empty() {
                return Vec::new();
            }
            vec![format!("at these values nothing determines {}", names.join(", "))]
        }
        ConsistencyFailure::NotSatisfied { row: worst, defect } => {
            vec![format!("the residual of ({}) is {}", row(*worst), figure(*defect))]
        }
        ConsistencyFailure::Structure => {
            vec!["the set of values to be corrected depends on the values, so no method for consistent values is known"
                .to_string()]
        }
        ConsistencyFailure::Trouble(trouble)
        | ConsistencyFailure::Explicit(ProjectionFailure::Trouble(trouble))
        | ConsistencyFailure::Hidden(ProjectionFailure::Trouble(trouble)) => {
            let place = trouble.row.map_or(String::new(), |at| format!(", in ({})", row(at)));
            vec![format!("{}{place}, during the iteration from the start values", trouble.what)]
        }
    }
}

/// The unknowns of a combination of equations with their values where it was given up.
fn told_at(problem: &ContinuousEquations, worst: &[(u32, f64)], at: &DaePoint) -> String {
    let mut held: Vec<u32> = Vec::new();
    if let Ok((a, b)) = problem.jacobians(at) {
        for &(row, _) in worst {
            let entries = a.rows[row as usize].iter().chain(&b.rows[row as usize]);
            held.extend(entries.map(|entry| entry.0));
        }
    }
    held.sort_unstable();
    held.dedup();
    let values = held
        .iter()
        .take(MAX_TOLD)
        .map(|&column| format!("`{}` = {}", problem.name(column as usize), figure(at.x[column as usize])));
    values.collect::<Vec<_>>().join(", ")
}
