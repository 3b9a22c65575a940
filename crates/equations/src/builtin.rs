//! The built-in functions and operators: their names, and a table of the functions of one number. Evaluators,
//! differentiators, bounds, units, inverses and code look here; no other place lists these functions.

mod inverse;
mod record;
mod slope;
#[cfg(test)]
mod tests;

pub use record::{Domain, ElementaryRecord, MachineCode, ResultRule, Shape, UnitRule};
pub use slope::{Arithmetic, Numbers, Slope};

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

/// Every number.
const ALL: (f64, f64) = (f64::NEG_INFINITY, f64::INFINITY);
/// Zero and above.
const ABOVE: (f64, f64) = (0.0, f64::INFINITY);
/// From -1 to 1.
const ONES: (f64, f64) = (-1.0, 1.0);
const QUARTER: f64 = std::f64::consts::FRAC_PI_2;

macro_rules! elementary {
    ($(
        $(#[$about:meta])*
        $name:ident $value:expr, $domain:ident, $shape:expr, $range:expr, $unit:ident, $result:ident, $code:ident;
    )*) => {
        /// A function of one number (MLS 3.7.1, 3.7.3).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Elementary {
            $($(#[$about])* $name,)*
        }

        impl Elementary {
            /// Every one of them.
            pub const ALL: &[Elementary] = &[$(Elementary::$name),*];

            /// The built-in that it is.
            pub fn builtin(self) -> Builtin {
                match self { $(Elementary::$name => Builtin::$name,)* }
            }

            /// Its value; outside of the domain that is not finite.
            #[inline(always)]
            pub fn value(self, x: f64) -> f64 {
                match self { $(Elementary::$name => $value(x),)* }
            }

            /// What else is known of it.
            #[inline(always)]
            pub fn record(self) -> ElementaryRecord {
                match self {
                    $(Elementary::$name => ElementaryRecord {
                        domain: Domain::$domain,
                        shape: $shape,
                        range: $range,
                        unit: UnitRule::$unit,
                        result: ResultRule::$result,
                        code: MachineCode::$code,
                    },)*
                }
            }
        }

        impl Builtin {
            /// The function of one number that it is, if it is one. `integer` is none: its value is an Integer.
            pub fn elementary(self) -> Option<Elementary> {
                match self { $(Builtin::$name => Some(Elementary::$name),)* _ => None }
            }
        }
    };
}

elementary! {
    // Value, where it is defined, how it changes, what it never passes, unit, type, machine code.
    /// The size without the sign.
    Abs f64::abs, Everywhere, Shape::Even, ABOVE, Same, Same, Instruction;
    /// -1, 0 or 1.
    Sign sign, Everywhere, Shape::Steps, ONES, Number, Integer, Instruction;
    /// The square root.
    Sqrt f64::sqrt, NotNegative, Shape::Rising, ABOVE, Root, Real, Instruction;
    /// The greatest whole number that is not greater.
    Floor f64::floor, Everywhere, Shape::Steps, ALL, Same, Real, Instruction;
    /// The least whole number that is not less.
    Ceil f64::ceil, Everywhere, Shape::Steps, ALL, Same, Real, Instruction;
    /// The sine.
    Sin f64::sin, Everywhere, Shape::Wave(QUARTER), ONES, Plain, Real, Call;
    /// The cosine.
    Cos f64::cos, Everywhere, Shape::Wave(0.0), ONES, Plain, Real, Call;
    /// The tangent.
    Tan f64::tan, Everywhere, Shape::Poles, ALL, Plain, Real, Call;
    /// The inverse of the sine.
    Asin f64::asin, WithinOne, Shape::Rising, ALL, Plain, Real, Call;
    /// The inverse of the cosine.
    Acos f64::acos, WithinOne, Shape::Falling, ALL, Plain, Real, Call;
    /// The inverse of the tangent.
    Atan f64::atan, Everywhere, Shape::Rising, ALL, Plain, Real, Call;
    /// The hyperbolic sine.
    Sinh f64::sinh, Everywhere, Shape::Rising, ALL, Plain, Real, Call;
    /// The hyperbolic cosine.
    Cosh f64::cosh, Everywhere, Shape::Even, (1.0, f64::INFINITY), Plain, Real, Call;
    /// The hyperbolic tangent.
    Tanh f64::tanh, Everywhere, Shape::Rising, ONES, Plain, Real, Call;
    /// The exponential.
    Exp f64::exp, Everywhere, Shape::Rising, ABOVE, Plain, Real, Call;
    /// The natural logarithm.
    Log f64::ln, Positive, Shape::Rising, ALL, Plain, Real, Call;
    /// The logarithm to the base 10.
    Log10 f64::log10, Positive, Shape::Rising, ALL, Plain, Real, Call;
}

#[inline(always)]
fn sign(x: f64) -> f64 {
    f64::from(i8::from(x > 0.0) - i8::from(x < 0.0))
}

impl Elementary {
    /// The one with this name in Modelica.
    pub fn find(name: &str) -> Option<Elementary> {
        Builtin::find(name)?.elementary()
    }

    /// Its name in Modelica.
    pub fn text(self) -> &'static str {
        self.builtin().text()
    }

    /// True if its value steps from one number to another: it generates events.
    #[inline(always)]
    pub fn steps(self) -> bool {
        self.record().shape == Shape::Steps
    }
}

impl Builtin {
    /// True for the operators that take a value from one clock to another (MLS 16.5.2).
    pub fn converts_clock(self) -> bool {
        use Builtin as B;
        matches!(self, B::SubSample | B::SuperSample | B::ShiftSample | B::BackSample | B::NoClock)
    }

    /// True for clocks and for what has a value at their ticks alone (MLS chapter 16); `sample` may have it or not.
    pub fn is_clocked(self) -> bool {
        use Builtin as B;
        self.converts_clock() || matches!(self, B::Clock | B::Hold | B::Previous | B::Interval | B::FirstTick)
    }

    /// True for the operators of state machines (MLS chapter 17).
    pub fn is_of_state_machine(self) -> bool {
        use Builtin as B;
        matches!(self, B::Transition | B::InitialState | B::ActiveState | B::TicksInState | B::TimeInState)
    }

    /// True if the value is an array whatever the arguments are.
    pub fn makes_array(self) -> bool {
        use Builtin as B;
        matches!(
            self,
            B::Vector
                | B::Matrix
                | B::Identity
                | B::Diagonal
                | B::Zeros
                | B::Ones
                | B::Fill
                | B::Linspace
                | B::Transpose
                | B::OuterProduct
                | B::Symmetric
                | B::Cross
                | B::Skew
                | B::Cat
                | B::Promote
                | B::Array
        )
    }
}
