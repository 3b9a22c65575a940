//! Problems of structure in words.

mod help;
mod known_patterns;
mod over_determined;
mod under_determined;

use std::collections::BTreeSet;

use crate::{StructuralProblem, row_text, uses};
use equations::{InstanceId, Origin, VariableId};
use flatten::UnbalancedClass;
use syntax::{Diagnostic, Place};

use super::proposal::Mistake;
use super::{Debugger, Repair};
pub(super) use help::{add_repairs, verification_note};

/// So many names are listed, and so many statements pointed at.
const MAX_NAMES: usize = 4;
const MAX_LABELS: usize = 5;

/// So many equations are told that hold what they do not determine.
const MAX_HELD: usize = 2;

impl Debugger<'_> {
    /// What is wrong, as one finding.
    pub(super) fn diagnose(
        &self,
        over: Option<&StructuralProblem>,
        under: Option<&StructuralProblem>,
        repairs: &[Repair],
    ) -> Option<Diagnostic> {
        let mistake = repairs.first().map_or(Mistake::Uneven, |best| best.mistake);
        if let (Some(over), Mistake::Reference) = (over, mistake)
            && let Some(found) = self.tell_flows(over, under)
        {
            return Some(self.note_network(found, Some(over), under));
        }
        let found = match (over, under, mistake) {
            (Some(over), _, Mistake::Reference) => self.tell_reference(over, under),
            (Some(over), _, Mistake::Loop) => self.tell_loop(over, &repairs[0]),
            (_, _, Mistake::Open(connector)) => self.tell_open(over, under, &repairs[0], connector),
            (Some(over), Some(under), _) => {
                let found = self.tell_over(over, repairs);
                self.note_size(found, Some(over), None)
                    .note(format!("at the same time {}", self.lacking(under)))
            }
            (Some(over), None, _) => self.note_size(self.tell_over(over, repairs), Some(over), None),
            (None, Some(under), _) => self.note_size(self.tell_under(under, repairs), None, Some(under)),
            (None, None, _) => return None,
        };
        let found = match (over, mistake) {
            (Some(over), Mistake::Uneven | Mistake::Component | Mistake::Wire | Mistake::Cross) => {
                self.note_open(found, over)
            }
            _ => found,
        };
        let found = self.note_network(found, over, under);
        let found = match under {
            Some(under) => self.note_undetermined(found, under),
            None => found,
        };
        if mistake == Mistake::Reference && !repairs[0].is_verified() {
            let floating = over.into_iter().flat_map(|over| self.at_level(over, under)).next();
            return Some(found.help(match floating.map(|id| self.potential_name(id)) {
                Some("pressure") => {
                    "connect a component that fixes one of them and lets the flow pass: a boundary with \
                     a prescribed pressure, an open tank, or an expansion vessel"
                }
                Some("temperature") => {
                    "connect a component that fixes one of them and lets the flow pass: surroundings with \
                     a prescribed temperature, or a body that stores heat"
                }
                _ => "connect a component that fixes one of them and lets the flow pass",
            }));
        }
        let found = add_repairs(found, repairs);
        let cautious = repairs.is_empty() && self.search.sublevel < 4;
        Some(if cautious { found.note("a higher --sublevel allows more kinds of repairs") } else { found })
    }

    /// Says which of the equations are there because something is connected to nothing.
    fn note_open(&self, found: Diagnostic, over: &StructuralProblem) -> Diagnostic {
        let rows = self.core(over);
        let open = rows.iter().filter_map(|&row| {
            match self.model.origins[self.rows.rows[row as usize].origin.at()] {
                Origin::Unconnected { variable } => Some(self.model.variables[variable.at()].instance),
                _ => None,
            }
        });
        let open: BTreeSet<InstanceId> = open.filter(|&connector| connector != InstanceId(0)).collect();
        if open.is_empty() {
            return found;
        }
        let names = open.into_iter().map(|connector| self.model.instance_name(connector));
        found.note(format!("nothing is connected to {}, and so nothing flows there", list(names)))
    }

    /// Says which equations hold what is open and are not solved for it.
    fn note_undetermined(&self, mut found: Diagnostic, under: &StructuralProblem) -> Diagnostic {
        let rows = &self.rows;
        let mut shown = 0;
        for (at, row) in (0..).zip(&rows.rows) {
            let eligible = rows.eligible.row(at);
            let is_open = |column: u32| {
                under.columns.binary_search(&column).is_ok()
                    && eligible.binary_search_by_key(&column, |entry| entry.column).is_err()
            };
            let held = rows.signature.row(at).iter().find(|entry| is_open(entry.column));
            let Some(held) = held.filter(|_| shown < MAX_HELD) else { continue };
            shown += 1;
            let name = self.model.variable_name(self.variable(held.column));
            let discrete = eligible.iter().any(|entry| rows.discrete[entry.column as usize]);
            let reason = match discrete && !rows.discrete[held.column as usize] {
                true => "it determines discrete-time variables only",
                false => "there it only selects the values of other variables",
            };
            let text = row_text(self.model, row.source);
            found = found.note(format!("`{text}` contains `{name}`, but is not solved for it: {reason}"));
        }
        found
    }

    /// Says how large the system is and how large what is wrong in it.
    fn note_size(
        &self,
        found: Diagnostic,
        over: Option<&StructuralProblem>,
        under: Option<&StructuralProblem>,
    ) -> Diagnostic {
        let over = over.filter(|over| over.hidden.is_none());
        let size = |part: &str, problem: Option<&StructuralProblem>| {
            problem.map_or(String::new(), |problem| {
                let rows = counted(problem.rows.len(), "equation");
                format!("; the {part} part has {rows} for {}", counted(problem.columns.len(), "unknown"))
            })
        };
        found.note(format!(
            "{} for {}{}{}",
            counted(self.structure.incidence.height(), "equation"),
            counted(self.structure.incidence.width(), "unknown"),
            size("over-determined", over),
            size("under-determined", under),
        ))
    }

    fn lacking(&self, problem: &StructuralProblem) -> String {
        // What few equations hold, in the classes that lack one, is likelier what was meant.
        let (uses, lacks) = (uses(self.rows), self.short_components());
        let mut columns = problem.columns.clone();
        let owner = |column: u32| self.model.owner(self.model.variables[self.variable(column).at()].instance);
        columns.sort_by_key(|&column| (!lacks.contains_key(&owner(column)), uses[column as usize], column));
        let names = self.names(columns.iter());
        match (problem.columns.len(), problem.excess) {
            (1, _) => format!("nothing determines {names}"),
            (_, 1) => format!("one equation is missing to determine {names}"),
            (_, excess) => format!("{excess} equations are missing to determine {names}"),
        }
    }

    fn names<'c>(&self, columns: impl Iterator<Item = &'c u32>) -> String {
        list(columns.map(|&column| self.model.variable_name(self.variable(column))))
    }

    /// What a potential is called, by its unit.
    pub(super) fn potential_name(&self, id: VariableId) -> &'static str {
        match self.unit(id) {
            Some("V") => "potential",
            Some("K" | "degC") => "temperature",
            Some("Pa" | "bar") => "pressure",
            Some("rad" | "deg") => "angle",
            Some("m") => "position",
            Some("A") => "magnetic potential",
            _ => "value",
        }
    }

    pub(super) fn declared(&self, id: VariableId) -> Place {
        match self.model.origins[self.model.variables[id.at()].origin.at()] {
            Origin::Written { place, .. } => place,
            _ => self.model.instances[0].place,
        }
    }
}

