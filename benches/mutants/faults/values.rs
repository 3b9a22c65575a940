//! Faults of declarations and of what they say: values, kinds and starts.

use wellposed::equations::{Attribute, Causality, Expr, InstanceId, InstanceKind, Type, Variability};
use wellposed::syntax::Span;
use wellposed::syntax::tree::{
    ClassModification, Modification, ModificationArgumentKind, ModificationExpression, Prefix, Prefixes,
    Restriction,
};

use super::super::classes::Class;
use super::super::fault::{Kind, argument};
use super::super::names::{mentions, names};
use super::{ATTRIBUTES, Declared, Finder, insert, marked, without};

impl Finder<'_> {
    /// Faults of one declaration.
    pub(super) fn declaration(&mut self, class: &Class, found: &Declared) {
        let component = found.component;
        let text = class.text;
        let fixed_value = found.prefixes.has(Prefix::Parameter) || found.prefixes.has(Prefix::Constant);
        let names = vec![found.name.to_string()];
        if let Some(ModificationExpression::Value(value)) = component.modification.value {
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
    pub(super) fn starts(&mut self, class: &Class, declared: &[Declared]) {
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

/// The arguments that give something a value, however deep, with the last part of its name.
fn collect_values<'a>(class: &Class<'a>, modification: Modification, found: &mut Vec<(Span, &'a str)>) {
    let Some(ClassModification { arguments, .. }) = modification.class else { return };
    for argument in &class.tree[arguments] {
        let ModificationArgumentKind::Modify { name, modification, .. } = argument.kind else { continue };
        if modification.value.is_some() && modification.class.is_none() {
            let whole = &class.text[name.span.range()];
            found.push((argument.span, whole.rsplit('.').next().unwrap_or(whole)));
        }
        collect_values(class, modification, found);
    }
}
