//! The flat model.

use base::Shared;
use rustc_hash::FxHashMap;
use syntax::{FileId, Place};

use crate::{EnumId, ExprId, Exprs, Function, InstanceId, Origin, OriginId, Symbol, Symbols, VariableId};

/// What a model means once classes, inheritance, modifiers and connections are gone.
///
/// Copies share their tables: a stage that adds to a model, or a trial that changes it, has for itself only what it touches.
#[derive(Clone, Debug, Default)]
pub struct FlatModel {
    /// The name of the class it was made from.
    pub name: String,
    /// Values of parameters that were given beside the model when it was built, by name.
    pub given: Vec<(String, f64)>,
    /// Names.
    pub symbols: Symbols,
    /// Expressions.
    pub exprs: Exprs,
    /// The tree of components; the first is the model itself.
    pub instances: Shared<Vec<Instance>>,
    /// Scalar variables in the order of their declaration.
    pub variables: Shared<Vec<Variable>>,
    /// Attributes of variables that are given anywhere, in the order of variables.
    pub attributes: Shared<Vec<(VariableId, Attribute, ExprId)>>,
    /// The level of the component hierarchy at which the start value of a variable is written (MLS 3.6, 8.6.2): 1 in the model
    /// itself, 0 beside it. None where its type gives it.
    pub start_levels: Shared<FxHashMap<VariableId, u32>>,
    /// Equations that always hold.
    pub equations: Shared<Vec<Equation>>,
    /// Equations that hold at the beginning only.
    pub initial_equations: Shared<Vec<Equation>>,
    /// Functions.
    pub functions: Shared<Vec<Function>>,
    /// Enumeration types.
    pub enumerations: Shared<Vec<Enumeration>>,
    /// Origins.
    pub origins: Shared<Vec<Origin>>,
    /// Equations and bindings with numbers in them that were constants with a unit or calls of functions, in
    /// ascending order. The units of these numbers are no longer known.
    pub folded: Shared<Vec<OriginId>>,
    /// The `connect` equations that, somewhere, connect what is connected already, in ascending order.
    pub repeated: Shared<Vec<Place>>,
    /// Parameters whose values were used to build the model, in ascending order: for sizes, conditions, subscripts, branches. With
    /// another value of one of them, or of one that it is computed from, it may be another model.
    pub evaluated: Shared<Vec<VariableId>>,
    /// Calls that stand in algorithms for their own sake, in ascending order, and where each is written first.
    pub statements: Shared<Vec<(ExprId, OriginId)>>,
    /// What nothing outside of the model may change.
    pub locked: Shared<Vec<Locked>>,
    /// The files that its classes were found in, in ascending order: what stands in others makes no difference to it.
    pub files: Shared<Vec<FileId>>,
}

/// The value or an attribute of a variable that nothing outside of the model may change.
#[derive(Clone, Copy, Debug)]
pub struct Locked {
    /// The variable.
    pub variable: VariableId,
    /// The attribute; none for the value.
    pub attribute: Option<Attribute>,
    /// What locks it.
    pub lock: Lock,
    /// Where that is said.
    pub place: Place,
}

/// What keeps a value from being changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lock {
    /// It is `final`.
    Final,
    /// The variable, or a component around it, is protected.
    Protected,
}

/// A component that has components, or the model itself.
#[derive(Clone, Copy, Debug)]
pub struct Instance {
    /// The instance it is a component of; itself for the model.
    pub parent: InstanceId,
    /// Its name.
    pub name: Symbol,
    /// Its subscripts, as an integer list of [`Exprs`]; none if it is no element of an array.
    pub subscripts: Option<crate::ListId>,
    /// The full name of its class.
    pub class: Symbol,
    /// What its class is.
    pub kind: InstanceKind,
    /// Where it is declared.
    pub place: Place,
}

/// What the class of an instance is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InstanceKind {
    /// A model or a block, with equations of its own.
    Model,
    /// A connector: the border of the model it belongs to.
    Connector,
    /// A record: several variables as one value.
    Record,
}

