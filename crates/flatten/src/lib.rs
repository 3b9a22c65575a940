//! Classes to one flat model: names are looked up, inheritance and modifications carried out, components made,
//! equations written out scalar by scalar and connections turned into equations.
//!
//! Main items: [`flatten`] (a class by its full name to a [`Flattened`] model), [`Library`] (where classes come from),
//! [`check_unused_classes`] (what is wrong with text that no model uses), [`NameResolver`] (what a name means, for editors).
//!
//! Invariants: every variable and every equation of the result knows the place it was written at and the instance it
//! belongs to; what cannot be flattened is a diagnostic, and everything else is flattened all the same; a file of a library is read
//! only when a model needs it.
//!
//! ```
//! use project::{MemoryFiles, flatten, load};
//!
//! let mut files = MemoryFiles::default();
//! files.add("M.mo", "model M Real x[2] = {1, 2}; Real y; equation y = sum(x); end M;");
//! let loaded = load(&files, &["M.mo".into()]);
//! let model = flatten(&files, &loaded, "M").model.unwrap();
//! assert_eq!((model.scalar_equations(), model.unknowns()), (3, 3));
//! assert!(model.print().contains("y = x[1] + x[2]"));
//! ```

mod algorithm;
mod arrays;
mod balance;
mod branches;
mod builtin;
mod call;
mod connect_equations;
mod connection_graph;
mod connection_sets;
mod discard;
mod elab;
mod equation;
mod error;
mod evaluate;
mod expandable_connectors;
mod folded_constants;
mod function;
mod implicit_ranges;
mod instance;
mod layer;
mod library;
mod locked;
mod lookup;
mod lower;
mod names;
mod operate;
mod program;
mod reference;
mod rules;
mod state_machine_operators;
mod stream;
mod unused_classes;
mod value;
mod variables;

use std::collections::BTreeSet;

use base::Cancellation;
use equations::{
    EnumId, Enumeration, ExprId, FlatModel, FunctionId, Instance, InstanceId, Symbol, Type, Value,
    Variability, VariableId,
};
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::tree::Restriction;
use syntax::{Diagnostic, DiagnosticCode, FileId, Place, Severity, Span};

pub use balance::{UnbalancedClass, UndecidedBalance};
pub use library::Library;
pub use names::{DeclarationKind, NameResolver, Named, NamedDeclaration};
pub use unused_classes::check_unused_classes;

use elab::{ClassRef, Elab, ElabId, ElabKey, Scope};
use instance::{ChildComponent, InheritedPrefixes, Inst, InstId, Leaf, LeafId};
use lookup::LookupResult;
use program::{ClassId, Program};
use value::LoweredValue;

/// A flat model, and what is wrong with it.
#[derive(Debug, Default)]
pub struct Flattened {
    /// The model, as far as it could be flattened; none if there is no such class.
    pub model: Option<FlatModel>,
    /// What could not, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
    /// Where the numbers of equations and unknowns differ: connectors, inputs, classes. Only known of a model that
    /// could be flattened without errors.
    pub balance: Vec<Diagnostic>,
    /// The classes among them.
    pub uneven: Vec<UnbalancedClass>,
    /// What of the model depends on what it will become.
    pub undecided: UndecidedBalance,
    /// The files that its classes were looked for in, in ascending order; those of the model, if there is one.
    pub files: Vec<FileId>,
}

/// How a class is flattened.
#[derive(Clone, Debug, Default)]
pub struct FlattenOptions<'a> {
    /// Values of parameters that are given beside the model, by their names: the model is built with them in the place of the
    /// values that it says itself.
    pub given: &'a [(String, f64)],
    /// Whether to go on. What was cancelled is a part of the model.
    pub cancellation: Cancellation,
}

/// Flattens the class with the given full name. Files are read if a size or a constant depends on them.
pub fn flatten(
    library: &dyn Library,
    files: &dyn external::ResourceFiles,
    name: &str,
    FlattenOptions { given, cancellation }: FlattenOptions,
) -> Flattened {
    let mut model = FlatModel { name: name.to_string(), given: given.to_vec(), ..FlatModel::default() };
    // Symbol zero is the empty name, for what has none.
    model.symbols.add("");
    let program = Program::new(library, &mut model.symbols);
    let mut flattener = Flattener::new(program, model, files);
    flattener.given = given.iter().cloned().collect();
    flattener.cancellation = cancellation;
    let found = flattener.run(name);
    let failed = flattener.diagnostics.iter().any(|found| found.severity() == Severity::Error);
    let balance = if found && !failed { flattener.check_balance() } else { Vec::new() };
    let undecided = flattener.top.map_or(UndecidedBalance::Nothing, |top| flattener.undecided_balance(top));
    let uneven = std::mem::take(&mut flattener.uneven);
    let files = flattener.files_read();
    let mut diagnostics = flattener.diagnostics;
    diagnostics.sort_by_key(|found| found.primary.place);
    error::join_missing(&mut diagnostics);
    flattener.model.files = files.clone().into();
    flattener.model.finish();
    Flattened { model: found.then_some(flattener.model), diagnostics, balance, uneven, undecided, files }
}

