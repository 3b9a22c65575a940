//! Devices of each kind in their banks.

use super::bank::{Device, DeviceBank, Devices};
use super::collapsed_device::CollapsedDevice;
use super::stamp_pattern::StampPattern;
use super::switches::Switches;
use super::transmission_lines::TransmissionLines;
use super::unknowns::{MnaUnknown, MnaUnknowns};
use crate::{
    Bipolar, Circuit, DeviceConditions, DeviceData, DeviceFamily, Diode, ElementId, InvalidParameter, Jfet,
    Mosfet, Response, Switch, TransmissionLine,
};

macro_rules! device {
    ($name:ty, $terminals:literal, $accept:expr) => {
        impl Device<$terminals> for $name {
            fn evaluate(&self, v: &[f64; $terminals], out: &mut Response<$terminals>) {
                self.evaluate(v, out);
            }

            fn limit(&self, v: &mut [f64; $terminals], before: &[f64; $terminals]) -> bool {
                self.limit(v, before)
            }

            fn accept(&mut self, v: &[f64; $terminals]) -> bool {
                let accept: fn(&mut $name, &[f64; $terminals]) -> bool = $accept;
                accept(self, v)
            }
        }
    };
}

device!(Diode, 3, |_, _| false);
device!(Bipolar, 7, |_, _| false);
device!(Jfet, 5, |_, _| false);
device!(Mosfet, 6, Mosfet::accept);

/// All banks of devices.
#[derive(Default)]
pub(super) struct DeviceKinds {
    diodes: DeviceKindBanks<Diode, 3, 2>,
    bipolars: DeviceKindBanks<Bipolar, 7, 4>,
    jfets: DeviceKindBanks<Jfet, 5, 3>,
    mosfets: DeviceKindBanks<Mosfet, 6, 4>,
    switches: Switches,
    lines: TransmissionLines,
}

impl DeviceKinds {
    pub(super) fn add(
        &mut self,
        circuit: &Circuit,
        conditions: &DeviceConditions,
        element: ElementId,
        data: &DeviceData,
        (unknowns, places): (&mut MnaUnknowns, &mut StampPattern),
    ) -> Result<(), Vec<InvalidParameter>> {
        match data.family {
            DeviceFamily::Diode => {
                let device = Diode::new(circuit, data, conditions)?;
                let internal = device.internal();
                self.diodes.add((element, data), device, &internal, (unknowns, places));
            }
            DeviceFamily::Mosfet => {
                let device = Mosfet::new(circuit, data, conditions)?;
                let internal = device.internal();
                self.mosfets.add((element, data), device, &internal, (unknowns, places));
            }
            DeviceFamily::Bipolar => {
                let device = Bipolar::new(circuit, data, conditions)?;
                let internal = device.internal();
                self.bipolars.add((element, data), device, &internal, (unknowns, places));
            }
            DeviceFamily::Jfet => {
                let device = Jfet::new(circuit, data, conditions)?;
                let internal = device.internal();
                self.jfets.add((element, data), device, &internal, (unknowns, places));
            }
            DeviceFamily::VoltageSwitch | DeviceFamily::CurrentSwitch => {
                let device = Switch::new(circuit, data, conditions)?;
                let spots = [data.nodes[0].0, data.nodes[1].0];
                let control = match data.control {
                    Some(source) => [unknowns.currents[source.at()], 0],
                    None => [data.nodes[2].0, data.nodes[3].0],
                };
                self.switches.add(element, device, spots, control, ask(&spots, places));
            }
            DeviceFamily::Line => {
                let device = TransmissionLine::new(circuit, data, conditions)?;
                let currents = [0, 1].map(|end| unknowns.add(MnaUnknown::Current(element, end)));
                let nodes = [0, 1, 2, 3].map(|at| data.nodes[at].0);
                self.lines.add(device, nodes, currents, places);
            }
        }
        Ok(())
    }

    pub(super) fn finish(mut self, slots: &[u32]) -> Vec<Box<dyn DeviceBank>> {
        let mut banks: Vec<Box<dyn DeviceBank>> = Vec::new();
        self.diodes.keep(slots, &mut banks);
        self.bipolars.keep(slots, &mut banks);
        self.jfets.keep(slots, &mut banks);
        self.mosfets.keep(slots, &mut banks);
        if !self.switches.is_empty() {
            self.switches.assign_slots(slots);
            banks.push(Box::new(self.switches));
        }
        if !self.lines.is_empty() {
            self.lines.assign_slots(slots);
            banks.push(Box::new(self.lines));
        }
        banks
    }
}

/// Devices of one kind: those with resistances at their terminals and those without.
struct DeviceKindBanks<D, const M: usize, const N: usize> {
    resistive: Devices<D, M>,
    plain: Devices<CollapsedDevice<D, M, N>, N>,
}

impl<D, const M: usize, const N: usize> Default for DeviceKindBanks<D, M, N> {
    fn default() -> DeviceKindBanks<D, M, N> {
        DeviceKindBanks { resistive: Devices::default(), plain: Devices::default() }
    }
}

impl<D: Device<M> + 'static, const M: usize, const N: usize> DeviceKindBanks<D, M, N> {
    fn add(
        &mut self,
        (element, data): (ElementId, &DeviceData),
        device: D,
        internal: &[Option<usize>],
        (unknowns, places): (&mut MnaUnknowns, &mut StampPattern),
    ) {
        let spots: [u32; M] = terminals(element, data, internal, unknowns);
        match CollapsedDevice::new(device, internal) {
            Ok(device) => {
                let spots: [u32; N] = std::array::from_fn(|at| spots[at]);
                self.plain.add(element, device, spots, ask(&spots, places));
            }
            Err(device) => self.resistive.add(element, device, spots, ask(&spots, places)),
        }
    }

    fn keep(self, slots: &[u32], banks: &mut Vec<Box<dyn DeviceBank>>) {
        keep(self.plain, slots, banks);
        keep(self.resistive, slots, banks);
    }
}

fn keep<D: Device<N> + 'static, const N: usize>(
    mut devices: Devices<D, N>,
    slots: &[u32],
    banks: &mut Vec<Box<dyn DeviceBank>>,
) {
    if !devices.is_empty() {
        devices.assign_slots(slots);
        banks.push(Box::new(devices));
    }
}

/// The unknown of each terminal; those inside that no resistance sets apart are those outside.
fn terminals<const N: usize>(
    element: ElementId,
    data: &DeviceData,
    internal: &[Option<usize>],
    unknowns: &mut MnaUnknowns,
) -> [u32; N] {
    let outer = N - internal.len();
    let mut spots = [0; N];
    for (spot, node) in spots.iter_mut().zip(&data.nodes) {
        *spot = node.0;
    }
    for (at, same) in internal.iter().enumerate() {
        spots[outer + at] = match same {
            Some(terminal) => spots[*terminal],
            None => unknowns.add(MnaUnknown::Inner(element, (outer + at) as u8)),
        };
    }
    spots
}

fn ask<const N: usize>(spots: &[u32; N], places: &mut StampPattern) -> [[u32; N]; N] {
    spots.map(|row| spots.map(|column| places.request_entry(row, column)))
}
