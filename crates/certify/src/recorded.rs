//! Which values of a model a result has, and how those that it lacks follow from equations.

mod derivation;

use equations::{
    Attribute, Builtin, Equation, EquationKind, Expr, ExprId, FlatModel, Operator, Variability, VariableId,
};
use rustc_hash::FxHashMap;

use crate::evaluate::RowEvaluator;
use crate::table::{ColumnSource, RecordedPrecision, ResultTable, plain_name};
pub(crate) use derivation::{DerivationMethod, is_linear};
use derivation::{DerivationRule, compute, isolate};

/// Where the values of a model come from.
pub(crate) struct RecordedValues {
    /// By variable.
    pub(crate) sources: Vec<ColumnSource>,
    /// Those of derivatives, by variable.
    pub(crate) slopes: Vec<ColumnSource>,
    /// The largest size of each variable.
    pub(crate) sizes: Vec<f64>,
    /// How far each moves: the largest less the smallest value.
    pub(crate) ranges: Vec<f64>,
    /// The largest size of each derivative.
    pub(crate) slope_sizes: Vec<f64>,
    /// What of each is too small to count beside the largest variable of the same unit.
    pub(crate) floors: Vec<f64>,
    /// How exactly each is recorded.
    pub(crate) precisions: Vec<RecordedPrecision>,
    /// How exactly each derivative is.
    pub(crate) slope_precisions: Vec<RecordedPrecision>,
    /// How exactly times are.
    pub(crate) time_precision: RecordedPrecision,
    /// What the digits leave open of the roughest column, in parts of its size.
    pub(crate) blur: f64,
    /// Variables and derivatives that are computed, in this order.
    rules: Vec<(MissingQuantity, DerivationRule)>,
    /// Where the rule of each stands.
    ruled: FxHashMap<MissingQuantity, usize>,
    /// What rules give for derivatives at all rows, by variable: columns of their own.
    pub(crate) computed: FxHashMap<VariableId, Vec<f64>>,
    /// Columns that change, by variable.
    moving: Vec<(u32, u32, f64)>,
    moving_slopes: Vec<(u32, u32, f64)>,
    /// Equations, by number, that were used up to compute something.
    pub(crate) used: Vec<bool>,
    /// Initial equations likewise: they give parameters that the initialization determines.
    pub(crate) used_initially: Vec<bool>,
    /// Variables, by number, whose bindings were used up likewise.
    pub(crate) bound: Vec<bool>,
    /// Names of the result that the model does not have.
    pub(crate) unknown: Vec<String>,
    /// Variables that are neither recorded nor computed.
    pub(crate) missing: Vec<VariableId>,
}

/// A value is nothing beside one that is larger by more than this: equations that share a network of switches are so far
/// from exact.
const ROUNDED: f64 = 1e-10;

/// Digits that leave more than this open tell nothing of relations at all.
const MAX_BLUR: f64 = 1e-3;

/// What may be missing: a variable or its derivative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum MissingQuantity {
    Variable(VariableId),
    Derivative(VariableId),
}

