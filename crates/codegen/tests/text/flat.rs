//! A flat model from text, and its equations as outputs of code.

use codegen::{
    Calls, CompileError, ComputeStep, Evaluator, Executor, Fault, Interpreter, RegisterCode, Slots, compile,
};
use equations::{EquationKind, EvalContext, ExprId, FlatModel, Type, Value, VariableId, eval};
use flatten::Library;
use syntax::tree::StoredDefinition;
use syntax::{Diagnostic, FileId, Place};

/// One text.
struct One {
    text: String,
    tree: StoredDefinition,
}

impl Library for One {
    fn trees(&self) -> Vec<&StoredDefinition> {
        vec![&self.tree]
    }

    fn text(&self, _: FileId) -> &str {
        &self.text
    }

    fn library_classes(&self, _: Option<FileId>) -> &[(String, FileId)] {
        &[]
    }

    fn read(&self, _: FileId) -> &StoredDefinition {
        &self.tree
    }

    fn uses(&self, _: &str) -> bool {
        false
    }

    fn missing(&self, place: Place, name: &str) -> Diagnostic {
        panic!("{name} at {place:?} is missing")
    }
}

/// No files.
struct Nothing;

impl external::ResourceFiles for Nothing {
    fn read(&self, _: &str) -> Result<Vec<u8>, String> {
        Err("there are no files".to_string())
    }

    fn entry(&self, _: &str) -> Option<external::PathEntry> {
        None
    }

    fn list(&self, _: &str) -> Option<Vec<String>> {
        None
    }

    fn full_name(&self, _: &str) -> Option<String> {
        None
    }
}

/// The model `M` of a text.
pub(crate) fn flat(text: &str) -> FlatModel {
    let file = FileId(0);
    let parsed = syntax::parse(file, text);
    assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
    let library = One { text: text.to_string(), tree: parsed.tree };
    let flattened = flatten::flatten(&library, &Nothing, "M", flatten::FlattenOptions::default());
    let errors: Vec<&str> = flattened.diagnostics.iter().map(|found| found.message.as_str()).collect();
    assert!(errors.is_empty(), "{errors:?}");
    flattened.model.expect("a model")
}

/// The right sides of the equations, in order.
pub(crate) fn right(model: &FlatModel) -> Vec<ExprId> {
    let sides = model.equations.iter().map(|equation| match equation.kind {
        EquationKind::Equality(_, right) => right,
        _ => panic!("not an equality"),
    });
    sides.collect()
}

/// Every variable in the slot of its number, after them time, `pre` of every variable and lambda.
pub(crate) struct Layout {
    pub(crate) variables: u32,
}

impl Slots for Layout {
    fn variable(&self, id: VariableId) -> Option<u32> {
        Some(id.0)
    }

    fn time(&self) -> Option<u32> {
        Some(self.variables)
    }

    fn pre(&self, id: VariableId) -> Option<u32> {
        Some(self.variables + 1 + id.0)
    }

    fn lambda(&self) -> Option<u32> {
        Some(2 * self.variables + 1)
    }
}

pub(crate) fn outputs(exprs: &[ExprId]) -> Vec<ComputeStep> {
    exprs.iter().enumerate().map(|(at, &id)| ComputeStep::Output(at as u32, id)).collect()
}

/// The right sides of the equations as outputs.
pub(crate) fn code(model: &FlatModel) -> Result<RegisterCode, CompileError> {
    let layout = Layout { variables: model.variables.len() as u32 };
    compile(&model.exprs, &model.functions, &layout, &outputs(&right(model)))
}

pub(crate) fn evaluator(model: &FlatModel) -> Evaluator<'_> {
    Evaluator::new(model, Some(&Nothing))
}

/// Runs code in the interpreter and as machine code, which must agree to the last bit.
pub(crate) fn run(code: &RegisterCode, slots: &mut [f64], calls: &mut dyn Calls) -> Result<Vec<f64>, Fault> {
    #[cfg(feature = "jit")]
    let before = slots.to_vec();
    let mut outputs = vec![0.0; code.outputs()];
    let result = Interpreter::new(code).run(slots, &mut outputs, calls);
    #[cfg(feature = "jit")]
    {
        let mut others = vec![0.0; code.outputs()];
        let mut after = before;
        let other = codegen::Jit::new(code).expect("machine code").run(&mut after, &mut others, calls);
        assert_eq!(format!("{result:?}"), format!("{other:?}"));
        if result.is_ok() {
            let bits = |row: &[f64]| row.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
            assert_eq!(bits(&outputs), bits(&others));
            assert_eq!(bits(slots), bits(&after));
        }
    }
    result.map(|()| outputs)
}

/// Slots with these values of the first variables.
pub(crate) fn slots(model: &FlatModel, values: &[f64]) -> Vec<f64> {
    let mut slots = values.to_vec();
    slots.resize(2 * model.variables.len() + 2, 0.0);
    slots[2 * model.variables.len() + 1] = 1.0;
    slots
}

/// What the evaluator of `equations` says of an expression.
pub(crate) fn expected(model: &FlatModel, id: ExprId, slots: &[f64]) -> Result<f64, equations::EvalFailure> {
    let values = |id: VariableId| {
        let number = slots[id.at()];
        Some(match model.variables[id.at()].kind {
            Type::Integer => Value::Integer(number as i64),
            Type::Boolean => Value::Boolean(number != 0.0),
            Type::Enumeration(kind) => Value::Literal(kind, number as u32),
            _ => Value::Real(number),
        })
    };
    let context = EvalContext {
        exprs: &model.exprs,
        functions: &model.functions,
        symbols: &model.symbols,
        enumerations: &model.enumerations,
        values: &values,
        files: None,
        outside: None,
    };
    Ok(match eval(&context, id)? {
        Value::Boolean(truth) => f64::from(u8::from(truth)),
        Value::Literal(_, literal) => f64::from(literal),
        value => value.as_real().expect("a number"),
    })
}
