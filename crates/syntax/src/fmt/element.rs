//! The layout of declarations and modifications.

use super::gap::TokenGap;
use super::layout::LayoutWriter;
use super::print::{BreakStyle, PrintOp};
use crate::tree::{
    ClassDefinition, ClassModification, ClassSpecifier, ComponentDeclaration, ConstrainingClause,
    Description, Element, ElementKind, ImportClause, Modification, ModificationArgument,
    ModificationArgumentKind, ModificationExpression,
};
use crate::{List, TokenKind};

impl LayoutWriter<'_> {
    /// A declaration without its semicolon.
    pub(super) fn element(&mut self, element: &Element) {
        let tree = self.tree;
        if let ElementKind::Class { class, constraint } = element.kind {
            return self.class_element(&tree[class], constraint);
        }
        self.group(BreakStyle::Fill, PrintOp::Hang(2), |layout| layout.declaration(element));
    }

    fn declaration(&mut self, element: &Element) {
        match element.kind {
            ElementKind::Import { import, name, description } => {
                self.upto(name.span.end);
                if let ImportClause::Some(names) = import {
                    self.token();
                    self.bracket(BreakStyle::Fill, true, |layout| {
                        layout.list(names, TokenGap::Soft, |layout, name| layout.upto(name.span.end));
                    });
                } else {
                    self.eat(TokenKind::DotStar);
                }
                self.description(description);
            }
            ElementKind::Extends { base, modification, annotation } => {
                self.upto(base.span.end);
                self.optional(modification);
                self.annotation(annotation);
            }
            ElementKind::Class { class, constraint } => self.class_element(&self.tree[class], constraint),
            ElementKind::Components { type_name, subscripts, components, constraint, .. } => {
                self.upto(type_name.span.end);
                self.subscripts(subscripts);
                // A lone word on a line could pass for a misspelt `public`; two words with a dot cannot.
                if type_name.parts.len() > 1 && subscripts.is_empty() {
                    self.request_gap(TokenGap::Late);
                }
                self.components(components);
                self.constraint(constraint);
            }
        }
    }

    /// A class in a file, among elements or in a modification.
    pub(super) fn class_element(&mut self, class: &ClassDefinition, constraint: Option<ConstrainingClause>) {
        if let ClassSpecifier::Long { .. } = class.specifier {
            // The indentation of a group would move the body of the class.
            self.class(class);
            if constraint.is_some() {
                self.group(BreakStyle::Fill, PrintOp::Hang(2), |layout| layout.constraint(constraint));
            }
            return;
        }
        self.group(BreakStyle::Fill, PrintOp::Hang(2), |layout| {
            layout.class(class);
            layout.constraint(constraint);
        });
    }

    /// `x, y`; with descriptions one to a line if they do not all fit on one.
    fn components(&mut self, components: List<ComponentDeclaration>) {
        if components.len() == 1 {
            return self.list(components, TokenGap::Blank, Self::component);
        }
        let described = |component: &ComponentDeclaration| component.description.text.is_some();
        let style =
            if self.tree[components].iter().any(described) { BreakStyle::All } else { BreakStyle::Fill };
        self.group(style, PrintOp::Hang(2), |layout| {
            layout.list(components, TokenGap::Soft, |layout, component| {
                layout.group(BreakStyle::Fill, PrintOp::Hang(2), |layout| layout.component(component));
            });
        });
    }

    fn component(&mut self, component: &ComponentDeclaration) {
        self.upto(component.name.span.end);
        self.subscripts(component.subscripts);
        self.modification(component.modification, TokenGap::Blank);
        if let Some(condition) = component.condition {
            self.token();
            self.expression(condition);
        }
        self.description(component.description);
    }

    /// `constrainedby B(…)`, if it stands here.
    fn constraint(&mut self, constraint: Option<ConstrainingClause>) {
        let Some(constraint) = constraint else { return };
        self.request_gap(TokenGap::Tail);
        self.upto(constraint.base.span.end);
        self.optional(constraint.modification);
        self.description(constraint.description);
    }

    /// A description string and an annotation, each on a new line where it does not fit.
    pub(super) fn description(&mut self, description: Description) {
        if let Some(text) = description.text {
            self.request_gap(TokenGap::Soft);
            self.upto(text.end);
        }
        self.annotation(description.annotation);
    }

    /// `annotation(…)`, if it stands here.
    pub(super) fn annotation(&mut self, annotation: Option<ClassModification>) {
        let Some(annotation) = annotation else { return };
        self.request_gap(TokenGap::Tail);
        self.annotate(annotation);
    }

    pub(super) fn annotate(&mut self, annotation: ClassModification) {
        let outside = std::mem::replace(&mut self.annotated, true);
        self.token();
        self.class_modification(annotation);
        self.annotated = outside;
    }
}

// Modifications.
impl LayoutWriter<'_> {
    /// `(…) = …` with the given gap around the sign.
    fn modification(&mut self, modification: Modification, around: TokenGap) {
        self.optional(modification.class);
        if let Some(value) = modification.value {
            self.request_gap(around);
            self.token();
            self.request_gap(if around == TokenGap::Blank { TokenGap::Late } else { around });
            match value {
                ModificationExpression::Value(value) => self.expression(value),
                ModificationExpression::Break(_) => self.token(),
            }
        }
    }

    pub(super) fn optional(&mut self, modification: Option<ClassModification>) {
        if let Some(modification) = modification {
            self.class_modification(modification);
        }
    }

    /// `(x=1, redeclare model M = N)`
    fn class_modification(&mut self, modification: ClassModification) {
        let tree = self.tree;
        let hug = match &tree[modification.arguments] {
            [only] => self.huggable(only),
            _ => false,
        };
        self.bracket(BreakStyle::All, hug, |layout| {
            layout.list(modification.arguments, TokenGap::Soft, Self::argument);
        });
    }

    /// True if a sole argument is better broken itself than moved to a line of its own.
    fn huggable(&self, argument: &ModificationArgument) -> bool {
        match argument.kind {
            ModificationArgumentKind::Modify { modification, .. } => match modification.value {
                Some(ModificationExpression::Value(value)) => self.can_break(value),
                _ => modification.class.is_some(),
            },
            _ => false,
        }
    }

    fn argument(&mut self, argument: &ModificationArgument) {
        let tree = self.tree;
        match argument.kind {
            ModificationArgumentKind::Modify { name, modification, description: None } => {
                self.upto(name.span.end);
                self.modification(modification, TokenGap::Tight);
            }
            ModificationArgumentKind::Modify { name, modification, description: Some(text) } => {
                self.group(BreakStyle::Fill, PrintOp::Hang(2), |layout| {
                    layout.upto(name.span.end);
                    layout.modification(modification, TokenGap::Tight);
                    layout.request_gap(TokenGap::Soft);
                    layout.upto(text.end);
                });
            }
            ModificationArgumentKind::Class { class, constraint } => {
                self.class_element(&tree[class], constraint);
            }
            ModificationArgumentKind::Component { element } => self.element(&tree[element]),
            ModificationArgumentKind::BreakElement(_) | ModificationArgumentKind::BreakConnect(..) => {
                self.upto(argument.span.end);
            }
        }
    }
}
