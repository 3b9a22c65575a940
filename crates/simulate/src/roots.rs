//! Where root functions change their sign within a step.
//!
//! The sign that each function had last is remembered, so that one change is found once: neither rounding at the point
//! where a root was found nor values that are made consistent there can bring it back.

mod sample;
mod scan;
mod trail;

use crate::consistent::troubled;
use crate::proofs::CrossingProofs;
use crate::zeno::ZenoDetector;
use crate::{
    Crossing, HybridDae, IntegrationFailure, IntegrationFailureKind, IntegrationResult, Integrator,
    Statistics,
};
use sample::MAX_REFINEMENTS;
use trail::RootTrail;

/// So near to the stop time, relative to it, something happens at it.
const LAST: f64 = 1e-12;

pub(crate) struct RootFinder {
    /// The sign of each function as it was told last.
    signs: Vec<i8>,
    /// The side that zero counts to, or 0.
    zero: Vec<i8>,
    /// Whether it was clearly away from zero since its last event.
    armed: Vec<bool>,
    /// Below this a value of a function that has just changed its sign says nothing.
    noise: Vec<f64>,
    /// So far on the other side a function may be that has been near zero since the last event.
    band: Vec<f64>,
    /// Values at the ends of the bracket, in its middle, aside from that and at a trial.
    low: Vec<f64>,
    high: Vec<f64>,
    middle: Vec<f64>,
    aside: Vec<f64>,
    trial: Vec<f64>,
    y: Vec<f64>,
    yp: Vec<f64>,
    /// What was found.
    pub(crate) found: Vec<Crossing>,
    zeno: ZenoDetector,
    proofs: CrossingProofs,
    /// The values where the step begins.
    first: Vec<f64>,
    /// The functions that points are looked at for, because bounds do not tell enough of them.
    sampled: Vec<bool>,
    trail: RootTrail,
    /// How many pieces may be looked at more closely in this step, and in every step; fewer where that was in vain.
    refinements: u32,
    most_refinements: u32,
    /// Whether something in this step was not proven, and how many steps there were like that.
    open: bool,
    unproven: u64,
    evaluations: u64,
}

impl RootFinder {
    pub(crate) fn new(system: &dyn HybridDae) -> RootFinder {
        let (m, n) = (system.root_count(), system.size());
        RootFinder {
            signs: vec![0; m],
            zero: (0..m).map(|root| system.zero_side(root).unwrap_or(0)).collect(),
            armed: vec![false; m],
            noise: vec![0.0; m],
            band: vec![0.0; m],
            low: vec![0.0; m],
            high: vec![0.0; m],
            middle: vec![0.0; m],
            aside: vec![0.0; m],
            trial: vec![0.0; m],
            y: vec![0.0; n],
            yp: vec![0.0; n],
            found: Vec::new(),
            zeno: ZenoDetector::new(m),
            proofs: CrossingProofs::new(m),
            first: vec![0.0; m],
            sampled: vec![false; m],
            trail: RootTrail::new(m),
            refinements: 0,
            most_refinements: MAX_REFINEMENTS,
            open: false,
            unproven: 0,
            evaluations: 0,
        }
    }

    /// Adds what was done to the statistics.
    pub(crate) fn count(&mut self, statistics: &mut Statistics) {
        statistics.roots += std::mem::take(&mut self.evaluations);
        statistics.unproven += std::mem::take(&mut self.unproven);
    }

    /// Takes the signs as they are at the start.
    pub(crate) fn start(
        &mut self,
        system: &mut dyn HybridDae,
        t: f64,
        y: &[f64],
        yp: &[f64],
    ) -> IntegrationResult {
        self.evaluate(system, t, y, yp)?;
        std::mem::swap(&mut self.low, &mut self.trial);
        for (sign, g) in self.signs.iter_mut().zip(&self.low) {
            *sign = sign_of(*g);
        }
        Ok(())
    }

    /// Compares with the values at an event as far as it has been dealt with, and says whether signs have changed.
    /// A function that has crossed zero at this instant and is still as near to it as rounding explains keeps the
    /// sign that was told.
    pub(crate) fn update_signs(
        &mut self,
        system: &mut dyn HybridDae,
        t: f64,
        y: &[f64],
        yp: &[f64],
    ) -> IntegrationResult<bool> {
        self.found.clear();
        if self.signs.is_empty() {
            return Ok(false);
        }
        self.evaluate(system, t, y, yp)?;
        std::mem::swap(&mut self.low, &mut self.trial);
        self.trail.clear();
        self.proofs.reset_budget();
        for i in 0..self.signs.len() {
            let (to, far, margin) = (sign_of(self.low[i]), self.low[i].abs(), system.margin(i));
            let noise = self.noise[i];
            if to != self.signs[i] && far > noise.max(margin) {
                self.tell(i, to);
                self.noise[i] = 0.0;
            }
            // To be exactly on the edge is no rounding: a block at rest moves as soon as it moves at all. But what has just
            // crossed zero is on its way, and may be zero for a moment because its digits end there.
            self.band[i] = if far <= margin && (far > 0.0 || noise > 0.0) { margin } else { 0.0 };
            // What the system takes for negative must be found when it becomes positive, whatever its last bit says. It may
            // not follow what was told because values that are made consistent differ from those that were interpolated.
            let Some(side) = system.side(i) else { continue };
            if far <= margin {
                self.signs[i] = side;
            } else if far <= noise && side != self.signs[i] {
                // A value that is on that side itself is no noise, and a function that jumps would never leave it.
                (self.signs[i], self.band[i]) = (side, if to == side { 0.0 } else { noise });
            }
        }
        Ok(!self.found.is_empty())
    }