/// How many equations a class has for how many unknowns.
fn balance(name: &str, uneven: &UnbalancedClass) -> String {
    let [equations, unknowns] = [uneven.equations, uneven.unknowns].map(|number| number.max(0) as usize);
    format!("`{name}` has {} for {}", counted(equations, "equation"), counted(unknowns, "unknown"))
}

/// A number of things.
pub(super) fn counted(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// The word before a name.
pub(super) fn article(name: &str) -> &'static str {
    let vowel = name.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']);
    if vowel { "an" } else { "a" }
}

/// Names as a choice for people.
pub(super) fn list<T: AsRef<str>>(names: impl Iterator<Item = T>) -> String {
    join(names, "or")
}

/// All names for people.
pub(crate) fn list_names<T: AsRef<str>>(names: impl Iterator<Item = T>) -> String {
    join(names, "and")
}

fn join<T: AsRef<str>>(names: impl Iterator<Item = T>, word: &str) -> String {
    let names: Vec<String> = names.map(|name| format!("`{}`", name.as_ref())).collect();
    match &names[..] {
        [] => "nothing".to_string(),
        [only] => only.clone(),
        _ if names.len() > MAX_NAMES + 1 => {
            format!("{} {word} {} others", names[..MAX_NAMES].join(", "), names.len() - MAX_NAMES)
        }
        [rest @ .., last] => format!("{} {word} {last}", rest.join(", ")),
    }
}
