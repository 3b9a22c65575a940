//! Subscripts beyond the end of an array whose size a parameter gives: which parameter that is.

use syntax::DiagnosticCode;
use syntax::tree::{ExpressionKind, ReferencePart};

use crate::Flattener;
use crate::elab::NameEntry;
use crate::instance::InstId;
use crate::lower::LoweringContext;

impl<'a> Flattener<'a> {
    /// Adds to what was just said of a subscript that is out of range where the size comes from, if that is a parameter
    /// beside the array, such as the number of ports of a tank.
    pub(super) fn explain_size(
        &mut self,
        context: &LoweringContext<'a>,
        told: usize,
        holder: Option<InstId>,
        part: &ReferencePart,
    ) {
        let [.., last] = &self.diagnostics[told..] else { return };
        if last.code != DiagnosticCode::WrongSubscript {
            return;
        }
        let span = last.primary.place.span;
        let number = part.subscripts.ids().position(|id| context.file.tree[id].span == span);
        let (Some(number), Some(holder)) = (number, holder) else { return };
        let wanted = context.file.read(span).to_string();
        let Some((array, size)) = self.size_given(holder, context.file.read(part.name.span), number) else {
            return;
        };
        let Some(last) = self.diagnostics.pop() else { return };
        let last = last.note(format!("the size of `{array}` is what the parameter `{size}` says"));
        let owner = self.path_of(holder);
        // Only a number that is written can be asked for.
        let counted = wanted.bytes().all(|byte| byte.is_ascii_digit()) && wanted != "0" && !owner.is_empty();
        self.diagnostics.push(match counted {
            true => last.help(format!(
                "give `{owner}` the value `{size} = {wanted}`, or more if there are more of them"
            )),
            false => last,
        });
    }

    /// The parameter of an instance that a dimension of one of its components has as its size, and both names.
    fn size_given(&mut self, holder: InstId, array: &str, number: usize) -> Option<(String, String)> {
        let elab = self.inst(holder).elab;
        let name = self.model.symbols.add(array);
        let Some(&NameEntry::Component(index)) = self.elab(elab).index.get(&name) else { return None };
        let declaration = self.elab(elab).components[index].declaration;
        let size = declaration.component.subscripts.ids().nth(number)?;
        let expression = &declaration.file.tree[size];
        let ExpressionKind::Reference(reference) = expression.kind else { return None };
        let [one] = &declaration.file.tree[reference.parts] else { return None };
        let size = declaration.file.read(one.name.span);
        let symbol = self.model.symbols.add(size);
        let Some(&NameEntry::Component(_)) = self.elab(elab).index.get(&symbol) else { return None };
        Some((array.to_string(), size.to_string()))
    }
}
