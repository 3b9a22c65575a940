//! The functions that an annotation calls the inverses of another (Modelica Language Specification 3.6, 12.8).

use equations::{FunctionId, Inverse, Symbol};
use rustc_hash::FxHashMap;
use syntax::List;
use syntax::tree::{
    ExpressionKind, FunctionArgument, Modification, ModificationArgumentKind, ModificationExpression,
};

use crate::Flattener;
use crate::lower::LoweringContext;

impl<'a> Flattener<'a> {
    /// `inverse(u = g(y, v), …)` of a function with inputs `u` and `v` and the result `y`.
    pub(super) fn inverses(
        &mut self,
        context: &LoweringContext<'a>,
        modification: Modification,
        names: &FxHashMap<Symbol, u32>,
        inputs: u32,
    ) -> Vec<Inverse> {
        let file = context.file;
        let mut found = Vec::new();
        for argument in modification.class.iter().flat_map(|class| &file.tree[class.arguments]) {
            let ModificationArgumentKind::Modify { name, modification, .. } = argument.kind else { continue };
            let [input] = file.tree[name.parts] else { continue };
            let symbol = self.model.symbols.add(file.read(input.span));
            let number = names.get(&symbol).copied().filter(|&number| number < inputs);
            if number.is_none() && self.program.is_own(file.tree.file) {
                self.unknown(file.place(input.span), "an input of the function", symbol);
            }
            let Some(ModificationExpression::Value(value)) = modification.value else { continue };
            let ExpressionKind::Call { function, arguments } = file.tree[value].kind else { continue };
            let function = self.named(context, function, file.tree[value].span);
            if let (Some(input), Some(function)) = (number, function) {
                found.extend(self.inverse(context, (input, function), arguments, names, inputs));
            }
        }
        found
    }

    fn inverse(
        &mut self,
        context: &LoweringContext<'a>,
        (input, function): (u32, FunctionId),
        arguments: List<FunctionArgument>,
        names: &FxHashMap<Symbol, u32>,
        inputs: u32,
    ) -> Option<Inverse> {
        let file = context.file;
        let mut takes = Vec::new();
        for argument in &file.tree[arguments] {
            let text = file.read(file.tree[argument.value].span);
            let number = names.get(&self.model.symbols.find(text)?).copied()?;
            // Behind the inputs stands the result; a function with an inverse has one.
            if argument.name.is_some() || number > inputs {
                return None;
            }
            takes.push((number < inputs).then_some(number));
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
