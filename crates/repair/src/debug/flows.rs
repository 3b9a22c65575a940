//! Connectors without flows: which of their variables is one, so that what meets in a connection adds up to zero.

use std::collections::BTreeMap;

use crate::{Deficit, StructuralAnalysis, retype};
use dae::{Boundary, rows};
use equations::{EquationKind, FlatModel, Origin, Symbol, Type, VariableId};
use syntax::{Diagnostic, DiagnosticCode, Place, Severity};

use super::{Debugger, Repair, diagnostics};

impl Debugger<'_> {
    /// Says of connectors that lack a flow which of their variables could be it. The repairs are those after which
    /// the model is well-posed.
    pub fn explain_flows(&self, known: &mut [Diagnostic]) -> Vec<Repair> {
        let mut all = Vec::new();
        for found in known.iter_mut().filter(|found| found.code == DiagnosticCode::UnbalancedConnector) {
            let mut repairs = self.flows(found.primary.place);
            repairs.retain_mut(|repair| {
                repair.left == Some(Deficit::default()) && self.is_accepted_after(repair)
            });
            repairs.sort_by_key(|repair| repair.contradicts);
            if !repairs.is_empty() {
                *found = diagnostics::add_repairs(found.clone(), &repairs);
                all.extend(self.grouped(repairs));
            }
        }
        all
    }

    /// The repairs that declare a variable of the connector named at a place as a flow, the likeliest first, each tried.
    fn flows(&self, place: Place) -> Vec<Repair> {
        let Some(class) = self.texts.class_at(place).filter(|&class| self.locked(class).is_none()) else {
            return Vec::new();
        };
        let name = &self.texts.class(class).name;
        let mut repairs = Vec::new();
        for (variable, place) in self.variables_of(name) {
            let text = self.model.symbols.name(variable);
            let own = self.texts.class(class).components.iter().find(|known| known.1 == text);
            let Some((kind, _)) = own else { continue };
            let other = format!("flow {kind}");
            let Some(edits) = retype(&self.texts, &self.loaded.sources, class, place, kind, &other) else {
                continue;
            };
            // What components let through adds up to zero in them too.
            let score = 70 + 20 * i32::from(self.is_conserved(name, variable));
            let mut repair = Repair::new(place, score, format!("declare `{text}` a flow: `{other} {text}`"));
            (repair.edits, repair.left) = (edits, None);
            repair.left = self.flattened_with(&repair);
            repairs.push(repair);
        }
        repairs.sort_by_key(|repair| -repair.score);
        repairs
    }

    /// The variables of connectors of a class that could be flows, by name and with their declarations.
    fn variables_of(&self, class: &str) -> BTreeMap<Symbol, Place> {
        let model = self.model;
        let all = (0..).map(VariableId).zip(&model.variables).filter(|(_, variable)| {
            let of = model.symbols.name(model.instances[variable.instance.at()].class);
            of == class && variable.kind == Type::Real && !variable.flow && !variable.stream
        });
        all.map(|(id, variable)| (variable.name, self.declared(id))).collect()
    }

    /// True if a component says of several connectors of a class how a variable of theirs hangs together, and nothing else:
    /// `p.i + n.i = 0`.
    fn is_conserved(&self, class: &str, name: Symbol) -> bool {
        let model: &FlatModel = self.model;
        model.equations.iter().any(|equation| {
            let EquationKind::Equality(left, right) = equation.kind else { return false };
            let written = matches!(model.origins[equation.origin.at()], Origin::Written { .. });
            let found = model.exprs.variables([left, right]);
            let own = |id: &VariableId| {
                let variable = &model.variables[id.at()];
                variable.name == name
                    && model.symbols.name(model.instances[variable.instance.at()].class) == class
            };
            written && found.len() > 1 && found.iter().all(own)
        })
    }

    /// What is left of the trouble if the model is flattened with a repair; none if its classes or connections are wrong
    /// then.
    pub(super) fn flattened_with(&self, repair: &Repair) -> Option<Deficit> {
        let flattened = self.flatten_class(&repair.edits, &self.model.name)?;
        let mut told = flattened.diagnostics.iter().chain(&flattened.balance);
        if told.any(|found| found.severity() == Severity::Error) {
            return None;
        }
        let model = flattened.model?;
        let rows = rows(&model, Boundary::Component);
        Some(StructuralAnalysis::new(&model, &rows).deficit())
    }
}
