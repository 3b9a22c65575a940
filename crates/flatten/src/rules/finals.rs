//! What is `final` cannot be modified from outside, and nothing inside of it (Modelica Language Specification 3.6, section
//! 7.2.6).

use equations::Symbol;
use syntax::Place;

use crate::Flattener;
use crate::layer::{Layer, descend};

impl<'a> Flattener<'a> {
    /// Reports a modification of an element that a declaration or a modification further in makes `final`.
    pub(crate) fn check_final(&mut self, name: Symbol, layers: &[Layer<'a>]) {
        // Of several the outermost is the one that is meant to hold.
        let Some(at) = layers.iter().position(|layer| layer.is_final) else { return };
        let declared = layers[at].place();
        if let Some(outer) = layers[..at].iter().find(|layer| changes(layer, declared)) {
            self.final_modified(outer.place(), declared, name);
        }
    }

    /// Reports the value of an attribute that a layer further in gives for good.
    pub(crate) fn check_final_part(&mut self, name: Symbol, value: &Layer<'a>, inner: &[Layer<'a>]) {
        let inner = descend(inner, name, &self.model.symbols);
        let declared = inner.iter().find(|layer| layer.is_final).map(Layer::place);
        if let Some(declared) = declared.filter(|&declared| changes(value, declared)) {
            self.final_modified(value.place(), declared, name);
        }
    }
}

/// True if a layer says something else than the one at a place: the same modification may arrive twice, by the component
/// and by its class.
fn changes(layer: &Layer, place: Place) -> bool {
    layer.is_nonempty() && layer.place() != place
}
