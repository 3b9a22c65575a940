//! Expressions in a table where equal ones are the same.

use rustc_hash::FxHashMap;

use crate::{EnumId, ExprId, FunctionId, ListId, Symbol, VariableId};

/// A real number that can be compared and hashed by its bits. Zero is always positive zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Number(u64);

impl From<f64> for Number {
    fn from(value: f64) -> Number {
        Number((value + 0.0).to_bits())
    }
}

impl Number {
    /// The number.
    pub fn get(self) -> f64 {
        f64::from_bits(self.0)
    }
}

/// An expression. In equations every expression is a scalar, except arguments of functions; in the bodies of
/// functions any may be an array or a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Expr {
    Real(Number),
    Integer(i64),
    Boolean(bool),
    String(Symbol),
    /// A literal of an enumeration, counted from one.
    Literal(EnumId, u32),
    /// The independent variable.
    Time,
    Variable(VariableId),
    /// A local variable of the function that the expression stands in.
    Local(u32),
    Unary(Operator, ExprId),
    Binary(Operator, ExprId, ExprId),
    /// `if a then b else c`
    If(ExprId, ExprId, ExprId),
    /// A built-in function or operator.
    Builtin(Builtin, ListId),
    /// A function of the model. With several results it is a tuple of them.
    Call(FunctionId, ListId),
    /// The result with this number, from zero, of a call with several.
    Result(ExprId, u32),
    /// `{a, b}`; an array of arrays for more dimensions.
    Array(ListId),
    /// A record: its class and its fields in order.
    Record(Symbol, ListId),
    /// An element of an array: the array and its subscripts. A subscript that is an array selects several.
    Index(ExprId, ListId),
    /// A field of a record.
    Field(ExprId, Symbol),
    /// `a : b : c`, the step given or one.
    Range(ExprId, ExprId, ExprId),
    /// `{body for local in values}`: the local, the values, the body.
    Comprehension(u32, ExprId, ExprId),
    /// `:` as a subscript
    All,
    /// `end` as a subscript of the array and dimension (from one) given.
    End(ExprId, u32),
    /// A function as an argument, some of its inputs given: pairs of input number and value.
    Partial(FunctionId, ListId),
    /// A call of a function that is itself a value, such as an argument.
    Apply(ExprId, ListId),
}

/// An operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Operator {
    Or,
    And,
    Not,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
    Add,
    Subtract,
    Negate,
    Multiply,
    Divide,
    Power,
    ElementAdd,
    ElementSubtract,
    ElementMultiply,
    ElementDivide,
    ElementPower,
}

impl Operator {
    /// The operator in Modelica.
    pub fn text(self) -> &'static str {
        match self {
            Operator::Or => "or",
            Operator::And => "and",
            Operator::Not => "not",
            Operator::Less => "<",
            Operator::LessEqual => "<=",
            Operator::Greater => ">",
            Operator::GreaterEqual => ">=",
            Operator::Equal => "==",
            Operator::NotEqual => "<>",
            Operator::Add => "+",
            Operator::Subtract | Operator::Negate => "-",
            Operator::Multiply => "*",
            Operator::Divide => "/",
            Operator::Power => "^",
            Operator::ElementAdd => ".+",
            Operator::ElementSubtract => ".-",
            Operator::ElementMultiply => ".*",
            Operator::ElementDivide => "./",
            Operator::ElementPower => ".^",
        }
    }
}

macro_rules! builtins {
    ($($name:ident $text:literal)*) => {
        /// A built-in function or operator.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Builtin {
            $(#[doc = $text] $name,)*
        }

        impl Builtin {
            /// Every one of them.
            pub const ALL: &[Builtin] = &[$(Builtin::$name),*];

            /// Its name in Modelica.
            pub fn text(self) -> &'static str {
                match self { $(Builtin::$name => $text,)* }
            }

            /// The one with this name.
            pub fn find(name: &str) -> Option<Builtin> {
                match name { $($text => Some(Builtin::$name),)* _ => None }
            }
        }
    };
}

