//! Typed indices.

base::ids! {
    /// An expression of [`crate::Exprs`].
    ExprId;
    /// A list of expressions of [`crate::Exprs`].
    ListId;
    /// A scalar variable of a flat model.
    VariableId;
    /// A component of a flat model that itself has components.
    InstanceId;
    /// A function of a flat model.
    FunctionId;
    /// Where something came from.
    OriginId;
    /// A name.
    Symbol;
}

/// An enumeration of a flat model. Enumerations with the same literals in the same order are one type, whatever their names
/// (Modelica Language Specification 3.6, section 6.4), so that two of them are equal; each is still called by its own name.
#[derive(Clone, Copy, Debug)]
pub struct EnumId {
    number: u32,
    first: u32,
}

impl EnumId {
    /// The enumeration at a position in the table, and the first one there with the same literals.
    pub fn new(at: usize, first: usize) -> EnumId {
        EnumId { number: at as u32, first: first as u32 }
    }

    /// The position in the table.
    pub fn at(self) -> usize {
        self.number as usize
    }
}

impl PartialEq for EnumId {
    fn eq(&self, other: &EnumId) -> bool {
        self.first == other.first
    }
}

impl Eq for EnumId {}

impl PartialOrd for EnumId {
    fn partial_cmp(&self, other: &EnumId) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for EnumId {
    fn cmp(&self, other: &EnumId) -> std::cmp::Ordering {
        self.first.cmp(&other.first)
    }
}

impl std::hash::Hash for EnumId {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.first.hash(state);
    }
}
