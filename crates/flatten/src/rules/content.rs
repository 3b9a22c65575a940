//! What the kinds of classes may hold (Modelica Language Specification 3.6, section 4.6).

use equations::Type;
use syntax::tree::{ClassSpecifier, ModificationExpression, Prefix, Restriction, Section};
use syntax::{Diagnostic, DiagnosticCode, Place};

use super::{a, kind_text};
use crate::Flattener;
use crate::elab::{Basis, ElabId, NameEntry, ScopeId};
use crate::layer::Layer;
use crate::program::{ClassId, ClassItem, Declaration, SourceTree};

/// Prefixes that only connectors and what they are connected by can use.
const SIGNALS: [Prefix; 4] = [Prefix::Input, Prefix::Output, Prefix::Flow, Prefix::Stream];

/// Prefixes that say something about single values.
const VALUES: [Prefix; 7] = [
    Prefix::Flow,
    Prefix::Stream,
    Prefix::Discrete,
    Prefix::Parameter,
    Prefix::Constant,
    Prefix::Input,
    Prefix::Output,
];

impl<'a> Flattener<'a> {
    /// Reports sections, prefixes and elements that the kind of a class does not allow.
    pub(super) fn check_content(&mut self, class: ClassId) {
        let (file, node) = (self.program.class(class).file, self.program.class(class).node);
        let ClassSpecifier::Long { composition, .. } = node.specifier else { return };
        for section in &file.tree[composition.sections] {
            self.check_section(class, file, section);
            self.check_enclosing_constructs(class, file, section);
        }
        if let Some(external) = composition.external
            && node.restriction != Restriction::Function
        {
            let found = wrong(file.place(external.span), "only a function can be `external`")
                .label("an external call")
                .help("put it into a function of its own, and call that");
            self.against_kind(class, found);
        }
        let items = self.program.scan(class, &mut self.model.symbols).items.clone();
        for item in items {
            match item {
                ClassItem::Component(declaration) => self.check_element(class, &declaration),
                ClassItem::Class { class: inner, .. } => self.check_operator(class, inner),
                ClassItem::Extends { .. } => {}
            }
        }
    }

    fn check_operator(&mut self, class: ClassId, inner: ClassId) {
        let is = |class: ClassId, kind| self.program.class(class).node.restriction == kind;
        if !is(class, Restriction::Operator) || is(inner, Restriction::Function) {
            return;
        }
        let found = wrong(self.class_place(inner), "an `operator` contains functions and nothing else")
            .label(kind_text(self.program.class(inner).node));
        self.against_kind(class, found);
    }

    fn check_section(&mut self, class: ClassId, file: SourceTree<'a>, section: &Section) {
        let node = self.program.class(class).node;
        let kind = node.restriction;
        let passive = matches!(
            kind,
            Restriction::Record
                | Restriction::Connector
                | Restriction::Package
                | Restriction::Type
                | Restriction::Operator
        );
        let (span, what, initial) = match *section {
            Section::Equations { initial, equations } => {
                (file.tree[equations].first().map(|first| first.span), "equations", initial)
            }
            Section::Algorithm { initial, statements } => {
                (file.tree[statements].first().map(|first| first.span), "statements", initial)
            }
            Section::Elements { protected: true, elements } => {
                if matches!(kind, Restriction::Record | Restriction::Connector)
                    && let Some(first) = file.tree[elements].first()
                {
                    let text = kind_text(node);
                    let found = wrong(file.place(first.span), format!("{text} has nothing `protected`"))
                        .label("protected")
                        .help("remove `protected`, or move this to where it is used");
                    self.against_kind(class, found);
                }
                return;
            }
            Section::Elements { .. } => return,
        };
        let Some(span) = span else { return };
        let text = kind_text(node);
        if passive {
            let help = match kind {
                Restriction::Connector => "write it in the models that have such a connector",
                Restriction::Record => "write it in a model, or in a function that makes the record",
                _ => "write it in a model, a block or a function",
            };
            let found = wrong(file.place(span), format!("{text} has no {what}")).label("not here").help(help);
            self.against_kind(class, found);
        } else if kind == Restriction::Function && (what == "equations" || initial) {
            let what = if initial { "initial section" } else { "equations" };
            let found = wrong(file.place(span), format!("a function has no {what}"))
                .label("not here")
                .help("write statements with `:=` in an `algorithm` section, or make it a block");
            self.against_kind(class, found);
        }
    }

