//! Declarations of what is published: a struct, an enum of words or an enum of reports with comments, of which the JSON and
//! the schema follow. The comment of a member is its description in the schema.

/// A struct that becomes an object with a member for each field.
macro_rules! record {
    (
        $(#[doc = $about:literal])+
        pub struct $name:ident {
            $($(#[doc = $description:literal])+ pub $field:ident: $type:ty,)*
        }
    ) => {
        $(#[doc = $about])+
        #[derive(Clone, Debug, PartialEq)]
        pub struct $name {
            $($(#[doc = $description])+ pub $field: $type,)*
        }

        impl $crate::Record for $name {
            fn put_members(&self, members: &mut serde_json::Map<String, serde_json::Value>) {
                $($crate::Published::put(&self.$field, stringify!($field), members);)*
            }

            fn object(definitions: &mut $crate::SchemaDefinitions) -> $crate::ObjectSchema {
                let mut object = $crate::ObjectSchema::new(concat!($($about),+));
                $(<$type as $crate::Published>::describe(
                    $crate::SchemaMember {
                        name: stringify!($field),
                        description: concat!($($description),+),
                        required: true,
                    },
                    &mut object,
                    definitions,
                );)*
                object
            }
        }

        impl $crate::Published for $name {
            fn to_json(&self) -> serde_json::Value {
                let mut members = serde_json::Map::new();
                $crate::Record::put_members(self, &mut members);
                members.into()
            }

            fn schema(definitions: &mut $crate::SchemaDefinitions) -> serde_json::Value {
                definitions.refer(stringify!($name), |definitions| {
                    <$name as $crate::Record>::object(definitions).into_json()
                })
            }
        }

        serialized!($name);
    };
}

/// An enum whose values are words.
macro_rules! words {
    (
        $(#[doc = $about:literal])+
        pub enum $name:ident {
            $($(#[doc = $description:literal])+ $variant:ident = $word:literal,)*
        }
    ) => {
        $(#[doc = $about])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name {
            $($(#[doc = $description])+ $variant,)*
        }

        impl $name {
            /// The word for it.
            pub fn word(self) -> &'static str {
                match self {
                    $($name::$variant => $word,)*
                }
            }
        }

        impl $crate::Published for $name {
            fn to_json(&self) -> serde_json::Value {
                serde_json::Value::from(self.word())
            }

            fn schema(definitions: &mut $crate::SchemaDefinitions) -> serde_json::Value {
                definitions.refer(stringify!($name), |_| {
                    serde_json::json!({
                        "description": concat!($($about),+).trim(),
                        "oneOf": [$({ "const": $word, "description": concat!($($description),+).trim() },)*],
                    })
                })
            }
        }

        serialized!($name);
    };
}

/// The report of a command: one of several records, or always the same.
macro_rules! report {
    (
        $(#[doc = $about:literal])+
        pub enum $name:ident as $published:literal {
            $($(#[doc = $description:literal])+ $variant:ident($type:ty),)*
        }
    ) => {
        $(#[doc = $about])+
        // One of these is made for a command; its size is of no account.
        #[allow(clippy::large_enum_variant)]
        #[derive(Clone, Debug, PartialEq)]
        pub enum $name {
            $($(#[doc = $description])+ $variant($type),)*
        }

        impl $crate::Report for $name {
            const NAME: &'static str = $published;
            const ABOUT: &'static str = concat!($($about),+);

            fn put_members(&self, members: &mut serde_json::Map<String, serde_json::Value>) {
                match self {
                    $($name::$variant(record) => $crate::Record::put_members(record, members),)*
                }
            }

            fn objects(definitions: &mut $crate::SchemaDefinitions) -> Vec<$crate::ObjectSchema> {
                vec![$(<$type as $crate::Record>::object(definitions),)*]
            }
        }

        $(impl From<$type> for $name {
            fn from(record: $type) -> $name {
                $name::$variant(record)
            }
        })*
    };
    ($name:ident as $published:literal, always $always:literal: $about:literal) => {
        impl $crate::Report for $name {
            const NAME: &'static str = $published;
            const ABOUT: &'static str = $about;
            const ALWAYS: bool = $always;

            fn put_members(&self, members: &mut serde_json::Map<String, serde_json::Value>) {
                $crate::Record::put_members(self, members);
            }

            fn objects(definitions: &mut $crate::SchemaDefinitions) -> Vec<$crate::ObjectSchema> {
                vec![<$name as $crate::Record>::object(definitions)]
            }
        }
    };
}

/// Whoever writes with serde gets the same members.
macro_rules! serialized {
    ($name:ident) => {
        impl serde_core::Serialize for $name {
            fn serialize<S: serde_core::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serde_core::Serialize::serialize(&$crate::Published::to_json(self), serializer)
            }
        }
    };
}
