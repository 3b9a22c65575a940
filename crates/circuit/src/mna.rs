//! The equations of a circuit: modified nodal analysis.
//!
//! Unknowns are the potentials of all nodes, those inside of devices among them, and the currents of voltage sources and
//! inductors, and of capacitors that float (`floating_capacitors`). Each row is q(y)' + f(t, y) = 0: for a node q is the charge on all terminals at it and f the sum of the
//! currents that leave it, for an inductor q is its flux. This is charge-oriented analysis with the charges eliminated:
//! as many unknowns as conventional analysis has, and no charge is lost (`simulate::System::conserves`).
//!
//! Linear elements are stamped once. Devices and laws stand in banks and tell what has changed.

mod bank;
mod build;
mod collapsed_device;
mod device_index;
mod device_kinds;
mod floating_capacitors;
mod laws;
mod linear_part;
mod newton;
mod sources;
mod stamp_pattern;
mod switches;
mod transmission_lines;
mod unknowns;

pub use bank::BypassTolerance;
pub use newton::OperatingPointError;
pub(crate) use newton::PointResult;
pub(crate) use newton::{AddedConstraints, CircuitNewton, NewtonTask};
pub(crate) use sources::SourceTarget;
pub use unknowns::{MnaUnknown, MnaUnknowns};

use bank::{DeviceBank, DeviceSums, EvaluationSettings};
use linear::Pattern;
use linear_part::LinearPart;
use sources::SourceStamp;

use crate::{Circuit, DeviceConditions, ElementId, InvalidParameter, TransientTimes};

/// After so many Jacobians everything is added up anew.
const RENEW: u32 = 200;

/// The equations of a circuit.
pub struct Mna {
    /// The unknowns.
    pub unknowns: MnaUnknowns,
    /// How devices that hardly move are dealt with.
    pub latency: BypassTolerance,
    /// Whether devices cut steps of Newton's method.
    pub(crate) limiting: bool,
    pattern: Pattern,
    /// The linear part of the matrix, in slots: resistive and reactive.
    fixed: [Vec<f64>; 2],
    products: [LinearPart; 2],
    banks: Vec<Box<dyn DeviceBank>>,
    sums: DeviceSums,
    drives: Vec<SourceStamp>,
    /// The slot of the diagonal of each potential.
    diagonals: Vec<u32>,
    /// Potentials and currents behind the potential of ground.
    padded: Vec<f64>,
    /// How many devices were limited when they were looked at last.
    pub(crate) limited: usize,
    age: u32,
}

/// An element whose equations cannot be computed at a point, because a function is outside its domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DomainError(pub ElementId);

/// What functions of elements give inside of their domains.
pub(crate) type DomainResult<T = ()> = Result<T, DomainError>;

/// Why there are no equations.
#[derive(Clone, Debug, PartialEq)]
pub struct MnaError {
    /// The element.
    pub element: ElementId,
    /// What is wrong with it.
    pub faults: Vec<InvalidParameter>,
}

/// Times that differ by less than this part are the same.
pub(crate) const SAME: f64 = 1e-13;

impl Mna {
    /// The equations of a circuit that was read without errors. Missing numbers of waveforms are taken from `run`.
    ///
    /// # Errors
    /// All elements that make no sense.
    pub fn new(
        circuit: &Circuit,
        conditions: &DeviceConditions,
        run: TransientTimes,
    ) -> Result<Mna, Vec<MnaError>> {
        build::build(circuit, conditions, run)
    }

    /// How many unknowns there are.
    pub fn size(&self) -> usize {
        self.unknowns.len()
    }

    /// The places of the matrix.
    pub fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// Whether all elements are linear.
    pub fn is_linear(&self) -> bool {
        self.banks.is_empty()
    }

    /// How often devices and laws were evaluated.
    pub fn evaluations(&self) -> u64 {
        self.banks.iter().map(|bank| bank.evaluations()).sum()
    }

    /// The elements that cut the last step of Newton's method.
    pub fn limited(&self) -> Vec<ElementId> {
        self.banks.iter().flat_map(|bank| bank.limited()).collect()
    }

    /// A law that had no value in the last step of Newton's method.
    pub(crate) fn outside(&self) -> Option<ElementId> {
        self.banks.iter().find_map(|bank| bank.outside())
    }

    /// The largest voltage of an independent source for direct current; zero if there is none.
    pub(crate) fn largest_voltage(&self) -> f64 {
        let voltages = self.drives.iter().filter(|drive| matches!(drive.target, SourceTarget::Row(_)));
        voltages.fold(0.0, |most, drive| most.max(drive.steady.abs()))
    }

    /// The rows of all potentials, each with the place of its diagonal in the pattern.
    pub(crate) fn diagonals(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let all = self.diagonals.iter().enumerate();
        all.filter(|found| *found.1 > 0).map(|(row, &slot)| (row, slot as usize - 1))
    }

