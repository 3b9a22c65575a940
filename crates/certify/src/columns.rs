//! What holds at every row, looked at in columns: a tape says which claims hold at which rows, and the others are left to the
//! evaluator, row by row.

mod perturbation;

use equations::{Builtin, EquationKind, Expr, ExprId, FlatModel, Visit};
use rustc_hash::FxHashMap;

use crate::algorithm::{has_when, uses_pre};
use crate::discrete_time::DiscreteTimeFinder;
use crate::evaluate::RowEvaluator;
use crate::evaluate::delay::Series;
use crate::judge::{ALLOWED, Claim, Judge, RowCheck, memories};
use crate::recorded::{RecordedValues, is_parameter};
use crate::table::{ColumnSource, ResultTable};
use crate::tape::{ClaimOutcome, LANES, LaneTape, Lanes, TapeInput, Tracer};
use perturbation::PerturbationTapes;

/// The claims of a model on a tape.
pub(crate) struct ColumnClaims {
    tape: LaneTape,
    places: Vec<Lanes>,
    /// Claims that are not on the tape, by number.
    rest: Vec<u32>,
    /// Whether a claim says nothing at events.
    silent: Vec<bool>,
    /// Claims that the evaluator is to look at, for each row of the block.
    open: Vec<Vec<u32>>,
    reach: PerturbationTapes,
}

impl ColumnClaims {
    pub(crate) fn new(judge: &mut Judge, checks: &[RowCheck]) -> ColumnClaims {
        let model = judge.model;
        let mut tracer = Tracer::new(&mut judge.evaluator, &judge.recorded);
        let mut rest = Vec::new();
        for (at, check) in (0u32..).zip(checks) {
            if check.undecided.is_none() && !tracer.claim(at, check.claim) {
                rest.push(at);
            }
        }
        // At an event, what asks for the past or waits for something cannot be told from the row after it alone.
        let silent = |check: &RowCheck| match check.claim {
            Claim::Algorithm(equation) => {
                let mut parts = Vec::new();
                equation.parts(&mut parts);
                let waits =
                    matches!(&equation.kind, EquationKind::Algorithm(body, _) if body.iter().any(has_when));
                waits || uses_pre(model, parts)
            }
            _ => false,
        };
        ColumnClaims {
            tape: tracer.finish(),
            places: Vec::new(),
            rest,
            silent: checks.iter().map(silent).collect(),
            open: vec![Vec::new(); LANES],
            reach: PerturbationTapes::default(),
        }
    }

    /// Looks at a block of rows from one on. `event` says of each row whether it stands at an event.
    pub(crate) fn block(
        &mut self,
        asked: &mut Judge,
        table: &ResultTable,
        from: usize,
        event: impl Fn(usize) -> bool,
        checks: &mut [RowCheck],
    ) {
        let count = LANES.min(table.times.len() - from);
        let block = RowBlock::new(table, from);
        let events: Vec<bool> = (0..count).map(|lane| event(from + lane)).collect();
        let (open, silent) = (&mut self.open, &self.silent);
        open.iter_mut().for_each(Vec::clear);
        let judge = |found: ClaimOutcome| {
            let check = &mut checks[found.owner as usize];
            let silent = silent[found.owner as usize];
            for lane in 0..count {
                let claimed = found.mask.is_none_or(|mask| mask[lane] != 0.0);
                if !claimed || silent && events[lane] {
                    continue;
                }
                let (left, right) = (found.left[lane], found.right[lane]);
                let relative = match left == right {
                    true => 0.0,
                    false => (left - right).abs() / found.terms[lane].max(f64::MIN_POSITIVE),
                };
                let unclear = found.mask.is_some_and(|mask| mask[lane].is_nan());
                if unclear || relative.is_nan() || relative > ALLOWED {
                    if open[lane].last() != Some(&found.owner) {
                        open[lane].push(found.owner);
                    }
                } else if check.worst.is_none_or(|worst| relative > worst.0) {
                    check.worst = Some((relative, block.times[lane], (left, right)));
                }
            }
        };
        let recorded = &asked.recorded;
        self.tape.run(&mut self.places, |input, lanes| block.load(recorded, input, lanes), judge);
        for (lane, open) in self.open.iter_mut().enumerate() {
            open.retain(|&owner| {
                let check = &mut checks[owner as usize];
                let explained = self.reach.explain_by_perturbation(asked, &block, lane, (owner, check));
                if let Some((relative, sides)) = explained
                    && check.worst.is_none_or(|worst| relative > worst.0)
                {
                    check.worst = Some((relative, block.times[lane], sides));
                }
                explained.is_none()
            });
        }
    }

    /// Whether the evaluator has to look at a row of the block.
    pub(crate) fn needs_evaluator(&self, row: usize) -> bool {
        !self.rest.is_empty() || !self.open[row % LANES].is_empty()
    }

    /// Lets the evaluator, which has the row loaded, look at what is left to it.
    pub(crate) fn check_row(&self, judge: &mut Judge, row: usize, event: bool, checks: &mut [RowCheck]) {
        for &at in self.open[row % LANES].iter().chain(&self.rest) {
            if !(event && self.silent[at as usize]) {
                judge.check_claim(&mut checks[at as usize]);
            }
        }
    }
}

