//! Faults of connections and of the components that they join.

use std::collections::BTreeSet;

use wellposed::equations::{FlatModel, InstanceId, InstanceKind, VariableId};
use wellposed::syntax::Span;
use wellposed::syntax::tree::{EquationSyntax, EquationSyntaxKind, Restriction};

use super::super::classes::{Class, Used};
use super::super::fault::{Change, Kind, statement};
use super::super::names::{ends, mentions, renamed};
use super::{Declared, Finder, REFERENCES, bare, gone, marked};

impl<'a> Finder<'a> {
    /// Faults of connections.
    pub(super) fn connects(&mut self, used: &Used, equations: &[&EquationSyntax], declared: &[Declared]) {
        let class = used.class;
        let is_connect =
            |equation: &&&EquationSyntax| matches!(equation.kind, EquationSyntaxKind::Connect { .. });
        let connects: Vec<(&EquationSyntax, [&str; 2])> = equations
            .iter()
            .filter(is_connect)
            .filter_map(|equation| Some((*equation, ends(&class.text[equation.span.range()])?)))
            .collect();
        let signals: BTreeSet<String> = (0..self.model.variables.len())
            .map(|at| self.model.variable_name(VariableId(at as u32)))
            .filter(|name| name.starts_with(&self.model.instance_name(used.instance)))
            .map(|name| bare(&self.local(used.instance, &name)))
            .collect();
        let ports = self.ports(used, declared);
        let sets = sets(&connects);
        for (at, &(connect, [a, b])) in connects.iter().enumerate() {
            let whole = statement(class.text, connect.span);
            let causal = signals.contains(&bare(a)) || signals.contains(&bare(b));
            let kind = if causal { Kind::UnconnectInput } else { Kind::DeleteConnect };
            let names = if causal { vec![a.to_string(), b.to_string()] } else { sets[at].clone() };
            self.add(kind, &class, vec![gone(whole)], names);
            if causal {
                // The same input from another source.
                let next = &connects[(at + 1) % connects.len()];
                let text = format!("\n    connect({}, {b});", next.1[0]);
                let added = Change { span: Span::at(whole.end), text, marked: true };
                let twin = marked(connect.span, class.text[connect.span.range()].to_string());
                let other = signals.contains(&bare(next.1[0])) && next.1[0] != a;
                if other {
                    self.add(Kind::AddConnect, &class, vec![added, twin], vec![]);
                }
                continue;
            }
            let kind_of = |end: &str| ports.iter().find(|port| port.0 == end).map(|port| port.1);
            let Some(wanted) = kind_of(b) else { continue };
            let others = ports
                .iter()
                .filter(|port| port.1 == wanted && !sets[at].contains(&port.0))
                .map(|port| &port.0);
            let others: Vec<&String> = others.collect();
            let Some(&other) = others.get(at % others.len().max(1)) else { continue };
            let added = Change {
                span: Span::at(whole.end),
                text: format!("\n    connect({a}, {other});"),
                marked: true,
            };
            self.add(Kind::AddConnect, &class, vec![added], vec![]);
            let swapped = marked(connect.span, format!("connect({a}, {other})"));
            self.add(Kind::SwapConnector, &class, vec![swapped], vec![b.to_string()]);
        }
    }

    /// The connectors that a class can connect, each with its class.
    pub(super) fn ports(&self, used: &Used, declared: &[Declared]) -> Vec<(String, &'a str)> {
        let model: &'a FlatModel = self.model;
        let instances = &model.instances;
        let mut found = Vec::new();
        for (at, instance) in instances.iter().enumerate() {
            let parent = &instances[instance.parent.at()];
            let own = instance.parent == used.instance
                || parent.parent == used.instance && parent.kind == InstanceKind::Model;
            let single = instance.subscripts.is_none() && parent.subscripts.is_none();
            if instance.kind != InstanceKind::Connector || !own || !single {
                continue;
            }
            let name = self.local(used.instance, &self.model.instance_name(InstanceId(at as u32)));
            let first = name.split('.').next().unwrap_or_default();
            if declared.iter().any(|declared| declared.name == first) {
                found.push((name, model.symbols.name(instance.class)));
            }
        }
        found
    }

