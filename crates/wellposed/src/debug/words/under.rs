//! Too few equations, in words.

use equations::{InstanceKind, VariableId};
use repair::Problem;
use syntax::{Code, Diagnostic, Place};

use super::{MAX_LABELS, all, balance};
use crate::debug::{Debugger, Repair};

impl Debugger<'_> {
    pub(super) fn tell_under(&self, problem: &Problem, repairs: &[Repair]) -> Diagnostic {
        // The class that lacks the equation, or else the first variable.
        let class = repairs.first().map(|repair| repair.place);
        let lacks = self.uneven.iter().find(|uneven| Some(uneven.class) == class);
        let mut places: Vec<Place> =
            problem.columns.iter().map(|&column| self.brought(self.variable(column))).collect();
        places.sort_unstable();
        places.dedup();
        if let Some(uneven) = lacks {
            let name = self.texts.class_at(uneven.class).map_or("", |class| &self.texts.class(class).name);
            let message = balance(name, uneven);
            let label = match uneven.unknowns - uneven.equations {
                1 => "this class lacks an equation".to_string(),
                missing => format!("this class lacks {missing} equations"),
            };
            let mut found = Diagnostic::new(Code::UnbalancedClass, uneven.class, message).label(label);
            if uneven.instances.len() > 1 {
                let first = uneven.instances.iter().map(|&instance| self.model.instance_name(instance));
                found = found.note(format!("it is the class of {}", all(first)));
            }
            return found.note(format!("so {}", self.lacking(problem)));
        }
        // The best repair is about a declaration, or about a class other than the whole model.
        let chosen = class.filter(|&place| match self.texts.class_at(place) {
            Some(found) if self.texts.class(found).name_place == place => {
                self.texts.class(found).name != self.model.name
            }
            _ => places.contains(&place),
        });
        let lost = chosen.is_some_and(|place| !places.contains(&place));
        let primary = chosen.or(places.first().copied()).unwrap_or(self.model.instances[0].place);
        let (message, label) = match problem.columns[..] {
            _ if lost => (self.lacking(problem), "this class may lack an equation"),
            [column] if self.is_unused(column) => (
                format!("nothing determines {}: no equation holds it", self.names([column].iter())),
                "declared here",
            ),
            _ => (self.lacking(problem), "its value is open"),
        };
        let mut found = Diagnostic::new(Code::UnderConstrained, primary, message).label(label);
        for &place in places.iter().filter(|&&place| place != primary).take(MAX_LABELS) {
            found = found.related(place, "its value is open");
        }
        found
    }

    /// True if no equation holds the unknown.
    fn is_unused(&self, column: u32) -> bool {
        !self.rows.signature.rows().flatten().any(|entry| entry.column == column)
    }

    /// The declaration of a variable, or that of the connector or record that it is a part of.
    fn brought(&self, id: VariableId) -> Place {
        let mut place = self.declared(id);
        let mut at = self.model.variables[id.at()].instance;
        while self.model.instances[at.at()].kind != InstanceKind::Model {
            place = self.model.instances[at.at()].place;
            at = self.model.instances[at.at()].parent;
        }
        place
    }
}
