//! The choice of dummies at given values of the factors.
//!
//! The constraints B d + N s = 0 between small changes of dummies d and states s say how errors of the states reach the
//! dummies: by the entries of B⁻¹N. Where one of them is large, exchanging that dummy for that state makes the
//! determinant of B as many times larger. Exchanging until no entry is above one gives a matrix of locally largest volume,
//! and then no error grows much: S. A. Goreinov, I. V. Oseledets, D. V. Savostyanov, E. E. Tyrtyshnikov and N. L.
//! Zamarashkin, "How to find a good submatrix", Matrix Methods (2010). Few dummies change, and the choice is left
//! alone until an entry is clearly above one, so that it is not changed to and fro.

use super::StateSelectionBlock;

/// Beyond this growth of errors another choice is made.
const BAD: f64 = 4.0;

/// Up to this growth of errors no dummy is exchanged.
const GOOD: f64 = 1.05;

/// A pivot that is smaller than this, relative to the largest factor of its row, is zero.
const SMALL: f64 = 1e-10;

/// What the values of the factors say of a choice of dummies.
#[derive(Clone, Debug, PartialEq)]
pub enum SelectionQuality {
    /// It is good enough.
    Good,
    /// This one is clearly better.
    Other(Vec<Vec<u32>>),
    /// The constraints tell too little apart there to say anything.
    Open,
}

impl StateSelectionBlock {
    /// A clearly better choice of dummies than the present one where the factors have these values; none if the present
    /// one is good enough.
    pub fn better_selection(&self, values: &[f64]) -> Option<Vec<Vec<u32>>> {
        match self.rate_selection(values) {
            SelectionQuality::Other(choice) => Some(choice),
            SelectionQuality::Good | SelectionQuality::Open => None,
        }
    }

    /// Judges the present choice of dummies where the factors have these values.
    pub fn rate_selection(&self, values: &[f64]) -> SelectionQuality {
        let mut columns: Vec<u32> = (0..self.columns.len() as u32).collect();
        let mut bad = false;
        for (stage, chosen) in (1..).zip(&self.stages) {
            columns = self.candidates(stage, &columns);
            let mut table = self.table(stage, &columns, values);
            bad |= !table.solve(&chosen.dummies) || table.largest().is_some_and(|(_, _, size)| size > BAD);
            columns.clone_from(&chosen.dummies);
        }
        if !bad || values.iter().any(|value| !value.is_finite()) {
            return SelectionQuality::Good;
        }
        let mut choice: Vec<Vec<u32>> = Vec::new();
        let mut columns: Vec<u32> = (0..self.columns.len() as u32).collect();
        for (stage, chosen) in (1..).zip(&self.stages) {
            columns = self.candidates(stage, &columns);
            let mut table = self.table(stage, &columns, values);
            let all: Vec<u32> = chosen.dummies.iter().chain(&columns).copied().collect();
            if !table.solve(&all) {
                return SelectionQuality::Open;
            }
            // Each exchange makes the determinant larger, so that no choice comes twice; the limit is for rounding.
            for _ in 0..20 * table.rows.len() {
                let Some((row, column, _)) = table.largest().filter(|found| found.2 > GOOD) else { break };
                table.exchange(row, column);
            }
            columns = table.basis.iter().flatten().map(|&at| table.columns[at]).collect();
            columns.sort_unstable();
            choice.push(columns.clone());
        }
        if choice == self.dummies() { SelectionQuality::Good } else { SelectionQuality::Other(choice) }
    }

    /// The constraints of each stage by their places, with the present choice of dummies.
    pub fn constraints(&self) -> Vec<StageConstraints> {
        let mut columns: Vec<u32> = (0..self.columns.len() as u32).collect();
        let mut all = Vec::new();
        for (stage, chosen) in (1..).zip(&self.stages) {
            let bound = self.bound(stage);
            let states =
                self.candidates(stage, &columns).into_iter().filter(|at| !chosen.dummies.contains(at));
            let own: Vec<u32> = chosen.dummies.iter().copied().chain(states).collect();
            let (row_of, column_of) = (places(&bound), places(&own));
            let place = |places: &[Option<u32>], at: u32| places.get(at as usize).copied().flatten();
            let entries = (0..).zip(&self.factors).filter_map(|(factor, entry)| {
                Some((place(&row_of, entry.row)?, place(&column_of, entry.column)?, factor))
            });
            all.push(StageConstraints {
                rows: bound.len(),
                dummies: chosen.dummies.len(),
                weights: own.iter().map(|&column| chosen.weights[column as usize]).collect(),
                entries: entries.collect(),
            });
            columns.clone_from(&chosen.dummies);
        }
        all
    }

    /// The factors of some columns in the constraints of a stage.
    fn table(&self, stage: u32, columns: &[u32], values: &[f64]) -> SolvedConstraints {
        let bound = self.bound(stage);
        let weights = &self.stages[stage as usize - 1].weights;
        let (row_of, column_of) = (places(&bound), places(columns));
        let mut rows: Vec<ConstraintRow> = vec![Vec::new(); bound.len()];
        for (factor, &value) in self.factors.iter().zip(values).filter(|factor| *factor.1 != 0.0) {
            let row = row_of.get(factor.row as usize).copied().flatten();
            let column = column_of.get(factor.column as usize).copied().flatten();
            if let (Some(row), Some(column)) = (row, column) {
                rows[row as usize].push((column, value * weights[factor.column as usize]));
            }
        }
        let mut holders = vec![Vec::new(); columns.len()];
        for (number, row) in (0..).zip(&mut rows) {
            row.sort_by_key(|entry| entry.0);
            row.dedup_by(|again, first| {
                let same = again.0 == first.0;
                first.1 += if same { again.1 } else { 0.0 };
                same
            });
            let most = row.iter().fold(0.0, |most: f64, entry| most.max(entry.1.abs()));
            for (column, value) in row.iter_mut() {
                *value /= if most > 0.0 { most } else { 1.0 };
                holders[*column as usize].push(number);
            }
        }
        SolvedConstraints {
            basis: vec![None; rows.len()],
            columns: columns.to_vec(),
            holders,
            rows,
            spare: Vec::new(),
        }
    }
}

