//! A circuit over time.
//!
//! The equations are q(y)' + f(t, y) = 0 (see `mna`), which the shared integrator takes as they are. Where a source bends it
//! begins anew: charges and fluxes are kept, and what follows from them is computed again. Unknowns of index two, such as
//! the current of a source in a loop of capacitors, follow from how fast others change, so that a step into the future
//! tells them: Estévez Schwarz (dissertation, Berlin 2000), section 3.6: the implicit Euler method finds them whatever they
//! began with.

mod initial;
mod initial_conditions;
mod jumps;
mod junctions;
mod record;

pub use initial::{ContradictionKind, InitialContradiction, InitialQuantity, guessed};
pub use jumps::PotentialJump;
pub use record::TransientRecord;

use base::geometric_mean;
use simulate::{
    Bdf, ErrorNorm, Event, EventResponse, HybridDae, IntegrationFailure, IntegrationFailureKind,
    IntegrationFormula, IntegratorOptions, Pattern, SystemError, SystemResult, ToleranceReference, run,
};

use crate::mna::{AddedConstraints, CircuitNewton, NewtonTask, OperatingPointError, SAME};
use crate::operating_point::SolutionSearch;
use crate::waveform::after;
use crate::{
    BypassTolerance, Circuit, CircuitElementKind as Element, DeviceFamily, DomainError, Mna, MnaUnknown,
    NetworkGraph,
};
use jumps::TransientJumps;
use record::TransientRecorder;

/// The short step that tells unknowns of index two, as a part of the time to the next bend.
const GLANCE: f64 = 1e-7;

/// The first step after a bend, as a part of the time to the next one.
const FIRST: f64 = 1e-3;
/// The same for steps that are long beside what they may err by: nothing takes the error of the first one away, which is of
/// the first order.
const FITTED_FIRST: f64 = 1e-5;

/// The relative tolerance is relative to the largest swing in the circuit so far, and to at least this part of the largest
/// value.
const SHARE: f64 = 0.01;
/// The part of the tolerance that one step may err by. The tolerance is meant for results, and where something oscillates
/// by itself the errors of all steps add up to one of its phase.
const OSCILLATING: f64 = 0.15;
/// The same where nothing does: in linear circuits and beside junctions, whose voltages are known much better anyway.
const DRIVEN: f64 = 0.5;
/// The same of the trapezoidal rule in linear circuits, which is fitted to what rings but for what is small beside it.
const FITTED: f64 = 0.3;

/// The part of the error of a step that nobody can tell: not even Newton's method, behind an amplifier.
const UNSEEN: f64 = 5e-5;
/// The voltage over which the currents of junctions grow e times, in the cold.
const THERMAL: f64 = 0.02;
/// Channels, whose currents are squares, are so many times less bent.
const CHANNEL: f64 = 10.0;

/// How often the glance may be a hundred times as short, where Newton's method does not converge.
const SHORTER: usize = 4;

/// How often comparisons in formulas may change until the start is found.
const ROUNDS: usize = 20;

/// How near to its edge a switch may be after it has changed without changing again, in volts or amperes.
const MARGIN: f64 = 1e-9;
/// A first correction that is larger, beside the error allowed, is followed by a second one if there are devices.
const QUICK: f64 = 0.02;

/// How derivatives are replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TransientMethod {
    /// Backward differentiation (`method=gear`), up to an order.
    Gear(usize),
    /// The trapezoidal rule (`method=trap`).
    Trapezoidal,
}

impl TransientMethod {
    /// What suits a circuit: the trapezoidal rule where something may swing, because backward differentiation of higher
    /// orders is not stable there and that of lower ones damps it; else backward differentiation up to an order.
    pub fn default_for(circuit: &Circuit, order: usize) -> TransientMethod {
        let swings = circuit.elements.iter().any(|element| matches!(element.kind, Element::Inductor { .. }));
        if swings { TransientMethod::Trapezoidal } else { TransientMethod::Gear(order) }
    }
}

