//! Functions and their calls (Modelica Language Specification 3.6, sections 12.2 and 12.4).

use equations::{Expr, ExprId, FunctionId, ListId, Local, Symbol, Type};
use syntax::tree::{Prefix, Restriction, Section};
use syntax::{Diagnostic, DiagnosticCode, Place, nearest};

use super::kind_text;
use crate::Flattener;
use crate::elab::{Basis, ElabId};
use crate::program::{ClassId, Declaration};
use crate::value::{ArrayValue, LoweredValue, accepts};

impl<'a> Flattener<'a> {
    /// Reports a function with several bodies.
    pub(crate) fn check_bodies(&mut self, elab: ElabId) {
        let mut bodies = Vec::new();
        for &(_, file, section) in &self.elab(elab).sections {
            if let Section::Algorithm { initial: false, statements } = *section
                && let Some(first) = file.tree[statements].first()
            {
                bodies.push((file.place(first.span), "an algorithm"));
            }
        }
        if let Some(clause) = self.clause(elab) {
            bodies.push((clause.place(), "an external call"));
        }
        let [(first, _), .., (again, _)] = bodies[..] else { return };
        let name = self.elab_name(elab);
        let (one, other) = (bodies[0].1, bodies[bodies.len() - 1].1);
        self.report(
            Diagnostic::new(
                DiagnosticCode::WrongBody,
                again,
                format!("the function `{name}` has two bodies"),
            )
            .label(format!("and {other}"))
            .related(first, one)
            .help("write one `algorithm` section, or an `external` call and none"),
        );
    }

    /// Reports a call of a function that computes nothing.
    pub(crate) fn check_called(&mut self, elab: ElabId, place: Place) -> Option<()> {
        if self.rules.callable.contains(&elab) {
            return Some(());
        }
        self.check_exchanges();
        if self.is_incompatible(elab) {
            return None;
        }
        let found = self.elab(elab);
        // Equations in the place of a body were told where they stand.
        let is_body = |section: &Section| !matches!(section, Section::Elements { .. });
        let has_body =
            found.derivative.is_some() || found.sections.iter().any(|(_, _, section)| is_body(section));
        if has_body || !self.is_function(elab) || self.clause(elab).is_some() {
            if self.is_partial(elab) && !self.top.is_some_and(|top| self.is_partial(self.inst(top).elab)) {
                self.partial_called(elab, place);
                return None;
            }
            self.rules.callable.insert(elab);
            return Some(());
        }
        let open = found.components.iter().find(|member| {
            let declaration = member.declaration;
            let given = declaration.component.modification.value.is_some()
                || declaration.component.modification.class.is_some()
                || member.layers.iter().any(|layer| layer.value.is_some());
            declaration.prefixes.has(Prefix::Output) && !given
        });
        let (open, class) = (open.map(|member| member.declaration), found.class?);
        let Some(open) = open else { return Some(()) };
        let name = self.class_name(class);
        let result = self.model.symbols.name(open.name).to_string();
        let declared = open.file.place(open.component.name.span);
        let class_place = self.class_place(class);
        if self.is_partial(elab) {
            // A model for others to complete may be looked at before they do.
            self.report(
                Diagnostic::new(
                    DiagnosticCode::PartialCall,
                    place,
                    format!("the function `{name}` is partial: the model cannot be simulated with it"),
                )
                .label(format!("nothing computes `{result}` yet"))
                .related(self.partial_place(elab, class), "declared `partial`")
                .help("redeclare it, or the package it belongs to, or call a function that extends it"),
            );
            return Some(());
        }
        self.report(
            Diagnostic::new(
                DiagnosticCode::WrongBody,
                place,
                format!("the function `{name}` has no body to call"),
            )
            .label(format!("nothing computes `{result}`"))
            .related(class_place, "has no `algorithm`")
            .related(declared, "the result")
            .help("give it an `algorithm` section or an `external` call"),
        );
        None
    }

    /// Reports a call of a function that has a body, and is there for others to extend (section 12.2).
    fn partial_called(&mut self, elab: ElabId, place: Place) {
        let Some(class) = self.elab(elab).class else { return };
        let (name, declared) = (self.class_name(class), self.partial_place(elab, class));
        self.report(
            Diagnostic::new(
                DiagnosticCode::WrongBody,
                place,
                format!("the function `{name}` is partial and cannot be called"),
            )
            .label("called here")
            .related(declared, "declared `partial`")
            .help("call a function that extends it, or remove `partial` if its body is complete"),
        );
    }