pub(crate) struct Flattener<'a> {
    program: Program<'a>,
    model: FlatModel,
    files: &'a dyn external::ResourceFiles,
    /// True while a value is looked for that must be known, for which files are read.
    reading: bool,
    diagnostics: Vec<Diagnostic>,
    reported: FxHashSet<(Place, DiagnosticCode)>,
    elabs: Vec<Elab<'a>>,
    known_elabs: FxHashMap<ElabKey, ElabId>,
    scalars: FxHashMap<Type, ElabId>,
    scopes: Vec<Scope>,
    /// Where a name was looked up last and not found.
    looked: Option<elab::ScopeId>,
    /// Base classes that are being inherited, and into what.
    bases: Vec<(ElabId, ClassId)>,
    /// What the `extends` clauses that are being carried out leave out, and of what.
    leaving: Vec<(ElabId, Vec<elab::DeselectedElement>)>,
    enumerations: FxHashMap<ClassId, EnumId>,
    state_select: EnumId,
    assertion_level: EnumId,
    insts: Vec<Inst<'a>>,
    leaves: Vec<Leaf<'a>>,
    /// The declaration of each variable.
    leaf_of: Vec<LeafId>,
    /// Instances through which constants of packages are seen.
    packages: FxHashMap<ElabId, InstId>,
    /// The model itself.
    top: Option<InstId>,
    /// `inner` components that no one declared.
    defaults: FxHashMap<Symbol, ChildComponent>,
    /// Their instances.
    extra: Vec<InstId>,
    constants: FxHashMap<LeafId, Option<LoweredValue>>,
    /// The values that instances as a whole are bound to.
    wholes: FxHashMap<InstId, Option<LoweredValue>>,
    values: FxHashMap<VariableId, Value>,
    /// Values of parameters that were given beside the model, by name.
    given: FxHashMap<String, f64>,
    /// Parameters whose values are being looked for.
    under_way: Vec<VariableId>,
    /// How many times loops have run.
    rounds: usize,
    /// Loop variables in sight and their values.
    loops: Vec<(Symbol, LoweredValue)>,
    /// What `end` means.
    ends: Vec<LoweredValue>,
    /// What counts the elements of a dimension of a component, where someone asked.
    counts: FxHashMap<(ElabId, Symbol, u32), Option<Type>>,
    functions: FxHashMap<ElabId, Option<FunctionId>>,
    /// Inputs with a default that means nothing, by function and number.
    lost: FxHashSet<(FunctionId, u32)>,
    /// Functions whose bodies are being lowered.
    building: Vec<FunctionId>,
    /// Scalar products of vectors of records, by the function for two of their elements.
    products: FxHashMap<FunctionId, FunctionId>,
    /// Functions that were made by differentiating others.
    derivatives: equations::Derivatives,
    folded: folded_constants::FoldedConstants,
    connections: connection_sets::Connections,
    graph: connection_graph::ConnectionGraph<'a>,
    /// The functions that make variables overdetermined, by class and name, where someone asked.
    overdetermined: FxHashMap<(ElabId, Symbol), Option<ElabId>>,
    /// The section whose connections are being noted.
    section: usize,
    /// True while connections are only looked at for the signals of buses.
    filling: bool,
    /// Signals that buses have and do not declare, and their names in the order of adding.
    signals: FxHashMap<(InstId, Symbol), ChildComponent>,
    signal_names: FxHashMap<InstId, Vec<Symbol>>,
    /// Arrays in buses of which elements are connected.
    elements: Vec<expandable_connectors::ConnectedElements>,
    /// Their variables, of which some may have been left out.
    loose: Vec<VariableId>,
    /// Whether there are buses.
    has_buses: bool,
    /// Signals that a bus has because another one has them.
    shared: FxHashSet<(InstId, Symbol)>,
    /// Buses that are connected to each other, and where.
    bus_pairs: Vec<(InstId, InstId, Place)>,
    /// How often connectors are connected.
    ports: FxHashMap<connect_equations::CountedConnector, i64>,
    /// The models that ask for that.
    asked: BTreeSet<InstId>,
    /// Classes that do not balance.
    uneven: Vec<UnbalancedClass>,
    /// Classes that turned out to contain themselves.
    endless: FxHashSet<ElabId>,
    /// True inside of `initial equation` and `initial algorithm`.
    initial: bool,
    /// True inside of the body of a `when`.
    event: bool,
    /// Where the past of variables is asked for outside of one.
    pasts: Vec<rules::PreviousValueUse>,
    /// True inside of a branch that a condition rules out.
    discarding: bool,
    /// Where such branches were looked at.
    discarded: FxHashSet<Place>,
    rules: rules::Rules<'a>,
    cancellation: Cancellation,
}

