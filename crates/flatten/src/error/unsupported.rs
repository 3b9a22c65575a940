//! What is right in Modelica and cannot be done here, and what to write instead.

use syntax::{Diagnostic, DiagnosticCode, Place};

use crate::Flattener;

impl Flattener<'_> {
    /// Reports a name with two subscripts, each of a component, that are not known when the model is built.
    pub(crate) fn moving_twice(&mut self, place: Place) {
        self.report(
            Diagnostic::new(
                DiagnosticCode::NotSupported,
                place,
                "a name with two subscripts of components that change while the model runs is not supported yet",
            )
            .label("both are known only during the simulation")
            .help(
                "choose in two steps: declare a variable for what the first subscript chooses, such as \
                 `Real x[:] = a[j].b.x`, and choose from it",
            ),
        );
    }

    /// Reports a part of an array of components that has another size in each of them.
    pub(crate) fn ragged(&mut self, place: Place) {
        self.report(
            Diagnostic::new(
                DiagnosticCode::NotSupported,
                place,
                "taking together arrays of different sizes from an array of components is not supported yet",
            )
            .label("these would be rows of different lengths")
            .help("take them one by one, such as `a[1].x` and `a[2].x`, or give them the same size"),
        );
    }

    /// Reports a function that ends the simulation.
    pub(crate) fn terminating_function(&mut self, place: Place) {
        self.report(
            Diagnostic::new(
                DiagnosticCode::NotSupported,
                place,
                "`terminate` in a function is not supported yet",
            )
            .label("a function that is called here cannot end the simulation")
            .help("give the condition back as an output, and call `terminate` in a `when` of the model"),
        );
    }

    /// Reports a component that is called like a function.
    pub(crate) fn called_component(&mut self, place: Place) {
        self.report(
            Diagnostic::new(DiagnosticCode::WrongKind, place, "expected a function, found a component")
                .label("this is a component")
                .help("elements of arrays are written `a[1]`; a product needs `*`"),
        );
    }

    /// Reports a product of empty arrays of records: which record is its sum of nothing?
    pub(crate) fn empty_product(&mut self, place: Place) {
        self.report(
            Diagnostic::new(
                DiagnosticCode::NotSupported,
                place,
                "the product of empty arrays of records is not supported yet",
            )
            .label("there is nothing to add up")
            .help("leave the product out where the arrays are empty, with `if size(a, 1) > 0 then … else …`"),
        );
    }
}