    /// Where the class says `partial` that a function is, or stands for by another name.
    fn partial_place(&self, elab: ElabId, class: ClassId) -> Place {
        let partial = |&class: &ClassId| self.program.class(class).node.prefixes.has(Prefix::Partial);
        self.class_place(self.texts(elab).map(|text| text.0).find(partial).unwrap_or(class))
    }

    /// Reports a variable of a function that is no value.
    pub(crate) fn check_local(&mut self, declaration: &Declaration<'a>, kind: ElabId) {
        let Some(class) = self.elab(kind).class.filter(|_| self.elab(kind).basis == Basis::Class) else {
            return;
        };
        let node = self.program.class(class).node;
        if !matches!(
            node.restriction,
            Restriction::Model | Restriction::Block | Restriction::Connector | Restriction::Package
        ) {
            return;
        }
        let text = kind_text(node);
        let place = declaration.file.place(declaration.type_name.span);
        let declared = self.class_place(class);
        self.report(
            Diagnostic::new(
                DiagnosticCode::WrongContent,
                place,
                format!("a function cannot contain a component of {text}"),
            )
            .label("the type of a variable of a function")
            .related(declared, format!("declared as {text}"))
            .help("use a `record` or a `type`"),
        );
    }

    /// Reports an input that its function gives a new value.
    pub(crate) fn assigned_input(&mut self, name: Symbol, place: Place) {
        let name = self.model.symbols.name(name).to_string();
        self.report(
            Diagnostic::new(
                DiagnosticCode::AssignedInput,
                place,
                format!("`{name}` is an input of the function and cannot be assigned"),
            )
            .label("assigned here")
            .help("copy it to a protected variable, and change that"),
        );
    }

    /// Reports an argument that does not fit its input.
    pub(crate) fn check_argument(
        &mut self,
        id: FunctionId,
        at: usize,
        value: &LoweredValue,
        place: Place,
    ) -> Option<()> {
        let input = &self.model.functions[id.at()].locals[at];
        if self.fits(value, input) {
            return match *value {
                LoweredValue::Function(function) => self.check_function(id, at, function, place),
                _ => Some(()),
            };
        }
        let found = self.describe(value);
        self.wrong_argument(id, at, &found, place);
        None
    }

    /// Reports a function that cannot be called as the function it is handed to will do (section 12.4.2).
    pub(crate) fn check_function(
        &mut self,
        id: FunctionId,
        at: usize,
        given: ExprId,
        place: Place,
    ) -> Option<()> {
        let name = self.model.functions[id.at()].locals[at].name;
        let elab = self.functions.iter().find(|(_, known)| **known == Some(id)).map(|(&elab, _)| elab);
        let Some(wanted) = elab.and_then(|elab| self.leaf_type(elab, name)) else { return Some(()) };
        let Expr::Partial(found, pairs) = self.model.exprs.get(given) else { return Some(()) };
        if !self.is_function(wanted) {
            return Some(());
        }
        let Some(lack) = self.function_lack(wanted, found, pairs) else { return Some(()) };
        let [text, function] =
            [name, self.model.functions[id.at()].name].map(|name| self.model.symbols.name(name).to_string());
        let (declared, other) = (self.input_place(id, name), &self.model.functions[found.at()]);
        let (other_place, other) = (other.place, self.model.symbols.name(other.name).to_string());
        self.report(
            Diagnostic::new(
                DiagnosticCode::WrongArgument,
                place,
                format!("`{other}` cannot be given for `{text}` of `{function}`"),
            )
            .label(lack)
            .related(other_place, "the function")
            .related(declared, "the input"),
        );
        None
    }

