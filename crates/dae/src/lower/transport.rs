//! `spatialDistribution` (MLS 3.6, 3.7.4.2): something that is transported from one end to the other.
//!
//! What comes out follows from how far everything moved and from what went in before; what goes in now is not needed. So
//! rows hold the call of a function of the position and the direction alone, and an action tells what goes in.

use equations::{Builtin, Expr, ExprId, ExternalCall, Function, FunctionId, ListId, Local, OriginId, Type};
use rustc_hash::FxHashMap;

use crate::dae::{Action, Dae};

impl Dae {
    /// Replaces every `spatialDistribution` in the rows.
    pub(super) fn separate_transports(&mut self) {
        let is_transport = |expr| matches!(expr, Expr::Builtin(Builtin::SpatialDistribution, _));
        let holds = crate::variable_finder::holders(&self.model.exprs, &is_transport);
        if !holds.contains(&true) {
            return;
        }
        let carrier = self.add_carrier();
        let mut memo = FxHashMap::default();
        let mut found: Vec<(ExprId, OriginId)> = Vec::new();
        let exprs = &mut self.model.exprs;
        for row in self.rows.iter_mut().chain(&mut self.initial) {
            let origin = row.origin;
            let mut change = |exprs: &mut equations::Exprs, id: ExprId| {
                let Expr::Builtin(Builtin::SpatialDistribution, list) = exprs.get(id) else { return None };
                let items = exprs.items(list).to_vec();
                let &[_, _, x, forward, ..] = items.as_slice() else { return None };
                let ends = match items.get(5).map(|&values| exprs.get(values)) {
                    Some(Expr::Array(list)) => {
                        let values = exprs.items(list);
                        values.first().copied().zip(values.last().copied())
                    }
                    _ => None,
                };
                let zero = exprs.real(0.0);
                let (first, last) = ends.unwrap_or((zero, zero));
                let number = exprs.integer(found.len() as i64);
                found.push((id, origin));
                let arguments = exprs.list(&[number, x, forward, first, last]);
                Some(exprs.add(Expr::Call(carrier, arguments)))
            };
            row.left = exprs.substitute(row.left, &mut memo, &mut change);
            row.right = exprs.substitute(row.right, &mut memo, &mut change);
        }
        let actions = found.into_iter().map(|(call, origin)| Action { condition: None, call, origin });
        // Actions of initialization come last.
        self.actions.splice(..0, actions.clone());
        self.initial_actions += actions.len();
        self.carrier = Some(carrier);
    }

    /// What goes in at both ends, given the arguments of the function that tells what comes out.
    pub(crate) fn inlets(&self, list: ListId) -> Vec<ExprId> {
        let exprs = &self.model.exprs;
        let Some(Expr::Integer(number)) = exprs.items(list).first().map(|&first| exprs.get(first)) else {
            return Vec::new();
        };
        let action = self.actions.get(number as usize).map(|action| exprs.get(action.call));
        match action {
            Some(Expr::Builtin(Builtin::SpatialDistribution, list)) => exprs.items(list)[..2].to_vec(),
            _ => Vec::new(),
        }
    }

    /// The function that tells what comes out: its inputs are the number of the transport, the position, the direction,
    /// and what is at both ends at initialization.
    fn add_carrier(&mut self) -> FunctionId {
        let name = self.model.symbols.add(Builtin::SpatialDistribution.text());
        let local = |kind: Type| Local::new(name, kind);
        let kinds =
            [Type::Integer, Type::Real, Type::Boolean, Type::Real, Type::Real, Type::Real, Type::Real];
        let language = self.model.symbols.add("builtin");
        let function = FunctionId(self.model.functions.len() as u32);
        self.model.functions.push(Function {
            locals: kinds.map(local).into(),
            inputs: 5,
            outputs: 2,
            external: Some(ExternalCall { language, name, result: None, arguments: Vec::new() }),
            ..Function::new(name, self.model.instances[0].place)
        });
        function
    }
}

/// What an output is at initialization, if an expression is one.
pub(crate) fn output_at_start(
    exprs: &equations::Exprs,
    carrier: Option<FunctionId>,
    id: ExprId,
) -> Option<ExprId> {
    let Expr::Result(call, number) = exprs.get(id) else { return None };
    let Expr::Call(function, list) = exprs.get(call) else { return None };
    (Some(function) == carrier).then(|| exprs.items(list).get(3 + number as usize).copied())?
}
