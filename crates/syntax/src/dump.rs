//! The tree as text, for tests and for the curious: one line to a declaration, equation or statement,
//! expressions fully parenthesized.

use std::fmt::Write;

use crate::tree::*;
use crate::{Id, List, Span};

/// The tree of a file, line by line.
pub fn dump(tree: &StoredDefinition, text: &str) -> String {
    let mut dump = Dump { tree, text, out: String::new(), indent: 0 };
    if let Some(within) = tree.within {
        let name = within.name.map_or(String::new(), |name| dump.name(name));
        dump.line(&format!("within {name}"));
    }
    for class in &tree[tree.classes] {
        dump.class(class, "");
    }
    dump.out
}

struct Dump<'a> {
    tree: &'a StoredDefinition,
    text: &'a str,
    out: String,
    indent: usize,
}

impl<'a> Dump<'a> {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{:width$}{}", "", text.trim_end(), width = 2 * self.indent);
    }

    fn inside(&mut self, part: impl FnOnce(&mut Self)) {
        self.indent += 1;
        part(self);
        self.indent -= 1;
    }

    fn read(&self, span: Span) -> &'a str {
        &self.text[span.range()]
    }

    fn name(&self, name: Name) -> String {
        let parts: Vec<&str> = self.tree[name.parts].iter().map(|part| self.read(part.span)).collect();
        format!("{}{}", if name.absolute { "." } else { "" }, parts.join("."))
    }

    fn prefixes(&self, prefixes: Prefixes) -> String {
        prefixes.iter().map(|prefix| format!("{} ", prefix.text())).collect()
    }

    fn description(&self, description: Description) -> String {
        let annotation = description.annotation.map(|annotation| self.annotation(annotation));
        format!("{}{}", self.string(description.text), annotation.unwrap_or_default())
    }

    fn annotation(&self, annotation: ClassModification) -> String {
        format!(" annotation{}", self.modification(Some(annotation)))
    }

    fn string(&self, span: Option<Span>) -> String {
        span.map_or(String::new(), |span| format!(" {}", self.read(span)))
    }
}