/// The constraints of a stage: B d + N s = 0 for small changes of dummies d and states s.
#[derive(Clone, Debug)]
pub struct StageConstraints {
    /// How many there are.
    pub rows: usize,
    /// How many of the columns are dummies: these come first.
    pub dummies: usize,
    /// What each column counts. An entry of B⁻¹N counts as much as its state, over what its dummy does.
    pub weights: Vec<f64>,
    /// Row, column, and the number of the factor that stands there. Several may stand at one place, and are added.
    pub entries: Vec<(u32, u32, u32)>,
}

impl StageConstraints {
    /// The choice of dummies is good where every entry of B⁻¹N counts less than this.
    pub const GOOD: f64 = 0.99 * BAD;
}

/// Where each number stands in a list of them.
fn places(list: &[u32]) -> Vec<Option<u32>> {
    let mut places = vec![None; list.iter().max().map_or(0, |&most| most as usize + 1)];
    (0..).zip(list).for_each(|(at, &number)| places[number as usize] = Some(at));
    places
}

/// What a constraint holds: columns in order, with their factors. There are few of many.
type ConstraintRow = Vec<(u32, f64)>;

/// Constraints, solved for as many of their columns as there are rows.
struct SolvedConstraints {
    rows: Vec<ConstraintRow>,
    columns: Vec<u32>,
    /// The rows that hold each column, or held it once.
    holders: Vec<Vec<u32>>,
    /// The column that each row is solved for.
    basis: Vec<Option<usize>>,
    /// Room for the next row.
    spare: ConstraintRow,
}

impl SolvedConstraints {
    /// Solves the rows for columns in the order given, leaving out those that depend on the ones before. False if there
    /// are not enough of them.
    fn solve(&mut self, order: &[u32]) -> bool {
        for column in order {
            let Ok(at) = self.columns.binary_search(column) else { continue };
            let free = self.holders[at].iter().filter(|&&row| self.basis[row as usize].is_none());
            let sizes = free.map(|&row| (self.factor(row as usize, at).abs(), row as usize));
            let best = sizes.max_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            if let Some((_, best)) = best.filter(|best| best.0 > SMALL) {
                self.exchange(best, at);
            }
        }
        self.basis.iter().all(Option::is_some)
    }

    fn factor(&self, row: usize, column: usize) -> f64 {
        let row = &self.rows[row];
        row.binary_search_by_key(&(column as u32), |entry| entry.0).map_or(0.0, |at| row[at].1)
    }

    /// Solves a row for a column.
    fn exchange(&mut self, row: usize, column: usize) {
        let pivot = self.factor(row, column);
        let mut own = std::mem::take(&mut self.rows[row]);
        for entry in &mut own {
            entry.1 = if entry.0 as usize == column { 1.0 } else { entry.1 / pivot };
        }
        for other in std::mem::take(&mut self.holders[column]) {
            let factor = self.factor(other as usize, column);
            if factor != 0.0 {
                self.subtract(other, factor, &own, column as u32);
            }
        }
        self.holders[column].push(row as u32);
        self.rows[row] = own;
        self.basis[row] = Some(column);
    }

    /// Takes a multiple of a row from another one, which ends up without this column.
    fn subtract(&mut self, from: u32, factor: f64, row: &ConstraintRow, column: u32) {
        let mut old = std::mem::take(&mut self.rows[from as usize]);
        let mut new = std::mem::take(&mut self.spare);
        let mut next = 0;
        for &(at, by) in row {
            let before = old[next..].iter().take_while(|entry| entry.0 < at).count();
            new.extend_from_slice(&old[next..next + before]);
            next += before;
            let held = old.get(next).filter(|entry| entry.0 == at).map(|entry| entry.1);
            match held {
                Some(_) => next += 1,
                None => self.holders[at as usize].push(from),
            }
            let value = held.unwrap_or(0.0) - factor * by;
            if at != column && value != 0.0 {
                new.push((at, value));
            }
        }
        new.extend_from_slice(&old[next..]);
        old.clear();
        self.spare = old;
        self.rows[from as usize] = new;
    }

    /// The largest growth of an error: of which row, by which column, and how large.
    fn largest(&self) -> Option<(usize, usize, f64)> {
        let mut solved = vec![false; self.columns.len()];
        self.basis.iter().flatten().for_each(|&column| solved[column] = true);
        let mut most = None;
        for (row, entries) in self.rows.iter().enumerate() {
            for &(column, value) in entries.iter().filter(|entry| !solved[entry.0 as usize]) {
                if most.is_none_or(|(_, _, size)| value.abs() > size) {
                    most = Some((row, column as usize, value.abs()));
                }
            }
        }
        most
    }
}