    fn check_element(&mut self, class: ClassId, declaration: &Declaration<'a>) {
        let node = self.program.class(class).node;
        let has = |prefixes: &[Prefix]| prefixes.iter().copied().find(|&one| declaration.prefixes.has(one));
        let scoped = [Prefix::Inner, Prefix::Outer];
        let forbidden = match node.restriction {
            Restriction::Record => has(&SIGNALS).or_else(|| has(&scoped)),
            Restriction::Connector if node.prefixes.has(Prefix::Expandable) => {
                has(&[Prefix::Flow]).or_else(|| has(&scoped))
            }
            Restriction::Connector => has(&scoped),
            Restriction::Model | Restriction::Block => has(&[Prefix::Flow, Prefix::Stream]),
            Restriction::Function => has(&[Prefix::Flow, Prefix::Stream]).or_else(|| has(&scoped)),
            _ => None,
        };
        let place = declaration.file.place(declaration.component.name.span);
        let name = self.model.symbols.name(declaration.name).to_string();
        let text = kind_text(node);
        if let Some(prefix) = forbidden {
            let prefix = prefix.text();
            let found = wrong(place, format!("an element of {text} is never `{prefix}`"))
                .label(format!("declared `{prefix}`"))
                .help(format!("remove `{prefix}`"));
            return self.against_kind(class, found);
        }
        match node.restriction {
            Restriction::Package if !declaration.prefixes.has(Prefix::Constant) => {
                let found = wrong(place, "a package contains classes and constants, and no other components")
                    .label("not `constant`")
                    .help(format!("declare `{name}` as `constant`, or move it into a model"));
                self.against_kind(class, found);
            }
            Restriction::Operator | Restriction::Type => {
                let found = wrong(place, format!("{text} has no components")).label("a component").help(
                    match node.restriction {
                        Restriction::Type => "make it a `record`",
                        _ => "move it into one of the functions",
                    },
                );
                self.against_kind(class, found);
            }
            Restriction::Function if declaration.protected => {
                if let Some(prefix) = has(&[Prefix::Input, Prefix::Output]) {
                    let prefix = prefix.text();
                    let found = wrong(place, format!("`{name}` is an {prefix} of a function and protected"))
                        .label(format!("an {prefix} that no one can see"))
                        .help(format!("move it above `protected`, or remove `{prefix}`"));
                    self.against_kind(class, found);
                }
            }
            _ => {}
        }
    }

    /// Reports a variable of a function that all who call it see, and that is neither given nor a result.
    pub(crate) fn check_seen(&mut self, elab: ElabId, index: usize) {
        let member = &self.elab(elab).components[index];
        let (declaration, class) = (member.declaration, self.scope(member.scope).class);
        let fixed = [Prefix::Constant, Prefix::Parameter];
        if declaration.protected || fixed.iter().any(|&one| declaration.prefixes.has(one)) {
            return;
        }
        let place = declaration.file.place(declaration.component.name.span);
        let name = self.model.symbols.name(declaration.name).to_string();
        let found = wrong(place, format!("`{name}` is neither `input` nor `output` and not protected"))
            .label("seen by all who call the function")
            .help("declare it `input` or `output`, or move it below `protected`");
        self.against_kind(class, found);
    }

