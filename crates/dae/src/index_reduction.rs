//! Index reduction: which rows are differentiated, and which variables are states then.
//!
//! Pantelides' method (`structure`) says how often each row is differentiated until the highest derivatives are
//! determined. The rows of all orders are kept. As many derivatives as there are new rows become ordinary unknowns,
//! dummy derivatives: S. E. Mattsson and G. Söderlind, "Index reduction in differential-algebraic equations using dummy
//! derivatives", SIAM Journal on Scientific Computing 14 (1993). Which ones is decided in `state_selection.rs`.

use base::DisjointSets;
use equations::{Derivation, ExprId, Origin, VariableId};
use rustc_hash::FxHashMap;
use structure::{NONE, Offsets, Signature, SignatureEntry, Singular, pantelides};

use crate::alias::{AliasMeaning, meaning};
use crate::attributes::StateSelect;
use crate::dae::{
    Dae, Equality, RowId, RowKind, Unsolvable, UnsolvableResult, UnsolvableSystem, VariableRole,
};
use crate::state_selection::{StateCandidates, StateSelectionBlock};
use crate::variable_finder::VariableFinder;

/// A system whose highest derivatives are determined, and its states.
#[derive(Clone, Debug)]
pub struct ReducedDae {
    /// The system with the differentiated rows at the end.
    pub dae: Dae,
    /// The states, in the order of variables.
    pub states: Vec<VariableId>,
    /// How often each row of the system as it was is differentiated, the row first: empty for rows that determine
    /// something discrete.
    pub levels: Vec<Vec<RowId>>,
    /// What constraints bind together, with the choice of states in it.
    pub parts: Vec<StateSelectionBlock>,
    /// These choices stage by stage, in variables.
    pub groups: Vec<StateCandidates>,
    /// Variables that should always be states by their `stateSelect` and are not, or never and are.
    pub refused: Vec<VariableId>,
    /// The variables for values before initialization, once they are made.
    pub(crate) previous: Option<Vec<(VariableId, VariableId)>>,
    /// The unknowns that change all the time, with the highest derivative that occurs.
    pub(crate) columns: Vec<(VariableId, u32)>,
}

impl Dae {
    /// Differentiates rows as often as needed and chooses states.
    ///
    /// # Errors
    /// If rows and unknowns do not fit, or a row has no derivative.
    pub fn reduce(mut self) -> Result<ReducedDae, Box<UnsolvableSystem>> {
        let (columns, column_of) = self.columns();
        let (rows, signature) = self.signature(&columns, &column_of);
        let mut found = match pantelides(&signature) {
            Ok(found) => found,
            Err(singular) => {
                let reason = self.singular(&rows, &columns, singular);
                return Err(Box::new(UnsolvableSystem { reason, dae: self }));
            }
        };
        if let Err(reason) = self.add_requested_states(&mut found, &signature, &rows, &columns) {
            return Err(Box::new(UnsolvableSystem { reason, dae: self }));
        }
        let mut levels = vec![Vec::new(); self.rows.len()];
        for (&row, &count) in rows.iter().zip(&found.offsets.rows) {
            match self.differentiate(row, count) {
                Ok(all) => levels[row.at()] = all,
                Err(reason) => return Err(Box::new(UnsolvableSystem { reason, dae: self })),
            }
        }
        let columns: Vec<(VariableId, u32)> =
            columns.iter().copied().zip(found.offsets.columns.iter().copied()).collect();
        let mut reduced = ReducedDae {
            dae: self,
            states: Vec::new(),
            levels,
            parts: Vec::new(),
            groups: Vec::new(),
            refused: Vec::new(),
            previous: None,
            columns,
        };
        if found.offsets.rows.iter().any(|&count| count > 0) {
            let named = reduced.dae.named_derivatives();
            for (own_rows, own_columns) in bound(&signature, &found.offsets) {
                let mut part = StateSelectionBlock::new(
                    &mut reduced,
                    &rows,
                    &signature,
                    &found.offsets,
                    &own_rows,
                    &own_columns,
                );
                part.select(&mut reduced, &named);
                reduced.parts.push(part);
            }
        }
        reduced.update_states();
        Ok(reduced)
    }

    /// The unknowns that change all the time and are no derivatives, and the number of each variable among them.
    fn columns(&self) -> (Vec<VariableId>, Vec<u32>) {
        let mut columns = Vec::new();
        let mut column_of = vec![NONE; self.roles.len()];
        for (at, role) in self.roles.iter().enumerate() {
            if *role == VariableRole::Continuous && self.aliases[at].is_none() {
                column_of[at] = columns.len() as u32;
                columns.push(VariableId(at as u32));
            }
        }
        (columns, column_of)
    }

    /// Which unknowns the rows hold that determine something that changes all the time.
    fn signature(&self, columns: &[VariableId], column_of: &[u32]) -> (Vec<RowId>, Signature) {
        let mut rows = Vec::new();
        let mut signature = Signature::new(columns.len());
        let mut finder = VariableFinder::default();
        let mut entries = Vec::new();
        for at in 0..self.rows.len() {
            let row = RowId(at as u32);
            if !self.is_continuous(row) {
                continue;
            }
            self.find(&mut finder, row);
            entries.clear();
            for &variable in &finder.found {
                let (base, order) = self.base(variable);
                if column_of[base.at()] != NONE {
                    entries.push(SignatureEntry { column: column_of[base.at()], order });
                }
            }
            signature.push(&entries);
            rows.push(row);
        }
        (rows, signature)
    }

    /// Whether a row determines something that changes all the time.
    pub(crate) fn is_continuous(&self, row: RowId) -> bool {
        let row = &self.rows[row.at()];
        match row.kind {
            RowKind::Continuous => true,
            RowKind::Discrete => false,
        }
    }

