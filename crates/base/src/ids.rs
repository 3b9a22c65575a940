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
