//! What a name is: kind, type, unit, what is said of it, and its value in a model.

use equations::{Attribute, Expr, FlatModel, Type, VariableId};
use flatten::{DeclarationKind, NameResolver, Named, NamedDeclaration};
use syntax::tree::{ClassSpecifier, Prefix};
use syntax::{Place, Span};

use crate::navigation::named_at;
use crate::{Texts, name_place};

/// What is known of a name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SymbolDescription {
    /// Where the name stands that was asked about.
    pub span: Span,
    /// What it is called wherever one stands: the full name of a class, or of a component in its class.
    pub full_name: String,
    /// How it is declared: `parameter Modelica.Units.SI.Resistance R(start = 1)`.
    pub declaration: String,
    /// What is written about it, without quotes.
    pub documentation: String,
    /// Its type by its full name, if it is a component.
    pub type_name: Option<String>,
    /// Its unit in the model that is asked about.
    pub unit: Option<String>,
    /// Its value in the model that is asked about, if it is one that never changes.
    pub value: Option<String>,
    /// Where it is declared.
    pub declared: Option<Place>,
}

/// What the name at a place is. Nothing where no name stands, or its meaning is not known.
pub fn describe(texts: &Texts, at: Place) -> Option<SymbolDescription> {
    let mut resolver = texts.resolver();
    let (place, named) = named_at(texts, &mut resolver, at)?;
    let mut described = describe_named(&mut resolver, named);
    described.span = place.span;
    let model = texts.model.filter(|model| described.full_name.starts_with(&format!("{}.", model.name)));
    if let Some(model) = model {
        let name = described.full_name[model.name.len() + 1..].to_string();
        let variable = (0..model.variables.len() as u32).map(VariableId);
        if let Some(id) = variable.into_iter().find(|&id| model.variable_name(id) == name) {
            described.unit = unit(model, id);
            described.value = value(model, id);
        }
    }
    Some(described)
}

/// What a name is, wherever it is used.
pub(crate) fn describe_named(resolver: &mut NameResolver, named: Named) -> SymbolDescription {
    let full_name = resolver.full_name(named);
    let Some(declaration) = resolver.declaration(named) else {
        let declaration = format!("type {full_name}");
        return SymbolDescription { full_name, declaration, ..SymbolDescription::default() };
    };
    let mut type_name = None;
    if let DeclarationKind::Component(..) = declaration.kind {
        type_name = resolver.type_of(named).map(|kind| match resolver.basis(kind) {
            Some(basis) if resolver.declaration(kind).is_none() => predefined(basis).to_string(),
            _ => resolver.full_name(kind),
        });
    }
    SymbolDescription {
        declaration: written(&declaration, type_name.as_deref(), &full_name),
        documentation: documentation(&declaration),
        declared: Some(name_place(&declaration)),
        full_name,
        type_name,
        ..SymbolDescription::default()
    }
}

/// The declaration in a line.
fn written(found: &NamedDeclaration, type_name: Option<&str>, full_name: &str) -> String {
    let NamedDeclaration { tree, text, kind } = *found;
    match kind {
        DeclarationKind::Class(class) => {
            let prefixes = [Prefix::Encapsulated, Prefix::Partial, Prefix::Expandable, Prefix::Operator];
            let mut words: Vec<&str> =
                prefixes.into_iter().filter(|&prefix| class.prefixes.has(prefix)).map(Prefix::text).collect();
            words.push(class.restriction.text());
            words.push(full_name);
            words.join(" ")
        }
        DeclarationKind::Component(component, prefixes, type_written) => {
            let mut words: Vec<&str> = prefixes.iter().map(Prefix::text).collect();
            words.push(type_name.unwrap_or(&text[type_written.span.range()]));
            // From its name to what is said of it.
            let end = component.description.text.map_or(component.span.end, |described| described.start);
            let end =
                component.description.annotation.map_or(end, |annotation| end.min(annotation.span.start));
            let end = component.condition.map_or(end, |condition| end.min(tree[condition].span.start));
            let rest = &text[component.name.span.start as usize..end as usize];
            let rest = rest.trim_end().trim_end_matches("annotation").trim_end_matches(" if").trim_end();
            let rest: Vec<&str> = rest.split_whitespace().collect();
            format!("{} {}", words.join(" "), rest.join(" "))
        }
        DeclarationKind::Literal(_) => full_name.to_string(),
    }
}

/// What is written about something, without quotes.
fn documentation(found: &NamedDeclaration) -> String {
    let span = match found.kind {
        DeclarationKind::Class(class) => match class.specifier {
            ClassSpecifier::Long { description, .. } => description,
            ClassSpecifier::Short { description, .. }
            | ClassSpecifier::Enumeration { description, .. }
            | ClassSpecifier::Derivative { description, .. } => description.text,
        },
        DeclarationKind::Component(component, ..) => component.description.text,
        DeclarationKind::Literal(literal) => literal.description.text,
    };
    let written = span.map_or("", |span| &found.text[span.range()]);
    written.trim_matches('"').replace("\\\"", "\"")
}

fn unit(model: &FlatModel, id: VariableId) -> Option<String> {
    let mut own = model.attributes.iter().rev().filter(|found| found.0 == id && found.1 == Attribute::Unit);
    own.next().and_then(|found| match model.exprs.get(found.2) {
        Expr::String(text) => Some(model.symbols.name(text).to_string()),
        _ => None,
    })
}

fn value(model: &FlatModel, id: VariableId) -> Option<String> {
    let variable = &model.variables[id.at()];
    let constant = variable.variability <= equations::Variability::Parameter;
    variable.binding.filter(|_| constant).map(|binding| model.expr_text(binding))
}

/// How a built-in type is called.
pub(crate) fn predefined(basis: Type) -> &'static str {
    match basis {
        Type::Real => "Real",
        Type::Integer => "Integer",
        Type::Boolean => "Boolean",
        Type::String => "String",
        Type::Enumeration(_) => "enumeration",
        Type::Clock => "Clock",
        _ => "type",
    }
}
