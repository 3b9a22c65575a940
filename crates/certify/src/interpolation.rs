//! How variables are found between rows: what relations are looked at with, and what integrals of derivatives are made of.

use equations::{Builtin, Expr, ExprId, FlatModel, Type, VariableId, Visit};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::discrete_time::definitions;
use crate::recorded::{RecordedValues, is_parameter};
use crate::table::ColumnSource;

/// How deep definitions may stand on definitions.
const MAX_DEPTH: usize = 100;

/// How a variable is found between rows.
#[derive(Clone, Copy, Debug)]
pub(crate) enum RowInterpolation {
    /// By value and derivative at both rows: columns and factors, and how far it may be from the line between them.
    Cubic(u32, f64, u32, f64, f64),
    /// By value at both rows.
    Straight(u32, f64),
    /// It stays what it is.
    Held(u32, f64),
    /// From other variables.
    Computed(ExprId),
}

impl RowInterpolation {
    /// The value at a share of the way from a row to the next; nothing if it is computed from others. `cubic` says that the
    /// derivatives of both rows count.
    pub(crate) fn value(
        self,
        width: f64,
        (from, to): (&[f64], &[f64]),
        share: f64,
        cubic: bool,
    ) -> Option<f64> {
        match self {
            RowInterpolation::Held(column, factor) => Some(factor * from[column as usize]),
            RowInterpolation::Straight(column, factor) => {
                let (a, b) = (from[column as usize], to[column as usize]);
                Some(factor * (a + share * (b - a)))
            }
            RowInterpolation::Cubic(column, factor, slope, other, most) => {
                let (a, b) = (factor * from[column as usize], factor * to[column as usize]);
                let line = a + share * (b - a);
                if !cubic {
                    return Some(line);
                }
                let (p, q) = (other * from[slope as usize], other * to[slope as usize]);
                let back = 1.0 - share;
                let bend = share * back * (back * (width * p - (b - a)) - share * (width * q - (b - a)));
                // What would leave all it ever is between two rows is not resolved by them.
                let (slow, steep) = (p.abs().min(q.abs()), p.abs().max(q.abs()));
                let fast = width * steep > 4.0 * most;
                // Nor is what began fast and is over, or the reverse, without having got far.
                let fast = fast || (slow < 0.25 * steep && width * steep > 4.0 * (b - a).abs());
                Some(if bend.abs() <= most && !fast { line + bend } else { line })
            }
            RowInterpolation::Computed(_) => None,
        }
    }
}

/// Decides how variables are found between rows.
pub(crate) struct InterpolationPlanner<'p> {
    model: &'p FlatModel,
    memories: &'p FxHashSet<VariableId>,
    /// Expressions that are equal to each variable.
    equals: FxHashMap<VariableId, Vec<ExprId>>,
    state: Vec<PlanProgress>,
    /// Where the plan of each variable stands.
    places: FxHashMap<VariableId, usize>,
    pub(crate) plan: Vec<(VariableId, RowInterpolation)>,
}

#[derive(Clone, Copy, PartialEq)]
enum PlanProgress {
    New,
    Asked,
    Done,
}

impl<'p> InterpolationPlanner<'p> {
    pub(crate) fn new(model: &'p FlatModel, memories: &'p FxHashSet<VariableId>) -> InterpolationPlanner<'p> {
        let equals = definitions(model);
        let state = vec![PlanProgress::New; model.variables.len()];
        InterpolationPlanner {
            model,
            memories,
            equals,
            state,
            places: FxHashMap::default(),
            plan: Vec::new(),
        }
    }

    /// Plans a variable. False if it is being planned already.
    pub(crate) fn visit(&mut self, recorded: &RecordedValues, id: VariableId, depth: usize) -> bool {
        match self.state[id.at()] {
            PlanProgress::Done => return true,
            PlanProgress::Asked => return false,
            PlanProgress::New => {}
        }
        let ColumnSource::Column(column, factor) = recorded.sources[id.at()] else {
            self.state[id.at()] = PlanProgress::Done;
            // What it is computed from is found between rows.
            for part in recorded.required_rules(self.model, &[id]).1 {
                if part != id && depth < MAX_DEPTH {
                    self.visit(recorded, part, depth + 1);
                }
            }
            return true;
        };
        let declared = &self.model.variables[id.at()];
        let discrete = declared.kind != Type::Real
            || declared.variability < equations::Variability::Continuous
            || self.memories.contains(&id)
            || is_parameter(self.model, id);
        if discrete {
            self.done(id, RowInterpolation::Held(column, factor));
            return true;
        }
        if let ColumnSource::Column(slope, other) = recorded.slopes[id.at()] {
            let most = 0.25 * recorded.ranges[id.at()];
            self.done(id, RowInterpolation::Cubic(column, factor, slope, other, most));
            return true;
        }
        self.state[id.at()] = PlanProgress::Asked;
        if depth < MAX_DEPTH {
            for expr in self.equals.get(&id).cloned().unwrap_or_default() {
                if !is_plain(self.model, expr) {
                    continue;
                }
                let parts = self.model.exprs.variables([expr]);
                if parts.contains(&id) {
                    continue;
                }
                if parts.into_iter().all(|part| self.visit(recorded, part, depth + 1)) {
                    self.done(id, RowInterpolation::Computed(expr));
                    return true;
                }
                // What was planned on the way stays: it holds by itself.
            }
        }
        self.done(id, RowInterpolation::Straight(column, factor));
        true
    }

    /// How a variable that was visited is found; nothing if the table has no column of it.
    pub(crate) fn interpolation(&self, id: VariableId) -> Option<RowInterpolation> {
        self.places.get(&id).map(|&at| self.plan[at].1)
    }

    fn done(&mut self, id: VariableId, between: RowInterpolation) {
        self.state[id.at()] = PlanProgress::Done;
        self.places.insert(id, self.plan.len());
        self.plan.push((id, between));
    }
}

/// Whether an expression can be computed between rows from values of variables.
fn is_plain(model: &FlatModel, root: ExprId) -> bool {
    !model.exprs.visit([root], |_, expr| match expr {
        Expr::Builtin(
            Builtin::Der
            | Builtin::Delay
            | Builtin::SpatialDistribution
            | Builtin::Sample
            | Builtin::Hold
            | Builtin::Edge
            | Builtin::Change,
            _,
        ) => Visit::Stop,
        // Functions would be called sixteen times between two rows.
        Expr::Call(..) | Expr::Apply(..) => Visit::Stop,
        _ => Visit::Enter,
    })
}
