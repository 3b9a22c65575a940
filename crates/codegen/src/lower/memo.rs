//! What was computed of expressions, and where it can be seen.

use equations::{Expr, ExprId, Operator};

use super::{Lowering, builtin};
use crate::build::RegionId;
use crate::code::OpSource;
use crate::value_form::{LowerResult, ValueForm};

/// How often an expression that is slow or can fail is computed in branches before it is computed ahead of them.
const COPIES: u32 = 4;

/// What is known of an expression.
pub(super) struct ExprMemo {
    form: ValueForm,
    region: RegionId,
    copies: u32,
    /// True if it is slow or can fail, or has a part that is and does.
    heavy: bool,
}

impl Lowering<'_> {
    /// The value of an expression.
    pub(super) fn value(&mut self, id: ExprId) -> LowerResult<ValueForm> {
        if self.locals.is_some() {
            return self.deeper(|lower| lower.form(id));
        }
        if self.leaf(id) {
            return self.form(id);
        }
        if let Some(form) = self.seen(id) {
            return Ok(form);
        }
        // Chains of operators may be long, so operands that are needed anyway are no recursion.
        let mut stack = vec![(id, false)];
        let mut parts = Vec::new();
        while let Some((at, ready)) = stack.pop() {
            if ready {
                let form = self.deeper(|lower| lower.placed(at))?;
                self.keep(at, form);
                continue;
            }
            if self.visible(at) || self.ahead(at)? {
                continue;
            }
            stack.push((at, true));
            parts.clear();
            self.strict(at, &mut parts);
            stack.extend(parts.iter().rev().filter(|&&part| !self.leaf(part)).map(|&part| (part, false)));
        }
        match self.seen(id) {
            Some(form) => Ok(form),
            None => self.deeper(|lower| lower.form(id)),
        }
    }

    /// True for what is not worth remembering: the value of a slot must not outlive a cut.
    fn leaf(&self, id: ExprId) -> bool {
        let mut expr = self.exprs.get(id);
        if matches!(expr, Expr::Builtin(..)) && self.slots.expr(id, self.literal).is_some() {
            expr = Expr::Time;
        }
        matches!(
            expr,
            Expr::Real(_)
                | Expr::Integer(_)
                | Expr::Boolean(_)
                | Expr::Literal(..)
                | Expr::String(_)
                | Expr::Time
                | Expr::Variable(_)
        )
    }

    /// What is known of an expression here.
    fn seen(&self, id: ExprId) -> Option<ValueForm> {
        let memo = self.memo(id)?;
        self.builder.visible_from(memo.region).then(|| memo.form.clone())
    }

    /// True if the value of an expression is known here.
    fn visible(&self, id: ExprId) -> bool {
        self.memo(id).is_some_and(|memo| self.builder.visible_from(memo.region))
    }

    fn memo(&self, id: ExprId) -> Option<&ExprMemo> {
        self.memo[usize::from(self.literal)].get(id.0)
    }

    fn keep(&mut self, id: ExprId, form: ValueForm) {
        let region = self.builder.region();
        let heavy = self.heavy(id);
        let memo = self.memo[usize::from(self.literal)].entry(id.0);
        let copies = memo.as_ref().map_or(1, |memo| memo.copies + 1);
        *memo = Some(ExprMemo { form, region, copies, heavy });
    }

    fn heavy(&mut self, id: ExprId) -> bool {
        let own = match self.exprs.get(id) {
            Expr::Binary(operator, ..) => matches!(
                operator,
                Operator::Divide | Operator::Power | Operator::ElementPower | Operator::And | Operator::Or
            ),
            Expr::Unary(..) => false,
            _ => true,
        };
        if own {
            return true;
        }
        let mut parts = std::mem::take(&mut self.parts);
        parts.clear();
        self.strict(id, &mut parts);
        let heavy = |part: &ExprId| self.memo(*part).is_some_and(|memo| memo.heavy);
        let any = parts.iter().any(heavy);
        self.parts = parts;
        any
    }

    /// Computes an expression that another branch has computed already ahead of both. False if it is not time for that.
    fn ahead(&mut self, id: ExprId) -> LowerResult<bool> {
        let Some(memo) = self.memo(id) else { return Ok(false) };
        if memo.heavy && memo.copies < COPIES {
            return Ok(false);
        }
        let shared = self.builder.shared(memo.region);
        if shared >= self.builder.depth() {
            return Ok(false);
        }
        let inner = self.builder.enter_outer(shared);
        let checked = std::mem::replace(&mut self.builder.checked, false);
        let made = self.deeper(|lower| lower.value(id));
        self.builder.checked = checked;
        self.builder.leave_outer(inner);
        made.map(|_| true)
    }

    /// Adds the parts of an expression that it cannot do without.
    fn strict(&self, id: ExprId, parts: &mut Vec<ExprId>) {
        match self.exprs.get(id) {
            Expr::Unary(_, a) | Expr::Result(a, _) | Expr::If(a, ..) => parts.push(a),
            Expr::Binary(Operator::And | Operator::Or, a, _) => parts.push(a),
            Expr::Binary(_, a, b) => parts.extend([a, b]),
            Expr::Builtin(builtin, list) if builtin::strict(builtin) => {
                parts.extend(self.exprs.items(list));
            }
            Expr::Array(list) | Expr::Call(_, list) | Expr::Record(_, list) => {
                parts.extend(self.exprs.items(list));
            }
            _ => {}
        }
        if self.slots.expr(id, self.literal).is_some() {
            parts.clear();
        }
    }

    /// The value of an expression; what is made for it says so.
    fn placed(&mut self, id: ExprId) -> LowerResult<ValueForm> {
        let place = self.builder.place;
        self.builder.place = place.map(|place| OpSource { expr: id, ..place });
        let form = self.form(id)?;
        self.builder.place = place;
        Ok(form)
    }
}
