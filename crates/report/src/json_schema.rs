//! Values that become JSON, and the schema of what they become (JSON Schema, draft 2020-12).

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

/// A value that is published as JSON together with the schema of all such values.
pub trait Published {
    /// The value as JSON.
    fn to_json(&self) -> Value;

    /// What the JSON of any such value looks like. What has a name of its own goes to the definitions.
    fn schema(definitions: &mut SchemaDefinitions) -> Value;

    /// Puts the value into an object as the member of this name.
    fn put(&self, name: &str, members: &mut Map<String, Value>) {
        members.insert(name.to_string(), self.to_json());
    }

    /// Adds to the schema of an object what its member looks like.
    fn describe(member: SchemaMember, object: &mut ObjectSchema, definitions: &mut SchemaDefinitions) {
        object.add(member.name, described(Self::schema(definitions), member.description), member.required);
    }
}

/// A member of an object, without its schema.
#[derive(Clone, Copy, Debug)]
pub struct SchemaMember {
    /// Its name.
    pub name: &'static str,
    /// What it means.
    pub description: &'static str,
    /// Whether it is always there.
    pub required: bool,
}

/// A value that becomes an object with the same members every time.
pub trait Record: Published {
    /// Puts all members into an object.
    fn put_members(&self, members: &mut Map<String, Value>);

    /// What the object looks like.
    fn object(definitions: &mut SchemaDefinitions) -> ObjectSchema;
}