// Classes.
impl Dump<'_> {
    fn class(&mut self, class: &ClassDefinition, after: &str) {
        let name = self.read(class.name.span);
        let head = format!("{}{} {name}", self.prefixes(class.prefixes), class.restriction.text());
        match class.specifier {
            ClassSpecifier::Long { extends, modification, description, composition, .. } => {
                let extends = if extends { " extends" } else { "" };
                let modification = self.modification(modification);
                self.line(&format!("{head}{extends}{modification}{}{after}", self.string(description)));
                self.inside(|dump| dump.composition(&composition));
            }
            ClassSpecifier::Short { prefixes, base, subscripts, modification, description } => {
                let line = format!(
                    "{head} = {}{}{}{}{}{after}",
                    self.prefixes(prefixes),
                    self.name(base),
                    self.subscripts(subscripts),
                    self.modification(modification),
                    self.description(description)
                );
                self.line(&line);
            }
            ClassSpecifier::Enumeration { literals, description } => {
                let literals = match literals {
                    None => ":".to_string(),
                    Some(literals) => {
                        let literal = |literal: &EnumerationLiteral| {
                            format!(
                                "{}{}",
                                self.read(literal.name.span),
                                self.description(literal.description)
                            )
                        };
                        let literals: Vec<String> = self.tree[literals].iter().map(literal).collect();
                        literals.join(", ")
                    }
                };
                self.line(&format!(
                    "{head} = enumeration({literals}){}{after}",
                    self.description(description)
                ));
            }
            ClassSpecifier::Derivative { function, inputs, description } => {
                let inputs: Vec<&str> = self.tree[inputs].iter().map(|input| self.read(input.span)).collect();
                let (function, inputs) = (self.name(function), inputs.join(", "));
                self.line(&format!(
                    "{head} = der({function}, {inputs}){}{after}",
                    self.description(description)
                ));
            }
        }
    }

    fn composition(&mut self, composition: &Composition) {
        let tree = self.tree;
        for section in &tree[composition.sections] {
            match *section {
                Section::Elements { protected, elements } => {
                    self.line(if protected { "protected" } else { "public" });
                    self.inside(|dump| tree[elements].iter().for_each(|element| dump.element(element)));
                }
                Section::Equations { initial, equations } => {
                    self.line(if initial { "initial equation" } else { "equation" });
                    self.equations(equations);
                }
                Section::Algorithm { initial, statements } => {
                    self.line(if initial { "initial algorithm" } else { "algorithm" });
                    self.statements(statements);
                }
            }
        }
        if let Some(external) = composition.external {
            let output =
                external.output.map_or(String::new(), |output| format!("{} = ", self.reference(output)));
            let call = external.function.map_or(String::new(), |function| {
                format!(" {output}{}({})", self.read(function.span), self.list(external.arguments))
            });
            let annotation = external.annotation.map(|annotation| self.annotation(annotation));
            let language = self.string(external.language);
            self.line(&format!("external{language}{call}{}", annotation.unwrap_or_default()));
        }
        if let Some(annotation) = composition.annotation {
            let annotation = self.annotation(annotation);
            self.line(annotation.trim_start());
        }
    }

    fn element(&mut self, element: &Element) {
        let tree = self.tree;
        match element.kind {
            ElementKind::Import { import, name, description } => {
                let name = self.name(name);
                let import = match import {
                    ImportClause::Class => name,
                    ImportClause::Renamed(alias) => format!("{} = {name}", self.read(alias.span)),
                    ImportClause::All => format!("{name}.*"),
                    ImportClause::Some(some) => {
                        let some: Vec<&str> = tree[some].iter().map(|one| self.read(one.span)).collect();
                        format!("{name}.{{{}}}", some.join(", "))
                    }
                };
                self.line(&format!("import {import}{}", self.description(description)));
            }
            ElementKind::Extends { base, modification, annotation } => {
                let annotation = annotation.map(|annotation| self.annotation(annotation)).unwrap_or_default();
                let modification = self.modification(modification);
                self.line(&format!("extends {}{modification}{annotation}", self.name(base)));
            }
            ElementKind::Class { class, constraint } => {
                let constraint = self.constraint(constraint);
                self.class(&tree[class], &constraint);
            }
            ElementKind::Components { .. } => {
                let line = self.components(element);
                self.line(&line);
            }
        }
    }

    fn constraint(&self, constraint: Option<ConstrainingClause>) -> String {
        constraint.map_or(String::new(), |constraint| {
            format!(
                " constrainedby {}{}{}",
                self.name(constraint.base),
                self.modification(constraint.modification),
                self.description(constraint.description)
            )
        })
    }

    fn components(&self, element: &Element) -> String {
        let ElementKind::Components { prefixes, type_name, subscripts, components, constraint } =
            element.kind
        else {
            return String::new();
        };
        let component = |component: &ComponentDeclaration| {
            let condition = component.condition.map_or(String::new(), |id| format!(" if {}", self.id(id)));
            format!(
                "{}{}{}{condition}{}",
                self.read(component.name.span),
                self.subscripts(component.subscripts),
                self.modified(component.modification),
                self.description(component.description)
            )
        };
        let components: Vec<String> = self.tree[components].iter().map(component).collect();
        format!(
            "{}{}{} {}{}",
            self.prefixes(prefixes),
            self.name(type_name),
            self.subscripts(subscripts),
            components.join(", "),
            self.constraint(constraint)
        )
    }
}

