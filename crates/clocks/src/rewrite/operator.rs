//! What stands for clock operators in the two models.

use equations::{
    Builtin, Causality, Equation, EquationKind, Expr, ExprId, OriginId, Type, Variability, VariableId, Visit,
};

use super::{ClockRewriter, OUTSIDE, add};
use crate::parameter_values::{clocked_sample, kind};
use crate::{ClockId, HeldValue, PreviousValue, SampledValue};

impl ClockRewriter<'_> {
    /// What stands for a clock operator.
    pub(super) fn operator(&mut self, id: ExprId, expr: Expr, node: u32, origin: OriginId) -> Option<ExprId> {
        let Expr::Builtin(builtin, list) = expr else { return None };
        let items = self.continuous.exprs.items(list).to_vec();
        let first = items.first().copied();
        if node == OUTSIDE {
            return match builtin {
                Builtin::Hold => Some(self.held(id, first?, origin)),
                _ => None,
            };
        }
        let clock = self.clock_of(node)?;
        let variable = match builtin {
            Builtin::Sample if clocked_sample(&self.continuous, id) => {
                return Some(self.sample(clock, first?, origin));
            }
            Builtin::Previous => {
                let Expr::Variable(of) = self.continuous.exprs.get(first?) else { return None };
                if !self.is_clocked(of) {
                    return first;
                }
                self.previous(of, self.clock_of(of.0)?)
            }
            Builtin::Interval => self.attribute(clock, "interval", Type::Real, origin),
            Builtin::FirstTick => self.attribute(clock, "firstTick", Type::Boolean, origin),
            Builtin::SubSample
            | Builtin::SuperSample
            | Builtin::ShiftSample
            | Builtin::BackSample
            | Builtin::NoClock => {
                let value = match self.continuous.exprs.get(first?) {
                    Expr::Variable(variable) if self.is_clocked(variable) => variable,
                    _ => match self.inner.get(&(node, id)).copied() {
                        Some(inner) if self.clock_of(inner).is_some() => {
                            self.transfer(inner, id, first?, origin)
                        }
                        _ => return None,
                    },
                };
                let value = self.out.model.exprs.add(Expr::Variable(value));
                return Some(self.out.model.exprs.builtin(Builtin::NoClock, &[value]));
            }
            _ => return None,
        };
        Some(self.out.model.exprs.add(Expr::Variable(variable)))
    }

    /// `hold(x)` in continuous time.
    fn held(&mut self, id: ExprId, value: ExprId, origin: OriginId) -> ExprId {
        match (self.continuous.exprs.get(value), self.inner.get(&(OUTSIDE, id)).copied()) {
            (Expr::Variable(_), _) => value,
            (_, Some(inner)) if self.clock_of(inner).is_some() => {
                let of = self.transfer(inner, id, value, origin);
                let kind = self.out.model.variables[of.at()].kind;
                let name = format!("$hold{}", self.out.results.len() + 1);
                let to = add(&mut self.continuous, &name, kind, origin);
                if let Some(clock) = self.clock_of(inner) {
                    self.add_clocked_result(clock, of, to, origin);
                }
                self.continuous.exprs.add(Expr::Variable(to))
            }
            _ => value,
        }
    }

    /// Tells continuous time a clocked variable: it changes when its clock ticks. `Clock(k)` with the number of the clock is
    /// true at its ticks then, and `hold(n)` the value of the result with this number.
    pub(super) fn add_clocked_result(
        &mut self,
        clock: ClockId,
        of: VariableId,
        to: VariableId,
        origin: OriginId,
    ) {
        let exprs = &mut self.continuous.exprs;
        let left = exprs.add(Expr::Variable(to));
        let number = exprs.integer(self.out.results.len() as i64);
        let value = exprs.builtin(Builtin::Hold, &[number]);
        let number = exprs.integer(i64::from(clock.0));
        let ticks = exprs.builtin(Builtin::Clock, &[number]);
        let own = &mut self.continuous.variables[to.at()];
        own.variability = Variability::Discrete;
        own.causality = Causality::None;
        own.binding = None;
        if own.kind != Type::String {
            let change = Equation { kind: EquationKind::Equality(left, value), origin };
            let kind = EquationKind::When(vec![(ticks, vec![change])]);
            self.told.push(Equation { kind, origin });
            self.out.results.push(HeldValue { clock, of, ticks, value });
        }
    }

    /// A variable of the clocked model that the simulation sets.
    fn input(&mut self, name: &str, kind: Type, clock: ClockId, origin: OriginId) -> VariableId {
        let id = add(&mut self.out.model, name, kind, origin);
        self.out.model.variables[id.at()].causality = Causality::Input;
        self.out.clock_of.push(Some(clock));
        id
    }

    fn sample(&mut self, clock: ClockId, value: ExprId, origin: OriginId) -> ExprId {
        // What does not change need not be sampled.
        if self.is_fixed(value) {
            return value;
        }
        if let Some(&known) = self.samples.get(&(clock, value)) {
            return self.out.model.exprs.add(Expr::Variable(known));
        }
        let from = self.source(value, origin);
        let kind = self.continuous.variables[from.at()].kind;
        let name = format!("sample({})", self.continuous.expr_text(value));
        let to = self.input(&name, kind, clock, origin);
        self.out.samples.push(SampledValue { clock, from, to });
        self.samples.insert((clock, value), to);
        self.out.model.exprs.add(Expr::Variable(to))
    }

    fn is_fixed(&self, root: ExprId) -> bool {
        let exprs = &self.continuous.exprs;
        !exprs.visit([root], |_, expr| match expr {
            Expr::Variable(variable)
                if self.continuous.variables[variable.at()].variability <= Variability::Parameter =>
            {
                Visit::Skip
            }
            Expr::Variable(_) | Expr::Time | Expr::Builtin(Builtin::Hold, _) | Expr::Call(..) => Visit::Stop,
            _ => Visit::Enter,
        })
    }

    /// The variable of the continuous model that has a value.
    fn source(&mut self, value: ExprId, origin: OriginId) -> VariableId {
        let value = self.outside(value);
        if let Expr::Variable(variable) = self.continuous.exprs.get(value) {
            return variable;
        }
        if let Some(&known) = self.sources.get(&value) {
            return known;
        }
        let kind = kind(&self.continuous, value);
        let name = format!("$source{}", self.sources.len() + 1);
        let made = add(&mut self.continuous, &name, kind, origin);
        let own = &mut self.continuous.variables[made.at()];
        own.binding = Some(value);
        if kind != Type::Real {
            own.variability = Variability::Discrete;
        }
        self.sources.insert(value, made);
        made
    }

    fn previous(&mut self, of: VariableId, clock: ClockId) -> VariableId {
        if let Some(&known) = self.memories.get(&of) {
            return known;
        }
        let declared = self.out.model.variables[of.at()];
        let name = format!("previous({})", self.out.model.variable_name(of));
        let to = self.input(&name, declared.kind, clock, declared.origin);
        self.memories.insert(of, to);
        self.out.memories.push(PreviousValue { clock, of, to });
        to
    }

    /// `interval()` and `firstTick()`.
    pub(super) fn attribute(
        &mut self,
        clock: ClockId,
        what: &str,
        kind: Type,
        origin: OriginId,
    ) -> VariableId {
        let own = &self.out.clocks[clock.at()];
        let known = if kind == Type::Real { own.interval } else { own.first_tick };
        if let Some(known) = known {
            return known;
        }
        let made = self.input(&format!("${what}{}", clock.0 + 1), kind, clock, origin);
        let own = &mut self.out.clocks[clock.at()];
        if kind == Type::Real {
            own.interval = Some(made);
        } else {
            own.first_tick = Some(made);
        }
        made
    }

    /// A variable for a formula that goes from one clock to another.
    fn transfer(&mut self, inner: u32, id: ExprId, value: ExprId, origin: OriginId) -> VariableId {
        if let Some(&known) = self.transfers.get(&(inner, id)) {
            return known;
        }
        let kind = kind(&self.continuous, value);
        let name = format!("$value{}", self.transfers.len() + 1);
        let made = add(&mut self.out.model, &name, kind, origin);
        self.out.clock_of.push(self.clock_of(inner));
        self.transfers.insert((inner, id), made);
        let value = self.expr(value, inner, origin);
        self.out.model.variables[made.at()].binding = Some(value);
        made
    }
}
