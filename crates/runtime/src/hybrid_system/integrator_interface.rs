//! What the integrator asks a model: residuals and their derivatives, roots, times to stop at, and what happens at events.

use codegen::Calls;
use enclose::Interval;
use simulate::{Enclosure, Event, EventResponse, HybridDae, Pattern, SystemError, SystemResult};

use super::event_action::SampleTimer;
use super::state_realization::StateRealization;
use super::{AssertionTime, ClockedSystem, HybridSystem};

impl HybridDae for HybridSystem<'_> {
    fn size(&self) -> usize {
        self.forms[self.form].differential.len()
    }

    fn pattern(&self) -> &Pattern {
        &self.forms[self.form].pattern
    }

    fn differential(&self) -> &[bool] {
        &self.forms[self.form].differential
    }

    fn nominal(&self) -> &[f64] {
        &self.forms[self.form].nominal
    }

    fn allow(&mut self, _: &[f64]) {
        self.begun = self.begun.saturating_add(1);
    }

    fn residual(&mut self, t: f64, y: &[f64], yp: &[f64], r: &mut [f64]) -> SystemResult {
        self.attempt(t);
        self.compute(t, y)?;
        let flow = &self.forms[self.form].flow;
        r.copy_from_slice(&flow.outputs[..r.len()]);
        for at in 0..flow.states {
            r[at] = yp[at] - flow.outputs[at];
        }
        Ok(())
    }

    fn jacobian(&mut self, t: f64, y: &[f64], _: &[f64], c: f64, values: &mut [f64]) -> SystemResult {
        self.attempt(t);
        match self.is_closed() {
            true => self.compute(t, y)?,
            false => self.load(t, y),
        }
        let calls = &mut self.calls as &mut dyn Calls;
        let StateRealization { flow, loops, .. } = &mut self.forms[self.form];
        let done = match loops {
            Some(loops) => loops.differentiate(flow, &mut self.values, calls, c, values),
            None => flow.differentiate(&mut self.values, calls, c, values).map(Some),
        };
        match done {
            Ok(Some(())) => Ok(()),
            Ok(None) => self.difference(t, y, c, values),
            Err(error) => Err(self.stumble(error)),
        }
    }

    fn explicit(&self) -> bool {
        self.size() == self.forms[self.form].flow.states
    }

    fn derivatives(&mut self, t: f64, y: &[f64], yp: &mut [f64]) -> SystemResult {
        self.attempt(t);
        self.compute(t, y)?;
        yp.copy_from_slice(&self.forms[self.form].flow.outputs[..yp.len()]);
        Ok(())
    }

    fn stale(&mut self, t: f64, y: &[f64]) -> bool {
        if self.choices.is_none() || self.compute(t, y).is_err() {
            return false;
        }
        self.look()
    }

    fn root_count(&self) -> usize {
        self.relations.watched.len() + self.delays.varying()
    }

    // Those after the relations tell whether what is delayed is between the same jumps: it is, as long as they are positive.

    fn grain(&self, root: usize) -> f64 {
        if root < self.crossings.len() { self.relations.root_noise(root, &self.values) } else { 0.0 }
    }

    fn margin(&self, root: usize) -> f64 {
        if root < self.crossings.len() { self.relations.margin(root) } else { 0.0 }
    }

    fn side(&self, root: usize) -> Option<i8> {
        if root < self.crossings.len() { self.relations.side(root, &self.values) } else { Some(1) }
    }

    fn enclose_roots(
        &mut self,
        piece: (f64, f64),
        unknown: &dyn Fn(usize) -> Enclosure,
        slopes: bool,
        bounds: &mut [Enclosure],
    ) -> bool {
        let Some(known) = &mut self.forms[self.form].root_bounds else { return false };
        let any = known.run(&self.values, self.work, piece, unknown, slopes);
        for (root, bounds) in bounds.iter_mut().enumerate().take(self.crossings.len()) {
            let crossing = if any { known.get(root) } else { None };
            *bounds =
                crossing.map_or(Enclosure::UNBOUNDED, |crossing| self.relations.enclose(root, crossing));
        }
        any
    }

    fn zero_side(&self, root: usize) -> Option<i8> {
        self.crossings.get(root).map_or(Some(-1), |&crossing| self.relations.zero_side(root, crossing))
    }

    fn roots(&mut self, t: f64, y: &[f64], _: &[f64], g: &mut [f64]) -> SystemResult {
        match self.is_closed() || self.delays.is_short(t) {
            true => self.compute(t, y)?,
            false => self.load(t, y),
        }
        let calls = &mut self.calls as &mut dyn Calls;
        let flow = &mut self.forms[self.form].flow;
        let measured = flow.measure(&mut self.values, calls, &mut self.crossings);
        measured.map_err(|error| self.stumble(error))?;
        let (relations, jumps) = g.split_at_mut(self.crossings.len());
        for (root, g) in relations.iter_mut().enumerate() {
            *g = self.relations.root(root, self.crossings[root]);
        }
        self.delays.roots(t, jumps);
        Ok(())
    }

    fn output(&mut self, t: f64, y: &[f64]) -> SystemResult {
        self.record(t, y)
    }

    fn remembers(&self) -> u32 {
        // What is transported is interpolated between these points; loops are only followed.
        if self.transports.is_empty() { u32::from(self.is_closed() || self.is_attentive()) } else { 16 }
    }

    fn accept(&mut self, t: f64, y: &[f64]) -> SystemResult {
        self.compute(t, y)?;
        self.follow(t, false);
        self.keep().map_err(|error| self.stumble(error))?;
        self.accepted = (self.accepted + 1) % self.remembers().max(1);
        if self.accepted > 0 || !self.is_attentive() {
            return Ok(());
        }
        self.run_continuous_actions().map_err(|error| {
            self.fault = Some(error);
            SystemError::Fatal { row: None }
        })
    }

    fn accept_piece(&mut self, piece: (f64, f64), solution: &mut dyn FnMut(f64, &mut [f64])) -> SystemResult {
        self.keep_delayed(piece, solution)
    }

    fn longest_step(&self) -> f64 {
        self.delays.longest_step()
    }

    fn next_time(&self, t: f64) -> Option<f64> {
        // The model asked for its end at the last point that was accepted: nothing more is to follow.
        if self.ended.is_some() {
            return Some(t.next_up());
        }
        let known = self.relations.next().into_iter().chain(self.delays.next(t));
        let ticks = self.clockwork.iter().map(ClockedSystem::next_time).filter(|next| next.is_finite());
        let after = self.samples.iter().map(SampleTimer::time).chain(known).chain(ticks);
        after.filter(|&next| next > t).min_by(f64::total_cmp)
    }

    fn holds(&mut self, t: f64, y: &[f64], _: &[f64]) -> bool {
        if !self.assertions.is_needed() {
            return true;
        }
        // Values that cannot be computed are for the integrator to find.
        if self.evaluate_at(t, y).is_err() {
            self.fault = None;
            return true;
        }
        let calls = &mut self.calls as &mut dyn Calls;
        self.assertions.holds(self.dae, &mut self.values, t, calls)
    }

    fn surely_holds(&mut self, piece: (f64, f64), unknown: &dyn Fn(usize) -> Enclosure) -> bool {
        if !self.assertions.is_needed() {
            return true;
        }
        // What no bounds are known of is looked at where steps end.
        let Some(known) = &mut self.forms[self.form].assertion_bounds else { return true };
        known.run(&self.values, self.work, piece, unknown, false);
        let holds = |at: usize| known.get(at).is_none_or(|bounds| bounds.value == Interval::ONE);
        (0..self.asserted.len()).all(|at| holds(at) || self.assertions.is_reported(self.asserted[at]))
    }

    fn violated(&mut self, t: f64, y: &[f64], _: &[f64]) -> SystemResult {
        self.evaluate_at(t, y)?;
        self.check(AssertionTime::Always).map_err(|error| {
            self.fault = Some(error);
            SystemError::Fatal { row: None }
        })
    }

    fn changed(&self) -> bool {
        self.changed
    }

    fn event(&mut self, event: &Event<'_>, y: &mut [f64], _: &mut [f64]) -> SystemResult<EventResponse> {
        // What follows is no step that was too long.
        self.tried = event.t;
        if event.round == 0 {
            self.retrace(event.t);
        }
        self.compute(event.t, y)?;
        self.changed &= event.round > 0;
        match self.handle_event(event.t, event.roots) {
            Ok(end) => {
                y.copy_from_slice(&self.unknown_values());
                self.events += u64::from(event.round == 0);
                self.follow(event.t, false);
                Ok(if end { EventResponse::Stop } else { EventResponse::Restart })
            }
            Err(error) => {
                self.fault = Some(error);
                Err(SystemError::Fatal { row: None })
            }
        }
    }
}
