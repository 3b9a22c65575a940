//! Relations and roundings: on which side they are, and when those that follow from time alone will change.
//!
//! Between events a relation keeps its value. One that is as near to its edge as rounding explains keeps it at an event
//! too: otherwise a diode whose current is zero would switch for ever.

use codegen::{Calls, ComputeStep, Executor, Interpreter};
use dae::{Dae, VariableRole};
use enclose::{Interval, IntervalDual};
use equations::{Builtin, Expr, Operator, VariableId};
use simulate::{Crossing, Enclosure, EventIntervals};

use super::schedule_formulas::ScheduleFormulas;
use super::time_crossings::{CrossingThreshold, NextCrossing, TimeCrossing};
use crate::blocks::nominal;
use crate::compile_cache::compile_cached;
use crate::slot_layout::SlotLayout;
use crate::{SimulationError, SimulationResult, ZenoBehavior};

/// So near to its edge, relative to what is usual for its unknowns, a relation keeps its value.
const MARGIN: f64 = 1e-10;

/// The same for whole numbers that were just passed.
const WHOLE: f64 = 1e-9;

/// Times between events that shrink are too short, beside the time itself, when the next ones could be lost.
const SOON: f64 = 1e-10;

/// Equations that are solved by iteration say no more about a relation than this, relative to what is usual for its
/// unknowns. If both of its values lead to the other by less, either will do.
pub(super) const BLUR: f64 = 1e-7;

/// So many times as far from its edge as it was, a relation that was forgiven keeps its value.
const WIDER: f64 = 16.0;

/// What is compared was computed in a few operations, each exact to the last digit.
const ROUNDED: f64 = 16.0 * f64::EPSILON;

/// All relations of a model.
pub(super) struct RuntimeRelations {
    list: Vec<RuntimeRelation>,
    /// Which of them the integrator watches, by their numbers.
    pub(super) watched: Vec<usize>,
    /// Those that follow from time alone, by their numbers, and code for what passes their edges.
    timed: Vec<usize>,
    clock: Interpreter,
    outputs: Vec<f64>,
    /// When the simulation ends, and how often bounds of a relation told nothing on the way.
    stop: f64,
    pub(super) gaps: u64,
}

struct RuntimeRelation {
    kind: RelationKind,
    /// Where its value is, if it is constant between events.
    slot: Option<usize>,
    margin: f64,
    /// What is usual for its unknowns.
    size: f64,
    /// The variables that it compares.
    parts: Vec<VariableId>,
    /// What passes zero or whole numbers.
    crossing: f64,
    /// The whole number that a rounding lies above.
    floor: f64,
    /// Which way it goes at this instant.
    told: Option<i8>,
    /// When it will change and which way, if it follows from time, and how often it did.
    due: Option<NextCrossing>,
    pulse: EventIntervals,
    /// How it follows from time, if it does and bounds of it are known: the integrator watches all others.
    time_crossing: Option<Box<TimeCrossing>>,
    /// Which way it left which edge, on which it may still be as exactly as numbers tell.
    passed: Option<(i8, f64)>,
}

/// What a relation remembers beside its value. When it will change follows from that.
#[derive(Clone, Copy, Debug)]
pub(super) struct RelationState {
    margin: f64,
    crossing: f64,
    floor: f64,
    told: Option<i8>,
    pulse: EventIntervals,
    passed: Option<(i8, f64)>,
}

/// Another value for a relation.
#[derive(Clone, Copy)]
pub(super) struct RelationChange {
    pub(super) number: usize,
    slot: usize,
    value: f64,
    floor: f64,
}

#[derive(Clone, Copy, PartialEq)]
enum RelationKind {
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Floor,
    Ceil,
    /// Towards zero.
    Truncate,
}

impl RelationKind {
    fn of(expr: Expr) -> RelationKind {
        match expr {
            Expr::Binary(Operator::Less, ..) => RelationKind::Less,
            Expr::Binary(Operator::LessEqual, ..) => RelationKind::LessEqual,
            Expr::Binary(Operator::Greater, ..) => RelationKind::Greater,
            Expr::Binary(..) => RelationKind::GreaterEqual,
            Expr::Builtin(Builtin::Ceil, _) => RelationKind::Ceil,
            Expr::Builtin(Builtin::Div, _) => RelationKind::Truncate,
            _ => RelationKind::Floor,
        }
    }

