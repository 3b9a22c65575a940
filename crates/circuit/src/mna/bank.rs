//! All devices of one kind: evaluated only where their voltages have changed.
//!
//! A device is expanded at the voltages where it was evaluated last. As long as it stays near them, its expansion is used,
//! which errs by the square of the distance; as long as it does not move at all, nothing is done. In a large digital
//! circuit this is so for nearly all devices at nearly all times.

mod state;

use super::device_index::DeviceIndex;
use super::{DomainError, DomainResult};
use crate::{ElementId, Response};
use state::{DeviceState, LARGE, distance, total, voltages};

/// How far a device may be from where it was looked at last.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BypassTolerance {
    /// Volts within which nothing is computed at all.
    pub still: f64,
    /// Volts within which the expansion is used.
    pub near: f64,
}

impl BypassTolerance {
    /// Every device is evaluated every time.
    pub const NONE: BypassTolerance = BypassTolerance { still: -1.0, near: -1.0 };
}

/// How devices are to be looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct EvaluationSettings {
    pub(super) latency: BypassTolerance,
    /// Whether steps of Newton's method are cut where a device is far from linear.
    pub(super) limit: bool,
    /// The time; none for direct current.
    pub(super) t: Option<f64>,
}

/// Sums over all devices, and their part of the matrix; the first of each belongs to ground.
#[derive(Clone, Debug, Default)]
pub(super) struct DeviceSums {
    pub(super) current: Vec<f64>,
    pub(super) charge: Vec<f64>,
    pub(super) conductance: Vec<f64>,
    pub(super) capacitance: Vec<f64>,
    /// Whether something so large came in or went out that its last digits are more than others are altogether.
    pub(super) rough: bool,
    /// The diagonal of the matrix that was made last, and its factor of reactive parts.
    pub(super) heads: Vec<f64>,
    pub(super) c: f64,
}

/// What a kind of device can do.
pub(super) trait Device<const N: usize> {
    fn evaluate(&self, v: &[f64; N], out: &mut Response<N>);
    fn limit(&self, v: &mut [f64; N], before: &[f64; N]) -> bool;
    /// A step ended at these voltages. Whether the device remembers them.
    fn accept(&mut self, v: &[f64; N]) -> bool;
}

/// Devices of one kind.
pub(super) trait DeviceBank {
    /// Brings currents and charges to other voltages, which begin with that of ground. How many devices were limited.
    fn update(&mut self, v: &[f64], look: EvaluationSettings, sums: &mut DeviceSums) -> DomainResult<usize>;
    /// Brings the matrix to where the devices were evaluated last.
    fn stamp(&mut self, sums: &mut DeviceSums);
    /// Adds everything up anew, because differences leave rounding errors behind.
    fn renew(&mut self, sums: &mut DeviceSums);
    /// Forgets where it was, and what it told.
    fn forget(&mut self);
    /// Whether a device has become so much less conductive than in the matrix that this is most of what stands there.
    fn outdated(&self) -> bool {
        false
    }
    /// How many evaluations there were.
    fn evaluations(&self) -> u64;

    /// A law that had no value where it was looked at last, because it is outside of its domain there.
    fn outside(&self) -> Option<ElementId> {
        None
    }

    /// A step ended at this time and these voltages. What moved less than `still` since it was told did not move.
    fn accept(&mut self, t: f64, v: &[f64], still: f64) {
        let _ = (t, v, still);
    }

    /// Whether it matters which steps were accepted.
    fn remembers(&self) -> bool {
        false
    }

    /// When something happens next.
    fn next(&self, t: f64) -> Option<f64> {
        let _ = t;
        None
    }

    /// Something bends or jumps at this time, after which these are the voltages.
    fn turn(&mut self, t: f64, v: &[f64]) {
        let _ = (t, v);
    }

    /// The longest step that it allows.
    fn longest(&self) -> f64 {
        f64::INFINITY
    }

    /// How many states it has that change at once.
    fn states(&self) -> usize {
        0
    }

    /// How far each state is from where it changes at a time.
    fn edges(&mut self, t: f64, v: &[f64], out: &mut [f64]) {
        let _ = (t, v, out);
    }

    /// From now on states that follow from the unknowns change only when they are told to; whether one is another now.
    fn hold(&mut self, t: f64, v: &[f64]) -> bool {
        let _ = (t, v);
        false
    }

