//! Whether a result solves its model.

use std::collections::BTreeMap;

use crate::{ReportedPlace, UnreadModel};

words! {
    /// What a certificate says.
    pub enum CertificateStatus {
        /// Everything holds.
        Holds = "holds",
        /// What could be checked holds, and the result lacks what the rest needs.
        Partly = "partly",
        /// Next to nothing could be checked.
        Undecided = "undecided",
        /// Something does not hold.
        Fails = "fails",
    }
}

record! {
    /// An equation of the model with the values of the result in it.
    pub struct ReportedResidual {
        /// Its residual, relative to its terms.
        pub residual: f64,
        /// The residual that the tolerance explains.
        pub allowed: f64,
        /// The time.
        pub time: f64,
        /// The equation, as it is in the flat model.
        pub equation: String,
        /// Where it is written.
        pub place: ReportedPlace,
        /// The component that it belongs to; null for the model itself.
        pub component: Option<String>,
        /// The values of both sides; null if it has none.
        pub sides: Option<[f64; 2]>,
    }
}

record! {
    /// An event that the result does not have.
    pub struct ReportedLostEvent {
        /// About when it should be.
        pub time: f64,
        /// The points of the result before and after it.
        pub between: [f64; 2],
        /// The relation that changes there.
        pub relation: String,
        /// In how many intervals the same relation lacks an event.
        pub count: usize,
        /// Where the relation is written.
        pub place: ReportedPlace,
    }
}

record! {
    /// What came of putting a result back into the equations of its model as written.
    pub struct ReportedCertificate {
        /// The number of equations.
        pub equations: usize,
        /// The number of equations that were checked.
        pub checked: usize,
        /// The number of points.
        pub points: usize,
        /// The equation with the worst residual; null if none was checked.
        pub worst: Option<ReportedResidual>,
        /// The equations that do not hold.
        pub failures: Vec<ReportedResidual>,
        /// The events that the result does not have.
        pub lost_events: Vec<ReportedLostEvent>,
        /// How many equations were not decided, by reason.
        pub undecided: BTreeMap<String, usize>,
        /// The number of equations that determine values that the result lacks.
        pub computed: usize,
        /// States of which is not known whether they follow their derivatives, because points are missing.
        pub unresolved: Vec<String>,
        /// What the certificate says.
        pub status: CertificateStatus,
        /// Parameters that have other values than in the model.
        pub overridden: Vec<String>,
        /// Variables that the result lacks.
        pub missing: Vec<String>,
        /// Columns of the result that are no variables of the model.
        pub unknown: Vec<String>,
        /// Whether the result passes.
        pub passed: bool,
    }
}

record! {
    /// A model whose result cannot be read.
    pub struct VerifyModel {
        /// The full name of the model.
        pub model: String,
    }
}

record! {
    /// A model and a file that is no result of it.
    pub struct VerifyTarget {
        /// The full name of the model.
        pub model: String,
        /// The file of the result.
        pub result: String,
    }
}

record! {
    /// A result that was put back into its model.
    pub struct VerifiedResult {
        /// The full name of the model.
        pub model: String,
        /// The file of the result.
        pub result: String,
        /// What came of it.
        pub certificate: ReportedCertificate,
    }
}

report! {
    /// The document of `wellposed verify`: whether a result solves its model.
    pub enum VerifyReport as "verify" {
        /// The files of the model cannot be read.
        Unread(UnreadModel),
        /// The result cannot be read.
        Model(VerifyModel),
        /// The result is that of another model.
        Target(VerifyTarget),
        /// The certificate.
        Verified(VerifiedResult),
    }
}
