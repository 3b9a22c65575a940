//! Systems of equations of which only the structure is known: which unknowns occur in which equation, and how
//! often each is differentiated there.
//!
//! Main types: an [`EquationSystem`] comes from a text in the format of [`read`](fn@read), from a graph in GML, or from a flat model;
//! whatever it comes from, [`analyze`] takes it apart ([`SystemAnalysis`]) and the printers of this crate show the result: tables, JSON,
//! pictures, pages.
//!
//! Invariants: rows are equations and columns are unknowns, counted as in the crate `structure`; a million equations are read and
//! analyzed in seconds.
//!
//! ```
//! use syntax::FileId;
//!
//! let (system, wrong) = system::read(FileId(0), "pair", "e1: x y\ne2: x\n");
//! let analysis = system::analyze(&system);
//! assert!(wrong.is_empty() && analysis.is_regular());
//! assert_eq!(analysis.len(), 2);
//! ```

mod analysis;
mod diagnose;
mod dot;
mod gml;
mod html;
mod lexer;
mod model;
mod name_index;
mod numerical;
mod open;
mod phrasing;
mod read;
mod string_list;
mod structure_report;
mod svg;
mod table;
mod tearing;
mod write;

use std::borrow::Cow;

pub use structure::{RankSets, Signature, SignatureEntry};
use syntax::Place;

pub use analysis::{EquationBlock, PartKind, SystemAnalysis, analyze};
pub use diagnose::diagnose;
pub use dot::dot;
pub use gml::{gml, read_gml};
pub use html::html;
pub use model::from_model;
pub use numerical::{IndexDifference, NumericalFindings, numbers};
pub use open::open;
pub use read::read;
pub use string_list::StringList;
pub use structure_report::{report, report_model};
pub use svg::{PictureTooLarge, svg};
pub use table::structure;
pub use write::write;

/// Equations, unknowns, and which occur in which.
#[derive(Clone, Debug)]
pub struct EquationSystem {
    name: String,
    unknowns: NamedItems,
    equations: NamedItems,
    signature: Signature,
    notation: DerivativeNotation,
    /// By row; empty if the system is no model.
    annotations: Vec<SystemAnnotation>,
}

/// What is known of an equation that a statement of a model made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SystemAnnotation {
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
pub enum DerivativeNotation {
    /// `x^2`, as in plain systems.
    #[default]
    Caret,
    /// `der(der(x))`, as in Modelica.
    Der,
}

impl EquationSystem {
    /// A system of given unknowns, without equations yet. The name is what people call it: a file, a model.
    pub fn new(name: impl Into<String>, unknowns: NamedItems) -> EquationSystem {
        let signature = Signature::new(unknowns.len());
        let (equations, notation) = (NamedItems::default(), DerivativeNotation::default());
        EquationSystem {
            name: name.into(),
            unknowns,
            equations,
            signature,
            notation,
            annotations: Vec::new(),
        }
    }

    /// The same system, with derivatives written in another way.
    #[must_use]
    pub fn with_notation(self, notation: DerivativeNotation) -> EquationSystem {
        EquationSystem { notation, ..self }
    }

    /// A system of parts that belong together: a row for each equation, a column for each unknown.
    fn join(name: &str, unknowns: NamedItems, equations: NamedItems, signature: Signature) -> EquationSystem {
        assert_eq!((equations.len(), unknowns.len()), (signature.height(), signature.width()));
        let (notation, annotations) = Default::default();
        EquationSystem { name: name.to_string(), unknowns, equations, signature, notation, annotations }
    }

    /// The same system with what is known of its equations, one annotation to a row; others are left out.
    #[must_use]
    pub fn with_annotations(self, annotations: Vec<SystemAnnotation>) -> EquationSystem {
        let fits = annotations.len() == self.equations.len();
        EquationSystem { annotations: if fits { annotations } else { Vec::new() }, ..self }
    }

    /// What is known of an equation.
    pub fn annotation(&self, row: u32) -> Option<&SystemAnnotation> {
        self.annotations.get(row as usize)
    }

    /// Adds an equation. The entries may come in any order; of several for one unknown the highest order counts.
    ///
    /// # Panics
    /// If an entry has a column that no unknown has.
    pub fn push(&mut self, name: &str, description: &str, place: Place, row: &[SignatureEntry]) {
        self.equations.push(name, description, place);
        self.signature.push(row);
    }

    /// What people call it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The unknowns, one to a column.
    pub fn unknowns(&self) -> &NamedItems {
        &self.unknowns
    }

    /// The equations, one to a row.
    pub fn equations(&self) -> &NamedItems {
        &self.equations
    }

    /// Which unknowns occur in which equations, and how often they are differentiated there.
    pub fn signature(&self) -> &Signature {
        &self.signature
    }

    /// How derivatives are written.
    pub(crate) fn notation(&self) -> DerivativeNotation {
        self.notation
    }

    /// An unknown as it occurs in an equation: `x`, or `x^2` for its second derivative.
    pub fn term(&self, entry: SignatureEntry) -> Cow<'_, str> {
        let name = self.unknowns.name(entry.column);
        match (entry.order, self.notation) {
            (0, _) => Cow::Borrowed(name),
            (order, DerivativeNotation::Caret) => Cow::Owned(format!("{name}^{order}")),
            (order, DerivativeNotation::Der) => {
                let order = order as usize;
                Cow::Owned(format!("{}{name}{}", "der(".repeat(order), ")".repeat(order)))
            }
        }
    }
}

/// What each equation or each unknown is called, what it means and where it stands.
#[derive(Clone, Debug, Default)]
pub struct NamedItems {
    names: StringList,
    descriptions: StringList,
    places: Vec<Place>,
}

impl NamedItems {
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