    /// Changes a state.
    fn flip(&mut self, state: usize) {
        let _ = state;
    }

    /// Changes all states that are beyond their edges; whether there were any.
    fn adapt(&mut self, v: &[f64]) -> bool {
        let _ = v;
        false
    }

    /// Tells what small signals of a frequency (2π times it) see besides what was stamped: slots of the matrix, with the
    /// real and the imaginary part. The slots are the same for all frequencies.
    fn small(&self, rate: f64, tell: &mut dyn FnMut(u32, [f64; 2])) {
        let _ = (rate, tell);
    }

    /// The elements whose devices were limited when they were looked at last.
    fn limited(&self) -> Vec<ElementId> {
        Vec::new()
    }
}

struct DeviceSlots<const N: usize> {
    element: ElementId,
    /// The unknown of each terminal.
    spots: [u32; N],
    /// The slot of each pair of terminals.
    slots: [[u32; N]; N],
}

pub(super) struct Devices<D, const N: usize> {
    devices: Vec<D>,
    places: Vec<DeviceSlots<N>>,
    nearby: DeviceIndex,
    /// The voltages that devices were asked for last, and those that were accepted last, by unknowns.
    told: Vec<f64>,
    accepted: Vec<f64>,
    states: Vec<DeviceState<N>>,
    /// Devices that are to be looked at, even if they do not move.
    again: Vec<u32>,
    stale: Vec<u32>,
    /// How many devices are much less conductive than in the matrix.
    outdated: usize,
    /// Whether a device remembers what was accepted.
    remembers: bool,
    evaluations: u64,
}

impl<D, const N: usize> Default for Devices<D, N> {
    fn default() -> Devices<D, N> {
        Devices {
            devices: Vec::new(),
            places: Vec::new(),
            nearby: DeviceIndex::default(),
            told: Vec::new(),
            accepted: Vec::new(),
            states: Vec::new(),
            again: Vec::new(),
            stale: Vec::new(),
            outdated: 0,
            remembers: false,
            evaluations: 0,
        }
    }
}

impl<D: Device<N>, const N: usize> Devices<D, N> {
    /// Adds a device. Its slots are numbers of questions until [`Devices::assign_slots`] is called.
    pub(super) fn add(&mut self, element: ElementId, mut device: D, spots: [u32; N], slots: [[u32; N]; N]) {
        self.remembers |= device.accept(&[0.0; N]);
        self.devices.push(device);
        self.places.push(DeviceSlots { element, spots, slots });
        self.states.push(DeviceState::new());
    }

    /// Turns questions into slots.
    pub(super) fn assign_slots(&mut self, slots: &[u32]) {
        for place in &mut self.places {
            for slot in place.slots.as_flattened_mut() {
                *slot = slots[*slot as usize];
            }
        }
        self.nearby = DeviceIndex::new(self.places.iter().map(|place| &place.spots));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.devices.is_empty()
    }

    /// Brings a device to the voltages that were told. Whether it was limited.
    fn bring(&mut self, at: usize, look: EvaluationSettings, sums: &mut DeviceSums) -> DomainResult<bool> {
        let (place, state) = (&self.places[at], &mut self.states[at]);
        let own = voltages(&place.spots, &self.told);
        let far = distance(&own, &state.seen);
        if far > look.latency.near || far.is_nan() || state.limited {
            let mut point = own;
            state.limited = look.limit
                && !state.seen[0].is_nan()
                && self.devices[at].limit(&mut point, &state.seen)
                && distance(&point, &own) > ROUNDING;
            if !state.limited {
                point = own;
            }
            self.devices[at].evaluate(&point, &mut state.response);
            self.evaluations += 1;
            state.seen = point;
            if !state.stale {
                state.stale = true;
                self.stale.push(at as u32);
            }
            let outdated = state.outdated(&place.spots, sums);
            self.outdated += usize::from(outdated);
            self.outdated -= usize::from(std::mem::replace(&mut state.outdated, outdated));
        }
        let (current, charge) = state.expand(&own);
        let totals = [total(&current), total(&charge)];
        if !(totals[0].is_finite() && totals[1].is_finite()) {
            // Sums would never lose it again.
            state.seen = [f64::NAN; N];
            return Err(DomainError(place.element));
        }
        for (terminal, &spot) in place.spots.iter().enumerate() {
            sums.current[spot as usize] += current[terminal] - state.current[terminal];
            sums.charge[spot as usize] += charge[terminal] - state.charge[terminal];
        }
        for ((new, old), limit) in totals.iter().zip(&state.totals).zip(LARGE) {
            sums.rough |= new.max(*old) > limit;
        }
        (state.current, state.charge, state.totals) = (current, charge, totals);
        Ok(state.limited)
    }
}

