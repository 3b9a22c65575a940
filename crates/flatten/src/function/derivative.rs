//! The functions that an annotation calls the derivatives or inverses of another (Modelica Language Specification 3.6, 12.7.1
//! and 12.8).

use equations::{Derivative, FunctionId, Inverse, Symbol};
use rustc_hash::FxHashMap;
use syntax::Span;
use syntax::tree::{
    ClassModification, ClassSpecifier, ComponentReference, ExpressionKind, Modification,
    ModificationArgumentKind, ModificationExpression,
};

use crate::Flattener;
use crate::elab::{ElabId, ScopeId};
use crate::lower::LoweringContext;
use crate::program::{ClassId, SourceTree};

impl<'a> Flattener<'a> {
    /// The class of a function and those it inherits, its own first.
    pub(crate) fn texts(&self, elab: ElabId) -> impl Iterator<Item = (ClassId, ScopeId)> {
        let own = self.elab(elab).class.zip(self.elab(elab).scope);
        let inherited = (0..self.scopes.len() as u32)
            .map(ScopeId)
            .filter(move |&scope| self.scope(scope).top == elab)
            .map(|scope| (self.scope(scope).class, scope));
        own.into_iter().chain(inherited)
    }

    /// The annotations of a function and of those it inherits, its own first.
    pub(super) fn annotations(&self, elab: ElabId) -> Vec<(ScopeId, SourceTree<'a>, ClassModification)> {
        self.texts(elab)
            .filter_map(|(class, scope)| {
                let class = self.program.class(class);
                let annotation = match class.node.specifier {
                    ClassSpecifier::Long { composition, .. } => composition.annotation,
                    ClassSpecifier::Short { description, .. } => description.annotation,
                    _ => None,
                };
                Some((scope, class.file, annotation?))
            })
            .collect()
    }

    /// The derivatives and inverses of a function, in the order of writing. What cannot be lowered is left out without a
    /// word: the model does not call it, and may never need it.
    pub(super) fn derivatives_and_inverses(
        &mut self,
        elab: ElabId,
        names: &FxHashMap<Symbol, u32>,
        inputs: u32,
    ) -> (Vec<Derivative>, Vec<Inverse>) {
        let written = self.annotations(elab);
        let (mut found, mut inverses): (Vec<Derivative>, Vec<Inverse>) = (Vec::new(), Vec::new());
        for (scope, file, annotation) in written {
            for argument in &file.tree[annotation.arguments] {
                let ModificationArgumentKind::Modify { name, modification, .. } = argument.kind else {
                    continue;
                };
                let parts = &file.tree[name.parts];
                let context = LoweringContext::new(None, scope, file);
                match parts {
                    [only] if file.read(only.span) == "derivative" => {}
                    [only] if file.read(only.span) == "inverse" => {
                        inverses.extend(self.inverses(&context, modification, names, inputs));
                        continue;
                    }
                    _ => continue,
                }
                let derivative = self.derivative(&context, modification, names);
                found.extend(
                    derivative.filter(|new| !found.iter().any(|known| known.function == new.function)),
                );
            }
        }
        (found, inverses)
    }

    /// Reports a function that an annotation of the user's own text names, and that there is not: what it is for would be
    /// lost without a word.
    fn check_named(&mut self, context: &LoweringContext<'a>, function: ComponentReference, span: Span) {
        if self.program.is_own(context.file.tree.file) && self.class_of(context, function).is_none() {
            // What is wrong has been reported.
            let _ = self.callee(context, function, span);
        }
    }

    /// A function that an annotation names, if it can be lowered.
    pub(super) fn named(
        &mut self,
        context: &LoweringContext<'a>,
        reference: ComponentReference,
        span: Span,
    ) -> Option<FunctionId> {
        self.check_named(context, reference, span);
        let before = self.diagnostics.len();
        let elab = self.class_of(context, reference).filter(|&elab| self.is_function(elab));
        let function = elab.and_then(|elab| self.function(elab));
        if self.diagnostics.len() > before || function.is_none() {
            for dropped in self.diagnostics.drain(before..) {
                self.reported.remove(&(dropped.primary.place, dropped.code));
            }
            // Whoever calls it is to be told.
            elab.and_then(|elab| self.functions.remove(&elab));
            return None;
        }
        function
    }

    fn derivative(
        &mut self,
        context: &LoweringContext<'a>,
        modification: Modification,
        names: &FxHashMap<Symbol, u32>,
    ) -> Option<Derivative> {
        let file = context.file;
        let Some(ModificationExpression::Value(value)) = modification.value else { return None };
        let ExpressionKind::Reference(reference) = file.tree[value].kind else { return None };
        let function = self.named(context, reference, file.tree[value].span)?;
        let mut derivative = Derivative { function, order: 1, without: Vec::new(), zero: Vec::new() };
        for option in modification.class.iter().flat_map(|class| &file.tree[class.arguments]) {
            let ModificationArgumentKind::Modify { name, modification, .. } = option.kind else { continue };
            let Some(ModificationExpression::Value(value)) = modification.value else { continue };
            let text = file.read(file.tree[value].span);
            let input = || names.get(&self.model.symbols.find(text)?).copied();
            match file.tree[name.parts].first().map(|part| file.read(part.span)) {
                Some("order") => derivative.order = text.parse().ok()?,
                Some("noDerivative") => derivative.without.push(input()?),
                Some("zeroDerivative") => {
                    let input = input()?;
                    derivative.without.push(input);
                    derivative.zero.push(input);
                }
                _ => {}
            }
        }
        Some(derivative)
    }
}
