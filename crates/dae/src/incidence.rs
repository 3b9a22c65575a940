//! Which unknowns an expression holds, how often each is differentiated, and which of them an equation may be solved for.

use equations::{Builtin, Expr, ExprId, FlatModel, Statement, VariableId};
use structure::{NONE, SignatureEntry};

use crate::dae::RowKind;
use crate::discrete_variables::{DiscreteVariables, VariableChange};

/// Collects the unknowns of one row after the other. Expressions are shared, so each is looked at once for a row,
/// which the number of the row in `seen` tells, and once more if it turns out that the row may be solved for what it holds.
pub(crate) struct IncidenceCollector<'a> {
    model: &'a FlatModel,
    column_of: &'a [u32],
    seen: Vec<u32>,
    solved: Vec<u32>,
    row: u32,
    todo: Vec<IncidenceVisit>,
    parts: Vec<ExprId>,
    inputs: Option<AlgorithmInputs<'a>>,
    /// The only variable that the row gives a value, if it is such a row.
    pub(crate) only: Option<VariableId>,
    /// The unknowns of the row.
    pub(crate) entries: Vec<SignatureEntry>,
    /// Those among them that do not only decide which values others have.
    candidates: Vec<(VariableId, SignatureEntry)>,
    /// The unknowns that the row may be solved for, once that was asked.
    pub(crate) eligible: Vec<SignatureEntry>,
}

/// An expression to be looked at: below how many derivatives it stands, and whether a row may be solved for what it holds.
#[derive(Clone, Copy)]
struct IncidenceVisit {
    id: ExprId,
    order: u32,
    solvable: bool,
}

/// What the statements of an algorithm read and do not set themselves.
struct AlgorithmInputs<'a> {
    body: &'a [Statement],
    entries: Vec<SignatureEntry>,
    candidates: Vec<(VariableId, SignatureEntry)>,
}

