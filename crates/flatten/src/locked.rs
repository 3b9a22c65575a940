//! What nothing outside of the model may change: values that are `final` (Modelica Language Specification 3.6, section 7.2.6),
//! and what is protected (section 4.1).

use equations::{Attribute, Lock, Locked, Symbol, Variability, VariableId};
use syntax::Place;

use crate::Flattener;
use crate::elab::NameEntry;
use crate::instance::{InstId, LeafId};
use crate::value::count;

impl Flattener<'_> {
    /// Notes that parameters cannot be given other values from outside.
    pub(crate) fn lock_value(&mut self, id: LeafId, first: VariableId) {
        if self.leaf(id).variability != Variability::Parameter {
            return;
        }
        if let Some((lock, place)) = self.lock_of(id) {
            self.lock(id, first, None, lock, place);
        }
    }

    /// Notes that an attribute was given a value that is `final`, or that its variable is protected.
    pub(crate) fn lock(
        &mut self,
        id: LeafId,
        first: VariableId,
        attribute: Option<Attribute>,
        lock: Lock,
        place: Place,
    ) {
        let all = 0..count(&self.leaf(id).dims) as u32;
        let locked = all.map(|at| Locked { variable: VariableId(first.0 + at), attribute, lock, place });
        self.model.locked.extend(locked);
    }

    fn lock_of(&self, id: LeafId) -> Option<(Lock, Place)> {
        let leaf = self.leaf(id);
        let own = leaf.layers[..leaf.modifying].iter().find(|layer| layer.is_final);
        let (mut name, mut around) = (leaf.name, Some(leaf.inst));
        if let Some(layer) = own {
            return Some((Lock::Final, layer.place()));
        }
        while let Some(inst) = around {
            if let Some(place) = self.hidden_at(inst, name) {
                return Some((Lock::Protected, place));
            }
            if let Some(layer) = self.inst(inst).layers.iter().find(|layer| layer.is_final) {
                return Some((Lock::Final, layer.place()));
            }
            (name, around) = (self.inst(inst).name, self.inst(inst).parent);
        }
        None
    }

    /// Where a component of an instance is declared, if it is protected there.
    fn hidden_at(&self, inst: InstId, name: Symbol) -> Option<Place> {
        let elab = self.elab(self.inst(inst).elab);
        let Some(&NameEntry::Component(index)) = elab.index.get(&name) else { return None };
        let declaration = &elab.components[index].declaration;
        declaration.protected.then(|| declaration.file.place(declaration.component.span))
    }
}
