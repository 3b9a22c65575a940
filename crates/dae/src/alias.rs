//! Rows that say no more than that one variable is another, its negative, or a number are taken out, and the variable is
//! replaced everywhere. It keeps a note of what it was replaced by, so that results can show it.

mod pair;
mod pre_start;
mod represent;

use equations::{Builtin, Expr, ExprId, Exprs, Type, VariableId};
pub(crate) use pair::{AliasMeaning, meaning};
use pre_start::{PreStartValues, pre_start_values};
use rustc_hash::FxHashMap;

use crate::dae::{Dae, Replacement, VariableRole};
use crate::variable_finder::holders;

/// How often replacing numbers may lead to new rows that say no more than that a variable is a number.
const ROUNDS: usize = 8;

/// Variables that are equal up to their sign, and at most one number that all of them are.
pub(crate) struct AliasSets {
    /// The variable that leads to the first of the set; itself for the first.
    parent: Vec<u32>,
    /// Whether a variable is the negative of its parent.
    negated: Vec<bool>,
    /// The number that the first of a set is.
    number: FxHashMap<u32, ExprId>,
    /// A variable that the set cannot be represented without: known from outside, or assigned by statements.
    anchor: FxHashMap<u32, VariableId>,
    /// What is known of the past of a set, noted of its first.
    past: Vec<PreStartValues>,
}

impl AliasSets {
    fn new(dae: &Dae) -> AliasSets {
        let count = dae.roles.len();
        let mut sets = AliasSets {
            parent: (0..count as u32).collect(),
            negated: vec![false; count],
            number: FxHashMap::default(),
            anchor: FxHashMap::default(),
            past: pre_start_values(dae),
        };
        for (at, role) in dae.roles.iter().enumerate() {
            if matches!(
                role,
                VariableRole::Constant | VariableRole::Parameter | VariableRole::Free | VariableRole::Input
            ) {
                sets.anchor.insert(at as u32, VariableId(at as u32));
                sets.past[at] = PreStartValues::CONSTANT;
            }
        }
        sets
    }

    /// The first of the set of a variable, and whether the variable is its negative.
    fn find(&mut self, variable: VariableId) -> (u32, bool) {
        let (mut at, mut negated) = (variable.0, false);
        while self.parent[at as usize] != at {
            // Every second step is taken out, which keeps ways short.
            let parent = self.parent[at as usize];
            let above = self.parent[parent as usize];
            self.negated[at as usize] ^= above != parent && self.negated[parent as usize];
            self.parent[at as usize] = above;
            negated ^= self.negated[at as usize];
            at = above;
        }
        (at, negated)
    }

    /// Joins two variables; false if they are known to be the same, or cannot be.
    fn join(&mut self, a: VariableId, b: VariableId, negated: bool) -> bool {
        let ((a, sign_a), (b, sign_b)) = (self.find(a), self.find(b));
        let known = |sets: &AliasSets, at| sets.number.contains_key(&at) || sets.anchor.contains_key(&at);
        let (past, other) = (self.past[a as usize], self.past[b as usize]);
        if a == b || known(self, a) && known(self, b) || !past.can_alias(other) {
            return false;
        }
        // What is known stays the first; otherwise the older one does.
        let (first, second) = if known(self, b) || !known(self, a) && b < a { (b, a) } else { (a, b) };
        self.parent[second as usize] = first;
        self.past[first as usize] = past.and(other);
        self.negated[second as usize] = negated ^ sign_a ^ sign_b;
        true
    }

    /// Says that a variable is a number; false if that is known, or cannot be.
    fn set(&mut self, exprs: &mut Exprs, variable: VariableId, number: ExprId) -> bool {
        let (first, negated) = self.find(variable);
        let past = self.past[first as usize];
        let known = self.number.contains_key(&first) || self.anchor.contains_key(&first);
        if known || !past.can_alias(PreStartValues::CONSTANT) {
            return false;
        }
        self.past[first as usize] = past.and(PreStartValues::CONSTANT);
        let number = if negated { exprs.negate(number) } else { number };
        self.number.insert(first, number);
        true
    }
}

