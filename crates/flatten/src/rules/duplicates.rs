//! Names that are declared, modified or inherited twice (Modelica Language Specification 3.6, sections 4.2, 7.1
//! and 7.2.4).

use equations::Symbol;
use rustc_hash::FxHashMap;
use syntax::tree::{
    ClassDefinition, ClassModification, ClassSpecifier, EnumerationLiteral, ModificationArgumentKind,
    ModificationExpression, Prefix, Prefixes,
};
use syntax::{Diagnostic, DiagnosticCode, List, Place, Span};

use crate::Flattener;
use crate::elab::{ElabId, NameEntry, ScopeId};
use crate::lookup::ClassReference;
use crate::program::{Declaration, SourceTree};

/// What every enumeration has, on the same level as its literals (section 4.9.5.1).
const ATTRIBUTES: [&str; 5] = ["quantity", "min", "max", "start", "fixed"];

impl<'a> Flattener<'a> {
    pub(crate) fn declared_twice(&mut self, name: Symbol, first: Place, again: Place) {
        let name = self.model.symbols.name(name).to_string();
        self.report(
            Diagnostic::new(DiagnosticCode::DeclaredTwice, again, format!("`{name}` is declared twice"))
                .label("declared again")
                .related(first, "declared here first")
                .help("remove or rename one of the two"),
        );
    }

    /// Reports literals of an enumeration that have the same name.
    pub(super) fn check_literals(&mut self, file: SourceTree<'a>, literals: List<EnumerationLiteral>) {
        let mut known: FxHashMap<&str, Span> = FxHashMap::default();
        for literal in &file.tree[literals] {
            let (text, span) = (file.read(literal.name.span), literal.name.span);
            if let Some(&first) = known.get(text) {
                let name = self.model.symbols.add(text);
                self.declared_twice(name, file.place(first), file.place(span));
            }
            if ATTRIBUTES.contains(&text) {
                self.report(
                    Diagnostic::new(
                        DiagnosticCode::DeclaredTwice,
                        file.place(span),
                        format!("a literal of an enumeration cannot be called `{text}`"),
                    )
                    .label("the name of an attribute, which every enumeration has")
                    .help("give the literal another name"),
                );
            }
            known.insert(text, span);
        }
    }

    /// Reports what a modification says twice, and what the modifications inside of it do.
    pub(super) fn check_arguments(&mut self, file: SourceTree<'a>, modification: ClassModification) {
        let arguments = &file.tree[modification.arguments];
        // One argument says nothing twice, and most modifications have one.
        if arguments.len() < 2 && !arguments.iter().any(|argument| is_nested(&argument.kind)) {
            return;
        }
        let mut said = Vec::new();
        say(file, modification, "", &mut said);
        let mut known: FxHashMap<&str, Span> = FxHashMap::default();
        for (path, span) in &said {
            let Some(&first) = known.get(path.as_str()) else {
                known.insert(path, *span);
                continue;
            };
            self.report(
                Diagnostic::new(
                    DiagnosticCode::ModifiedTwice,
                    file.place(*span),
                    format!("`{path}` is modified twice"),
                )
                .label("modified again")
                .related(file.place(first), "modified here first")
                .help("keep one of the two"),
            );
        }
    }

    /// Two components of one name must be the same.
    pub(crate) fn check_components(
        &mut self,
        id: ElabId,
        known: usize,
        again: Declaration<'a>,
        scope: ScopeId,
    ) {
        let member = &self.elab(id).components[known];
        let (first, first_scope) = (member.declaration, member.scope);
        let places = [first, again].map(|one| one.file.place(one.component.name.span));
        // What a class declares twice itself was told when its text was looked at.
        let own = self.scope(scope).class == self.scope(first_scope).class;
        // A replaceable element is given again by `redeclare` further out, which the outermost class decides.
        if places[0] == places[1] || own || first.prefixes.has(Prefix::Redeclare) {
            return;
        }
        if alike(&first, &again) && self.same_type(&first, first_scope, &again, scope) {
            return;
        }
        self.inherited_twice(id, again.name, places);
    }

    /// True if two declarations name the same type, perhaps by different names.
    fn same_type(&mut self, a: &Declaration<'a>, at: ScopeId, b: &Declaration<'a>, by: ScopeId) -> bool {
        a.file.name(a.type_name) == b.file.name(b.type_name) || self.finds_same(a, at, b, by)
    }

    /// True if the types of two declarations are found to be the same.
    pub(super) fn finds_same(
        &mut self,
        a: &Declaration<'a>,
        at: ScopeId,
        b: &Declaration<'a>,
        by: ScopeId,
    ) -> bool {
        // A class that is not found is a mistake of its own, and told where the component is made.
        let [a, b] = [(a, at), (b, by)].map(|(one, scope)| {
            self.without_reports(|flattener| flattener.find_class(scope, one.file, one.type_name, None))
        });
        match (a, b) {
            (Some(ClassReference::Scalar(a)), Some(ClassReference::Scalar(b))) => a == b,
            (Some(ClassReference::Class(a)), Some(ClassReference::Class(b))) => a.class == b.class,
            (a, b) => a.is_none() || b.is_none(),
        }
    }

    /// Two classes of one name must be the same.
    pub(crate) fn check_classes(&mut self, id: ElabId, known: usize, index: usize) {
        let [first, again] = [known, index].map(|at| self.elab(id).classes[at].class);
        let [one, other] = [first, again].map(|class| self.program.class(class));
        if first == again || one.replaces() || other.replaces() {
            return;
        }
        // Compared is what redeclarations made of them.
        let [left, right] = [known, index].map(|at| self.chosen_text(id, at));
        if same_class(left, right) {
            return;
        }
        let name = other.name;
        let places = [first, again].map(|class| self.class_place(class));
        if !self.is_told(places[1]) {
            self.inherited_twice(id, name, places);
        }
    }

