//! Which variable of a set of equal ones stays.
//!
//! What is known from outside stays first, then what changes at events only, because an equation for it says when; then
//! what is wanted most as a state, what has a derivative, what has a fixed start, any start, and the one nearest to the
//! model itself, whose start value counts most (MLS 3.6, 8.6.2).

use equations::{Expr, ExprId, VariableId};
use rustc_hash::FxHashMap;

use super::AliasSets;
use crate::attributes::StateSelect;
use crate::dae::{Dae, Replacement, StartConflict, VariableRole};

impl Dae {
    /// Chooses the variable that stays for each set and notes for the others what they are.
    pub(super) fn represent(&mut self, sets: &mut AliasSets) {
        let count = self.roles.len();
        let mut members: FxHashMap<u32, Vec<VariableId>> = FxHashMap::default();
        let mut order = Vec::new();
        for at in 0..count {
            let variable = VariableId(at as u32);
            let (first, _) = sets.find(variable);
            if first as usize == at && !sets.number.contains_key(&first) {
                continue;
            }
            let known = members.entry(first).or_default();
            if known.is_empty() {
                order.push(first);
            }
            known.push(variable);
        }
        for first in order {
            let mut all = members.remove(&first).unwrap_or_default();
            if let Some(&number) = sets.number.get(&first) {
                for variable in all {
                    let negated = sets.find(variable).1;
                    let number = if negated { self.model.exprs.negate(number) } else { number };
                    self.settle(variable, Replacement::Literal(number));
                }
                continue;
            }
            all.push(VariableId(first));
            all.sort_unstable();
            all.dedup();
            let best = |&variable: &VariableId| (self.worth(variable), std::cmp::Reverse(variable));
            let anchor = sets.anchor.get(&first).copied();
            let Some(stays) = anchor.or_else(|| all.iter().copied().max_by_key(best)) else { continue };
            let sign = sets.find(stays).1;
            let changes = all.iter().any(|variable| self.derivative[variable.at()].is_some());
            if changes {
                self.derivative_of(stays);
                if let Some(written) = self.written.get_mut(stays.at()) {
                    *written = true;
                }
            }
            self.unite(stays, sign, &all, sets);
            for variable in all.into_iter().filter(|&variable| variable != stays) {
                let negated = sets.find(variable).1 != sign;
                self.settle(variable, Replacement::Variable { of: stays, negated });
            }
        }
    }

    /// How much a variable is wanted as the one that stays.
    fn worth(
        &self,
        variable: VariableId,
    ) -> (bool, bool, StateSelect, bool, bool, bool, std::cmp::Reverse<u32>) {
        let solver = self.attributes.get(variable);
        let role = self.roles[variable.at()];
        (
            matches!(
                role,
                VariableRole::Constant | VariableRole::Parameter | VariableRole::Free | VariableRole::Input
            ),
            role == VariableRole::Discrete,
            solver.select,
            self.derivative[variable.at()].is_some(),
            solver.fixed == Some(true),
            solver.start.is_some(),
            std::cmp::Reverse(self.level(variable)),
        )
    }

    /// The level of a variable in the component hierarchy.
    fn level(&self, variable: VariableId) -> u32 {
        self.model.level(self.model.variables[variable.at()].instance)
    }

