//! From one time to another, with events on the way.

use crate::chatter::ChatterDetector;
use crate::consistent::{ConsistentSolver, troubled};
use crate::failure::{IntegrationFailure, IntegrationFailureKind, IntegrationResult};
use crate::roots::RootFinder;
use crate::{Enclosure, Event, EventResponse, HybridDae, Integrator};

/// How many rounds of events at one instant are allowed.
const MAX_ROUNDS: usize = 1000;

/// In so many pieces of a step at most it is looked whether what the system asserts holds.
const MAX_ASSERTION_PIECES: usize = 512;

/// Pieces of a step that are shorter than this, relative to the time, are not looked at.
const SHORTEST: f64 = 1e-12;

/// Is told how the simulation goes on, and may end it.
pub trait StepObserver {
    /// The solution is known from `from` to `to` and will not change: ask the integrator for any time between them, and
    /// the system to record it.
    fn advance(
        &mut self,
        system: &mut dyn HybridDae,
        integrator: &dyn Integrator,
        from: f64,
        to: f64,
    ) -> RunControl {
        let _ = (system, integrator, from, to);
        RunControl::Continue
    }

    /// A step is over, and nothing happens at its end. Whoever stops here may go on from here in another run, which knows nothing
    /// of events that were still to be dealt with.
    fn step(&mut self, integrator: &dyn Integrator) -> RunControl {
        let _ = integrator;
        RunControl::Continue
    }

    /// An event is about to be dealt with at a time that was advanced to.
    fn leave(&mut self, system: &mut dyn HybridDae, integrator: &dyn Integrator, t: f64) -> RunControl {
        let _ = (system, integrator, t);
        RunControl::Continue
    }

    /// The values at the start, and those after each event.
    fn event(&mut self, system: &mut dyn HybridDae, t: f64, y: &[f64], yp: &[f64]) -> RunControl {
        let _ = (system, t, y, yp);
        RunControl::Continue
    }
}

/// Nobody watches.
impl StepObserver for () {}

/// Whether to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunControl {
    /// Go on.
    Continue,
    /// End the simulation here, in good order.
    Stop,
}

/// Why a simulation ended in good order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunEnd {
    /// The stop time was reached.
    Time,
    /// The system asked for it with [`EventResponse::Stop`].
    System,
    /// The watch asked for it.
    Watch,
    /// The system is better described by other unknowns from here on; what is to follow is another run.
    Stale,
}

/// Simulates from `start` to `stop`. `y` and `yp` are guesses at first: differential unknowns are kept, the rest is made
/// consistent; at the end they are the values reached, also if the simulation fails.
pub fn run(
    system: &mut dyn HybridDae,
    integrator: &mut dyn Integrator,
    (start, stop): (f64, f64),
    (y, yp): (&mut [f64], &mut [f64]),
    watch: &mut dyn StepObserver,
) -> IntegrationResult<RunEnd> {
    check(system, integrator, (start, stop), (y, yp))?;
    let mut values = ConsistentSolver::new(system, integrator.options());
    values.solve(system, start, y, yp, integrator.statistics_mut())?;
    let mut roots = RootFinder::new(system);
    roots.start(system, start, y, yp)?;
    let chatter = ChatterDetector::new(system.root_count(), start, stop);
    let before = y.to_vec();
    let (next, assertion_pieces) = (None, MAX_ASSERTION_PIECES);
    let max_step = integrator.options().max_step;
    let mut run = RunLoop {
        system,
        integrator,
        values,
        roots,
        chatter,
        before,
        y,
        yp,
        stop,
        max_step,
        next,
        assertion_pieces,
    };
    let end = run.integrate(start, watch);
    run.roots.count(run.integrator.statistics_mut());
    end
}

