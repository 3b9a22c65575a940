//! Problems of structure in words.

use equations::Origin;
use repair::Problem;
use syntax::{Code, Diagnostic, Place};

use super::{Debugger, Repair};

/// So many names are listed, so many statements pointed at, and so many repairs told.
const MAX_NAMES: usize = 6;
const MAX_LABELS: usize = 5;
const MAX_REPAIRS: usize = 3;

impl Debugger<'_> {
    /// What is wrong, as one finding.
    pub(super) fn tell(
        &self,
        over: Option<&Problem>,
        under: Option<&Problem>,
        repairs: &[Repair],
    ) -> Option<Diagnostic> {
        let found = match (over, under) {
            (Some(over), Some(under)) => {
                self.tell_over(over, repairs).note(format!("at the same time {}", self.lacking(under)))
            }
            (Some(over), None) => self.tell_over(over, repairs),
            (None, Some(under)) => self.tell_under(under, repairs),
            (None, None) => return None,
        };
        let size = |part: &str, problem: Option<&Problem>| {
            problem.map_or(String::new(), |problem| {
                let rows = counted(problem.rows.len(), "equation");
                format!("; the {part} part has {rows} for {}", counted(problem.columns.len(), "unknown"))
            })
        };
        let found = found.note(format!(
            "{} for {}{}{}",
            counted(self.incidence.height(), "equation"),
            counted(self.incidence.width(), "unknown"),
            size("over-constrained", over),
            size("under-constrained", under),
        ));
        Some(self.advise(found, repairs))
    }

    fn tell_over(&self, problem: &Problem, repairs: &[Repair]) -> Diagnostic {
        let statements = self.statements_of(problem);
        let chosen = repairs.first().map(|repair| repair.place);
        let primary = chosen.or(statements.last().copied()).unwrap_or(self.model.instances[0].place);
        let names =
            list(problem.columns.iter().map(|&column| self.model.variable_name(self.variable(column))));
        let message = match (problem.rows.len(), problem.columns.len()) {
            (1, 0) => "an equation without unknowns".to_string(),
            (rows, 1) => format!("{rows} equations determine {names}"),
            (rows, columns) => format!("{rows} equations compete for {columns} unknowns"),
        };
        let label = match problem.excess() {
            1 => "one equation is too many, and this may be it".to_string(),
            excess => format!("{excess} equations are too many, and this may be the reason"),
        };
        let mut found = Diagnostic::new(Code::OverConstrained, primary, message).label(label);
        for &place in statements.iter().filter(|&&place| place != primary).take(MAX_LABELS) {
            found = found.related(place, "");
        }
        if problem.columns.len() > 1 {
            found = found.note(format!("these equations have no unknowns but {names}"));
        }
        found
    }

    fn tell_under(&self, problem: &Problem, repairs: &[Repair]) -> Diagnostic {
        let names =
            list(problem.columns.iter().map(|&column| self.model.variable_name(self.variable(column))));
        let message = match (problem.columns.len(), problem.excess()) {
            (1, _) => format!("nothing determines {names}"),
            (_, 1) => format!("one equation is missing to determine {names}"),
            (_, excess) => format!("{excess} equations are missing to determine {names}"),
        };
        // The class that lacks the equation, or else the first variable.
        let class = repairs.first().and_then(|repair| {
            let edit = repair.edits.first()?;
            self.texts.class_at(edit.place).map(|class| self.texts.class(class).name_place)
        });
        let declared = |column: u32| match self.model.origins
            [self.model.variables[self.variable(column).at()].origin.at()]
        {
            Origin::Written { place, .. } => place,
            _ => self.model.instances[0].place,
        };
        let mut places: Vec<Place> = problem.columns.iter().map(|&column| declared(column)).collect();
        places.sort_unstable();
        places.dedup();
        let lacking = self.uneven.iter().any(|uneven| Some(uneven.class) == class);
        let primary = class.filter(|_| lacking).or(places.first().copied());
        let primary = primary.unwrap_or(self.model.instances[0].place);
        let label = if lacking { "this class lacks an equation" } else { "its value is open" };
        let mut found = Diagnostic::new(Code::UnderConstrained, primary, message).label(label);
        for &place in places.iter().filter(|&&place| place != primary).take(MAX_LABELS) {
            found = found.related(place, "");
        }
        found
    }

    fn lacking(&self, problem: &Problem) -> String {
        let names =
            list(problem.columns.iter().map(|&column| self.model.variable_name(self.variable(column))));
        match (problem.columns.len(), problem.excess()) {
            (1, _) => format!("nothing determines {names}"),
            (_, 1) => format!("one equation is missing to determine {names}"),
            (_, excess) => format!("{excess} equations are missing to determine {names}"),
        }
    }

    /// The places of the statements that made the rows of a problem.
    fn statements_of(&self, problem: &Problem) -> Vec<Place> {
        let ids = problem.rows.iter().flat_map(|&row| &self.statements.of_row[row as usize]);
        let mut places: Vec<Place> = ids.map(|&id| self.statements.get(id).place).collect();
        places.sort_unstable();
        places.dedup();
        places
    }

    /// Says what would help: the best as help, others as notes.
    fn advise(&self, mut found: Diagnostic, repairs: &[Repair]) -> Diagnostic {
        let tried = |repair: &Repair| match (repair.is_verified(), repair.left) {
            (true, _) => "tried: the model is well-posed then".to_string(),
            (false, Some(left)) => {
                format!("tried: then {} too many and {} too few equations are left", left.over, left.under)
            }
            (false, None) => "not tried".to_string(),
        };
        for repair in repairs.iter().skip(1).take(MAX_REPAIRS - 1) {
            found = found.note(format!("or {} ({})", repair.description, tried(repair)));
        }
        match repairs.first() {
            Some(best) => {
                let help = format!("{} ({})", best.description, tried(best));
                // What is to be added is for the person to say; what is to go can be taken away.
                if best.adds.is_empty() {
                    found.edits.extend(best.edits.iter().cloned());
                }
                found.help(help)
            }
            None => found.note("no change of one statement in your own classes mends it"),
        }
    }
}

/// A number of things.
fn counted(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// Names as a list for people.
pub(super) fn list<T: AsRef<str>>(names: impl Iterator<Item = T>) -> String {
    let names: Vec<String> = names.map(|name| format!("`{}`", name.as_ref())).collect();
    match &names[..] {
        [] => "nothing".to_string(),
        [only] => only.clone(),
        _ if names.len() > MAX_NAMES => {
            format!("{} or {} others", names[..MAX_NAMES].join(", "), names.len() - MAX_NAMES)
        }
        [rest @ .., last] => format!("{} or {last}", rest.join(", ")),
    }
}
