//! Inputs that nothing is connected to, and the outputs that could be meant.

use std::collections::{BTreeMap, BTreeSet};

use crate::{ClassText, EditEffect, StructuralProblem, StructuralProblemKind, add};
use equations::{Attribute, Expr, InstanceId, InstanceKind, Origin, VariableId};
use syntax::tree::Restriction;
use syntax::{Diagnostic, DiagnosticCode, Place};

use super::proposal::Mistake;
use super::signal_sources::reachable_variables;
use super::{Debugger, MAX_TRIALS, Proposal, Repair};

/// The connectors that are signals, by their simple names, and which way they go.
pub(super) type SignalConnectors<'a> = BTreeMap<String, &'a str>;

impl Debugger<'_> {
    /// The inputs that are known to have no value, each with the problem that it is part of and the instance in whose
    /// class it is to be connected.
    pub(super) fn unconnected_inputs(
        &self,
        problems: &[StructuralProblem],
        known: &[Diagnostic],
    ) -> Vec<(usize, InstanceId, VariableId)> {
        let lacking = lacking(known);
        let mut open: Vec<(usize, InstanceId, VariableId)> = Vec::new();
        if lacking.is_empty() {
            return open;
        }
        for (at, problem) in problems.iter().enumerate() {
            if problem.kind == StructuralProblemKind::Over || problem.hidden.is_some() {
                continue;
            }
            for id in problem.columns.iter().map(|&column| self.variable(column)) {
                if self.is_lacking(id, &lacking) {
                    open.extend(self.home_of(id).map(|home| (at, home, id)));
                }
            }
        }
        open
    }

    /// The inputs that are known to have no value, whether or not anything is open because of that, each with the instance
    /// in whose class it is to be connected.
    pub(super) fn all_unconnected_inputs(&self, known: &[Diagnostic]) -> Vec<(InstanceId, VariableId)> {
        let lacking = lacking(known);
        let all = (0..self.model.variables.len() as u32).map(VariableId);
        all.filter(|&id| self.is_lacking(id, &lacking))
            .filter_map(|id| Some((self.home_of(id)?, id)))
            .collect()
    }

    fn is_lacking(&self, id: VariableId, lacking: &BTreeSet<(Place, Place)>) -> bool {
        let component = self.model.variables[id.at()].instance;
        lacking.contains(&(self.model.instances[component.at()].place, self.declared(id)))
    }

    /// Connections from outputs to inputs that have no value.
    pub(super) fn inputs(&self, problems: &[StructuralProblem], known: &[Diagnostic]) -> Vec<Proposal> {
        let open = self.unconnected_inputs(problems, known);
        if open.is_empty() {
            return Vec::new();
        }
        let (taken, signals) = (self.taken(), self.signals());
        let outputs = self.outputs(&open.iter().map(|found| found.1).collect(), &signals);
        let joints = self.signal_connections();
        let mut found = Vec::new();
        for (at, home, input) in open {
            let all = outputs.get(&home).into_iter().flatten();
            // No block is meant to give itself its input.
            let node = reachable_variables(&joints, input, home, None).into_iter();
            let node: BTreeSet<InstanceId> = node.map(|id| self.model.variables[id.at()].instance).collect();
            let able = all.filter(|&&output| {
                let output = &self.model.variables[output.at()];
                output.kind == self.model.variables[input.at()].kind && !node.contains(&output.instance)
            });
            let mut scored: Vec<(i32, VariableId)> =
                able.map(|&output| (self.suits([input, output], &taken, &signals), output)).collect();
            scored.sort_by_key(|&(score, output)| (-score, output));
            let repairs = scored.into_iter().take(MAX_TRIALS);
            let repairs =
                repairs.filter_map(|(score, output)| self.signal(home, [output, input], &signals, score));
            found.extend(repairs.map(|repair| Proposal { repair, ends: vec![at] }));
        }
        found
    }

    /// How likely an output is the one that an input should have: none has it yet, and their units are the same.
    fn suits(
        &self,
        [input, output]: [VariableId; 2],
        taken: &BTreeSet<VariableId>,
        signals: &SignalConnectors,
    ) -> i32 {
        // What is no connector is there to be looked at, not to be connected.
        let alike = self.is_signal(input, signals) == self.is_signal(output, signals);
        let free = !taken.contains(&output) && alike;
        let units = match (self.unit(input), self.unit(output)) {
            (Some(one), Some(other)) if one == other => 10,
            (Some(_), Some(_)) => -25,
            _ => 0,
        };
        60 + 15 * i32::from(free) + units - 20 * i32::from(!alike)
    }

    /// The unit of a variable, if it has one.
    pub(super) fn unit(&self, id: VariableId) -> Option<&str> {
        // Attributes stand in the order of variables.
        let all = &self.model.attributes;
        let own = &all[all.partition_point(|found| found.0 < id)..];
        let found = own.iter().take_while(|found| found.0 == id).find(|found| found.1 == Attribute::Unit)?;
        match self.model.exprs.get(found.2) {
            Expr::String(text) => Some(self.model.symbols.name(text)),
            _ => None,
        }
    }

    /// The instance in whose class an input of a component is to be connected; none if it is one of an array.
    fn home_of(&self, id: VariableId) -> Option<InstanceId> {
        let variable = &self.model.variables[id.at()];
        let component = &self.model.instances[variable.instance.at()];
        let alone = variable.instance != InstanceId(0) && variable.subscripts.is_none();
        alone.then(|| self.model.owner(component.parent))
    }

    /// The outputs of the components of some instances, and the inputs of these instances themselves.
    fn outputs(
        &self,
        homes: &BTreeSet<InstanceId>,
        signals: &SignalConnectors,
    ) -> BTreeMap<InstanceId, Vec<VariableId>> {
        let mut found: BTreeMap<InstanceId, Vec<VariableId>> = BTreeMap::new();
        for (id, variable) in (0..).map(VariableId).zip(&self.model.variables) {
            let own = variable.instance;
            let instance = &self.model.instances[own.at()];
            if instance.kind != InstanceKind::Model || variable.subscripts.is_some() {
                continue;
            }
            if homes.contains(&own) && self.is_causal(id, "input", signals) {
                found.entry(own).or_default().push(id);
            } else if own != InstanceId(0)
                && homes.contains(&self.model.owner(instance.parent))
                && self.is_causal(id, "output", signals)
            {
                found.entry(self.model.owner(instance.parent)).or_default().push(id);
            }
        }
        found
    }

    /// The variables that connections speak of.
    fn taken(&self) -> BTreeSet<VariableId> {
        let made = self
            .rows
            .rows
            .iter()
            .zip(0..)
            .filter(|(row, _)| matches!(self.model.origins[row.origin.at()], Origin::Connected { .. }));
        let entries = made.flat_map(|(_, at)| self.rows.signature.row(at));
        entries.map(|entry| self.variable(entry.column)).collect()
    }

    /// The connectors that are signals.
    pub(super) fn signals(&self) -> SignalConnectors<'_> {
        let connectors = self.texts.classes().filter(|found| found.restriction == Restriction::Connector);
        let way = |found: &ClassText| {
            let text = &self.loaded.sources[found.place.file].text()[found.place.span.range()];
            text.split_whitespace().find(|word| matches!(*word, "input" | "output"))
        };
        let name = |found: &'_ ClassText| found.name.rsplit('.').next().map(str::to_string);
        connectors.filter_map(|found| Some((name(found)?, way(found)?))).collect()
    }

    /// True if a variable is a connector by itself.
    fn is_signal(&self, id: VariableId, signals: &SignalConnectors) -> bool {
        let kind = self.texts.class_at(self.declared(id)).and_then(|class| {
            let name = self.model.symbols.name(self.model.variables[id.at()].name);
            self.texts.class(class).components.iter().find(|found| found.1 == name)
        });
        kind.is_some_and(|(kind, _)| signals.contains_key(kind.rsplit('.').next().unwrap_or(kind)))
    }

    /// True if a variable is declared as an input or output, by a prefix or by its type.
    pub(super) fn is_causal(&self, id: VariableId, way: &str, signals: &SignalConnectors) -> bool {
        let place = self.declared(id);
        let Some(class) = self.texts.class_at(place) else { return false };
        let name = self.model.symbols.name(self.model.variables[id.at()].name);
        let components = &self.texts.class(class).components;
        let Some((kind, _)) = components.iter().find(|found| found.1 == name) else { return false };
        let clause = self.texts.component(place).map(crate::ComponentText::clause);
        let before = clause.map_or("", |span| {
            let clause = &self.loaded.sources[place.file].text()[span.range()];
            clause.split(kind.as_str()).next().unwrap_or_default()
        });
        let simple = kind.rsplit('.').next().unwrap_or(kind);
        before.split_whitespace().any(|word| word == way) || signals.get(simple) == Some(&way)
    }

    fn signal(
        &self,
        home: InstanceId,
        [output, input]: [VariableId; 2],
        signals: &SignalConnectors,
        score: i32,
    ) -> Option<Repair> {
        let class = self.texts.by_name(self.model.symbols.name(self.model.instances[home.at()].class))?;
        let [from, to] = [output, input].map(|id| self.local(home, &self.model.variable_name(id)));
        // Only connectors can be connected; other variables are set equal.
        let joined = [output, input].iter().all(|&id| self.is_signal(id, signals));
        let (equation, description) = if joined {
            let equation = format!("connect({from}, {to})");
            (equation.clone(), format!("connect `{from}` to it: add `{equation}`"))
        } else {
            let equation = format!("{to} = {from}");
            (equation.clone(), format!("give it `{from}`: add `{equation}`"))
        };
        let edit = add(&self.texts, &self.loaded.sources, class, &equation)?;
        let component = self.model.variables[input.at()].instance;
        let mut repair = Repair::new(self.model.instances[component.at()].place, score, description);
        repair.edits.push(edit);
        repair.effects = (home == InstanceId(0)).then(|| vec![EditEffect::Equal(output, input)]);
        repair.adds.push(equation);
        repair.locked = self.locked(class);
        repair.mistake = Mistake::Input;
        Some(repair)
    }
}

/// Of inputs that are known to have no value where the component is declared, and where the input.
fn lacking(known: &[Diagnostic]) -> BTreeSet<(Place, Place)> {
    let lacking = known.iter().filter(|found| found.code == DiagnosticCode::NotConnected);
    lacking.filter_map(|found| Some((found.primary.place, found.related.first()?.place))).collect()
}
