//! The classes and statements of the text, found by place.

use rustc_hash::FxHashMap;
use syntax::tree::{
    ClassDefinition, ClassModification, ClassSpecifier, Element, ElementKind, EquationSyntax,
    EquationSyntaxKind, Modification, ModificationArgumentKind, ModificationExpression, Prefix, Restriction,
    Section, StoredDefinition,
};
use syntax::{FileId, List, Place, SourceMap, Span};

use crate::modifier::{ArgumentText, arguments};

/// A class as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClassTextId(pub u32);

/// A class as it is written, without what it inherits.
#[derive(Clone, Debug)]
pub struct ClassText {
    /// Its full name.
    pub name: String,
    /// Where it is written.
    pub place: Place,
    /// Where its name is written.
    pub name_place: Place,
    /// Which kind of class it is.
    pub restriction: Restriction,
    /// True if it is declared `partial`.
    pub partial: bool,
    /// The last of its equations, not counting those for initialization.
    pub last_equation: Option<Span>,
    /// The last of its declarations, classes and `extends` clauses.
    pub last_element: Option<Span>,
    /// Its components: the types as they are written, and the names.
    pub components: Vec<(String, String)>,
}

/// Where the value of a declaration or of a modification is written.
#[derive(Clone, Copy, Debug)]
pub struct ValueText {
    /// The expression.
    pub expression: Span,
    /// The whole argument of a modification; none in a declaration.
    argument: Option<Span>,
}

impl ValueText {
    /// What has to go for the value to go: `= value`, or the argument with its comma.
    pub fn removal(self, text: &str) -> Span {
        match self.argument {
            None => {
                let before = text[..self.expression.start as usize].trim_end();
                let equals = before.strip_suffix('=').unwrap_or(before);
                let equals = equals.strip_suffix(':').unwrap_or(equals).trim_end();
                Span { start: equals.len() as u32, end: self.expression.end }
            }
            Some(argument) => crate::edit::without_comma(text, argument),
        }
    }
}

/// Where a component is declared.
#[derive(Clone, Copy, Debug)]
pub struct ComponentText {
    /// The whole declaration, with all components that it declares.
    clause: Span,
    /// This component.
    component: Span,
    /// True if it is the only one of its declaration.
    alone: bool,
}

/// An equation of a class, and whether it is a `connect`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EquationText {
    pub(crate) span: Span,
    pub(crate) is_connect: bool,
}

impl ComponentText {
    /// The whole declaration, with all components that it declares.
    pub fn clause(self) -> Span {
        self.clause
    }

    /// What has to go for the component to go: the declaration, or the component with a comma.
    pub(crate) fn removal(self) -> Result<Span, Span> {
        if self.alone { Ok(self.clause) } else { Err(self.component) }
    }
}

/// The classes of all files, and what is said of their equations.
#[derive(Debug, Default)]
pub struct ClassTexts {
    classes: Vec<ClassText>,
    /// The classes of each file by where they begin.
    files: FxHashMap<FileId, Vec<ClassTextId>>,
    descriptions: FxHashMap<Place, Span>,
    values: FxHashMap<Place, ValueText>,
    names: FxHashMap<String, ClassTextId>,
    components: FxHashMap<Place, ComponentText>,
    modifiers: FxHashMap<Place, Vec<ArgumentText>>,
    equations: FxHashMap<ClassTextId, Vec<EquationText>>,
}

