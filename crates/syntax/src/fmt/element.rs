//! The layout of declarations and modifications.

use super::gap::Gap;
use super::layout::Layout;
use super::print::{Op, Style};
use crate::tree::{
    Argument, ArgumentKind, Binding, ClassDefinition, ClassModification, ClassSpecifier, Component,
    Constraint, Description, Element, ElementKind, Import, Modification,
};
use crate::{Kind, List};

impl Layout<'_> {
    /// A declaration without its semicolon.
    pub(super) fn element(&mut self, element: &Element) {
        let tree = self.tree;
        if let ElementKind::Class { class, constraint } = element.kind {
            return self.class_element(&tree[class], constraint);
        }
        self.group(Style::Fill, Op::Hang(2), |layout| layout.declaration(element));
    }

    fn declaration(&mut self, element: &Element) {
        match element.kind {
            ElementKind::Import { import, name, description } => {
                self.upto(name.span.end);
                if let Import::Some(names) = import {
                    self.token();
                    self.bracket(Style::Fill, true, |layout| {
                        layout.list(names, Gap::Soft, |layout, name| layout.upto(name.span.end));
                    });
                } else {
                    self.eat(Kind::DotStar);
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
                    self.ask(Gap::Late);
                }
                self.components(components);
                self.constraint(constraint);
            }
        }
    }

    /// A class in a file, among elements or in a modification.
    pub(super) fn class_element(&mut self, class: &ClassDefinition, constraint: Option<Constraint>) {
        if let ClassSpecifier::Long { .. } = class.specifier {
            // The indentation of a group would move the body of the class.
            self.class(class);
            if constraint.is_some() {
                self.group(Style::Fill, Op::Hang(2), |layout| layout.constraint(constraint));
            }
            return;
        }
        self.group(Style::Fill, Op::Hang(2), |layout| {
            layout.class(class);
            layout.constraint(constraint);
        });
    }

    /// `x, y`; with descriptions one to a line if they do not all fit on one.
    fn components(&mut self, components: List<Component>) {
        if components.len() == 1 {
            return self.list(components, Gap::Blank, Self::component);
        }
        let described = |component: &Component| component.description.text.is_some();
        let style = if self.tree[components].iter().any(described) { Style::All } else { Style::Fill };
        self.group(style, Op::Hang(2), |layout| {
            layout.list(components, Gap::Soft, |layout, component| {
                layout.group(Style::Fill, Op::Hang(2), |layout| layout.component(component));
            });
        });
    }

    fn component(&mut self, component: &Component) {
        self.upto(component.name.span.end);
        self.subscripts(component.subscripts);
        self.modification(component.modification, Gap::Blank);
        if let Some(condition) = component.condition {
            self.token();
            self.expression(condition);
        }
        self.description(component.description);
    }

    /// `constrainedby B(…)`, if it stands here.
    fn constraint(&mut self, constraint: Option<Constraint>) {
        let Some(constraint) = constraint else { return };
        self.ask(Gap::Tail);
        self.upto(constraint.base.span.end);
        self.optional(constraint.modification);
        self.description(constraint.description);
    }

    /// A description string and an annotation, each on a new line where it does not fit.
    pub(super) fn description(&mut self, description: Description) {
        if let Some(text) = description.text {
            self.ask(Gap::Soft);
            self.upto(text.end);
        }
        self.annotation(description.annotation);
    }

    /// `annotation(…)`, if it stands here.
    pub(super) fn annotation(&mut self, annotation: Option<ClassModification>) {
        let Some(annotation) = annotation else { return };
        self.ask(Gap::Tail);
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
impl Layout<'_> {
    /// `(…) = …` with the given gap around the sign.
    fn modification(&mut self, modification: Modification, around: Gap) {
        self.optional(modification.class);
        if let Some(value) = modification.value {
            self.ask(around);
            self.token();
            self.ask(if around == Gap::Blank { Gap::Late } else { around });
            match value {
                Binding::Value(value) => self.expression(value),
                Binding::Break(_) => self.token(),
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
        self.bracket(Style::All, hug, |layout| {
            layout.list(modification.arguments, Gap::Soft, Self::argument);
        });
    }

    /// True if a sole argument is better broken itself than moved to a line of its own.
    fn huggable(&self, argument: &Argument) -> bool {
        match argument.kind {
            ArgumentKind::Modify { modification, .. } => match modification.value {
                Some(Binding::Value(value)) => self.can_break(value),
                _ => modification.class.is_some(),
            },
            _ => false,
        }
    }

    fn argument(&mut self, argument: &Argument) {
        let tree = self.tree;
        match argument.kind {
            ArgumentKind::Modify { name, modification, description: None } => {
                self.upto(name.span.end);
                self.modification(modification, Gap::Tight);
            }
            ArgumentKind::Modify { name, modification, description: Some(text) } => {
                self.group(Style::Fill, Op::Hang(2), |layout| {
                    layout.upto(name.span.end);
                    layout.modification(modification, Gap::Tight);
                    layout.ask(Gap::Soft);
                    layout.upto(text.end);
                });
            }
            ArgumentKind::Class { class, constraint } => self.class_element(&tree[class], constraint),
            ArgumentKind::Component { element } => self.element(&tree[element]),
            ArgumentKind::BreakElement(_) | ArgumentKind::BreakConnect(..) => self.upto(argument.span.end),
        }
    }
}
