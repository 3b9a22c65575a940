//! What the numbers of a model tell and its structure does not: equations that depend on each other, and the true index.
//!
//! This is the place where another way to the true index would be put in: whatever finds it, [`NumericalFindings`] says it.

use dae::{ModelRows, RowDependence, dependences, pencil};
use equations::FlatModel;
use structure::{TrueIndex, pantelides};

use super::SystemAnalysis;

/// What the numbers tell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NumericalFindings {
    /// The true index; none if the model is not linear, a coefficient is not known, or it would take too long.
    pub index: Option<TrueIndex>,
    /// Why the true index is not the structural one.
    pub reason: Option<IndexDifference>,
    /// Equations that depend on each other although their unknowns are as many as they are, whatever the parameters are.
    pub dependences: Vec<RowDependence>,
}

/// Why structure and numbers differ. Sets of equations, each ascending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IndexDifference {
    /// When the equations of a set are combined their derivatives cancel, so that less has to be differentiated.
    Cancelling(Vec<Vec<u32>>),
    /// The equations of a set depend on each other in what they are to determine, so that more has to be differentiated.
    Hidden(Vec<Vec<u32>>),
    /// The equations of a set depend on each other with these values of the parameters.
    Dependent(Vec<Vec<u32>>),
}

/// Looks at the numbers of a model whose structure is known. Nothing is told of a model that is singular by structure.
pub fn numbers(model: &FlatModel, rows: &ModelRows, analysis: &SystemAnalysis) -> NumericalFindings {
    let Some(structural) = analysis.index else { return NumericalFindings::default() };
    let dependences = dependences(model, rows);
    if !dependences.is_empty() {
        return NumericalFindings { index: Some(TrueIndex::Singular), reason: None, dependences };
    }
    let pencil = pencil(model, rows);
    let index = pencil.as_ref().map(structure::Pencil::index).filter(|&index| index != TrueIndex::Unknown);
    let (Some(pencil), Some(index)) = (pencil, index) else { return NumericalFindings::default() };
    let freedom = |freedom: u32| freedom as usize == analysis.freedom;
    let reason = match index {
        TrueIndex::Regular { index, freedom: own } if i64::from(index) == structural && freedom(own) => None,
        TrueIndex::Regular { index, freedom: own } if i64::from(index) < structural && freedom(own) => {
            Some(IndexDifference::Cancelling(pencil.cancelling()))
        }
        TrueIndex::Regular { .. } => {
            let offsets = pantelides(&rows.signature).map(|found| found.offsets);
            offsets.ok().map(|offsets| IndexDifference::Hidden(pencil.hidden(&offsets)))
        }
        _ => Some(IndexDifference::Dependent(pencil.dependent())),
    };
    NumericalFindings { index: Some(index), reason, dependences }
}

impl SystemAnalysis {
    /// Adds what the numbers of the model tell.
    pub fn add_numerical(&mut self, model: &FlatModel, rows: &ModelRows) {
        self.numbers = Some(numbers(model, rows, self));
    }
}
