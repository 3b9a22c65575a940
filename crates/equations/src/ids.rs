//! Typed indices.

/// Declares indices of tables, each a type of its own.
#[macro_export]
macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
            pub struct $name(pub u32);

            impl $name {
                /// The index as a position in its table.
                pub fn at(self) -> usize {
                    self.0 as usize
                }
            }
        )*
    };
}

ids! {
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
    /// An enumeration type of a flat model.
    EnumId;
    /// Where something came from.
    OriginId;
    /// A name.
    Symbol;
}
