//! Whether a plan stands with other values of parameters.
//!
//! A plan is made for any values, but for what values decide: which parameters are zero and take unknowns out, which branch of
//! a choice counts, what may be divided by, which start values agree, what is fixed. Each of these is asked again with the
//! other values. As long as all answers are the same, so is the plan, and the code that was made of it.

use equations::{Attribute, Expr, ExprId, FlatModel, Operator, Type, VariableId};
use rustc_hash::FxHashSet;

use crate::attributes::Attributes;
use crate::dae::{Alias, Dae};
use crate::finder::holders;
use crate::plan::Plan;
use crate::schedule::Block;

impl Plan {
    /// Gives parameters other values: the list of all of them in the order in which they are computed. If the plan does not
    /// stand with these it stays as it was, and the answer is false.
    pub fn revalue(&mut self, parameters: &[(VariableId, ExprId)]) -> bool {
        let dae = &mut self.reduced.dae;
        let changed = changed(&dae.model, &dae.parameters, parameters);
        if changed.is_empty() {
            return true;
        }
        let zeros = dae.zeros();
        let new = dae.attributes.revalued(&dae.model, parameters);
        let old = std::mem::replace(&mut dae.attributes, new);
        let same_zeros = dae.zeros() == zeros;
        let new = std::mem::replace(&mut dae.attributes, old);
        let premises = Premises { dae: &self.reduced.dae, changed: &changed, new: &new };
        if !(same_zeros && premises.hold(self)) {
            return false;
        }
        let old = std::mem::replace(&mut self.reduced.dae.attributes, new);
        if self.reduced.check_ranks(&self.schedule).is_err() {
            self.reduced.dae.attributes = old;
            return false;
        }
        self.reduced.dae.parameters = parameters.to_vec();
        true
    }
}

/// The parameters that have another formula, and all that depend on them.
fn changed(
    model: &FlatModel,
    old: &[(VariableId, ExprId)],
    new: &[(VariableId, ExprId)],
) -> FxHashSet<VariableId> {
    let mut changed = FxHashSet::default();
    for (old, new) in old.iter().zip(new) {
        // A text that was settled no longer tells what it depends on; its declaration does.
        let declared = model.variables[new.0.at()].binding;
        let uses = model.exprs.variables([new.1].into_iter().chain(declared));
        if old != new || uses.iter().any(|used| changed.contains(used)) {
            changed.insert(new.0);
        }
    }
    changed
}

/// What is asked again.
struct Premises<'a> {
    /// With the values that the plan was made for.
    dae: &'a Dae,
    changed: &'a FxHashSet<VariableId>,
    /// The other values.
    new: &'a Attributes,
}

impl Premises<'_> {
    fn hold(&self, plan: &Plan) -> bool {
        self.values() && self.attributes() && self.starts() && self.divisors(plan) && self.factors(plan)
    }

    /// What is no real number is known when code is made, and so is what was put in as a number.
    fn values(&self) -> bool {
        self.changed.iter().all(|&id| {
            let kind = self.dae.model.variables[id.at()].kind;
            if kind == Type::Real && self.dae.aliases[id.at()].is_none() {
                return true;
            }
            let old = self.dae.attributes.value(id);
            kind != Type::String && (old.is_none() || old == self.new.value(id))
        })
    }

    /// What is fixed, what is wanted as a state, and where values begin that nothing is said about.
    fn attributes(&self) -> bool {
        let model = &self.dae.model;
        model.attributes.iter().all(|&(variable, attribute, value)| match attribute {
            Attribute::Fixed | Attribute::StateSelect => self.same(|view| view.eval(model, value)),
            Attribute::Min | Attribute::Max => self.same(|view| view.fallback(model, self.kept(variable))),
            _ => true,
        })
    }

    /// Start values of what is one and the same agree as before.
    fn starts(&self) -> bool {
        let model = &self.dae.model;
        let starts = model.attributes.iter().filter(|found| found.1 == Attribute::Start);
        starts.into_iter().all(|&(variable, _, own)| {
            let (kept, negated) = match self.dae.aliases[variable.at()] {
                Some(Alias::Variable { of, negated }) => (self.dae.attributes.get(of).start, negated),
                Some(Alias::Literal(number)) => (Some(number), false),
                None => (self.dae.attributes.get(variable).start, false),
            };
            let Some(kept) = kept.filter(|&kept| kept != own) else { return true };
            self.same(|view| {
                let (own, kept) = (view.number(model, own)?, view.number(model, kept)?);
                Some(if negated { own == -kept } else { own == kept })
            })
        })
    }

    /// What could not vanish still cannot.
    fn divisors(&self, plan: &Plan) -> bool {
        let exprs = &self.dae.model.exprs;
        let touched = self.touched();
        let mut todo: Vec<ExprId> = self.dae.rows.iter().flat_map(|row| [row.left, row.right]).collect();
        for block in plan.schedule.blocks.iter().chain(&plan.initialization.blocks) {
            let assigns = match block {
                Block::Assign(assign) => std::slice::from_ref(assign).iter(),
                Block::Torn(torn) => torn.inner.iter(),
            };
            todo.extend(assigns.map(|assign| assign.value));
        }
        let mut seen = vec![false; exprs.len()];
        while let Some(id) = todo.pop() {
            if !touched[id.at()] || std::mem::replace(&mut seen[id.at()], true) {
                continue;
            }
            if let Expr::Binary(Operator::Divide | Operator::ElementDivide, _, below) = exprs.get(id)
                && touched[below.at()]
                && !self.same(|view| self.vanishes(view, below))
            {
                return false;
            }
            exprs.get(id).children(exprs, &mut todo);
        }
        true
    }

    /// The factors by which states were chosen vanish as before.
    fn factors(&self, plan: &Plan) -> bool {
        let all = plan.reduced.parts.iter().flat_map(crate::select::Part::factors);
        let touched = self.touched();
        let mut all = all.filter(|factor| touched[factor.at()]);
        let zero = |view: &Attributes, id| view.number(&self.dae.model, id).map(|number| number == 0.0);
        all.all(|id| self.same(|view| (zero(view, id), self.vanishes(view, id))))
    }

    /// Whether an expression may be zero.
    fn vanishes(&self, view: &Attributes, id: ExprId) -> bool {
        let model = &self.dae.model;
        !model.exprs.bounds(id, &|variable| view.bounds(model, variable)).excludes_zero()
    }

    /// The expressions that have another value now.
    fn touched(&self) -> Vec<bool> {
        let changed = |expr| matches!(expr, Expr::Variable(id) if self.changed.contains(&id));
        holders(&self.dae.model.exprs, &changed)
    }

    /// Whether an answer is the same with the old and the new values.
    fn same<A: PartialEq>(&self, ask: impl Fn(&Attributes) -> A) -> bool {
        ask(&self.dae.attributes) == ask(self.new)
    }

    /// What a variable was replaced by.
    fn kept(&self, variable: VariableId) -> VariableId {
        match self.dae.aliases[variable.at()] {
            Some(Alias::Variable { of, .. }) => of,
            _ => variable,
        }
    }
}
