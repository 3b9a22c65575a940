//! `function f = der(g, x, y)`: the partial derivative of a function by some of its inputs, one after the other
//! (Modelica Language Specification 3.6, section 12.7.2).

use equations::{FunctionId, Type, partial_function};

use crate::Flattener;
use crate::elab::{ElabId, PartialDerivative};

impl<'a> Flattener<'a> {
    /// Makes the function that is the partial derivative of another.
    pub(super) fn derived(&mut self, elab: ElabId, partial: PartialDerivative<'a>) -> Option<FunctionId> {
        let PartialDerivative { scope, file, function, inputs } = partial;
        // Until it is made it cannot be called, as the function it is the derivative of might want to.
        self.functions.insert(elab, None);
        let except = self.elab(elab).class;
        let base = match self.find_class(scope, file, function, except)? {
            crate::lookup::ClassReference::Class(class) => self.elaborate(&class),
            crate::lookup::ClassReference::Scalar(_) => return None,
        };
        // If it is no function that was told.
        let before = self.is_function(base).then(|| self.function(base))??;
        let (full, declared) = {
            let known = &self.model.functions[before.at()];
            (known.name, known.place)
        };
        let place = file.place(function.span);
        if self.building.contains(&before) {
            self.no_derivative(place, full, declared, "it calls its own derivative");
            return None;
        }
        let mut last = before;
        let own = self.elab(elab).class.map_or(full, |class| self.program.class(class).full);
        let inputs = &file.tree[inputs];
        for (number, input) in inputs.iter().enumerate() {
            let text = file.read(input.span);
            let name = self.model.symbols.add(text);
            let known = &self.model.functions[last.at()];
            let given = &known.locals[..known.inputs as usize];
            let at = given
                .iter()
                .position(|local| local.name == name && local.kind == Type::Real && local.dims.is_empty())?;
            let name = if number + 1 == inputs.len() {
                own
            } else {
                // One of the functions on the way.
                let name = format!("{}.{text}", self.model.symbols.name(own));
                self.model.symbols.add(&name)
            };
            let made = partial_function(&mut self.model, &mut self.derivatives, last, at as u32, name);
            let mut made = match made {
                Ok(made) => made,
                Err(obstacle) => {
                    let why = self.describe_obstacle(obstacle);
                    self.no_derivative(place, full, declared, &why);
                    return None;
                }
            };
            if made.outputs == 0 {
                self.no_derivative(place, full, declared, "it has no result that is a Real");
                return None;
            }
            made.place = file.place(function.span);
            last = FunctionId(self.model.functions.len() as u32);
            self.model.functions.push(made);
        }
        self.functions.insert(elab, Some(last));
        Some(last)
    }
}