    fn rounds(self) -> bool {
        matches!(self, RelationKind::Truncate | RelationKind::Ceil | RelationKind::Floor)
    }

    /// The value where `crossing` passes zero, or a whole number, the one below being `floor`.
    fn value(self, crossing: f64, floor: f64) -> f64 {
        let truth = |truth: bool| f64::from(u8::from(truth));
        match self {
            RelationKind::Less => truth(crossing < 0.0),
            RelationKind::LessEqual => truth(crossing <= 0.0),
            RelationKind::Greater => truth(crossing > 0.0),
            RelationKind::GreaterEqual => truth(crossing >= 0.0),
            RelationKind::Floor => floor,
            RelationKind::Ceil => floor + truth(crossing != floor),
            RelationKind::Truncate => floor + truth(crossing < 0.0 && crossing != floor),
        }
    }
}

impl RuntimeRelation {
    /// The whole number it lies above and its value, given the one it has.
    fn decide(&self, old: f64, values: &[f64]) -> (f64, f64) {
        let crossing = self.crossing;
        let inside = |floor: f64| (floor, self.kind.value(floor + 0.5, floor));
        if let Some(time_crossing) = &self.time_crossing {
            // It means what it says, but that it leaves an edge on which it is.
            let passed = self.passed.filter(|passed| passed.1 == crossing && time_crossing.is_same(values));
            return match (self.kind.rounds(), passed) {
                (true, Some((way, _))) => inside(if way > 0 { crossing } else { crossing - 1.0 }),
                (true, _) => (self.unit(crossing), self.kind.value(crossing, crossing.floor())),
                (false, Some((way, _))) => (0.0, self.kind.value(f64::from(way), 0.0)),
                (false, _) => (0.0, self.kind.value(crossing, 0.0)),
            };
        }
        if self.kind.rounds() {
            let whole = crossing.round();
            let near = (crossing - whole).abs() <= WHOLE * (1.0 + crossing.abs());
            if near && self.told.is_some() && (whole == self.floor || whole == self.floor + 1.0) {
                // It is inside of the unit that it was told to go to.
                return inside(self.floor);
            }
            return (self.unit(crossing), self.kind.value(crossing, crossing.floor()));
        }
        let value = match self.told {
            _ if crossing.abs() > self.margin => self.kind.value(crossing, 0.0),
            Some(to) => self.kind.value(f64::from(to), 0.0),
            // To be exactly on the edge is no rounding.
            None if crossing == 0.0 => self.kind.value(0.0, 0.0),
            None => old,
        };
        (0.0, value)
    }

    /// What it was told holds no longer once it is clearly on the other side.
    fn doubt(&mut self) {
        let crossing = self.crossing;
        if !self.kind.rounds() && crossing.abs() > self.margin {
            self.told = self.told.filter(|&told| crossing * f64::from(told) > 0.0);
        }
    }

    /// The side that the edge itself counts to; none for roundings, which have many edges.
    fn zero_side(&self) -> Option<i8> {
        let same = self.kind.value(0.0, 0.0) == self.kind.value(1.0, 0.0);
        (!self.kind.rounds()).then_some(if same { 1 } else { -1 })
    }

    /// The whole number below the unit that a number lies in; an end of a unit may belong to the one below.
    fn unit(&self, crossing: f64) -> f64 {
        let floor = crossing.floor();
        if floor == crossing && self.is_strict(floor, -1) { floor - 1.0 } else { floor }
    }

    /// Whether an edge counts to a side of it.
    fn is_strict(&self, edge: f64, side: i8) -> bool {
        // On an edge a rounding down is what it is above, a rounding up what it is below.
        let counts = match self.kind {
            RelationKind::Ceil => -1,
            RelationKind::Truncate => {
                if edge > 0.0 {
                    1
                } else {
                    -1
                }
            }
            RelationKind::Floor => 1,
            _ => self.zero_side().unwrap_or(0),
        };
        counts == side
    }

