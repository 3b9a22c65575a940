//! Which variables and equations belong together, and what is said about their clocks (MLS 3.6, 16.7).
//!
//! Variables, equations and clocks are nodes. Those that share a clock are one set; a conversion between clocks is an edge
//! from what it converts to where its value is used.

use base::DisjointSets;
use equations::{
    Builtin, Equation, EquationKind, Expr, ExprId, FlatModel, OriginId, Statement, Type, Value, Variability,
    VariableId,
};
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::Diagnostic;

use crate::diagnostics;
use crate::parameter_values::{ParameterValues, clocked_sample, is_clock, kind};
use crate::ratio::Ratio;

/// How the clock at the end of an edge follows from the one at its beginning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum ClockConversion {
    /// Its period is so many times the other's, and it begins so many periods of the other later.
    Rate(Ratio, Ratio),
    /// Slower (or faster) by a whole number that is not said.
    Slower,
    Faster,
    /// Nothing is said but that both have the same base clock.
    Loose,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct ClockEdge {
    pub(crate) from: u32,
    pub(crate) to: u32,
    pub(crate) link: ClockConversion,
    pub(crate) origin: OriginId,
}

/// What a constructor says about a clock.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum ClockSpec {
    /// A tick every so many seconds.
    Every(Ratio),
    /// The time to the next tick is a clocked variable, in parts of a second if there is a resolution.
    Varying(VariableId, Option<i64>),
    /// A tick when a condition becomes true; the interval that is told at the first one.
    Event(ExprId, f64),
}

/// All that is known before clocks are inferred.
pub(crate) struct ClockGraph<'m> {
    pub(crate) model: &'m FlatModel,
    pub(crate) values: ParameterValues,
    /// The nodes of variables are their numbers; equations and clocks follow.
    pub(crate) sets: DisjointSets,
    /// The node of each equation, of each binding by its variable, of each initial equation.
    pub(crate) equations: Vec<u32>,
    pub(crate) edges: Vec<ClockEdge>,
    pub(crate) specs: Vec<(u32, ClockSpec, OriginId)>,
    pub(crate) methods: Vec<(u32, String, OriginId)>,
    /// Why a node is clocked, or is not, or has something to be integrated.
    pub(crate) clocked: Vec<(u32, OriginId)>,
    pub(crate) continuous: Vec<(u32, OriginId)>,
    pub(crate) derivatives: Vec<(u32, OriginId)>,
    /// The nodes of formulas that are converted, by where they stand.
    pub(crate) inner: FxHashMap<(u32, ExprId), u32>,
    seen: FxHashSet<(u32, ExprId)>,
    pub(crate) wrong: Vec<Diagnostic>,
}

/// The place of what is continuous for sure.
const OUTSIDE: u32 = u32::MAX;