struct RunLoop<'a> {
    system: &'a mut dyn HybridDae,
    integrator: &'a mut dyn Integrator,
    values: ConsistentSolver,
    roots: RootFinder,
    chatter: ChatterDetector,
    /// The unknowns as they were before the last event.
    before: Vec<f64>,
    y: &'a mut [f64],
    yp: &'a mut [f64],
    stop: f64,
    /// The longest step that the integrator was made for.
    max_step: f64,
    /// The next time at which the system changes by itself.
    next: Option<f64>,
    /// How many pieces of the next step are looked at for what the system asserts.
    assertion_pieces: usize,
}

impl RunLoop<'_> {
    fn integrate(&mut self, start: f64, watch: &mut dyn StepObserver) -> IntegrationResult<RunEnd> {
        if watch.event(self.system, start, self.y, self.yp) == RunControl::Stop {
            return Ok(RunEnd::Watch);
        }
        if start == self.stop {
            return Ok(RunEnd::Time);
        }
        self.begin(start)?;
        while self.integrator.t() < self.stop {
            self.next = self.system.next_time(self.integrator.t());
            let limit = self.limit();
            self.shorten();
            let stepped = self.integrator.step(self.system, limit);
            self.read(self.integrator.t());
            stepped?;
            if let Some(end) = self.pieces(watch)? {
                return Ok(end);
            }
            let t = self.integrator.t();
            if t < self.stop && self.system.stale(t, self.integrator.y()) {
                self.read(t);
                return Ok(RunEnd::Stale);
            }
        }
        Ok(RunEnd::Time)
    }

    /// Lets no step be longer than the system allows at present.
    fn shorten(&mut self) {
        let longest = self.system.longest_step().max(f64::MIN_POSITIVE);
        self.integrator.pace_mut().options.max_step = self.max_step.min(longest);
    }

    fn limit(&self) -> f64 {
        let t = self.integrator.t();
        self.next.filter(|&next| next > t).map_or(self.stop, |next| next.min(self.stop))
    }

    /// Goes through the last step from event to event.
    fn pieces(&mut self, watch: &mut dyn StepObserver) -> IntegrationResult<Option<RunEnd>> {
        let to = self.integrator.t();
        let mut from = self.integrator.previous();
        loop {
            let mut crossed = self.roots.search(self.system, self.integrator, from, to)?;
            if to == self.stop {
                crossed = crossed.filter(|&t| self.roots.is_before_end(self.system, t, to));
                crossed = match crossed {
                    None => self.roots.changes_after_end(self.system, self.integrator, to)?,
                    found => found,
                };
            }
            let t = crossed.unwrap_or(to);
            self.hand_over(from, t)?;
            // What is recorded is what the step was computed with, so the system has not been told of it yet.
            if watch.advance(self.system, self.integrator, from, t) == RunControl::Stop {
                self.read(t);
                return Ok(Some(RunEnd::Watch));
            }
            self.remember(from, t)?;
            let timed = t == to && self.next == Some(to);
            let quiet = crossed.is_none() && !timed;
            self.accept(from, t, quiet)?;
            if quiet {
                let stops = watch.step(self.integrator) == RunControl::Stop;
                return Ok(stops.then_some(RunEnd::Watch));
            }
            self.chatter.record_event(t, &self.roots.found)?;
            self.roots.record_event(self.system, t)?;
            if watch.leave(self.system, self.integrator, t) == RunControl::Stop {
                self.read(t);
                return Ok(Some(RunEnd::Watch));
            }
            let action = self.event(t, timed)?;
            self.roots.end_event(self.system.changed(), self.thrown());
            self.judge(t)?;
            if watch.event(self.system, t, self.y, self.yp) == RunControl::Stop {
                return Ok(Some(RunEnd::Watch));
            }
            match action {
                EventResponse::Stop => return Ok(Some(RunEnd::System)),
                EventResponse::Resume if t == to => return Ok(None),
                EventResponse::Resume => from = t,
                EventResponse::Restart | EventResponse::Repeat => {
                    if t < self.stop {
                        self.begin(t)?;
                    }
                    return Ok(None);
                }
            }
        }
    }

    /// Gives the system what was accepted, at any time within a piece of a step.
    fn hand_over(&mut self, from: f64, to: f64) -> IntegrationResult {
        let RunLoop { system, integrator, .. } = self;
        let mut slopes = Vec::new();
        let mut solution = |t: f64, y: &mut [f64]| {
            if t == integrator.t() {
                y.copy_from_slice(integrator.y());
            } else {
                slopes.resize(y.len(), 0.0);
                integrator.interpolate(t, y, &mut slopes);
            }
        };
        system.accept_piece((from, to), &mut solution).map_err(|trouble| troubled(trouble, to))
    }

    /// Tells the system of what was accepted, at some points of a step.
    fn remember(&mut self, from: f64, to: f64) -> IntegrationResult {
        let points = self.system.remembers();
        for part in 1..=points {
            let inner = from + (to - from) * f64::from(part) / f64::from(points);
            let t = if part == points { to } else { inner };
            self.integrator.interpolate(t, self.y, self.yp);
            self.system.accept(t, self.y).map_err(|trouble| troubled(trouble, t))?;
        }
        if points > 0 {
            self.read(self.integrator.t());
        }
        Ok(())
    }

    /// Deals with all that happens at one instant. Afterwards the system has been told each change of a sign once.
    fn event(&mut self, t: f64, timed: bool) -> IntegrationResult<EventResponse> {
        let counts = self.integrator.statistics_mut();
        counts.time_events += u64::from(timed);
        counts.root_events += u64::from(!self.roots.found.is_empty());
        self.read(t);
        self.before.copy_from_slice(self.y);
        if self.system.differential().iter().any(|&differential| !differential) {
            self.polish(t)?;
        }
        let mut restart = false;
        for round in 0..MAX_ROUNDS {
            let event = Event { t, timed: timed && round == 0, roots: &self.roots.found, round };
            let action =
                self.system.event(&event, self.y, self.yp).map_err(|trouble| troubled(trouble, t))?;
            match action {
                EventResponse::Stop => return Ok(EventResponse::Stop),
                EventResponse::Resume if !restart => return Ok(EventResponse::Resume),
                _ => restart = true,
            }
            self.values.solve(self.system, t, self.y, self.yp, self.integrator.statistics_mut())?;
            let more = self.roots.update_signs(self.system, t, self.y, self.yp)?;
            if !more && action != EventResponse::Repeat {
                return Ok(EventResponse::Restart);
            }
        }
        let root = self.roots.found.first().map(|crossing| crossing.root);
        Err(IntegrationFailure::new(IntegrationFailureKind::EventLoop, t, 0.0).row(root))
    }

    /// Whether the last event gave other values to unknowns that are continuous between events.
    fn thrown(&self) -> bool {
        let pairs = self.before.iter().zip(self.y.iter()).zip(self.system.differential());
        pairs.into_iter().any(|((before, now), &differential)| differential && before != now)
    }

    /// A piece of the solution is accepted. If what the system asserts does not hold within it, the first time is searched
    /// for at which it does not. At an event its end is looked at when that is over.
    fn accept(&mut self, from: f64, to: f64, quiet: bool) -> IntegrationResult {
        let mut begin = from;
        while let Some((mut low, mut high)) = self.first_violation(begin, to, quiet) {
            while high - low > 1e-12 * (to.abs() + high - from) {
                let middle = 0.5 * (low + high);
                if middle <= low || middle >= high {
                    break;
                }
                self.read(middle);
                let holds = self.system.holds(middle, self.y, self.yp);
                *(if holds { &mut low } else { &mut high }) = middle;
            }
            self.read(high);
            self.judge(high)?;
            // What is told once need not hold any more, but something else must, at this time and later.
            begin = high;
        }
        Ok(())
    }

    /// The first time within a piece of the solution at which something that the system asserts does not hold, between two
    /// times. The end is looked at, and the middles of shorter and shorter pieces as long as bounds do not prove that it
    /// holds all over them.
    fn first_violation(&mut self, from: f64, to: f64, quiet: bool) -> Option<(f64, f64)> {
        let (mut todo, mut found) = (vec![(from, to)], None);
        let limit = if self.integrator.options().search { self.assertion_pieces } else { 0 };
        for _ in 0..limit {
            let Some((from, to)) = todo.pop() else { break };
            let (middle, width) = (from + 0.5 * (to - from), to - from);
            let reach = 0.5 * width * (1.0 + 1e-12);
            let integrator = &*self.integrator;
            let unknown = |number: usize| Enclosure::of_polynomial(&integrator.taylor(middle, number), reach);
            if width <= SHORTEST * to.abs() || self.system.surely_holds((from, to), &unknown) {
                continue;
            }
            self.read(middle);
            if self.system.holds(middle, self.y, self.yp) {
                // The first half comes first.
                todo.push((middle, to));
            } else {
                // What is later does not matter any more.
                todo.clear();
                found = Some((from, middle));
            }
            todo.push((from, middle));
        }
        // What cannot be proven is counted, and not tried for long in the next step.
        self.integrator.statistics_mut().unproven += u64::from(!todo.is_empty());
        self.assertion_pieces =
            if todo.is_empty() { (2 * limit).min(MAX_ASSERTION_PIECES) } else { (limit / 8).max(1) };
        self.read(to);
        found.or_else(|| (quiet && !self.system.holds(to, self.y, self.yp)).then_some((from, to)))
    }

    /// Tells the system if what it asserts does not hold at the values in `y` and `yp`.
    fn judge(&mut self, t: f64) -> IntegrationResult {
        if self.system.holds(t, self.y, self.yp) {
            return Ok(());
        }
        self.system.violated(t, self.y, self.yp).map_err(|trouble| troubled(trouble, t))
    }

    /// Replaces the interpolated algebraic values by consistent ones, if there are any before the event.
    fn polish(&mut self, t: f64) -> IntegrationResult {
        if self.values.solve(self.system, t, self.y, self.yp, self.integrator.statistics_mut()).is_err() {
            self.read(t);
        }
        self.roots.measure(self.system, t, self.y, self.yp)
    }

    /// Takes the values at a time within the last step.
    fn read(&mut self, t: f64) {
        if t == self.integrator.t() {
            self.y.copy_from_slice(self.integrator.y());
            self.yp.copy_from_slice(self.integrator.yp());
        } else {
            self.integrator.interpolate(t, self.y, self.yp);
        }
    }

    fn begin(&mut self, t: f64) -> IntegrationResult {
        let next = self.system.next_time(t).filter(|&next| next > t);
        let limit = next.map_or(self.stop, |next| next.min(self.stop));
        self.shorten();
        self.integrator.start(self.system, t, self.y, self.yp, limit)
    }
}

fn check(
    system: &dyn HybridDae,
    integrator: &dyn Integrator,
    (start, stop): (f64, f64),
    (y, yp): (&[f64], &[f64]),
) -> IntegrationResult {
    let fail = |kind, column| Err(IntegrationFailure::new(kind, start, 0.0).column(column));
    if !(start.is_finite() && stop.is_finite() && start <= stop) {
        return fail(IntegrationFailureKind::Interval, None);
    }
    integrator.options().check(start)?;
    let n = system.size();
    let pattern = system.pattern();
    let sizes = [y.len(), yp.len(), system.differential().len(), system.nominal().len()];
    if sizes.iter().any(|&size| size != n) || pattern.size() != n {
        return fail(IntegrationFailureKind::Shape, None);
    }
    if let Some(column) = system.nominal().iter().position(|&x| !(x > 0.0 && x.is_finite())) {
        return fail(IntegrationFailureKind::Shape, Some(column));
    }
    match y.iter().zip(yp.iter()).position(|(y, yp)| !(y.is_finite() && yp.is_finite())) {
        Some(column) => fail(IntegrationFailureKind::Start, Some(column)),
        None => Ok(()),
    }
}
