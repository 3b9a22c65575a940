//! What experts ask for: which equation determines which unknown, what is free, and the paths on which something else
//! could be free instead.

use crate::{StructuralProblem, StructuralProblemKind, problems, row_text};
use structure::{NONE, column_paths, row_paths};

use super::diagnostics::counted;
use super::{Debugger, MAX_PROBLEMS};

/// So many pairs are listed for each problem, so many paths, and so many steps of each.
const MAX_PAIRS: usize = 12;
const MAX_PATHS: usize = 4;
const MAX_STEPS: usize = 6;

/// So many letters of an equation are shown.
const MAX_TEXT: usize = 100;

impl Debugger<'_> {
    /// Each problem as a part of the system, line by line.
    pub fn details(&self) -> Vec<String> {
        if !self.search.details {
            return Vec::new();
        }
        let all = problems(self.structure);
        let mut lines: Vec<String> =
            all.iter().take(MAX_PROBLEMS).flat_map(|problem| self.part(problem)).collect();
        if all.len() > MAX_PROBLEMS {
            lines.push(format!("{} more parts are not shown", all.len() - MAX_PROBLEMS));
        }
        lines
    }

    fn part(&self, problem: &StructuralProblem) -> Vec<String> {
        let size = format!(
            "{}, {}",
            counted(problem.rows.len(), "equation"),
            counted(problem.columns.len(), "unknown")
        );
        match (problem.hidden, problem.kind) {
            (Some(_), StructuralProblemKind::Over) => {
                let mut lines = vec![format!("linearly dependent equations: {size}")];
                listed(&mut lines, problem.rows.iter().map(|&row| self.row(row)));
                return lines;
            }
            (Some(_), StructuralProblemKind::Under) => {
                let mut lines = vec![format!(
                    "unknowns that are not determined because of them: {}",
                    counted(problem.columns.len(), "unknown")
                )];
                listed(&mut lines, problem.columns.iter().map(|&column| self.column(column)));
                return lines;
            }
            (None, _) => {}
        }
        let matching = &self.structure.decomposition.matching;
        let incidence = &self.structure.incidence;
        let over = problem.kind == StructuralProblemKind::Over;
        let part = if over { "over-determined" } else { "under-determined" };
        let mut lines = vec![format!("{part} part: {size}")];
        let pairs = problem.rows.iter().filter_map(|&row| {
            let column = matching.column_of[row as usize];
            (column != NONE).then(|| format!("{} determines {}", self.row(row), self.column(column)))
        });
        listed(&mut lines, pairs);
        let (numbers, partner) = match over {
            true => (&problem.rows, &matching.column_of),
            false => (&problem.columns, &matching.row_of),
        };
        for &free in numbers.iter().filter(|&&number| partner[number as usize] == NONE).take(MAX_PATHS) {
            let (name, tree) = match over {
                true => (self.row(free), row_paths(incidence, matching, free)),
                false => (self.column(free), column_paths(incidence, matching, free)),
            };
            lines.push(format!("  {} {name}", if over { "unmatched equation" } else { "unmatched unknown" }));
            for path in tree.paths().filter(|path| path.len() > 1).take(MAX_PATHS) {
                let mut steps = Vec::new();
                for pair in path.windows(2).take(MAX_STEPS) {
                    // Between two of a kind stands the partner of the second.
                    let between = partner[pair[1] as usize];
                    steps.push(match over {
                        true => format!("{} – {}", self.column(between), self.row(pair[1])),
                        false => format!("{} – {}", self.row(between), self.column(pair[1])),
                    });
                }
                let more = path.len().saturating_sub(MAX_STEPS + 1);
                let end = if more > 0 { format!(" – {more} more") } else { String::new() };
                lines.push(format!("    path {name} – {}{end}", steps.join(" – ")));
            }
        }
        lines
    }

    fn row(&self, row: u32) -> String {
        let text = row_text(self.model, self.rows.rows[row as usize].source);
        // A sum of flows may have as many terms as the model has components.
        match text.char_indices().nth(MAX_TEXT) {
            Some((end, _)) => format!("`{} …`", &text[..end]),
            None => format!("`{text}`"),
        }
    }

    fn column(&self, column: u32) -> String {
        format!("`{}`", self.model.variable_name(self.variable(column)))
    }
}

/// The first of some lines, and how many there are besides.
fn listed(lines: &mut Vec<String>, mut all: impl Iterator<Item = String>) {
    lines.extend(all.by_ref().take(MAX_PAIRS).map(|line| format!("  {line}")));
    let more = all.count();
    if more > 0 {
        lines.push(format!("  and {more} more"));
    }
}