// Modifications.
impl Dump<'_> {
    fn modification(&self, modification: Option<ClassModification>) -> String {
        let Some(modification) = modification else { return String::new() };
        let arguments = self.tree[modification.arguments].iter().map(|argument| self.argument(argument));
        format!("({})", arguments.collect::<Vec<_>>().join(", "))
    }

    fn modified(&self, modification: Modification) -> String {
        let value = match modification.value {
            None => String::new(),
            Some(ModificationExpression::Value(id)) => format!(" = {}", self.id(id)),
            Some(ModificationExpression::Break(_)) => " = break".to_string(),
        };
        format!("{}{value}", self.modification(modification.class))
    }

    fn argument(&self, argument: &ModificationArgument) -> String {
        match argument.kind {
            ModificationArgumentKind::Modify { name, modification, description } => format!(
                "{}{}{}{}",
                self.prefixes(argument.prefixes),
                self.name(name),
                self.modified(modification),
                self.string(description)
            ),
            ModificationArgumentKind::Class { class, constraint } => {
                let mut inner = Dump { tree: self.tree, text: self.text, out: String::new(), indent: 0 };
                inner.class(&self.tree[class], &self.constraint(constraint));
                inner.out.trim_end().to_string()
            }
            ModificationArgumentKind::Component { element } => self.components(&self.tree[element]),
            ModificationArgumentKind::BreakElement(name) => format!("break {}", self.read(name.span)),
            ModificationArgumentKind::BreakConnect(left, right) => {
                format!("break connect({}, {})", self.reference(left), self.reference(right))
            }
        }
    }
}

// Equations and statements.
impl Dump<'_> {
    fn equations(&mut self, equations: List<EquationSyntax>) {
        let tree = self.tree;
        self.inside(|dump| tree[equations].iter().for_each(|equation| dump.equation(equation)));
    }

    fn equation(&mut self, equation: &EquationSyntax) {
        let tree = self.tree;
        let description = self.description(equation.description);
        match equation.kind {
            EquationSyntaxKind::Equality { left, right } => {
                self.line(&format!("{} = {}{description}", self.id(left), self.id(right)));
            }
            EquationSyntaxKind::Connect { left, right } => {
                let (left, right) = (self.reference(left), self.reference(right));
                self.line(&format!("connect({left}, {right}){description}"));
            }
            EquationSyntaxKind::Call { function, arguments } => {
                self.line(&format!("{}{description}", self.call(function, arguments)));
            }
            EquationSyntaxKind::For { indices, body } => {
                self.line(&format!("for {}{description}", self.indices(indices)));
                self.equations(body);
            }
            EquationSyntaxKind::If { branches, otherwise } => {
                self.branches("if", &tree[branches], Self::equations);
                if !otherwise.is_empty() {
                    self.line("else");
                    self.equations(otherwise);
                }
            }
            EquationSyntaxKind::When { branches } => self.branches("when", &tree[branches], Self::equations),
        }
    }

    fn branches<T>(&mut self, word: &str, branches: &[ConditionalBranch<T>], body: fn(&mut Self, List<T>)) {
        for (index, branch) in branches.iter().enumerate() {
            let word = if index == 0 { word.to_string() } else { format!("else{word}") };
            self.line(&format!("{word} {}", self.id(branch.condition)));
            body(self, branch.body);
        }
    }

    fn statements(&mut self, statements: List<StatementSyntax>) {
        let tree = self.tree;
        self.inside(|dump| tree[statements].iter().for_each(|statement| dump.statement(statement)));
    }

    fn statement(&mut self, statement: &StatementSyntax) {
        let tree = self.tree;
        let description = self.description(statement.description);
        match statement.kind {
            StatementSyntaxKind::Assign { target, value } => {
                self.line(&format!("{} := {}{description}", self.reference(target), self.id(value)));
            }
            StatementSyntaxKind::AssignCall { targets, function, arguments } => {
                let call = self.call(function, arguments);
                self.line(&format!("({}) := {call}{description}", self.list(targets)));
            }
            StatementSyntaxKind::Call { function, arguments } => {
                self.line(&format!("{}{description}", self.call(function, arguments)));
            }
            StatementSyntaxKind::Break => self.line(&format!("break{description}")),
            StatementSyntaxKind::Return => self.line(&format!("return{description}")),
            StatementSyntaxKind::For { indices, body } => {
                self.line(&format!("for {}{description}", self.indices(indices)));
                self.statements(body);
            }
            StatementSyntaxKind::While { branch } => self.branches("while", &[branch], Self::statements),
            StatementSyntaxKind::If { branches, otherwise } => {
                self.branches("if", &tree[branches], Self::statements);
                if !otherwise.is_empty() {
                    self.line("else");
                    self.statements(otherwise);
                }
            }
            StatementSyntaxKind::When { branches } => {
                self.branches("when", &tree[branches], Self::statements);
            }
        }
    }

    fn indices(&self, indices: List<ForIndex>) -> String {
        let index = |index: &ForIndex| {
            let range = index.range.map_or(String::new(), |range| format!(" in {}", self.id(range)));
            format!("{}{range}", self.read(index.name.span))
        };
        self.tree[indices].iter().map(index).collect::<Vec<_>>().join(", ")
    }
}

