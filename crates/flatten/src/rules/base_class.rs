//! Which kinds of classes may extend which (Modelica Language Specification 3.6, section 7.1.3).

use equations::Type;
use syntax::tree::{ClassDefinition, ClassSpecifier, Name, Prefix, Restriction};
use syntax::{Diagnostic, DiagnosticCode, Place};

use super::kind_text;
use crate::Flattener;
use crate::elab::{ClassRef, ElabId, NameEntry, ScopeId};
use crate::program::{ClassId, ClassItem, SourceTree};

impl Flattener<'_> {
    /// Reports a base class of another kind than the class may extend.
    pub(crate) fn check_base(&mut self, class: ClassId, base: ClassId, place: Place) {
        let (node, found) = (self.program.class(class).node, self.program.class(base).node);
        if extends(node, found) {
            return self.check_operator_base(class, base, place);
        }
        if found.restriction == Restriction::Package
            && !matches!(node.restriction, Restriction::Function | Restriction::Type)
        {
            return self.inherits_package(place, base);
        }
        let (kind, other) = (kind_text(node), kind_text(found));
        let name = self.class_name(base);
        let help = match (node.restriction, found.restriction) {
            (Restriction::Type, _) => "a `type` is made from `Real`, `Integer`, `Boolean`, `String`, an \
                                       enumeration or another `type`"
                .to_string(),
            (Restriction::Block, Restriction::Model) => "make this a `model` too".to_string(),
            (_, Restriction::Model | Restriction::Block) => {
                format!("declare a component of `{name}`, or make this a `model`")
            }
            (_, Restriction::Connector) => format!("declare a component of `{name}`"),
            _ => format!("make both of the same kind, or use `{name}` as the type of a component"),
        };
        let declared = self.class_place(base);
        self.against_kind(
            class,
            Diagnostic::new(DiagnosticCode::WrongBase, place, format!("{kind} cannot extend {other}"))
                .label(format!("`{name}` is {other}"))
                .related(declared, format!("declared as {other}"))
                .help(help),
        );
    }

    /// Reports a class that extends an operator record, whose operators are for that record alone (section 14.2).
    fn check_operator_base(&mut self, class: ClassId, base: ClassId, place: Place) {
        let node = self.program.class(class).node;
        if !matches!(node.specifier, ClassSpecifier::Long { .. }) {
            return;
        }
        let is_operator = |class: ClassId| {
            let node = self.program.class(class).node;
            node.restriction == Restriction::Record && node.prefixes.has(Prefix::Operator)
        };
        if is_operator(base) {
            let (name, full) = (self.class_name(class), self.class_name(base));
            let declared = self.class_place(base);
            self.report(
                Diagnostic::new(
                    DiagnosticCode::WrongBase,
                    place,
                    format!("`{full}` is an operator record and cannot be extended"),
                )
                .label("its operators are for this record alone")
                .related(declared, "declared as an `operator record`")
                .help(format!(
                    "write `operator record {name} = {full}(…)` to change attributes, or declare a component of it"
                )),
            );
        }
    }

    /// Reports a base class that is itself inherited: its name is looked up before anything is (section 5.6.1).
    pub(crate) fn check_inherited_base(&mut self, id: ElabId, scope: ScopeId, file: SourceTree, name: Name) {
        let [first, ..] = file.tree[name.parts] else { return };
        let Some(symbol) = self.model.symbols.find(file.read(first.span)).filter(|_| !name.absolute) else {
            return;
        };
        let Some(&NameEntry::Class(index)) = self.elab(id).index.get(&symbol) else { return };
        let member = &self.elab(id).classes[index];
        if member.scope == scope || !self.is_visible(scope, symbol) {
            return;
        }
        let (text, class) = (file.read(first.span), member.class);
        let declared = self.class_place(class);
        self.report(
            Diagnostic::new(
                DiagnosticCode::WrongBase,
                file.place(name.span),
                format!("`{text}` is inherited itself and cannot name a base class"),
            )
            .label("looked up before anything is inherited")
            .related(declared, "declared in another base class")
            .help("write the name with the class that declares it before it"),
        );
    }

    /// Reports a class that extends an array, or what has a direction as a whole, and has more beside it (section 4.5.2).
    pub(crate) fn check_alone(&mut self, class: ClassId, place: Place, base: ClassId) {
        let node = self.program.class(class).node;
        if !matches!(node.specifier, ClassSpecifier::Long { .. }) {
            return;
        }
        let scan = self.program.scan(class, &mut self.model.symbols);
        let parts = scan.items.iter().filter(|item| !matches!(item, ClassItem::Class { .. })).count();
        if parts < 2 && scan.sections.is_empty() {
            return;
        }
        let (name, full) = (self.class_name(base), self.class_name(class));
        let declared = self.class_place(base);
        self.report(
            Diagnostic::new(
                DiagnosticCode::WrongBase,
                place,
                format!("`{full}` has elements beside the base class `{name}`, which is an array or has a direction"),
            )
            .label("a class that extends it has nothing else")
            .related(declared, "with sizes, or with `input`, `output` or `flow`")
            .help(format!("declare a component of `{name}` instead")),
        );
    }

    /// Reports a base class that may be exchanged: what is inherited must be settled (section 7.1.4).
    pub(crate) fn check_settled(&mut self, class: ClassId, base: &ClassRef, place: Place) {
        let node = self.program.class(class).node;
        let found = self.program.class(base.class).node;
        if !matches!(node.specifier, ClassSpecifier::Long { .. }) || !found.prefixes.has(Prefix::Replaceable)
        {
            return;
        }
        let name = self.class_name(base.class);
        let declared = self.class_place(base.class);
        self.report(
            Diagnostic::new(
                DiagnosticCode::WrongBase,
                place,
                format!("`{name}` is `replaceable` and cannot be extended"),
            )
            .label("another class could take its place")
            .related(declared, "declared `replaceable`")
            .help(
                "extend a class that is not `replaceable`, declare a component of it, or go on with an inherited one by \
                 `redeclare model extends`",
            ),
        );
    }

    /// Reports a class that extends a built-in type and may not.
    pub(crate) fn check_scalar_base(&mut self, class: ClassId, kind: Type, place: Place) {
        let node = self.program.class(class).node;
        let right = match node.restriction {
            Restriction::Type | Restriction::Connector | Restriction::Class => true,
            Restriction::Function | Restriction::Package | Restriction::Operator => false,
            // An external object may be declared with any keyword that holds functions.
            _ => kind == Type::External,
        };
        if right {
            return;
        }
        let (text, kind) = (kind_text(node), self.type_name(kind).to_string());
        self.against_kind(
            class,
            Diagnostic::new(DiagnosticCode::WrongBase, place, format!("{text} cannot extend `{kind}`"))
                .label(format!("`{kind}` is a single value"))
                .help("make this a `type`, or declare a component of that type"),
        );
    }
}

/// True if a class may extend another, by the table of the specification.
fn extends(class: &ClassDefinition, base: &ClassDefinition) -> bool {
    use Restriction as R;
    let operator = |node: &ClassDefinition| node.prefixes.has(Prefix::Operator);
    let expandable = |node: &ClassDefinition| node.prefixes.has(Prefix::Expandable);
    match (class.restriction, base.restriction) {
        // A `class` without a kind is what it extends.
        (_, R::Class) | (R::Class, R::Model | R::Block) => true,
        (R::Record, R::Record) => operator(class) == operator(base),
        (R::Connector, R::Connector) => expandable(class) == expandable(base),
        (R::Connector, R::Type | R::Record) => !expandable(class),
        (R::Block, R::Record) | (R::Model, R::Record | R::Block) => true,
        (class, base) => class == base,
    }
}
