//! The flat model as text in the manner of Modelica, for people and for tests.
//!
//! Names are printed with their dots as they are. What Modelica cannot say, such as the second result of a
//! call inside of an expression, is printed in a form that is no Modelica and cannot be mistaken for it.

mod expr;
mod statement;

use expr::{ExprPrinter, LocalNames};

use crate::{
    Attribute, Causality, Equation, EquationKind, Expr, ExprId, FlatModel, Function, Local, Type,
    Variability, Variable, VariableId,
};

impl FlatModel {
    /// An expression as text.
    pub fn expr_text(&self, id: ExprId) -> String {
        let mut writer = ExprPrinter::new(self, LocalNames::Model);
        writer.expr(id);
        writer.text
    }

    /// An equation as text, without the last semicolon.
    pub fn equation_text(&self, equation: &Equation) -> String {
        let mut text = String::new();
        print_equation(self, &mut text, equation, 0);
        text.truncate(text.trim_end().trim_end_matches(';').len());
        text
    }

    /// The model as text, its functions first.
    pub fn print(&self) -> String {
        let mut text = String::new();
        for function in &self.functions {
            print_function(self, &mut text, function);
            text.push('\n');
        }
        text.push_str(&format!("model {}\n", self.name));
        // Attributes are given in the order of variables; within a variable they are put in that of `Attribute`.
        let mut attributes = self.attributes.clone();
        attributes.sort_by_key(|&(variable, attribute, _)| (variable, attribute));
        let mut rest = attributes.as_slice();
        for (number, variable) in self.variables.iter().enumerate() {
            let id = VariableId(number as u32);
            let count = rest.iter().take_while(|entry| entry.0 <= id).count();
            let (own, others) = rest.split_at(count);
            rest = others;
            self.print_variable(&mut text, id, variable, own);
        }
        print_equations(self, &mut text, &self.initial_equations, "initial ");
        print_equations(self, &mut text, &self.equations, "");
        text.push_str(&format!("end {};\n", self.name));
        text
    }

    fn print_variable(
        &self,
        text: &mut String,
        id: VariableId,
        variable: &Variable,
        attributes: &[(VariableId, Attribute, ExprId)],
    ) {
        text.push_str("  ");
        let discrete = variable.variability == Variability::Discrete && variable.kind == Type::Real;
        for (prefix, given) in [
            ("flow ", variable.flow),
            ("stream ", variable.stream),
            ("constant ", variable.variability == Variability::Constant),
            ("parameter ", variable.variability == Variability::Parameter),
            // Only a Real can be anything else than discrete.
            ("discrete ", discrete),
            ("input ", variable.causality == Causality::Input),
            ("output ", variable.causality == Causality::Output),
        ] {
            if given {
                text.push_str(prefix);
            }
        }
        text.push_str(&self.type_text(variable.kind));
        text.push(' ');
        text.push_str(&self.variable_name(id));
        let given: Vec<String> = attributes
            .iter()
            .map(|&(_, attribute, value)| format!("{} = {}", attribute.text(), self.expr_text(value)))
            .collect();
        if !given.is_empty() {
            text.push_str(&format!("({})", given.join(", ")));
        }
        if let Some(binding) = variable.binding {
            text.push_str(&format!(" = {}", self.expr_text(binding)));
        }
        text.push_str(";\n");
    }

    fn type_text(&self, kind: Type) -> String {
        match kind {
            Type::Real => "Real".to_string(),
            Type::Integer => "Integer".to_string(),
            Type::Boolean => "Boolean".to_string(),
            Type::String => "String".to_string(),
            Type::Clock => "Clock".to_string(),
            Type::Enumeration(kind) => self.symbols.name(self.enumerations[kind.at()].name).to_string(),
            Type::Record(class) => self.symbols.name(class).to_string(),
            Type::Function => "function".to_string(),
            Type::External => "ExternalObject".to_string(),
        }
    }
}