    /// Reports a component that its own class, or the class it stands in, does not allow.
    pub(crate) fn check_component(
        &mut self,
        scope: ScopeId,
        declaration: &Declaration<'a>,
        kind: ElabId,
    ) -> Option<()> {
        if let Basis::Scalar(scalar) = self.elab(kind).basis
            && scalar != Type::Real
        {
            self.check_flow(scalar, declaration)?;
        }
        self.check_sums(kind, declaration)?;
        let Some(class) = self.elab(kind).class else { return Some(()) };
        let around = self.scope(scope).class;
        let (inside, outside) =
            (self.program.class(class).node.restriction, self.program.class(around).node.restriction);
        match inside {
            Restriction::Package | Restriction::Operator | Restriction::Function => {
                self.no_components(class, declaration);
                return None;
            }
            // A variable of it can stand everywhere.
            _ if self.elab(kind).basis != Basis::Class && inside != Restriction::Connector => return Some(()),
            Restriction::Model | Restriction::Block => {
                if matches!(outside, Restriction::Record | Restriction::Connector) {
                    self.too_much(class, around, declaration);
                    return None;
                }
                self.check_value(class, declaration)?;
            }
            Restriction::Connector if outside == Restriction::Record => {
                self.too_much(class, around, declaration);
                return None;
            }
            Restriction::Connector if self.check_connector(class, kind, declaration).is_none() => {
                return None;
            }
            Restriction::Connector if outside == Restriction::Block && !declaration.protected => {
                self.check_block(kind, around, declaration);
            }
            _ => {}
        }
        Some(())
    }

    /// Only real numbers flow.
    fn check_flow(&mut self, kind: Type, declaration: &Declaration<'a>) -> Option<()> {
        let prefix = [Prefix::Flow, Prefix::Stream].into_iter().find(|&one| declaration.prefixes.has(one));
        let Some(prefix) = prefix.map(Prefix::text) else { return Some(()) };
        let place = declaration.file.place(declaration.type_name.span);
        let kind = self.type_name(kind).to_string();
        self.report(
            Diagnostic::new(
                DiagnosticCode::WrongComponent,
                place,
                format!("a `{prefix}` variable is a Real"),
            )
            .label(format!("this is {}", a(&kind)))
            .help(format!("make it a `Real`, or remove `{prefix}`")),
        );
        None
    }

    fn no_components(&mut self, class: ClassId, declaration: &Declaration<'a>) {
        let place = declaration.file.place(declaration.type_name.span);
        let kind = kind_text(self.program.class(class).node);
        let (full, name) = (self.class_name(class), self.model.symbols.name(declaration.name).to_string());
        let help = match self.program.class(class).node.restriction {
            Restriction::Function => format!("call it, as in `Real {name} = {full}(…)`"),
            _ => "name a class inside of it, or `import` it".to_string(),
        };
        let message = format!("`{full}` is {kind}, and there are no components of it");
        let found = Diagnostic::new(DiagnosticCode::WrongComponent, place, message)
            .label(format!("the type of `{name}`"))
            .help(help);
        self.against_kind(class, found);
    }

    /// Records and connectors hold values and not models.
    fn too_much(&mut self, class: ClassId, around: ClassId, declaration: &Declaration<'a>) {
        let place = declaration.file.place(declaration.type_name.span);
        let inner = kind_text(self.program.class(class).node);
        let outer = kind_text(self.program.class(around).node);
        let full = self.class_name(class);
        let found = wrong(place, format!("{outer} cannot contain a component of {inner}"))
            .label(format!("`{full}` is {inner}"))
            .help("use a `record` or a `type`");
        self.against_kind(around, found);
    }