    /// The attributes of all members count for the one that stays.
    fn unite(&mut self, stays: VariableId, sign: bool, all: &[VariableId], sets: &mut AliasSets) {
        let mut solver = self.attributes.get(stays);
        let mut givers: Vec<VariableId> =
            all.iter().copied().filter(|&other| self.attributes.get(other).start.is_some()).collect();
        givers.sort_by_key(|&other| {
            let solver = self.attributes.get(other);
            (solver.fixed != Some(true), solver.confidence, self.level(other), other)
        });
        for &other in all {
            let given = self.attributes.get(other);
            solver.select = solver.select.max(given.select);
            if given.fixed == Some(true) {
                solver.fixed = Some(true);
            }
            solver.nominal = solver.nominal.or(given.nominal);
            let negated = sets.find(other).1 != sign;
            let (min, max) = if negated { (given.max, given.min) } else { (given.min, given.max) };
            let mut turn =
                |end: Option<ExprId>| end.map(|end| if negated { self.model.exprs.negate(end) } else { end });
            solver.min = solver.min.or(turn(min));
            solver.max = solver.max.or(turn(max));
        }
        let mut first: Option<(VariableId, ExprId, bool)> = None;
        for giver in givers {
            let Some(own) = self.attributes.get(giver).start else { continue };
            let negated = sets.find(giver).1 != sign;
            let start = if negated { self.model.exprs.negate(own) } else { own };
            let fixed = self.attributes.is_fixed(giver);
            match first {
                None => {
                    first = Some((giver, start, fixed));
                    solver.start = Some(start);
                    solver.confidence = self.attributes.get(giver).confidence;
                }
                Some((kept, other, kept_fixed)) if other != start => {
                    let same = match (
                        self.attributes.number(&self.model, other),
                        self.attributes.number(&self.model, start),
                    ) {
                        (Some(a), Some(b)) => a == b,
                        _ => false,
                    };
                    // A guess that another one outranks is no contradiction unless someone wrote it as a demand.
                    if !same && fixed {
                        let fixed = kept_fixed;
                        self.conflicts.push(StartConflict { kept, other: giver, start: own, fixed });
                    }
                }
                Some(_) => {}
            }
        }
        self.attributes.set(stays, solver);
    }

    /// Notes what a variable is, and what its derivatives are then.
    fn settle(&mut self, variable: VariableId, alias: Replacement) {
        self.aliases[variable.at()] = Some(alias);
        let (mut own, mut alias) = (variable, alias);
        while let Some(derivative) = self.derivative[own.at()] {
            alias = match alias {
                Replacement::Literal(_) => Replacement::Literal(self.model.exprs.real(0.0)),
                Replacement::Variable { of, .. }
                    if !matches!(
                        self.roles[of.at()],
                        VariableRole::Continuous | VariableRole::Derivative | VariableRole::Input
                    ) =>
                {
                    Replacement::Literal(self.model.exprs.real(0.0))
                }
                Replacement::Variable { of, negated } => {
                    Replacement::Variable { of: self.derivative_of(of), negated }
                }
            };
            self.aliases[derivative.at()] = Some(alias);
            own = derivative;
        }
    }

    /// Follows aliases of aliases to their ends, and finds fixed starts that the numbers of variables contradict.
    pub(super) fn check_starts(&mut self) {
        for at in 0..self.aliases.len() {
            let Some(Replacement::Variable { mut of, mut negated }) = self.aliases[at] else { continue };
            let end = loop {
                match self.aliases[of.at()] {
                    None => break Replacement::Variable { of, negated },
                    Some(Replacement::Literal(number)) if negated => {
                        break Replacement::Literal(self.model.exprs.negate(number));
                    }
                    Some(Replacement::Literal(number)) => break Replacement::Literal(number),
                    Some(Replacement::Variable { of: next, negated: also }) => {
                        of = next;
                        negated ^= also;
                    }
                }
            };
            self.aliases[at] = Some(end);
        }
        for at in 0..self.aliases.len() {
            let variable = VariableId(at as u32);
            let solver = self.attributes.get(variable);
            if let (Some(Replacement::Literal(number)), Some(start), Some(true)) =
                (self.aliases[at], solver.start, solver.fixed)
                && let (Some(number), Some(value)) =
                    (self.model.exprs.number(number), self.attributes.number(&self.model, start))
                && number != value
            {
                self.conflicts.push(StartConflict { kept: variable, other: variable, start, fixed: true });
            }
        }
    }
}

impl Dae {
    /// What a variable is worth as an expression over those that stayed.
    pub fn resolve(&mut self, variable: VariableId) -> ExprId {
        match self.aliases[variable.at()] {
            None => self.model.exprs.add(Expr::Variable(variable)),
            Some(Replacement::Literal(number)) => number,
            Some(Replacement::Variable { of, negated }) => {
                let of = self.model.exprs.add(Expr::Variable(of));
                if negated { self.model.exprs.negate(of) } else { of }
            }
        }
    }
}
