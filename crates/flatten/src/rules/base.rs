//! Which kinds of classes may extend which (Modelica Language Specification 3.6, section 7.1.3).

use equations::Type;
use syntax::tree::{ClassDefinition, Prefix, Restriction};
use syntax::{Code, Diagnostic, Place};

use super::kind_text;
use crate::Flattener;
use crate::program::ClassId;

impl Flattener<'_> {
    /// Reports a base class of another kind than the class may extend.
    pub(crate) fn check_base(&mut self, class: ClassId, base: ClassId, place: Place) {
        let (node, found) = (self.program.class(class).node, self.program.class(base).node);
        if extends(node, found) {
            return;
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
            Diagnostic::new(Code::WrongBase, place, format!("{kind} cannot extend {other}"))
                .label(format!("`{name}` is {other}"))
                .related(declared, format!("declared as {other}"))
                .help(help),
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
            Diagnostic::new(Code::WrongBase, place, format!("{text} cannot extend `{kind}`"))
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
        (_, R::Class) => true,
        (R::Record, R::Record) => operator(class) == operator(base),
        (R::Connector, R::Connector) => expandable(class) == expandable(base),
        (R::Connector, R::Type | R::Record) => !expandable(class),
        (R::Block, R::Record) | (R::Model, R::Record | R::Block) => true,
        (class, base) => class == base,
    }
}