impl<'a> Flattener<'a> {
    fn new(
        program: Program<'a>,
        mut model: FlatModel,
        files: &'a dyn external::ResourceFiles,
    ) -> Flattener<'a> {
        let mut predefined = |name: &str, literals: &[&str]| {
            let name = model.symbols.add(name);
            let literals = literals.iter().map(|literal| model.symbols.add(literal)).collect();
            model.enumerations.push(Enumeration { name, literals });
            let at = model.enumerations.len() - 1;
            EnumId::new(at, at)
        };
        let state_select = predefined("StateSelect", &["never", "avoid", "default", "prefer", "always"]);
        let assertion_level = predefined("AssertionLevel", &["warning", "error"]);
        Flattener {
            program,
            model,
            files,
            reading: false,
            diagnostics: Vec::new(),
            reported: FxHashSet::default(),
            elabs: Vec::new(),
            known_elabs: FxHashMap::default(),
            scalars: FxHashMap::default(),
            scopes: Vec::new(),
            looked: None,
            bases: Vec::new(),
            leaving: Vec::new(),
            enumerations: FxHashMap::default(),
            state_select,
            assertion_level,
            insts: Vec::new(),
            leaves: Vec::new(),
            leaf_of: Vec::new(),
            packages: FxHashMap::default(),
            top: None,
            defaults: FxHashMap::default(),
            extra: Vec::new(),
            constants: FxHashMap::default(),
            wholes: FxHashMap::default(),
            values: FxHashMap::default(),
            given: FxHashMap::default(),
            under_way: Vec::new(),
            rounds: 0,
            loops: Vec::new(),
            ends: Vec::new(),
            counts: FxHashMap::default(),
            functions: FxHashMap::default(),
            lost: FxHashSet::default(),
            building: Vec::new(),
            products: FxHashMap::default(),
            derivatives: equations::Derivatives::default(),
            folded: folded_constants::FoldedConstants::default(),
            connections: connection_sets::Connections::default(),
            graph: connection_graph::ConnectionGraph::default(),
            overdetermined: FxHashMap::default(),
            section: 0,
            filling: false,
            signals: FxHashMap::default(),
            signal_names: FxHashMap::default(),
            elements: Vec::new(),
            loose: Vec::new(),
            has_buses: false,
            shared: FxHashSet::default(),
            bus_pairs: Vec::new(),
            ports: FxHashMap::default(),
            asked: BTreeSet::new(),
            uneven: Vec::new(),
            endless: FxHashSet::default(),
            initial: false,
            event: false,
            pasts: Vec::new(),
            discarding: false,
            discarded: FxHashSet::default(),
            rules: rules::Rules::default(),
            cancellation: Cancellation::default(),
        }
    }

    /// The files of the classes that were looked into.
    fn files_read(&self) -> Vec<FileId> {
        let scanned = self.program.classes.iter().filter_map(program::Class::file_read);
        let elaborated = self.elabs.iter().filter_map(|elab| elab.class);
        let elaborated = elaborated.map(|class| self.program.class(class).file.tree.file);
        let files: BTreeSet<FileId> = scanned.chain(elaborated).collect();
        files.into_iter().collect()
    }

    /// Flattens a class: components first, then equations, then connections.
    fn run(&mut self, name: &str) -> bool {
        for (name, first, again) in std::mem::take(&mut self.program.twice) {
            self.declared_twice(name, first, again);
        }
        let Some(class) = self.class_by_name(name) else { return false };
        if self.is_no_model(class.class, name) {
            return false;
        }
        let elab = self.elaborate(&class);
        let top = self.add_top(elab);
        self.top = Some(top);
        self.expand(top);
        let mut at = 0;
        while at < self.extra.len() {
            self.expand(self.extra[at]);
            at += 1;
        }
        self.fill_buses();
        let insts = self.public_insts();
        insts.iter().for_each(|&inst| self.collect_connects(inst));
        self.span_trees();
        insts.iter().for_each(|&inst| self.sections(inst));
        self.close_loops();
        self.connect_all();
        self.check_exchanges();
        self.check_stated();
        self.check_discrete();
        self.check_discrete_time();
        self.check_pre_operands();
        self.check_cycles();
        self.check_externals();
        self.check_partial_packages();
        self.check_purity();
        self.model.folded.sort_unstable();
        self.model.evaluated.sort_unstable();
        self.model.evaluated.dedup();
        self.model.statements.sort_unstable();
        self.model.statements.dedup_by_key(|found| found.0);
        true
    }

    /// Reports a class that someone asked for by name and that is never instantiated.
    fn is_no_model(&mut self, class: ClassId, name: &str) -> bool {
        let kind = self.program.class(class).node.restriction;
        let Some(file) = self.program.library.asked() else { return false };
        let help = match kind {
            Restriction::Package => "name a model in it",
            Restriction::Function | Restriction::Operator => "name a model that calls it",
            _ => return false,
        };
        let place = Place { file, span: Span { start: 0, end: name.len() as u32 } };
        let declared = self.program.class(class).file.place(self.class_span(class));
        let message =
            format!("`{name}` is {}, and no model", rules::kind_text(self.program.class(class).node));
        self.report(
            Diagnostic::new(DiagnosticCode::WrongKind, place, message)
                .label("has no equations of its own")
                .related(declared, "declared here")
                .help(help),
        );
        true
    }

    /// The class with a full name; says what is wrong if there is none.
    fn class_by_name(&mut self, name: &str) -> Option<ClassRef<'a>> {
        let mut parts = name.split('.');
        let first = parts.next()?;
        let root = self.model.symbols.add(first);
        let Some(&class) = self.program.roots.get(&root) else {
            self.no_class(name, None, 0);
            return None;
        };
        let mut found = ClassRef::new(class, None);
        let mut start = first.len() + 1;
        for part in parts {
            let elab = self.elaborate(&found);
            let symbol = self.model.symbols.add(part);
            let Some(LookupResult::Class(class)) = self.lookup_member(elab, symbol) else {
                self.no_class(name, Some(elab), start);
                return None;
            };
            found = class;
            start += part.len() + 1;
        }
        Some(found)
    }

    fn add_top(&mut self, elab: ElabId) -> InstId {
        let class = self.elab(elab).class;
        let (full, place) = match class {
            Some(class) => {
                let found = self.program.class(class);
                (found.full, found.file.place(found.node.name.span))
            }
            None => (Symbol(0), Place { file: FileId(0), span: Span::at(0) }),
        };
        let id = InstanceId(0);
        self.model.instances.push(Instance {
            parent: id,
            name: Symbol(0),
            subscripts: None,
            class: full,
            kind: equations::InstanceKind::Model,
            place,
        });
        let prefixes = InheritedPrefixes::new(Variability::Continuous);
        let layers = self.elab(elab).layers.clone();
        self.add_inst(Inst {
            elab,
            parent: None,
            owner: InstId(0),
            name: Symbol(0),
            public: Some(id),
            layers,
            ranking: 0,
            children: Vec::new(),
            depth: 0,
            prefixes,
        })
    }

    /// Makes all components of an instance, and theirs.
    fn expand(&mut self, inst: InstId) {
        let mut todo = vec![inst];
        while let Some(inst) = todo.pop().filter(|_| !self.cancellation.is_cancelled()) {
            // Of what a bus declares only that exists which is used.
            if self.is_bus(inst) {
                continue;
            }
            let first = todo.len();
            for index in 0..self.inst(inst).children.len() {
                match self.child(inst, index) {
                    ChildComponent::One(child) if self.inst(child).parent == Some(inst) => todo.push(child),
                    ChildComponent::Many(_, children) => {
                        todo.extend(children.iter().filter(|&&child| self.inst(child).parent == Some(inst)));
                    }
                    _ => {}
                }
            }
            // In the order of declaration.
            todo[first..].reverse();
        }
    }

    /// The instances of the model in the order in which they were made.
    fn public_insts(&self) -> Vec<InstId> {
        let public = |at: &usize| self.insts[*at].public.is_some();
        (0..self.insts.len()).filter(public).map(|at| InstId(at as u32)).collect()
    }

    /// The elaborated class of a built-in type.
    fn scalar(&mut self, kind: Type) -> ElabId {
        if let Some(&known) = self.scalars.get(&kind) {
            return known;
        }
        self.elabs.push(Elab::scalar(kind));
        let id = ElabId(self.elabs.len() as u32 - 1);
        self.scalars.insert(kind, id);
        id
    }

    /// An expression in which the locals of a function are exchanged for arguments.
    fn substitute(&mut self, expr: ExprId, arguments: &[ExprId]) -> ExprId {
        if let equations::Expr::Local(at) = self.model.exprs.get(expr) {
            return arguments.get(at as usize).copied().unwrap_or(expr);
        }
        fn exchange(exprs: &mut equations::Exprs, id: ExprId, arguments: &[ExprId]) -> ExprId {
            match exprs.get(id) {
                equations::Expr::Local(at) => arguments.get(at as usize).copied().unwrap_or(id),
                _ => exprs.map(id, &mut |exprs, part| exchange(exprs, part, arguments)),
            }
        }
        exchange(&mut self.model.exprs, expr, arguments)
    }
}
