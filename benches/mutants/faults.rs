//! All faults that can be made in a model, in the order of its classes and their text.

#[path = "faults/joins.rs"]
mod joins;
#[path = "faults/values.rs"]
mod values;

use wellposed::equations::{FlatModel, InstanceId, InstanceKind, Type, Variability, VariableId};
use wellposed::syntax::tree::{
    ComponentDeclaration, ElementKind, EquationSyntax, EquationSyntaxKind, Name, Prefix, Prefixes,
};
use wellposed::syntax::{FileId, Span};

use super::classes::{Class, Classes, Used, elements, equations};
use super::fault::{Change, Fault, Kind, statement};
use super::names::names;

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

/// Finds the faults of a model in files that may be changed.
pub fn faults(classes: &Classes, model: &FlatModel, own: &dyn Fn(FileId) -> bool) -> Vec<Fault> {
    let mut finder = Finder { classes, model, found: Vec::new() };
    for used in classes.used(model).into_iter().filter(|used| own(used.class.tree.file)) {
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
    component: &'a ComponentDeclaration,
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
    fn equation(&mut self, class: &Class, equation: &EquationSyntax, declared: &[Declared]) {
        let text = &class.text[equation.span.range()];
        let whole = statement(class.text, equation.span);
        if matches!(equation.kind, EquationSyntaxKind::Equality { .. } | EquationSyntaxKind::When { .. }) {
            self.add(Kind::DeleteEquation, class, vec![gone(whole)], names(text));
        }
        let EquationSyntaxKind::Equality { left, right } = equation.kind else { return };
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
    fn more_equations(&mut self, used: &Used, declared: &[Declared], equations: &[&EquationSyntax]) {
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
