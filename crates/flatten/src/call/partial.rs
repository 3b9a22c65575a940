//! `function f(a = …)`: a function with some of its inputs given (Modelica Language Specification 3.6, section
//! 12.4.2.1).

use equations::{Expr, FunctionId, Symbol};
use syntax::tree::{FunctionArgument, Name};
use syntax::{Diagnostic, DiagnosticCode, List, Place};

use crate::Flattener;
use crate::lower::LoweringContext;
use crate::value::LoweredValue;

impl<'a> Flattener<'a> {
    pub(crate) fn partial_application(
        &mut self,
        context: &LoweringContext<'a>,
        function: Name,
        arguments: List<FunctionArgument>,
    ) -> Option<LoweredValue> {
        let elab = self.find_elab(context.scope, context.file, function)?;
        let id = self.function(elab)?;
        let numbers = self.given_numbers(context, id, arguments)?;
        let arguments = self.arguments(context, arguments)?;
        let mut given = Vec::new();
        for ((at, (_, value)), &span) in numbers.into_iter().zip(&arguments.named).zip(&arguments.spans) {
            self.check_argument(id, at, value, context.place(span))?;
            given.push(self.model.exprs.integer(at as i64));
            given.push(self.as_argument(value, id, at)?);
        }
        let given = self.model.exprs.list(&given);
        Some(LoweredValue::Function(self.model.exprs.add(Expr::Partial(id, given))))
    }

    /// Which inputs a partial application gives, by number. They are given by name, and each once.
    pub(crate) fn given_numbers(
        &mut self,
        context: &LoweringContext<'a>,
        id: FunctionId,
        arguments: List<FunctionArgument>,
    ) -> Option<Vec<usize>> {
        let function = &self.model.functions[id.at()];
        let (name, declared) = (function.name, function.place);
        let inputs: Vec<Symbol> =
            function.locals[..function.inputs as usize].iter().map(|input| input.name).collect();
        let mut numbers = Vec::new();
        for argument in &context.file.tree[arguments] {
            let whole = context.file.tree[argument.value].span;
            let Some(given) = argument.name else {
                self.given_unnamed(name, context.place(whole), declared);
                return None;
            };
            let place = context.place(given.span.to(whole));
            let symbol = self.model.symbols.add(context.file.read(given.span));
            let Some(at) = inputs.iter().position(|&input| input == symbol) else {
                self.unknown_argument(symbol, &inputs, "input", (name, declared), place);
                return None;
            };
            if numbers.contains(&at) {
                self.repeated_argument(symbol, place);
                return None;
            }
            numbers.push(at);
        }
        Some(numbers)
    }

    fn given_unnamed(&mut self, function: Symbol, place: Place, declared: Place) {
        let name = self.model.symbols.name(function).to_string();
        self.report(
            Diagnostic::new(
                DiagnosticCode::WrongCall,
                place,
                format!("`function {name}(…)` is given a value without the name of an input"),
            )
            .label("which input?")
            .related(declared, "declared here")
            .help("write `input = value`; inputs that are left out are given when it is called"),
        );
    }
}
