//! `spatialDistribution(in0, in1, x, …)`: what is transported, kept where it is and looked up where it comes out
//! (MLS 3.6, 3.7.4.2).
//!
//! Everything that is on its way keeps its distance from everything else, so it is kept by the coordinate in which it does
//! not move, its place less `x`. What goes in is put at one end and what has come out is dropped at the other. A jump is
//! two values at one place. Between the places that are kept values are on a line.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use codegen::{Calls, ComputeStep, Evaluator, Executor, Interpreter};
use dae::Dae;
use equations::{Builtin, Expr, ExprId};

use crate::compile_cache::compile_cached;
use crate::slot_layout::SlotLayout;
use crate::{SimulationError, SimulationResult};

/// The farthest that anything may be moved within one step, the whole way being one: what goes in meanwhile is kept at a
/// few points of each step only.
const FARTHEST: f64 = 0.05;

/// All transports of a model.
#[derive(Default)]
pub(super) struct SpatialDistributions {
    list: Vec<SpatialDistribution>,
    /// What is on its way, for those who ask what comes out.
    now: Rc<RefCell<Vec<TransportProfile>>>,
}

struct SpatialDistribution {
    /// What goes in at both ends, the position, and whether it moves forward.
    code: Interpreter,
}

/// What is on its way: places and values, from the end at 0 to the end at 1.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct TransportProfile {
    points: VecDeque<(f64, f64)>,
    x: f64,
}

impl SpatialDistributions {
    /// The transports of a model, everything having its value of initialization.
    pub(super) fn new(
        dae: &Dae,
        layout: &SlotLayout,
        values: &mut [f64],
        calls: &mut Evaluator,
    ) -> SimulationResult<SpatialDistributions> {
        let (mut list, mut profiles) = (Vec::new(), Vec::new());
        for action in &dae.actions {
            let Expr::Builtin(Builtin::SpatialDistribution, items) = dae.model.exprs.get(action.call) else {
                continue;
            };
            let items = dae.model.exprs.items(items);
            let mut run = |parts: &[ExprId]| -> SimulationResult<(Interpreter, Vec<f64>)> {
                let steps: Vec<ComputeStep> =
                    (0..).zip(parts).map(|(at, &part)| ComputeStep::Output(at, part)).collect();
                let code = compile_cached(layout, dae, &steps)
                    .map_err(|refusal| SimulationError::Refused(None, refusal))?;
                let (mut code, mut outputs) = (Interpreter::new(&code), vec![0.0; parts.len()]);
                code.run(values, &mut outputs, calls as &mut dyn Calls)
                    .map_err(|fault| SimulationError::Fault(None, fault))?;
                Ok((code, outputs))
            };
            let (code, found) = run(&items[..4])?;
            let array = |at: usize| match items.get(at).map(|&item| dae.model.exprs.get(item)) {
                Some(Expr::Array(list)) => Some(dae.model.exprs.items(list)),
                _ => None,
            };
            let places = array(4).map_or(Ok(vec![0.0, 1.0]), |parts| run(parts).map(|ran| ran.1))?;
            let given = array(5).map_or(Ok(vec![0.0; 2]), |parts| run(parts).map(|ran| ran.1))?;
            let first = TransportProfile::new(&places, &given, found[2])
                .map_err(|reason| SimulationError::Profile { origin: action.origin, reason })?;
            list.push(SpatialDistribution { code });
            profiles.push(first);
        }
        let now = Rc::new(RefCell::new(profiles));
        if let Some(carrier) = dae.carrier {
            let profiles = Rc::clone(&now);
            calls.given =
                Some((carrier, Rc::new(move |given, results| answer(&profiles.borrow(), given, results))));
        }
        Ok(SpatialDistributions { list, now })
    }

    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// What is on its way.
    pub(super) fn profiles(&self) -> Vec<TransportProfile> {
        self.now.borrow().clone()
    }

    /// Goes back to what was on its way.
    pub(super) fn restore(&mut self, profiles: Vec<TransportProfile>) {
        *self.now.borrow_mut() = profiles;
    }

    /// Keeps what goes in now, everything being computed.
    pub(super) fn record(&mut self, values: &mut [f64], calls: &mut dyn Calls) -> SimulationResult {
        for (at, transport) in self.list.iter_mut().enumerate() {
            let mut now = [0.0; 4];
            transport
                .code
                .run(values, &mut now, calls)
                .map_err(|fault| SimulationError::Fault(None, fault))?;
            self.now.borrow_mut()[at].advance(&now);
        }
        Ok(())
    }
}

