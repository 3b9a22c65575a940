//! Stream connectors (Modelica Language Specification 3.6, chapter 15): what flows in is a mixture of what the
//! connected components let out.

use equations::{
    Attribute, Builtin, Equation, EquationKind, Expr, ExprId, Exprs, Operator, Origin, Statement, VariableId,
};
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::{Diagnostic, DiagnosticCode, Place};

use crate::Flattener;
use crate::connection_sets::{ConnectEquation, ConnectionEnd, Connections};
use crate::value::LoweredValue;

/// Flows smaller than this do not decide a mixture, and keep its denominator from vanishing.
const SMALL_FLOW: f64 = 1e-15;

/// A connection inside a connection inside … has at most as many levels as components have.
const MAX_LEVELS: u32 = 60;

impl<'a> Flattener<'a> {
    /// Reports `inStream` and `actualStream` of something else than a stream variable (section 15.2).
    pub(crate) fn check_stream(
        &mut self,
        builtin: Builtin,
        values: &[LoweredValue],
        place: Place,
    ) -> Option<()> {
        if !matches!(builtin, Builtin::InStream | Builtin::ActualStream) {
            return Some(());
        }
        let is_stream = |item: &ExprId| match self.model.exprs.get(*item) {
            Expr::Variable(variable) => self.model.variables[variable.at()].stream,
            _ => false,
        };
        let fits = match values {
            [LoweredValue::Plain(plain)] => plain.items.iter().all(is_stream),
            _ => false,
        };
        if fits {
            return Some(());
        }
        let name = builtin.text();
        self.report(
            Diagnostic::new(
                DiagnosticCode::WrongArgument,
                place,
                format!("`{name}` takes a stream variable"),
            )
            .label("expected a variable of a connector that is declared `stream`")
            .help("use the variable itself if it does not go with a flow"),
        );
        None
    }

    /// Writes out `inStream` and `actualStream`, and adds the equations of connectors seen from outside.
    pub(crate) fn mix_streams(&mut self, connections: &mut Connections) {
        if !self.model.variables.iter().any(|variable| variable.stream) {
            return;
        }
        let streams = StreamSets::new(self, connections);
        let outside = streams.outside();
        for (end, connects) in outside {
            let left = self.model.exprs.add(Expr::Variable(end.variable));
            let others = streams.others(end);
            let right = match others[..] {
                [] => self.model.exprs.real(0.0),
                _ => streams.mixture(&mut self.model.exprs, &others, 0),
            };
            self.push_connected(left, right, Origin::Connected { connects });
        }
        let mut rewrite = StreamRewriter { streams, known: FxHashMap::default() };
        let mut equations = std::mem::take(&mut self.model.equations);
        let mut initial = std::mem::take(&mut self.model.initial_equations);
        for equation in equations.iter_mut().chain(&mut initial) {
            rewrite.equation(&mut self.model.exprs, equation);
        }
        self.model.equations = equations;
        self.model.initial_equations = initial;
        for variable in &mut self.model.variables {
            if let Some(binding) = &mut variable.binding {
                *binding = rewrite.expr(&mut self.model.exprs, *binding);
            }
        }
    }
}

/// The sets of connected stream variables.
struct StreamSets {
    /// The set of each end.
    set_of: FxHashMap<ConnectionEnd, usize>,
    sets: Vec<Vec<ConnectionEnd>>,
    connects: Vec<Box<[ConnectEquation]>>,
    /// The flow that goes with each stream variable.
    flows: FxHashMap<VariableId, VariableId>,
    /// Ends that nothing ever comes out of.
    silent: FxHashSet<ConnectionEnd>,
}

impl StreamSets {
    fn new(flattener: &mut Flattener, connections: &mut Connections) -> StreamSets {
        let variables = &flattener.model.variables;
        let mut flow_of = FxHashMap::default();
        for (at, variable) in variables.iter().enumerate().filter(|(_, variable)| variable.flow) {
            flow_of.entry(variable.instance).or_insert(VariableId(at as u32));
        }
        let mut flows = FxHashMap::default();
        for (at, variable) in variables.iter().enumerate().filter(|(_, variable)| variable.stream) {
            if let Some(&flow) = flow_of.get(&variable.instance) {
                flows.insert(VariableId(at as u32), flow);
            }
        }
        let mut streams = StreamSets {
            set_of: FxHashMap::default(),
            sets: Vec::new(),
            connects: Vec::new(),
            flows,
            silent: FxHashSet::default(),
        };
        for (ends, connects) in connections.sets(|variable| variables[variable.at()].stream) {
            for &end in &ends {
                streams.set_of.insert(end, streams.sets.len());
            }
            streams.sets.push(ends);
            streams.connects.push(connects);
        }
        streams.find_silent(flattener);
        streams
    }