fn print_function(model: &FlatModel, text: &mut String, function: &Function) {
    let name = model.symbols.name(function.name);
    text.push_str(&format!("function {name}\n"));
    let scope = LocalNames::Function(function);
    let (inputs, rest) = function.locals.split_at(function.inputs as usize);
    let (outputs, protected) = rest.split_at(function.outputs as usize);
    for (prefix, locals) in [("  input ", inputs), ("  output ", outputs), ("  ", protected)] {
        if prefix == "  " && !locals.is_empty() {
            text.push_str("protected\n");
        }
        for local in locals {
            print_local(model, text, scope, prefix, local);
        }
    }
    if let Some(body) = &function.body {
        text.push_str("algorithm\n");
        let mut writer = ExprPrinter::new(model, scope);
        writer.statements(body, 1);
        text.push_str(&writer.text);
    } else if let Some(external) = &function.external {
        text.push_str(&format!("external \"{}\" ", model.symbols.name(external.language)));
        if let Some(local) = external.result.and_then(|result| function.locals.get(result as usize)) {
            text.push_str(&format!("{} = ", model.symbols.name(local.name)));
        }
        let arguments: Vec<String> = external.arguments.iter().map(|&id| show(model, scope, id)).collect();
        text.push_str(&format!("{}({});\n", model.symbols.name(external.name), arguments.join(", ")));
    }
    text.push_str(&format!("end {name};\n"));
}

fn show(model: &FlatModel, scope: LocalNames, id: ExprId) -> String {
    let mut writer = ExprPrinter::new(model, scope);
    writer.expr(id);
    writer.text
}

fn print_local(model: &FlatModel, text: &mut String, scope: LocalNames, prefix: &str, local: &Local) {
    let show = |id: ExprId| show(model, scope, id);
    text.push_str(&format!("{prefix}{} {}", model.type_text(local.kind), model.symbols.name(local.name)));
    if !local.dims.is_empty() {
        let dims: Vec<String> = local.dims.iter().map(|dim| dim.map_or(":".to_string(), show)).collect();
        text.push_str(&format!("[{}]", dims.join(", ")));
    }
    if let Some(binding) = local.binding {
        text.push_str(&format!(" = {}", show(binding)));
    }
    text.push_str(";\n");
}

/// A section for equations, then one for each algorithm.
fn print_equations(model: &FlatModel, text: &mut String, equations: &[Equation], prefix: &str) {
    let algorithm = |equation: &Equation| matches!(equation.kind, EquationKind::Algorithm(..));
    if equations.iter().any(|equation| !algorithm(equation)) {
        text.push_str(&format!("{prefix}equation\n"));
        for equation in equations.iter().filter(|equation| !algorithm(equation)) {
            print_equation(model, text, equation, 1);
        }
    }
    for equation in equations {
        if let EquationKind::Algorithm(statements, variables) = &equation.kind {
            text.push_str(&format!("{prefix}algorithm\n"));
            let mut writer = ExprPrinter::new(model, LocalNames::Algorithm(variables));
            writer.statements(statements, 1);
            text.push_str(&writer.text);
        }
    }
}

fn print_equation(model: &FlatModel, text: &mut String, equation: &Equation, depth: usize) {
    let indent = "  ".repeat(depth);
    let branches = |text: &mut String, word: &str, next: &str, branches: &[(ExprId, Vec<Equation>)]| {
        for (number, (condition, body)) in branches.iter().enumerate() {
            let last = number > 0 && number + 1 == branches.len();
            if word == "if" && last && model.exprs.get(*condition) == Expr::Boolean(true) {
                text.push_str(&format!("{indent}else\n"));
            } else {
                let word = if number == 0 { word } else { next };
                text.push_str(&format!("{indent}{word} {} then\n", model.expr_text(*condition)));
            }
            for equation in body {
                print_equation(model, text, equation, depth + 1);
            }
        }
        text.push_str(&format!("{indent}end {word};\n"));
    };
    match &equation.kind {
        EquationKind::Equality(left, right) => {
            let mut writer = ExprPrinter::new(model, LocalNames::Model);
            writer.left(*left);
            text.push_str(&format!("{indent}{} = {};\n", writer.text, model.expr_text(*right)));
        }
        EquationKind::If(parts) => branches(text, "if", "elseif", parts),
        EquationKind::When(parts) => branches(text, "when", "elsewhen", parts),
        EquationKind::Call(call) => text.push_str(&format!("{indent}{};\n", model.expr_text(*call))),
        EquationKind::Algorithm(statements, variables) => {
            let mut writer = ExprPrinter::new(model, LocalNames::Algorithm(variables));
            writer.statements(statements, depth);
            text.push_str(&writer.text);
        }
    }
}

#[cfg(test)]
mod tests;