impl<'a> IncidenceCollector<'a> {
    pub(crate) fn new(model: &'a FlatModel, column_of: &'a [u32]) -> IncidenceCollector<'a> {
        IncidenceCollector {
            model,
            column_of,
            seen: vec![0; model.exprs.len()],
            solved: vec![0; model.exprs.len()],
            row: 0,
            todo: Vec::new(),
            parts: Vec::new(),
            inputs: None,
            only: None,
            entries: Vec::new(),
            candidates: Vec::new(),
            eligible: Vec::new(),
        }
    }

    /// Begins a row.
    pub(crate) fn begin_row(&mut self) {
        self.row += 1;
        self.only = None;
        self.entries.clear();
        self.candidates.clear();
    }

    /// Adds an unknown to the row.
    pub(crate) fn add(&mut self, variable: VariableId, order: u32) {
        self.add_as(variable, order, true);
    }

    fn add_as(&mut self, variable: VariableId, order: u32, solvable: bool) {
        let column = self.column_of[variable.at()];
        if column != NONE {
            self.entries.push(SignatureEntry { column, order });
            if solvable {
                self.candidates.push((variable, SignatureEntry { column, order }));
            }
        }
    }

    /// Finds the unknowns that the row may be solved for: a row about something discrete determines something discrete, and
    /// no other row does. What is found for parameters by initialization may be either.
    pub(crate) fn find_eligible(&mut self, discrete: &DiscreteVariables, kind: RowKind) {
        self.eligible.clear();
        let fits = |variable: VariableId| {
            self.only.is_none_or(|only| only == variable)
                && match discrete.variability_of(variable) {
                    VariableChange::Given => true,
                    VariableChange::AtEvents => kind == RowKind::Discrete,
                    VariableChange::Always => kind == RowKind::Continuous,
                }
        };
        let own = self.candidates.iter().filter(|found| fits(found.0));
        self.eligible.extend(own.map(|found| found.1));
    }

    /// Adds what statements read and do not set themselves. The rows of an algorithm follow each other, so the last
    /// answer is kept.
    pub(crate) fn visit_inputs(&mut self, body: &'a [Statement], assigned: &[VariableId]) {
        if let Some(inputs) = self.inputs.as_ref().filter(|known| std::ptr::eq(known.body, body)) {
            self.entries.extend(&inputs.entries);
            self.candidates.extend(&inputs.candidates);
            return;
        }
        let outside = (std::mem::take(&mut self.entries), std::mem::take(&mut self.candidates));
        let mut read = Vec::new();
        body.iter().for_each(|statement| statement.parts(&mut read));
        // They must all be found, whatever else the row holds.
        self.row += 1;
        read.into_iter().for_each(|expr| self.visit(expr));
        let mut set: Vec<u32> = assigned.iter().map(|variable| self.column_of[variable.at()]).collect();
        set.sort_unstable();
        let mut entries = std::mem::replace(&mut self.entries, outside.0);
        let mut candidates = std::mem::replace(&mut self.candidates, outside.1);
        entries.retain(|entry| set.binary_search(&entry.column).is_err());
        entries.sort_unstable();
        entries.dedup();
        candidates.retain(|found| set.binary_search(&found.1.column).is_err());
        candidates.sort_unstable_by_key(|found| found.1);
        candidates.dedup();
        self.entries.extend(&entries);
        self.candidates.extend(&candidates);
        self.inputs = Some(AlgorithmInputs { body, entries, candidates });
    }

    /// Adds the unknowns of an expression to the row.
    pub(crate) fn visit(&mut self, root: ExprId) {
        self.visit_as(root, true);
    }

    /// Adds the unknowns of a condition to the row, which is not solved for them.
    pub(crate) fn visit_condition(&mut self, root: ExprId) {
        self.visit_as(root, false);
    }

    fn visit_as(&mut self, root: ExprId, solvable: bool) {
        self.todo.push(IncidenceVisit { id: root, order: 0, solvable });
        while let Some(IncidenceVisit { id, order, solvable }) = self.todo.pop() {
            // What stands below a derivative is small, and counts another time.
            if order == 0 {
                let seen = if solvable { &mut self.solved } else { &mut self.seen };
                if std::mem::replace(&mut seen[id.at()], self.row) == self.row {
                    continue;
                }
            }
            self.parts.clear();
            let exprs = &self.model.exprs;
            let (mut order, mut inside) = (order, solvable);
            match exprs.get(id) {
                Expr::Variable(variable) => self.add_as(variable, order, solvable),
                // What was before, or is no more than a start, is known.
                Expr::Builtin(Builtin::Pre | Builtin::Previous | Builtin::Delay, _) => {}
                // What goes in comes out later: only the position and the direction count now.
                Expr::Builtin(Builtin::SpatialDistribution, list) => {
                    self.parts.extend(exprs.items(list).iter().skip(2).take(2));
                }
                Expr::Builtin(Builtin::Der, list) => {
                    order += 1;
                    self.parts.extend_from_slice(exprs.items(list));
                }
                Expr::Builtin(Builtin::Homotopy, list) => {
                    self.parts.extend(exprs.items(list).first());
                }
                Expr::If(condition, yes, no) => {
                    self.parts.extend([yes, no]);
                    self.todo.push(IncidenceVisit { id: condition, order, solvable: false });
                }
                expr => {
                    inside &= !decides(expr);
                    expr.children(exprs, &mut self.parts);
                }
            }
            self.todo.extend(self.parts.iter().map(|&id| IncidenceVisit { id, order, solvable: inside }));
        }
    }
}

/// Whether an expression has the same value for many values of what it holds, so that it cannot be solved for that: what
/// compares, rounds, joins truths, writes a text, or comes from another clock.
fn decides(expr: Expr) -> bool {
    use Builtin as B;
    match expr {
        Expr::Binary(operator, ..) => operator.is_logical(),
        Expr::Builtin(builtin, _) => {
            builtin.converts_clock()
                || matches!(
                    builtin,
                    B::Integer
                        | B::Floor
                        | B::Ceil
                        | B::Div
                        | B::Sign
                        | B::Edge
                        | B::Change
                        | B::String
                        | B::Sample
                        | B::Hold
                )
        }
        _ => false,
    }
}