builtins! {
    // Mathematics.
    Abs "abs" Sign "sign" Sqrt "sqrt" Div "div" Mod "mod" Rem "rem" Ceil "ceil" Floor "floor" Integer "integer"
    Sin "sin" Cos "cos" Tan "tan" Asin "asin" Acos "acos" Atan "atan" Atan2 "atan2" Sinh "sinh" Cosh "cosh"
    Tanh "tanh" Exp "exp" Log "log" Log10 "log10" Min "min" Max "max"
    // Time and events.
    Der "der" Pre "pre" Edge "edge" Change "change" Reinit "reinit" Initial "initial" Terminal "terminal"
    Sample "sample" NoEvent "noEvent" Smooth "smooth" Delay "delay" Homotopy "homotopy"
    SemiLinear "semiLinear" Assert "assert" Terminate "terminate" SpatialDistribution "spatialDistribution"
    GetInstanceName "getInstanceName" Pure "pure"
    // Connections.
    Cardinality "cardinality" InStream "inStream" ActualStream "actualStream"
    // Clocks and state machines.
    Clock "Clock" Hold "hold" SubSample "subSample" SuperSample "superSample" ShiftSample "shiftSample"
    BackSample "backSample" NoClock "noClock" Previous "previous" Interval "interval"
    FirstTick "firstTick" Transition "transition" InitialState "initialState" ActiveState "activeState"
    TicksInState "ticksInState" TimeInState "timeInState"
    // Conversions.
    String "String" IntegerOf "Integer" Real "Real" Boolean "Boolean"
    // Arrays.
    Ndims "ndims" Size "size" Scalar "scalar" Vector "vector" Matrix "matrix" Identity "identity"
    Diagonal "diagonal" Zeros "zeros" Ones "ones" Fill "fill" Linspace "linspace" Sum "sum" Product "product"
    Transpose "transpose" OuterProduct "outerProduct" Symmetric "symmetric" Cross "cross" Skew "skew" Cat "cat"
    Promote "promote" Array "array"
}

/// All expressions of a model.
#[derive(Clone, Debug, Default)]
pub struct Exprs {
    exprs: Vec<Expr>,
    known: FxHashMap<Expr, ExprId>,
    /// The lists one after the other; `starts` has one more entry than there are lists.
    items: Vec<ExprId>,
    starts: Vec<u32>,
    known_lists: FxHashMap<Box<[ExprId]>, ListId>,
}

impl Exprs {
    /// The id of an expression.
    pub fn add(&mut self, expr: Expr) -> ExprId {
        let next = ExprId(self.exprs.len() as u32);
        let id = *self.known.entry(expr).or_insert(next);
        if id == next {
            self.exprs.push(expr);
        }
        id
    }

    /// The id of a list of expressions.
    pub fn list(&mut self, items: &[ExprId]) -> ListId {
        if let Some(&known) = self.known_lists.get(items) {
            return known;
        }
        if self.starts.is_empty() {
            self.starts.push(0);
        }
        let id = ListId(self.starts.len() as u32 - 1);
        self.items.extend_from_slice(items);
        self.starts.push(self.items.len() as u32);
        self.known_lists.insert(items.into(), id);
        id
    }

    /// An expression.
    pub fn get(&self, id: ExprId) -> Expr {
        self.exprs[id.at()]
    }

    /// The expressions of a list.
    pub fn items(&self, list: ListId) -> &[ExprId] {
        &self.items[self.starts[list.at()] as usize..self.starts[list.at() + 1] as usize]
    }

    /// How many different expressions there are.
    pub fn len(&self) -> usize {
        self.exprs.len()
    }

    /// True before the first expression.
    pub fn is_empty(&self) -> bool {
        self.exprs.is_empty()
    }

    /// A real literal.
    pub fn real(&mut self, value: f64) -> ExprId {
        self.add(Expr::Real(value.into()))
    }

    /// An integer literal.
    pub fn integer(&mut self, value: i64) -> ExprId {
        self.add(Expr::Integer(value))
    }

    /// A call of a built-in.
    pub fn builtin(&mut self, builtin: Builtin, arguments: &[ExprId]) -> ExprId {
        let arguments = self.list(arguments);
        self.add(Expr::Builtin(builtin, arguments))
    }
}