    /// Reports a modification that gives a model a value, of which only its variables have one.
    pub(crate) fn check_whole(&mut self, kind: ElabId, layers: &[Layer<'a>]) -> Option<()> {
        let Some(class) = self.elab(kind).class else { return Some(()) };
        let restriction = self.program.class(class).node.restriction;
        if self.elab(kind).basis != Basis::Class
            || !matches!(restriction, Restriction::Model | Restriction::Block)
        {
            return Some(());
        }
        let Some(layer) = layers.iter().find(|layer| layer.value.is_some()) else { return Some(()) };
        self.no_value(class, layer.place());
        None
    }

    fn no_value(&mut self, class: ClassId, place: Place) {
        let kind = kind_text(self.program.class(class).node);
        let message = format!("a component of {kind} is not given a value as a whole");
        let found = Diagnostic::new(DiagnosticCode::WrongComponent, place, message)
            .label("a value")
            .help("give values to its parameters, in brackets behind its name");
        self.against_kind(class, found);
    }

    /// A model as a whole is no value, and does not change or flow.
    fn check_value(&mut self, class: ClassId, declaration: &Declaration<'a>) -> Option<()> {
        let prefix = VALUES.iter().copied().find(|&prefix| declaration.prefixes.has(prefix));
        if let (None, Some(ModificationExpression::Value(value))) =
            (prefix, declaration.component.modification.value)
        {
            self.no_value(class, declaration.file.place(declaration.file.tree[value].span));
            return None;
        }
        let Some(prefix) = prefix.map(Prefix::text) else { return Some(()) };
        let name = self.model.symbols.name(declaration.name).to_string();
        let full = self.class_name(class);
        let kind = kind_text(self.program.class(class).node);
        let place = declaration.file.place(declaration.component.name.span);
        let message = format!("a component of {kind} cannot be `{prefix}`");
        let found = Diagnostic::new(DiagnosticCode::WrongComponent, place, message)
            .label(format!("`{name}` is {}", a(&full)))
            .help(format!("remove `{prefix}`, or make `{full}` a `record`"));
        self.against_kind(class, found);
        None
    }

    /// All variables of a block's connectors are inputs or outputs.
    fn check_block(&mut self, kind: ElabId, around: ClassId, declaration: &Declaration<'a>) {
        let given = [Prefix::Input, Prefix::Output];
        if given.iter().any(|&prefix| declaration.prefixes.has(prefix)) || self.is_causal(kind, 0) {
            return;
        }
        let place = declaration.file.place(declaration.component.name.span);
        let name = self.model.symbols.name(declaration.name).to_string();
        let connector = self.elab_name(kind);
        let found = Diagnostic::new(
            DiagnosticCode::NotCausal,
            place,
            format!("the connector `{name}` of a block is neither input nor output"),
        )
        .label(format!("`{connector}` has variables without `input` or `output`"))
        .help("make the block a `model`, or use a connector whose variables are all `input` or `output`");
        self.against_kind(around, found);
    }

    /// True if all variables of a connector are inputs or outputs.
    fn is_causal(&mut self, kind: ElabId, depth: u32) -> bool {
        if let Some(&known) = self.rules.causal.get(&kind) {
            return known;
        }
        let given =
            |prefixes: syntax::tree::Prefixes| prefixes.has(Prefix::Input) || prefixes.has(Prefix::Output);
        let fixed = |prefixes: syntax::tree::Prefixes| {
            prefixes.has(Prefix::Parameter) || prefixes.has(Prefix::Constant)
        };
        // What a bus gives and gets depends on its connections.
        let mut causal = given(self.elab(kind).prefixes) || self.is_expandable(kind);
        if !causal && self.elab(kind).basis == Basis::Class && depth < 10 {
            causal = true;
            for at in 0..self.elab(kind).components.len() {
                let member = &self.elab(kind).components[at];
                let (declaration, scope) = (member.declaration, member.scope);
                if given(declaration.prefixes) || fixed(declaration.prefixes) {
                    continue;
                }
                let inner = self.find_elab(scope, declaration.file, declaration.type_name);
                causal &= inner.is_none_or(|inner| self.is_causal(inner, depth + 1));
            }
        }
        self.rules.causal.insert(kind, causal);
        causal
    }

    /// The class or component that a name of an elaborated class stands for: where it is declared.
    pub(crate) fn entry_place(&self, elab: ElabId, entry: NameEntry) -> Place {
        match entry {
            NameEntry::Component(index) => {
                let declaration = self.elab(elab).components[index].declaration;
                declaration.file.place(declaration.component.name.span)
            }
            NameEntry::Class(index) => self.class_place(self.elab(elab).classes[index].class),
        }
    }
}

fn wrong(place: Place, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(DiagnosticCode::WrongContent, place, message)
}
