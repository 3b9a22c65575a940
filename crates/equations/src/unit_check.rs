//! Whether the units of a model fit together.
//!
//! The unit of every expression follows from the `unit` attributes of its variables. Nothing is guessed: a
//! variable without a unit, the value of a function of the model and a number in a sum may have any unit, and
//! what may have any unit is never wrong. In products a number leaves the dimension as it is; it may convert
//! between scales, so what it is multiplied with is compared by dimension only. Nothing is said of equations
//! in which nobody wrote a unit.

mod inferred_unit;

#[cfg(test)]
mod tests;

use rustc_hash::{FxHashMap, FxHashSet};
use syntax::Place;

use crate::{
    Attribute, Builtin, Equation, EquationKind, Expr, ExprId, FlatModel, Operator, Origin, OriginId,
    Statement, Symbol, Type, Unit, UnitRule, VariableId,
};
use inferred_unit::{InferredUnit, UnitInference};

/// Two units that should be the same, or one where there should be none.
#[derive(Clone, Debug)]
pub struct UnitMismatch {
    /// Where it stands.
    pub origin: OriginId,
    /// What does not fit together.
    pub clash: UnitClash,
    /// The first expression and its unit.
    pub left: UnitSide,
    /// The other; none where the first should be a plain number.
    pub right: Option<UnitSide>,
    /// If both measure the same kind of quantity: how many of the second one of the first is.
    pub factor: Option<f64>,
}

/// An expression and its unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitSide {
    /// The expression.
    pub text: String,
    /// Its unit, as declared or as computed.
    pub unit: String,
}

/// What units do not fit together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnitClash {
    /// The sides of an equation.
    Sides,
    /// A variable and the value it is bound to.
    Binding,
    /// A variable and the value it is assigned.
    Assignment,
    /// The terms of a sum or a difference.
    Terms,
    /// What is compared.
    Comparison,
    /// The branches of an `if`.
    Branches,
    /// The arguments of a function that needs them alike.
    Arguments(Builtin),
    /// The argument of a function that needs a plain number.
    Argument(Builtin),
    /// An exponent, which has to be a plain number.
    Exponent,
}

/// All units of a model that do not fit together, at most one for each place of the text, in the order of the
/// model.
pub fn check_units(model: &FlatModel) -> Vec<UnitMismatch> {
    let mut check = UnitChecker::new(model);
    // Parts of an expression stand before it in the table.
    for at in 0..model.exprs.len() as u32 {
        check.measure(ExprId(at));
    }
    for (at, variable) in model.variables.iter().enumerate() {
        if let Some(binding) = variable.binding {
            let own = check.variables[at];
            check.bind(VariableId(at as u32), own, binding, UnitClash::Binding, variable.bound);
        }
    }
    check.equations(&model.initial_equations);
    check.equations(&model.equations);
    check.findings
}

/// Two things whose units clash.
#[derive(Clone, Copy)]
struct UnitFault {
    clash: UnitClash,
    left: (UnitFaultSubject, InferredUnit),
    right: Option<(UnitFaultSubject, InferredUnit)>,
}

/// What is shown for one side of a fault.
#[derive(Clone, Copy)]
enum UnitFaultSubject {
    Expr(ExprId),
    Variable(VariableId),
}

struct UnitChecker<'a> {
    model: &'a FlatModel,
    /// The declared units of variables.
    variables: Vec<UnitInference>,
    /// Their texts.
    declared: Vec<Option<Symbol>>,
    /// What is known of each expression.
    known: Vec<ExprUnit>,
    faults: Vec<UnitFault>,
    /// Kept so that not every expression needs one of its own.
    children: Vec<ExprId>,
    places: FxHashSet<Place>,
    findings: Vec<UnitMismatch>,
}

#[derive(Clone, Copy)]
struct ExprUnit {
    dimension: UnitInference,
    /// The term of a sum from which its unit was taken, else the expression itself.
    witness: ExprId,
    /// The first fault inside of it.
    fault: Option<u32>,
}

