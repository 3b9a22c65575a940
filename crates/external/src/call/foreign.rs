//! Functions of libraries other than the Modelica Standard Library. Their names could be anyone's, so that a function is
//! one of these only if its arguments are declared in the same way too, with types, sizes and names. The class does not
//! tell: several libraries have copies of one, and models give it names of their own.

use super::{Declared, Native, files};
use crate::Argument;

/// What an argument is declared as.
enum Sort {
    Text,
    /// A vector of so many numbers.
    Reals(usize),
}

struct Foreign {
    name: &'static str,
    arguments: &'static [(&'static str, Sort)],
    native: Native,
}

const FOREIGN: &[Foreign] = &[Foreign {
    name: "getTimeSpan",
    arguments: &[("filNam", Sort::Text), ("tabNam", Sort::Text), ("timeSpan", Sort::Reals(2))],
    native: files::time_span,
}];

/// Whether there is a function of this name. Whether it is the one that is meant is seen when it is called.
pub(super) fn has(name: &str) -> bool {
    FOREIGN.iter().any(|known| known.name == name)
}

/// The function of a declaration.
pub(super) fn find(declared: Declared, arguments: &[Argument]) -> Option<&'static Native> {
    let known = FOREIGN.iter().find(|known| known.name == declared.name)?;
    let fits = |(at, (argument, (name, sort))): (usize, (&Argument, &(&str, Sort)))| {
        (declared.argument)(at) == *name && sort.fits(argument)
    };
    let same = arguments.len() == known.arguments.len()
        && arguments.iter().zip(known.arguments).enumerate().all(fits);
    same.then_some(&known.native)
}

impl Sort {
    fn fits(&self, argument: &Argument) -> bool {
        match (self, argument) {
            (Sort::Text, Argument::Text(_)) => true,
            (Sort::Reals(count), Argument::Reals(array)) => array.dims == [*count],
            _ => false,
        }
    }
}
