//! The functions that an annotation calls the inverses of another (Modelica Language Specification 3.6, 12.8).

use equations::{Inverse, Symbol};
use rustc_hash::FxHashMap;
use syntax::Id;
use syntax::tree::{ArgumentKind, Binding, Expression, ExpressionKind, Modification};

use crate::Flattener;
use crate::lower::Context;

impl<'a> Flattener<'a> {
    /// `inverse(u = g(y, v), …)` of a function with inputs `u` and `v` and the result `y`.
    pub(super) fn inverses(
        &mut self,
        context: &Context<'a>,
        modification: Modification,
        names: &FxHashMap<Symbol, u32>,
        inputs: u32,
    ) -> Vec<Inverse> {
        let file = context.file;
        let mut found = Vec::new();
        for argument in modification.class.iter().flat_map(|class| &file.tree[class.arguments]) {
            let ArgumentKind::Modify { name, modification, .. } = argument.kind else { continue };
            let [input] = file.tree[name.parts] else { continue };
            let symbol = self.model.symbols.add(file.read(input.span));
            let number = names.get(&symbol).copied().filter(|&number| number < inputs);
            if number.is_none() && self.program.is_own(file.tree.file) {
                self.unknown(file.place(input.span), "an input of the function", symbol);
            }
            if let (Some(input), Some(Binding::Value(value))) = (number, modification.value) {
                found.extend(self.inverse(context, input, value, names, inputs));
            }
        }
        found
    }

    fn inverse(
        &mut self,
        context: &Context<'a>,
        input: u32,
        value: Id<Expression>,
        names: &FxHashMap<Symbol, u32>,
        inputs: u32,
    ) -> Option<Inverse> {
        let file = context.file;
        let ExpressionKind::Call { function, arguments } = file.tree[value].kind else { return None };
        let function = self.named(context, function, file.tree[value].span)?;
        let mut takes = Vec::new();
        for argument in &file.tree[arguments] {
            let text = file.read(file.tree[argument.value].span);
            let number = names.get(&self.model.symbols.find(text)?).copied()?;
            match number {
                // Beside the inputs a function has its first result; it has no others if it has an inverse.
                _ if argument.name.is_some() || number > inputs => return None,
                _ => takes.push((number < inputs).then_some(number)),
            }
        }
        let other = &self.model.functions[function.at()];
        let fits = other.inputs as usize == takes.len() && other.outputs == 1;
        // It finds the input from the others and the result.
        (fits && takes.contains(&None) && !takes.contains(&Some(input))).then_some(Inverse {
            input,
            function,
            takes,
        })
    }
}