    /// Faults of whole components: one that is missing, one that is there twice.
    pub(super) fn component(
        &mut self,
        class: &Class,
        found: &Declared,
        equations: &[&EquationSyntax],
        declared: &[Declared],
        used: &Used,
    ) {
        let Some(own) = self.classes.resolve(class, found.type_name) else { return };
        let is_part = matches!(own.class.restriction, Restriction::Model | Restriction::Block);
        let simple =
            found.alone && found.component.subscripts.is_empty() && found.component.condition.is_none();
        if !is_part || !simple {
            return;
        }
        let me = [found.name.to_string()];
        let text_of = |span: Span| &class.text[span.range()];
        let elsewhere = declared.iter().filter(|other| other.whole != found.whole);
        if elsewhere.map(|other| other.whole).any(|span| mentions(text_of(span), &me)) {
            return;
        }
        let mut connects = Vec::new();
        for equation in equations.iter().filter(|equation| mentions(text_of(equation.span), &me)) {
            match ends(text_of(equation.span)) {
                Some(both) if matches!(equation.kind, EquationSyntaxKind::Connect { .. }) => {
                    connects.push((equation.span, both));
                }
                _ => return,
            }
        }
        if connects.is_empty() {
            return;
        }
        let last = class.text[found.type_name.span.range()].rsplit('.').next().unwrap_or_default();
        let reference = REFERENCES.contains(&last);
        let others = connects.iter().flat_map(|connect| connect.1).filter(|end| !mentions(end, &me));
        let mut names: Vec<String> = others.map(str::to_string).collect();
        names.push(last.to_string());
        let mut changes = vec![gone(statement(class.text, found.whole))];
        changes.extend(connects.iter().map(|connect| gone(statement(class.text, connect.0))));
        let kind = if reference { Kind::DeleteGround } else { Kind::DeleteComponent };
        self.add(kind, class, changes, names);

        let copy = format!("{}2", found.name);
        let again = |span: Span| {
            let end = statement(class.text, span).end;
            let text = format!("\n    {};", renamed(text_of(span), found.name, &copy));
            [marked(span, text_of(span).to_string()), Change { span: Span::at(end), text, marked: true }]
        };
        let mut changes = Vec::from(again(found.whole));
        connects.iter().for_each(|connect| changes.extend(again(connect.0)));
        let kind = if reference { Kind::SecondGround } else { Kind::SecondSource };
        self.add(kind, class, changes, vec![]);
        if let (true, [(span, _)]) = (reference, &connects[..]) {
            // The copy holds another place.
            let ports = self.ports(used, declared);
            let Some(port) = ports.iter().find(|port| port.0.starts_with(&format!("{}.", found.name))) else {
                return;
            };
            let mine = renamed(&port.0, found.name, &copy);
            let taken: Vec<&str> = connects.iter().flat_map(|connect| connect.1).collect();
            let ports: Vec<String> = ports
                .iter()
                .filter(|other| other.1 == port.1 && !taken.contains(&other.0.as_str()))
                .map(|other| other.0.clone())
                .collect();
            for other in ports {
                let [twin, declaration] = again(found.whole);
                let end = statement(class.text, *span).end;
                let text = format!("\n    connect({mine}, {other});");
                let added = Change { span: Span::at(end), text, marked: true };
                self.add(Kind::SecondGround, class, vec![twin, declaration, added], vec![]);
            }
        }
    }
}

/// For each connection all ends that are connected with it.
fn sets(connects: &[(&EquationSyntax, [&str; 2])]) -> Vec<Vec<String>> {
    let mut sets: Vec<BTreeSet<String>> = Vec::new();
    for (_, both) in connects {
        let mut whole: BTreeSet<String> = both.iter().copied().map(str::to_string).collect();
        let (touched, rest): (Vec<_>, Vec<_>) =
            sets.into_iter().partition(|set| both.iter().any(|end| set.contains(*end)));
        touched.into_iter().for_each(|set| whole.extend(set));
        sets = rest;
        sets.push(whole);
    }
    let set = |end: &str| sets.iter().find(|set| set.contains(end)).map(|set| set.iter().cloned().collect());
    connects.iter().map(|(_, [a, _])| set(a).unwrap_or_default()).collect()
}
