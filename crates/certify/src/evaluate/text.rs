//! Conversions to String (MLS 3.7.3), as far as names of files and messages need them.

use equations::FlatModel;

use crate::missing_value::{CertifyResult, MissingValue};
use crate::value::CertifyValue;

/// `String(value, …)`. Formats and numbers of digits are left to what shows them: nothing numeric follows from them.
pub(super) fn convert(model: &FlatModel, given: &[CertifyValue]) -> CertifyResult {
    let text = match given.first() {
        Some(CertifyValue::Integer(value)) if given.len() == 1 => value.to_string(),
        Some(CertifyValue::Boolean(value)) if given.len() == 1 => value.to_string(),
        Some(CertifyValue::Text(text)) if given.len() == 1 => text.to_string(),
        Some(CertifyValue::Literal(kind, literal)) if given.len() == 1 => {
            let literals = model.enumerations.get(kind.at()).map_or(&[][..], |kind| &kind.literals);
            let name = literals.get((*literal as usize).wrapping_sub(1)).ok_or(MissingValue::Failed)?;
            model.symbols.name(*name).to_string()
        }
        _ => return Err(MissingValue::Text),
    };
    Ok(CertifyValue::Text(text.into()))
}
