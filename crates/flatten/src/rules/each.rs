//! `each`, and where it is missing or says nothing (Modelica Language Specification 3.6, section 7.2.5).

use syntax::{Diagnostic, DiagnosticCode, Place};

use crate::Flattener;
use crate::layer::Layer;

impl<'a> Flattener<'a> {
    /// Reports one value for all components of an array that is not said to be for each.
    pub(crate) fn missing_each(&mut self, layer: &Layer<'a>, sizes: &[u32]) {
        let place = layer.place();
        let count: Vec<String> = sizes.iter().map(u32::to_string).collect();
        let count = count.join(" by ");
        let at = Place { span: syntax::Span::at(place.span.start), ..place };
        let diagnostic = Diagnostic::new(
            DiagnosticCode::MissingEach,
            place,
            format!("one value is given for an array of {count}, without `each`"),
        )
        .label("the same value for all, or one of an array too few?")
        .help("write `each` before it if all are to have this value, or give an array with a value for each");
        // The declaration's own modification has no place for the word.
        self.report(if layer.is_argument() { diagnostic.edit(at, "each ") } else { diagnostic });
    }

    /// Reports one attribute for all elements of an array that is not said to be for each.
    pub(crate) fn loose_attribute(&mut self, layer: &Layer<'a>) {
        let place = layer.place();
        let at = Place { span: syntax::Span::at(place.span.start), ..place };
        self.report(
            Diagnostic::new(
                DiagnosticCode::LooseAttribute,
                place,
                "one attribute is given for all elements of an array, without `each`",
            )
            .label("used for all elements")
            .help("write `each` before it")
            .edit(at, "each "),
        );
    }

    /// Reports an `each` outside of all arrays.
    pub(crate) fn check_each(&mut self, layers: &[Layer<'a>]) {
        for layer in layers.iter().filter(|layer| layer.is_redundant_each()) {
            let place = layer.place();
            // The same modification may arrive twice: by the component and by its class, which knows no array.
            if layers.iter().any(|other| other.place() == place && !other.is_redundant_each()) {
                continue;
            }
            self.report(
                Diagnostic::new(
                    DiagnosticCode::NeedlessEach,
                    place,
                    "`each` has no effect here: there is no array",
                )
                .label("given to a single component")
                .help("remove `each`"),
            );
        }
    }
}
