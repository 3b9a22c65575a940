//! Inputs that nothing is connected to, and the outputs that could be meant.

use std::collections::{BTreeMap, BTreeSet};

use equations::{Attribute, Expr, InstanceId, InstanceKind, Origin, VariableId};
use repair::{Effect, Problem, ProblemKind, add};

use super::proposal::Mistake;
use super::{Debugger, MAX_TRIALS, Proposal, Repair};

impl Debugger<'_> {
    /// Connections from outputs to inputs that have no value.
    pub(super) fn inputs(&self, problems: &[Problem]) -> Vec<Proposal> {
        let mut open: Vec<(usize, InstanceId, VariableId)> = Vec::new();
        for (at, problem) in problems.iter().enumerate() {
            // Where one unknown is open and many could be it, it is not for lack of a connection.
            if let ([column], None) = (&problem.columns[..], problem.hidden)
                && problem.kind == ProblemKind::Under
                && let Some(home) = self.input_of(self.variable(*column))
            {
                open.push((at, home, self.variable(*column)));
            }
        }
        if open.is_empty() {
            return Vec::new();
        }
        let outputs = self.outputs(&open.iter().map(|found| found.1).collect());
        let taken = self.taken();
        let mut found = Vec::new();
        for (at, home, input) in open {
            let all = outputs.get(&home).into_iter().flatten();
            let able = all.filter(|&&output| {
                let [input, output] = [input, output].map(|id| &self.model.variables[id.at()]);
                input.kind == output.kind && input.instance != output.instance
            });
            let mut scored: Vec<(i32, VariableId)> =
                able.map(|&output| (self.suits(input, output, &taken), output)).collect();
            scored.sort_by_key(|&(score, output)| (-score, output));
            let repairs = scored.into_iter().take(MAX_TRIALS);
            let repairs = repairs.filter_map(|(score, output)| self.signal(home, output, input, score));
            found.extend(repairs.map(|repair| Proposal { repair, ends: vec![at] }));
        }
        found
    }

    /// How likely an output is the one that an input should have: none has it yet, and their units are the same.
    fn suits(&self, input: VariableId, output: VariableId, taken: &BTreeSet<VariableId>) -> i32 {
        let free = !taken.contains(&output);
        let units = match (self.unit(input), self.unit(output)) {
            (Some(one), Some(other)) if one == other => 10,
            (Some(_), Some(_)) => -25,
            _ => 0,
        };
        60 + 15 * i32::from(free) + units
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

    /// The instance in whose class an input of a component is to be connected; none if the variable is none.
    fn input_of(&self, id: VariableId) -> Option<InstanceId> {
        let variable = &self.model.variables[id.at()];
        let component = variable.instance;
        let instance = &self.model.instances[component.at()];
        let signal = component != InstanceId(0)
            && instance.kind == InstanceKind::Model
            && variable.subscripts.is_none()
            && self.is_causal(id, "input");
        signal.then(|| self.model.owner(instance.parent))
    }

    /// The outputs of the components of some instances, and the inputs of these instances themselves.
    fn outputs(&self, homes: &BTreeSet<InstanceId>) -> BTreeMap<InstanceId, Vec<VariableId>> {
        let mut found: BTreeMap<InstanceId, Vec<VariableId>> = BTreeMap::new();
        for (id, variable) in (0..).map(VariableId).zip(&self.model.variables) {
            let own = variable.instance;
            let instance = &self.model.instances[own.at()];
            if instance.kind != InstanceKind::Model || variable.subscripts.is_some() {
                continue;
            }
            if homes.contains(&own) && self.is_causal(id, "input") {
                found.entry(own).or_default().push(id);
            } else if own != InstanceId(0) && homes.contains(&self.model.owner(instance.parent)) {
                if self.is_causal(id, "output") {
                    found.entry(self.model.owner(instance.parent)).or_default().push(id);
                }
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

    /// True if a variable is declared as an input or output, by a prefix or by its type.
    fn is_causal(&self, id: VariableId, way: &str) -> bool {
        let place = self.declared(id);
        let text = |place: syntax::Place| &self.loaded.sources[place.file].text()[place.span.range()];
        let says = |text: &str| text.split_whitespace().any(|word| word == way);
        let Some(class) = self.texts.class_at(place) else { return false };
        let name = self.model.symbols.name(self.model.variables[id.at()].name);
        let components = &self.texts.class(class).components;
        let Some((kind, _)) = components.iter().find(|found| found.1 == name) else { return false };
        let clause = self.texts.component(place).map(|found| found.clause());
        let before = clause.map_or("", |span| {
            let clause = text(syntax::Place { file: place.file, span });
            clause.split(kind.as_str()).next().unwrap_or_default()
        });
        let simple = kind.rsplit('.').next().unwrap_or(kind);
        let ends = format!(".{simple}");
        let mut types =
            self.texts.classes().filter(|found| found.name == simple || found.name.ends_with(&ends));
        says(before) || types.any(|found| says(text(found.place)))
    }

    fn signal(&self, home: InstanceId, output: VariableId, input: VariableId, score: i32) -> Option<Repair> {
        let class = self.texts.by_name(self.model.symbols.name(self.model.instances[home.at()].class))?;
        let [from, to] = [output, input].map(|id| self.local(home, &self.model.variable_name(id)));
        let equation = format!("connect({from}, {to})");
        let edit = add(&self.texts, &self.loaded.sources, class, &equation)?;
        let component = self.model.variables[input.at()].instance;
        let description = format!("connect `{from}` to it: add `{equation}`");
        let mut repair = Repair::new(self.model.instances[component.at()].place, score, description);
        repair.edits.push(edit);
        repair.effects = (home == InstanceId(0)).then(|| vec![Effect::Equal(output, input)]);
        repair.adds.push(equation);
        repair.locked = self.locked(class);
        repair.mistake = Mistake::Input;
        Some(repair)
    }
}
