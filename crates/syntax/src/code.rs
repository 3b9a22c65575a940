//! The table of diagnostic codes. A code is never reused; each has a page in `docs/errors`.

use std::fmt;

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The input is wrong.
    Error,
    /// The input is accepted, but something about it deserves a look.
    Warning,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        })
    }
}

macro_rules! codes {
    ($($name:ident = $number:literal $severity:ident $title:literal;)*) => {
        /// A kind of finding. Prints as `W0102`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u16)]
        pub enum DiagnosticCode {
            $(#[doc = $title] $name = $number,)*
        }

        impl DiagnosticCode {
            /// Every code, in the order of the table.
            pub const ALL: &[DiagnosticCode] = &[$(DiagnosticCode::$name),*];

            /// Whether findings of this code are errors.
            pub fn severity(self) -> Severity {
                match self { $(DiagnosticCode::$name => Severity::$severity,)* }
            }

            /// The finding in one line, without the particulars.
            pub fn title(self) -> &'static str {
                match self { $(DiagnosticCode::$name => $title,)* }
            }
        }
    };
}

// W01xx text, W02xx names and types, W03xx flattening and connections, W04xx structure,
// W05xx index, states and initialization, W06xx simulation, W075x the index at a point, W08xx circuits,
// W09xx not supported yet.
codes! {
    UnexpectedToken     = 101 Error   "something else is expected here";
    MissingSemicolon    = 102 Error   "a semicolon is missing";
    EndMismatch         = 103 Error   "an `end` does not match what it closes";
    MisspeltKeyword     = 104 Error   "a keyword is misspelt";
    Unbalanced          = 105 Error   "a bracket is not closed, or closed twice";
    Unclosed            = 106 Error   "a class or a block has no `end`";
    UnterminatedString  = 107 Error   "a string is not closed";
    UnterminatedComment = 108 Error   "a comment is not closed";
    InvalidCharacter    = 109 Error   "a character that Modelica does not use";
    InvalidEscape       = 110 Error   "an escape that Modelica does not know";
    ReservedName        = 111 Error   "a reserved word is used as a name";
    PrefixOrder         = 112 Error   "prefixes repeat, exclude each other or stand in the wrong order";
    EqualsOrAssign      = 113 Error   "`=`, `:=` and `==` are mixed up";
    NeedsParentheses    = 114 Error   "operators that need parentheses between them";
    MisplacedElement    = 115 Error   "a declaration, equation or statement in the wrong section";
    LegacyForm          = 116 Error   "a form of Modelica 1 that is no longer allowed";
    TooDeep             = 117 Error   "nested too deeply";
    TooManyErrors       = 118 Error   "too many errors to list";
    ArgumentOrder       = 119 Error   "a positional argument after a named one";
    NotUtf8             = 131 Error   "the file is not UTF-8 text";
    BinaryFile          = 132 Error   "the file is not text";
    NoClass             = 133 Error   "the file defines no class";
    Unreadable          = 134 Error   "a file or folder cannot be read";
    NoPackageFile       = 141 Error   "the folder has no package.mo";
    WrongClassName      = 142 Error   "the file defines another class than its name says";
    WrongWithin         = 143 Error   "the `within` clause does not name the enclosing package";
    OrderMismatch       = 144 Warning "package.order and the package disagree";
    DuplicateClass      = 145 Error   "two files define the same class";
    MissingLibrary      = 146 Error   "a library that is not found";
    UnmetUses           = 147 Warning "`uses` names a library or a version that is not there";
    HiddenLibrary       = 148 Warning "a class hides a library of the same name";
    WrongProject        = 149 Error   "the project file cannot be understood";
    UnknownName         = 201 Error   "a name that nothing declares";
    WrongKind           = 202 Error   "a class where a component is expected, or the other way round";
    ShapeMismatch       = 203 Error   "sizes that do not fit together";
    TypeMismatch        = 204 Error   "types that do not fit together";
    WrongCall           = 205 Error   "a call that does not fit the function";
    WrongSubscript      = 206 Error   "a subscript that does not fit the array";
    UnitMismatch        = 207 Warning "units that do not fit together";
    WrongArgument       = 208 Error   "an argument of another type than the input it is given to";
    Variability         = 209 Error   "a value of higher variability than its target";
    Protected           = 210 Error   "a protected element used from outside";
    NegativeSize        = 211 Error   "a size below zero";
    TooLarge            = 212 Error   "more elements than can be written out";
    UnknownUnit         = 213 Warning "a unit that is not known";
    HugeNumber          = 214 Error   "a number that is too large";
    RealEquality        = 215 Error   "Real numbers that change, compared for equality";
    UnknownModifier     = 301 Error   "a modification of something that does not exist";
    NotReplaceable      = 302 Error   "a redeclaration of something that may not be replaced";
    RecursiveClass      = 303 Error   "a class that contains itself";
    NeedsValue          = 304 Error   "a value is needed to build the model, and none is known";
    CyclicValue         = 305 Error   "a value that depends on itself";
    NoInner             = 306 Error   "an `outer` component without an `inner`";
    PartialClass        = 307 Error   "a component of a partial class";
    WrongConnection     = 308 Error   "connectors that do not fit together";
    UnevenBranches      = 309 Error   "branches of an if-equation with different numbers of equations";
    FinalModified       = 310 Error   "a modification of something that is `final`";
    UnbalancedConnector = 311 Error   "an unbalanced connector: more flow than potential variables, or fewer";
    NotConnected        = 312 Error   "an input that nothing gives a value";
    ManySources         = 313 Error   "several outputs connected to each other";
    UnbalancedClass     = 314 Error   "an unbalanced class: more equations than unknowns, or fewer";
    UnevenClass         = 315 Warning "a class that balances only together with others";
    DeclaredTwice       = 316 Error   "one name declared twice";
    ModifiedTwice       = 317 Error   "one element modified twice";
    InheritedTwice      = 318 Error   "one name inherited twice, with different meanings";
    NotCompatible       = 319 Error   "a replacement that cannot stand for what it replaces";
    WrongBase           = 320 Error   "a class that extends another kind of class than it may";
    WrongContent        = 321 Error   "something that this kind of class may not contain";
    NotCausal           = 322 Error   "a block with a connector that is neither input nor output";
    WrongBody           = 323 Error   "a function with no body, or with several";
    WrongComponent      = 324 Error   "a component that its class does not allow";
    MissingEach         = 325 Error   "one value for all components of an array, without `each`";
    NeedlessEach        = 326 Warning "`each` where there is no array";
    AddedInner          = 327 Warning "an `inner` component that nobody declared";
    AssignedInput       = 328 Error   "an assignment to an input of a function";
    PartialCall         = 329 Warning "a call of a function that is still partial";
    LooseAttribute      = 330 Warning "one attribute for all elements of an array, without `each`";
    WrongInline         = 331 Warning "an annotation about inlining that cannot be followed";
    WrongRoots          = 332 Error   "overdetermined connectors without a root, or with two";
    FinalOverridden     = 333 Warning "a `final` value that the value of a whole record overrides";
    NoDerivative        = 341 Error   "a function that cannot be differentiated";
    NotEncapsulated     = 342 Error   "something inside of a class that is no package";
    AmbiguousImport     = 343 Error   "a name that several imports bring";
    NotInFunction       = 344 Error   "an operator that functions do not have";
    NeverAssigned       = 345 Error   "a variable of a function that never gets a value";
    AssignedIndex       = 346 Error   "an assignment to a loop variable";
    OnlyInWhen          = 347 Error   "an operator that needs an event, outside of a `when`";
    UsedBefore          = 348 Warning "a variable of a function that is used before it has a value";
    Misplaced           = 349 Error   "a connection, a `when` or a `reinit` that cannot stand here";
    WrongExternal       = 350 Error   "invalid `external` clause";
    BusSignal           = 351 Warning "a signal of a bus that may be misspelt";
    ImpureCall          = 352 Error   "an impure function called where equations hold all the time";
    UnderConstrained    = 401 Error   "under-determined: unknowns that nothing determines";
    OverConstrained     = 402 Error   "over-determined: more equations than unknowns in them";
    MissingReference    = 403 Error   "no reference potential: only differences are determined";
    Dependent           = 404 Error   "linearly dependent equations: redundant or inconsistent";
    OpenConnector       = 405 Error   "an unconnected connector that needs a connection";
    SetTwice            = 406 Error   "a variable that is set in two places";
    WhenLoop            = 407 Error   "`when`s with different conditions that need each other's values";
    NoState             = 408 Error   "a `reinit` of a variable that is not a state";
    SetFromItself       = 409 Error   "a variable that a `when` sets from its own new value";
    OpenComponent       = 410 Error   "a component that is to be simulated alone";
    NoTarget            = 411 Error   "an equation between discrete-time variables that determines none of them";
    NeededValue         = 412 Error   "a parameter without a value that equations cannot do without";
    SystemSyntax        = 421 Error   "a line that is neither an equation nor a declaration of unknowns";
    UndeclaredUnknown   = 422 Error   "an unknown that is not declared";
    DuplicateName       = 423 Error   "two equations or two unknowns of the same name";
    DerivativeOrder     = 424 Error   "something else than the order of a derivative";
    RepeatedUnknown     = 425 Warning "an unknown that stands twice in one equation";
    GraphSyntax         = 431 Error   "text that is not GML";
    GraphKind           = 432 Error   "a graph that is not one of equations and unknowns";
    TwoClocks           = 441 Error   "conflicting clocks";
    NoClock             = 442 Error   "a clock that cannot be inferred";
    ClockBorder         = 443 Error   "clocked and continuous-time equations without `sample` or `hold` between them";
    WrongClock          = 444 Error   "invalid clock";
    NoSolver            = 445 Error   "a derivative on a clock without a solver method";
    WrongMachine        = 446 Error   "invalid state machine";
    DefaultClock        = 447 Warning "a default clock of one second, because no clock can be inferred";
    ManyStarts          = 501 Warning "over-determined initialization";
    FewStarts           = 502 Warning "under-determined initialization";
    NoValue             = 503 Warning "a parameter without a value";
    OutOfBounds         = 504 Warning "a value outside of its limits";
    Undetermined        = 505 Warning "an input or a parameter that nothing determines";
    NoStart             = 601 Error   "initialization failed";
    Stuck               = 602 Error   "integration failed";
    Violated            = 603 Error   "an assertion of the model that does not hold";
    Doubtful            = 604 Warning "an assertion of the model that warns";
    Unchangeable        = 605 Error   "a value that cannot be overridden";
    Chattering          = 606 Error   "chattering: a relation that changes again and again while time hardly advances";
    Zeno                = 607 Error   "Zeno behaviour: infinitely many events in a finite time";
    Pole                = 608 Warning "singular divisor: it crosses zero";
    Uncertified         = 621 Error   "a result that does not satisfy an equation of its model";
    LostEvent           = 622 Error   "an event that a result lost";
    OtherResult         = 623 Error   "a result that is not one of this model";
    Undecided           = 624 Error   "a result by which next to none of the equations can be checked";
    NoIndex             = 751 Warning "no index at this point";
    OtherIndex          = 752 Warning "numerical and structural index differ";
    DoubtfulIndex       = 753 Warning "an index that depends on a very small number";
    CardSyntax          = 801 Error   "a line of a netlist that cannot be read";
    WrongNumber         = 802 Error   "a value that is no number";
    UnknownParameter    = 803 Error   "a parameter that nothing defines";
    CyclicParameter     = 804 Error   "a parameter that depends on itself";
    UnknownModel        = 805 Error   "a model that nothing defines";
    WrongModel          = 806 Error   "a model of another kind than the element";
    UnknownModelParameter = 807 Error   "a parameter that this kind of model does not have";
    UnknownSubcircuit   = 808 Error   "a subcircuit that nothing defines";
    WrongPorts          = 809 Error   "a call with more or fewer nodes than the subcircuit";
    CyclicSubcircuit    = 810 Error   "a subcircuit that contains itself";
    CyclicInclude       = 811 Error   "a file that includes itself";
    DuplicateElement    = 812 Error   "two elements, models or subcircuits of the same name";
    UnknownControl      = 813 Error   "an undefined element or node that another line refers to";
    ZeroValue           = 814 Error   "a value that no such element can have";
    NegativeValue       = 815 Warning "a negative resistance, capacitance or inductance";
    LooseNode           = 816 Warning "a node with a single connection";
    NotAscii            = 817 Warning "a netlist that is not UTF-8";
    ControlBlock        = 818 Warning "commands of a simulator that are not executed";
    TooLargeCircuit     = 819 Error   "more elements or files than can be read";
    Misread             = 820 Warning "a value that is a thousand million times smaller than it looks";
    SuspectTitle        = 821 Warning "a first line that looks like a line of the netlist";
    NoGround            = 831 Error   "no ground: a circuit without node 0";
    FloatingPart        = 832 Error   "a floating part of a circuit: no path to ground";
    VoltageLoop         = 833 Error   "a loop of voltage sources";
    CurrentCutset       = 834 Error   "a cutset of current sources";
    NoDcPath            = 835 Error   "nodes without a DC path to ground";
    DcLoop              = 836 Error   "a loop of inductors and voltage sources";
    CapacitorLoop       = 841 Warning "a loop of capacitors and voltage sources";
    InductorCutset      = 842 Warning "a cutset of inductors and current sources";
    ControlRule         = 843 Warning "the index depends on the gain of a controlled source";
    NoOperatingPoint    = 851 Error   "a circuit whose operating point is not found";
    RestsOnGmin         = 852 Warning "potentials that only gmin determines, which the simulator adds";
    InitialConflict     = 853 Error   "inconsistent initial condition";
    StuckTransient      = 854 Error   "transient integration failed";
    WrongAnalysis       = 855 Error   "an analysis that cannot be carried out as it is written";
    NoMeasure           = 856 Error   "a measure that has no value";
    NoSignal            = 857 Warning "a small-signal analysis without an AC source";
    UnstablePoint       = 858 Warning "a transient that starts at an unstable operating point";
    InstantJump         = 859 Warning "a potential that jumps because nothing stores charge";
    NotSupported        = 901 Error   "not supported yet";
    NoExternal          = 902 Error   "a value that only an external function knows";
    UnknownExternal     = 903 Warning "an external function that is not built in";
}

impl DiagnosticCode {
    /// The code that prints as `text`, if there is one; case does not matter.
    pub fn find(text: &str) -> Option<DiagnosticCode> {
        DiagnosticCode::ALL.iter().copied().find(|code| code.to_string().eq_ignore_ascii_case(text))
    }
}

impl fmt::Display for DiagnosticCode {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "W{:04}", *self as u16)
    }
}
