//! Switches that a voltage or a current opens and closes.

use super::parameters::DeviceParameters;
use super::{DeviceConditions, InvalidParameter};
use crate::{Circuit, DeviceData, DeviceFamily};

/// A switch: one of two resistances, and a state.
///
/// What controls it is a voltage (`S`) or a current (`W`). It closes where that rises above the threshold by the hysteresis
/// and opens where it falls below by the same; in between it stays as it is. A circuit looks for these edges as events, so
/// that the state does not change within a step.
#[derive(Clone, Debug, PartialEq)]
pub struct Switch {
    threshold: f64,
    hysteresis: f64,
    /// Open and closed.
    conductances: [f64; 2],
    closed: bool,
}

impl Switch {
    /// The switch of an element; between the edges it begins as `on` or `off` says, and open without either.
    pub fn new(
        circuit: &Circuit,
        data: &DeviceData,
        conditions: &DeviceConditions,
    ) -> Result<Switch, Vec<InvalidParameter>> {
        let mut card = DeviceParameters::new(circuit, data);
        let (threshold, hysteresis) =
            if data.family == DeviceFamily::VoltageSwitch { ("vt", "vh") } else { ("it", "ih") };
        // Of several side by side a current that controls them is that of all.
        let several = card.element_value("m").unwrap_or(1.0);
        let control = if data.family == DeviceFamily::CurrentSwitch { several } else { 1.0 };
        let device = Switch {
            threshold: card.get(&[threshold], 0.0) * control,
            hysteresis: card.least(&[hysteresis], 0.0, 0.0) * control,
            conductances: [
                card.positive_above(&["roff"], conditions.gmin.recip(), 0.0).recip() * several,
                card.positive_above(&["ron"], 1.0, 0.0).recip() * several,
            ],
            closed: card.element_value("on").is_some(),
        };
        card.finish(device)
    }

    /// What it lets through now, in siemens.
    pub fn conductance(&self) -> f64 {
        self.conductances[usize::from(self.closed)]
    }

    /// True if it is closed.
    pub fn closed(&self) -> bool {
        self.closed
    }

    /// The value of what controls it at which it changes: it opens below, or closes above.
    pub fn edge(&self) -> f64 {
        if self.closed { self.threshold - self.hysteresis } else { self.threshold + self.hysteresis }
    }

    /// Opens or closes as what controls it says; true if it changed.
    pub fn accept(&mut self, control: f64) -> bool {
        let change = if self.closed { control < self.edge() } else { control > self.edge() };
        self.closed ^= change;
        change
    }
}