impl RecordedValues {
    /// Looks for the variables of a model in a table; what is missing is computed where one equation gives it.
    pub(crate) fn new(model: &FlatModel, table: &ResultTable) -> RecordedValues {
        let count = model.variables.len();
        let by_name: FxHashMap<String, usize> =
            table.columns.iter().enumerate().map(|(at, column)| (plain_name(&column.name), at)).collect();
        let mut known = vec![false; table.columns.len()];
        let mut recorded = RecordedValues {
            sources: vec![ColumnSource::None; count],
            slopes: vec![ColumnSource::None; count],
            sizes: vec![0.0; count],
            ranges: vec![0.0; count],
            slope_sizes: vec![0.0; count],
            floors: vec![0.0; count],
            precisions: vec![RecordedPrecision::FULL; count],
            slope_precisions: vec![RecordedPrecision::FULL; count],
            time_precision: table.time_precision,
            blur: 0.0,
            rules: Vec::new(),
            ruled: FxHashMap::default(),
            computed: FxHashMap::default(),
            moving: Vec::new(),
            moving_slopes: Vec::new(),
            used: vec![false; model.equations.len()],
            used_initially: vec![false; model.initial_equations.len()],
            bound: vec![false; count],
            unknown: Vec::new(),
            missing: Vec::new(),
        };
        for id in (0..count as u32).map(VariableId) {
            let name = plain_name(&model.variable_name(id));
            if let Some(&at) = by_name.get(&name) {
                known[at] = true;
                recorded.sources[id.at()] = table.columns[at].source;
                recorded.precisions[id.at()] = table.columns[at].precision;
            }
            if let Some(&at) = by_name.get(&format!("der({name})")) {
                known[at] = true;
                recorded.slopes[id.at()] = table.columns[at].source;
                recorded.slope_precisions[id.at()] = table.columns[at].precision;
            }
            if let (ColumnSource::Constant(_), ColumnSource::None) =
                (recorded.sources[id.at()], recorded.slopes[id.at()])
            {
                recorded.slopes[id.at()] = ColumnSource::Constant(0.0);
            }
        }
        let unknown = known.iter().zip(&table.columns).filter(|(known, _)| !**known);
        recorded.unknown = unknown.map(|(_, column)| column.name.clone()).collect();
        recorded.resolve(model);
        let moving = |sources: &[ColumnSource]| {
            let all = (0u32..).zip(sources).filter_map(|(id, source)| match *source {
                ColumnSource::Column(column, factor) => Some((id, column, factor)),
                _ => None,
            });
            all.collect::<Vec<_>>()
        };
        recorded.moving = moving(&recorded.sources);
        recorded.moving_slopes = moving(&recorded.slopes);
        recorded.measure(table);
        recorded.share_sizes(model);
        recorded.find_blur(table);
        recorded.find_floors(model);
        // A variable that hardly moves from the first row to the last has a derivative that is rounding.
        if let [first, .., last] = *table.times {
            for (slope, size) in recorded.slope_sizes.iter_mut().zip(&recorded.sizes) {
                *slope = slope.max(size / (last - first).max(f64::MIN_POSITIVE));
            }
        }
        recorded
    }

    fn is_known(&self, unknown: MissingQuantity) -> bool {
        match unknown {
            MissingQuantity::Variable(id) => self.sources[id.at()] != ColumnSource::None,
            MissingQuantity::Derivative(id) => self.slopes[id.at()] != ColumnSource::None,
        }
    }

    /// Finds equations with one unknown that the table lacks, again and again: each is then a rule for it.
    fn resolve(&mut self, model: &FlatModel) {
        let count = model.variables.len();
        // Bindings count as equations, after the others, and then initial equations.
        let (bound, initial) = (model.equations.len(), model.equations.len() + count);
        let is_binding = |at: usize| (bound..initial).contains(&at);
        let parts = |at: usize| -> Option<(ExprId, Option<ExprId>, Option<VariableId>)> {
            if is_binding(at) {
                let id = at - bound;
                return Some((model.variables[id].binding?, None, Some(VariableId(id as u32))));
            }
            let equation =
                if at < bound { &model.equations[at] } else { &model.initial_equations[at - initial] };
            match *equation {
                Equation { kind: EquationKind::Equality(left, right), .. } => Some((left, Some(right), None)),
                _ => None,
            }
        };
        let mut waiting: FxHashMap<MissingQuantity, Vec<u32>> = FxHashMap::default();
        let mut open: Vec<u32> = vec![0; initial + model.initial_equations.len()];
        let mut ready = Vec::new();
        for (at, open) in open.iter_mut().enumerate() {
            let Some((left, right, own)) = parts(at) else { continue };
            let mut found = unknowns(model, [Some(left), right].into_iter().flatten());
            found.extend(own.map(MissingQuantity::Variable));
            found.retain(|&unknown| !self.is_known(unknown));
            found.dedup();
            *open = found.len() as u32;
            for &unknown in &found {
                waiting.entry(unknown).or_default().push(at as u32);
            }
            if *open == 1 {
                ready.push(at);
            }
        }
        // Bindings come before equations, so that parameters are what the model gives them, and then the first of the text
        // comes first.
        let (mut bindings, mut equations): (Vec<usize>, Vec<usize>) =
            ready.into_iter().rev().partition(|&at| is_binding(at));
        let mut solved: FxHashMap<MissingQuantity, ()> = FxHashMap::default();
        while let Some(at) = bindings.pop().or_else(|| equations.pop()) {
            let Some((left, right, own)) = parts(at) else { continue };
            let mut found = unknowns(model, [Some(left), right].into_iter().flatten());
            found.extend(own.map(MissingQuantity::Variable));
            let is_open =
                |unknown: &MissingQuantity| !self.is_known(*unknown) && !solved.contains_key(unknown);
            let Some(&unknown) = found.iter().find(|unknown| is_open(unknown)) else { continue };
            let rule = match own {
                Some(id) if unknown == MissingQuantity::Variable(id) => {
                    Some(DerivationMethod::Sum(vec![(false, left)]))
                }
                Some(_) => None,
                None => right.and_then(|right| isolate(model, left, right, unknown)),
            };
            let Some(how) = rule else { continue };
            let once = matches!(unknown, MissingQuantity::Variable(id) if is_parameter(model, id));
            if at >= initial && !once {
                continue;
            }
            let rule = DerivationRule { how, parts: (left, right), once };
            match own {
                Some(id) => self.bound[id.at()] = true,
                None if at >= initial => self.used_initially[at - initial] = true,
                // A parameter follows from the first row, and the equation holds at all others.
                None => self.used[at] = !once,
            }
            self.ruled.insert(unknown, self.rules.len());
            self.rules.push((unknown, rule));
            solved.insert(unknown, ());
            for &other in waiting.get(&unknown).map_or(&[][..], Vec::as_slice) {
                open[other as usize] = open[other as usize].saturating_sub(1);
                if open[other as usize] == 1 {
                    let ready = if is_binding(other as usize) { &mut bindings } else { &mut equations };
                    ready.push(other as usize);
                }
            }
        }
        let gone = |id: &VariableId| {
            self.sources[id.at()] == ColumnSource::None
                && !solved.contains_key(&MissingQuantity::Variable(*id))
        };
        self.missing = (0..count as u32).map(VariableId).filter(gone).collect();
    }

