//! Constructors of operator records: each gives one record, and no two take the same (Modelica Language Specification 3.6,
//! section 14.3).

use equations::{FunctionId, Type};
use syntax::{Diagnostic, DiagnosticCode};

use crate::Flattener;

impl Flattener<'_> {
    /// Reports constructors of an operator record that give something else, or that cannot be told apart.
    pub(crate) fn check_constructors(&mut self, candidates: &[FunctionId]) {
        for (at, &id) in candidates.iter().enumerate() {
            let function = &self.model.functions[id.at()];
            let (name, place) = (self.model.symbols.name(function.name).to_string(), function.place);
            if function.outputs == 0 {
                self.report(
                    Diagnostic::new(
                        DiagnosticCode::WrongContent,
                        place,
                        format!("the constructor `{name}` has no output"),
                    )
                    .label("a constructor gives one record, and nothing else")
                    .help("declare an output of the record's type"),
                );
                continue;
            }
            if function.outputs != 1 {
                let count = function.outputs;
                self.report(
                    Diagnostic::new(
                        DiagnosticCode::WrongContent,
                        place,
                        format!("the constructor `{name}` has {count} outputs"),
                    )
                    .label("a constructor gives one record, and nothing else")
                    .help("keep the output that is the record"),
                );
                continue;
            }
            let needed = self.needed(id);
            // Where every input has a default, calls tell them apart by names.
            let same =
                candidates[..at].iter().find(|&&other| !needed.is_empty() && self.needed(other) == needed);
            if let Some(&other) = same {
                let first = self.model.functions[other.at()].place;
                self.report(
                    Diagnostic::new(
                        DiagnosticCode::WrongContent,
                        place,
                        format!("the constructor `{name}` takes the same as another one"),
                    )
                    .label("a call could mean this one")
                    .related(first, "or this one")
                    .help("remove one of them, or let them differ in an input without a default"),
                );
            }
        }
    }

    /// The types and numbers of dimensions of the inputs that every call must give.
    fn needed(&self, id: FunctionId) -> Vec<(Type, usize)> {
        let function = &self.model.functions[id.at()];
        let inputs = function.locals.iter().take(function.inputs as usize);
        inputs.filter(|input| input.binding.is_none()).map(|input| (input.kind, input.dims.len())).collect()
    }
}
