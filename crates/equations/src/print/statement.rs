//! Statements as text.

use super::expr::ExprPrinter;
use crate::{AccessStep, AssignmentTarget, Expr, ExprId, Statement};

impl ExprPrinter<'_> {
    /// Writes statements, one to a line.
    pub(super) fn statements(&mut self, statements: &[Statement], depth: usize) {
        for statement in statements {
            self.indent(depth);
            self.statement(statement, depth);
            self.text.push_str(";\n");
        }
    }

    fn indent(&mut self, depth: usize) {
        self.text.push_str(&"  ".repeat(depth));
    }

    fn statement(&mut self, statement: &Statement, depth: usize) {
        match statement {
            Statement::Assign(target, value) => {
                self.target(target);
                self.text.push_str(" := ");
                self.expr(*value);
            }
            Statement::AssignMany(targets, value) => {
                self.text.push('(');
                for (number, target) in targets.iter().enumerate() {
                    if number > 0 {
                        self.text.push_str(", ");
                    }
                    if let Some(target) = target {
                        self.target(target);
                    }
                }
                self.text.push_str(") := ");
                self.expr(*value);
            }
            Statement::Call(call) => self.expr(*call),
            Statement::If(branches) => self.branches(branches, depth),
            Statement::For(local, values, body) => {
                self.text.push_str(&format!("for {} in ", self.local(*local)));
                self.expr(*values);
                self.text.push_str(" loop\n");
                self.statements(body, depth + 1);
                self.indent(depth);
                self.text.push_str("end for");
            }
            Statement::When(branches) => {
                for (at, (condition, body)) in branches.iter().enumerate() {
                    if at > 0 {
                        self.indent(depth);
                    }
                    self.text.push_str(if at == 0 { "when " } else { "elsewhen " });
                    self.expr(*condition);
                    self.text.push_str(" then\n");
                    self.statements(body, depth + 1);
                }
                self.indent(depth);
                self.text.push_str("end when");
            }
            Statement::While(condition, body) => {
                self.text.push_str("while ");
                self.expr(*condition);
                self.text.push_str(" loop\n");
                self.statements(body, depth + 1);
                self.indent(depth);
                self.text.push_str("end while");
            }
            Statement::Break => self.text.push_str("break"),
            Statement::Return => self.text.push_str("return"),
        }
    }

    fn branches(&mut self, branches: &[(ExprId, Vec<Statement>)], depth: usize) {
        for (number, (condition, body)) in branches.iter().enumerate() {
            let last = number > 0 && number + 1 == branches.len();
            if number > 0 {
                self.indent(depth);
            }
            if last && self.model.exprs.get(*condition) == Expr::Boolean(true) {
                self.text.push_str("else\n");
            } else {
                self.text.push_str(if number == 0 { "if " } else { "elseif " });
                self.expr(*condition);
                self.text.push_str(" then\n");
            }
            self.statements(body, depth + 1);
        }
        self.indent(depth);
        self.text.push_str("end if");
    }

    fn target(&mut self, target: &AssignmentTarget) {
        self.text.push_str(&self.local(target.local));
        for step in &target.path {
            match step {
                AccessStep::Index(subscripts) => {
                    self.text.push('[');
                    self.list(subscripts);
                    self.text.push(']');
                }
                AccessStep::Field(name) => {
                    self.text.push('.');
                    self.text.push_str(self.model.symbols.name(*name));
                }
            }
        }
    }
}