/// What a transient analysis is told.
#[derive(Clone, Debug, PartialEq)]
pub struct TransientSettings {
    /// Results are at most so far apart.
    pub step: f64,
    /// The end.
    pub stop: f64,
    /// From when on results are kept.
    pub start: f64,
    /// The longest step.
    pub longest: f64,
    /// Whether values begin as written, without an operating point.
    pub uic: bool,
    /// How far from an unstable operating point to begin, along what grows, in volts.
    pub kick: f64,
    /// The formula.
    pub method: TransientMethod,
    /// The error allowed, relative to the value.
    pub relative: f64,
    /// The error allowed in volts.
    pub volts: f64,
    /// Devices that hardly move.
    pub latency: BypassTolerance,
    /// Whether charges are conserved; otherwise capacitances multiply the derivatives of voltages.
    pub conserve: bool,
    /// The unknowns that are kept; all if it is empty.
    pub kept: Vec<usize>,
}

impl TransientSettings {
    /// The same with other tolerances: a device may be taken as still only where nobody can tell.
    #[must_use]
    pub fn with_tolerances(self, relative: f64, volts: f64) -> TransientSettings {
        // An exponential whose exponent changes by x errs by x²/2 of itself if it is taken as its tangent.
        let near = THERMAL * geometric_mean(2.0 * UNSEEN * OSCILLATING, relative.min(0.1));
        let latency = BypassTolerance { still: UNSEEN * OSCILLATING * volts, near };
        TransientSettings { relative, volts, latency, ..self }
    }

    /// From zero to a time, with the tolerances of SPICE.
    pub fn new(step: f64, stop: f64) -> TransientSettings {
        let (relative, volts) = (1e-3, 1e-6);
        let settings = TransientSettings {
            step,
            stop,
            start: 0.0,
            longest: stop / 50.0,
            uic: false,
            kick: 0.0,
            method: TransientMethod::Gear(5),
            relative,
            volts,
            latency: BypassTolerance::NONE,
            conserve: true,
            kept: Vec::new(),
        };
        settings.with_tolerances(relative, volts)
    }
}

/// Why there is no transient.
#[derive(Clone, Debug, PartialEq)]
pub enum TransientError {
    /// There is no operating point to begin with.
    Point(OperatingPointError),
    /// No values were found that have the charges and fluxes of `uic`.
    Start(OperatingPointError),
    /// Values that are written for the beginning cannot hold.
    Contradicts(Vec<InitialContradiction>),
    /// The integration does not go on.
    Stuck {
        /// What the integrator says; rows and columns are unknowns.
        failure: IntegrationFailure,
        /// The element that cannot be computed, if that is the reason.
        element: Option<DomainError>,
    },
}

/// What a transient gives, or why it gives nothing.
pub(crate) type TransientResult<T> = Result<T, TransientError>;

