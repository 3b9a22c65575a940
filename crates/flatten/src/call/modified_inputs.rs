//! Inputs that the class of a function gives: `function f = g(c = k)` in a model, where `k` is that of the instance
//! (Modelica Language Specification 3.6, section 12.2).

use equations::{ExprId, Symbol};
use syntax::Span;
use syntax::tree::Prefix;

use super::CallArguments;
use crate::Flattener;
use crate::elab::ElabId;
use crate::instance::InstId;
use crate::layer::{Layer, descend};
use crate::lower::LoweringContext;
use crate::value::LoweredValue;

impl<'a> Flattener<'a> {
    /// Adds what modifications of a function give in terms of the model that the function belongs to: the one at hand,
    /// or the component before its name. What they give in terms of constants is the default of the input already.
    pub(super) fn add_modified_inputs(
        &mut self,
        context: &LoweringContext<'a>,
        component: Option<InstId>,
        elab: ElabId,
        arguments: &mut CallArguments,
        span: Span,
    ) -> Option<()> {
        for (number, name, value) in self.given_inputs(context, component, elab, |number, name| {
            number < arguments.positional.len() || arguments.named.iter().any(|(known, _)| *known == name)
        })? {
            debug_assert!(number >= arguments.positional.len());
            arguments.named.push((name, value));
            arguments.spans.push(span);
        }
        Some(())
    }

    /// The same for a function that is an argument itself: pairs of input number and value.
    pub(super) fn modified_input_pairs(
        &mut self,
        context: &LoweringContext<'a>,
        component: Option<InstId>,
        elab: ElabId,
    ) -> Option<Vec<ExprId>> {
        let mut pairs = Vec::new();
        for (number, _, value) in self.given_inputs(context, component, elab, |_, _| false)? {
            pairs.push(self.model.exprs.integer(number as i64));
            pairs.push(self.as_expr(&value)?);
        }
        Some(pairs)
    }

    fn given_inputs(
        &mut self,
        context: &LoweringContext<'a>,
        component: Option<InstId>,
        elab: ElabId,
        is_known: impl Fn(usize, Symbol) -> bool,
    ) -> Option<Vec<(usize, Symbol, LoweredValue)>> {
        let mut given = Vec::new();
        let Some(start) = component.or(context.inst) else { return Some(given) };
        if !self.is_function(elab) {
            return Some(given);
        }
        let mut number = 0;
        for at in 0..self.elab(elab).components.len() {
            let declaration = self.elab(elab).components[at].declaration;
            if !declaration.prefixes.has(Prefix::Input) {
                continue;
            }
            number += 1;
            if is_known(number - 1, declaration.name) {
                continue;
            }
            let Some(layer) = self.giving_layer(elab, at) else { continue };
            let Some(owner) = self.instance_of(start, &layer) else { continue };
            let value = self.layer_value(&layer.of(owner), owner, None)?;
            given.push((number - 1, declaration.name, value));
        }
        Some(given)
    }

    /// The outermost modification that gives an input a value.
    fn giving_layer(&self, elab: ElabId, at: usize) -> Option<Layer<'a>> {
        let found = self.elab(elab);
        let member = &found.components[at];
        let whole = descend(&found.layers, member.declaration.name, &self.model.symbols);
        let all = whole.iter().chain(&member.layers);
        all.filter(|layer| !layer.is_whole()).find(|layer| layer.value.is_some()).cloned()
    }

    /// The instance at hand, or around it, whose class a modification is written in.
    fn instance_of(&self, start: InstId, layer: &Layer<'a>) -> Option<InstId> {
        let class = self.scope(layer.scope).top;
        let mut at = Some(start);
        while let Some(inst) = at {
            if self.inst(inst).elab == class && self.inst(inst).public.is_some() {
                return Some(inst);
            }
            at = self.inst(inst).parent;
        }
        None
    }
}