    /// The edges that it can pass from where it is.
    fn edges(&self, values: &[f64]) -> Vec<CrossingThreshold> {
        let edge =
            |level: f64, side: i8| CrossingThreshold { level, side, strict: self.is_strict(level, side) };
        if self.kind.rounds() {
            return vec![edge(self.floor + 1.0, -1), edge(self.floor, 1)];
        }
        let up = match self.slot {
            Some(slot) => values[slot] == self.kind.value(1.0, 0.0),
            None => self.crossing > 0.0,
        };
        vec![edge(0.0, if up { 1 } else { -1 })]
    }
}

impl RuntimeRelations {
    pub(super) fn new(
        dae: &Dae,
        layout: &SlotLayout,
        formulas: &ScheduleFormulas,
        stop: f64,
    ) -> SimulationResult<RuntimeRelations> {
        let mut list = Vec::with_capacity(dae.relations.len());
        let (mut watched, mut timed, mut steps) = (Vec::new(), Vec::new(), Vec::new());
        for (number, relation) in dae.relations.iter().enumerate() {
            let time_crossing = TimeCrossing::new(dae, layout, formulas, relation.crossing).map(Box::new);
            if time_crossing.is_some() {
                steps.push(ComputeStep::Output(timed.len() as u32, relation.crossing));
                timed.push(number);
            } else {
                watched.push(number);
            }
            let frozen = layout.frozen.binary_search_by_key(&number, |found| found.0);
            let parts = dae.model.exprs.variables([relation.crossing]);
            let size = size(dae, &parts);
            list.push(RuntimeRelation {
                kind: RelationKind::of(dae.model.exprs.get(relation.expr)),
                slot: frozen.ok().map(|at| layout.frozen[at].1 as usize),
                margin: if time_crossing.is_some() { 0.0 } else { MARGIN * size },
                size,
                parts,
                crossing: 0.0,
                floor: 0.0,
                told: None,
                due: None,
                pulse: EventIntervals::default(),
                time_crossing,
                passed: None,
            });
        }
        let code =
            compile_cached(layout, dae, &steps).map_err(|refusal| SimulationError::Refused(None, refusal))?;
        let outputs = vec![0.0; timed.len()];
        Ok(RuntimeRelations { clock: Interpreter::new(&code), list, watched, timed, outputs, stop, gaps: 0 })
    }

    /// What all relations remember.
    pub(super) fn states(&self) -> Vec<RelationState> {
        let state = |relation: &RuntimeRelation| {
            let &RuntimeRelation { margin, crossing, floor, told, pulse, passed, .. } = relation;
            RelationState { margin, crossing, floor, told, pulse, passed }
        };
        self.list.iter().map(state).collect()
    }

    /// Goes back to what all relations remembered.
    pub(super) fn restore(&mut self, states: &[RelationState]) {
        for (relation, state) in self.list.iter_mut().zip(states) {
            let RelationState { margin, crossing, floor, told, pulse, passed } = *state;
            (relation.margin, relation.crossing, relation.floor) = (margin, crossing, floor);
            (relation.told, relation.pulse, relation.passed) = (told, pulse, passed);
        }
    }

    /// How near to zero the roots are as good as zero.
    pub(super) fn margin(&self, root: usize) -> f64 {
        let relation = &self.list[self.watched[root]];
        if relation.kind.rounds() { 0.0 } else { relation.margin }
    }

    /// How far a root moves by nothing but the rounding of what it compares.
    pub(super) fn root_noise(&self, root: usize, values: &[f64]) -> f64 {
        let parts = &self.list[self.watched[root]].parts;
        ROUNDED * parts.iter().map(|part| values[part.at()].abs()).sum::<f64>()
    }

    /// The side of zero that the value of a watched one says.
    pub(super) fn side(&self, root: usize, values: &[f64]) -> Option<i8> {
        let relation = &self.list[self.watched[root]];
        if relation.kind.rounds() {
            // It is inside of its unit.
            return Some(1);
        }
        let slot = relation.slot?;
        Some(if values[slot] == relation.kind.value(1.0, 0.0) { 1 } else { -1 })
    }

