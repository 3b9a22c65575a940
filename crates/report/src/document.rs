//! One JSON document: the diagnostics of what was read, and the report of the command.

use serde_json::{Map, Value, json};

use crate::json_schema::{ObjectSchema, SchemaDefinitions};
use crate::{Findings, Record};

/// What a command reports beside its diagnostics.
pub trait Report {
    /// The name of its schema.
    const NAME: &'static str;
    /// What it is, in a sentence.
    const ABOUT: &'static str;
    /// The version of its schema. It grows when a member goes or means something else, and not when one is added.
    const VERSION: u32 = 1;
    /// Whether it is there whatever was read.
    const ALWAYS: bool = false;

    /// Puts all members into an object.
    fn put_members(&self, members: &mut Map<String, Value>);

    /// What the object may look like.
    fn objects(definitions: &mut SchemaDefinitions) -> Vec<ObjectSchema>;
}

/// What a command prints with `--format json`.
#[derive(Clone, Debug, PartialEq)]
pub struct Document<R> {
    /// The diagnostics.
    pub findings: Findings,
    /// The report; none if what was read is wrong in a way that leaves nothing to report.
    pub report: Option<R>,
}

impl<R: Report> Document<R> {
    /// The document as JSON.
    pub fn to_json(&self) -> Value {
        let mut members = Map::new();
        self.findings.put_members(&mut members);
        if let Some(report) = &self.report {
            report.put_members(&mut members);
        }
        members.into()
    }

    /// The document as text, ending with a line break.
    pub fn print(&self) -> String {
        format!("{:#}\n", self.to_json())
    }

    /// The schema of all such documents.
    pub fn schema() -> Value {
        let mut definitions = SchemaDefinitions::default();
        let about = "Nothing but diagnostics: what was read leaves nothing to report, or something else was asked for.";
        let mut objects = R::objects(&mut definitions);
        if !R::ALWAYS {
            objects.insert(0, ObjectSchema::new(about));
        }
        let alternatives: Vec<Value> = objects
            .into_iter()
            .map(|mut object| {
                object.extend(Findings::object(&mut definitions));
                object.into_json()
            })
            .collect();
        framed(R::NAME, R::VERSION, R::ABOUT, &json!({ "anyOf": alternatives }), definitions)
    }
}

/// A schema as a file of its own.
pub(crate) fn framed(
    name: &str,
    version: u32,
    about: &str,
    schema: &Value,
    definitions: SchemaDefinitions,
) -> Value {
    let mut file = schema.clone();
    file["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
    file["$id"] = json!(format!("urn:wellposed:schema:{name}:{version}"));
    file["version"] = json!(version);
    file["title"] = json!(format!("wellposed {name}"));
    file["description"] = json!(about.trim());
    file["$defs"] = definitions.into_json();
    file
}

impl<R: Report> serde_core::Serialize for Document<R> {
    fn serialize<S: serde_core::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serde_core::Serialize::serialize(&self.to_json(), serializer)
    }
}
