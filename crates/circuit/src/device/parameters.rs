//! The numbers of a model and of an element, by name.

use syntax::DiagnosticCode;

use super::{DeviceConditions, InvalidParameter};
use crate::{Circuit, DeviceData, NameId};

/// Looks up what a device is made of, and notes what makes no sense.
pub(super) struct DeviceParameters<'a> {
    circuit: &'a Circuit,
    data: &'a DeviceData,
    faults: Vec<InvalidParameter>,
}

/// A kelvin scale begins here.
const FREEZING: f64 = 273.15;

impl<'a> DeviceParameters<'a> {
    pub(super) fn new(circuit: &'a Circuit, data: &'a DeviceData) -> DeviceParameters<'a> {
        DeviceParameters { circuit, data, faults: Vec::new() }
    }

    /// Such as `npn`.
    pub(super) fn kind(&self) -> &'a str {
        self.data.model.map_or("", |model| self.circuit.names.get(self.circuit.models[model.at()].kind))
    }

    fn last(&self, values: &[(NameId, f64)], names: &[&str]) -> Option<(NameId, f64)> {
        values.iter().rev().find(|value| names.contains(&self.circuit.names.get(value.0))).copied()
    }

    fn written(&self, names: &[&str]) -> Option<(NameId, f64)> {
        let model = &self.circuit.models[self.data.model?.at()];
        self.last(&model.values, names)
    }

    /// A parameter of the model, if it is written; it may have several names.
    pub(super) fn optional_model_value(&self, names: &[&str]) -> Option<f64> {
        Some(self.written(names)?.1)
    }

    /// A parameter of the model, or its default.
    pub(super) fn get(&self, names: &[&str], default: f64) -> f64 {
        self.optional_model_value(names).unwrap_or(default)
    }

    /// A parameter that must lie above a bound.
    pub(super) fn positive_above(&mut self, names: &[&str], default: f64, bound: f64) -> f64 {
        match self.written(names) {
            Some((name, value)) if value.is_nan() || value <= bound => {
                self.report_invalid(name, value, &format!("above {bound}"), default);
                default
            }
            Some((_, value)) => value,
            None => default,
        }
    }

    /// A parameter that must not lie below a bound.
    pub(super) fn least(&mut self, names: &[&str], default: f64, bound: f64) -> f64 {
        match self.written(names) {
            Some((name, value)) if value.is_nan() || value < bound => {
                self.report_invalid(name, value, &format!("{bound} or more"), default);
                default
            }
            Some((_, value)) => value,
            None => default,
        }
    }

    /// A parameter from zero to less than one: exponents of junctions and the like.
    pub(super) fn fraction(&mut self, names: &[&str], default: f64) -> f64 {
        match self.written(names) {
            Some((name, value)) if !(0.0..1.0).contains(&value) => {
                self.report_invalid(name, value, "from zero to less than one", default);
                default
            }
            Some((_, value)) => value,
            None => default,
        }
    }

    /// Notes a value of the model that makes no sense.
    pub(super) fn report_invalid(&mut self, name: NameId, value: f64, meant: &str, default: f64) {
        let text = self.circuit.names.get(name);
        self.faults.push(InvalidParameter {
            code: DiagnosticCode::ZeroValue,
            message: format!("`{text}` is {value} and must be {meant}"),
            help: format!("without it `{text}` is {default}"),
            model: self.data.model,
            name: Some(name),
        });
    }

    /// A number at the element, if it is written.
    pub(super) fn element_value(&self, name: &str) -> Option<f64> {
        Some(self.last(&self.data.settings, &[name])?.1)
    }

    /// A number at the element that must be positive.
    pub(super) fn size(&mut self, name: &str, default: f64) -> f64 {
        match self.last(&self.data.settings, &[name]) {
            Some((id, value)) if value.is_nan() || value <= 0.0 => {
                self.faults.push(InvalidParameter {
                    code: DiagnosticCode::ZeroValue,
                    message: format!("`{name}` is {value} and must be above 0"),
                    help: format!("without it `{name}` is {default}"),
                    model: None,
                    name: Some(id),
                });
                default
            }
            Some((_, value)) => value,
            None => default,
        }
    }

    /// Notes something at the element that is not supported.
    pub(super) fn refuse(&mut self, name: &str, message: &str, help: &str) {
        if let Some((id, _)) = self.last(&self.data.settings, &[name]) {
            self.faults.push(InvalidParameter {
                code: DiagnosticCode::NotSupported,
                message: message.to_string(),
                help: help.to_string(),
                model: None,
                name: Some(id),
            });
        }
    }

    /// Notes parameters of the model that are not supported and would change something.
    pub(super) fn report_unsupported(&mut self, names: &[&str], harmless: f64) {
        for &text in names {
            if let Some((name, _)) = self.written(&[text]).filter(|found| found.1 != harmless) {
                self.faults.push(InvalidParameter {
                    code: DiagnosticCode::NotSupported,
                    message: format!("`{text}` is not supported yet"),
                    help: "take it out if its effect does not matter here".to_string(),
                    model: self.data.model,
                    name: Some(name),
                });
            }
        }
    }

    /// Notes that nothing is left of a channel.
    pub(super) fn report_empty_channel(&mut self, what: &str, value: f64) {
        self.faults.push(InvalidParameter {
            code: DiagnosticCode::ZeroValue,
            message: format!("the channel is {value} m {what}"),
            help: "`l`, `w`, `ld`, `wd`, `xl` and `xw` are in metres: is a `u` missing, or too many?"
                .to_string(),
            model: None,
            name: None,
        });
    }

    /// The temperature of the device, in kelvin.
    pub(super) fn temperature(&self, conditions: &DeviceConditions) -> f64 {
        let ambient = conditions.celsius + self.element_value("dtemp").unwrap_or(0.0);
        self.element_value("temp").unwrap_or(ambient) + FREEZING
    }

    /// The temperature at which the model was measured, in kelvin.
    pub(super) fn nominal(&self, conditions: &DeviceConditions) -> f64 {
        self.get(&["tnom", "tref"], conditions.nominal) + FREEZING
    }

    /// What was built, unless something made no sense.
    pub(super) fn finish<T>(self, device: T) -> Result<T, Vec<InvalidParameter>> {
        if self.faults.is_empty() { Ok(device) } else { Err(self.faults) }
    }
}
