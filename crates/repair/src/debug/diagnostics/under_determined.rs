//! Too few equations, in words.

use crate::StructuralProblem;
use equations::{InstanceId, InstanceKind, VariableId};
use flatten::UnbalancedClass;
use syntax::{Diagnostic, DiagnosticCode, Place};

use super::{MAX_LABELS, balance, list_names};
use crate::debug::{Debugger, Repair};

impl Debugger<'_> {
    pub(super) fn tell_under(&self, problem: &StructuralProblem, repairs: &[Repair]) -> Diagnostic {
        // The class that lacks the equation, or else the first variable.
        let class = repairs.first().map(|repair| repair.place);
        let lacks = self.uneven.iter().find(|uneven| Some(uneven.class) == class);
        // Where no repair says which class it is, the class of a component that is open.
        let open = || self.short_class(problem, &self.short_components()).map(|at| &self.uneven[at]);
        let lacks = if repairs.is_empty() { lacks.or_else(open) } else { lacks };
        let mut places: Vec<Place> =
            problem.columns.iter().map(|&column| self.brought(self.variable(column))).collect();
        places.sort_unstable();
        places.dedup();
        if self.is_unused(problem) {
            return self.tell_unused(problem, &places, lacks);
        }
        if let Some(uneven) = lacks {
            let name = self.texts.class_at(uneven.class).map_or("", |class| &self.texts.class(class).name);
            let message = balance(name, uneven);
            let label = match uneven.unknowns - uneven.equations {
                1 => "this class lacks an equation".to_string(),
                missing => format!("this class lacks {missing} equations"),
            };
            let mut found =
                Diagnostic::new(DiagnosticCode::UnbalancedClass, uneven.class, message).label(label);
            if uneven.instances.len() > 1 {
                let first = uneven.instances.iter().map(|&instance| self.model.instance_name(instance));
                found = found.note(format!("it is the class of {}", list_names(first)));
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
        let label = if lost { "this class may lack an equation" } else { "its value is not determined" };
        let mut found =
            Diagnostic::new(DiagnosticCode::UnderConstrained, primary, self.lacking(problem)).label(label);
        for &place in places.iter().filter(|&&place| place != primary).take(MAX_LABELS) {
            found = found.related(place, "its value is not determined");
        }
        found
    }

    /// Variables that are declared, and that no equation holds.
    fn tell_unused(
        &self,
        problem: &StructuralProblem,
        places: &[Place],
        lacks: Option<&UnbalancedClass>,
    ) -> Diagnostic {
        let names = self.names(problem.columns.iter());
        let them = if problem.columns.len() == 1 { "it" } else { "them" };
        let message = format!("nothing determines {names}: no equation contains {them}");
        let place = places.first().copied().unwrap_or(self.model.instances[0].place);
        let found = Diagnostic::new(DiagnosticCode::UnderConstrained, place, message).label("declared here");
        match lacks {
            Some(uneven) => {
                let class = self.texts.class_at(uneven.class);
                found.note(balance(class.map_or("", |class| &self.texts.class(class).name), uneven))
            }
            None => found,
        }
    }

    /// True if no equation holds any of the unknowns.
    fn is_unused(&self, problem: &StructuralProblem) -> bool {
        let mut entries = self.rows.signature.rows().flatten();
        !problem.columns.is_empty()
            && !entries.any(|entry| problem.columns.binary_search(&entry.column).is_ok())
    }

    /// The declaration of a variable, or that of the connector or record that it is a part of; in a library, that of
    /// the component which is the modeller's own.
    fn brought(&self, id: VariableId) -> Place {
        let mut place = self.declared(id);
        let mut at = self.model.variables[id.at()].instance;
        while self.model.instances[at.at()].kind != InstanceKind::Model {
            place = self.model.instances[at.at()].place;
            at = self.model.instances[at.at()].parent;
        }
        while at != InstanceId(0) && self.is_foreign(place) {
            place = self.model.instances[at.at()].place;
            at = self.model.instances[at.at()].parent;
        }
        place
    }
}