    /// A class of the name that a component has.
    pub(crate) fn check_mixed(&mut self, id: ElabId, known: usize, index: usize) {
        let class = self.elab(id).classes[index].class;
        let (name, again) = (self.program.class(class).name, self.class_place(class));
        let first = self.entry_place(id, NameEntry::Component(known));
        if !self.is_told(again) {
            self.inherited_twice(id, name, [first, again]);
        }
    }

    /// A component of the name that a class has.
    pub(crate) fn check_mixed_class(&mut self, id: ElabId, known: usize, name: Symbol, again: Place) {
        let first = self.entry_place(id, NameEntry::Class(known));
        if !self.is_told(again) {
            self.inherited_twice(id, name, [first, again]);
        }
    }

    /// True if the place was told as one where a name is declared again.
    fn is_told(&self, place: Place) -> bool {
        self.reported.contains(&(place, DiagnosticCode::DeclaredTwice))
    }

    fn inherited_twice(&mut self, id: ElabId, name: Symbol, [first, again]: [Place; 2]) {
        let name = self.model.symbols.name(name).to_string();
        let class = self.elab_name(id);
        self.report(
            Diagnostic::new(
                DiagnosticCode::InheritedTwice,
                again,
                format!("`{class}` has two different `{name}`, at least one of them inherited"),
            )
            .label("and here it is something else")
            .related(first, format!("one `{name}` is declared here"))
            .help("rename one of them, or, if the inherited one is `replaceable`, write `redeclare` before the other"),
        );
    }
}

/// True for arguments that have arguments.
fn is_nested(kind: &ModificationArgumentKind) -> bool {
    matches!(kind, ModificationArgumentKind::Modify { modification, .. } if modification.class.is_some())
        || matches!(kind, ModificationArgumentKind::Component { .. })
}

/// Everything that a modification gives a value or replaces, by its name from there.
fn say(file: SourceTree, modification: ClassModification, before: &str, said: &mut Vec<(String, Span)>) {
    for argument in &file.tree[modification.arguments] {
        match argument.kind {
            ModificationArgumentKind::Modify { name, modification, .. } => {
                let path = join(before, &file.name(name));
                if let Some(ModificationExpression::Value(_)) = modification.value {
                    said.push((path.clone(), argument.span));
                }
                if let Some(inner) = modification.class {
                    say(file, inner, &path, said);
                }
            }
            ModificationArgumentKind::Class { class, .. } => {
                let path = join(before, file.read(file.tree[class].name.span));
                said.push((path, file.tree[class].name.span));
            }
            ModificationArgumentKind::Component { element } => {
                if let syntax::tree::ElementKind::Components { components, .. } = file.tree[element].kind {
                    for component in &file.tree[components] {
                        let path = join(before, file.read(component.name.span));
                        said.push((path.clone(), component.name.span));
                        // What it is given, it is given once more if someone else modifies it.
                        if let Some(inner) = component.modification.class {
                            say(file, inner, &path, said);
                        }
                    }
                }
            }
            ModificationArgumentKind::BreakElement(_) | ModificationArgumentKind::BreakConnect(..) => {}
        }
    }
}

fn join(before: &str, name: &str) -> String {
    if before.is_empty() { name.to_string() } else { format!("{before}.{name}") }
}

/// True if two declarations say the same about components of the same type.
fn alike(a: &Declaration, b: &Declaration) -> bool {
    // Attributes and other modifications may differ: libraries repeat a variable to give it a start value.
    let text = |one: &Declaration| {
        let Declaration { file, component, type_subscripts, .. } = *one;
        let sizes = file.tree[component.subscripts].iter().chain(&file.tree[type_subscripts]);
        let sizes: String = sizes.map(|size| squeeze(file.read(size.span)) + ",").collect();
        let value = match component.modification.value {
            Some(ModificationExpression::Value(value)) => squeeze(file.read(file.tree[value].span)),
            _ => String::new(),
        };
        let condition = component.condition.map(|condition| squeeze(file.read(file.tree[condition].span)));
        (sizes, value, condition)
    };
    let kept = |prefixes: Prefixes| {
        let mut kept = Prefixes::default();
        let loose = [Prefix::Redeclare, Prefix::Replaceable, Prefix::Final];
        prefixes.iter().filter(|prefix| !loose.contains(prefix)).for_each(|prefix| kept.add(prefix));
        kept
    };
    kept(a.prefixes) == kept(b.prefixes) && a.protected == b.protected && text(a) == text(b)
}

/// True if two classes have the same text, or stand for the same class, whatever is said to describe them.
fn same_class<'a>(a: (SourceTree<'a>, &ClassDefinition), b: (SourceTree<'a>, &ClassDefinition)) -> bool {
    match (a.1.specifier, b.1.specifier) {
        (
            ClassSpecifier::Short { base: one, modification: left, .. },
            ClassSpecifier::Short { base: other, modification: right, .. },
        ) => {
            let text = |file: SourceTree, modification: Option<ClassModification>| {
                modification.map_or(String::new(), |modification| squeeze(file.read(modification.span)))
            };
            a.0.name(one) == b.0.name(other) && text(a.0, left) == text(b.0, right)
        }
        _ => squeeze(a.0.read(a.1.span)) == squeeze(b.0.read(b.1.span)),
    }
}

/// A text without blanks.
pub(crate) fn squeeze(text: &str) -> String {
    text.split_whitespace().collect()
}