/// Simulates a circuit.
///
/// # Errors
/// Why it cannot be simulated.
pub fn transient(
    circuit: &Circuit,
    mna: &mut Mna,
    settings: &TransientSettings,
) -> TransientResult<TransientRecord> {
    let mut y = initial::values(circuit, mna, settings)?;
    let unstable = initial::perturb_unstable_point(circuit, mna, settings, &mut y);
    let mut yp = vec![0.0; y.len()];
    mna.latency = settings.latency;
    let exponential = exponential(circuit);
    if !exponential {
        mna.latency.near *= CHANNEL;
    }
    mna.accept(0.0, &y);
    mna.hold_conditions(0.0, &y);
    let before = mna.evaluations();
    let mut system = TransientSystem::new(circuit, mna, settings);
    let fitted = settings.method == TransientMethod::Trapezoidal && system.mna.is_linear();
    let part = match settings.method {
        _ if fitted => FITTED,
        TransientMethod::Gear(_) if system.mna.is_linear() || exponential => DRIVEN,
        _ => OSCILLATING,
    };
    let options = IntegratorOptions {
        relative: (part * settings.relative).min(0.1),
        absolute: part * settings.volts,
        max_step: settings.longest.min(system.mna.longest()),
        first_part: Some(if fitted { FITTED_FIRST } else { FIRST }),
        max_order: match settings.method {
            TransientMethod::Gear(order) => order.clamp(1, 5),
            TransientMethod::Trapezoidal => 2,
        },
        formula: match settings.method {
            TransientMethod::Gear(_) => IntegrationFormula::Backward,
            TransientMethod::Trapezoidal => IntegrationFormula::Trapezoidal,
        },
        norm: ErrorNorm::Largest,
        reference: if exponential { ToleranceReference::Present } else { ToleranceReference::Swing(SHARE) },
        quick: if system.mna.is_linear() { f64::INFINITY } else { QUICK },
        ..IntegratorOptions::default()
    };
    let mut bdf = Bdf::new(&system, options);
    let mut record = TransientRecorder::new(settings, y.len());
    let mut leaps = TransientJumps::default();
    let mut from = 0.0;
    while let Err(failure) = run(&mut system, &mut bdf, (from, settings.stop), (&mut y, &mut yp), &mut record)
    {
        let domain =
            matches!(failure.kind, IntegrationFailureKind::Domain | IntegrationFailureKind::NotFinite);
        let element = system.undefined.take().filter(|_| domain);
        // Where a formula has no value there is nothing to go on with.
        let formula = |found: DomainError| !matches!(circuit.elements[found.0.at()].kind, Element::Device(_));
        let to = match element {
            Some(found) if formula(found) => None,
            _ => leaps.jump_to_solution(&mut system, &failure, &mut y),
        };
        from = to.ok_or(TransientError::Stuck { failure, element })?;
    }
    let mut recorded = record.finish();
    recorded.jumps = leaps.jumps;
    recorded.unstable = unstable;
    recorded.statistics = *simulate::Integrator::statistics(&bdf);
    recorded.evaluations = mna.evaluations() - before;
    Ok(recorded)
}

/// Whether there are junctions that conduct: a few millivolts are nothing beside a swing of many volts, but change their
/// currents and charges by a quarter, so that a transistor would leave saturation too late.
fn exponential(circuit: &Circuit) -> bool {
    let junctions = [DeviceFamily::Diode, DeviceFamily::Bipolar, DeviceFamily::Jfet];
    circuit.devices.iter().any(|data| junctions.contains(&data.family))
}

/// A circuit as a system for the integrator.
struct TransientSystem<'a> {
    mna: &'a mut Mna,
    newton: CircuitNewton,
    stop: f64,
    conserve: bool,
    pattern: Pattern,
    differential: Vec<bool>,
    judged: Vec<bool>,
    /// One for each potential that counts, else zero.
    voltages: Vec<f64>,
    /// Whether devices may be taken as still.
    latent: bool,
    nominal: Vec<f64>,
    charge: Vec<f64>,
    scratch: Vec<f64>,
    matrix: Vec<f64>,
    undefined: Option<DomainError>,
    /// Whether the start is over.
    started: bool,
}

