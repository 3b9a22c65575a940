//! Elements that others speak of by name: sources whose currents control something, and inductors that are coupled. They
//! may stand anywhere, so they are looked for when all are there.

use syntax::{Code, Diagnostic, Place};

use super::Expand;
use crate::{Control, ElementId, InstanceId, Kind, Law, NameId};

/// A name of an element that has to be found when all are there.
pub(in crate::read) struct Wanted {
    pub(in crate::read) name: NameId,
    pub(in crate::read) instance: InstanceId,
    pub(in crate::read) place: Place,
    pub(in crate::read) user: User,
}

/// Who wants to know an element.
#[derive(Clone, Copy)]
pub(in crate::read) enum User {
    /// The quantity with this number.
    Quantity(usize),
    /// One of the inductors of a coupling.
    Coupling(ElementId, usize),
}

impl Expand<'_> {
    /// Finds the elements that others speak of.
    pub(super) fn resolve(&mut self) {
        for wanted in std::mem::take(&mut self.controls) {
            let Some(&element) = self.named.get(&(wanted.instance, wanted.name)) else {
                self.no_control(&wanted);
                continue;
            };
            match (wanted.user, self.circuit.elements[element.at()].kind) {
                (User::Quantity(at), Kind::Voltage { .. }) => {
                    self.circuit.quantities[at] = Control::Current(element);
                }
                (User::Coupling(coupling, which), Kind::Inductor { .. }) => {
                    if let Kind::Coupling { inductors, .. } = &mut self.circuit.elements[coupling.at()].kind {
                        inductors[which] = element;
                    }
                }
                _ => self.no_control(&wanted),
            }
        }
        // Laws name currents by the numbers of quantities until all elements are known.
        let quantities = std::mem::take(&mut self.circuit.quantities);
        for law in &mut self.circuit.laws {
            let controls = match law {
                Law::Linear { control, .. } => std::slice::from_mut(control),
                Law::Polynomial { controls, .. } | Law::Formula { controls, .. } => controls,
            };
            for control in controls {
                if let Control::Current(number) = control {
                    *control = quantities[number.at()];
                }
            }
        }
        for device in &mut self.circuit.devices {
            if let Some(Control::Current(element)) = device.control.map(|number| quantities[number.at()]) {
                device.control = Some(element);
            }
        }
        self.circuit.quantities = quantities;
    }

    fn no_control(&mut self, wanted: &Wanted) {
        let name = self.circuit.names.get(wanted.name).to_string();
        let what = match wanted.user {
            User::Quantity(_) => "voltage source",
            User::Coupling(..) => "inductor",
        };
        let message = format!("there is no {what} `{name}` here");
        let mut found = Diagnostic::new(Code::UnknownControl, wanted.place, message);
        found = match wanted.user {
            User::Quantity(_) => found.help(
                "only currents of voltage sources can be named; put one of 0 V in series with the element",
            ),
            User::Coupling(..) => found.help("a coupling names two inductors of the same subcircuit"),
        };
        self.report(found);
    }
}