impl ClassTexts {
    /// Looks through all files.
    pub fn new<'a>(trees: impl IntoIterator<Item = &'a StoredDefinition>, sources: &SourceMap) -> ClassTexts {
        let mut texts = ClassTexts::default();
        for tree in trees {
            let text = sources[tree.file].text();
            let within = tree.within.and_then(|within| within.name).map(|name| {
                let parts: Vec<&str> = tree[name.parts].iter().map(|part| &text[part.span.range()]).collect();
                parts.join(".")
            });
            for class in &tree[tree.classes] {
                texts.add(tree, text, within.as_deref().unwrap_or_default(), class);
            }
        }
        texts
    }

    fn add(&mut self, tree: &StoredDefinition, text: &str, around: &str, class: &ClassDefinition) {
        let own = &text[class.name.span.range()];
        let name = if around.is_empty() { own.to_string() } else { format!("{around}.{own}") };
        let place = |span| Place { file: tree.file, span };
        let id = ClassTextId(self.classes.len() as u32);
        self.classes.push(ClassText {
            name: name.clone(),
            place: place(class.span),
            name_place: place(class.name.span),
            restriction: class.restriction,
            partial: class.prefixes.has(Prefix::Partial),
            last_equation: None,
            last_element: None,
            components: Vec::new(),
        });
        self.files.entry(tree.file).or_default().push(id);
        self.names.entry(name.clone()).or_insert(id);
        let ClassSpecifier::Long { composition, .. } = class.specifier else { return };
        for section in &tree[composition.sections] {
            match *section {
                Section::Elements { elements, .. } => {
                    for element in &tree[elements] {
                        self.add_element(tree, text, id, element);
                    }
                }
                Section::Equations { equations, initial } => {
                    self.describe(tree, equations);
                    let all = tree[equations].iter().map(|equation| EquationText {
                        span: equation.span,
                        is_connect: matches!(equation.kind, EquationSyntaxKind::Connect { .. }),
                    });
                    self.equations.entry(id).or_default().extend(all);
                    if let Some(last) = tree[equations].last().filter(|_| !initial) {
                        self.classes[id.0 as usize].last_equation = Some(last.span);
                    }
                }
                Section::Algorithm { .. } => {}
            }
        }
    }

    fn add_element(&mut self, tree: &StoredDefinition, text: &str, around: ClassTextId, element: &Element) {
        self.classes[around.0 as usize].last_element = Some(element.span);
        match element.kind {
            ElementKind::Class { class, .. } => {
                let around = self.class(around).name.clone();
                self.add(tree, text, &around, &tree[class]);
            }
            ElementKind::Components { type_name, components, .. } => {
                let own = &mut self.classes[around.0 as usize];
                let kind = &text[type_name.span.range()];
                for component in &tree[components] {
                    own.components.push((kind.to_string(), text[component.name.span.range()].to_string()));
                }
                for component in &tree[components] {
                    let alone = tree[components].len() == 1;
                    let place = Place { file: tree.file, span: component.span };
                    let found = ComponentText { clause: element.span, component: component.span, alone };
                    self.components.insert(place, found);
                    self.modifiers.insert(place, arguments(tree, text, component));
                    self.add_value(tree, component.span, None, component.modification);
                }
            }
            ElementKind::Extends { modification: Some(modification), .. } => {
                self.add_arguments(tree, modification);
            }
            _ => {}
        }
    }

    fn add_value(
        &mut self,
        tree: &StoredDefinition,
        whole: Span,
        argument: Option<Span>,
        modification: Modification,
    ) {
        if let Some(ModificationExpression::Value(value)) = modification.value {
            let value = ValueText { expression: tree[value].span, argument };
            self.values.insert(Place { file: tree.file, span: whole }, value);
        }
        if let Some(class) = modification.class {
            self.add_arguments(tree, class);
        }
    }

    fn add_arguments(&mut self, tree: &StoredDefinition, modification: ClassModification) {
        for argument in &tree[modification.arguments] {
            if let ModificationArgumentKind::Modify { modification, .. } = argument.kind {
                // With attributes beside it the value goes alone.
                let whole = Some(argument.span).filter(|_| modification.class.is_none());
                self.add_value(tree, argument.span, whole, modification);
            }
        }
    }

    fn describe(&mut self, tree: &StoredDefinition, equations: List<EquationSyntax>) {
        for equation in &tree[equations] {
            if let Some(text) = equation.description.text {
                self.descriptions.insert(Place { file: tree.file, span: equation.span }, text);
            }
            match equation.kind {
                EquationSyntaxKind::If { branches, otherwise } => {
                    tree[branches].iter().for_each(|branch| self.describe(tree, branch.body));
                    self.describe(tree, otherwise);
                }
                EquationSyntaxKind::For { body, .. } => self.describe(tree, body),
                EquationSyntaxKind::When { branches } => {
                    tree[branches].iter().for_each(|branch| self.describe(tree, branch.body));
                }
                _ => {}
            }
        }
    }

    /// The class with a number.
    pub fn class(&self, id: ClassTextId) -> &ClassText {
        &self.classes[id.0 as usize]
    }

    /// All classes, in the order of files and in each by where they begin.
    pub fn classes(&self) -> impl Iterator<Item = &ClassText> {
        self.classes.iter()
    }

    /// The class with a full name.
    pub fn by_name(&self, name: &str) -> Option<ClassTextId> {
        self.names.get(name).copied()
    }

    /// The innermost class that a place belongs to.
    pub fn class_at(&self, place: Place) -> Option<ClassTextId> {
        let classes = self.files.get(&place.file)?;
        let begun = classes.partition_point(|&id| self.class(id).place.span.start <= place.span.start);
        // Classes that are closed before the place lie between it and the one around it.
        let holds = |id: &&ClassTextId| self.class(**id).place.span.end >= place.span.end;
        classes[..begun].iter().rev().find(holds).copied()
    }

    /// The value that a declaration or an argument of a modification gives.
    pub fn value(&self, place: Place) -> Option<ValueText> {
        self.values.get(&place).copied()
    }

    /// The declaration of a component.
    pub fn component(&self, place: Place) -> Option<ComponentText> {
        self.components.get(&place).copied()
    }

    /// A component and the arguments of its modifiers.
    pub(crate) fn modifiers(&self, component: Place) -> &[ArgumentText] {
        self.modifiers.get(&component).map_or(&[], Vec::as_slice)
    }

    /// The equations of a class, one after the other.
    pub(crate) fn equations(&self, class: ClassTextId) -> &[EquationText] {
        self.equations.get(&class).map_or(&[], Vec::as_slice)
    }

    /// Where an equation ends, without the words on what it is for.
    pub fn equation_end(&self, sources: &SourceMap, place: Place) -> u32 {
        let end = self.descriptions.get(&place).map_or(place.span.end, |span| span.start);
        let text = &sources[place.file].text()[place.span.start as usize..end as usize];
        place.span.start + text.trim_end().len() as u32
    }

    /// What the text says an equation is for.
    pub fn description(&self, sources: &SourceMap, place: Place) -> String {
        let span = self.descriptions.get(&place);
        let text = span.map_or("", |span| &sources[place.file].text()[span.range()]);
        text.trim_matches('"').to_string()
    }
}