    /// Whether a variable is neither recorded nor computed.
    pub(crate) fn is_missing(&self, id: VariableId) -> bool {
        self.missing.binary_search(&id).is_ok()
    }

    /// Takes the size of each variable from all rows.
    fn measure(&mut self, table: &ResultTable) {
        for (id, source) in self.sources.iter().enumerate() {
            if let ColumnSource::Constant(value) = source {
                self.sizes[id] = value.abs();
            }
        }
        let mut bounds = vec![(f64::MAX, f64::MIN); self.sizes.len()];
        for at in 0..table.times.len() {
            let row = table.points.point(at);
            for &(id, column, factor) in &self.moving {
                let value = factor * row[column as usize];
                let (low, high) = bounds[id as usize];
                bounds[id as usize] = (low.min(value), high.max(value));
            }
            for &(id, column, factor) in &self.moving_slopes {
                let size = (factor * row[column as usize]).abs();
                if size > self.slope_sizes[id as usize] {
                    self.slope_sizes[id as usize] = size;
                }
            }
        }
        for &(id, _, _) in &self.moving {
            let (low, high) = bounds[id as usize];
            self.sizes[id as usize] = low.abs().max(high.abs());
            self.ranges[id as usize] = high - low;
        }
    }

    /// Finds the column whose digits are the fewest beside its size; which side of a relation a row is on depends on all of them.
    fn find_blur(&mut self, table: &ResultTable) {
        let off = |precision: RecordedPrecision, size: f64| match precision.is_full() || size == 0.0 {
            true => 0.0,
            false => precision.of(size) / size,
        };
        let columns = self.moving.iter().map(|found| found.0 as usize);
        let most = columns.map(|id| off(self.precisions[id], self.sizes[id])).fold(0.0, f64::max);
        let span = table.times.iter().fold(0.0f64, |most, time| most.max(time.abs()));
        self.blur = most.max(off(self.time_precision, span)).min(MAX_BLUR);
    }

    /// An element of an array is as large as the largest: where a vector points along an axis, the others are rounding.
    fn share_sizes(&mut self, model: &FlatModel) {
        let key = |id: usize| {
            let variable = &model.variables[id];
            variable.subscripts.map(|_| (variable.instance, variable.name))
        };
        let mut from = 0;
        while from < self.sizes.len() {
            let mut to = from + 1;
            while to < self.sizes.len() && key(from).is_some() && key(to) == key(from) {
                to += 1;
            }
            let most = self.sizes[from..to].iter().copied().fold(0.0, f64::max);
            self.sizes[from..to].fill(most);
            let most = self.slope_sizes[from..to].iter().copied().fold(0.0, f64::max);
            self.slope_sizes[from..to].fill(most);
            from = to;
        }
    }

