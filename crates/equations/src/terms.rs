//! Expressions as sums of unknowns with factors.

use rustc_hash::FxHashMap;

use crate::{Builtin, Expr, ExprId, Exprs, Operator, VariableId};

/// An expression as `Σ factor · unknown + rest`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Unknowns that occur linearly with factors that hold no unknown, in the order of variables.
    pub linear: Vec<(VariableId, ExprId)>,
    /// What remains. It holds the other unknowns.
    pub rest: ExprId,
    /// The unknowns in the rest, in the order of variables. None of them is among the linear ones.
    pub others: Vec<VariableId>,
}

/// Takes expressions apart for one set of unknowns. What is known about shared parts is kept.
pub struct Separator<'u> {
    unknown: &'u dyn Fn(VariableId) -> bool,
    /// The first expression that may hold one: what an expression is made of was there before it.
    least: ExprId,
    /// Whether an expression holds an unknown.
    holds: FxHashMap<ExprId, bool>,
}

impl<'u> Separator<'u> {
    /// For these unknowns.
    pub fn new(unknown: &'u dyn Fn(VariableId) -> bool) -> Separator<'u> {
        Separator { unknown, least: ExprId(0), holds: FxHashMap::default() }
    }

    /// For unknowns none of which is in an expression before this one.
    pub(crate) fn from(unknown: &'u dyn Fn(VariableId) -> bool, least: ExprId) -> Separator<'u> {
        Separator { least, ..Separator::new(unknown) }
    }

    /// Whether an expression holds an unknown. What was before is known.
    pub fn contains_unknown(&mut self, exprs: &Exprs, root: ExprId) -> bool {
        if root < self.least {
            return false;
        }
        let mut todo = vec![(root, false)];
        let mut parts = Vec::new();
        while let Some((id, ready)) = todo.pop() {
            if self.holds.contains_key(&id) {
                continue;
            }
            parts.clear();
            let held = match exprs.get(id) {
                Expr::Variable(variable) => Some((self.unknown)(variable)),
                Expr::Builtin(Builtin::Pre | Builtin::Previous, _) => Some(false),
                expr => {
                    expr.children(exprs, &mut parts);
                    parts.is_empty().then_some(false)
                }
            };
            match held {
                Some(held) => {
                    self.holds.insert(id, held);
                }
                None if ready => {
                    let held = parts.iter().any(|part| self.holds.get(part).copied().unwrap_or(false));
                    self.holds.insert(id, held);
                }
                None => {
                    todo.push((id, true));
                    todo.extend(parts.iter().filter(|&&part| part >= self.least).map(|&part| (part, false)));
                }
            }
        }
        self.holds.get(&root).copied().unwrap_or(false)
    }

    /// The unknowns of an expression, in the order of variables.
    pub fn unknowns(&mut self, exprs: &Exprs, root: ExprId) -> Vec<VariableId> {
        let mut found = Vec::new();
        self.collect(exprs, root, &mut found);
        found.sort_unstable();
        found.dedup();
        found
    }

    fn collect(&mut self, exprs: &Exprs, root: ExprId, found: &mut Vec<VariableId>) {
        let mut seen: FxHashMap<ExprId, ()> = FxHashMap::default();
        let mut todo = vec![root];
        while let Some(id) = todo.pop() {
            if !self.contains_unknown(exprs, id) || seen.insert(id, ()).is_some() {
                continue;
            }
            match exprs.get(id) {
                Expr::Variable(variable) => found.push(variable),
                expr => expr.children(exprs, &mut todo),
            }
        }
    }

    /// The difference of two expressions as terms.
    pub fn terms(&mut self, exprs: &mut Exprs, left: ExprId, right: ExprId) -> Terms {
        let (one, minus) = (exprs.integer(1), exprs.integer(-1));
        self.sum(exprs, vec![(right, minus), (left, one)])
    }

    /// The sum of expressions with factors as terms. Sums are taken apart from the top, so that a long one takes linear
    /// time.
    fn sum(&mut self, exprs: &mut Exprs, mut todo: Vec<(ExprId, ExprId)>) -> Terms {
        let mut linear: Vec<(VariableId, ExprId)> = Vec::new();
        let mut others = Vec::new();
        let mut rest: Option<ExprId> = None;
        while let Some((id, factor)) = todo.pop() {
            if self.contains_unknown(exprs, id) && self.open(exprs, id, factor, &mut todo, &mut linear) {
                continue;
            }
            self.collect(exprs, id, &mut others);
            let term = exprs.product(factor, id);
            rest = Some(match rest {
                Some(rest) => exprs.sum(rest, term),
                None => term,
            });
        }
        others.sort_unstable();
        others.dedup();
        linear.sort_by_key(|&(variable, _)| variable);
        let mut terms: Vec<(VariableId, ExprId)> = Vec::with_capacity(linear.len());
        for (variable, factor) in linear {
            match terms.last_mut() {
                Some(last) if last.0 == variable => last.1 = exprs.sum(last.1, factor),
                _ => terms.push((variable, factor)),
            }
        }
        // What is there in both ways is not linear; what cancels is not there.
        let mut kept = Vec::with_capacity(terms.len());
        for (variable, factor) in terms {
            if others.binary_search(&variable).is_ok() {
                let unknown = exprs.add(Expr::Variable(variable));
                let term = exprs.product(factor, unknown);
                rest = Some(match rest {
                    Some(rest) => exprs.sum(rest, term),
                    None => term,
                });
            } else if exprs.number(factor) != Some(0.0) {
                kept.push((variable, factor));
            }
        }
        let rest = rest.unwrap_or_else(|| exprs.integer(0));
        Terms { linear: kept, rest, others }
    }

    /// Takes an expression apart one step; false if that does not lead to its unknowns.
    fn open(
        &mut self,
        exprs: &mut Exprs,
        id: ExprId,
        factor: ExprId,
        todo: &mut Vec<(ExprId, ExprId)>,
        linear: &mut Vec<(VariableId, ExprId)>,
    ) -> bool {
        use Operator as O;
        match exprs.get(id) {
            Expr::Variable(variable) => linear.push((variable, factor)),
            Expr::Unary(O::Negate, a) => {
                let minus = exprs.negate(factor);
                todo.push((a, minus));
            }
            Expr::Binary(O::Add, a, b) => todo.extend([(b, factor), (a, factor)]),
            Expr::Binary(O::Subtract, a, b) => {
                let minus = exprs.negate(factor);
                todo.extend([(b, minus), (a, factor)]);
            }
            Expr::Binary(O::Multiply, a, b) => {
                let (known, other) = match (self.contains_unknown(exprs, a), self.contains_unknown(exprs, b))
                {
                    (true, true) => return false,
                    (true, false) => (b, a),
                    _ => (a, b),
                };
                let factor = exprs.product(factor, known);
                todo.push((other, factor));
            }
            Expr::Binary(O::Divide, a, b) => {
                if self.contains_unknown(exprs, b) {
                    return false;
                }
                let factor = exprs.quotient(factor, b);
                todo.push((a, factor));
            }
            Expr::Builtin(Builtin::NoEvent, list) => {
                let item = exprs.items(list)[0];
                todo.push((item, factor));
            }
            Expr::Builtin(Builtin::Smooth, list) => {
                let item = exprs.items(list)[1];
                todo.push((item, factor));
            }
            Expr::If(condition, a, b) => return self.branch(exprs, (condition, a, b), factor, todo, linear),
            _ => return false,
        }
        true
    }

    /// A choice is linear where both of its sides are. What remains of the sides is chosen from as before.
    fn branch(
        &mut self,
        exprs: &mut Exprs,
        (condition, a, b): (ExprId, ExprId, ExprId),
        factor: ExprId,
        todo: &mut Vec<(ExprId, ExprId)>,
        linear: &mut Vec<(VariableId, ExprId)>,
    ) -> bool {
        if self.contains_unknown(exprs, condition) || self.deep(exprs, a) || self.deep(exprs, b) {
            return false;
        }
        let one = exprs.integer(1);
        let (a, b) = (self.sum(exprs, vec![(a, one)]), self.sum(exprs, vec![(b, one)]));
        let rest = exprs.if_then_else(condition, a.rest, b.rest);
        if !a.others.is_empty() || !b.others.is_empty() {
            return false;
        }
        let zero = exprs.integer(0);
        let of = |terms: &Terms, variable| {
            let found = terms.linear.binary_search_by_key(&variable, |term| term.0);
            found.map_or(zero, |at| terms.linear[at].1)
        };
        let mut variables: Vec<VariableId> = a.linear.iter().chain(&b.linear).map(|term| term.0).collect();
        variables.sort_unstable();
        variables.dedup();
        for variable in variables {
            let inner = exprs.if_then_else(condition, of(&a, variable), of(&b, variable));
            let factor = exprs.product(factor, inner);
            linear.push((variable, factor));
        }
        todo.push((rest, factor));
        true
    }

    /// Choices inside of choices many times over are left alone.
    fn deep(&self, exprs: &Exprs, id: ExprId) -> bool {
        let mut at = id;
        let mut depth = 0;
        while let Expr::If(_, _, b) = exprs.get(at) {
            at = b;
            depth += 1;
        }
        depth > 100
    }
}

/// Whether an expression is linear in a variable: its factor and the rest if so.
pub fn linear(exprs: &mut Exprs, expr: ExprId, by: VariableId) -> Option<(ExprId, ExprId)> {
    let is = |variable| variable == by;
    let zero = exprs.integer(0);
    let terms = Separator::new(&is).terms(exprs, expr, zero);
    match terms.linear.as_slice() {
        _ if !terms.others.is_empty() => None,
        [] => Some((zero, terms.rest)),
        [term, ..] => Some((term.1, terms.rest)),
    }
}