/// The schemas that have names, which others refer to.
#[derive(Clone, Debug, Default)]
pub struct SchemaDefinitions(BTreeMap<&'static str, Value>);

impl SchemaDefinitions {
    /// A reference to the schema of a name, which is made if it is not there yet.
    pub fn refer(&mut self, name: &'static str, make: impl FnOnce(&mut SchemaDefinitions) -> Value) -> Value {
        if !self.0.contains_key(name) {
            // The name is there before its schema, for a schema that refers to itself.
            self.0.insert(name, Value::Null);
            let schema = make(self);
            self.0.insert(name, schema);
        }
        json!({ "$ref": format!("#/$defs/{name}") })
    }

    /// All of them, by name.
    pub(crate) fn into_json(self) -> Value {
        self.0.into_iter().map(|(name, schema)| (name.to_string(), schema)).collect::<Map<_, _>>().into()
    }
}

/// The schema of an object: its members and no others.
#[derive(Clone, Debug)]
pub struct ObjectSchema {
    description: String,
    properties: Map<String, Value>,
    required: Vec<String>,
}

impl ObjectSchema {
    /// Of an object without members.
    pub fn new(description: &str) -> ObjectSchema {
        let description = description.trim().to_string();
        ObjectSchema { description, properties: Map::new(), required: Vec::new() }
    }

    /// Adds a member with its schema.
    pub fn add(&mut self, name: &str, schema: Value, required: bool) {
        self.properties.insert(name.to_string(), schema);
        if required {
            self.required.push(name.to_string());
        }
    }

    /// Adds all members of another object, in the place of those that have the same name.
    pub fn extend(&mut self, other: ObjectSchema) {
        self.required.retain(|name| !other.properties.contains_key(name));
        self.properties.extend(other.properties);
        self.required.extend(other.required);
    }

    /// Adds the members of another object that this one has none of the same name for.
    pub fn complete(&mut self, other: ObjectSchema) {
        let description = std::mem::take(&mut self.description);
        let own = std::mem::replace(self, ObjectSchema { description, ..other });
        self.extend(own);
    }

    /// The same object without any member that is always there.
    #[must_use]
    fn relaxed(self) -> ObjectSchema {
        ObjectSchema { required: Vec::new(), ..self }
    }

    /// The schema as JSON.
    pub fn into_json(self) -> Value {
        let mut required = self.required;
        required.sort_unstable();
        json!({
            "description": self.description,
            "type": "object",
            "properties": self.properties,
            "required": required,
            "additionalProperties": false,
        })
    }
}

/// A schema with what its value means at this place.
fn described(mut schema: Value, description: &str) -> Value {
    schema["description"] = json!(description.trim());
    schema
}

/// A member that may be missing.
#[derive(Clone, Debug, PartialEq)]
pub struct Optional<T>(pub Option<T>);

impl<T> From<Option<T>> for Optional<T> {
    fn from(value: Option<T>) -> Optional<T> {
        Optional(value)
    }
}

impl<T: Published> Published for Optional<T> {
    fn to_json(&self) -> Value {
        self.0.to_json()
    }

    fn schema(definitions: &mut SchemaDefinitions) -> Value {
        T::schema(definitions)
    }

    fn put(&self, name: &str, members: &mut Map<String, Value>) {
        if let Some(value) = &self.0 {
            value.put(name, members);
        }
    }

    fn describe(member: SchemaMember, object: &mut ObjectSchema, definitions: &mut SchemaDefinitions) {
        T::describe(SchemaMember { required: false, ..member }, object, definitions);
    }
}

/// A record whose members stand among those of the record that it is in.
#[derive(Clone, Debug, PartialEq)]
pub struct Inline<T>(pub T);

impl<T: Record> Published for Inline<T> {
    fn to_json(&self) -> Value {
        self.0.to_json()
    }

    fn schema(definitions: &mut SchemaDefinitions) -> Value {
        T::schema(definitions)
    }

    fn put(&self, _name: &str, members: &mut Map<String, Value>) {
        self.0.put_members(members);
    }

    fn describe(member: SchemaMember, object: &mut ObjectSchema, definitions: &mut SchemaDefinitions) {
        let own = T::object(definitions);
        object.extend(if member.required { own } else { own.relaxed() });
    }
}

/// Null if there is none.
impl<T: Published> Published for Option<T> {
    fn to_json(&self) -> Value {
        self.as_ref().map_or(Value::Null, Published::to_json)
    }

    fn schema(definitions: &mut SchemaDefinitions) -> Value {
        json!({ "anyOf": [T::schema(definitions), { "type": "null" }] })
    }
}

impl<T: Published> Published for Vec<T> {
    fn to_json(&self) -> Value {
        self.iter().map(Published::to_json).collect()
    }

    fn schema(definitions: &mut SchemaDefinitions) -> Value {
        json!({ "type": "array", "items": T::schema(definitions) })
    }
}

impl<T: Published> Published for [T; 2] {
    fn to_json(&self) -> Value {
        self.iter().map(Published::to_json).collect()
    }

    fn schema(definitions: &mut SchemaDefinitions) -> Value {
        json!({ "type": "array", "items": T::schema(definitions), "minItems": 2, "maxItems": 2 })
    }
}

/// By name.
impl<T: Published> Published for BTreeMap<String, T> {
    fn to_json(&self) -> Value {
        self.iter().map(|(name, value)| (name.clone(), value.to_json())).collect::<Map<_, _>>().into()
    }

    fn schema(definitions: &mut SchemaDefinitions) -> Value {
        json!({ "type": "object", "additionalProperties": T::schema(definitions) })
    }
}

/// Values that JSON knows, with the schema of their type.
macro_rules! plain {
    ($($type:ty => $schema:tt,)*) => {
        $(impl Published for $type {
            fn to_json(&self) -> Value {
                json!(self)
            }

            fn schema(_definitions: &mut SchemaDefinitions) -> Value {
                json!($schema)
            }
        })*
    };
}

plain! {
    bool => { "type": "boolean" },
    String => { "type": "string" },
    u8 => { "type": "integer", "minimum": 0 },
    u32 => { "type": "integer", "minimum": 0 },
    u64 => { "type": "integer", "minimum": 0 },
    usize => { "type": "integer", "minimum": 0 },
    i32 => { "type": "integer" },
    i64 => { "type": "integer" },
}

/// JSON has no word for numbers that are not finite: they are null.
impl Published for f64 {
    fn to_json(&self) -> Value {
        json!(self)
    }

    fn schema(definitions: &mut SchemaDefinitions) -> Value {
        definitions.refer(
            "Number",
            |_| json!({ "description": "A number, or null if it is not finite.", "type": ["number", "null"] }),
        )
    }
}