    /// Finds what is too small to count beside the largest variable of the same unit: where currents of amperes meet, one of
    /// a picoampere is what rounding leaves of them.
    fn find_floors(&mut self, model: &FlatModel) {
        let units = || model.attributes.iter().filter(|found| found.1 == Attribute::Unit);
        let moves = |id: VariableId| !is_parameter(model, id);
        let mut largest: FxHashMap<ExprId, f64> = FxHashMap::default();
        for &(id, _, unit) in units().filter(|found| moves(found.0)) {
            let most = largest.entry(unit).or_default();
            *most = most.max(self.sizes[id.at()]);
        }
        for &(id, _, unit) in units().filter(|found| moves(found.0)) {
            self.floors[id.at()] = ROUNDED * largest[&unit];
        }
    }

    /// How a variable or its derivative is computed at every row, if it is.
    pub(crate) fn rule(&self, id: VariableId, derivative: bool) -> Option<&DerivationMethod> {
        let unknown =
            if derivative { MissingQuantity::Derivative(id) } else { MissingQuantity::Variable(id) };
        let rule = &self.rules[*self.ruled.get(&unknown)?].1;
        (!rule.once).then_some(&rule.how)
    }

    /// The equation that a derivative is computed from.
    pub(crate) fn derived(&self, id: VariableId) -> Option<(ExprId, ExprId)> {
        let rule = &self.rules[*self.ruled.get(&MissingQuantity::Derivative(id))?].1;
        Some((rule.parts.0, rule.parts.1?))
    }

    /// The rules, by number, that what some variables are depends on at a row, in the order in which they are computed, and all
    /// variables that these mention.
    pub(crate) fn required_rules(
        &self,
        model: &FlatModel,
        roots: &[VariableId],
    ) -> (Vec<usize>, Vec<VariableId>) {
        let (mut rules, mut variables) = (Vec::new(), roots.to_vec());
        if self.rules.is_empty() {
            return (rules, variables);
        }
        let mut seen: rustc_hash::FxHashSet<VariableId> = roots.iter().copied().collect();
        let mut todo = roots.to_vec();
        while let Some(id) = todo.pop() {
            for unknown in [MissingQuantity::Variable(id), MissingQuantity::Derivative(id)] {
                let Some(&at) = self.ruled.get(&unknown) else { continue };
                let rule = &self.rules[at].1;
                if rule.once {
                    continue;
                }
                rules.push(at);
                for part in model.exprs.variables([Some(rule.parts.0), rule.parts.1].into_iter().flatten()) {
                    if seen.insert(part) {
                        todo.push(part);
                        variables.push(part);
                    }
                }
            }
        }
        rules.sort_unstable();
        rules.dedup();
        (rules, variables)
    }

    /// Computes at all rows the derivatives that the result lacks and that equations give.
    pub(crate) fn derive(&mut self, evaluator: &mut RowEvaluator, table: &ResultTable) {
        let wanted: Vec<VariableId> = self
            .rules
            .iter()
            .filter_map(|(unknown, rule)| match *unknown {
                MissingQuantity::Derivative(id) if !rule.once => Some(id),
                _ => None,
            })
            .collect();
        if self.rules.iter().all(|rule| rule.1.once) {
            return;
        }
        let mut columns = vec![Vec::with_capacity(table.times.len()); wanted.len()];
        for (at, &time) in table.times.iter().enumerate() {
            self.load(evaluator, time, table.points.point(at));
            for (id, column) in wanted.iter().zip(&mut columns) {
                column.push(evaluator.slopes[id.at()]);
            }
            for (unknown, _) in &self.rules {
                if let MissingQuantity::Variable(id) = *unknown {
                    // What is no number is passed over.
                    self.sizes[id.at()] = self.sizes[id.at()].max(evaluator.values[id.at()].abs());
                }
            }
        }
        for (id, column) in wanted.into_iter().zip(columns) {
            let size = column.iter().fold(0.0f64, |size, slope| size.max(slope.abs()));
            self.slope_sizes[id.at()] = self.slope_sizes[id.at()].max(size);
            self.computed.insert(id, column);
        }
    }