    /// The side that zero counts to for a watched one, given where it is.
    pub(super) fn zero_side(&self, root: usize, crossing: f64) -> Option<i8> {
        let relation = &self.list[self.watched[root]];
        relation.zero_side().or_else(|| {
            // Inside of a unit is above zero.
            let upper = crossing >= relation.floor + 0.5;
            let (edge, side) = if upper { (relation.floor + 1.0, -1) } else { (relation.floor, 1) };
            Some(if relation.is_strict(edge, side) { 1 } else { -1 })
        })
    }

    /// Takes what passes the edges of the watched ones, and computes the others.
    pub(super) fn measure(
        &mut self,
        watched: &[f64],
        values: &mut [f64],
        calls: &mut dyn Calls,
    ) -> SimulationResult {
        for (&number, &crossing) in self.watched.iter().zip(watched) {
            self.list[number].crossing = crossing;
        }
        self.look(values, calls)?;
        for (&number, &crossing) in self.timed.iter().zip(&self.outputs) {
            self.list[number].crossing = crossing;
        }
        Ok(())
    }

    fn look(&mut self, values: &mut [f64], calls: &mut dyn Calls) -> SimulationResult {
        if self.timed.is_empty() {
            return Ok(());
        }
        self.clock.run(values, &mut self.outputs, calls).map_err(|fault| SimulationError::Fault(None, fault))
    }

    /// What changes its sign when a watched one changes.
    pub(super) fn root(&self, root: usize, crossing: f64) -> f64 {
        let relation = &self.list[self.watched[root]];
        if !relation.kind.rounds() {
            return crossing;
        }
        let (floor, kind) = (relation.floor, relation.kind);
        match (crossing - floor) * (floor + 1.0 - crossing) {
            // An end of the unit belongs to it or does not.
            0.0 if kind.value(crossing, crossing.floor()) == kind.value(floor + 0.5, floor) => {
                f64::MIN_POSITIVE
            }
            0.0 => -f64::MIN_POSITIVE,
            inside => inside,
        }
    }

    /// Bounds of what changes its sign when a watched one changes.
    pub(super) fn enclose(&self, root: usize, crossing: IntervalDual) -> Enclosure {
        let relation = &self.list[self.watched[root]];
        let mut bounds = crossing;
        if relation.kind.rounds() {
            let [low, high] = [relation.floor, relation.floor + 1.0]
                .map(|level| IntervalDual::constant(Interval::point(level)));
            bounds = (crossing - low) * (high - crossing);
        }
        let IntervalDual { value, slope } = bounds;
        Enclosure { value: [value.lo, value.hi], slope: [slope.lo, slope.hi] }
    }

    /// An event begins: these roots changed their signs, and the time of some relations has come. It is an error if the times
    /// of one come closer and closer to each other: the next would be lost in rounding.
    pub(super) fn begin_event(&mut self, t: f64, roots: &[Crossing]) -> Result<(), ZenoBehavior> {
        self.list.iter_mut().for_each(|relation| relation.told = None);
        for found in roots {
            let relation = &mut self.list[self.watched[found.root]];
            if !relation.kind.rounds() {
                relation.told = Some(found.to);
            } else if found.to < 0 {
                // The root function is positive inside of a unit. What leaves it does so through the nearer end.
                let way = if relation.crossing >= relation.floor + 0.5 { 1 } else { -1 };
                relation.floor += f64::from(way);
                relation.told = Some(way);
            }
        }
        for &number in &self.timed {
            let relation = &mut self.list[number];
            if let Some(NextCrossing { way: Some(way), strict, .. }) =
                relation.due.take_if(|due| due.time <= t)
            {
                relation.passed = strict.then_some((way, relation.crossing.round()));
                relation.pulse.add_event(t, true);
                let RuntimeRelation { pulse, .. } = relation;
                if pulse.is_shrinking() && pulse.interval() < SOON * t.abs().max(1.0) {
                    let (limit, interval) = (pulse.limit(), pulse.interval());
                    return Err(ZenoBehavior { limit, interval, relation: number });
                }
            }
        }
        Ok(())
    }

