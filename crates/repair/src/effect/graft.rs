//! A component more: what its class comes to by itself, put into the model, and one of its connectors connected.

use std::sync::Arc;

use equations::{
    Equation, EquationKind, Expr, ExprId, FlatModel, Instance, InstanceId, InstanceKind, ListId, Origin,
    OriginId, Type, Variable, VariableId,
};
use rustc_hash::FxHashMap;

use super::connection_sets;

/// A component that is added to the model itself.
#[derive(Clone, Debug)]
pub struct GraftedComponent {
    /// Its class, flattened alone.
    pub part: Arc<FlatModel>,
    /// Its name.
    pub name: String,
    /// Which of its connectors is connected.
    pub port: String,
    /// The connector of another component that this is connected to.
    pub other: InstanceId,
}

/// Puts the component in; none if it holds more than plain equations of numbers.
pub(super) fn graft(model: &mut FlatModel, graft: &GraftedComponent) -> Option<()> {
    let part = &*graft.part;
    let base = GraftOffsets {
        instances: model.instances.len() as u32,
        variables: model.variables.len() as u32,
        origins: model.origins.len() as u32,
    };
    let mut copy = ModelCopier { part, model, base, known: FxHashMap::default() };
    copy.instances(&graft.name)?;
    copy.variables()?;
    let equations = part.equations.iter().map(|equation| copy.equation(equation));
    let equations: Vec<Equation> = equations.collect::<Option<_>>()?;
    model.equations.extend(equations);
    let inside = model.instances.iter().enumerate().skip(base.instances as usize + 1);
    let is_port = |instance: &Instance| {
        instance.parent == InstanceId(base.instances)
            && instance.kind == InstanceKind::Connector
            && model.symbols.name(instance.name) == graft.port
    };
    let port = inside.filter(|found| is_port(found.1)).map(|found| InstanceId(found.0 as u32)).next()?;
    connection_sets::connect(model, port, graft.other)
}

/// Where what is put in begins.
#[derive(Clone, Copy)]
struct GraftOffsets {
    instances: u32,
    variables: u32,
    origins: u32,
}

impl GraftOffsets {
    fn instance(self, id: InstanceId) -> InstanceId {
        InstanceId(id.0 + self.instances)
    }

    fn variable(self, id: VariableId) -> VariableId {
        VariableId(id.0 + self.variables)
    }

    fn origin(self, id: OriginId) -> OriginId {
        OriginId(id.0 + self.origins)
    }
}

/// Writes the tables of one model to the ends of those of another.
struct ModelCopier<'a> {
    part: &'a FlatModel,
    model: &'a mut FlatModel,
    base: GraftOffsets,
    known: FxHashMap<ExprId, ExprId>,
}

impl ModelCopier<'_> {
    fn instances(&mut self, name: &str) -> Option<()> {
        let place = self.model.instances[0].place;
        for (at, &instance) in self.part.instances.iter().enumerate() {
            let (parent, own, place) = match at {
                0 => (InstanceId(0), name, place),
                _ => (
                    self.base.instance(instance.parent),
                    self.part.symbols.name(instance.name),
                    instance.place,
                ),
            };
            let name = self.model.symbols.add(own);
            let class = self.model.symbols.add(self.part.symbols.name(instance.class));
            let subscripts = self.subscripts(instance.subscripts)?;
            self.model.instances.push(Instance { parent, name, subscripts, class, place, ..instance });
        }
        for origin in &self.part.origins {
            let base = self.base;
            self.model.origins.push(match origin {
                Origin::Written { place, instance } => {
                    Origin::Written { place: *place, instance: base.instance(*instance) }
                }
                Origin::Connected { connects } => {
                    let connects = connects.iter().map(|(place, at)| (*place, base.instance(*at)));
                    Origin::Connected { connects: connects.collect() }
                }
                Origin::Unconnected { variable } => {
                    Origin::Unconnected { variable: base.variable(*variable) }
                }
                Origin::Derived { from, step } => Origin::Derived { from: base.origin(*from), step: *step },
            });
        }
        Some(())
    }

    fn variables(&mut self) -> Option<()> {
        for &variable in &self.part.variables {
            if matches!(variable.kind, Type::Record(_) | Type::Enumeration(_) | Type::External) {
                return None;
            }
            let name = self.model.symbols.add(self.part.symbols.name(variable.name));
            let subscripts = self.subscripts(variable.subscripts)?;
            let binding = match variable.binding {
                Some(binding) => Some(self.expr(binding)?),
                None => None,
            };
            self.model.variables.push(Variable {
                instance: self.base.instance(variable.instance),
                name,
                subscripts,
                binding,
                origin: self.base.origin(variable.origin),
                bound: self.base.origin(variable.bound),
                ..variable
            });
        }
        Some(())
    }

    fn equation(&mut self, equation: &Equation) -> Option<Equation> {
        let EquationKind::Equality(left, right) = equation.kind else { return None };
        let kind = EquationKind::Equality(self.expr(left)?, self.expr(right)?);
        Some(Equation { kind, origin: self.base.origin(equation.origin) })
    }

    fn subscripts(&mut self, list: Option<ListId>) -> Option<Option<ListId>> {
        match list {
            Some(list) => Some(Some(self.list(list)?)),
            None => Some(None),
        }
    }

    fn list(&mut self, list: ListId) -> Option<ListId> {
        let part = self.part;
        let items = part.exprs.items(list).iter().map(|&item| self.expr(item));
        let items: Vec<ExprId> = items.collect::<Option<_>>()?;
        Some(self.model.exprs.list(&items))
    }

    /// An expression of arithmetic. The classes that are put in are small, and so are their expressions.
    fn expr(&mut self, id: ExprId) -> Option<ExprId> {
        if let Some(&known) = self.known.get(&id) {
            return Some(known);
        }
        let expr = match self.part.exprs.get(id) {
            Expr::Variable(variable) => Expr::Variable(self.base.variable(variable)),
            Expr::Unary(operator, a) => Expr::Unary(operator, self.expr(a)?),
            Expr::Binary(operator, a, b) => Expr::Binary(operator, self.expr(a)?, self.expr(b)?),
            Expr::If(condition, a, b) => Expr::If(self.expr(condition)?, self.expr(a)?, self.expr(b)?),
            Expr::Builtin(builtin, list) => Expr::Builtin(builtin, self.list(list)?),
            same @ (Expr::Real(_) | Expr::Integer(_) | Expr::Boolean(_) | Expr::Time) => same,
            _ => return None,
        };
        let copied = self.model.exprs.add(expr);
        self.known.insert(id, copied);
        Some(copied)
    }
}
