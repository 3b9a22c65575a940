//! Models that are components: balanced with anything at their top-level connectors, but not with nothing there.
//!
//! A model is judged with its [`Boundary`]: as a component, whose flows depend on what it will be connected to, and as a
//! whole model, as it is simulated. `check` accepts the first and says what is missing for the second; what simulates
//! asks for the second.

use std::collections::BTreeSet;

use crate::{AnalyzedRows, Deficit, problems};
use base::DisjointSets;
use dae::Boundary;
use equations::{ExprId, FlatModel, InstanceId, VariableId};
use syntax::{Diagnostic, DiagnosticCode, Place};

use crate::debug::list_names;
use crate::unset_parameters::{connectors, unbound, with_defaults};

/// So many variables of a connector are named, and so many connectors pointed at.
const MAX_NAMES: usize = 3;
const MAX_LABELS: usize = 6;

/// What a model that is balanced as a component lacks to be simulated.
#[derive(Clone, Debug)]
pub struct OpenComponent {
    /// What would be too much and too little in it with nothing connected to it.
    pub deficit: Deficit,
    /// The top-level connectors that have to be connected, by their names in the order of the model.
    pub open: Vec<OpenConnector>,
    /// Unknowns that nothing determines then.
    pub undetermined: Vec<String>,
    /// Parameters without a value, for which zero or their start value is taken.
    pub unbound: Vec<String>,
}

/// A top-level connector that has to be connected before the model can be simulated.
#[derive(Clone, Debug)]
pub struct OpenConnector {
    /// Its name.
    pub name: String,
    /// Where it is declared.
    pub place: Place,
    /// Its flows, which are zero as long as nothing is connected.
    pub flows: Vec<String>,
    /// Its potentials and signals that nothing determines then.
    pub undetermined: Vec<String>,
}

impl OpenComponent {
    /// Judges a model that is balanced as a component as a whole model, with all parameters as they are when it is simulated;
    /// none if it is one.
    pub fn of(model: &FlatModel) -> Option<OpenComponent> {
        let filled = with_defaults(model);
        let names = |(id, _): (VariableId, Option<ExprId>)| model.variable_name(id);
        let unbound = unbound(model).into_iter().map(names).collect();
        let model = filled.as_ref().unwrap_or(model);
        let analyzed = AnalyzedRows::new(model, Boundary::Whole);
        let deficit = analyzed.structure.deficit();
        (deficit != Deficit::default()).then(|| {
            let problems = problems(&analyzed.structure);
            let under = problems.iter().filter(|problem| problem.rows.len() < problem.columns.len());
            let under: BTreeSet<VariableId> = under
                .flat_map(|problem| &problem.columns)
                .map(|&column| analyzed.rows.columns[column as usize])
                .collect();
            let open = near(model, &analyzed).into_iter().map(|connector| open(model, connector, &under));
            let undetermined = under.iter().map(|&id| model.variable_name(id)).collect();
            OpenComponent { deficit, open: open.collect(), undetermined, unbound }
        })
    }

    /// Why the model is not simulated.
    pub fn why_not_simulated(&self, model: &FlatModel) -> Diagnostic {
        let name = &model.name;
        if !self.is_incomplete(model) {
            return self.unsolvable(model);
        }
        let Some((first, rest)) = self.open.split_first() else {
            let message = format!(
                "`{name}` is not a whole model: nothing determines {}",
                list_names(self.undetermined.iter())
            );
            return Diagnostic::new(DiagnosticCode::OpenComponent, model.instances[0].place, message)
                .label("what it will be connected to, or what extends it, has to give them values")
                .help("simulate a model that uses it");
        };
        let number = if rest.is_empty() { "connector" } else { "connectors" };
        let names = list_names(self.open.iter().map(|open| open.name.as_str()));
        let message = format!("`{name}` is a component: nothing is connected to its {number} {names}");
        let mut found =
            Diagnostic::new(DiagnosticCode::OpenComponent, first.place, message).label(first.lack());
        for open in rest.iter().take(MAX_LABELS) {
            found = found.related(open.place, open.lack());
        }
        if !self.unbound.is_empty() {
            found = found.note(format!("it also lacks values for {}", list_names(self.unbound.iter())));
        }
        found
            .note("as a component of another model it is balanced: there its flows depend on what it is connected to")
            .help(format!("simulate a model that has `{name}` as a component and connects {names}"))
    }

