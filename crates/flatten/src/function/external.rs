//! Functions whose body is `external` (Modelica Language Specification 3.6, section 12.9).

use equations::{Builtin, Expr, ExprId, Statement, Symbol, Target};
use syntax::Span;
use syntax::tree::{ClassSpecifier, External};

use super::Body;
use crate::Flattener;
use crate::elab::{ElabId, ScopeId};
use crate::lower::Context;
use crate::program::File;

/// An `external` clause where it was written.
pub(super) struct Clause<'a> {
    scope: ScopeId,
    file: File<'a>,
    /// The name of the class, which is also that of the external function if the clause gives none.
    class: Span,
    external: External,
}

impl<'a> Flattener<'a> {
    /// The `external` clause of a function, its own or an inherited one.
    pub(super) fn clause(&self, elab: ElabId) -> Option<Clause<'a>> {
        let own = self.elab(elab).class.zip(self.elab(elab).scope);
        let inherited = (0..self.scopes.len() as u32)
            .map(ScopeId)
            .filter(|&scope| self.scope(scope).top == elab)
            .map(|scope| (self.scope(scope).class, scope));
        own.into_iter().chain(inherited).find_map(|(class, scope)| {
            let class = self.program.class(class);
            let ClassSpecifier::Long { composition, .. } = class.node.specifier else { return None };
            let external = composition.external?;
            Some(Clause { scope, file: class.file, class: class.node.name.span, external })
        })
    }

    /// The name of the external function.
    pub(super) fn external_name(&mut self, clause: &Clause<'a>) -> Symbol {
        self.model.symbols.add(clause.name())
    }

    /// The body of `external "builtin" y = sin(u)`: the operator of the language itself, which the name would
    /// not reach from the inside of a function called the same.
    pub(super) fn builtin_body(
        &mut self,
        body: &mut Body<'a>,
        clause: &Clause<'a>,
        inputs: u32,
        outputs: u32,
    ) -> Option<Vec<Statement>> {
        let language = clause.external.language.map(|language| clause.file.read(language))?;
        let builtin = Builtin::find(clause.name()).filter(|_| language == "\"builtin\"")?;
        body.context = Context::new(None, clause.scope, clause.file);
        let target = match clause.external.output {
            Some(output) => self.local_target(body, output, clause.external.span)?,
            None if outputs == 1 => Target { local: inputs, path: Vec::new() },
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

impl<'a> Clause<'a> {
    fn name(&self) -> &'a str {
        self.file.read(self.external.function.map_or(self.class, |function| function.span))
    }
}