impl<'m> ClockGraph<'m> {
    /// Reads all equations of a model.
    pub(crate) fn new(model: &'m FlatModel) -> ClockGraph<'m> {
        let mut net = ClockGraph {
            model,
            values: ParameterValues::new(model),
            sets: DisjointSets::new(model.variables.len()),
            equations: Vec::with_capacity(model.equations.len()),
            edges: Vec::new(),
            specs: Vec::new(),
            methods: Vec::new(),
            clocked: Vec::new(),
            continuous: Vec::new(),
            derivatives: Vec::new(),
            inner: FxHashMap::default(),
            seen: FxHashSet::default(),
            wrong: Vec::new(),
        };
        for equation in &model.equations {
            let node = net.sets.add();
            net.equations.push(node);
            net.equation(equation, node);
        }
        for (at, variable) in (0..).zip(&model.variables) {
            if let Some(binding) = variable.binding.filter(|_| variable.variability > Variability::Parameter)
            {
                if variable.kind == Type::Clock {
                    let clock = net.clock(binding, variable.bound);
                    net.sets.join(at, clock);
                } else {
                    net.expression(binding, at, variable.bound);
                }
            }
        }
        net
    }

    fn equation(&mut self, equation: &Equation, node: u32) {
        let origin = equation.origin;
        match &equation.kind {
            EquationKind::Equality(left, right) => {
                if is_clock(self.model, *left) || is_clock(self.model, *right) {
                    let (a, b) = (self.clock(*left, origin), self.clock(*right, origin));
                    self.sets.join(a, b);
                    self.sets.join(a, node);
                } else {
                    self.expression(*left, node, origin);
                    self.expression(*right, node, origin);
                }
            }
            EquationKind::When(branches) => {
                for (condition, body) in branches {
                    if is_clock(self.model, *condition) {
                        let clock = self.clock(*condition, origin);
                        self.sets.join(clock, node);
                        self.clocked.push((node, origin));
                        if branches.len() > 1 {
                            self.wrong.push(diagnostics::elsewhen(self.model, origin));
                        }
                    } else {
                        self.expression(*condition, node, origin);
                    }
                    body.iter().for_each(|inner| self.equation(inner, node));
                }
            }
            EquationKind::If(branches) => {
                for (condition, body) in branches {
                    self.expression(*condition, node, origin);
                    body.iter().for_each(|inner| self.equation(inner, node));
                }
            }
            EquationKind::Call(call) => self.expression(*call, node, origin),
            EquationKind::Algorithm(body, assigned) => {
                for variable in assigned {
                    self.sets.join(variable.0, node);
                }
                self.statements(body, node, origin);
            }
        }
    }

    fn statements(&mut self, body: &[Statement], node: u32, origin: OriginId) {
        let mut parts = Vec::new();
        body.iter().for_each(|statement| statement.parts(&mut parts));
        parts.into_iter().for_each(|part| self.expression(part, node, origin));
    }

    /// Reads an expression that belongs to a node.
    pub(crate) fn expression(&mut self, root: ExprId, node: u32, origin: OriginId) {
        let model = self.model;
        let mut todo = vec![root];
        while let Some(id) = todo.pop() {
            let expr = model.exprs.get(id);
            if let Expr::Variable(variable) = expr {
                self.variable(variable, node, origin);
                continue;
            }
            if matches!(expr, Expr::Real(_) | Expr::Integer(_)) || !self.seen.insert((node, id)) {
                continue;
            }
            let Expr::Builtin(builtin, list) = expr else {
                expr.children(&model.exprs, &mut todo);
                continue;
            };
            let items = model.exprs.items(list);
            match (builtin, items) {
                (Builtin::Sample, &[value, ..]) if clocked_sample(model, id) => {
                    self.expression(value, OUTSIDE, origin);
                    self.mark_clocked(node, origin);
                    if let Some(&clock) = items.get(1) {
                        let clock = self.clock(clock, origin);
                        self.join(clock, node);
                    }
                }
                (Builtin::Hold, &[value]) => {
                    if node != OUTSIDE {
                        self.continuous.push((node, origin));
                    }
                    match model.exprs.get(value) {
                        Expr::Variable(variable) if self.unknown(variable) => {
                            self.clocked.push((variable.0, origin));
                        }
                        Expr::Variable(_) | Expr::Real(_) | Expr::Integer(_) | Expr::Boolean(_) => {}
                        // It is read from continuous time, wherever that is, and is the same everywhere.
                        _ => {
                            let inner = match self.inner.get(&(OUTSIDE, id)) {
                                Some(&known) => known,
                                None => self.sets.add(),
                            };
                            self.inner.insert((OUTSIDE, id), inner);
                            self.clocked.push((inner, origin));
                            self.expression(value, inner, origin);
                        }
                    }
                }
                (Builtin::Previous, _) => {
                    if !items.iter().all(|&item| matches!(model.exprs.get(item), Expr::Variable(_))) {
                        self.wrong.push(diagnostics::previous(model, id, origin));
                    }
                    self.mark_clocked(node, origin);
                    todo.extend(items);
                }
                (Builtin::Interval | Builtin::FirstTick, _) => {
                    self.mark_clocked(node, origin);
                    todo.extend(items);
                }
                (_, &[value, ..]) if builtin.converts_clock() => {
                    self.mark_clocked(node, origin);
                    let from = match model.exprs.get(value) {
                        Expr::Variable(variable) if self.unknown(variable) => variable.0,
                        _ => {
                            let inner = self.sets.add();
                            self.inner.insert((node, id), inner);
                            self.expression(value, inner, origin);
                            inner
                        }
                    };
                    self.clocked.push((from, origin));
                    self.convert(builtin, items, from, node, origin);
                }
                (Builtin::Der, _) => {
                    if node != OUTSIDE {
                        self.derivatives.push((node, origin));
                    }
                    todo.extend(items);
                }
                _ => todo.extend(items),
            }
        }
    }

    fn unknown(&self, variable: VariableId) -> bool {
        self.model.variables[variable.at()].variability > Variability::Parameter
    }

    fn variable(&mut self, variable: VariableId, node: u32, origin: OriginId) {
        if !self.unknown(variable) {
            return;
        }
        if node == OUTSIDE {
            self.continuous.push((variable.0, origin));
        } else {
            self.sets.join(variable.0, node);
        }
    }

    fn mark_clocked(&mut self, node: u32, origin: OriginId) {
        if node == OUTSIDE {
            self.wrong.push(diagnostics::nested(self.model, origin));
        } else {
            self.clocked.push((node, origin));
        }
    }

    fn join(&mut self, clock: u32, node: u32) {
        if node != OUTSIDE {
            self.sets.join(clock, node);
        }
    }

    /// The edge of a conversion.
    fn convert(&mut self, builtin: Builtin, items: &[ExprId], from: u32, to: u32, origin: OriginId) {
        if to == OUTSIDE {
            return;
        }
        let mut whole = |at: usize, usual: i64, least: i64| match items.get(at) {
            None => Some(usual),
            Some(&item) => match self.values.as_integer(self.model, item) {
                Some(value) if value >= least => Some(value),
                value => {
                    self.wrong.push(diagnostics::factor(self.model, builtin, item, value, least, origin));
                    None
                }
            },
        };
        let link = match builtin {
            Builtin::SubSample | Builtin::SuperSample => match whole(1, 0, 0) {
                Some(0) if builtin == Builtin::SubSample => Some(ClockConversion::Slower),
                Some(0) => Some(ClockConversion::Faster),
                Some(factor) if builtin == Builtin::SubSample => {
                    Ratio::new(factor.into(), 1).map(|factor| ClockConversion::Rate(factor, Ratio::ZERO))
                }
                Some(factor) => {
                    Ratio::new(1, factor.into()).map(|factor| ClockConversion::Rate(factor, Ratio::ZERO))
                }
                None => None,
            },
            Builtin::ShiftSample | Builtin::BackSample => {
                let (count, resolution) = (whole(1, 0, 0), whole(2, 1, 1));
                let shift = count.zip(resolution).and_then(|(a, b)| Ratio::new(a.into(), b.into()));
                shift.map(|shift| {
                    let shift = if builtin == Builtin::BackSample { shift.minus() } else { shift };
                    ClockConversion::Rate(Ratio::ONE, shift)
                })
            }
            _ => Some(ClockConversion::Loose),
        };
        self.edges.push(ClockEdge { from, to, link: link.unwrap_or(ClockConversion::Loose), origin });
    }

    /// The node of a clock.
    fn clock(&mut self, id: ExprId, origin: OriginId) -> u32 {
        let model = self.model;
        match model.exprs.get(id) {
            Expr::Variable(variable) => variable.0,
            Expr::If(condition, a, b) => match self.values.get(model, condition) {
                Some(Value::Boolean(true)) => self.clock(a, origin),
                Some(Value::Boolean(false)) => self.clock(b, origin),
                _ => {
                    self.wrong.push(diagnostics::choice(model, condition, origin));
                    self.sets.add()
                }
            },
            Expr::Builtin(Builtin::Clock, list) => self.constructor(id, model.exprs.items(list), origin),
            Expr::Builtin(builtin, list) => {
                let node = self.sets.add();
                let items = model.exprs.items(list);
                if let (true, Some(&first)) = (is_clock(model, id), items.first()) {
                    let from = self.clock(first, origin);
                    self.convert(builtin, items, from, node, origin);
                } else {
                    self.wrong.push(diagnostics::no_clock(model, id, origin));
                }
                node
            }
            _ => {
                self.wrong.push(diagnostics::no_clock(model, id, origin));
                self.sets.add()
            }
        }
    }

    fn constructor(&mut self, id: ExprId, items: &[ExprId], origin: OriginId) -> u32 {
        let model = self.model;
        let node = self.sets.add();
        let Some(&first) = items.first() else { return node };
        let second = items.get(1).copied();
        match kind(model, first) {
            Type::Clock => {
                let from = self.clock(first, origin);
                let link = ClockConversion::Rate(Ratio::ONE, Ratio::ZERO);
                self.edges.push(ClockEdge { from, to: node, link, origin });
                match second.and_then(|second| self.values.get(model, second)) {
                    Some(Value::String(method)) if !method.is_empty() => {
                        self.methods.push((node, method.to_string(), origin));
                    }
                    Some(Value::String(_)) => {}
                    _ => self.wrong.push(diagnostics::method_unknown(model, id, origin)),
                }
            }
            Type::Boolean => {
                let start = match second {
                    Some(second) => self.values.get(model, second).and_then(|value| value.as_real()),
                    None => Some(0.0),
                };
                self.expression(first, OUTSIDE, origin);
                match start {
                    Some(start) => self.specs.push((node, ClockSpec::Event(first, start), origin)),
                    None => self.wrong.push(diagnostics::interval(model, id, None, origin)),
                }
            }
            kind => {
                let counted = kind == Type::Integer;
                let resolution = match second {
                    Some(second) if counted => self.values.as_integer(model, second),
                    _ => Some(1),
                };
                if let Expr::Variable(variable) = model.exprs.get(first)
                    && self.unknown(variable)
                {
                    self.sets.join(variable.0, node);
                    self.clocked.push((node, origin));
                    self.specs.push((
                        node,
                        ClockSpec::Varying(variable, resolution.filter(|_| counted)),
                        origin,
                    ));
                    return node;
                }
                let value = self.values.get(model, first).and_then(|value| value.as_real());
                let count = if counted { self.values.as_integer(model, first) } else { None };
                let period = match (count, resolution) {
                    // A count of zero leaves the period open.
                    (Some(0), Some(_)) => return node,
                    (Some(count), Some(resolution)) if count > 0 && resolution > 0 => {
                        Ratio::new(count.into(), resolution.into())
                    }
                    (None, _) if !counted => value.and_then(Ratio::of),
                    _ => None,
                };
                match period {
                    Some(period) => self.specs.push((node, ClockSpec::Every(period), origin)),
                    None => self.wrong.push(diagnostics::interval(model, id, value, origin)),
                }
            }
        }
        node
    }
}
