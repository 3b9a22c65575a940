//! All faults that can be made in a model, in the order of its classes and their text.

use std::collections::BTreeSet;

use wellposed::equations::{
    Attribute, Causality, Expr, FlatModel, InstanceId, InstanceKind, Type, Variability, VariableId,
};
use wellposed::syntax::Span;
use wellposed::syntax::tree::{
    ArgumentKind, Binding, ClassModification, Component, ElementKind, Equation, EquationKind, Modification,
    Name, Prefix, Prefixes, Restriction,
};

use crate::classes::{Class, Classes, Used, elements, equations};
use crate::fault::{Change, Fault, Kind, argument, statement};
use crate::words::{ends, mentions, names, renamed};

/// What fixes a potential, by the last part of its class's name.
const REFERENCES: &[&str] = &["Ground", "Fixed", "FixedTemperature", "Reservoir"];

/// Arguments of modifications that are no parameters.
const ATTRIBUTES: &[&str] = &[
    "start",
    "fixed",
    "unit",
    "displayUnit",
    "quantity",
    "min",
    "max",
    "nominal",
    "stateSelect",
    "unbounded",
];

/// Finds the faults of a model.
pub fn faults(classes: &Classes, model: &FlatModel) -> Vec<Fault> {
    let mut finder = Finder { classes, model, found: Vec::new() };
    for used in classes.used(model) {
        match used.kind {
            InstanceKind::Model => finder.model(&used),
            InstanceKind::Connector => finder.connector(&used.class),
            InstanceKind::Record => {}
        }
    }
    finder.found
}

struct Finder<'a> {
    classes: &'a Classes<'a>,
    model: &'a FlatModel,
    found: Vec<Fault>,
}

/// One component of a declaration, with what it shares with the others.
struct Declared<'a> {
    whole: Span,
    alone: bool,
    prefixes: Prefixes,
    type_name: Name,
    component: &'a Component,
    name: &'a str,
}

impl<'a> Finder<'a> {
    fn add(&mut self, kind: Kind, class: &Class, changes: Vec<Change>, names: Vec<String>) {
        let class_name = class.name.to_string();
        self.found.push(Fault { kind, class: class_name, file: class.tree.file, changes, names });
    }

    fn model(&mut self, used: &Used) {
        let class = used.class;
        let declared = declared(&class);
        let equations = equations(class.tree, class.class);
        for equation in &equations {
            self.equation(&class, equation, &declared);
        }
        self.more_equations(used, &declared, &equations);
        self.connects(used, &equations, &declared);
        for found in &declared {
            self.component(&class, found, &equations, &declared, used);
            self.declaration(&class, found);
        }
        if used.instance == InstanceId(0) && !used.inherited {
            self.starts(&class, &declared);
        }
    }

    fn connector(&mut self, class: &Class) {
        for found in declared(class) {
            if found.prefixes.has(Prefix::Flow) {
                let text = class.text[found.whole.range()].replacen("flow ", "", 1);
                self.add(Kind::ChangePrefix, class, vec![marked(found.whole, text)], vec![]);
            }
        }
    }

    /// Faults of one equation.
    fn equation(&mut self, class: &Class, equation: &Equation, declared: &[Declared]) {
        let text = &class.text[equation.span.range()];
        let whole = statement(class.text, equation.span);
        if matches!(equation.kind, EquationKind::Equality { .. } | EquationKind::When { .. }) {
            self.add(Kind::DeleteEquation, class, vec![gone(whole)], names(text));
        }
        let EquationKind::Equality { left, right } = equation.kind else { return };
        let [left, right] = [left, right].map(|side| &class.text[class.tree[side].span.range()]);
        let twin = || marked(equation.span, text.to_string());
        let copy = |text: String| Change { span: Span::at(whole.end), text, marked: true };
        let plain = format!("\n    {left} = {right};");
        self.add(Kind::DuplicateEquation, class, vec![twin(), copy(plain)], vec![]);
        // Only numbers can be increased.
        if ["<", ">", "true", "false"].iter().any(|sign| text.contains(sign)) {
            return;
        }
        let other = format!("\n    {left} = ({right}) + 1;");
        self.add(Kind::Contradict, class, vec![twin(), copy(other)], vec![]);
        if let Some(first) = declared.first() {
            let start = Span::at(first.whole.start);
            let declaration = Change { span: start, text: "Real extra;\n    ".to_string(), marked: true };
            let use_it = marked(equation.span, format!("{left} = ({right}) + extra"));
            self.add(Kind::ExtraVariable, class, vec![declaration, use_it], vec!["extra".to_string()]);
        }
    }

