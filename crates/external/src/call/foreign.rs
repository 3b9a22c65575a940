//! Functions of libraries other than the Modelica Standard Library. Their names could be anyone's, so that a function is
//! one of these only if all of its declaration is: the class that stands for it, in whichever library, and its arguments.

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
    /// The class without its library: several libraries have copies of one.
    class: &'static str,
    arguments: &'static [Sort],
    native: Native,
}

const FOREIGN: &[Foreign] = &[Foreign {
    name: "getTimeSpan",
    class: "BoundaryConditions.WeatherData.BaseClasses.getTimeSpanTMY3",
    arguments: &[Sort::Text, Sort::Text, Sort::Reals(2)],
    native: files::time_span,
}];

/// Whether there is a function of this name. Whether it is the one that is meant is seen when it is called.
pub(super) fn has(name: &str) -> bool {
    FOREIGN.iter().any(|known| known.name == name)
}

/// The function of a declaration.
pub(super) fn find(declared: Declared, arguments: &[Argument]) -> Option<&'static Native> {
    let known = FOREIGN.iter().find(|known| known.name == declared.name)?;
    let (_, class) = declared.class.split_once('.')?;
    let fits = class == known.class
        && arguments.len() == known.arguments.len()
        && arguments.iter().zip(known.arguments).all(|(argument, sort)| sort.fits(argument));
    fits.then_some(&known.native)
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