/// A scalar variable.
#[derive(Clone, Copy, Debug)]
pub struct Variable {
    /// The instance it is a component of.
    pub instance: InstanceId,
    /// Its name there.
    pub name: Symbol,
    /// Its subscripts; none if it is no element of an array.
    pub subscripts: Option<crate::ListId>,
    /// Its type.
    pub kind: Type,
    /// How often it may change.
    pub variability: Variability,
    /// Whether it is an input or an output of the model.
    pub causality: Causality,
    /// True for flow variables.
    pub flow: bool,
    /// True for stream variables.
    pub stream: bool,
    /// The value that its declaration, or a modification of it, binds it to.
    pub binding: Option<ExprId>,
    /// Where it is declared.
    pub origin: OriginId,
    /// Where its value is written, and the instance in whose class; its declaration if it has none.
    pub bound: OriginId,
}

/// A type of scalars, or a record by the name of its class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Type {
    Real,
    Integer,
    Boolean,
    String,
    Clock,
    Enumeration(EnumId),
    Record(Symbol),
    /// A function given as an argument.
    Function,
    /// An object of an external library.
    External,
}

/// How often a variable may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Variability {
    Constant,
    Parameter,
    Discrete,
    Continuous,
}

/// Whether a variable crosses the border of the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Causality {
    None,
    Input,
    Output,
}

/// An attribute of a built-in type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Attribute {
    Quantity,
    Unit,
    DisplayUnit,
    Min,
    Max,
    Start,
    Fixed,
    Nominal,
    Unbounded,
    StateSelect,
}

impl Attribute {
    /// Its name in Modelica.
    pub fn text(self) -> &'static str {
        match self {
            Attribute::Quantity => "quantity",
            Attribute::Unit => "unit",
            Attribute::DisplayUnit => "displayUnit",
            Attribute::Min => "min",
            Attribute::Max => "max",
            Attribute::Start => "start",
            Attribute::Fixed => "fixed",
            Attribute::Nominal => "nominal",
            Attribute::Unbounded => "unbounded",
            Attribute::StateSelect => "stateSelect",
        }
    }
}

/// An equation or a group of them.
#[derive(Clone, Debug)]
pub struct Equation {
    /// What it says.
    pub kind: EquationKind,
    /// Where it came from.
    pub origin: OriginId,
}

/// What an equation says.
#[derive(Clone, Debug)]
pub enum EquationKind {
    /// `left = right`, both scalars.
    Equality(ExprId, ExprId),
    /// Conditions with what holds under each; the last condition is `true` if there is an `else`. Every
    /// branch stands for as many scalar equations as the first.
    If(Vec<(ExprId, Vec<Equation>)>),
    /// Conditions with what happens when each becomes true.
    When(Vec<(ExprId, Vec<Equation>)>),
    /// `assert(…)`, `terminate(…)`, `reinit(…)`
    Call(ExprId),
    /// An algorithm with the variables it assigns.
    Algorithm(Vec<crate::Statement>, Vec<VariableId>),
}

/// An enumeration type.
#[derive(Clone, Debug)]
pub struct Enumeration {
    /// The full name of its class.
    pub name: Symbol,
    /// Its literals in order.
    pub literals: Vec<Symbol>,
}

impl Type {
    /// How a variable of this type changes if nothing is said: only real numbers do so all the time.
    pub fn variability(self) -> Variability {
        if self == Type::Real { Variability::Continuous } else { Variability::Discrete }
    }
}

impl FlatModel {
    /// From now on copies share names and expressions, too. Whoever adds to a copy has for itself what it adds.
    pub fn finish(&mut self) {
        self.symbols.finish();
        self.exprs.finish();
    }

    /// The level of an instance in the component hierarchy; that of the model is 1.
    pub fn level(&self, instance: InstanceId) -> u32 {
        let (mut at, mut level) = (instance, 1);
        while let Some(found) = self.instances.get(at.at()).filter(|found| found.parent != at) {
            at = found.parent;
            level += 1;
        }
        level
    }