    /// Equations that a class had better not have.
    fn more_equations(&mut self, used: &Used, declared: &[Declared], equations: &[&Equation]) {
        let class = used.class;
        let top = used.instance == InstanceId(0);
        let kind = match (used.inherited, top) {
            (true, _) => Kind::BaseEquation,
            (false, true) => Kind::ExtraEquation,
            (false, false) => return,
        };
        for variable in self.variables(used, declared) {
            let value = format!("{variable} = 1;");
            let change = match equations.iter().rev().find(|equation| {
                !equations
                    .iter()
                    .any(|around| around.span != equation.span && inside(equation.span, around.span))
            }) {
                Some(last) => {
                    let at = statement(class.text, last.span).end;
                    Change { span: Span::at(at), text: format!("\n    {value}"), marked: true }
                }
                None => {
                    let whole = &class.text[class.class.span.range()];
                    let Some(end) = whole.rfind("end") else { continue };
                    let at = class.class.span.start + end as u32;
                    Change { span: Span::at(at), text: format!("equation {value} "), marked: true }
                }
            };
            self.add(kind, &class, vec![change], vec![]);
        }
    }

    /// Unknowns of an instance that the text of a class can speak of: its own, then those of its components.
    fn variables(&self, used: &Used, declared: &[Declared]) -> Vec<String> {
        let model = self.model;
        let mut found = Vec::new();
        for (at, variable) in model.variables.iter().enumerate() {
            let holder = &model.instances[variable.instance.at()];
            let own = variable.instance == used.instance || holder.parent == used.instance;
            let real = variable.kind == Type::Real && variable.variability == Variability::Continuous;
            if !own || !real || variable.subscripts.is_some() || holder.subscripts.is_some() {
                continue;
            }
            let name = self.local(used.instance, &model.variable_name(VariableId(at as u32)));
            let first = name.split('.').next().unwrap_or_default();
            if declared.iter().any(|declared| declared.name == first) {
                found.push(name);
            }
        }
        found
    }

    fn local(&self, instance: InstanceId, name: &str) -> String {
        let prefix = self.model.instance_name(instance);
        if prefix.is_empty() { name.to_string() } else { name[prefix.len() + 1..].to_string() }
    }

