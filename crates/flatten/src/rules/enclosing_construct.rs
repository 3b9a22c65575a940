//! Where equations and statements may stand (Modelica Language Specification 3.6, sections 8.3.3, 8.3.5, 9.1 and 11.2.7).

use syntax::tree::{
    ComponentReference, EquationSyntax, EquationSyntaxKind, Restriction, Section, StatementSyntax,
    StatementSyntaxKind,
};
use syntax::{Diagnostic, DiagnosticCode, List, Span};

use crate::Flattener;
use crate::program::{ClassId, SourceTree};

/// What surrounds an equation or a statement.
#[derive(Clone, Copy, PartialEq)]
enum EnclosingConstruct {
    Nothing,
    Initial,
    When,
    /// A loop or a branch of an algorithm.
    Block,
}

impl EnclosingConstruct {
    fn text(self) -> &'static str {
        match self {
            EnclosingConstruct::Nothing => "a class",
            EnclosingConstruct::Initial => "an `initial` section",
            EnclosingConstruct::When => "a `when`",
            EnclosingConstruct::Block => "an `if`, `for` or `while` of an algorithm",
        }
    }
}

impl<'a> Flattener<'a> {
    /// Reports connections that would be made at events, and `when`s that nothing could ever trigger.
    pub(super) fn check_enclosing_constructs(
        &mut self,
        class: ClassId,
        file: SourceTree<'a>,
        section: &Section,
    ) {
        // What functions may not hold at all is told where their statements are read.
        if self.program.class(class).node.restriction == Restriction::Function {
            return;
        }
        let around =
            |initial| if initial { EnclosingConstruct::Initial } else { EnclosingConstruct::Nothing };
        match *section {
            Section::Equations { initial, equations } => self.places(file, equations, around(initial)),
            Section::Algorithm { initial, statements } => self.step_places(file, statements, around(initial)),
            Section::Elements { .. } => {}
        }
    }

    fn places(&mut self, file: SourceTree<'a>, equations: List<EquationSyntax>, around: EnclosingConstruct) {
        let tree = file.tree;
        for equation in &tree[equations] {
            match equation.kind {
                EquationSyntaxKind::Connect { .. } if around != EnclosingConstruct::Nothing => {
                    let message = format!("`connect` stands in {}", around.text());
                    self.report(
                        Diagnostic::new(DiagnosticCode::Misplaced, file.place(equation.span), message)
                            .label("what is connected is decided before the model runs")
                            .help("move it to an `equation` section, outside of any `when`"),
                    );
                }
                EquationSyntaxKind::When { branches } => {
                    self.check_when(file, equation.span, around);
                    for branch in &tree[branches] {
                        self.places(file, branch.body, EnclosingConstruct::When);
                    }
                }
                EquationSyntaxKind::For { body, .. } => self.places(file, body, around),
                EquationSyntaxKind::If { branches, otherwise } => {
                    for branch in &tree[branches] {
                        self.places(file, branch.body, around);
                    }
                    self.places(file, otherwise, around);
                }
                _ => {}
            }
        }
    }

    fn step_places(
        &mut self,
        file: SourceTree<'a>,
        statements: List<StatementSyntax>,
        around: EnclosingConstruct,
    ) {
        let tree = file.tree;
        // An initial section stays one in its loops, and a `when` in its branches.
        let inner = if around == EnclosingConstruct::Nothing { EnclosingConstruct::Block } else { around };
        for statement in &tree[statements] {
            match statement.kind {
                StatementSyntaxKind::When { branches } => {
                    self.check_when(file, statement.span, around);
                    for branch in &tree[branches] {
                        self.step_places(file, branch.body, EnclosingConstruct::When);
                    }
                }
                StatementSyntaxKind::For { body, .. } => self.step_places(file, body, inner),
                StatementSyntaxKind::While { branch } => self.step_places(file, branch.body, inner),
                StatementSyntaxKind::If { branches, otherwise } => {
                    for branch in &tree[branches] {
                        self.step_places(file, branch.body, inner);
                    }
                    self.step_places(file, otherwise, inner);
                }
                StatementSyntaxKind::Call { function, .. } => {
                    self.check_reinit(file, statement.span, function);
                }
                _ => {}
            }
        }
    }

    /// Reports a `reinit` among statements: it happens after all of them, whatever their order (MLS 3.6, 8.3.6).
    fn check_reinit(&mut self, file: SourceTree<'a>, span: Span, function: ComponentReference) {
        let [only] = &file.tree[function.parts] else { return };
        if file.read(only.name.span) != "reinit" {
            return;
        }
        self.report(
            Diagnostic::new(DiagnosticCode::Misplaced, file.place(span), "`reinit` stands in an algorithm")
                .label("statements have an order, and this happens after all of them")
                .help("move it to a `when` of an `equation` section"),
        );
    }

    fn check_when(&mut self, file: SourceTree<'a>, span: Span, around: EnclosingConstruct) {
        let (label, help) = match around {
            EnclosingConstruct::Nothing => return,
            EnclosingConstruct::Initial => (
                "there are no events during initialization",
                "move it out of the section; `when initial() then` is active during initialization",
            ),
            EnclosingConstruct::When => (
                "it would have to become true at the very instant of the outer one",
                "join the conditions with `and`, or use `if` inside",
            ),
            EnclosingConstruct::Block => (
                "whether it is evaluated must not depend on values",
                "put the `when` outside, and the `if` or loop into it",
            ),
        };
        let message = format!("a `when` stands in {}", around.text());
        self.report(
            Diagnostic::new(
                DiagnosticCode::Misplaced,
                file.place(Span { end: span.start + 4, ..span }),
                message,
            )
            .label(label)
            .help(help),
        );
    }
}
