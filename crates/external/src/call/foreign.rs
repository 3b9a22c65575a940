//! Functions of libraries other than the Modelica Standard Library. Their names could be anyone's, so that a function is
//! one of these only if its arguments are declared in the same way too, with types, sizes and names. The class does not
//! tell: several libraries have copies of one, and models give it names of their own.

use super::{ExternalDeclaration, ExternalFunction, files};
use crate::ExternalValue;

/// What an argument is declared as.
enum ArgumentType {
    Text,
    /// A vector of so many numbers.
    Reals(usize),
}

struct ForeignFunction {
    name: &'static str,
    arguments: &'static [(&'static str, ArgumentType)],
    native: ExternalFunction,
}

const FOREIGN: &[ForeignFunction] = &[ForeignFunction {
    name: "getTimeSpan",
    arguments: &[
        ("filNam", ArgumentType::Text),
        ("tabNam", ArgumentType::Text),
        ("timeSpan", ArgumentType::Reals(2)),
    ],
    native: files::time_span,
}];

/// Whether there is a function of this name. Whether it is the one that is meant is seen when it is called.
pub(super) fn has(name: &str) -> bool {
    FOREIGN.iter().any(|known| known.name == name)
}

/// The function of a declaration.
pub(super) fn find(
    declared: ExternalDeclaration,
    arguments: &[ExternalValue],
) -> Option<&'static ExternalFunction> {
    let known = FOREIGN.iter().find(|known| known.name == declared.name)?;
    let fits = |(at, (argument, (name, sort))): (usize, (&ExternalValue, &(&str, ArgumentType)))| {
        (declared.argument)(at) == *name && sort.fits(argument)
    };
    let same = arguments.len() == known.arguments.len()
        && arguments.iter().zip(known.arguments).enumerate().all(fits);
    same.then_some(&known.native)
}

impl ArgumentType {
    fn fits(&self, argument: &ExternalValue) -> bool {
        match (self, argument) {
            (ArgumentType::Text, ExternalValue::Text(_)) => true,
            (ArgumentType::Reals(count), ExternalValue::Reals(array)) => array.dims == [*count],
            _ => false,
        }
    }
}