    /// Finds the variables of a row.
    pub(crate) fn find(&self, finder: &mut VariableFinder, row: RowId) {
        let row = &self.rows[row.at()];
        finder.row(&self.model.exprs, row.left, row.right);
    }

    /// Variables that a row says to be the derivative of another, and that other.
    fn named_derivatives(&mut self) -> FxHashMap<VariableId, VariableId> {
        let mut named = FxHashMap::default();
        for row in self.rows.clone() {
            if let Some(AliasMeaning::Same(a, b, false)) = meaning(&mut self.model.exprs, row.left, row.right)
            {
                for (derivative, name) in [(a, b), (b, a)] {
                    if let (Some(of), None) = (self.integral[derivative.at()], self.integral[name.at()]) {
                        named.entry(name).or_insert(of);
                    }
                }
            }
        }
        named
    }

    /// What a variable is a derivative of, and which derivative.
    pub(crate) fn base(&self, variable: VariableId) -> (VariableId, u32) {
        let (mut at, mut order) = (variable, 0);
        while let Some(integral) = self.integral[at.at()] {
            at = integral;
            order += 1;
        }
        (at, order)
    }

    /// A derivative of a variable that is there.
    pub(crate) fn existing_derivative(&mut self, variable: VariableId, order: u32) -> VariableId {
        (0..order).fold(variable, |variable, _| self.derivative_of(variable))
    }

    /// The row with its derivatives, as many as asked for.
    fn differentiate(&mut self, row: RowId, count: u32) -> UnsolvableResult<Vec<RowId>> {
        let mut all = vec![row];
        for _ in 0..count {
            let last = self.rows[all[all.len() - 1].at()];
            let fail = |obstacle| Unsolvable::Derivative { origin: last.origin, obstacle, initial: None };
            let mut side = |side: ExprId| -> UnsolvableResult<ExprId> {
                let derivative = self.total(side).map_err(fail)?;
                Ok(derivative.unwrap_or_else(|| self.model.exprs.real(0.0)))
            };
            let (left, right) = (side(last.left)?, side(last.right)?);
            let origin = equations::OriginId(self.model.origins.len() as u32);
            self.model.origins.push(Origin::Derived { from: last.origin, step: Derivation::Differentiated });
            all.push(RowId(self.rows.len() as u32));
            self.rows.push(Equality { left, right, kind: RowKind::Continuous, origin });
        }
        Ok(all)
    }

    fn singular(&self, rows: &[RowId], columns: &[VariableId], singular: Singular) -> Unsolvable {
        let (Singular::Over { rows: own, columns: held } | Singular::Under { rows: own, columns: held }) =
            singular;
        Unsolvable::Singular {
            rows: own.iter().map(|&at| self.rows[rows[at as usize].at()].origin).collect(),
            variables: held.iter().map(|&at| columns[at as usize]).collect(),
        }
    }
}

/// The rows that are differentiated with the columns whose highest derivatives they hold then, apart where they have none
/// in common. The choice of states is made in each such part as a whole: within the blocks of the sorted system it would
/// be smaller than it is.
fn bound(signature: &Signature, offsets: &Offsets) -> Vec<(Vec<u32>, Vec<u32>)> {
    let mut sets = DisjointSets::new(signature.width());
    let held = |row: u32| {
        signature.row(row).iter().filter(move |entry| offsets.is_tight(row, entry.column, entry.order))
    };
    let rows: Vec<u32> =
        (0..signature.height() as u32).filter(|&row| offsets.rows[row as usize] > 0).collect();
    for &row in &rows {
        let Some(first) = held(row).next() else { continue };
        for entry in held(row) {
            sets.join(first.column, entry.column);
        }
    }
    let mut number_of: FxHashMap<u32, usize> = FxHashMap::default();
    let mut parts: Vec<(Vec<u32>, Vec<u32>)> = Vec::new();
    for &row in &rows {
        let Some(first) = held(row).next() else { continue };
        let next = parts.len();
        let number = *number_of.entry(sets.root(first.column)).or_insert(next);
        if number == next {
            parts.push((Vec::new(), Vec::new()));
        }
        parts[number].0.push(row);
        parts[number].1.extend(held(row).map(|entry| entry.column));
    }
    for part in &mut parts {
        part.1.sort_unstable();
        part.1.dedup();
    }
    parts
}

impl ReducedDae {
    /// Takes the states from the choices that were made: a variable is one unless its derivative is a dummy.
    pub(crate) fn update_states(&mut self) {
        let parts = std::mem::take(&mut self.parts);
        self.groups = parts.iter().flat_map(|part| part.groups(self)).collect();
        self.parts = parts;
        let mut dummy = rustc_hash::FxHashSet::default();
        for group in &self.groups {
            for &variable in group.candidates.iter().filter(|candidate| !group.states.contains(candidate)) {
                dummy.insert(variable);
            }
        }
        self.states.clear();
        for &(variable, highest) in &self.columns.clone() {
            let mut at = variable;
            for _ in 0..highest {
                if !dummy.contains(&at) {
                    self.states.push(at);
                }
                at = self.dae.derivative_of(at);
            }
        }
        self.states.sort_unstable();
        let states: rustc_hash::FxHashSet<VariableId> = self.states.iter().copied().collect();
        self.refused = (0..self.dae.roles.len() as u32)
            .map(VariableId)
            .filter(|&variable| {
                let unknown = self.dae.roles[variable.at()] == VariableRole::Continuous;
                unknown
                    && self.dae.aliases[variable.at()].is_none()
                    && match self.dae.attributes.get(variable).select {
                        StateSelect::Always => !states.contains(&variable),
                        StateSelect::Never => states.contains(&variable),
                        _ => false,
                    }
            })
            .collect();
    }
}