    /// Finds the ends that never let anything out, because `min` or `max` of their flow says so. Where two are connected
    /// each gets what the other would let out.
    fn find_silent(&mut self, flattener: &mut Flattener) {
        let mut limits: FxHashMap<(VariableId, bool), ExprId> = FxHashMap::default();
        for &(variable, attribute, value) in &flattener.model.attributes {
            match attribute {
                Attribute::Min => limits.insert((variable, false), value),
                Attribute::Max => limits.insert((variable, true), value),
                _ => None,
            };
        }
        for end in self.sets.iter().filter(|set| set.len() > 2).flatten() {
            let limit = self.flows.get(&end.variable).and_then(|&flow| limits.get(&(flow, end.outside)));
            let Some(&limit) = limit else { continue };
            let Some(value) = flattener.value(limit).and_then(|value| value.as_real()) else { continue };
            let silent = if end.outside { value <= 0.0 } else { value >= 0.0 };
            if silent {
                self.silent.insert(*end);
            }
        }
    }

    /// Ends seen from outside, each of which needs an equation.
    fn outside(&self) -> Vec<(ConnectionEnd, Box<[ConnectEquation]>)> {
        let mut all = Vec::new();
        for (set, connects) in self.sets.iter().zip(&self.connects) {
            all.extend(set.iter().filter(|end| end.outside).map(|&end| (end, connects.clone())));
        }
        all
    }

    /// The other ends of the set, without those that add nothing.
    fn others(&self, end: ConnectionEnd) -> Vec<ConnectionEnd> {
        let set = self.set_of.get(&end).map(|&at| &self.sets[at]);
        set.into_iter()
            .flatten()
            .copied()
            .filter(|other| *other != end && !self.silent.contains(other))
            .collect()
    }

    /// What flows in through a connector.
    fn in_stream(&self, exprs: &mut Exprs, variable: VariableId, level: u32) -> ExprId {
        let others = self.others(ConnectionEnd { variable, outside: false });
        if others.is_empty() || level > MAX_LEVELS {
            return exprs.add(Expr::Variable(variable));
        }
        self.mixture(exprs, &others, level)
    }

    /// What passes a connector: what flows in, or what the component lets out.
    fn actual(&self, exprs: &mut Exprs, variable: VariableId) -> ExprId {
        let inflow = self.in_stream(exprs, variable, 0);
        let Some(&flow) = self.flows.get(&variable) else { return inflow };
        let own = exprs.add(Expr::Variable(variable));
        let (flow, zero) = (exprs.add(Expr::Variable(flow)), exprs.real(0.0));
        let enters = exprs.compare(Operator::Greater, flow, zero);
        exprs.if_then_else(enters, inflow, own)
    }

    /// The mixture of what the ends let out, each weighed by its flow.
    fn mixture(&self, exprs: &mut Exprs, ends: &[ConnectionEnd], level: u32) -> ExprId {
        let parts: Vec<(ExprId, ExprId)> = ends
            .iter()
            .map(|end| {
                let flow = self.flows.get(&end.variable).map(|&flow| exprs.add(Expr::Variable(flow)));
                let flow = flow.unwrap_or_else(|| exprs.real(1.0));
                // Out of a component is against its flow; into the surroundings is along it.
                if end.outside {
                    (self.in_stream(exprs, end.variable, level + 1), flow)
                } else {
                    (exprs.add(Expr::Variable(end.variable)), exprs.negate(flow))
                }
            })
            .collect();
        if let [(only, _)] = parts[..] {
            return only;
        }
        let small = exprs.real(SMALL_FLOW);
        let (mut amount, mut total) = (exprs.real(0.0), exprs.real(0.0));
        for (value, flow) in parts {
            let weight = exprs.builtin(Builtin::Max, &[flow, small]);
            let part = exprs.product(value, weight);
            amount = exprs.sum(amount, part);
            total = exprs.sum(total, weight);
        }
        exprs.quotient(amount, total)
    }
}

/// Exchanges the stream operators in expressions.
struct StreamRewriter {
    streams: StreamSets,
    known: FxHashMap<ExprId, ExprId>,
}

