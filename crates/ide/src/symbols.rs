//! What a text declares.

use syntax::tree::{ClassDefinition, ClassSpecifier, ElementKind, Restriction, Section, StoredDefinition};
use syntax::{Place, Span};

use crate::Texts;
use crate::name_uses::NameUses;

/// A declaration, with those inside of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentSymbol {
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: SymbolKind,
    /// The whole declaration.
    pub span: Span,
    /// Its name in it.
    pub selection: Span,
    /// What it declares itself.
    pub children: Vec<DocumentSymbol>,
}

/// What is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymbolKind {
    /// A class of some kind.
    Class(Restriction),
    /// A component.
    Component,
    /// A literal of an enumeration.
    Literal,
}

/// What a file of the user declares, in the order of the text.
pub fn symbols(texts: &Texts, file: syntax::FileId) -> Vec<DocumentSymbol> {
    let place = Place { file, span: Span::at(0) };
    let Some((tree, text)) = texts.own(place) else { return Vec::new() };
    tree[tree.classes].iter().map(|one| class(tree, text, one)).collect()
}

/// The full name of the innermost class around a place.
pub fn class_at(texts: &Texts, at: Place) -> Option<String> {
    let (tree, text) = texts.own(at)?;
    Some(NameUses::new(tree, text).class_around(at.span.start)?.name.clone())
}

fn class(tree: &StoredDefinition, text: &str, one: &ClassDefinition) -> DocumentSymbol {
    let symbol = |kind, span, selection: Span| {
        let name = text[selection.range()].to_string();
        DocumentSymbol { name, kind, span, selection, children: Vec::new() }
    };
    let mut children = Vec::new();
    match one.specifier {
        ClassSpecifier::Long { composition, .. } => {
            for section in &tree[composition.sections] {
                let Section::Elements { elements, .. } = *section else { continue };
                for element in &tree[elements] {
                    match element.kind {
                        ElementKind::Class { class: inner, .. } => {
                            children.push(class(tree, text, &tree[inner]));
                        }
                        ElementKind::Components { components, .. } => {
                            let all = tree[components].iter();
                            children.extend(
                                all.map(|found| symbol(SymbolKind::Component, found.span, found.name.span)),
                            );
                        }
                        ElementKind::Import { .. } | ElementKind::Extends { .. } => {}
                    }
                }
            }
        }
        ClassSpecifier::Enumeration { literals: Some(literals), .. } => {
            let all = tree[literals].iter();
            children.extend(all.map(|found| symbol(SymbolKind::Literal, found.name.span, found.name.span)));
        }
        _ => {}
    }
    let kind = SymbolKind::Class(one.restriction);
    DocumentSymbol { children, ..symbol(kind, one.span, one.name.span) }
}