    /// Faults of connections.
    fn connects(&mut self, used: &Used, equations: &[&Equation], declared: &[Declared]) {
        let class = used.class;
        let is_connect = |equation: &&&Equation| matches!(equation.kind, EquationKind::Connect { .. });
        let connects: Vec<(&Equation, [&str; 2])> = equations
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
    fn ports(&self, used: &Used, declared: &[Declared]) -> Vec<(String, &'a str)> {
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
    fn component(
        &mut self,
        class: &Class,
        found: &Declared,
        equations: &[&Equation],
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
                Some(both) if matches!(equation.kind, EquationKind::Connect { .. }) => {
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

    /// Faults of one declaration.
    fn declaration(&mut self, class: &Class, found: &Declared) {
        let component = found.component;
        let text = class.text;
        let fixed_value = found.prefixes.has(Prefix::Parameter) || found.prefixes.has(Prefix::Constant);
        let names = vec![found.name.to_string()];
        if let Some(Binding::Value(value)) = component.modification.value {
            let kind = if fixed_value { Kind::DeleteValue } else { Kind::DeleteBinding };
            let value = class.tree[value].span;
            let start = text[..value.start as usize].trim_end().trim_end_matches('=').trim_end().len();
            let change = without(text, component.span, Span::new(start as u32, value.end));
            self.add(kind, class, vec![change], names.clone());
        }
        let mut values = Vec::new();
        collect_values(class, component.modification, &mut values);
        for (span, name) in values {
            let change = without(text, component.span, argument(text, span));
            if name == "fixed" {
                if text[span.range()].ends_with("true") {
                    self.add(Kind::FreeStart, class, vec![change], names.clone());
                }
            } else if !ATTRIBUTES.contains(&name) {
                self.add(
                    Kind::DeleteValue,
                    class,
                    vec![change],
                    vec![found.name.to_string(), name.to_string()],
                );
            }
        }
        let own = self.classes.resolve(class, found.type_name);
        let own_name = &text[found.type_name.span.range()];
        let number = own_name == "Real" || own.is_some_and(|own| own.class.restriction == Restriction::Type);
        let plain = found.prefixes == Prefixes::default() && found.alone;
        if number && plain && component.modification.value.is_none() {
            let changed = format!("parameter {}", &text[found.whole.range()]);
            self.add(Kind::ChangePrefix, class, vec![marked(found.whole, changed)], names.clone());
        }
        if plain && let Some(prefix) = self.classes.causality(class, found.prefixes, found.type_name) {
            let [from, to] = match prefix {
                Prefix::Input => ["Input", "Output"],
                _ => ["Output", "Input"],
            };
            let changed = text[found.whole.range()].replacen(from, to, 1);
            if changed != text[found.whole.range()] {
                self.add(Kind::ChangePrefix, class, vec![marked(found.whole, changed)], names);
            }
        }
    }

    /// Starts that are fixed and should not be.
    fn starts(&mut self, class: &Class, declared: &[Declared]) {
        let model = self.model;
        let is_fixed = |at: usize| {
            let mut attributes = model.attributes.iter().filter(|known| known.0.at() == at);
            attributes
                .any(|known| known.1 == Attribute::Fixed && model.exprs.get(known.2) == Expr::Boolean(true))
        };
        for (at, variable) in model.variables.iter().enumerate() {
            let holder = &model.instances[variable.instance.at()];
            let top = InstanceId(0);
            let own = variable.instance == top;
            let inner =
                holder.parent == top && holder.kind == InstanceKind::Model && holder.subscripts.is_none();
            let state = variable.kind == Type::Real
                && variable.variability == Variability::Continuous
                && variable.causality == Causality::None
                && variable.subscripts.is_none();
            if !(own || inner) || !state || is_fixed(at) {
                continue;
            }
            let name = model.symbols.name(variable.name);
            let first = if own { name } else { model.symbols.name(holder.name) };
            let Some(found) = declared.iter().find(|declared| declared.name == first) else { continue };
            let change = match (own, found.component.modification.class) {
                (true, Some(arguments)) => insert(arguments.span.end - 1, ", fixed = true".to_string()),
                (true, None) => {
                    insert(found.component.name.span.end, "(start = 0, fixed = true)".to_string())
                }
                (false, Some(arguments)) => {
                    let known = names(&class.text[arguments.span.range()]);
                    if mentions(&class.text[arguments.span.range()].replace('(', " "), &[name.to_string()])
                        || known.iter().any(|known| known == name)
                    {
                        continue;
                    }
                    insert(arguments.span.start + 1, format!("{name}(start = 0, fixed = true), "))
                }
                (false, None) => {
                    insert(found.component.name.span.end, format!("({name}(start = 0, fixed = true))"))
                }
            };
            self.add(Kind::FixStart, class, vec![change], vec![first.to_string()]);
        }
    }
}

fn gone(span: Span) -> Change {
    Change { span, text: String::new(), marked: false }
}

fn marked(span: Span, text: String) -> Change {
    Change { span, text, marked: true }
}

fn insert(at: u32, text: String) -> Change {
    Change { span: Span::at(at), text, marked: true }
}

/// A piece of text without a piece of it.
fn without(text: &str, whole: Span, part: Span) -> Change {
    let kept = [Span::new(whole.start, part.start), Span::new(part.end, whole.end)];
    marked(whole, kept.map(|span| &text[span.range()]).concat())
}

fn inside(inner: Span, outer: Span) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

/// A name without subscripts.
fn bare(name: &str) -> String {
    names(name).pop().unwrap_or_default()
}

fn declared<'a>(class: &Class<'a>) -> Vec<Declared<'a>> {
    let mut found = Vec::new();
    for element in elements(class.tree, class.class) {
        let ElementKind::Components { prefixes, type_name, components, .. } = element.kind else { continue };
        for component in &class.tree[components] {
            found.push(Declared {
                whole: element.span,
                alone: components.len() == 1,
                prefixes,
                type_name,
                component,
                name: &class.text[component.name.span.range()],
            });
        }
    }
    found
}

/// The arguments that give something a value, however deep, with the last part of its name.
fn collect_values<'a>(class: &Class<'a>, modification: Modification, found: &mut Vec<(Span, &'a str)>) {
    let Some(ClassModification { arguments, .. }) = modification.class else { return };
    for argument in &class.tree[arguments] {
        let ArgumentKind::Modify { name, modification, .. } = argument.kind else { continue };
        if modification.value.is_some() && modification.class.is_none() {
            let whole = &class.text[name.span.range()];
            found.push((argument.span, whole.rsplit('.').next().unwrap_or(whole)));
        }
        collect_values(class, modification, found);
    }
}

/// For each connection all ends that are connected with it.
fn sets(connects: &[(&Equation, [&str; 2])]) -> Vec<Vec<String>> {
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
