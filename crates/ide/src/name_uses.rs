//! Where names are written in a text, and from where each is looked up.

use flatten::{NameResolver, Named};
use rustc_hash::FxHashSet;
use syntax::tree::{
    ClassDefinition, ClassModification, ClassSpecifier, ComponentReference, Composition, ConditionalBranch,
    ElementKind, EquationSyntax, EquationSyntaxKind, Expression, ExpressionKind, ForIndex, FunctionArgument,
    Ident, ImportClause, Modification, ModificationArgumentKind, ModificationExpression, Name, Section,
    StatementSyntax, StatementSyntaxKind, StoredDefinition,
};
use syntax::{Id, List, Span};

/// A name as it is written: `a.b.c`.
pub(crate) struct NameUse {
    /// Its parts.
    pub(crate) parts: Vec<Span>,
    root: LookupRoot,
}

/// From where the first part of a name is looked up.
#[derive(Clone, Copy)]
enum LookupRoot {
    /// From inside a class, by its number, outwards.
    Scope(usize),
    /// From the top.
    Top,
    /// It is a class of the text, by its number.
    Class(usize),
    /// In a class, which declares it.
    Declared(usize),
    /// In what another name means, or in the type of that.
    Inside(usize),
}

/// A class of the text.
pub(crate) struct ClassExtent {
    /// Its full name.
    pub(crate) name: String,
    /// All of its text.
    pub(crate) span: Span,
}

/// All names of a text.
pub(crate) struct NameUses<'t> {
    tree: &'t StoredDefinition,
    text: &'t str,
    pub(crate) uses: Vec<NameUse>,
    pub(crate) classes: Vec<ClassExtent>,
    /// The class that is being read.
    class: usize,
    /// Loop variables in sight: they hide what else has their name.
    locals: Vec<&'t str>,
}

