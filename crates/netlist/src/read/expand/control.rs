//! Elements that others speak of by name: sources whose currents control something, and inductors that are coupled. They
//! may stand anywhere, so they are looked for when all are there.

use syntax::{Diagnostic, DiagnosticCode, Place};

use super::NetlistExpander;
use crate::{CircuitElementKind, ControlLaw, ControllingQuantity, ElementId, NameId, SubcircuitInstanceId};

/// A name of an element that has to be found when all are there.
pub(in crate::read) struct ElementReference {
    pub(in crate::read) name: NameId,
    pub(in crate::read) instance: SubcircuitInstanceId,
    pub(in crate::read) place: Place,
    pub(in crate::read) user: ReferenceUser,
}

/// Who wants to know an element.
#[derive(Clone, Copy)]
pub(in crate::read) enum ReferenceUser {
    /// The quantity with this number.
    Quantity(usize),
    /// One of the inductors of a coupling.
    Coupling(ElementId, usize),
}

impl NetlistExpander<'_> {
    /// Finds the elements that others speak of.
    pub(super) fn resolve_element_references(&mut self) {
        for wanted in std::mem::take(&mut self.controls) {
            let Some(&element) = self.named.get(&(wanted.instance, wanted.name)) else {
                self.no_control(&wanted);
                continue;
            };
            match (wanted.user, self.circuit.elements[element.at()].kind) {
                (ReferenceUser::Quantity(at), CircuitElementKind::Voltage { .. }) => {
                    self.circuit.quantities[at] = ControllingQuantity::Current(element);
                }
                (ReferenceUser::Coupling(coupling, which), CircuitElementKind::Inductor { .. }) => {
                    if let CircuitElementKind::Coupling { inductors, .. } =
                        &mut self.circuit.elements[coupling.at()].kind
                    {
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
                ControlLaw::Linear { control, .. } => std::slice::from_mut(control),
                ControlLaw::Polynomial { controls, .. } | ControlLaw::Formula { controls, .. } => controls,
            };
            for control in controls {
                if let ControllingQuantity::Current(number) = control {
                    *control = quantities[number.at()];
                }
            }
        }
        for device in &mut self.circuit.devices {
            if let Some(ControllingQuantity::Current(element)) =
                device.control.map(|number| quantities[number.at()])
            {
                device.control = Some(element);
            }
        }
        self.circuit.quantities = quantities;
    }

    fn no_control(&mut self, wanted: &ElementReference) {
        let name = self.circuit.names.get(wanted.name).to_string();
        let what = match wanted.user {
            ReferenceUser::Quantity(_) => "voltage source",
            ReferenceUser::Coupling(..) => "inductor",
        };
        let message = format!("there is no {what} `{name}` here");
        let mut found = Diagnostic::new(DiagnosticCode::UnknownControl, wanted.place, message);
        found = match wanted.user {
            ReferenceUser::Quantity(_) => found.help(
                "only currents of voltage sources can be named; put one of 0 V in series with the element",
            ),
            ReferenceUser::Coupling(..) => {
                found.help("a coupling names two inductors of the same subcircuit")
            }
        };
        self.report(found);
    }
}