impl StreamRewriter {
    fn expr(&mut self, exprs: &mut Exprs, id: ExprId) -> ExprId {
        if let Some(&known) = self.known.get(&id) {
            return known;
        }
        let new = match (operand(exprs, id), exprs.get(id)) {
            (Some((Builtin::InStream, variable)), _) => Some(self.streams.in_stream(exprs, variable, 0)),
            (Some((_, variable)), _) => Some(self.streams.actual(exprs, variable)),
            (None, Expr::Binary(Operator::Multiply, left, right)) => self.carried(exprs, left, right),
            _ => None,
        };
        let new = new.unwrap_or_else(|| exprs.map(id, &mut |exprs, part| self.expr(exprs, part)));
        self.known.insert(id, new);
        new
    }

    /// What a flow carries, if one factor is that flow and the other what goes with it. At the edge the product is zero on both
    /// sides, so that nothing happens there (section 15.3): where nothing flows, the last digits of a pressure would turn the
    /// flow again and again. Whatever else stands in the product keeps its events.
    fn carried(&mut self, exprs: &mut Exprs, left: ExprId, right: ExprId) -> Option<ExprId> {
        let (variable, other) = match (operand(exprs, left), operand(exprs, right)) {
            (Some((Builtin::ActualStream, variable)), _) => (variable, right),
            (_, Some((Builtin::ActualStream, variable))) => (variable, left),
            _ => return None,
        };
        let flow = *self.streams.flows.get(&variable)?;
        let rest = without(exprs, other, flow)?;
        let rest = self.expr(exprs, rest);
        let (flow, actual) = (exprs.add(Expr::Variable(flow)), self.streams.actual(exprs, variable));
        let (order, product) = (exprs.integer(0), exprs.product(flow, actual));
        let carried = exprs.builtin(Builtin::Smooth, &[order, product]);
        Some(exprs.product(rest, carried))
    }

    fn equation(&mut self, exprs: &mut Exprs, equation: &mut Equation) {
        match &mut equation.kind {
            EquationKind::Equality(left, right) => {
                *left = self.expr(exprs, *left);
                *right = self.expr(exprs, *right);
            }
            EquationKind::If(branches) | EquationKind::When(branches) => {
                for (condition, body) in branches {
                    *condition = self.expr(exprs, *condition);
                    body.iter_mut().for_each(|equation| self.equation(exprs, equation));
                }
            }
            EquationKind::Call(call) => *call = self.expr(exprs, *call),
            EquationKind::Algorithm(body, _) => body.iter_mut().for_each(|one| self.statement(exprs, one)),
        }
    }

    fn statement(&mut self, exprs: &mut Exprs, statement: &mut Statement) {
        match statement {
            Statement::Assign(_, value) | Statement::AssignMany(_, value) | Statement::Call(value) => {
                *value = self.expr(exprs, *value);
            }
            Statement::If(branches) | Statement::When(branches) => {
                for (condition, body) in branches {
                    *condition = self.expr(exprs, *condition);
                    body.iter_mut().for_each(|one| self.statement(exprs, one));
                }
            }
            Statement::For(_, values, body) | Statement::While(values, body) => {
                *values = self.expr(exprs, *values);
                body.iter_mut().for_each(|one| self.statement(exprs, one));
            }
            Statement::Break | Statement::Return => {}
        }
    }
}

/// The stream operator that an expression is, and its variable.
fn operand(exprs: &Exprs, id: ExprId) -> Option<(Builtin, VariableId)> {
    let Expr::Builtin(builtin @ (Builtin::InStream | Builtin::ActualStream), list) = exprs.get(id) else {
        return None;
    };
    match exprs.get(*exprs.items(list).first()?) {
        Expr::Variable(variable) => Some((builtin, variable)),
        _ => None,
    }
}

/// What is left of a product without one of its factors. None if it has no such factor.
fn without(exprs: &mut Exprs, id: ExprId, factor: VariableId) -> Option<ExprId> {
    match exprs.get(id) {
        Expr::Variable(variable) if variable == factor => Some(exprs.real(1.0)),
        Expr::Unary(Operator::Negate, a) => without(exprs, a, factor).map(|rest| exprs.negate(rest)),
        Expr::Binary(Operator::Divide, a, b) => without(exprs, a, factor).map(|rest| exprs.quotient(rest, b)),
        Expr::Binary(Operator::Multiply, a, b) => match without(exprs, a, factor) {
            Some(rest) => Some(exprs.product(rest, b)),
            None => without(exprs, b, factor).map(|rest| exprs.product(a, rest)),
        },
        _ => None,
    }
}
