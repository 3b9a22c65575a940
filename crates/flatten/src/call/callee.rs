//! What a call calls, and functions that are named where a value is expected.

use equations::{Builtin, Expr, ExprId};
use syntax::tree::ComponentReference;
use syntax::{Diagnostic, DiagnosticCode, Place, Span};

use super::Callee;
use crate::Flattener;
use crate::elab::{ElabId, NameEntry};
use crate::instance::{ChildComponent, InstId};
use crate::lookup::LookupResult;
use crate::lower::LoweringContext;

impl<'a> Flattener<'a> {
    /// What a name in a call means: first what the model declares, then what is built in.
    pub(crate) fn callee(
        &mut self,
        context: &LoweringContext<'a>,
        function: ComponentReference,
        span: Span,
    ) -> Option<Callee> {
        let file = context.file;
        let parts = &file.tree[function.parts];
        let text = file.read(parts[0].name.span);
        if parts.len() == 1 && matches!(text, "der" | "initial" | "pure" | "size" | "String" | "Integer") {
            return Builtin::find(text).map(Callee::Builtin);
        }
        let first = self.model.symbols.add(text);
        let found = if function.absolute {
            self.program
                .roots
                .get(&first)
                .map(|&class| LookupResult::Class(crate::elab::ClassRef::new(class, None)))
        } else {
            self.lookup(context.scope, first, None)
        };
        let Some(mut found) = found else {
            if let (1, Some(builtin)) = (parts.len(), Builtin::find(text)) {
                return Some(Callee::Builtin(builtin));
            }
            self.unknown(context.place(parts[0].name.span), "a function", first);
            return None;
        };
        let mut component = None;
        for (at, part) in parts.iter().enumerate().skip(1) {
            let name = self.model.symbols.add(file.read(part.name.span));
            let place = context.place(part.name.span);
            let elab = match found {
                LookupResult::Class(class) => {
                    let elab = self.elaborate(&class);
                    self.check_inside(elab, name, place);
                    elab
                }
                // `component.function(…)`: the function of the component's class.
                LookupResult::Component(..) => {
                    let before = ComponentReference { absolute: function.absolute, parts: function.parts };
                    let inst = self.resolve_parts(context, before, at, span)??;
                    if self.is_element(inst) {
                        self.through_array(context.place(span));
                        return None;
                    }
                    component = Some(inst);
                    let elab = self.inst(inst).elab;
                    self.check_dot(elab, name, place);
                    elab
                }
            };
            let Some(next) = self.lookup_member(elab, name) else {
                self.unknown_in(place, elab, name);
                return None;
            };
            found = next;
        }
        match found {
            LookupResult::Class(class) => Some(Callee::Class(self.elaborate(&class), component)),
            LookupResult::Component(..) => {
                self.called_component(context.place(span));
                None
            }
        }
    }

    /// The component that the first parts of a reference lead to.
    fn resolve_parts(
        &mut self,
        context: &LoweringContext<'a>,
        reference: ComponentReference,
        parts: usize,
        span: Span,
    ) -> Option<Option<InstId>> {
        let shorter = ComponentReference { parts: reference.parts.first(parts), ..reference };
        match self.resolve_reference(context, shorter, span)? {
            crate::reference::ResolvedReference::Insts(_, insts) => Some(insts.first().copied()),
            _ => None,
        }
    }

    /// True for a component that is one of an array.
    fn is_element(&self, inst: InstId) -> bool {
        let around = self.inst(inst).parent.map(|parent| &self.inst(parent).children);
        around.is_some_and(|children| {
            children
                .iter()
                .any(|child| matches!(child, ChildComponent::Many(_, insts) if insts.contains(&inst)))
        })
    }

    /// Reports a function that is looked for in an array of components, or an element of one (section 5.3.2).
    fn through_array(&mut self, place: Place) {
        self.report(
            Diagnostic::new(
                DiagnosticCode::WrongCall,
                place,
                "a function is called through an array of components",
            )
            .label("only a component that is no array has functions to call")
            .help("call the function by the name of the class that declares it"),
        );
    }

    /// A function named where a value is expected, without a word if the name means something else.
    pub(crate) fn function_value(
        &mut self,
        context: &LoweringContext<'a>,
        reference: ComponentReference,
    ) -> Option<ExprId> {
        let (elab, component) = match self.class_of(context, reference) {
            Some(elab) => (elab, None),
            None => self.component_class(context, reference)?,
        };
        if !self.is_function(elab) {
            return None;
        }
        let id = self.function(elab)?;
        let given = self.modified_input_pairs(context, component, elab)?;
        let given = self.model.exprs.list(&given);
        Some(self.model.exprs.add(Expr::Partial(id, given)))
    }

    /// `component.function`: the class, and the component it belongs to.
    fn component_class(
        &mut self,
        context: &LoweringContext<'a>,
        reference: ComponentReference,
    ) -> Option<(ElabId, Option<InstId>)> {
        // Functions have no components.
        context.inst?;
        let parts = &context.file.tree[reference.parts];
        let (last, before) = parts.split_last()?;
        let first = self.model.symbols.find(context.file.read(before.first()?.name.span))?;
        if !matches!(self.lookup(context.scope, first, None), Some(LookupResult::Component(..))) {
            return None;
        }
        let inst = self.resolve_parts(context, reference, before.len(), last.name.span)??;
        let name = self.model.symbols.find(context.file.read(last.name.span))?;
        let elab = self.inst(inst).elab;
        let Some(&NameEntry::Class(index)) = self.elab(elab).index.get(&name) else { return None };
        self.check_dot(elab, name, context.place(last.name.span));
        let class = self.class_ref(elab, index);
        Some((self.elaborate(&class), Some(inst)))
    }

    pub(crate) fn is_function(&self, elab: ElabId) -> bool {
        self.elab(elab).class.is_some_and(|class| {
            self.program.class(class).node.restriction == syntax::tree::Restriction::Function
        })
    }
}