impl Dae {
    /// The value of a variable, whatever it was replaced by.
    pub fn value(&self, values: &[f64], variable: VariableId) -> f64 {
        match self.aliases[variable.at()] {
            None => values[variable.at()],
            Some(Replacement::Variable { of, negated: false }) => values[of.at()],
            Some(Replacement::Variable { of, negated: true }) => -values[of.at()],
            Some(Replacement::Literal(value)) => self.model.exprs.literal_number(value).unwrap_or(f64::NAN),
        }
    }

    /// Takes out the rows that only rename, and puts parameters in that take unknowns out because they are zero.
    pub fn remove_aliases(&mut self) {
        self.drop_zero_delays();
        self.rename();
        // What vanishes may be the factor of something else.
        for _ in 0..ROUNDS {
            if !self.evaluate_zeros() {
                break;
            }
            self.rename();
        }
        self.check_starts();
    }

    fn rename(&mut self) {
        let mut sets = AliasSets::new(self);
        let mut fresh: Vec<bool> = vec![true; self.rows.len()];
        for _ in 0..ROUNDS {
            let mut found = false;
            let rows = std::mem::take(&mut self.rows);
            let mut kept = Vec::with_capacity(rows.len());
            for (row, &fresh) in rows.iter().zip(&fresh) {
                let taken = fresh && self.take(&mut sets, row.left, row.right);
                found |= taken;
                if !taken {
                    kept.push(*row);
                }
            }
            self.rows = kept;
            if !found {
                break;
            }
            self.represent(&mut sets);
            let before: Vec<(ExprId, ExprId)> = self.rows.iter().map(|row| (row.left, row.right)).collect();
            self.replace();
            fresh = self.rows.iter().zip(&before).map(|(row, old)| (row.left, row.right) != *old).collect();
            // Later rounds begin from what is left.
            sets = AliasSets::new(self);
        }
    }

    /// Whether a row only renames; notes it if so.
    fn take(&mut self, sets: &mut AliasSets, left: ExprId, right: ExprId) -> bool {
        match meaning(&mut self.model.exprs, left, right) {
            Some(AliasMeaning::Number(variable, number)) => {
                self.may_go(variable) && sets.set(&mut self.model.exprs, variable, number)
            }
            Some(AliasMeaning::Same(a, b, negated)) => self.alike(a, b, negated) && sets.join(a, b, negated),
            None => false,
        }
    }

    /// Derivatives follow what they are derivatives of.
    fn may_go(&self, variable: VariableId) -> bool {
        matches!(self.roles[variable.at()], VariableRole::Continuous | VariableRole::Discrete)
            && !self.is_condition(variable)
    }

    /// Whether a variable was made for the condition of a `when`.
    pub fn is_condition(&self, variable: VariableId) -> bool {
        // The variables of conditions are made here, after those of the model.
        self.roles[variable.at()] == VariableRole::Discrete
            && self.model.symbols.name(self.model.variables[variable.at()].name).starts_with('$')
    }

    fn alike(&self, a: VariableId, b: VariableId, negated: bool) -> bool {
        let kinds = [a, b].map(|variable| self.model.variables[variable.at()].kind);
        let roles = [a, b].map(|variable| self.roles[variable.at()]);
        let known = |role| {
            matches!(
                role,
                VariableRole::Parameter | VariableRole::Free | VariableRole::Input | VariableRole::Constant
            )
        };
        let changes = |variable: VariableId| self.derivative[variable.at()].is_some();
        kinds[0] == kinds[1]
            && (!negated || matches!(kinds[0], Type::Real | Type::Integer))
            && roles.iter().all(|&role| known(role) || matches!(role, VariableRole::Continuous | VariableRole::Discrete))
            && !(known(roles[0]) && known(roles[1]))
            // What has a derivative stays a variable of its own where the other has none to give.
            && !(roles[0] != VariableRole::Continuous && changes(b) || roles[1] != VariableRole::Continuous && changes(a))
            && ![a, b].iter().any(|&variable| self.is_condition(variable))
    }

