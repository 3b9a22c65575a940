//! Functions whose body is `external` (Modelica Language Specification 3.6, section 12.9).

use equations::{AssignmentTarget, Builtin, Expr, ExprId, ExternalCall, Statement};
use syntax::tree::{ClassSpecifier, Prefix};
use syntax::{Place, Span};

use super::FunctionBody;
use crate::Flattener;
use crate::elab::{ElabId, ScopeId};
use crate::lower::LoweringContext;
use crate::program::SourceTree;

/// An `external` clause where it was written.
pub(crate) struct WrittenExternalClause<'a> {
    scope: ScopeId,
    file: SourceTree<'a>,
    /// The name of the class, which is also that of the external function if the clause gives none.
    class: Span,
    external: syntax::tree::ExternalClause,
}

impl WrittenExternalClause<'_> {
    pub(crate) fn place(&self) -> Place {
        self.file.place(self.external.span)
    }
}

impl<'a> Flattener<'a> {
    /// The `external` clause of a function, its own or an inherited one.
    pub(crate) fn clause(&self, elab: ElabId) -> Option<WrittenExternalClause<'a>> {
        self.texts(elab).find_map(|(class, scope)| {
            let class = self.program.class(class);
            let ClassSpecifier::Long { composition, .. } = class.node.specifier else { return None };
            let external = composition.external?;
            Some(WrittenExternalClause { scope, file: class.file, class: class.node.name.span, external })
        })
    }

    /// The call of the external function (section 12.9.2).
    pub(super) fn external(
        &mut self,
        body: &mut FunctionBody<'a>,
        elab: ElabId,
        clause: &WrittenExternalClause<'a>,
    ) -> ExternalCall {
        let WrittenExternalClause { scope, file, external, .. } = *clause;
        body.context = LoweringContext::new(None, scope, file);
        let name = self.model.symbols.add(clause.name());
        let language = external.language.map_or("C", |language| file.read(language).trim_matches('"'));
        let language = self.model.symbols.add(language);
        if let Some(span) = external.language {
            self.check_language(file.read(span).trim_matches('"'), file.place(span));
        }
        if external.function.is_none() {
            let (result, arguments) = self.usual_call(body, elab);
            return ExternalCall { language, name, result, arguments };
        }
        let output = external.output.and_then(|output| file.tree[output.parts].first());
        let output = output.map(|part| self.model.symbols.add(file.read(part.name.span)));
        let result = output.and_then(|output| body.names.get(&output).copied());
        let arguments = self.exprs(body, external.arguments).unwrap_or_default();
        self.check_call(body, clause, result, &arguments);
        ExternalCall { language, name, result, arguments }
    }

    /// Reports what cannot be handed over to an external function, or be returned by it.
    fn check_call(
        &mut self,
        body: &FunctionBody<'a>,
        clause: &WrittenExternalClause<'a>,
        result: Option<u32>,
        arguments: &[ExprId],
    ) {
        let WrittenExternalClause { file, external, .. } = *clause;
        let outputs = body.inputs..body.inputs + body.outputs;
        if let (Some(output), Some(result)) = (external.output, result) {
            let place = file.place(file.tree[output.parts][0].name.span);
            self.check_returned(&body.locals[result as usize], outputs.contains(&result), place);
        }
        let mut passed: Vec<u32> = result.into_iter().collect();
        for (&argument, written) in arguments.iter().zip(&file.tree[external.arguments]) {
            self.check_passed(argument, file.place(written.span));
            let mut whole = argument;
            while let Expr::Field(inner, _) | Expr::Index(inner, _) = self.model.exprs.get(whole) {
                whole = inner;
            }
            if let Expr::Local(local) = self.model.exprs.get(whole) {
                passed.push(local);
            }
        }
        // Arguments that could not be read have been told, and what never returns needs no results.
        let fails = matches!(clause.name(), "ModelicaError" | "ModelicaFormatError");
        if fails || arguments.len() != external.arguments.len() {
            return;
        }
        for output in outputs.filter(|output| !passed.contains(output)) {
            let local = &body.locals[output as usize];
            if local.binding.is_none() {
                let local = local.clone();
                self.never_returned(&local, file.place(external.span));
            }
        }
    }

    /// The call that is meant where none is written: inputs and outputs in order, arrays with their sizes; an only
    /// output that is a scalar is returned.
    fn usual_call(&mut self, body: &FunctionBody<'a>, elab: ElabId) -> (Option<u32>, Vec<ExprId>) {
        let has = |flattener: &Flattener<'a>, index: usize, prefix: Prefix| {
            flattener.elab(elab).components[index].declaration.prefixes.has(prefix)
        };
        let order = self.local_order(elab);
        let outputs: Vec<u32> =
            (0..order.len()).filter(|&at| has(self, order[at], Prefix::Output)).map(|at| at as u32).collect();
        let result = match outputs[..] {
            [only] if body.locals[only as usize].dims.is_empty() => Some(only),
            _ => None,
        };
        let mut written: Vec<(usize, u32)> =
            order.iter().enumerate().map(|(at, &index)| (index, at as u32)).collect();
        written.sort_unstable();
        let mut arguments = Vec::new();
        for (index, local) in written {
            let passed = has(self, index, Prefix::Input) || has(self, index, Prefix::Output);
            if !passed || Some(local) == result {
                continue;
            }
            let argument = self.model.exprs.add(Expr::Local(local));
            arguments.push(argument);
            for dimension in 1..=body.locals[local as usize].dims.len() {
                let dimension = self.model.exprs.integer(dimension as i64);
                arguments.push(self.model.exprs.builtin(Builtin::Size, &[argument, dimension]));
            }
        }
        (result, arguments)
    }

    /// The body of `external "builtin" y = sin(u)`: the operator of the language itself, which the name would
    /// not reach from the inside of a function called the same.
    pub(super) fn builtin_body(
        &mut self,
        body: &mut FunctionBody<'a>,
        clause: &WrittenExternalClause<'a>,
        inputs: u32,
        outputs: u32,
    ) -> Option<Vec<Statement>> {
        let language = clause.external.language.map(|language| clause.file.read(language))?;
        let builtin = Builtin::find(clause.name()).filter(|_| language == "\"builtin\"")?;
        body.context = LoweringContext::new(None, clause.scope, clause.file);
        let target = match clause.external.output {
            Some(output) => self.local_target(body, output, clause.external.span)?,
            None if outputs == 1 => AssignmentTarget { local: inputs, path: Vec::new() },
            None => return None,
        };
        let arguments: Vec<ExprId> = if clause.external.function.is_some() {
            self.exprs(body, clause.external.arguments)?
        } else {
            (0..inputs).map(|input| self.model.exprs.add(Expr::Local(input))).collect()
        };
        let value = self.model.exprs.builtin(builtin, &arguments);
        Some(vec![Statement::Assign(target, value)])
    }
}

impl<'a> WrittenExternalClause<'a> {
    fn name(&self) -> &'a str {
        self.file.read(self.external.function.map_or(self.class, |function| function.span))
    }
}
