//! What modifications and dots may reach: what is there, and is not protected (Modelica Language Specification 3.6,
//! section 4.1).

use equations::Symbol;
use syntax::{Code, Diagnostic, Place};

use crate::Flattener;
use crate::elab::{ElabId, Entry};
use crate::layer::Layer;

impl<'a> Flattener<'a> {
    /// Reports a dot before a protected element.
    pub(crate) fn check_dot(&mut self, elab: ElabId, name: Symbol, place: Place) {
        if self.is_hidden(elab, name) {
            self.hidden(elab, name, place, "used from outside");
        }
    }

    /// Reports modifications of a component that reach nothing, or what is protected.
    pub(crate) fn check_modified(&mut self, elab: ElabId, layers: &[Layer<'a>]) {
        for layer in layers {
            for (text, span) in layer.names().into_iter().chain(layer.redeclared()) {
                let name = self.model.symbols.add(text);
                if !self.elab(elab).index.contains_key(&name) {
                    self.unknown_modifier(layer.file.place(span), elab, name);
                } else if self.is_hidden(elab, name) {
                    self.hidden(elab, name, layer.file.place(span), "modified from outside");
                }
            }
        }
    }

    /// Reports modifications of what a class does not have.
    pub(crate) fn check_names(&mut self, elab: ElabId, layer: &Layer<'a>) {
        for (text, span) in layer.names().into_iter().chain(layer.redeclared()) {
            let name = self.model.symbols.add(text);
            if !self.elab(elab).index.contains_key(&name) {
                self.unknown_modifier(layer.file.place(span), elab, name);
            }
        }
    }

    fn is_hidden(&self, elab: ElabId, name: Symbol) -> bool {
        match self.elab(elab).index.get(&name) {
            Some(&Entry::Component(index)) => self.elab(elab).components[index].declaration.protected,
            Some(&Entry::Class(index)) => self.elab(elab).classes[index].protected,
            None => false,
        }
    }

    fn hidden(&mut self, elab: ElabId, name: Symbol, place: Place, label: &str) {
        let Some(&entry) = self.elab(elab).index.get(&name) else { return };
        let declared = self.entry_place(elab, entry);
        let text = self.model.symbols.name(name).to_string();
        let class = self.elab_name(elab);
        self.report(
            Diagnostic::new(Code::Protected, place, format!("`{text}` is protected in `{class}`"))
                .label(label.to_string())
                .related(declared, "declared below `protected`")
                .help(format!(
                    "use what `{class}` makes public, or move `{text}` above `protected` if the class is yours"
                )),
        );
    }
}
