//! What the language forbids although every name is known: each rule has a file and a code of its own.
//!
//! Rules about the text of a class are looked at once for each text, when it is first elaborated; rules about
//! components when they are made; rules about replacements once for each pair of classes.

mod base_class;
mod compatibility;
mod connector;
mod constructor;
mod content;
mod cycle;
mod derivative;
mod discrete_time;
mod duplicates;
mod each;
mod enclosing_construct;
mod equality;
mod external;
mod finals;
mod function;
mod function_body;
mod operator;
mod partial_package;
mod protected;
mod purity;
mod record_value;
mod redeclare;
mod time;
mod units;
mod variability;

pub(crate) use duplicates::squeeze;
use equations::FunctionId;
pub(crate) use function_body::is_open;
pub(crate) use operator::PreviousValueUse;
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::tree::{
    ClassDefinition, ClassModification, ClassSpecifier, Ident, ModificationArgumentKind, Prefix, Restriction,
};
use syntax::{Diagnostic, DiagnosticCode, Place};

use crate::Flattener;
use crate::elab::{ConstrainingType, ElabId, ScopeId};
use crate::instance::StatedSize;
use crate::program::{ClassId, ClassItem, SourceTree};

/// What has been looked at, and what is still to be.
#[derive(Default)]
pub(crate) struct Rules<'a> {
    texts: FxHashSet<ClassId>,
    /// Blocks' connectors, and whether all their variables are inputs or outputs.
    causal: FxHashMap<ElabId, bool>,
    /// Functions that can be called.
    callable: FxHashSet<ElabId>,
    /// Pairs of a class and one that it may stand for.
    fitting: FxHashSet<(ElabId, ElabId)>,
    /// Classes exchanged for others: where they are members, and what they are exchanged for.
    exchanged: Vec<(ElabId, usize, ClassId, ScopeId, Option<ConstrainingType<'a>>)>,
    known_exchanges: FxHashSet<(ElabId, usize, ClassId)>,
    /// Classes with a constraining type that was looked at.
    pub(crate) defaults: FxHashSet<ClassId>,
    /// Those that cannot stand for what they are exchanged for.
    unfit: FxHashSet<ClassId>,
    /// The classes of which it is being looked at whether a redeclaration changes anything.
    pub(crate) comparing: Vec<(ElabId, usize)>,
    /// Sizes of components that are written beside others which their values give.
    pub(crate) stated: Vec<StatedSize<'a>>,
    /// Where whole numbers are written that are too large to be Integers.
    pub(crate) large: Vec<Place>,
    /// Functions that are declared `impure`, and those that are declared `pure`.
    pub(crate) impure: Vec<FunctionId>,
    pub(crate) pure: Vec<FunctionId>,
}

impl Flattener<'_> {
    /// Looks at the text of a class, once.
    pub(crate) fn check_class_text(&mut self, class: ClassId) {
        if !self.rules.texts.insert(class) {
            return;
        }
        self.check_content(class);
        let file = self.program.class(class).file;
        let node = self.program.class(class).node;
        let scan = self.program.scan(class, &mut self.model.symbols);
        let (items, twice) = (scan.items.clone(), scan.twice.clone());
        for (name, first, again) in twice {
            self.declared_twice(name, first, again);
        }
        self.check_imported(class);
        self.check_name(file, node.name);
        if let ClassSpecifier::Short { modification: Some(modification), .. } = node.specifier {
            self.check_arguments(file, modification);
        }
        if let ClassSpecifier::Enumeration { literals: Some(literals), .. } = node.specifier {
            self.check_literals(file, literals);
        }
        for item in items {
            let modification = match item {
                ClassItem::Extends { modification, .. } => modification,
                ClassItem::Component(declaration) => {
                    self.check_name(file, declaration.component.name);
                    declaration.component.modification.class
                }
                ClassItem::Class { .. } => None,
            };
            if let Some(modification) = modification {
                self.check_arguments(file, modification);
                self.check_breaks(file, modification, matches!(item, ClassItem::Extends { .. }));
            }
        }
    }

    /// Reports an element with the name of a predefined type (section 4.9).
    fn check_name(&mut self, file: SourceTree, name: Ident) {
        let text = file.read(name.span);
        if matches!(text, "Real" | "Integer" | "Boolean" | "String") {
            self.report(
                Diagnostic::new(
                    DiagnosticCode::ReservedName,
                    file.place(name.span),
                    format!("`{text}` is the name of a predefined type, and cannot be declared"),
                )
                .label("would hide the type")
                .help("choose another name"),
            );
        }
    }

    /// Reports `break` anywhere but in an `extends` clause (section 7.4).
    fn check_breaks(&mut self, file: SourceTree, modification: ClassModification, extends: bool) {
        for argument in &file.tree[modification.arguments] {
            match argument.kind {
                ModificationArgumentKind::BreakElement(_) | ModificationArgumentKind::BreakConnect(..)
                    if !extends =>
                {
                    self.report(
                        Diagnostic::new(
                            DiagnosticCode::MisplacedElement,
                            file.place(argument.span),
                            "`break` outside of an `extends` clause",
                        )
                        .label("only what is inherited can be left out")
                        .help("write a class that extends this one without the element, and use that"),
                    );
                }
                ModificationArgumentKind::Modify { modification, .. } => {
                    if let Some(inner) = modification.class {
                        self.check_breaks(file, inner, false);
                    }
                }
                _ => {}
            }
        }
    }

    /// Reports something that the kind of a class does not allow, and points at the class.
    fn against_kind(&mut self, class: ClassId, diagnostic: Diagnostic) {
        let place = self.class_place(class);
        let kind = kind_text(self.program.class(class).node);
        self.report(diagnostic.related(place, format!("declared as {kind}")));
    }

    /// Where the name of a class is declared.
    fn class_place(&self, class: ClassId) -> Place {
        self.program.class(class).file.place(self.class_span(class))
    }

    /// The full name of a class.
    fn class_name(&self, class: ClassId) -> String {
        self.model.symbols.name(self.program.class(class).full).to_string()
    }

    /// The full name of an elaborated class or type.
    fn elab_name(&self, elab: ElabId) -> String {
        match (self.elab(elab).class, self.elab(elab).basis) {
            (Some(class), _) => self.class_name(class),
            (None, crate::elab::Basis::Scalar(kind)) => self.type_name(kind).to_string(),
            (None, crate::elab::Basis::Class) => String::new(),
        }
    }
}

/// A name with its article.
pub(crate) fn a(name: &str) -> String {
    let vowel = name.starts_with(['A', 'E', 'I', 'O', 'a', 'e', 'i', 'o']);
    format!("{} `{name}`", if vowel { "an" } else { "a" })
}

/// The kind of a class with its article, as it is written.
pub(crate) fn kind_text(node: &ClassDefinition) -> String {
    let prefix = |prefix| node.prefixes.has(prefix);
    let kind = node.restriction.text();
    match node.restriction {
        Restriction::Connector if prefix(Prefix::Expandable) => "an `expandable connector`".to_string(),
        Restriction::Record | Restriction::Function if prefix(Prefix::Operator) => {
            format!("an `operator {kind}`")
        }
        Restriction::Operator => "an `operator`".to_string(),
        _ => format!("a `{kind}`"),
    }
}
