//! Why there are no consistent values, in words.

use consistent::{Index, Point, Problem, Refusal, Stuck, figure};
use dae::Dae;
use syntax::{Diagnostic, Place};

use super::problem::Equations;
use super::words::{combination, undefined};

/// So many values are told.
const MAX_TOLD: usize = 5;

/// Why no consistent values were found, one sentence to a note; none if nothing more is known than that.
pub(super) fn notes(dae: &Dae, problem: &Equations, top: Place, refusal: &Refusal) -> Vec<String> {
    let row = |row: usize| problem.row_name(row);
    match refusal {
        // Whoever differentiates further has said it.
        Refusal::Index(Index::Undefined(reason)) => {
            let told = undefined(problem, reason, top, &|row| super::words::place_of(dae, problem, top, row));
            let Diagnostic { message, notes, .. } = told;
            [message].into_iter().chain(notes).collect()
        }
        Refusal::Index(_) => Vec::new(),
        Refusal::Explicit(Stuck::NoDescent { combination: worst, defect, at }) => vec![format!(
            "from the start values {} comes no nearer to holding than {}, with {}",
            combination(problem, worst),
            figure(defect.abs()),
            told_at(problem, worst, at),
        )],
        Refusal::Hidden(Stuck::NoDescent { combination: worst, defect, at }) => vec![
            format!("the derivative of {} has to vanish as well", combination(problem, worst)),
            format!(
                "with {} kept it comes no nearer to zero than {}: there are no consistent values with these start values",
                told_at(problem, worst, at),
                figure(defect.abs()),
            ),
        ],
        Refusal::Explicit(Stuck::Singular { columns, .. })
        | Refusal::Hidden(Stuck::Singular { columns, .. }) => {
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
        Refusal::NotSatisfied { row: worst, defect } => {
            vec![format!("({}) is off by {}", row(*worst), figure(*defect))]
        }
        Refusal::Structure => {
            vec!["what would have to be corrected depends on the values, so that no way to consistent ones is known"
                .to_string()]
        }
        Refusal::Trouble(trouble)
        | Refusal::Explicit(Stuck::Trouble(trouble))
        | Refusal::Hidden(Stuck::Trouble(trouble)) => {
            let place = trouble.row.map_or(String::new(), |at| format!(", in ({})", row(at)));
            vec![format!("{}{place}, on the way from the start values", trouble.what)]
        }
    }
}

/// The unknowns of a combination of equations with their values where it was given up.
fn told_at(problem: &Equations, worst: &[(u32, f64)], at: &Point) -> String {
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