// Expressions.
impl Dump<'_> {
    fn id(&self, id: Id<Expression>) -> String {
        self.expression(&self.tree[id])
    }

    fn list(&self, list: List<Expression>) -> String {
        self.tree[list].iter().map(|expression| self.expression(expression)).collect::<Vec<_>>().join(", ")
    }

    fn subscripts(&self, subscripts: List<Expression>) -> String {
        if subscripts.is_empty() { String::new() } else { format!("[{}]", self.list(subscripts)) }
    }

    fn reference(&self, reference: ComponentReference) -> String {
        let part = |part: &ReferencePart| {
            format!("{}{}", self.read(part.name.span), self.subscripts(part.subscripts))
        };
        let parts: Vec<String> = self.tree[reference.parts].iter().map(part).collect();
        format!("{}{}", if reference.absolute { "." } else { "" }, parts.join("."))
    }

    fn call(&self, function: ComponentReference, arguments: List<FunctionArgument>) -> String {
        format!("{}({})", self.reference(function), self.arguments(arguments))
    }

    fn arguments(&self, arguments: List<FunctionArgument>) -> String {
        let argument = |argument: &FunctionArgument| {
            let name = argument.name.map_or(String::new(), |name| format!("{} = ", self.read(name.span)));
            format!("{name}{}", self.id(argument.value))
        };
        self.tree[arguments].iter().map(argument).collect::<Vec<_>>().join(", ")
    }

    fn expression(&self, expression: &Expression) -> String {
        use ExpressionKind as E;
        match expression.kind {
            E::Integer | E::Real | E::String | E::True | E::False => self.read(expression.span).to_string(),
            E::End => "end".to_string(),
            E::All => ":".to_string(),
            E::Omitted => String::new(),
            E::Error => "<error>".to_string(),
            E::Reference(reference) => self.reference(reference),
            E::Call { function, arguments } => self.call(function, arguments),
            E::PartialApplication { function, arguments } => {
                format!("function {}({})", self.name(function), self.arguments(arguments))
            }
            E::Parenthesized(inner) => format!("({})", self.id(inner)),
            E::Tuple(parts) => format!("tuple({})", self.list(parts)),
            E::Array(parts) => format!("{{{}}}", self.list(parts)),
            E::Matrix(rows) => {
                let rows: Vec<String> = self.tree[rows].iter().map(|row| self.list(row.entries)).collect();
                format!("[{}]", rows.join("; "))
            }
            E::Iterated { body, indices } => format!("{} for {}", self.id(body), self.indices(indices)),
            E::Range { start, step, stop } => {
                let step = step.map_or(String::new(), |step| format!(":{}", self.id(step)));
                format!("({}{step}:{})", self.id(start), self.id(stop))
            }
            E::If { alternatives, otherwise } => {
                let alternative = |alternative: &IfAlternative| {
                    format!("if {} then {} else", self.id(alternative.condition), self.id(alternative.value))
                };
                let alternatives: Vec<String> = self.tree[alternatives].iter().map(alternative).collect();
                format!("({} {})", alternatives.join(" "), self.id(otherwise))
            }
            E::Unary { operator, operand } => format!("({} {})", operator.text(), self.id(operand)),
            E::Operation { first, rest } => {
                let mut text = self.id(first);
                for operand in &self.tree[rest] {
                    let _ = write!(text, " {} {}", operand.operator.text(), self.id(operand.value));
                }
                format!("({text})")
            }
        }
    }
}