impl<'a> TransientSystem<'a> {
    fn new(circuit: &Circuit, mna: &'a mut Mna, settings: &TransientSettings) -> TransientSystem<'a> {
        let size = mna.size();
        let anchored = NetworkGraph::new(circuit).anchored();
        let counts = |unknown: &MnaUnknown| match *unknown {
            MnaUnknown::Node(node) => anchored[node.at()],
            MnaUnknown::Inner(..) => true,
            MnaUnknown::Current(element, _) => {
                matches!(circuit.elements[element.at()].kind, Element::Inductor { .. })
            }
            MnaUnknown::CapacitorCurrent(_) | MnaUnknown::Rate(_) => false,
        };
        let sizes = |unknown: &MnaUnknown| match unknown {
            MnaUnknown::Node(_) | MnaUnknown::Inner(..) | MnaUnknown::Rate(_) => 1.0,
            MnaUnknown::Current(element, _)
                if matches!(circuit.elements[element.at()].kind, Element::Inductor { .. }) =>
            {
                1e-3
            }
            // What follows from others, and from how fast they change, has the last digits of all of them.
            MnaUnknown::Current(..) | MnaUnknown::CapacitorCurrent(_) => 0.1,
        };
        let judged: Vec<bool> = mna.unknowns.list.iter().map(counts).collect();
        let potential = |unknown: &MnaUnknown| matches!(unknown, MnaUnknown::Node(_) | MnaUnknown::Inner(..));
        let both = mna.unknowns.list.iter().zip(&judged);
        TransientSystem {
            voltages: both
                .map(|(unknown, &counts)| f64::from(u8::from(counts && potential(unknown))))
                .collect(),
            latent: settings.latency != BypassTolerance::NONE && !mna.is_linear(),
            newton: CircuitNewton::new(mna),
            stop: settings.stop,
            conserve: settings.conserve,
            pattern: mna.pattern().clone(),
            differential: vec![true; size],
            judged,
            nominal: mna.unknowns.list.iter().map(sizes).collect(),
            charge: vec![0.0; size],
            scratch: vec![0.0; size],
            matrix: vec![0.0; if settings.conserve { 0 } else { mna.pattern().entries() }],
            mna,
            undefined: None,
            started: false,
        }
    }

    fn domain(&mut self, found: DomainError) -> SystemError {
        self.undefined = Some(found);
        SystemError::Domain { row: None }
    }
}

impl HybridDae for TransientSystem<'_> {
    fn size(&self) -> usize {
        self.mna.size()
    }

    fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    fn differential(&self) -> &[bool] {
        &self.differential
    }

    fn nominal(&self) -> &[f64] {
        &self.nominal
    }

    fn judged(&self) -> &[bool] {
        &self.judged
    }

    fn conserves(&self) -> bool {
        self.conserve
    }

    fn allow(&mut self, weights: &[f64]) {
        if self.latent {
            let judged = weights.iter().zip(&self.voltages);
            let most = judged.fold(0.0, |most: f64, (weight, counts)| most.max(weight * counts));
            self.mna.latency.still = UNSEEN / most;
        }
    }

    fn balance(&mut self, t: f64, y: &[f64], q: &mut [f64], f: &mut [f64]) -> SystemResult {
        self.mna.balance(t, y, q, f).map_err(|found| self.domain(found))
    }

    fn charges(&mut self, t: f64, y: &[f64], q: &mut [f64]) -> SystemResult {
        self.mna.charges(t, y, q).map_err(|found| self.domain(found))
    }

    fn linear(&self) -> bool {
        self.mna.is_linear()
    }

    /// Conventional analysis: C(y) y' + f(t, y) = 0.
    fn residual(&mut self, t: f64, y: &[f64], yp: &[f64], r: &mut [f64]) -> SystemResult {
        let made = self.mna.balance(t, y, &mut self.scratch, r);
        made.map_err(|found| self.domain(found))?;
        self.mna.capacitances(&mut self.matrix);
        for (column, yp) in (0u32..).zip(yp) {
            let first = self.pattern.starts()[column as usize] as usize;
            for (at, &row) in self.pattern.column(column).iter().enumerate() {
                r[row as usize] += self.matrix[first + at] * yp;
            }
        }
        Ok(())
    }

    fn jacobian(&mut self, t: f64, y: &[f64], _yp: &[f64], c: f64, values: &mut [f64]) -> SystemResult {
        self.mna.matrix(t, y, c, values).map_err(|found| self.domain(found))
    }

    fn outdated(&mut self) -> bool {
        self.mna.is_jacobian_outdated()
    }

    fn remembers(&self) -> u32 {
        u32::from(self.mna.remembers())
    }

    fn accept(&mut self, t: f64, y: &[f64]) -> SystemResult {
        self.mna.accept(t, y);
        Ok(())
    }

    /// What begins at the stop time, such as the next pulse, is no part of the results. A pulse without a period has the one
    /// of the run, so that many would begin anew there.
    fn next_time(&self, t: f64) -> Option<f64> {
        self.mna.next_time(t).filter(|&next| next < self.stop - SAME * self.stop.abs())
    }

    fn root_count(&self) -> usize {
        self.mna.states()
    }