    /// Computes q and f at a time.
    pub fn balance(&mut self, t: f64, y: &[f64], q: &mut [f64], f: &mut [f64]) -> DomainResult {
        self.look(Some(t), y)?;
        self.products[0].add(y, &self.sums.current, f);
        self.products[1].add(y, &self.sums.charge, q);
        for drive in &self.drives {
            drive.apply(drive.value_at(t), f);
        }
        Ok(())
    }

    /// Computes q alone.
    pub(crate) fn charges(&mut self, t: f64, y: &[f64], q: &mut [f64]) -> DomainResult {
        self.look(Some(t), y)?;
        self.products[1].add(y, &self.sums.charge, q);
        Ok(())
    }

    /// Computes f for direct current, with all independent sources times a factor.
    pub(crate) fn evaluate_dc(&mut self, scale: f64, y: &[f64], f: &mut [f64]) -> DomainResult {
        self.look(None, y)?;
        self.products[0].add(y, &self.sums.current, f);
        for drive in &self.drives {
            drive.apply(scale * drive.steady, f);
        }
        Ok(())
    }

    /// Brings devices and laws to a point.
    fn look(&mut self, t: Option<f64>, y: &[f64]) -> DomainResult {
        self.limited = 0;
        if self.banks.is_empty() {
            return Ok(());
        }
        self.padded[1..].copy_from_slice(y);
        let look = EvaluationSettings { latency: self.latency, limit: self.limiting, t };
        for bank in &mut self.banks {
            self.limited += bank.update(&self.padded, look, &mut self.sums)?;
        }
        if self.sums.rough {
            self.renew();
        }
        Ok(())
    }

    /// Computes df/dy + c dq/dy, in the order of the pattern.
    pub fn matrix(&mut self, t: f64, y: &[f64], c: f64, values: &mut [f64]) -> DomainResult {
        self.look(Some(t), y)?;
        self.derivatives_at_last_point(c, values);
        Ok(())
    }

    /// The same where devices were looked at last.
    pub(crate) fn derivatives_at_last_point(&mut self, c: f64, values: &mut [f64]) {
        let fixed = self.fixed[0][1..].iter().zip(&self.fixed[1][1..]);
        if self.banks.is_empty() {
            for (value, (g, q)) in values.iter_mut().zip(fixed) {
                *value = g + c * q;
            }
            return;
        }
        for bank in &mut self.banks {
            bank.stamp(&mut self.sums);
        }
        self.age += 1;
        if self.age >= RENEW || self.sums.rough {
            self.renew();
        }
        let moving = self.sums.conductance[1..].iter().zip(&self.sums.capacitance[1..]);
        let fixed = self.fixed[0][1..].iter().zip(&self.fixed[1][1..]);
        for (value, ((g, q), (dg, dq))) in values.iter_mut().zip(fixed.zip(moving)) {
            *value = g + dg + c * (q + dq);
        }
        self.sums.c = c;
        for (head, &slot) in self.sums.heads[1..].iter_mut().zip(&self.diagonals) {
            *head = if slot > 0 { values[slot as usize - 1] } else { f64::INFINITY };
        }
    }

    /// Whether devices are much less conductive now than in the matrix that was made last.
    pub(crate) fn is_jacobian_outdated(&self) -> bool {
        self.banks.iter().any(|bank| bank.outdated())
    }

    /// The capacitances alone, where devices were looked at last.
    pub(crate) fn capacitances(&mut self, values: &mut [f64]) {
        for bank in &mut self.banks {
            bank.stamp(&mut self.sums);
        }
        self.renew();
        for ((value, fixed), moving) in
            values.iter_mut().zip(&self.fixed[1][1..]).zip(&self.sums.capacitance[1..])
        {
            *value = fixed + moving;
        }
    }

    /// Devices begin as if they had never been looked at.
    pub(crate) fn reset_devices(&mut self) {
        for bank in &mut self.banks {
            bank.forget();
        }
        self.renew();
    }

    fn renew(&mut self) {
        self.age = 0;
        let DeviceSums { current, charge, conductance, capacitance, rough, .. } = &mut self.sums;
        *rough = false;
        for sum in [current, charge, conductance, capacitance] {
            sum.fill(0.0);
        }
        for bank in &mut self.banks {
            bank.renew(&mut self.sums);
        }
    }

    /// A step ended here.
    pub(crate) fn accept(&mut self, t: f64, y: &[f64]) {
        self.padded[1..].copy_from_slice(y);
        for bank in &mut self.banks {
            bank.accept(t, &self.padded, self.latency.still);
        }
    }

