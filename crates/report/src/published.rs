//! All schemas, as the files of the folder `schemas`.

use serde_json::{Value, json};

use crate::document::framed;
use crate::{
    AnalyzeReport, CheckReport, CircuitAnalysisReport, CircuitReport, Document, FlattenReport, FormatReport,
    InitReport, ParseReport, Published, Report, ReportedDiagnostic, ReportedRepair, ReportedStructure,
    SchemaDefinitions, SimulateReport, VerifyReport,
};

/// The text of each schema by the name of its file.
pub fn published_schemas() -> Vec<(String, String)> {
    let all = [
        document::<ParseReport>(),
        document::<FormatReport>(),
        document::<FlattenReport>(),
        document::<CheckReport>(),
        document::<AnalyzeReport>(),
        document::<ReportedStructure>(),
        document::<InitReport>(),
        document::<SimulateReport>(),
        document::<VerifyReport>(),
        document::<CircuitReport>(),
        document::<CircuitAnalysisReport>(),
        list::<ReportedDiagnostic>("diagnostics", "A list of diagnostics, as every document has it."),
        list::<ReportedRepair>(
            "repairs",
            "A list of candidate repairs, as the document of `wellposed check` has it.",
        ),
    ];
    all.into_iter().map(|(name, schema)| (format!("{name}.schema.json"), format!("{schema:#}\n"))).collect()
}

fn document<R: Report>() -> (&'static str, Value) {
    (R::NAME, Document::<R>::schema())
}

fn list<T: Published>(name: &'static str, about: &str) -> (&'static str, Value) {
    let mut definitions = SchemaDefinitions::default();
    let items = T::schema(&mut definitions);
    (name, framed(name, 1, about, &json!({ "type": "array", "items": items }), definitions))
}
