//! Conversions to String (MLS 3.7.3), as far as names of files and messages need them.

use equations::FlatModel;

use crate::gap::Gap;
use crate::value::Value;

/// `String(value, …)`. Formats and numbers of digits are left to what shows them: nothing numeric follows from them.
pub(super) fn convert(model: &FlatModel, given: &[Value]) -> Result<Value, Gap> {
    let text = match given.first() {
        Some(Value::Integer(value)) if given.len() == 1 => value.to_string(),
        Some(Value::Boolean(value)) if given.len() == 1 => value.to_string(),
        Some(Value::Text(text)) if given.len() == 1 => text.to_string(),
        Some(Value::Literal(kind, literal)) if given.len() == 1 => {
            let literals = model.enumerations.get(kind.at()).map_or(&[][..], |kind| &kind.literals);
            let name = literals.get((*literal as usize).wrapping_sub(1)).ok_or(Gap::Failed)?;
            model.symbols.name(*name).to_string()
        }
        _ => return Err(Gap::Text),
    };
    Ok(Value::Text(text.into()))
}
