//! Whether a plan stands with other values of parameters.
//!
//! A plan is made for any values, but for what values decide: which parameters are zero and take unknowns out, which branch of
//! a choice counts, what may be divided by or undone, by which states a constraint is solved, which start values agree, what is
//! fixed. All of this is asked twice, with the old values and with the new ones. As long as all answers are the same, so is
//! the plan, and the code that was made of it.

use equations::{Attribute, Bounds, Expr, ExprId, FlatModel, Type, Value, VariableId};
use rustc_hash::FxHashSet;

use crate::dae::{Dae, Replacement, RowId};
use crate::dependent_blocks::DependentBlock;
use crate::plan::Plan;
use crate::schedule::{Assignment, ScheduledBlock, formula};
use crate::variable_finder::holders;

impl Plan {
    /// Gives parameters other values: the list of all of them in the order in which they are computed. If the plan does not
    /// stand with these it stays as it was, and the answer is false.
    pub fn update_parameters(&mut self, parameters: &[(VariableId, ExprId)]) -> bool {
        let dae = &mut self.reduced.dae;
        let changed = changed(&dae.model, &dae.parameters, parameters);
        if changed.is_empty() {
            return true;
        }
        let touched =
            holders(&dae.model.exprs, &|expr| matches!(expr, Expr::Variable(id) if changed.contains(&id)));
        let other = dae.attributes.with_parameters(&dae.model, parameters, &changed);
        let mut ids: Vec<VariableId> = changed.into_iter().collect();
        ids.sort_unstable();
        // A text is known by its symbol when code is made.
        if ids.iter().any(|id| dae.model.variables[id.at()].kind == Type::String) {
            return false;
        }
        let before = self.answers(&ids, &touched);
        let dae = &mut self.reduced.dae;
        let attributes = std::mem::replace(&mut dae.attributes, other);
        let old = std::mem::replace(&mut dae.parameters, parameters.to_vec());
        if self.answers(&ids, &touched) == before {
            return true;
        }
        (self.reduced.dae.attributes, self.reduced.dae.parameters) = (attributes, old);
        false
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
        let uses = || model.exprs.variables([new.1].into_iter().chain(declared));
        if old != new || !changed.is_empty() && uses().iter().any(|used| changed.contains(used)) {
            changed.insert(new.0);
        }
    }
    changed
}

/// What values decide.
#[derive(PartialEq)]
struct ValueDecisions {
    /// What is known of parameters when code is made: all but real numbers, and what was put in as a number.
    known: Vec<Option<Value>>,
    zeros: Vec<VariableId>,
    attributes: Vec<AttributeDecision>,
    /// Whether start values of what is one and the same agree.
    starts: Vec<Option<bool>>,
    /// What rows are solved by.
    formulas: Vec<Option<(ExprId, Option<ExprId>)>>,
    /// The factors by which states were chosen, and whether they may vanish; those of choices that are made anew while the
    /// model runs have the values of initialization.
    factors: Vec<(Option<f64>, bool)>,
    begin: Vec<Option<Vec<f64>>>,
    /// Which rows with known coefficients depend on each other.
    dependent: Vec<DependentBlock>,
}

/// What an attribute says.
#[derive(PartialEq)]
enum AttributeDecision {
    Value(Option<Value>),
    Bounds(Bounds),
    Size(Option<f64>),
    None,
}

impl Plan {
    /// What the present values decide about what these parameters reach.
    fn answers(&mut self, changed: &[VariableId], touched: &[bool]) -> ValueDecisions {
        let dae = &self.reduced.dae;
        let coded = |id: &&VariableId| {
            dae.model.variables[id.at()].kind != Type::Real || dae.aliases[id.at()].is_some()
        };
        let parts = &self.reduced.parts;
        let factors = parts
            .iter()
            .flat_map(crate::state_selection::StateSelectionBlock::factors)
            .filter(|id| touched[id.at()]);
        let bounds = |id: VariableId| dae.attributes.bounds(&dae.model, id);
        let vanishes = |id| !dae.model.exprs.bounds(id, &bounds).excludes_zero();
        let dynamic = (0..parts.len()).filter(|&at| parts[at].is_dynamic());
        ValueDecisions {
            known: changed.iter().filter(coded).map(|&id| dae.attributes.value(id).cloned()).collect(),
            zeros: dae.zeros(),
            attributes: attributes(dae),
            starts: starts(dae),
            factors: factors.map(|id| (dae.attributes.number(&dae.model, id), vanishes(id))).collect(),
            begin: dynamic.map(|at| self.reduced.factors_at_start(at)).collect(),
            dependent: self.reduced.dependent_blocks(&self.schedule),
            formulas: self.formulas(touched),
        }
    }

    /// How the rows that these values reach are solved.
    fn formulas(&mut self, touched: &[bool]) -> Vec<Option<(ExprId, Option<ExprId>)>> {
        let running = self.schedule.blocks.iter().flat_map(assigns);
        let running = running.map(|assign| (self.reduced.dae.rows[assign.row.at()], assign.variable));
        let rows = &self.initialization.rows;
        let first = self.initialization.blocks.iter().flat_map(assigns);
        let first = first.map(|assign| (rows[assign.row.at()], assign.variable));
        let mut all: Vec<_> = running.chain(first).collect();
        all.retain(|(row, _)| touched[row.left.at()] || touched[row.right.at()]);
        let dae = &mut self.reduced.dae;
        let bounds = dae.all_bounds();
        let solved = all.into_iter().map(|(row, variable)| {
            let found = formula(dae, RowId(0), &row, variable, &bounds)?;
            Some((found.value, found.divisor))
        });
        solved.collect()
    }
}

fn assigns(block: &ScheduledBlock) -> impl Iterator<Item = &Assignment> {
    let (one, inner) = match block {
        ScheduledBlock::Assign(assign) => (Some(assign), [].as_slice()),
        ScheduledBlock::Torn(torn) => (None, torn.inner.as_slice()),
    };
    one.into_iter().chain(inner)
}

fn attributes(dae: &Dae) -> Vec<AttributeDecision> {
    let (model, own) = (&dae.model, &dae.attributes);
    let kept = |variable: VariableId| match dae.aliases[variable.at()] {
        Some(Replacement::Variable { of, .. }) => of,
        _ => variable,
    };
    let all = model.attributes.iter().map(|&(variable, attribute, value)| match attribute {
        Attribute::Fixed | Attribute::StateSelect => AttributeDecision::Value(own.eval(model, value)),
        Attribute::Min | Attribute::Max => AttributeDecision::Bounds(own.bounds(model, kept(variable))),
        Attribute::Nominal => AttributeDecision::Size(own.nominal(model, kept(variable))),
        _ => AttributeDecision::None,
    });
    all.collect()
}

fn starts(dae: &Dae) -> Vec<Option<bool>> {
    let (model, own) = (&dae.model, &dae.attributes);
    let starts = model.attributes.iter().filter(|found| found.1 == Attribute::Start);
    let agree = starts.map(|&(variable, _, written)| {
        let (kept, negated) = match dae.aliases[variable.at()] {
            Some(Replacement::Variable { of, negated }) => (own.get(of).start, negated),
            Some(Replacement::Literal(number)) => (Some(number), false),
            None => (own.get(variable).start, false),
        };
        let kept = kept.filter(|&kept| kept != written)?;
        let (written, kept) = (own.number(model, written)?, own.number(model, kept)?);
        Some(if negated { written == -kept } else { written == kept })
    });
    agree.collect()
}
