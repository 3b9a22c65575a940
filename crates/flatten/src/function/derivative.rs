//! The functions that an annotation calls the derivatives of another (Modelica Language Specification 3.6, 12.7.1).

use equations::{Derivative, Symbol};
use rustc_hash::FxHashMap;
use syntax::tree::{ArgumentKind, Binding, ClassModification, ClassSpecifier, ExpressionKind, Modification};

use crate::Flattener;
use crate::elab::{ElabId, ScopeId};
use crate::lower::Context;
use crate::program::File;

impl<'a> Flattener<'a> {
    /// The derivatives of a function, in the order of writing. What cannot be lowered is left out without a word: the
    /// model does not call it, and may never need it.
    pub(super) fn derivatives(&mut self, elab: ElabId, names: &FxHashMap<Symbol, u32>) -> Vec<Derivative> {
        let own = self.elab(elab).class.zip(self.elab(elab).scope);
        let inherited = (0..self.scopes.len() as u32)
            .map(ScopeId)
            .filter(|&scope| self.scope(scope).top == elab)
            .map(|scope| (self.scope(scope).class, scope));
        let written: Vec<(ScopeId, File<'a>, ClassModification)> = own
            .into_iter()
            .chain(inherited)
            .filter_map(|(class, scope)| {
                let class = self.program.class(class);
                let ClassSpecifier::Long { composition, .. } = class.node.specifier else { return None };
                Some((scope, class.file, composition.annotation?))
            })
            .collect();
        let mut found: Vec<Derivative> = Vec::new();
        for (scope, file, annotation) in written {
            for argument in &file.tree[annotation.arguments] {
                let ArgumentKind::Modify { name, modification, .. } = argument.kind else { continue };
                let parts = &file.tree[name.parts];
                if parts.len() != 1 || file.read(parts[0].span) != "derivative" {
                    continue;
                }
                let context = Context::new(None, scope, file);
                let derivative = self.derivative(&context, modification, names);
                found.extend(
                    derivative.filter(|new| !found.iter().any(|known| known.function == new.function)),
                );
            }
        }
        found
    }

    fn derivative(
        &mut self,
        context: &Context<'a>,
        modification: Modification,
        names: &FxHashMap<Symbol, u32>,
    ) -> Option<Derivative> {
        let file = context.file;
        let Some(Binding::Value(value)) = modification.value else { return None };
        let ExpressionKind::Reference(reference) = file.tree[value].kind else { return None };
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
        let mut derivative =
            Derivative { function: function?, order: 1, without: Vec::new(), zero: Vec::new() };
        for option in modification.class.iter().flat_map(|class| &file.tree[class.arguments]) {
            let ArgumentKind::Modify { name, modification, .. } = option.kind else { continue };
            let Some(Binding::Value(value)) = modification.value else { continue };
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