/// Computes what is delayed at all rows, as far as a tape can.
pub(crate) fn delays<'a>(judge: &mut Judge<'a>, table: &ResultTable<'a>, tolerance: f64) {
    let model = judge.model;
    let mut found = Vec::new();
    let memories = memories(model);
    let mut stepwise = DiscreteTimeFinder::new(model, &memories);
    let mut tracer = Tracer::new(&mut judge.evaluator, &judge.recorded);
    for id in (0..model.exprs.len() as u32).map(ExprId) {
        if let Expr::Builtin(Builtin::Delay, list) = model.exprs.get(id)
            && let [value, ..] = *model.exprs.items(list)
            && tracer.sides(found.len() as u32, value, value)
        {
            let discrete = stepwise.is_stepwise(value);
            let looks_back = discrete && stepwise.uses_pre(value);
            let of_time = Some(value).filter(|&value| follows_time(model, value));
            found.push((id, Vec::with_capacity(table.times.len()), (discrete, looks_back, of_time)));
        }
    }
    if found.is_empty() {
        return;
    }
    let (tape, mut places) = (tracer.finish(), Vec::new());
    for from in (0..table.times.len()).step_by(LANES) {
        let block = RowBlock::new(table, from);
        let count = LANES.min(table.times.len() - from);
        let keep = |one: ClaimOutcome| found[one.owner as usize].1.extend_from_slice(&one.left[..count]);
        tape.run(&mut places, |input, lanes| block.load(&judge.recorded, input, lanes), keep);
    }
    let mut delays = FxHashMap::default();
    for (id, mut values, (discrete, looks_back, of_time)) in found {
        let times = table.times;
        // What changes at events alone, and follows from time, is in the row before an event what it was in the row before that.
        for at in (1..times.len()).filter(|&at| discrete && times[at] > times[at - 1]) {
            if times.get(at + 1) == Some(&times[at]) {
                values[at] = values[at - 1];
            }
        }
        let size = values.iter().fold(0.0, |most: f64, value| most.max(value.abs()));
        let size = match (of_time, times) {
            (Some(formula), &[first, .., last]) => {
                size.max(size_over_time(&mut judge.evaluator, formula, (first, last)))
            }
            _ => size,
        };
        delays.insert(id, Series { times, values, looks_back, error: tolerance * size, of_time });
    }
    judge.evaluator.delays = delays;
}

/// How large a formula of time becomes: rows may all be where it is zero, and are not asked.
fn size_over_time(evaluator: &mut RowEvaluator, expression: ExprId, (first, last): (f64, f64)) -> f64 {
    let now = evaluator.time;
    let mut most = 0.0;
    for at in 1..=SIZES {
        evaluator.time = first + (last - first) * (f64::from(at) * GOLDEN).fract();
        evaluator.clear_cache();
        most = evaluator.number(expression).map_or(most, |value| f64::max(most, value.abs()));
    }
    evaluator.time = now;
    evaluator.clear_cache();
    most
}

/// A formula of time is looked at at so many times, which are spread unevenly.
const SIZES: u32 = 64;
const GOLDEN: f64 = 0.618_033_988_749_894_9;

/// Whether an expression is a formula of time and parameters, without jumps: rows need not resolve it.
fn follows_time(model: &FlatModel, root: ExprId) -> bool {
    !model.exprs.visit([root], |_, expr| match expr {
        Expr::Time | Expr::Real(_) | Expr::Integer(_) => Visit::Skip,
        Expr::Variable(variable) if is_parameter(model, variable) => Visit::Skip,
        Expr::Unary(..) | Expr::Binary(..) => Visit::Enter,
        Expr::Builtin(Builtin::Sin | Builtin::Cos | Builtin::Exp | Builtin::Tanh, _) => Visit::Enter,
        _ => Visit::Stop,
    })
}

/// The rows of a block. Where the result ends, its last row is repeated.
pub(crate) struct RowBlock<'t> {
    pub(crate) rows: Vec<&'t [f64]>,
    pub(crate) times: Lanes,
}

impl<'t> RowBlock<'t> {
    pub(crate) fn new(table: &ResultTable<'t>, from: usize) -> RowBlock<'t> {
        let last = table.times.len() - 1;
        let points = table.points;
        let rows = (from..from + LANES).map(|at| points.point(at.min(last))).collect();
        let mut times = [0.0; LANES];
        for (at, time) in (from..).zip(&mut times) {
            *time = table.times[at.min(last)];
        }
        RowBlock { rows, times }
    }

    /// What a tape reads at one of the rows.
    fn value(&self, recorded: &RecordedValues, input: TapeInput, lane: usize) -> f64 {
        let source = match input {
            TapeInput::Time => return self.times[lane],
            TapeInput::Value(id) => recorded.sources[id.at()],
            TapeInput::Slope(id) => recorded.slopes[id.at()],
        };
        match source {
            ColumnSource::Column(column, factor) => factor * self.rows[lane][column as usize],
            ColumnSource::Constant(value) => value,
            ColumnSource::None => f64::NAN,
        }
    }

    /// Gives a tape what it reads.
    pub(crate) fn load(&self, recorded: &RecordedValues, input: TapeInput, lanes: &mut Lanes) {
        let source = match input {
            TapeInput::Time => {
                *lanes = self.times;
                return;
            }
            TapeInput::Value(id) => recorded.sources[id.at()],
            TapeInput::Slope(id) => recorded.slopes[id.at()],
        };
        match source {
            ColumnSource::Column(column, factor) => {
                for (lane, row) in lanes.iter_mut().zip(&self.rows) {
                    *lane = factor * row[column as usize];
                }
            }
            ColumnSource::Constant(value) => *lanes = [value; LANES],
            ColumnSource::None => *lanes = [f64::NAN; LANES],
        }
    }
}