/// Volts that a limited point may be off because differences of potentials were computed and added up again.
const ROUNDING: f64 = 1e-10;

impl<D: Device<N>, const N: usize> DeviceBank for Devices<D, N> {
    fn update(&mut self, v: &[f64], look: EvaluationSettings, sums: &mut DeviceSums) -> DomainResult<usize> {
        let mut list = std::mem::take(&mut self.again);
        self.nearby.collect_moved(v, look.latency.still, &mut self.told, &mut list);
        let mut limited = 0;
        for (number, &at) in list.iter().enumerate() {
            match self.bring(at as usize, look, sums) {
                Ok(false) => {}
                Ok(true) => {
                    limited += 1;
                    self.again.push(at);
                }
                Err(undefined) => {
                    self.again.extend_from_slice(&list[number..]);
                    return Err(undefined);
                }
            }
        }
        Ok(limited)
    }

    fn stamp(&mut self, sums: &mut DeviceSums) {
        self.outdated = 0;
        for at in self.stale.drain(..) {
            let (place, state) = (&self.places[at as usize], &mut self.states[at as usize]);
            (state.stale, state.outdated) = (false, false);
            let slots = place.slots.as_flattened();
            let new = [state.response.conductance.as_flattened(), state.response.capacitance.as_flattened()];
            let old = [state.conductance.as_flattened(), state.capacitance.as_flattened()];
            for (entry, &slot) in slots.iter().enumerate() {
                sums.conductance[slot as usize] += new[0][entry] - old[0][entry];
                sums.capacitance[slot as usize] += new[1][entry] - old[1][entry];
            }
            let large = total(new[0]) > LARGE[2] || total(new[1]) > LARGE[3];
            sums.rough |= large || state.large;
            state.large = large;
            state.conductance = state.response.conductance;
            state.capacitance = state.response.capacitance;
        }
    }

    fn renew(&mut self, sums: &mut DeviceSums) {
        for (place, state) in self.places.iter().zip(&self.states) {
            for (terminal, &spot) in place.spots.iter().enumerate() {
                sums.current[spot as usize] += state.current[terminal];
                sums.charge[spot as usize] += state.charge[terminal];
            }
            let matrix = state.conductance.as_flattened().iter().zip(state.capacitance.as_flattened());
            for (&slot, (conductance, capacitance)) in place.slots.as_flattened().iter().zip(matrix) {
                sums.conductance[slot as usize] += conductance;
                sums.capacitance[slot as usize] += capacitance;
            }
        }
    }

    fn outdated(&self) -> bool {
        self.outdated > 0
    }

    fn forget(&mut self) {
        self.states.fill(DeviceState::new());
        self.told.fill(f64::NAN);
        self.again.clear();
        self.stale.clear();
        self.outdated = 0;
    }

    fn accept(&mut self, _t: f64, v: &[f64], still: f64) {
        if !self.remembers {
            return;
        }
        let mut list = Vec::new();
        self.nearby.collect_moved(v, still, &mut self.accepted, &mut list);
        for at in list {
            let own = voltages(&self.places[at as usize].spots, &self.accepted);
            let moved = distance(&own, &self.states[at as usize].seen);
            // What it does from here on is another function of the voltages, but the same here.
            if self.devices[at as usize].accept(&own) && (moved > still || moved.is_nan()) {
                self.states[at as usize].seen = [f64::NAN; N];
                self.again.push(at);
            }
        }
    }

    fn remembers(&self) -> bool {
        self.remembers
    }

    fn limited(&self) -> Vec<ElementId> {
        let found = self.places.iter().zip(&self.states).filter(|found| found.1.limited);
        found.map(|found| found.0.element).collect()
    }

    fn evaluations(&self) -> u64 {
        self.evaluations
    }
}
