//! Connections that lead to the wrong connector: too much where they lead, and nothing where they should.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    Deficit, EditEffect, SourceStatementId, SourceStatementKind, StructuralProblem, StructuralProblemKind,
};
use equations::{EquationKind, Expr, InstanceId, Origin, VariableId};
use syntax::{Diagnostic, DiagnosticCode, Edit, Place, Span};

use super::proposal::Mistake;
use super::{Debugger, Proposal, Repair, diagnostics};

/// So many connections are led elsewhere.
const MAX_WIRES: usize = 12;

/// A connection that could lead elsewhere is likelier than one that should go while another one is missing.
const SCORE: i32 = 85;

/// Where that connector is the only one of the model that nothing reaches, it is likelier than that a component should go,
/// whatever else would help, but not by much.
const ONLY: i32 = 77;

impl Debugger<'_> {
    /// Connections of a conflict of which one end would better be a connector that nothing reaches.
    pub(super) fn rewirings(&self, problems: &[StructuralProblem]) -> Vec<Proposal> {
        let mut found = Vec::new();
        let over = |problem: &StructuralProblem| problem.kind == StructuralProblemKind::Over;
        if !problems.iter().any(over) || problems.iter().all(over) {
            return found;
        }
        let touched = self.problems_of_connectors(problems);
        let missed = |connector: &InstanceId| {
            touched.get(connector).into_iter().flatten().any(|&at| !over(&problems[at]))
        };
        let dangling: Vec<InstanceId> = self.unconnected_connectors().into_iter().collect();
        let lost_ones: Vec<InstanceId> = dangling.iter().copied().filter(missed).collect();
        // One connection that leads elsewhere leaves one connector open; of more something else was lost. If it is the only
        // one of the whole model, both have one reason, whatever is open because of it.
        let (open, alone) = match (&lost_ones[..], &dangling[..]) {
            (_, [open]) => (*open, true),
            ([open], _) => (*open, false),
            _ => return found,
        };
        let wires = self.connect_ends();
        for (at, problem) in problems.iter().enumerate().filter(|found| over(found.1)) {
            let mut number = 0;
            // What is written later is likelier what was changed.
            for (place, ends) in self.conflicting(problem, &wires).into_iter().rev() {
                for (kept, lost) in [(ends[0], ends[1]), (ends[1], ends[0])] {
                    // To connect a component with itself is to leave it out.
                    let own = self.model.owner(open) == self.model.owner(kept);
                    if number == MAX_WIRES || own || !self.ports().is_compatible(open, lost) {
                        continue;
                    }
                    let Some(mut repair) = self.rewiring(place, kept, lost, open) else { continue };
                    // What it led to has to stay connected, or one open end would only be exchanged for another.
                    let stays = wires.values().flatten().filter(|&&end| end == lost).count() > 1;
                    repair.rewires = !(alone && stays && !self.is_repetition(problem));
                    if !repair.rewires {
                        (repair.mistake, repair.score) = (Mistake::Wire, ONLY);
                    }
                    number += 1;
                    let touches = [open, lost, kept].into_iter().filter_map(|end| touched.get(&end));
                    let mut ends: BTreeSet<usize> = touches.flatten().copied().collect();
                    ends.insert(at);
                    found.push(Proposal { repair, ends: ends.into_iter().collect() });
                }
            }
        }
        found
    }

    /// True if equations say what others say already: then one of them may go, and nothing lacks it.
    fn is_repetition(&self, problem: &StructuralProblem) -> bool {
        let agree = match problem.hidden {
            Some(number) => self.structure.hidden[number].agree,
            None => self.cores().is_consistent(&self.cores().smallest(problem)),
        };
        agree == Some(true)
    }

    /// Connections to a signal that has another source, if they would better lead to an input that has none.
    pub(super) fn redirections(&self, problems: &[StructuralProblem], known: &[Diagnostic]) -> Vec<Proposal> {
        let (unfed, joining) = (self.unconnected_inputs(problems, known), self.joining_connects(known));
        if unfed.is_empty() || joining.is_empty() {
            return Vec::new();
        }
        let mut found = Vec::new();
        for (at, problem) in
            problems.iter().enumerate().filter(|found| found.1.kind == StructuralProblemKind::Over)
        {
            let reason = self.reason(problem, known).map(|reason| known[reason].primary.place);
            let Some(joined) = reason.and_then(|place| joining.get(&place)) else { continue };
            let inputs: Vec<(InstanceId, VariableId)> =
                unfed.iter().map(|unfed| (unfed.1, unfed.2)).collect();
            for (number, repair) in self.led_elsewhere(joined, &inputs) {
                found.push(Proposal { repair, ends: vec![at, unfed[number].0] });
            }
        }
        found
    }

    /// Says of signals with two sources which connection would better lead to an input that has none, where equations
    /// and unknowns come out even although both are wrong: in a closed loop one makes up for the other.
    pub fn explain_signals(&self, known: &mut [Diagnostic]) -> Vec<Repair> {
        let (unfed, joining) = (self.all_unconnected_inputs(known), self.joining_connects(known));
        let mut all = Vec::new();
        for at in 0..known.len() {
            if known[at].code != DiagnosticCode::ManySources {
                continue;
            }
            let Some(joined) = joining.get(&known[at].primary.place) else { continue };
            let mut repairs: Vec<(usize, Repair)> = self.led_elsewhere(joined, &unfed);
            for (_, repair) in &mut repairs {
                repair.left = self.flattened_with(repair);
            }
            repairs.retain_mut(|(_, repair)| {
                repair.left == Some(Deficit::default()) && self.is_accepted_after(repair)
            });
            let Some((number, best)) = repairs.first().cloned() else { continue };
            let place = self.declared(unfed[number].1);
            for other in known.iter_mut().filter(|found| found.code == DiagnosticCode::NotConnected) {
                if other.related.first().is_some_and(|label| label.place == place) {
                    other.help = Some(format!("{}: this repairs it too", best.description));
                }
            }
            let repairs: Vec<Repair> = repairs.into_iter().map(|found| found.1).collect();
            known[at].primary.place = best.place;
            known[at] = diagnostics::add_repairs(known[at].clone(), &repairs);
            all.extend(self.grouped(repairs));
        }
        all
    }

    /// The repairs that lead one of some connections to one of some inputs, each with the number of the input.
    fn led_elsewhere(
        &self,
        joined: &BTreeSet<SourceStatementId>,
        inputs: &[(InstanceId, VariableId)],
    ) -> Vec<(usize, Repair)> {
        let (joints, signals) = (self.signal_connections(), self.signals());
        let ends: BTreeMap<SourceStatementId, (VariableId, VariableId, InstanceId)> = joints
            .iter()
            .flat_map(|(&one, to)| to.iter().map(move |&(other, id, home)| (id, (one, other, home))))
            .collect();
        let mut found = Vec::new();
        let joined = joined.iter().rev().filter_map(|id| Some((*id, *ends.get(id)?)));
        for (id, (one, other, home)) in joined.take(MAX_WIRES) {
            let own = inputs.iter().enumerate().filter(|input| input.1.0 == home);
            for (number, &(_, input)) in own.take(MAX_WIRES) {
                let of = |id: VariableId| self.model.variables[id.at()].instance;
                // A source keeps its end; no block is meant to give itself its input.
                let source = |id: VariableId| {
                    of(id) != home && of(id) != of(input) && self.is_causal(id, "output", &signals)
                };
                let ends = [(one, other), (other, one)].into_iter().find(|found| source(found.0));
                let Some((kept, lost)) = ends else { continue };
                let repair = self.redirection(id, home, [kept, lost, input]);
                found.extend(repair.map(|repair| (number, repair)));
            }
        }
        found
    }

    /// The repair that leads a signal to an input without a value.
    fn redirection(
        &self,
        id: SourceStatementId,
        home: InstanceId,
        [kept, lost, input]: [VariableId; 3],
    ) -> Option<Repair> {
        let place = self.statements.get(id).place;
        let class = self.texts.class_at(place)?;
        let [kept, lost, input] =
            [kept, lost, input].map(|id| self.local(home, &self.model.variable_name(id)));
        let text = &self.loaded.sources[place.file].text()[place.span.range()];
        let end = argument(text, &lost)?;
        let span = Span::new(place.span.start + end.start, place.span.start + end.end);
        let description = format!("connect `{kept}` to `{input}`, which has no value, and not to `{lost}`");
        let mut repair = Repair::new(place, SCORE, description);
        repair.removes.push(format!("connect({kept}, {lost})"));
        repair.adds.push(format!("connect({kept}, {input})"));
        repair.edits.push(Edit { place: Place { span, ..place }, replacement: input });
        repair.locked = self.locked(class);
        repair.mistake = Mistake::Input;
        Some(repair)
    }

    /// The two connectors that each `connect` joins, where it stands in the model once.
    pub(super) fn connect_ends(&self) -> BTreeMap<Place, [InstanceId; 2]> {
        let mut wires: BTreeMap<Place, BTreeSet<[InstanceId; 2]>> = BTreeMap::new();
        for equation in &self.model.equations {
            let EquationKind::Equality(left, right) = equation.kind else { continue };
            let Origin::Connected { connects } = &self.model.origins[equation.origin.at()] else { continue };
            if let (Expr::Variable(a), Expr::Variable(b), [connect]) =
                (self.model.exprs.get(left), self.model.exprs.get(right), &connects[..])
            {
                let ends = [a, b].map(|id| self.model.variables[id.at()].instance);
                wires.entry(connect.0).or_default().insert(ends);
            }
        }
        let single = wires.into_iter().filter(|wire| wire.1.len() == 1);
        single.filter_map(|(place, ends)| Some((place, ends.into_iter().next()?))).collect()
    }

    /// The connections that take part in a conflict, in the order of the text.
    fn conflicting(
        &self,
        problem: &StructuralProblem,
        wires: &BTreeMap<Place, [InstanceId; 2]>,
    ) -> BTreeMap<Place, [InstanceId; 2]> {
        let rows = match problem.hidden {
            Some(_) => problem.rows.clone(),
            None => self.cores().smallest(problem),
        };
        let ids = rows.iter().flat_map(|&row| &self.statements.of_row[row as usize]);
        let statements = ids.map(|&id| self.statements.get(id));
        let connects = statements.filter(|statement| statement.kind == SourceStatementKind::Connect);
        connects.filter_map(|connect| Some((connect.place, *wires.get(&connect.place)?))).collect()
    }

    /// The repair that leads one end of a connection elsewhere; none if it is not written as it is known.
    fn rewiring(&self, place: Place, kept: InstanceId, lost: InstanceId, open: InstanceId) -> Option<Repair> {
        let ports = self.ports();
        let [(home, kept_name), (_, lost_name), (elsewhere, name)] = [
            ports.connecting_instance(kept)?,
            ports.connecting_instance(lost)?,
            ports.connecting_instance(open)?,
        ];
        let class = self.texts.class_at(place)?;
        let own = self.texts.by_name(self.model.symbols.name(self.model.instances[home.at()].class));
        if elsewhere != home || own != Some(class) {
            return None;
        }
        let text = self.loaded.sources[place.file].text();
        let end = argument(&text[place.span.range()], &lost_name)?;
        let end = Span::new(place.span.start + end.start, place.span.start + end.end);
        let wire = format!("connect({kept_name}, {name})");
        let description = format!(
            "connect `{kept_name}` to `{name}`, which nothing is connected to, and not to `{lost_name}`"
        );
        let mut repair = Repair::new(place, SCORE, description);
        repair.edits.push(Edit { place: Place { span: end, ..place }, replacement: name });
        repair.effects = (home == InstanceId(0))
            .then(|| vec![EditEffect::Disconnect(place), EditEffect::Connect(kept, open)]);
        repair.removes.push(format!("connect({kept_name}, {lost_name})"));
        repair.adds.push(wire);
        repair.locked = self.locked(class);
        repair.mistake = Mistake::Open(open);
        Some(repair)
    }
}

/// Where one of the two arguments of a `connect` stands in its text, by what it says.
fn argument(connect: &str, wanted: &str) -> Option<Span> {
    let start = connect.find('(')? + 1;
    let mut depth = 0;
    let mut from = start;
    for (at, letter) in connect.char_indices().skip_while(|found| found.0 < start) {
        match letter {
            ',' | ')' if depth == 0 => {
                let word = connect[from..at].trim();
                if word == wanted {
                    let first = from + connect[from..at].find(word)?;
                    return Some(Span::new(first as u32, (first + word.len()) as u32));
                }
                from = at + 1;
                if letter == ')' {
                    return None;
                }
            }
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            _ => {}
        }
    }
    None
}