    /// Why a function with some inputs given cannot be called like another, if so.
    fn function_lack(&mut self, wanted: ElabId, found: FunctionId, pairs: ListId) -> Option<String> {
        // It is not called itself, so that it need not become a function of the model.
        let locals = self.without_reports(|flattener| flattener.fields(wanted, 0));
        let with = |prefix: Prefix| -> Vec<&Local> {
            let members = self.elab(wanted).components.iter();
            let names = members.filter(|member| member.declaration.prefixes.has(prefix));
            let names = names.map(|member| member.declaration.name);
            names.filter_map(|name| locals.iter().find(|local| local.name == name)).collect()
        };
        let (inputs, outputs) = (with(Prefix::Input), with(Prefix::Output));
        let found = &self.model.functions[found.at()];
        let given: Vec<i64> = self
            .model
            .exprs
            .items(pairs)
            .chunks(2)
            .filter_map(|pair| match self.model.exprs.get(*pair.first()?) {
                Expr::Integer(number) => Some(number),
                _ => None,
            })
            .collect();
        let free = found.locals[..found.inputs as usize].iter().enumerate();
        let free: Vec<&Local> =
            free.filter(|(at, _)| !given.contains(&(*at as i64))).map(|(_, input)| input).collect();
        if free.len() < inputs.len() {
            return Some(format!("it takes {} inputs, and is called with {}", free.len(), inputs.len()));
        }
        // Calls may name what they give, so that names count as well as the order (section 6.6).
        let wrong = free.iter().zip(&inputs).find(|(own, called)| own.name != called.name);
        if let Some((own, called)) = wrong {
            let [own, called] = [own, called].map(|local| self.model.symbols.name(local.name));
            return Some(format!("its input `{own}` stands where `{called}` is expected"));
        }
        if let Some(more) = free[inputs.len()..].iter().find(|input| input.binding.is_none()) {
            let name = self.model.symbols.name(more.name);
            return Some(format!("nothing gives its input `{name}` a value"));
        }
        if (found.outputs as usize) < outputs.len() {
            return Some(format!("it gives {} results, and is used for {}", found.outputs, outputs.len()));
        }
        let results = found.locals[found.inputs as usize..].iter().zip(outputs);
        let takes = |to: &Local, from: &Local| {
            let kinds = match (to.kind, from.kind) {
                (Type::Record(_), Type::Record(_)) => true,
                (to, from) => accepts(to, from),
            };
            kinds && to.dims.len() == from.dims.len()
        };
        // An input takes what it is called with; a result is taken for what is expected of it.
        let pairs =
            free.iter().copied().zip(inputs.iter().copied()).map(|(own, called)| (own, called, own, called));
        let results = results.map(|(own, called)| (called, own, own, called));
        let (_, _, own, called) = pairs.chain(results).find(|(to, from, ..)| !takes(to, from))?;
        let name = self.model.symbols.name(own.name);
        Some(format!(
            "its `{name}` is {}, and expected is {}",
            self.describe_local(own),
            self.describe_local(called)
        ))
    }

    pub(crate) fn wrong_argument(&mut self, id: FunctionId, at: usize, found: &str, place: Place) {
        let input = &self.model.functions[id.at()].locals[at];
        let (name, expected) = (input.name, self.describe_local(input));
        let function = self.model.symbols.name(self.model.functions[id.at()].name).to_string();
        let text = self.model.symbols.name(name).to_string();
        let declared = self.input_place(id, name);
        self.report(
            Diagnostic::new(
                DiagnosticCode::WrongArgument,
                place,
                format!("`{text}` of `{function}` is {expected}, and {found} is given"),
            )
            .label(format!("expected {expected}, found {found}"))
            .related(declared, "the input"),
        );
    }

    /// Reports a value that does not fit the field of a record it is given to.
    pub(crate) fn check_field_value(
        &mut self,
        record: Symbol,
        field: &Local,
        value: &LoweredValue,
        place: Place,
        declared: Place,
    ) -> Option<()> {
        let (LoweredValue::Plain(plain), false) = (value, matches!(field.kind, Type::Record(_))) else {
            return Some(());
        };
        let rank = plain.dims.len() == field.dims.len();
        if plain.items.is_empty() || (rank && accepts(field.kind, plain.kind) && self.sizes_fit(plain, field))
        {
            return Some(());
        }
        let (expected, found) = (self.describe_local(field), self.describe(value));
        let [record, name] = [record, field.name].map(|name| self.model.symbols.name(name).to_string());
        let message = format!("`{name}` of `{record}` is {expected}, and {found} is given");
        self.report(
            Diagnostic::new(DiagnosticCode::WrongArgument, place, message)
                .label(format!("expected {expected}, found {found}"))
                .related(declared, "the record"),
        );
        None
    }