/// Carries out the function that stands for `spatialDistribution` in rows.
fn answer(profiles: &[TransportProfile], given: &[f64], results: &mut [f64]) -> Result<(), String> {
    let (&[number, x, forward, ..], [first, second]) = (given, results) else {
        return Err("`spatialDistribution` has other arguments".to_string());
    };
    let profile = profiles.get(number as usize).ok_or("nothing is transported here")?;
    [*first, *second] = profile.outlets(x, forward != 0.0)?;
    Ok(())
}

impl TransportProfile {
    /// What is on its way at initialization, by places between 0 and 1.
    fn new(places: &[f64], values: &[f64], x: f64) -> Result<TransportProfile, String> {
        if places.len() != values.len() || places.is_empty() {
            return Err(format!("there are {} points for {} values", places.len(), values.len()));
        }
        if let Some(wrong) = places.iter().find(|place| !(0.0..=1.0).contains(*place)) {
            return Err(format!("the point {wrong} does not lie between 0 and 1"));
        }
        if let Some(pair) = places.windows(2).find(|pair| pair[0] > pair[1]) {
            return Err(format!("the point {} follows {}, and points must increase", pair[1], pair[0]));
        }
        let points = places.iter().zip(values).map(|(place, &value)| (place - x, value)).collect();
        Ok(TransportProfile { points, x })
    }

    /// What is at both ends when everything has moved to `x`. What goes in there is what went in last.
    fn outlets(&self, x: f64, forward: bool) -> Result<[f64; 2], String> {
        if (x - self.x).abs() > FARTHEST {
            return Err(format!("the transported quantity would move by {} in one step", x - self.x));
        }
        let ends = [self.points.front(), self.points.back()].map(|end| end.map_or(0.0, |point| point.1));
        Ok(if forward { [ends[0], self.at(1.0 - x, true)] } else { [self.at(-x, false), ends[1]] })
    }

    /// The value at a coordinate that moves along; at a jump the one that comes out first.
    fn at(&self, place: f64, forward: bool) -> f64 {
        let after = self.points.partition_point(|point| point.0 < place || (!forward && point.0 == place));
        let near = |at: usize| self.points.get(at).copied();
        match (after.checked_sub(1).and_then(near), near(after)) {
            (Some((from, low)), Some((to, high))) if to > from => {
                low + (place - from) / (to - from) * (high - low)
            }
            (Some((_, low)), Some((_, high))) => {
                if forward {
                    high
                } else {
                    low
                }
            }
            (Some((_, only)), None) | (None, Some((_, only))) => only,
            (None, None) => 0.0,
        }
    }

    /// Everything has moved; what goes in at the ends, the position and the direction are given.
    fn advance(&mut self, &[in0, in1, x, forward]: &[f64; 4]) {
        let low = x > self.x || (x == self.x && forward != 0.0);
        let (old, new) = if low { (-self.x, -x) } else { (1.0 - self.x, 1.0 - x) };
        self.cut(low, old);
        self.put(low, new, if low { in0 } else { in1 });
        // One beyond the other end is kept, for the line to it.
        let beyond = |point: &(f64, f64)| if low { point.0 >= 1.0 - x } else { point.0 <= -x };
        while self.points.len() > 2 && self.inner(!low, 1).is_some_and(beyond) {
            self.drop(!low);
        }
        self.x = x;
    }

    /// Lets an end be where it is: what lies beyond it has come out.
    fn cut(&mut self, low: bool, end: f64) {
        let beyond = |point: &(f64, f64)| if low { point.0 < end } else { point.0 > end };
        if !self.inner(low, 0).is_some_and(beyond) {
            return;
        }
        let value = self.at(end, low);
        while self.inner(low, 0).is_some_and(beyond) {
            self.drop(low);
        }
        self.push(low, (end, value));
    }

    /// Puts a value at an end. Of several at one place the first and the last count.
    fn put(&mut self, low: bool, end: f64, value: f64) {
        let same = |point: Option<&(f64, f64)>| point.is_some_and(|point| point.0 == end);
        if same(self.inner(low, 0)) {
            if self.inner(low, 0).is_some_and(|point| point.1 == value) {
                return;
            }
            if same(self.inner(low, 1)) {
                self.drop(low);
            }
        }
        self.push(low, (end, value));
    }

    /// A point counted from the low or from the high end.
    fn inner(&self, low: bool, at: usize) -> Option<&(f64, f64)> {
        if low { self.points.get(at) } else { self.points.get(self.points.len().checked_sub(at + 1)?) }
    }

    fn drop(&mut self, low: bool) {
        if low {
            self.points.pop_front()
        } else {
            self.points.pop_back()
        };
    }

    fn push(&mut self, low: bool, point: (f64, f64)) {
        if low { self.points.push_front(point) } else { self.points.push_back(point) }
    }
}