    /// The values at an event have been made consistent and nothing else: what that changes is noise.
    pub(crate) fn measure(
        &mut self,
        system: &mut dyn HybridDae,
        t: f64,
        y: &[f64],
        yp: &[f64],
    ) -> IntegrationResult {
        self.evaluate(system, t, y, yp)?;
        for crossing in &self.found {
            let i = crossing.root;
            self.noise[i] = self.noise[i].max(10.0 * (self.trial[i] - self.high[i]).abs());
        }
        Ok(())
    }

    fn tell(&mut self, root: usize, to: i8) {
        self.found.push(Crossing { root, from: self.signs[root], to });
        self.signs[root] = to;
        self.armed[root] = false;
    }

    /// The time of the first change of a sign after `from` within the last step of the integrator, up to `to`. The
    /// functions that change there are in `found`, and from now on have the new sign.
    pub(crate) fn search(
        &mut self,
        system: &mut dyn HybridDae,
        integrator: &dyn Integrator,
        from: f64,
        to: f64,
    ) -> IntegrationResult<Option<f64>> {
        self.found.clear();
        self.noise.fill(0.0);
        if self.signs.is_empty() {
            return Ok(None);
        }
        for i in 0..self.signs.len() {
            self.armed[i] |= self.low[i].abs() > system.margin(i);
        }
        self.open = false;
        self.proofs.begin_step();
        self.refinements = self.most_refinements;
        let bracket = self.bracket(system, integrator, (from, to))?;
        self.unproven += u64::from(self.open);
        self.most_refinements = match self.refinements {
            0 => (self.most_refinements / 8).max(1),
            _ => (2 * self.most_refinements).min(MAX_REFINEMENTS),
        };
        let Some((mut low, mut high)) = bracket else {
            self.leave();
            return Ok(None);
        };
        // Illinois: secants, where the value at an end that stays is halved each time so that the end will move.
        let tolerance = 8.0 * f64::EPSILON * low.abs().max(high.abs());
        let (mut side, mut halved) = (0, [1.0, 1.0]);
        while high - low > tolerance {
            let t = self.guess(low, high, halved).clamp(low + 0.5 * tolerance, high - 0.5 * tolerance);
            if t <= low || t >= high {
                break;
            }
            self.at(system, integrator, t)?;
            let now = usize::from(self.changed(&self.trial));
            if now == 1 {
                high = t;
                std::mem::swap(&mut self.high, &mut self.trial);
            } else {
                low = t;
                std::mem::swap(&mut self.low, &mut self.trial);
            }
            halved[now] = 1.0;
            halved[1 - now] = if side == now + 1 { 0.5 * halved[1 - now] } else { 1.0 };
            side = now + 1;
        }
        for i in 0..self.signs.len() {
            if self.crossed(i, self.high[i]) {
                self.tell(i, sign_of(self.high[i]));
                self.noise[i] = 100.0 * self.low[i].abs().max(self.high[i].abs());
            }
        }
        if self.found.iter().any(|crossing| crossing.to == 0) {
            self.leave_zero(system, integrator, high)?;
        }
        self.low.copy_from_slice(&self.high);
        self.trail.clear();
        Ok(Some(high))
    }

    /// Functions that are exactly zero where others have reached zero are on their way too, if only zero does not count to the
    /// side that they go to: what happens to `x > y` and `x >= y` happens at once.
    fn leave_zero(
        &mut self,
        system: &mut dyn HybridDae,
        integrator: &dyn Integrator,
        t: f64,
    ) -> IntegrationResult {
        self.at(system, integrator, t + LAST * t.abs().max(integrator.t() - integrator.previous()))?;
        for i in 0..self.signs.len() {
            let to = sign_of(self.trial[i]);
            if self.high[i] != 0.0 || to == 0 {
                continue;
            }
            match self.found.iter_mut().find(|crossing| crossing.root == i) {
                Some(found) if found.from != to => (found.to, self.signs[i]) = (to, to),
                None if self.signs[i] == -to => self.tell(i, to),
                _ => {}
            }
        }
        self.found.sort_unstable_by_key(|crossing| crossing.root);
        Ok(())
    }

