//! Expressions with some of their parts exchanged for others.

use rustc_hash::FxHashMap;

use crate::{Builtin, Expr, ExprId, Exprs, Operator};

impl Exprs {
    /// The expression with parts exchanged as `change` says, and made smaller where that allows it. `change` is asked of
    /// every part, wholes before parts; what it gives is taken as it is, what it declines is built from its own parts.
    /// The memo may be kept for as long as `change` gives the same answers.
    pub fn substitute(
        &mut self,
        root: ExprId,
        memo: &mut FxHashMap<ExprId, ExprId>,
        change: &mut dyn FnMut(&mut Exprs, ExprId) -> Option<ExprId>,
    ) -> ExprId {
        if let Some(&known) = memo.get(&root) {
            return known;
        }
        let mut todo = vec![(root, false)];
        let mut parts = Vec::new();
        while let Some((id, ready)) = todo.pop() {
            if memo.contains_key(&id) {
                continue;
            }
            if ready {
                let new = self.simple(id, &|part| memo.get(&part).copied().unwrap_or(part));
                memo.insert(id, new);
                continue;
            }
            if let Some(new) = change(self, id) {
                memo.insert(id, new);
                continue;
            }
            parts.clear();
            self.get(id).children(self, &mut parts);
            todo.push((id, true));
            todo.extend(parts.iter().filter(|part| !memo.contains_key(part)).map(|&part| (part, false)));
        }
        memo[&root]
    }

    /// The expression built anew from other parts by the constructors that keep it small.
    fn simple(&mut self, id: ExprId, new: &dyn Fn(ExprId) -> ExprId) -> ExprId {
        use Operator as O;
        match self.get(id) {
            Expr::Unary(O::Negate, a) => self.negate(new(a)),
            Expr::Unary(O::Not, a) => self.not(new(a)),
            Expr::Binary(operator, a, b) => {
                let (a, b) = (new(a), new(b));
                match operator {
                    O::Add => self.sum(a, b),
                    O::Subtract if a == b && !self.sized(a) => self.integer(0),
                    O::Subtract => self.difference(a, b),
                    // Zero times an array is no zero.
                    O::Multiply if self.empties(a, b) || self.empties(b, a) => {
                        self.add(Expr::Binary(operator, a, b))
                    }
                    O::Multiply => self.product(a, b),
                    // Nothing over something is nothing.
                    O::Divide if self.number(a) == Some(0.0) && self.number(b).is_none() => a,
                    O::Divide => self.quotient(a, b),
                    O::Power => self.power(a, b),
                    O::And => self.and(a, b),
                    O::Or => self.or(a, b),
                    O::Less | O::LessEqual | O::Greater | O::GreaterEqual | O::Equal | O::NotEqual => {
                        self.compare(operator, a, b)
                    }
                    _ => self.add(Expr::Binary(operator, a, b)),
                }
            }
            Expr::If(condition, a, b) => self.if_then_else(new(condition), new(a), new(b)),
            Expr::Index(array, list) => {
                let subscripts: Vec<ExprId> = self.items(list).iter().map(|&at| new(at)).collect();
                self.element(new(array), &subscripts)
            }
            Expr::Builtin(builtin, list) => {
                let arguments: Vec<ExprId> = self.items(list).iter().map(|&at| new(at)).collect();
                self.function(builtin, &arguments)
            }
            _ => self.map(id, &mut |_, part| new(part)),
        }
    }

    /// Whether `zero` is zero and the other factor may be an array, whose shape the product has.
    fn empties(&self, zero: ExprId, other: ExprId) -> bool {
        self.number(zero) == Some(0.0) && self.sized(other)
    }

    /// Whether an expression may be an array. One part is asked where all have the same shape, so that long formulas are
    /// looked through; the longest are left as they are.
    fn sized(&self, id: ExprId) -> bool {
        use Operator as O;
        let mut todo = vec![id];
        let mut left = 256;
        while let Some(id) = todo.pop() {
            left -= 1;
            match self.get(id) {
                _ if left == 0 => return true,
                Expr::Real(_) | Expr::Integer(_) | Expr::Variable(_) | Expr::Time => {}
                Expr::Unary(_, a) | Expr::If(_, a, _) => todo.push(a),
                Expr::Binary(O::Divide | O::Power, a, _) => todo.push(a),
                // A number may stand for as many of them as the other side has.
                Expr::Binary(O::Add | O::Subtract, a, b) => {
                    todo.push(if self.number(a).is_some() { b } else { a });
                }
                Expr::Binary(_, a, b) => todo.extend([a, b]),
                Expr::Builtin(_, list) => todo.extend(self.items(list)),
                _ => return true,
            }
        }
        false
    }

    /// An element of an array; one that is written out is taken at once.
    pub fn element(&mut self, array: ExprId, subscripts: &[ExprId]) -> ExprId {
        let mut at = array;
        for (number, &subscript) in subscripts.iter().enumerate() {
            let (Expr::Array(list), Expr::Integer(value)) = (self.get(at), self.get(subscript)) else {
                let rest = self.list(&subscripts[number..]);
                return self.add(Expr::Index(at, rest));
            };
            match usize::try_from(value).ok().and_then(|value| self.items(list).get(value.wrapping_sub(1))) {
                Some(&item) => at = item,
                None => {
                    let all = self.list(subscripts);
                    return self.add(Expr::Index(array, all));
                }
            }
        }
        at
    }

    /// A call of a built-in; one of numbers is folded if its value is finite.
    pub fn function(&mut self, builtin: Builtin, arguments: &[ExprId]) -> ExprId {
        use Builtin as B;
        match (builtin, arguments) {
            (B::NoEvent, [a]) if self.is_leaf(*a) => return *a,
            (B::Smooth, [_, a]) if self.is_leaf(*a) => return *a,
            // What does not change, was the same before.
            (B::Pre, [a]) if self.is_literal(*a) => return *a,
            // What is delayed by nothing is what it is (MLS 3.7.4.1).
            (B::Delay, [a, by, ..]) if self.number(*by) == Some(0.0) => return *a,
            (B::Abs, [a]) => match self.get(*a) {
                Expr::Real(_) => {
                    let size = self.number(*a).map_or(f64::NAN, f64::abs);
                    return self.real(size);
                }
                Expr::Integer(value) => {
                    if let Some(size) = value.checked_abs() {
                        return self.integer(size);
                    }
                }
                _ => {}
            },
            (_, [a]) => {
                if let Some(value) = self.number(*a).and_then(|value| fold(builtin, value)) {
                    return self.real(value);
                }
            }
            _ => {}
        }
        self.builtin(builtin, arguments)
    }

    fn is_literal(&self, id: ExprId) -> bool {
        matches!(
            self.get(id),
            Expr::Real(_) | Expr::Integer(_) | Expr::Boolean(_) | Expr::String(_) | Expr::Literal(..)
        )
    }

    fn is_leaf(&self, id: ExprId) -> bool {
        self.is_literal(id) || matches!(self.get(id), Expr::Variable(_))
    }
}

fn fold(builtin: Builtin, value: f64) -> Option<f64> {
    let function = builtin.elementary().filter(|function| !function.steps())?;
    Some(function.value(value)).filter(|folded| folded.is_finite())
}