impl<'t> NameUses<'t> {
    pub(crate) fn new(tree: &'t StoredDefinition, text: &'t str) -> NameUses<'t> {
        let (uses, classes, locals) = (Vec::new(), Vec::new(), Vec::new());
        let mut names = NameUses { tree, text, uses, classes, class: 0, locals };
        let within = tree.within.and_then(|within| within.name);
        let mut package = String::new();
        if let Some(within) = within {
            names.name(within, LookupRoot::Top);
            let parts: Vec<&str> = tree[within.parts].iter().map(|part| &text[part.span.range()]).collect();
            package = parts.join(".");
        }
        for class in &tree[tree.classes] {
            names.class(class, &package);
        }
        names
    }

    /// The name at an offset: its number, and that of its part.
    pub(crate) fn at(&self, offset: u32) -> Option<(usize, usize)> {
        let holds = |span: &Span| span.start <= offset && offset <= span.end;
        let found = self.uses.iter().enumerate();
        let mut found = found.filter_map(|(at, one)| Some((at, one.parts.iter().position(holds)?)));
        found.next()
    }

    /// The text of a part of a name.
    pub(crate) fn part(&self, span: Span) -> &'t str {
        &self.text[span.range()]
    }

    /// What a name means up to one of its parts.
    pub(crate) fn resolve(&self, resolver: &mut NameResolver, at: usize, part: usize) -> Option<Named> {
        let NameUse { parts, root } = &self.uses[at];
        let first = self.part(parts[0]);
        let mut found = match *root {
            LookupRoot::Scope(class) => {
                let class = resolver.class(&self.classes[class].name)?;
                resolver.lookup(class, first)?
            }
            LookupRoot::Top => resolver.root(first)?,
            LookupRoot::Class(class) => resolver.class(&self.classes[class].name)?,
            LookupRoot::Declared(class) => {
                let class = resolver.class(&self.classes[class].name)?;
                resolver.member(class, first)?
            }
            LookupRoot::Inside(other) => {
                let whole = self.resolve(resolver, other, self.uses[other].parts.len() - 1)?;
                resolver.member(whole, first)?
            }
        };
        for &next in &parts[1..=part] {
            found = resolver.member(found, self.part(next))?;
        }
        Some(found)
    }

    /// The class from which the name at this place is looked up outwards, if it is.
    pub(crate) fn looked_up_from(&self, span: Span) -> Option<&str> {
        let found = self.uses.iter().find(|one| one.parts[0] == span)?;
        let LookupRoot::Scope(class) = found.root else { return None };
        Some(&self.classes[class].name)
    }

    /// The innermost class around an offset.
    pub(crate) fn class_around(&self, offset: u32) -> Option<&ClassExtent> {
        let around = |class: &&ClassExtent| class.span.start <= offset && offset <= class.span.end;
        self.classes.iter().filter(around).min_by_key(|class| class.span.end - class.span.start)
    }

    fn note(&mut self, parts: Vec<Span>, root: LookupRoot) -> usize {
        self.uses.push(NameUse { parts, root });
        self.uses.len() - 1
    }

    fn name(&mut self, name: Name, root: LookupRoot) -> usize {
        let root = if name.absolute { LookupRoot::Top } else { root };
        let parts = self.tree[name.parts].iter().map(|part| part.span).collect();
        self.note(parts, root)
    }

    /// A name that is looked up from the class that is being read.
    fn scoped(&mut self, name: Name) -> usize {
        self.name(name, LookupRoot::Scope(self.class))
    }

    fn class(&mut self, class: &'t ClassDefinition, around: &str) {
        let own = self.part(class.name.span);
        let name = if around.is_empty() { own.to_string() } else { format!("{around}.{own}") };
        let number = self.classes.len();
        self.classes.push(ClassExtent { name: name.clone(), span: class.span });
        self.note(vec![class.name.span], LookupRoot::Class(number));
        let outer = std::mem::replace(&mut self.class, number);
        match class.specifier {
            ClassSpecifier::Long { composition, end, .. } => {
                self.composition(composition, &name);
                self.note(vec![end.span], LookupRoot::Class(number));
            }
            ClassSpecifier::Short { base, subscripts, modification, .. } => {
                // What a short class is written with is looked up around it.
                self.class = outer;
                let base = self.scoped(base);
                self.expressions(subscripts);
                self.modified(modification, base);
            }
            ClassSpecifier::Enumeration { literals, .. } => {
                for literal in literals.map_or(&[][..], |literals| &self.tree[literals]) {
                    self.note(vec![literal.name.span], LookupRoot::Declared(number));
                }
            }
            ClassSpecifier::Derivative { function, .. } => {
                self.class = outer;
                self.scoped(function);
            }
        }
        self.class = outer;
    }

    fn composition(&mut self, composition: Composition, name: &str) {
        let tree = self.tree;
        for section in &tree[composition.sections] {
            match *section {
                Section::Elements { elements, .. } => {
                    for element in &tree[elements] {
                        self.element(&element.kind, name);
                    }
                }
                Section::Equations { equations, .. } => self.equations(equations),
                Section::Algorithm { statements, .. } => self.statements(statements),
            }
        }
        if let Some(external) = composition.external {
            external.output.into_iter().for_each(|output| {
                self.reference(output);
            });
            self.expressions(external.arguments);
        }
    }

    fn element(&mut self, element: &'t ElementKind, around: &str) {
        let tree = self.tree;
        match *element {
            ElementKind::Import { import, name, .. } => {
                let package = self.name(name, LookupRoot::Top);
                if let ImportClause::Some(some) = import {
                    for one in &tree[some] {
                        self.note(vec![one.span], LookupRoot::Inside(package));
                    }
                }
            }
            ElementKind::Extends { base, modification, .. } => {
                let base = self.scoped(base);
                self.modified(modification, base);
            }
            ElementKind::Class { class, constraint } => {
                self.class(&tree[class], around);
                if let Some(constraint) = constraint {
                    let base = self.scoped(constraint.base);
                    self.modified(constraint.modification, base);
                }
            }
            ElementKind::Components { type_name, subscripts, components, constraint, .. } => {
                self.scoped(type_name);
                self.expressions(subscripts);
                for component in &tree[components] {
                    let declared = self.note(vec![component.name.span], LookupRoot::Declared(self.class));
                    self.expressions(component.subscripts);
                    self.modification(component.modification, declared);
                    component.condition.into_iter().for_each(|condition| self.expression(condition));
                }
                if let Some(constraint) = constraint {
                    let base = self.scoped(constraint.base);
                    self.modified(constraint.modification, base);
                }
            }
        }
    }

    /// What is said of something, and of its parts.
    fn modification(&mut self, modification: Modification, of: usize) {
        self.modified(modification.class, of);
        if let Some(ModificationExpression::Value(value)) = modification.value {
            self.expression(value);
        }
    }

    fn modified(&mut self, modification: Option<ClassModification>, of: usize) {
        let tree = self.tree;
        for argument in modification.map_or(&[][..], |modification| &tree[modification.arguments]) {
            match argument.kind {
                ModificationArgumentKind::Modify { name, modification, .. } => {
                    let part = self.name(name, LookupRoot::Inside(of));
                    self.modification(modification, part);
                }
                ModificationArgumentKind::Class { class, constraint } => {
                    let class = &tree[class];
                    self.note(vec![class.name.span], LookupRoot::Inside(of));
                    if let ClassSpecifier::Short { base, modification, .. } = class.specifier {
                        let base = self.scoped(base);
                        self.modified(modification, base);
                    }
                    if let Some(constraint) = constraint {
                        self.scoped(constraint.base);
                    }
                }
                ModificationArgumentKind::Component { element } => {
                    let ElementKind::Components { type_name, components, .. } = tree[element].kind else {
                        continue;
                    };
                    let kind = self.scoped(type_name);
                    for component in &tree[components] {
                        self.note(vec![component.name.span], LookupRoot::Inside(of));
                        self.modification(component.modification, kind);
                    }
                }
                ModificationArgumentKind::BreakElement(name) => {
                    self.note(vec![name.span], LookupRoot::Inside(of));
                }
                ModificationArgumentKind::BreakConnect(..) => {}
            }
        }
    }

    /// A reference; nothing if a loop variable is meant.
    fn reference(&mut self, reference: ComponentReference) -> Option<usize> {
        let tree = self.tree;
        let parts = &tree[reference.parts];
        for part in parts {
            self.expressions(part.subscripts);
        }
        let first = self.part(parts.first()?.name.span);
        if !reference.absolute && self.locals.contains(&first) {
            return None;
        }
        let root = if reference.absolute { LookupRoot::Top } else { LookupRoot::Scope(self.class) };
        Some(self.note(parts.iter().map(|part| part.name.span).collect(), root))
    }

    fn call(&mut self, function: ComponentReference, arguments: List<FunctionArgument>) {
        let function = self.reference(function);
        self.arguments(function, arguments);
    }

    fn arguments(&mut self, function: Option<usize>, arguments: List<FunctionArgument>) {
        let tree = self.tree;
        for argument in &tree[arguments] {
            if let (Some(function), Some(Ident { span })) = (function, argument.name) {
                self.note(vec![span], LookupRoot::Inside(function));
            }
            self.expression(argument.value);
        }
    }

    /// Reads something in which loop variables can be seen.
    fn iterated(&mut self, indices: List<ForIndex>, read: impl FnOnce(&mut Self)) {
        let tree = self.tree;
        let before = self.locals.len();
        for index in &tree[indices] {
            index.range.into_iter().for_each(|range| self.expression(range));
            self.locals.push(self.part(index.name.span));
        }
        read(self);
        self.locals.truncate(before);
    }

    fn equations(&mut self, equations: List<EquationSyntax>) {
        let tree = self.tree;
        for equation in &tree[equations] {
            match equation.kind {
                EquationSyntaxKind::Equality { left, right } => {
                    self.expression(left);
                    self.expression(right);
                }
                EquationSyntaxKind::If { branches, otherwise } => {
                    self.branches(branches, Self::equations);
                    self.equations(otherwise);
                }
                EquationSyntaxKind::For { indices, body } => {
                    self.iterated(indices, |names| names.equations(body));
                }
                EquationSyntaxKind::When { branches } => self.branches(branches, Self::equations),
                EquationSyntaxKind::Connect { left, right } => {
                    self.reference(left);
                    self.reference(right);
                }
                EquationSyntaxKind::Call { function, arguments } => self.call(function, arguments),
            }
        }
    }

    fn statements(&mut self, statements: List<StatementSyntax>) {
        let tree = self.tree;
        for statement in &tree[statements] {
            match statement.kind {
                StatementSyntaxKind::Assign { target, value } => {
                    self.reference(target);
                    self.expression(value);
                }
                StatementSyntaxKind::AssignCall { targets, function, arguments } => {
                    self.expressions(targets);
                    self.call(function, arguments);
                }
                StatementSyntaxKind::Call { function, arguments } => self.call(function, arguments),
                StatementSyntaxKind::Break | StatementSyntaxKind::Return => {}
                StatementSyntaxKind::If { branches, otherwise } => {
                    self.branches(branches, Self::statements);
                    self.statements(otherwise);
                }
                StatementSyntaxKind::For { indices, body } => {
                    self.iterated(indices, |names| names.statements(body));
                }
                StatementSyntaxKind::While { branch } => {
                    self.expression(branch.condition);
                    self.statements(branch.body);
                }
                StatementSyntaxKind::When { branches } => self.branches(branches, Self::statements),
            }
        }
    }

    fn branches<T: 't>(&mut self, branches: List<ConditionalBranch<T>>, body: fn(&mut Self, List<T>))
    where
        ConditionalBranch<T>: syntax::tree::SyntaxNode,
    {
        let tree = self.tree;
        for branch in &tree[branches] {
            self.expression(branch.condition);
            body(self, branch.body);
        }
    }

    fn expressions(&mut self, list: List<Expression>) {
        list.ids().for_each(|id| self.expression(id));
    }

    fn expression(&mut self, id: Id<Expression>) {
        let tree = self.tree;
        match tree[id].kind {
            ExpressionKind::Reference(reference) => {
                self.reference(reference);
            }
            ExpressionKind::Call { function, arguments } => self.call(function, arguments),
            ExpressionKind::PartialApplication { function, arguments } => {
                let function = self.scoped(function);
                self.arguments(Some(function), arguments);
            }
            ExpressionKind::Parenthesized(inner) => self.expression(inner),
            ExpressionKind::Tuple(list) | ExpressionKind::Array(list) => self.expressions(list),
            ExpressionKind::Matrix(rows) => {
                tree[rows].iter().for_each(|row| self.expressions(row.entries));
            }
            ExpressionKind::Iterated { body, indices } => {
                self.iterated(indices, |names| names.expression(body));
            }
            ExpressionKind::Range { start, step, stop } => {
                [Some(start), step, Some(stop)].into_iter().flatten().for_each(|part| self.expression(part));
            }
            ExpressionKind::If { alternatives, otherwise } => {
                for alternative in &tree[alternatives] {
                    self.expression(alternative.condition);
                    self.expression(alternative.value);
                }
                self.expression(otherwise);
            }
            ExpressionKind::Unary { operand, .. } => self.expression(operand),
            ExpressionKind::Operation { first, rest } => {
                self.expression(first);
                tree[rest].iter().for_each(|operand| self.expression(operand.value));
            }
            ExpressionKind::Integer
            | ExpressionKind::Real
            | ExpressionKind::String
            | ExpressionKind::True
            | ExpressionKind::False
            | ExpressionKind::End
            | ExpressionKind::All
            | ExpressionKind::Omitted
            | ExpressionKind::Error => {}
        }
    }
}

/// The places of all names with one spelling, with what each means.
pub(crate) fn named_so(
    names: &NameUses,
    resolver: &mut NameResolver,
    spelling: &str,
) -> Vec<(Span, Option<Named>)> {
    let mut found = Vec::new();
    let mut known: FxHashSet<Span> = FxHashSet::default();
    for (at, one) in names.uses.iter().enumerate() {
        for (part, &span) in one.parts.iter().enumerate() {
            if names.part(span) == spelling && known.insert(span) {
                found.push((span, names.resolve(resolver, at, part)));
            }
        }
    }
    found
}