    /// Replaces variables everywhere by what they are.
    pub(crate) fn replace(&mut self) {
        // What holds no replaced variable stays as it is; what is made on the way is not looked at again.
        let aliases = std::mem::take(&mut self.aliases);
        let gone = |expr| matches!(expr, Expr::Variable(variable) if aliases[variable.at()].is_some());
        let holds = holders(&self.model.exprs, &gone);
        self.exchange(&mut |exprs: &mut Exprs, id: ExprId| {
            if holds.get(id.at()).copied().unwrap_or(false) {
                replacement(exprs, &aliases, id)
            } else {
                Some(id)
            }
        });
        self.aliases = aliases;
    }

    /// What is delayed by nothing is what it is, so that it is in the equation itself (MLS 3.7.4.1).
    fn drop_zero_delays(&mut self) {
        let exprs = &self.model.exprs;
        let zero = |expr: Expr| match expr {
            Expr::Builtin(Builtin::Delay, list) => {
                exprs.items(list).get(1).is_some_and(|&by| exprs.number(by) == Some(0.0))
            }
            _ => false,
        };
        let holds = holders(exprs, &zero);
        if holds.contains(&true) {
            self.exchange(&mut |_, id| (!holds.get(id.at()).copied().unwrap_or(false)).then_some(id));
        }
    }

    /// Puts other expressions into all rows and into what is done at events.
    fn exchange(&mut self, change: &mut dyn FnMut(&mut Exprs, ExprId) -> Option<ExprId>) {
        let mut memo: FxHashMap<ExprId, ExprId> = FxHashMap::default();
        let Dae { model, rows, initial, actions, .. } = self;
        let exprs = &mut model.exprs;
        for row in rows.iter_mut().chain(initial) {
            row.left = exprs.substitute(row.left, &mut memo, change);
            row.right = exprs.substitute(row.right, &mut memo, change);
        }
        for action in actions {
            action.call = exprs.substitute(action.call, &mut memo, change);
            action.condition =
                action.condition.map(|condition| exprs.substitute(condition, &mut memo, change));
        }
    }
}

/// What stands in place of an expression, if it is a variable that was replaced.
fn replacement(exprs: &mut Exprs, aliases: &[Option<Replacement>], id: ExprId) -> Option<ExprId> {
    use equations::Builtin as B;
    match exprs.get(id) {
        Expr::Variable(variable) => Some(match aliases[variable.at()]? {
            Replacement::Literal(number) => number,
            Replacement::Variable { of, negated } => {
                let of = exprs.add(Expr::Variable(of));
                if negated { exprs.negate(of) } else { of }
            }
        }),
        // These take a variable and no formula.
        Expr::Builtin(builtin @ (B::Pre | B::Change | B::Edge | B::Reinit), list) => {
            let items = exprs.items(list).to_vec();
            let Expr::Variable(variable) = exprs.get(*items.first()?) else { return None };
            match (builtin, aliases[variable.at()]?) {
                (B::Pre, Replacement::Literal(number)) => Some(number),
                (B::Edge | B::Change, Replacement::Literal(_)) => Some(exprs.boolean(false)),
                (_, Replacement::Variable { of, negated }) => {
                    let of = exprs.add(Expr::Variable(of));
                    let mut parts = vec![of];
                    for &item in &items[1..] {
                        // A new value of the negative is the negative of the value.
                        let item = exprs.substitute(item, &mut FxHashMap::default(), &mut |exprs, id| {
                            replacement(exprs, aliases, id)
                        });
                        parts.push(if negated { exprs.negate(item) } else { item });
                    }
                    let whole = exprs.builtin(builtin, &parts);
                    Some(if negated && builtin == B::Pre { exprs.negate(whole) } else { whole })
                }
                _ => None,
            }
        }
        _ => None,
    }
}
