//! What a netlist says of all its devices.

use crate::Circuit;

/// The level of the MOSFET in `level100.rs`.
pub const NAND: f64 = 100.0;

/// What holds for all devices of a circuit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DeviceConditions {
    /// The temperature, in degrees Celsius.
    pub celsius: f64,
    /// The temperature at which models were measured, unless they say otherwise.
    pub nominal: f64,
    /// A conductance across every junction.
    pub gmin: f64,
    /// Length and width of a MOSFET that does not say them.
    pub size: [f64; 2],
    /// Areas of drain and source of a MOSFET that does not say them.
    pub areas: [f64; 2],
}

impl Default for DeviceConditions {
    fn default() -> DeviceConditions {
        DeviceConditions { celsius: 27.0, nominal: 27.0, gmin: 1e-12, size: [1e-4; 2], areas: [0.0; 2] }
    }
}

impl DeviceConditions {
    /// What `.options` say, and the defaults of ngspice for the rest.
    pub fn new(circuit: &Circuit) -> DeviceConditions {
        let mut found = DeviceConditions::default();
        for setting in &circuit.options {
            let place = match circuit.names.get(setting.name) {
                "temp" => &mut found.celsius,
                "tnom" => &mut found.nominal,
                "gmin" => &mut found.gmin,
                "defl" => &mut found.size[0],
                "defw" => &mut found.size[1],
                "defad" => &mut found.areas[0],
                "defas" => &mut found.areas[1],
                _ => continue,
            };
            *place = setting.value;
        }
        found
    }
}
