//! Where in the user's own text an instance comes from: what is wrong deep in a library is mended there.

use syntax::tree::Prefixes;
use syntax::{Place, Span};

use super::InstId;
use crate::Flattener;
use crate::elab::NameEntry;
use crate::program::Declaration;

impl<'a> Flattener<'a> {
    /// The innermost component that the user declared among an instance and those around it.
    pub(crate) fn user_component(&self, inst: InstId) -> Option<(InstId, Declaration<'a>)> {
        self.components_around(inst).into_iter().find(|(_, found)| self.program.is_own(found.file.tree.file))
    }

    /// Where a declaration can be inserted into the model, before the component that an instance belongs to, and how
    /// lines are indented there; none if its class is not the user's.
    pub(crate) fn insertion(&self, inst: InstId) -> Option<(Place, String)> {
        let (_, found) = self.components_around(inst).pop()?;
        // Prefixes stand before the type, and so would be those of what is inserted.
        let simple =
            found.prefixes == Prefixes::default() && found.type_name.span.end < found.component.span.start;
        let place = found.file.place(Span::at(found.type_name.span.start));
        let before = self.program.library.text(place.file).get(..place.span.start as usize)?;
        let indent = before.rsplit('\n').next()?;
        let alone = indent.chars().all(char::is_whitespace);
        (simple && alone && self.program.is_own(place.file)).then(|| (place, indent.to_string()))
    }

    /// An instance and the components around it with their declarations, from inside to outside.
    fn components_around(&self, inst: InstId) -> Vec<(InstId, Declaration<'a>)> {
        let mut found = Vec::new();
        let mut at = inst;
        while let Some(parent) = self.inst(at).parent {
            let elab = self.elab(self.inst(parent).elab);
            if let Some(&NameEntry::Component(index)) = elab.index.get(&self.inst(at).name) {
                found.push((at, elab.components[index].declaration));
            }
            at = parent;
        }
        found
    }

    /// The name of an instance as the model knows it.
    pub(crate) fn path_of(&self, inst: InstId) -> String {
        self.inst(inst).public.map_or_else(String::new, |public| self.model.instance_name(public))
    }
}