    /// Something bends or jumps at this time, after which these are the values.
    pub(crate) fn accept_discontinuity(&mut self, t: f64, y: &[f64]) {
        self.padded[1..].copy_from_slice(y);
        for bank in &mut self.banks {
            bank.turn(t, &self.padded);
        }
    }

    /// The longest step that the circuit allows.
    pub(crate) fn longest(&self) -> f64 {
        self.banks.iter().map(|bank| bank.longest()).fold(f64::INFINITY, f64::min)
    }

    /// How many switches and comparisons there are.
    pub(crate) fn states(&self) -> usize {
        self.banks.iter().map(|bank| bank.states()).sum()
    }

    /// How far what controls each switch is from where it changes.
    pub(crate) fn edges(&mut self, t: f64, y: &[f64], out: &mut [f64]) {
        self.padded[1..].copy_from_slice(y);
        let mut rest = out;
        for bank in &mut self.banks {
            let (own, others) = rest.split_at_mut(bank.states());
            bank.edges(t, &self.padded, own);
            rest = others;
        }
    }

    /// Comparisons in formulas stay as they are here until they are changed as switches are; whether one is another now.
    pub(crate) fn hold_conditions(&mut self, t: f64, y: &[f64]) -> bool {
        self.padded[1..].copy_from_slice(y);
        let mut changed = false;
        for bank in &mut self.banks {
            changed |= bank.hold(t, &self.padded);
        }
        changed
    }

    /// Changes a switch.
    pub(crate) fn toggle_switch(&mut self, mut state: usize) {
        for bank in &mut self.banks {
            if state < bank.states() {
                return bank.flip(state);
            }
            state -= bank.states();
        }
    }

    /// Changes all switches that are beyond their edges; whether there were any.
    pub(crate) fn update_switches(&mut self, y: &[f64]) -> bool {
        self.padded[1..].copy_from_slice(y);
        let mut changed = false;
        for bank in &mut self.banks {
            changed |= bank.adapt(&self.padded);
        }
        changed
    }

    /// Whether something in the circuit depends on what was before.
    pub(crate) fn remembers(&self) -> bool {
        self.banks.iter().any(|bank| bank.remembers())
    }

    /// The first time after `t` at which a source or a line bends. The same time computed in two ways is not one after the
    /// other: no step leads over the last digit.
    pub(crate) fn next_time(&self, t: f64) -> Option<f64> {
        let t = t + SAME * t.abs();
        let sources = self.drives.iter().filter_map(|drive| drive.next(t));
        let banks = self.banks.iter().filter_map(|bank| bank.next(t));
        sources.chain(banks).reduce(f64::min)
    }

    /// The value of an independent source for direct current; false if the element is none.
    pub(crate) fn set(&mut self, source: ElementId, value: f64) -> bool {
        match self.drives.iter_mut().find(|drive| drive.element == source) {
            Some(drive) => {
                drive.steady = value;
                true
            }
            None => false,
        }
    }

    /// Where the value of an independent source goes; none if the element is no such source.
    pub(crate) fn target(&self, source: ElementId) -> Option<SourceTarget> {
        self.drives.iter().find(|drive| drive.element == source).map(|drive| drive.target)
    }

    /// The independent sources with their values at the start.
    pub(crate) fn levels(&self) -> impl Iterator<Item = (ElementId, f64)> + '_ {
        self.drives.iter().map(|drive| (drive.element, drive.value_at(0.0)))
    }

    /// For direct current sources have the values with which a transient begins.
    pub(crate) fn use_initial_sources(&mut self, t: f64) {
        for drive in &mut self.drives {
            drive.steady = drive.value_at(t);
        }
    }

    /// Adds what small signals of a frequency (2π times it) see of delays, to the real and the imaginary part of the
    /// matrix.
    pub(crate) fn add_delay_terms(&self, rate: f64, real: &mut [f64], imaginary: &mut [f64]) {
        for bank in &self.banks {
            bank.small(rate, &mut |slot, parts| {
                if let Some(entry) = (slot as usize).checked_sub(1) {
                    real[entry] += parts[0];
                    imaginary[entry] += parts[1];
                }
            });
        }
    }

    /// The places of the matrix where delays make an imaginary part.
    pub(crate) fn mark_delayed(&self, marked: &mut [bool]) {
        for bank in &self.banks {
            bank.small(1.0, &mut |slot, _| {
                if let Some(entry) = (slot as usize).checked_sub(1) {
                    marked[entry] = true;
                }
            });
        }
    }

    /// The sources for small signals: real and imaginary parts of what is added to f.
    pub(crate) fn small(&self, real: &mut [f64], imaginary: &mut [f64]) {
        for drive in &self.drives {
            let [magnitude, degrees] = drive.small;
            let (sin, cos) = degrees.to_radians().sin_cos();
            drive.apply(magnitude * cos, real);
            drive.apply(magnitude * sin, imaginary);
        }
    }
}