    /// Gives an evaluator what never changes.
    pub(crate) fn load_constants(&self, evaluator: &mut RowEvaluator) {
        for (id, source) in self.sources.iter().enumerate() {
            if let ColumnSource::Constant(value) = *source {
                evaluator.values[id] = value;
            }
        }
        for (id, source) in self.slopes.iter().enumerate() {
            if let ColumnSource::Constant(value) = *source {
                evaluator.slopes[id] = value;
            }
        }
        evaluator.clear_cache();
        self.complete(evaluator, true);
    }

    /// Gives an evaluator the values of a row.
    pub(crate) fn load(&self, evaluator: &mut RowEvaluator, time: f64, row: &[f64]) {
        evaluator.time = time;
        for &(id, column, factor) in &self.moving {
            evaluator.values[id as usize] = factor * row[column as usize];
        }
        for &(id, column, factor) in &self.moving_slopes {
            evaluator.slopes[id as usize] = factor * row[column as usize];
        }
        evaluator.clear_cache();
        self.complete(evaluator, false);
    }

    /// Computes what the rules give: once what never changes, or at each row the rest.
    fn complete(&self, evaluator: &mut RowEvaluator, once: bool) {
        for (unknown, rule) in self.rules.iter().filter(|found| found.1.once == once) {
            compute(evaluator, *unknown, rule);
        }
    }

    /// Computes what some rules give at a row.
    pub(crate) fn recompute(&self, evaluator: &mut RowEvaluator, rules: &[usize]) {
        for &at in rules {
            compute(evaluator, self.rules[at].0, &self.rules[at].1);
        }
        if !rules.is_empty() {
            evaluator.clear_cache();
        }
    }

    /// The same with all that are about rows.
    pub(crate) fn complete_row(&self, evaluator: &mut RowEvaluator) {
        if !self.rules.is_empty() {
            evaluator.clear_cache();
            self.complete(evaluator, false);
        }
    }
}

/// The variables and derivatives in expressions, each once.
pub(crate) fn unknowns(model: &FlatModel, roots: impl IntoIterator<Item = ExprId>) -> Vec<MissingQuantity> {
    let mut todo: Vec<ExprId> = roots.into_iter().collect();
    let mut found = Vec::new();
    let mut seen = rustc_hash::FxHashSet::default();
    while let Some(id) = todo.pop() {
        if !seen.insert(id) {
            continue;
        }
        match model.exprs.get(id) {
            Expr::Variable(variable) => found.push(MissingQuantity::Variable(variable)),
            Expr::Builtin(Builtin::Der, list) => {
                if let &[one] = model.exprs.items(list) {
                    match model.exprs.get(one) {
                        Expr::Variable(variable) => found.push(MissingQuantity::Derivative(variable)),
                        _ => todo.push(one),
                    }
                }
            }
            expr => expr.children(&model.exprs, &mut todo),
        }
    }
    found.sort_unstable_by_key(|unknown| match *unknown {
        MissingQuantity::Variable(id) => (id, false),
        MissingQuantity::Derivative(id) => (id, true),
    });
    found.dedup();
    found
}

/// The terms of a sum with their signs, true for minus.
pub(crate) fn split(model: &FlatModel, id: ExprId, minus: bool, terms: &mut Vec<(bool, ExprId)>) {
    let mut todo = vec![(minus, id)];
    while let Some((minus, id)) = todo.pop() {
        match model.exprs.get(id) {
            Expr::Binary(Operator::Add | Operator::ElementAdd, a, b) => {
                todo.extend([(minus, b), (minus, a)]);
            }
            Expr::Binary(Operator::Subtract | Operator::ElementSubtract, a, b) => {
                todo.extend([(!minus, b), (minus, a)]);
            }
            Expr::Unary(Operator::Negate, a) => todo.push((!minus, a)),
            _ => terms.push((minus, id)),
        }
    }
}

/// Whether a variable has one value from the beginning to the end.
pub(crate) fn is_parameter(model: &FlatModel, id: VariableId) -> bool {
    model.variables[id.at()].variability <= Variability::Parameter
}