    fn fits(&self, value: &LoweredValue, input: &Local) -> bool {
        let rank = value.dims().len() >= input.dims.len();
        match value {
            LoweredValue::Plain(plain) if plain.items.is_empty() => true,
            LoweredValue::Plain(plain) => {
                rank && crate::value::accepts(input.kind, plain.kind) && self.sizes_fit(plain, input)
            }
            LoweredValue::Record(record) => {
                rank && matches!(input.kind, Type::Record(_))
                    && input
                        .fields
                        .iter()
                        .all(|field| record.fields.iter().any(|(name, _)| *name == field.name))
            }
            LoweredValue::Function(_) => input.kind == Type::Function,
            LoweredValue::Tuple(_) | LoweredValue::Call(_) | LoweredValue::Omitted => true,
        }
    }

    /// Sizes that the function fixes with a number.
    fn sizes_fit(&self, plain: &ArrayValue, input: &Local) -> bool {
        let own = &plain.dims[plain.dims.len() - input.dims.len()..];
        own.iter().zip(&input.dims).all(|(&size, wanted)| {
            wanted.is_none_or(|wanted| match self.model.exprs.get(wanted) {
                Expr::Integer(wanted) => i64::from(size) == wanted,
                _ => true,
            })
        })
    }

    fn describe_local(&self, input: &Local) -> String {
        let name = self.type_name(input.kind);
        if input.dims.is_empty() {
            return self.one_of(input.kind);
        }
        let sizes = input.dims.iter().map(|size| match size.map(|size| self.model.exprs.get(size)) {
            Some(Expr::Integer(size)) => size.to_string(),
            _ => ":".to_string(),
        });
        format!("{name}[{}]", sizes.collect::<Vec<_>>().join(", "))
    }

    /// Where an input is declared.
    fn input_place(&self, id: FunctionId, name: Symbol) -> Place {
        let elab = self.functions.iter().find(|(_, known)| **known == Some(id)).map(|(&elab, _)| elab);
        let member = elab.and_then(|elab| {
            self.elab(elab).components.iter().find(|member| member.declaration.name == name)
        });
        member.map_or(self.model.functions[id.at()].place, |member| {
            member.declaration.file.place(member.declaration.component.name.span)
        })
    }

    /// Reports more arguments than there are inputs or fields.
    pub(crate) fn too_many_arguments(
        &mut self,
        name: Symbol,
        declared: Place,
        takes: usize,
        given: usize,
        place: Place,
    ) {
        let name = self.model.symbols.name(name).to_string();
        let plural = if takes == 1 { "argument" } else { "arguments" };
        self.report(
            Diagnostic::new(
                DiagnosticCode::WrongCall,
                place,
                format!("`{name}` takes {takes} {plural}, {given} are given"),
            )
            .label("too many")
            .related(declared, "declared here"),
        );
    }

    /// Reports a named argument that is no input or field.
    pub(crate) fn unknown_argument(
        &mut self,
        name: Symbol,
        known: &[Symbol],
        what: &str,
        (function, declared): (Symbol, Place),
        place: Place,
    ) {
        let [text, function] = [name, function].map(|symbol| self.model.symbols.name(symbol).to_string());
        let names: Vec<&str> = known.iter().map(|&symbol| self.model.symbols.name(symbol)).collect();
        let meant = nearest(&text, names).map(str::to_string);
        let diagnostic =
            Diagnostic::new(DiagnosticCode::WrongCall, place, format!("`{function}` has no {what} `{text}`"))
                .label("given by this name")
                .related(declared, "declared here");
        self.report(match meant {
            Some(meant) => diagnostic.help(format!("did you mean `{meant}`?")),
            None => diagnostic,
        });
    }

    /// Reports an input that is given two values.
    pub(crate) fn repeated_argument(&mut self, name: Symbol, place: Place) {
        let text = self.model.symbols.name(name).to_string();
        self.report(
            Diagnostic::new(DiagnosticCode::WrongCall, place, format!("`{text}` is given twice"))
                .label("given by name, and before")
                .help("remove one of the two"),
        );
    }
}