impl<'a> UnitChecker<'a> {
    fn new(model: &'a FlatModel) -> UnitChecker<'a> {
        let mut variables: Vec<UnitInference> = model
            .variables
            .iter()
            .map(|variable| match variable.kind {
                // An Integer cannot have a unit.
                Type::Integer => UnitInference::Number,
                _ => UnitInference::Unknown,
            })
            .collect();
        let mut declared = vec![None; variables.len()];
        let mut units: FxHashMap<Symbol, Option<Unit>> = FxHashMap::default();
        for &(variable, attribute, value) in &model.attributes {
            let (Attribute::Unit, Expr::String(text)) = (attribute, model.exprs.get(value)) else { continue };
            let unit = *units.entry(text).or_insert_with(|| Unit::parse(model.symbols.name(text)));
            if let Some(unit) = unit {
                variables[variable.at()] = UnitInference::Known(InferredUnit::declared(unit));
                declared[variable.at()] = Some(text);
            }
        }
        UnitChecker {
            model,
            variables,
            declared,
            known: Vec::with_capacity(model.exprs.len()),
            faults: Vec::new(),
            children: Vec::new(),
            places: FxHashSet::default(),
            findings: Vec::new(),
        }
    }

    /// Finds out about the next expression.
    fn measure(&mut self, id: ExprId) {
        let mut fault = None;
        let expr = self.model.exprs.get(id);
        let mut children = std::mem::take(&mut self.children);
        expr.children(&self.model.exprs, &mut children);
        for child in children.drain(..) {
            fault = fault.or(self.known[child.at()].fault);
        }
        self.children = children;
        let before = self.faults.len() as u32;
        let dimension = self.form(expr);
        if (before as usize) < self.faults.len() {
            fault = fault.or(Some(before));
        }
        let witness = match expr {
            Expr::Binary(
                Operator::Add | Operator::Subtract | Operator::ElementAdd | Operator::ElementSubtract,
                a,
                b,
            ) => match (self.dimension(a), self.dimension(b)) {
                (UnitInference::Known(_), _) => self.known[a.at()].witness,
                (_, UnitInference::Known(_)) => self.known[b.at()].witness,
                _ => id,
            },
            _ => id,
        };
        self.known.push(ExprUnit { dimension, witness, fault });
    }

    fn dimension(&self, id: ExprId) -> UnitInference {
        self.known[id.at()].dimension
    }

    fn form(&mut self, expr: Expr) -> UnitInference {
        match expr {
            Expr::Real(_) | Expr::Integer(_) => UnitInference::Number,
            Expr::Time => UnitInference::Known(InferredUnit::implied(Unit::SECOND)),
            Expr::Variable(id) => self.variables[id.at()],
            Expr::Unary(Operator::Negate, a) => self.dimension(a),
            Expr::Binary(operator, a, b) => self.binary(operator, a, b),
            Expr::If(_, a, b) => self.alike(UnitClash::Branches, a, b),
            Expr::Builtin(builtin, list) => self.builtin(builtin, self.model.exprs.items(list)),
            // Of elements with different units it is not known which one is meant.
            Expr::Index(array, _) => match self.model.exprs.get(array) {
                Expr::Array(list) => self.uniform(self.model.exprs.items(list)),
                _ => UnitInference::Unknown,
            },
            _ => UnitInference::Unknown,
        }
    }

    fn binary(&mut self, operator: Operator, a: ExprId, b: ExprId) -> UnitInference {
        use Operator as O;
        let (left, right) = (self.dimension(a), self.dimension(b));
        match operator {
            O::Add | O::ElementAdd | O::Subtract | O::ElementSubtract => {
                let minus = matches!(operator, O::Subtract | O::ElementSubtract);
                left.sum(right, minus).unwrap_or_else(|| self.clash(UnitClash::Terms, a, b))
            }
            O::Multiply | O::ElementMultiply => left.product(right, self.is_factor(a) || self.is_factor(b)),
            O::Divide | O::ElementDivide => left.quotient(right, self.is_factor(a) || self.is_factor(b)),
            O::Power | O::ElementPower => {
                if right.has_unit() {
                    return self.lone(UnitClash::Exponent, b);
                }
                left.power(self.model.exprs.number(b))
            }
            O::Less | O::LessEqual | O::Greater | O::GreaterEqual | O::Equal | O::NotEqual => {
                self.alike(UnitClash::Comparison, a, b);
                UnitInference::Unknown
            }
            _ => UnitInference::Unknown,
        }
    }

    /// True for numbers that may convert one unit into another.
    fn is_factor(&self, id: ExprId) -> bool {
        self.dimension(id) == UnitInference::Number
            && self.model.exprs.number(id).is_none_or(|number| number.abs() != 1.0)
    }

    fn builtin(&mut self, builtin: Builtin, arguments: &[ExprId]) -> UnitInference {
        use Builtin as B;
        let Some(&first) = arguments.first() else {
            return match builtin {
                B::Interval | B::TimeInState => UnitInference::Known(InferredUnit::implied(Unit::SECOND)),
                _ => UnitInference::Unknown,
            };
        };
        let own = self.dimension(first);
        if let Some(function) = builtin.elementary() {
            return match function.record().unit {
                UnitRule::Same => own,
                UnitRule::Number => UnitInference::Number,
                UnitRule::Root => own.power(Some(0.5)),
                UnitRule::Plain => self.plain(builtin, first),
            };
        }
        match builtin {
            B::Pre | B::NoEvent | B::Delay | B::InStream | B::ActualStream | B::Previous => own,
            B::Hold | B::NoClock | B::Pure => own,
            B::Smooth => arguments.get(1).map_or(UnitInference::Unknown, |&value| self.dimension(value)),
            B::Size | B::Ndims | B::Cardinality | B::Integer | B::IntegerOf => UnitInference::Number,
            B::Der => own.rate(),
            B::Interval => UnitInference::Known(InferredUnit::implied(Unit::SECOND)),
            B::Atan2 => {
                self.together(builtin, arguments);
                UnitInference::Known(InferredUnit::implied(Unit::ONE))
            }
            B::Min | B::Max | B::Sum if arguments.len() == 1 => match self.model.exprs.get(first) {
                Expr::Array(list) => self.together(builtin, self.model.exprs.items(list)),
                _ => UnitInference::Unknown,
            },
            B::Min | B::Max | B::Mod | B::Rem | B::Homotopy | B::Reinit => self.together(builtin, arguments),
            B::Div => match arguments {
                &[a, b] => {
                    self.dimension(a).quotient(self.dimension(b), self.is_factor(a) || self.is_factor(b))
                }
                _ => UnitInference::Unknown,
            },
            B::SemiLinear => match arguments {
                [x, slopes @ ..] => {
                    let slope = self.together(builtin, slopes);
                    self.dimension(*x).product(slope, slopes.iter().any(|&slope| self.is_factor(slope)))
                }
                [] => UnitInference::Unknown,
            },
            _ => UnitInference::Unknown,
        }
    }

    /// A function of a plain number that gives one.
    fn plain(&mut self, builtin: Builtin, argument: ExprId) -> UnitInference {
        if self.dimension(argument).has_unit() {
            self.lone(UnitClash::Argument(builtin), argument);
        }
        UnitInference::Known(InferredUnit::implied(Unit::ONE))
    }

    /// Arguments that have to have the same unit, and that unit.
    fn together(&mut self, builtin: Builtin, arguments: &[ExprId]) -> UnitInference {
        let Some((&first, rest)) = arguments.split_first() else { return UnitInference::Unknown };
        let mut found = (first, self.dimension(first));
        for &argument in rest {
            let other = self.dimension(argument);
            match found.1.join(other) {
                Some(joined) if joined == found.1 => {}
                Some(joined) => found = (argument, joined),
                None => return self.clash(UnitClash::Arguments(builtin), found.0, argument),
            }
        }
        found.1
    }

    fn uniform(&self, items: &[ExprId]) -> UnitInference {
        let mut items = items.iter().map(|&item| self.dimension(item));
        let Some(first) = items.next() else { return UnitInference::Unknown };
        if items.all(|item| item == first) { first } else { UnitInference::Unknown }
    }

    fn alike(&mut self, clash: UnitClash, a: ExprId, b: ExprId) -> UnitInference {
        self.dimension(a).join(self.dimension(b)).unwrap_or_else(|| self.clash(clash, a, b))
    }

    fn clash(&mut self, clash: UnitClash, a: ExprId, b: ExprId) -> UnitInference {
        if let (Some(left), Some(right)) = (self.shown(a), self.shown(b)) {
            self.faults.push(UnitFault { clash, left, right: Some(right) });
        }
        UnitInference::Unknown
    }

    fn lone(&mut self, clash: UnitClash, a: ExprId) -> UnitInference {
        if let Some(left) = self.shown(a) {
            self.faults.push(UnitFault { clash, left, right: None });
        }
        UnitInference::Unknown
    }

    fn shown(&self, id: ExprId) -> Option<(UnitFaultSubject, InferredUnit)> {
        let UnitInference::Known(measure) = self.dimension(id) else { return None };
        Some((UnitFaultSubject::Expr(self.known[id.at()].witness), measure))
    }

    fn equations(&mut self, equations: &[Equation]) {
        for equation in equations {
            match &equation.kind {
                EquationKind::Equality(left, right) => self.equality(*left, *right, equation.origin),
                EquationKind::If(branches) | EquationKind::When(branches) => {
                    for (condition, body) in branches {
                        self.inside(*condition, equation.origin);
                        self.equations(body);
                    }
                }
                EquationKind::Call(call) => self.inside(*call, equation.origin),
                EquationKind::Algorithm(statements, variables) => {
                    self.statements(statements, variables, equation.origin);
                }
            }
        }
    }

    fn equality(&mut self, left: ExprId, right: ExprId, origin: OriginId) {
        self.inside(left, origin);
        self.inside(right, origin);
        if self.dimension(left).join(self.dimension(right)).is_none()
            && let (Some(left), Some(right)) = (self.shown(left), self.shown(right))
        {
            self.report(UnitFault { clash: UnitClash::Sides, left, right: Some(right) }, origin);
        }
    }

    /// A variable that takes the value of an expression.
    fn bind(
        &mut self,
        variable: VariableId,
        own: UnitInference,
        value: ExprId,
        clash: UnitClash,
        origin: OriginId,
    ) {
        self.inside(value, origin);
        if own.join(self.dimension(value)).is_none()
            && let (UnitInference::Known(measure), Some(right)) = (own, self.shown(value))
        {
            let left = (UnitFaultSubject::Variable(variable), measure);
            self.report(UnitFault { clash, left, right: Some(right) }, origin);
        }
    }

    fn statements(&mut self, statements: &[Statement], variables: &[VariableId], origin: OriginId) {
        for statement in statements {
            match statement {
                Statement::Assign(target, value) => match variables.get(target.local as usize) {
                    Some(&variable) if target.path.is_empty() => {
                        let own = self.variables[variable.at()];
                        self.bind(variable, own, *value, UnitClash::Assignment, origin);
                    }
                    _ => self.inside(*value, origin),
                },
                Statement::AssignMany(_, value) | Statement::Call(value) => self.inside(*value, origin),
                Statement::If(branches) | Statement::When(branches) => {
                    for (condition, body) in branches {
                        self.inside(*condition, origin);
                        self.statements(body, variables, origin);
                    }
                }
                Statement::For(_, value, body) | Statement::While(value, body) => {
                    self.inside(*value, origin);
                    self.statements(body, variables, origin);
                }
                Statement::Break | Statement::Return => {}
            }
        }
    }

    /// Reports what is wrong inside of an expression.
    fn inside(&mut self, expr: ExprId, origin: OriginId) {
        if let Some(fault) = self.known[expr.at()].fault {
            self.report(self.faults[fault as usize], origin);
        }
    }

    fn report(&mut self, fault: UnitFault, origin: OriginId) {
        if self.model.folded.binary_search(&origin).is_ok() {
            return;
        }
        let place = match &self.model.origins[origin.at()] {
            Origin::Written { place, .. } => Some(*place),
            Origin::Connected { connects } => connects.first().map(|connect| connect.0),
            Origin::Unconnected { .. } | Origin::Derived { .. } => None,
        };
        if place.is_some_and(|place| !self.places.insert(place)) {
            return;
        }
        let factor = fault.right.and_then(|right| {
            let (left, right) = (fault.left.1.unit, right.1.unit);
            left.same_dimension(right).then(|| left.factor(right))
        });
        self.findings.push(UnitMismatch {
            origin,
            clash: fault.clash,
            left: self.side(fault.left),
            right: fault.right.map(|right| self.side(right)),
            factor,
        });
    }

    fn side(&self, (shown, measure): (UnitFaultSubject, InferredUnit)) -> UnitSide {
        let variable = match shown {
            UnitFaultSubject::Variable(id) => Some(id),
            UnitFaultSubject::Expr(id) => match self.model.exprs.get(id) {
                Expr::Variable(id) => Some(id),
                _ => None,
            },
        };
        let text = match shown {
            UnitFaultSubject::Variable(id) => self.model.variable_name(id),
            UnitFaultSubject::Expr(id) => self.model.expr_text(id),
        };
        let declared = variable.and_then(|id| self.declared[id.at()]);
        let unit = match declared {
            Some(text) => self.model.symbols.name(text).to_string(),
            None => measure.unit.to_string(),
        };
        UnitSide { text, unit }
    }
}
