//! Systems of equations of which only the structure is known: which unknowns occur in which equation, and how
//! often each is differentiated there.
//!
//! A [`System`] comes from a text in the format of [`read`], from a graph in GML, or from a flat model; whatever it
//! comes from, [`analyze`] takes it apart and the printers of this module show the result. Rows are equations and
//! columns are unknowns, counted as in the crate `structure`.

mod analysis;
mod diagnose;
mod dot;
mod gml;
mod html;
mod json;
mod model;
mod names;
mod numbers;
mod open;
mod read;
mod scan;
mod svg;
mod table;
mod tearing;
mod texts;
mod words;
mod write;

use std::borrow::Cow;

pub use structure::{Entry, Ranks, Signature};
use syntax::Place;

pub use analysis::{Analysis, Block, Part, analyze};
pub use diagnose::diagnose;
pub use dot::dot;
pub use gml::{gml, read_gml};
pub use html::html;
pub use json::members;
pub use model::from_model;
pub use numbers::{Numbers, Reason, numbers};
pub use open::open;
pub use read::read;
pub use svg::{TooLarge, svg};
pub use table::structure;
pub use texts::Texts;
pub use write::write;

/// Equations, unknowns, and which occur in which.
#[derive(Clone, Debug)]
pub struct System {
    name: String,
    unknowns: Items,
    equations: Items,
    signature: Signature,
    notation: Notation,
    /// By row; empty if the system is no model.
    annotations: Vec<Annotation>,
}

/// What is known of an equation that a statement of a model made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Annotation {
    /// The class it is written in.
    pub class: String,
    /// How many statements stand with it in its class, or how many equations its `connect` takes part in.
    pub associated: u32,
    /// How freely it may be changed, from 0 for what is locked to 3.
    pub flexibility: u8,
    /// True if connections made it.
    pub connected: bool,
}

/// How derivatives are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Notation {
    /// `x^2`, as in plain systems.
    #[default]
    Caret,
    /// `der(der(x))`, as in Modelica.
    Der,
}

impl System {
    /// A system of given unknowns, without equations yet. The name is what people call it: a file, a model.
    pub fn new(name: impl Into<String>, unknowns: Items) -> System {
        let signature = Signature::new(unknowns.len());
        let (equations, notation) = (Items::default(), Notation::default());
        System { name: name.into(), unknowns, equations, signature, notation, annotations: Vec::new() }
    }

    /// The same system, with derivatives written in another way.
    #[must_use]
    pub(crate) fn with_notation(self, notation: Notation) -> System {
        System { notation, ..self }
    }

    /// A system of parts that belong together: a row for each equation, a column for each unknown.
    fn join(name: &str, unknowns: Items, equations: Items, signature: Signature) -> System {
        assert_eq!((equations.len(), unknowns.len()), (signature.height(), signature.width()));
        let (notation, annotations) = Default::default();
        System { name: name.to_string(), unknowns, equations, signature, notation, annotations }
    }

    /// The same system with what is known of its equations, one annotation to a row; others are left out.
    #[must_use]
    pub fn with_annotations(self, annotations: Vec<Annotation>) -> System {
        let fits = annotations.len() == self.equations.len();
        System { annotations: if fits { annotations } else { Vec::new() }, ..self }
    }

    /// What is known of an equation.
    pub fn annotation(&self, row: u32) -> Option<&Annotation> {
        self.annotations.get(row as usize)
    }

    /// Adds an equation. The entries may come in any order; of several for one unknown the highest order counts.
    ///
    /// # Panics
    /// If an entry has a column that no unknown has.
    pub fn push(&mut self, name: &str, description: &str, place: Place, row: &[Entry]) {
        self.equations.push(name, description, place);
        self.signature.push(row);
    }

    /// What people call it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The unknowns, one to a column.
    pub fn unknowns(&self) -> &Items {
        &self.unknowns
    }

    /// The equations, one to a row.
    pub fn equations(&self) -> &Items {
        &self.equations
    }

    /// Which unknowns occur in which equations, and how often they are differentiated there.
    pub fn signature(&self) -> &Signature {
        &self.signature
    }

    /// How derivatives are written.
    pub(crate) fn notation(&self) -> Notation {
        self.notation
    }

    /// An unknown as it occurs in an equation: `x`, or `x^2` for its second derivative.
    pub fn term(&self, entry: Entry) -> Cow<'_, str> {
        let name = self.unknowns.name(entry.column);
        match (entry.order, self.notation) {
            (0, _) => Cow::Borrowed(name),
            (order, Notation::Caret) => Cow::Owned(format!("{name}^{order}")),
            (order, Notation::Der) => {
                let order = order as usize;
                Cow::Owned(format!("{}{name}{}", "der(".repeat(order), ")".repeat(order)))
            }
        }
    }
}

/// What each equation or each unknown is called, what it means and where it stands.
#[derive(Clone, Debug, Default)]
pub struct Items {
    names: Texts,
    descriptions: Texts,
    places: Vec<Place>,
}

impl Items {
    /// Adds one and says where it stands in the list. The description may be empty.
    pub fn push(&mut self, name: &str, description: &str, place: Place) -> u32 {
        self.names.push(name);
        self.descriptions.push(description);
        self.places.push(place);
        self.places.len() as u32 - 1
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// What it is called.
    pub fn name(&self, index: u32) -> &str {
        self.names.get(index)
    }

    /// What it means, possibly nothing.
    pub fn description(&self, index: u32) -> &str {
        self.descriptions.get(index)
    }

    /// Where it was written.
    pub fn place(&self, index: u32) -> Place {
        self.places[index as usize]
    }

    /// All indices in order.
    pub fn indices(&self) -> std::ops::Range<u32> {
        0..self.places.len() as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use syntax::{FileId, Span};

    #[test]
    fn derivatives_are_written_as_wished() {
        let mut unknowns = Items::default();
        unknowns.push("x", "", Place { file: FileId(0), span: Span::at(0) });
        let system = System::new("test", unknowns);
        let entry = |order| Entry { column: 0, order };
        assert_eq!((system.term(entry(0)), system.term(entry(2))), ("x".into(), "x^2".into()));
        let system = system.with_notation(Notation::Der);
        assert_eq!((system.term(entry(0)), system.term(entry(2))), ("x".into(), "der(der(x))".into()));
    }
}