    /// At initialization every relation means what it says. True if one changed.
    pub(super) fn initialize(&mut self, values: &mut [f64]) -> bool {
        let mut changed = false;
        for relation in &mut self.list {
            relation.told = None;
            relation.floor = relation.unit(relation.crossing);
            if let Some(slot) = relation.slot {
                let value = relation.kind.value(relation.crossing, relation.crossing.floor());
                changed |= values[slot] != value;
                values[slot] = value;
            }
        }
        changed
    }

    /// Relations that are not where their values say, with the values they should have. What has no value of its own is
    /// brought up to date.
    pub(super) fn inconsistent_relations(&mut self, values: &[f64]) -> Vec<RelationChange> {
        let mut wrong = Vec::new();
        for (number, relation) in self.list.iter_mut().enumerate() {
            relation.doubt();
            let old = relation.slot.map_or(0.0, |slot| values[slot]);
            let (floor, value) = relation.decide(old, values);
            match relation.slot {
                Some(slot) if value != old => wrong.push(RelationChange { number, slot, value, floor }),
                _ => relation.floor = floor,
            }
        }
        wrong
    }

    /// How far from their edges relations are that are on the wrong side, relative to what is usual.
    pub(super) fn inconsistency(&self, wrong: &[RelationChange]) -> f64 {
        let far = wrong.iter().map(|change| {
            let relation = &self.list[change.number];
            if relation.kind.rounds() { f64::INFINITY } else { relation.crossing.abs() / relation.size }
        });
        far.fold(0.0, f64::max)
    }

    /// Takes relations that are on the wrong side to be on their edges.
    pub(super) fn accept_at_threshold(&mut self, wrong: &[RelationChange]) {
        for change in wrong {
            let relation = &mut self.list[change.number];
            relation.margin =
                relation.margin.max((WIDER * relation.crossing.abs()).min(BLUR * relation.size));
            relation.told = None;
        }
    }

    /// Gives relations other values.
    pub(super) fn change(&mut self, changes: &[RelationChange], values: &mut [f64]) {
        for change in changes {
            values[change.slot] = change.value;
            self.list[change.number].floor = change.floor;
        }
    }

    /// What tells apart the modes of a model.
    pub(super) fn mode_key(&self, values: &[f64]) -> Box<[u64]> {
        let slots = self.list.iter().filter_map(|relation| relation.slot);
        slots.map(|slot| values[slot].to_bits()).collect()
    }

    /// Finds when relations that follow from time will change. What is discrete has its new values.
    pub(super) fn schedule(&mut self, time: usize, values: &mut [f64], calls: &mut dyn Calls) {
        for &number in &self.timed {
            let relation = &mut self.list[number];
            let Some(mut time_crossing) = relation.time_crossing.take() else { continue };
            let edges = relation.edges(values);
            relation.due = time_crossing.find(&edges, (time, self.stop), values, calls, &mut self.gaps);
            relation.time_crossing = Some(time_crossing);
        }
    }

    /// The relation that changes next of those that follow from time.
    pub(super) fn next_time_event(&self) -> Option<usize> {
        let due = self.timed.iter().filter_map(|&number| Some((self.list[number].due?.time, number)));
        due.min_by(|a, b| a.0.total_cmp(&b.0)).map(|due| due.1)
    }

    /// When the next relation changes that follows from time.
    pub(super) fn next(&self) -> Option<f64> {
        let due = self.timed.iter().filter_map(|&number| self.list[number].due);
        due.map(|due| due.time).min_by(f64::total_cmp)
    }
}

pub(super) fn is_known(role: VariableRole) -> bool {
    matches!(role, VariableRole::Constant | VariableRole::Parameter | VariableRole::Free)
}

/// The size that is usual for some of them, leaving out what does not change.
pub(super) fn size(dae: &Dae, parts: &[VariableId]) -> f64 {
    let unknown = parts.iter().filter(|part| !is_known(dae.roles[part.at()]));
    let size = unknown.map(|&part| nominal(dae, part)).fold(0.0, f64::max);
    if size == 0.0 { 1.0 } else { size }
}