    fn roots(&mut self, t: f64, y: &[f64], _yp: &[f64], g: &mut [f64]) -> SystemResult {
        self.mna.edges(t, y, g);
        Ok(())
    }

    fn margin(&self, _root: usize) -> f64 {
        MARGIN
    }

    fn event(&mut self, event: &Event<'_>, _y: &mut [f64], _yp: &mut [f64]) -> SystemResult<EventResponse> {
        for crossing in event.roots {
            self.mna.toggle_switch(crossing.root);
        }
        Ok(EventResponse::Restart)
    }

    /// Charges and fluxes are kept. A step of no time finds all that follows from them, a very short one after it what
    /// follows from how they change.
    fn settle(&mut self, t: f64, y: &mut [f64], yp: &mut [f64]) -> SystemResult<bool> {
        // In steps as short as these a voltage that was not told is a large current.
        let latency = std::mem::replace(&mut self.mna.latency, BypassTolerance::NONE);
        let mut settled = self.begin(t, y, yp);
        // What is made consistent at the start may be on another side of a comparison than what was given.
        for _ in 0..if self.started { 0 } else { ROUNDS } {
            if settled.is_err() || !self.mna.hold_conditions(t, y) {
                break;
            }
            settled = self.begin(t, y, yp);
        }
        self.started = true;
        self.mna.latency = latency;
        settled?;
        self.mna.accept_discontinuity(t, y);
        Ok(true)
    }
}

impl TransientSystem<'_> {
    /// The values that follow from the charges, and those a short time later.
    fn glance(&mut self, t: f64, h: f64, y: &mut [f64], far: bool) -> Option<Vec<f64>> {
        // What jumps at this time has jumped.
        let now = after(t);
        let task = NewtonTask::Step { t: now, h, charge: &self.charge };
        let solved = match far {
            true => SolutionSearch::new(self.mna, &mut self.newton, task).pseudo_transient(y),
            false => self.newton.solve(self.mna, task, AddedConstraints::default(), y),
        };
        solved.ok()?;
        self.mna.balance(now, y, &mut self.charge, &mut self.scratch).ok()?;
        let mut later = y.to_vec();
        let task = NewtonTask::Step { t: now + h, h, charge: &self.charge };
        self.newton.solve(self.mna, task, AddedConstraints::default(), &mut later).ok()?;
        Some(later)
    }

    /// Values and derivatives to begin with at a time.
    fn begin(&mut self, t: f64, y: &mut [f64], yp: &mut [f64]) -> SystemResult {
        let made = self.mna.balance(t, y, &mut self.charge, &mut self.scratch);
        made.map_err(|found| self.domain(found))?;
        let next = self.mna.next_time(t).unwrap_or(self.stop).min(self.stop);
        let wanted = (GLANCE * (next - t)).max(1e-9 * t);
        // What is added is what can be added.
        let mut h = if wanted > 0.0 { (t + wanted) - t } else { GLANCE };
        let (kept, charge) = (y.to_vec(), self.charge.clone());
        let wide = h;
        let mut later = self.glance(t, h, y, false);
        // What was held until now may move far even in so short a time.
        for _ in 0..SHORTER {
            if later.is_some() || t + 0.01 * h == t {
                break;
            }
            h = (t + 0.01 * h) - t;
            y.copy_from_slice(&kept);
            self.charge.copy_from_slice(&charge);
            self.mna.reset_devices();
            later = self.glance(t, h, y, false);
        }
        if later.is_none() {
            h = wide;
            y.copy_from_slice(&kept);
            self.charge.copy_from_slice(&charge);
            self.mna.reset_devices();
            later = self.glance(t, h, y, true);
        }
        let Some(later) = later else {
            y.copy_from_slice(&kept);
            return Err(SystemError::Fatal { row: None });
        };
        for (((y, yp), later), &judged) in y.iter_mut().zip(yp.iter_mut()).zip(&later).zip(&self.judged) {
            if judged {
                *yp = (later - *y) / h;
            } else {
                (*y, *yp) = (*later, 0.0);
            }
        }
        Ok(())
    }
}