    /// Whether what was found happens before the end of everything. As near to it as rounding explains it happens at the end,
    /// and functions that are zero there, of which zero counts to the side that they come from, have not changed: these are
    /// dropped from what was found.
    pub(crate) fn is_before_end(&mut self, system: &dyn HybridDae, t: f64, stop: f64) -> bool {
        if t >= stop - LAST * stop.abs() {
            self.found.retain(|crossing| system.zero_side(crossing.root) != Some(crossing.from));
        }
        !self.found.is_empty()
    }

    /// Whether functions change their signs at the end of everything, as near after it as rounding explains: an event
    /// that falls on the stop time happens, if zero counts to the side that they go to.
    pub(crate) fn changes_after_end(
        &mut self,
        system: &mut dyn HybridDae,
        integrator: &dyn Integrator,
        stop: f64,
    ) -> IntegrationResult<Option<f64>> {
        if self.signs.is_empty() {
            return Ok(None);
        }
        self.at(system, integrator, stop + LAST * stop.abs())?;
        if !self.changed(&self.trial) {
            return Ok(None);
        }
        for i in 0..self.signs.len() {
            let to = sign_of(self.trial[i]);
            if self.crossed(i, self.trial[i]) && system.zero_side(i).is_none_or(|zero| zero == to) {
                self.noise[i] = 100.0 * self.trial[i].abs().max(self.low[i].abs());
                self.tell(i, to);
            }
        }
        Ok((!self.found.is_empty()).then_some(stop))
    }

    /// Where the first function that changes may do so.
    fn guess(&self, low: f64, high: f64, halved: [f64; 2]) -> f64 {
        let mut part: f64 = 1.0;
        for i in 0..self.signs.len() {
            if self.crossed(i, self.high[i]) {
                let shift = f64::from(self.signs[i]) * self.band[i];
                let (a, b) = ((self.low[i] + shift) * halved[0], (self.high[i] + shift) * halved[1]);
                part = part.min(if a * b < 0.0 { a / (a - b) } else { 0.5 });
            }
        }
        low + part * (high - low)
    }

    fn changed(&self, values: &[f64]) -> bool {
        values.iter().enumerate().any(|(i, g)| self.crossed(i, *g))
    }

    /// Whether a function has left the side it was on. Zero may count to the other side: what reaches a limit stays there. Of
    /// what has been near zero since its last event it is chance to be zero to the last bit.
    fn crossed(&self, i: usize, g: f64) -> bool {
        match self.signs[i] {
            0 => g.abs() > self.band[i],
            sign => {
                g * f64::from(sign) < -self.band[i] || (g == 0.0 && self.armed[i] && self.zero[i] == -sign)
            }
        }
    }

    /// What is clearly on its side is watched exactly from now on.
    fn leave(&mut self) {
        for i in 0..self.band.len() {
            if self.low[i] * f64::from(self.signs[i]) > self.band[i] {
                self.band[i] = 0.0;
            }
        }
    }

    fn at(&mut self, system: &mut dyn HybridDae, integrator: &dyn Integrator, t: f64) -> IntegrationResult {
        integrator.interpolate(t, &mut self.y, &mut self.yp);
        self.evaluations += 1;
        let made = system.roots(t, &self.y, &self.yp, &mut self.trial);
        made.map_err(|trouble| troubled(trouble, t))?;
        for (root, (g, &sign)) in self.trial.iter().zip(&self.signs).enumerate() {
            self.zeno.record_value(root, g * f64::from(sign));
        }
        self.finite(t)
    }

    /// What was found is an event. It is an error if events come closer and closer to each other.
    pub(crate) fn record_event(&mut self, system: &dyn HybridDae, t: f64) -> IntegrationResult {
        self.zeno.record_event(t, &self.found, |root| system.margin(root))
    }

    /// The event is over; `changed` says whether something other than the functions themselves changed at it, `thrown`
    /// whether differential unknowns did.
    pub(crate) fn end_event(&mut self, changed: bool, thrown: bool) {
        self.zeno.end_event(changed, thrown);
    }

    fn evaluate(&mut self, system: &mut dyn HybridDae, t: f64, y: &[f64], yp: &[f64]) -> IntegrationResult {
        self.evaluations += 1;
        system.roots(t, y, yp, &mut self.trial).map_err(|trouble| troubled(trouble, t))?;
        self.finite(t)
    }

    fn finite(&self, t: f64) -> IntegrationResult {
        match self.trial.iter().position(|g| g.is_nan()) {
            Some(root) => Err(IntegrationFailure::new(IntegrationFailureKind::Root, t, 0.0).row(Some(root))),
            None => Ok(()),
        }
    }
}

fn sign_of(g: f64) -> i8 {
    if g > 0.0 {
        1
    } else if g < 0.0 {
        -1
    } else {
        0
    }
}