    /// Adds a variable that no text declares, such as one for a condition.
    pub fn add_variable(
        &mut self,
        instance: InstanceId,
        name: &str,
        kind: Type,
        variability: Variability,
        origin: OriginId,
    ) -> VariableId {
        let id = VariableId(self.variables.len() as u32);
        self.variables.push(Variable {
            instance,
            name: self.symbols.add(name),
            subscripts: None,
            kind,
            variability,
            causality: Causality::None,
            flow: false,
            stream: false,
            binding: None,
            origin,
            bound: origin,
        });
        id
    }

    /// A number as a literal of a type; none if it is no value of that type. Literals of enumerations are counted from 1.
    pub fn literal(&self, kind: Type, number: f64) -> Option<crate::Expr> {
        use crate::Expr;
        let whole = number.fract() == 0.0 && number.abs() < 9e15;
        match kind {
            Type::Real if number.is_finite() => Some(Expr::Real(number.into())),
            Type::Integer if whole => Some(Expr::Integer(number as i64)),
            Type::Boolean if number == 0.0 || number == 1.0 => Some(Expr::Boolean(number != 0.0)),
            Type::Enumeration(kind) => {
                let count = self.enumerations[kind.at()].literals.len() as f64;
                (whole && (1.0..=count).contains(&number)).then_some(Expr::Literal(kind, number as u32))
            }
            _ => None,
        }
    }

    /// The name of a variable as people write it, such as `motor.pin[2].v`.
    pub fn variable_name(&self, id: VariableId) -> String {
        let variable = &self.variables[id.at()];
        let mut name = self.instance_name(variable.instance);
        if !name.is_empty() {
            name.push('.');
        }
        name.push_str(self.symbols.name(variable.name));
        self.subscript(&mut name, variable.subscripts);
        name
    }

    /// The name of an instance; empty for the model itself.
    pub fn instance_name(&self, id: InstanceId) -> String {
        let mut path = Vec::new();
        let mut at = id;
        while at != self.instances[at.at()].parent {
            path.push(at);
            at = self.instances[at.at()].parent;
        }
        let mut name = String::new();
        for id in path.into_iter().rev() {
            let instance = &self.instances[id.at()];
            if !name.is_empty() {
                name.push('.');
            }
            name.push_str(self.symbols.name(instance.name));
            self.subscript(&mut name, instance.subscripts);
        }
        name
    }

    /// Where an element came from in the text or the connections, whatever algebra was done with it since.
    pub fn source(&self, id: OriginId) -> &Origin {
        let mut at = &self.origins[id.at()];
        while let Origin::Derived { from, .. } = at {
            at = &self.origins[from.at()];
        }
        at
    }

    /// Where a call is written that stands in an algorithm for its own sake.
    pub fn statement(&self, call: ExprId) -> Option<OriginId> {
        let at = self.statements.binary_search_by_key(&call, |found| found.0).ok()?;
        Some(self.statements[at].1)
    }

    /// Where an element was written; the model itself for what connections made.
    pub fn written(&self, id: OriginId) -> Place {
        match self.source(id) {
            Origin::Written { place, .. } => *place,
            _ => self.instances[0].place,
        }
    }

    /// The model or block that an instance belongs to: itself, or the one that a connector or record is a part of.
    pub fn owner(&self, id: InstanceId) -> InstanceId {
        let mut at = id;
        while self.instances[at.at()].kind != InstanceKind::Model && at != self.instances[at.at()].parent {
            at = self.instances[at.at()].parent;
        }
        at
    }

    fn subscript(&self, name: &mut String, subscripts: Option<crate::ListId>) {
        let Some(subscripts) = subscripts else { return };
        let text: Vec<String> = self
            .exprs
            .items(subscripts)
            .iter()
            .map(|&id| match self.exprs.get(id) {
                crate::Expr::Integer(value) => value.to_string(),
                crate::Expr::Boolean(value) => value.to_string(),
                crate::Expr::Literal(kind, literal) => {
                    let literals = &self.enumerations[kind.at()].literals;
                    self.symbols.name(literals[literal as usize - 1]).to_string()
                }
                _ => "?".to_string(),
            })
            .collect();
        name.push('[');
        name.push_str(&text.join(","));
        name.push(']');
    }
}
