//! The part of JSON Schema, draft 2020-12, that the published schemas use. A keyword that is not known here is an error, so
//! that nothing goes unchecked.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

/// Keywords that say something to people only.
const ANNOTATIONS: [&str; 6] = ["$schema", "$id", "$defs", "title", "description", "version"];

/// A schema that values are checked against.
pub(crate) struct Validator<'a> {
    root: &'a Value,
}

/// The members of objects that a value has, by where the schema describes them; or why the value does not fit.
type Checked = Result<BTreeSet<String>, String>;

impl<'a> Validator<'a> {
    pub(crate) fn new(root: &'a Value) -> Validator<'a> {
        Validator { root }
    }

    /// Checks a value against the whole schema.
    pub(crate) fn check(&self, value: &Value) -> Checked {
        self.at("", "", value)
    }

    /// Checks the value at a place of a document against the schema at a place of the schema.
    fn at(&self, schema: &str, place: &str, value: &Value) -> Checked {
        let own = self.root.pointer(schema).and_then(Value::as_object);
        let own = own.unwrap_or_else(|| panic!("{schema} is no schema"));
        let mut seen = BTreeSet::new();
        for (keyword, wanted) in own {
            let here = format!("{schema}/{keyword}");
            match keyword.as_str() {
                "$ref" => {
                    let target = wanted.as_str().and_then(|target| target.strip_prefix('#')).unwrap();
                    seen.extend(self.at(target, place, value)?);
                }
                "type" => check_type(wanted, value).map_err(|why| format!("{place} {why}"))?,
                "const" if wanted == value => {}
                "const" => return Err(format!("{place} is {value}, not {wanted}")),
                "minimum" if value.as_f64() >= wanted.as_f64() => {}
                "minimum" => return Err(format!("{place} is {value}, less than {wanted}")),
                "minItems" | "maxItems" => {
                    let (count, limit) =
                        (value.as_array().map_or(0, Vec::len) as u64, wanted.as_u64().unwrap());
                    let fits = if keyword == "minItems" { count >= limit } else { count <= limit };
                    if !fits {
                        return Err(format!("{place} has {count} items, {keyword} is {limit}"));
                    }
                }
                "items" => {
                    for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                        seen.extend(self.at(&here, &format!("{place}/{index}"), item)?);
                    }
                }
                "required" => {
                    let missing = wanted
                        .as_array()
                        .unwrap()
                        .iter()
                        .find(|name| value.get(name.as_str().unwrap()).is_none());
                    if let Some(missing) = missing {
                        return Err(format!("{place} lacks {missing}"));
                    }
                }
                "properties" => {
                    for name in wanted.as_object().unwrap().keys() {
                        if let Some(member) = value.get(name) {
                            let described = format!("{here}/{name}");
                            seen.extend(self.at(&described, &format!("{place}/{name}"), member)?);
                            seen.insert(described);
                        }
                    }
                }
                "additionalProperties" => {
                    for (name, member) in value.as_object().into_iter().flatten() {
                        if own.get("properties").is_some_and(|known| known.get(name).is_some()) {
                            continue;
                        }
                        if *wanted == json!(false) {
                            return Err(format!("{place} has a member {name} that the schema does not know"));
                        }
                        seen.extend(self.at(&here, &format!("{place}/{name}"), member)?);
                    }
                }
                "anyOf" | "oneOf" => {
                    let count = wanted.as_array().unwrap().len();
                    let all: Vec<Checked> =
                        (0..count).map(|index| self.at(&format!("{here}/{index}"), place, value)).collect();
                    let fitting = all.iter().filter(|found| found.is_ok()).count();
                    if fitting == 0 || (keyword == "oneOf" && fitting > 1) {
                        let reasons: Vec<String> = all.into_iter().filter_map(Result::err).collect();
                        return Err(format!("{fitting} of {here} fit: {}", reasons.join("; ")));
                    }
                    seen.extend(all.into_iter().flatten().flatten());
                }
                _ if ANNOTATIONS.contains(&keyword.as_str()) => {}
                _ => panic!("{here} is a keyword that this validator does not know"),
            }
        }
        Ok(seen)
    }
}

fn check_type(wanted: &Value, value: &Value) -> Result<(), String> {
    let is = |name: &Value| match name.as_str().unwrap() {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("{other} is no type"),
    };
    let fits = wanted.as_array().map_or_else(|| is(wanted), |any| any.iter().any(is));
    if fits { Ok(()) } else { Err(format!("is {value}, not {wanted}")) }
}

/// All members of objects that a schema describes, by where it describes them.
pub(crate) fn members(schema: &Value) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut places = vec![(String::new(), schema)];
    while let Some((place, value)) = places.pop() {
        match value {
            Value::Object(all) => {
                let properties = all.get("properties").filter(|_| !place.ends_with("/properties"));
                let names = properties.and_then(Value::as_object).into_iter().flat_map(Map::keys);
                found.extend(names.map(|name| format!("{place}/properties/{name}")));
                places.extend(all.iter().map(|(name, inner)| (format!("{place}/{name}"), inner)));
            }
            Value::Array(all) => {
                places
                    .extend(all.iter().enumerate().map(|(index, inner)| (format!("{place}/{index}"), inner)));
            }
            _ => {}
        }
    }
    found
}
