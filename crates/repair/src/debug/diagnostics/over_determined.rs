//! Too many equations, in words.

use std::collections::BTreeMap;

use crate::StructuralProblem;
use equations::{Expr, InstanceId, Origin, Variability};
use structure::SignatureEntry;
use syntax::{Diagnostic, DiagnosticCode, Place};

use super::{MAX_LABELS, balance, list_names};
use crate::debug::proposal::Mistake;
use crate::debug::{Debugger, Repair};

/// Of more equations than these nobody sees which is wrong.
const MAX_CORE: usize = 40;

impl Debugger<'_> {
    pub(super) fn tell_over(&self, problem: &StructuralProblem, repairs: &[Repair]) -> Diagnostic {
        let rows = self.core(problem);
        let mut columns: Vec<u32> =
            rows.iter().flat_map(|&row| self.rows.eligible.row(row)).map(|entry| entry.column).collect();
        columns.sort_unstable();
        columns.dedup();
        // They may hold others that they are not solved for.
        let holds = |entry: &SignatureEntry| columns.binary_search(&entry.column).is_err();
        let others = rows.iter().flat_map(|&row| self.rows.signature.row(row)).any(holds);
        let statements = self.statements_of(&rows);
        let chosen = repairs.first().map(|repair| repair.place);
        let primary = chosen.or(statements.last().copied()).unwrap_or(self.model.instances[0].place);
        // Where only a library could be changed, the component of it is where the modeller can do something.
        let primary =
            if self.is_foreign(primary) { self.component_of(&rows).unwrap_or(primary) } else { primary };
        let names = self.names(columns.iter());
        let agree = match problem.hidden {
            Some(number) => self.structure.hidden[number].agree,
            None => self.cores().is_consistent(&rows),
        };
        // Places show it if there are more equations than unknowns in them.
        let shown = problem.hidden.is_none() && rows.len() > columns.len();
        let message = match (shown, agree, rows.len(), columns.len()) {
            (true, _, 1, 0) if others => "an equation that is solved for none of its unknowns".to_string(),
            (true, _, 1, 0) => "an equation without unknowns".to_string(),
            (true, _, rows, 1) => format!("{names} is over-determined: {rows} equations determine it"),
            (true, _, rows, columns) => format!("over-determined: {rows} equations for {columns} unknowns"),
            (false, Some(true), 1, _) => "redundant equation: both sides are the same".to_string(),
            (false, Some(true), 2, _) => "redundant equation: two equations are equivalent".to_string(),
            (false, Some(true), rows, _) => {
                format!("these {rows} equations are linearly dependent: one is redundant")
            }
            (false, Some(false), rows, _) => {
                format!("these {rows} equations are linearly dependent and inconsistent")
            }
            (false, None, rows, _) => {
                format!("these {rows} equations are linearly dependent: one is redundant or inconsistent")
            }
        };
        let named = self.parallel_components(&rows, &columns, repairs).or_else(|| self.crowd(&rows, repairs));
        let (message, counts) = match named {
            Some(named) => (named, Some(message)),
            None => (message, None),
        };
        let wire = repairs.first().is_some_and(|best| best.mistake == Mistake::Wire);
        let label = match (problem.excess, &counts) {
            _ if wire => "this may lead to the wrong connector".to_string(),
            (_, Some(_)) => "one of them is in excess, and this may be it".to_string(),
            (1, None) => "one equation is in excess, and this may be it".to_string(),
            (excess, None) => format!("{excess} equations are in excess, and this may be the reason"),
        };
        let code = if problem.hidden.is_some() {
            DiagnosticCode::Dependent
        } else {
            DiagnosticCode::OverConstrained
        };
        let mut found = Diagnostic::new(code, primary, message).label(label);
        for &place in statements.iter().filter(|&&place| place != primary).take(MAX_LABELS) {
            found = found.related(place, "");
        }
        found.notes.extend(counts);
        if !shown && agree == Some(true) {
            found.note("a linear combination of them is 0 = 0 for all values of the unknowns")
        } else if !shown {
            found.note(
                "a linear combination of them contains no unknown: it is true or false for all values of the unknowns",
            )
        } else if columns.len() > 1 {
            let names =
                list_names(columns.iter().map(|&column| self.model.variable_name(self.variable(column))));
            let have = if others { "are solved for" } else { "have" };
            found.note(format!("these equations {have} no unknowns but {names}"))
        } else if let (true, Some(given)) = (columns.is_empty(), self.given(primary)) {
            found.note(format!("{given}: its value is set where it is declared, or by a modification"))
        } else {
            found
        }
    }

    /// The modeller's own component that most rows of a conflict belong to, and of several the one declared last.
    fn component_of(&self, rows: &[u32]) -> Option<Place> {
        let mut counts: BTreeMap<Place, usize> = BTreeMap::new();
        for &row in rows {
            let mut at = self.model.owner(self.annotations[row as usize].instance);
            while at != InstanceId(0) && self.is_foreign(self.model.instances[at.at()].place) {
                at = self.model.instances[at.at()].parent;
            }
            if at != InstanceId(0) {
                *counts.entry(self.model.instances[at.at()].place).or_default() += 1;
            }
        }
        counts.into_iter().max_by_key(|&(place, count)| (count, place)).map(|found| found.0)
    }

    /// Of a large part a few rows may be the whole conflict.
    pub(super) fn core(&self, problem: &StructuralProblem) -> Vec<u32> {
        match problem.hidden {
            Some(_) => problem.rows.clone(),
            None => self.cores().smallest(problem),
        }
    }

    /// The first parameter or constant that the equation at a place is about.
    fn given(&self, place: Place) -> Option<String> {
        let model = &self.model;
        let here =
            |origin: &Origin| matches!(origin, Origin::Written { place: found, .. } if *found == place);
        let equation = model.equations.iter().find(|equation| here(&model.origins[equation.origin.at()]))?;
        let mut todo = Vec::new();
        equation.parts(&mut todo);
        // The left side first.
        todo.reverse();
        while let Some(id) = todo.pop() {
            match model.exprs.get(id) {
                Expr::Variable(variable) => {
                    let name = model.variable_name(variable);
                    return Some(match model.variables[variable.at()].variability {
                        Variability::Constant => format!("`{name}` is a constant"),
                        Variability::Parameter => format!("`{name}` is a parameter"),
                        _ => return None,
                    });
                }
                other => other.children(&model.exprs, &mut todo),
            }
        }
        None
    }

    /// A class with too many equations, where that says more than the equations that compete.
    fn crowd(&self, rows: &[u32], repairs: &[Repair]) -> Option<String> {
        let best = repairs.first().filter(|_| rows.len() > MAX_CORE)?;
        let class = self.texts.class(self.texts.class_at(best.place)?);
        let uneven = self.uneven.iter().find(|uneven| {
            uneven.equations > uneven.unknowns
                && self.texts.class_at(uneven.class).is_some_and(|id| self.texts.class(id).name == class.name)
        })?;
        Some(balance(&class.name, uneven))
    }

    /// The places of the statements that made some rows.
    fn statements_of(&self, rows: &[u32]) -> Vec<Place> {
        let ids = rows.iter().flat_map(|&row| &self.statements.of_row[row as usize]);
        let mut places: Vec<Place> = ids.map(|&id| self.statements.get(id).place).collect();
        places.sort_unstable();
        places.dedup();
        places
    }
}
