//! What modellers have a name for: a potential that is measured from nowhere, a connector that nothing reaches.

use crate::StructuralProblem;
use equations::{InstanceId, VariableId};
use syntax::{Diagnostic, DiagnosticCode};

use super::{article, counted, list_names};
use crate::debug::conflict::unhidden;
use crate::debug::{Debugger, Repair};

impl Debugger<'_> {
    /// The potentials of which only differences are determined.
    pub(super) fn at_level(
        &self,
        over: &StructuralProblem,
        under: Option<&StructuralProblem>,
    ) -> Vec<VariableId> {
        match (over.hidden, under) {
            (Some(number), _) => self.floating_potentials(&self.structure.hidden[number]),
            (None, Some(under)) => self.floating_potentials(&unhidden(over, under)),
            (None, None) => Vec::new(),
        }
    }

    /// Potentials that are measured from nowhere.
    pub(super) fn tell_reference(
        &self,
        over: &StructuralProblem,
        under: Option<&StructuralProblem>,
    ) -> Diagnostic {
        let floating = self.at_level(over, under);
        let what = floating.first().map_or("level", |&first| self.potential_name(first));
        let names = list_names(floating.iter().map(|&id| self.model.variable_name(id)));
        let place = self.texts.by_name(&self.model.name).map(|class| self.texts.class(class).name_place);
        let message = format!("no reference {what}: only differences of {names} are determined");
        let reason = match over.hidden {
            Some(number) => {
                let come = match self.structure.hidden[number].agree {
                    Some(true) => "add up to 0 = 0",
                    Some(false) => "add up to an equation without unknowns that is true or false",
                    _ => "are linearly dependent",
                };
                format!(
                    "only differences of these {what}s occur: their {} flow equations {come}, so one \
                     equation is missing",
                    over.rows.len()
                )
            }
            None => {
                let verb = if over.excess == 1 { "is" } else { "are" };
                format!(
                    "only differences of these {what}s occur: the {} for the flows between them have {}, so \
                     {number} {verb} in excess there and {number} {verb} missing here",
                    counted(over.rows.len(), "equation"),
                    counted(over.columns.len(), "unknown"),
                    number = over.excess,
                )
            }
        };
        Diagnostic::new(
            DiagnosticCode::MissingReference,
            place.unwrap_or(self.model.instances[0].place),
            message,
        )
        .label(format!("no component fixes {} {what}", article(what)))
        .note(reason)
    }

    /// Pumps one after the other, current sources in series: what flows is given more than once, and so nothing is left to
    /// give the potential between them. None if at most one component says what flows.
    pub(super) fn tell_flows(
        &self,
        over: &StructuralProblem,
        under: Option<&StructuralProblem>,
    ) -> Option<Diagnostic> {
        if over.hidden.is_none() && !self.is_pure(over) {
            return None;
        }
        let givers = self.fixing_components(&self.core(over));
        let last = givers.iter().next_back().filter(|&&last| givers.len() > 1 && last != InstanceId(0))?;
        let place = self.model.instances[last.at()].place;
        let names = list_names(givers.iter().map(|&instance| self.model.instance_name(instance)));
        let floating =
            under.map(|under| self.floating_potentials(&unhidden(over, under))).unwrap_or_default();
        let what = floating.first().map_or("level", |&first| self.potential_name(first));
        let found = Diagnostic::new(
            DiagnosticCode::OverConstrained,
            place,
            format!("over-determined flow: {names} prescribe the same flow"),
        )
        .label("one of them is in excess, and this may be it");
        let found = self.note_size(found, Some(over), None);
        let found = match floating.is_empty() {
            true => found,
            false => {
                let names = list_names(floating.iter().map(|&id| self.model.variable_name(id)));
                found.note(format!("the {what}s {names} between them are under-determined"))
            }
        };
        Some(found.help(format!(
            "let one of them prescribe a {what} instead of a flow, or connect a component in parallel with it that takes up the difference"
        )))
    }

    /// A loop in a plane that all its joints hold there.
    pub(super) fn tell_loop(&self, over: &StructuralProblem, best: &Repair) -> Diagnostic {
        let joints = list_names(self.looped(over).into_iter().map(|joint| self.model.instance_name(joint)));
        let (number, verb) = match over.excess {
            1 => ("one equation".to_string(), "is"),
            excess => (format!("{excess} equations"), "are"),
        };
        Diagnostic::new(
            DiagnosticCode::OverConstrained,
            best.place,
            format!("redundant constraints in a planar loop: each of {joints} constrains it to the plane"),
        )
        .label("the constraints of this joint are redundant")
        .note(format!(
            "the forces across the plane are not determined: {number} {verb} redundant for the motion, and \
             as many are missing for the forces"
        ))
    }

    /// Something that is connected to nothing.
    pub(super) fn tell_open(
        &self,
        over: Option<&StructuralProblem>,
        under: Option<&StructuralProblem>,
        best: &Repair,
        connector: InstanceId,
    ) -> Diagnostic {
        let name = self.model.instance_name(connector);
        let mut found = Diagnostic::new(
            DiagnosticCode::OpenConnector,
            best.place,
            format!("nothing is connected to `{name}`"),
        )
        .label(format!("`{name}` is open"))
        .note(match self.ports().carries(connector) {
            true => "so nothing flows through it",
            false => "so what should come through it has no value",
        });
        if let Some(over) = over {
            let equations = counted(over.rows.len(), "equation");
            found = found.note(match over.hidden {
                Some(_) => {
                    format!("then {equations} are linearly dependent: one is redundant or inconsistent")
                }
                None => format!(
                    "then the system is over-determined: {equations} for {}, {} among them",
                    counted(over.columns.len(), "unknown"),
                    self.names(over.columns.iter())
                ),
            });
        }
        if let Some(under) = under {
            found = found.note(format!("and {}", self.lacking(under)));
        }
        found
    }
}
