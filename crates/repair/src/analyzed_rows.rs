//! Rows and columns of a model together with what their structure comes to.

use dae::{Boundary, ModelRows, rows};
use equations::{FlatModel, VariableId};

use crate::{StructuralAnalysis, problems};

/// A model as rows and columns, and how it stands, taken as what its boundary says.
pub struct AnalyzedRows {
    /// Its rows and columns.
    pub rows: ModelRows,
    /// How it stands.
    pub structure: StructuralAnalysis,
}

impl AnalyzedRows {
    /// Lays a model out.
    pub fn new(model: &FlatModel, boundary: Boundary) -> AnalyzedRows {
        let rows = rows(model, boundary);
        let structure = StructuralAnalysis::new(model, &rows);
        AnalyzedRows { rows, structure }
    }

    /// Whether each structural problem has an unknown among the given ones, which are in ascending order.
    pub(crate) fn is_explained_by(&self, variables: &[VariableId]) -> bool {
        let known = |column: &u32| variables.binary_search(&self.rows.columns[*column as usize]).is_ok();
        problems(&self.structure).iter().all(|problem| problem.columns.iter().any(known))
    }
}