    /// Whether what is wrong would be another matter with something connected to the model.
    pub fn is_incomplete(&self, model: &FlatModel) -> bool {
        !self.open.is_empty() || connectors(model).next().is_some() || self.unbound.is_empty()
    }

    /// Says that with zero for the parameters that have no value there is no solution.
    fn unsolvable(&self, model: &FlatModel) -> Diagnostic {
        let names = list_names(self.unbound.iter());
        let (which, one) = if self.unbound.len() == 1 { ("has", "it") } else { ("have", "them") };
        let message = format!(
            "{names} {which} no value, and with zero for {one} the equations have no unique solution"
        );
        let first = unbound(model).first().map(|found| model.variables[found.0.at()]);
        let Some(first) = first else {
            return Diagnostic::new(DiagnosticCode::NeededValue, model.instances[0].place, message);
        };
        let (name, declared) = (model.symbols.name(first.name), model.written(first.origin));
        let instance = &model.instances[first.instance.at()];
        let own = first.instance == InstanceId(0);
        let found = Diagnostic::new(
            DiagnosticCode::NeededValue,
            if own { declared } else { instance.place },
            message,
        );
        let found = match own {
            true => found.label("declared here without a value").help(format!("give it one: `{name} = …`")),
            false => found
                .label(format!("`{name}` is not set here"))
                .related(declared, "and has no value in its declaration")
                .help(format!("give it one: `{}({name} = …)`", model.symbols.name(instance.name))),
        };
        found.note(format!("nothing determines {} then", list_names(self.undetermined.iter())))
    }
}

impl OpenConnector {
    /// What it lacks, in words.
    fn lack(&self) -> String {
        let flows = list_names(self.flows.iter().take(MAX_NAMES));
        let others = list_names(self.undetermined.iter().take(MAX_NAMES));
        let zero = if self.flows.len() == 1 { "is zero" } else { "are zero" };
        match (self.flows.is_empty(), self.undetermined.is_empty()) {
            (false, false) => format!("{flows} {zero}, and nothing determines {others}"),
            (false, true) => format!("{flows} {zero} as long as nothing is connected"),
            (true, false) => format!("nothing determines {others}"),
            (true, true) => "nothing is connected".to_string(),
        }
    }
}

/// A connector and what it lacks.
fn open(model: &FlatModel, connector: InstanceId, under: &BTreeSet<VariableId>) -> OpenConnector {
    let own = (0..).map(VariableId).zip(&model.variables).filter(|(_, variable)| {
        let mut at = variable.instance;
        while at != connector && at != InstanceId(0) {
            at = model.instances[at.at()].parent;
        }
        at == connector
    });
    let (mut flows, mut undetermined) = (Vec::new(), Vec::new());
    for (id, variable) in own {
        if variable.flow {
            flows.push(model.variable_name(id));
        } else if under.contains(&id) {
            undetermined.push(model.variable_name(id));
        }
    }
    let place = model.instances[connector.at()].place;
    OpenConnector { name: model.instance_name(connector), place, flows, undetermined }
}

/// The top-level connectors that have to do with what is wrong, directly or by way of others: what shares no unknown with it,
/// however many equations lie between, is as good as another model.
fn near(model: &FlatModel, analyzed: &AnalyzedRows) -> Vec<InstanceId> {
    let mut sets = DisjointSets::new(analyzed.rows.columns.len());
    for row in analyzed.rows.signature.rows() {
        for pair in row.windows(2) {
            sets.join(pair[0].column, pair[1].column);
        }
    }
    let mut wrong = BTreeSet::new();
    for problem in problems(&analyzed.structure) {
        let of_rows =
            problem.rows.iter().flat_map(|&row| analyzed.rows.signature.row(row)).map(|entry| entry.column);
        wrong.extend(of_rows.chain(problem.columns.iter().copied()).map(|column| sets.root(column)));
    }
    let mut concerned = vec![false; model.instances.len()];
    for (column, &variable) in (0..).zip(&analyzed.rows.columns) {
        if wrong.contains(&sets.root(column)) {
            let mut at = model.variables[variable.at()].instance;
            while !std::mem::replace(&mut concerned[at.at()], true) {
                at = model.instances[at.at()].parent;
            }
        }
    }
    connectors(model).filter(|id| concerned[id.at()]).collect()
}
