//! From a flat model to rows over variables.
//!
//! 1. Parameters are put in order (`parameters.rs`) and attributes are read (`attributes.rs`).
//! 2. Equations become rows: an `if` a choice of values (`lower/equation.rs`), a `when` a value that is kept unless its
//!    condition becomes true (`lower/when.rs`), an algorithm the formulas it comes to (`lower/algorithm.rs`).
//! 3. What makes texts, and calls made for their own sake, become calls of functions (`lower/outline.rs`).
//! 4. Every `der(x)` becomes a variable, and every `der` of a formula is carried out (`lower/derivative.rs`).

mod algorithm;
mod derivative;
mod equation;
mod loop_function;
mod outline;
mod terminate;
mod transport;
mod when;

use equations::{
    Builtin, Equation, Expr, ExprId, FlatModel, Function, InlineTime, Inliner, InstanceId, OriginId, Type,
    Variability, VariableId, Visit,
};

use crate::attributes::{self, Attributes, SolverAttributes, StateSelect};
use crate::dae::{Dae, Equality, RowKind, UnsolvableResult, UnsolvableSystem, VariableRole};
use crate::discrete_variables::{DiscreteVariables, VariableChange};
use crate::parameters;

pub(crate) use transport::output_at_start;

/// Lets calls be written out that wait for index reduction, those of some functions. False if there are none.
fn release(model: &mut FlatModel, chosen: impl Fn(&FlatModel, &Function) -> bool) -> bool {
    let waiting: Vec<bool> = model
        .functions
        .iter()
        .map(|function| function.inlining.calls == InlineTime::After && chosen(model, function))
        .collect();
    for (function, _) in model.functions.iter_mut().zip(&waiting).filter(|pair| *pair.1) {
        function.inlining.calls = InlineTime::Always;
    }
    waiting.contains(&true)
}

/// Rows with calls that wait for index reduction, and when the calls of each function are written out.
pub(crate) type DeferredCalls = (Vec<Equality>, Vec<InlineTime>);

/// True if the derivative that a function names is that of what it computes. It is not where the function reads only inputs
/// whose derivatives its annotation excludes: a position that is given together with its speed and acceleration has these
/// for derivatives, whatever the position itself does (MLS 12.7.1, `noDerivative`).
fn follows_formula(model: &FlatModel, function: &Function) -> bool {
    let Some(derivative) = function.derivatives.first() else { return true };
    let mut roots: Vec<ExprId> = function.locals.iter().filter_map(|local| local.binding).collect();
    function.body.iter().flatten().for_each(|statement| statement.parts(&mut roots));
    let read = model.exprs.locals(roots);
    let mut read = read.into_iter().filter(|&local| local < function.inputs).peekable();
    read.peek().is_none() || read.any(|input| !derivative.without.contains(&input))
}

/// True if a function whose calls wait for index reduction names derivatives that its formulas do not have.
pub(crate) fn has_own_derivatives(model: &FlatModel) -> bool {
    let waits = |function: &&Function| function.inlining.calls == InlineTime::After;
    model.functions.iter().filter(waits).any(|function| !follows_formula(model, function))
}

impl Dae {
    /// The system that a flat model stands for.
    ///
    /// # Errors
    /// The first thing that keeps it from being one.
    pub fn new(mut model: FlatModel) -> Result<Dae, Box<UnsolvableSystem>> {
        release(&mut model, follows_formula);
        Dae::with_deferred_calls(model)
    }

    /// The same with all calls written out, those as well whose functions name derivatives that their formulas do not have.
    pub(crate) fn of_formulas(mut model: FlatModel) -> Result<Dae, Box<UnsolvableSystem>> {
        release(&mut model, |_, _| true);
        Dae::with_deferred_calls(model)
    }

    /// The same, in which calls stay calls that are to be written out after index reduction: what has to be
    /// differentiated is by the derivatives that their functions name (MLS 3.6, 12.9).
    pub(crate) fn with_deferred_calls(model: FlatModel) -> Result<Dae, Box<UnsolvableSystem>> {
        let count = model.variables.len();
        let mut dae = Dae {
            model,
            roles: Vec::with_capacity(count),
            derivative: vec![None; count],
            integral: vec![None; count],
            aliases: vec![None; count],
            attributes: Attributes::default(),
            rows: Vec::with_capacity(count),
            initial: Vec::new(),
            actions: Vec::new(),
            initial_actions: 0,
            conditions: Vec::new(),
            relations: Vec::new(),
            parameters: Vec::new(),
            evaluated: Vec::new(),
            conflicts: Vec::new(),
            differentiated_inputs: Vec::new(),
            discrete: Default::default(),
            written: Vec::new(),
            made: Default::default(),
            inliner: Inliner::default(),
            carrier: None,
        };
        match dae.lower() {
            Ok(()) => Ok(dae),
            Err(reason) => Err(Box::new(UnsolvableSystem { reason, dae })),
        }
    }

    fn lower(&mut self) -> UnsolvableResult {
        self.model.mark_side_effects();
        let sorted = parameters::sort(&mut self.model)?;
        self.attributes = attributes::read(&self.model, &sorted);
        let equations = std::mem::take(&mut self.model.equations);
        let initial = std::mem::take(&mut self.model.initial_equations);
        self.assign_roles(&equations);
        self.share_parameters(sorted);
        let found = self.add_rows(&equations, &initial);
        // The equations stay in the model for those who want to show them as they were written.
        self.model.equations = equations;
        self.model.initial_equations = initial;
        found?;
        self.outline();
        self.separate_transports();
        self.keep_states();
        self.inline();
        self.remove_der()?;
        self.written = self.derivative.iter().map(Option::is_some).collect();
        Ok(())
    }

    fn add_rows(&mut self, equations: &[Equation], initial: &[Equation]) -> UnsolvableResult {
        let count = self.model.variables.len();
        let mut rows = Vec::with_capacity(count);
        for equation in equations {
            self.equation(equation, None, &mut rows)?;
        }
        for at in 0..count {
            let id = VariableId(at as u32);
            let variable = self.model.variables[at];
            if let (Some(right), true) = (variable.binding, self.is_unknown(id)) {
                let left = self.model.exprs.add(Expr::Variable(id));
                let kind = self.discrete.kind_of(id);
                rows.push(Equality { left, right, kind, origin: variable.bound });
            }
        }
        self.rows = rows;
        self.add_terminate_conditions();
        let mut rows = std::mem::take(&mut self.initial);
        self.initial_actions = self.actions.len();
        for equation in initial {
            self.equation(equation, None, &mut rows)?;
        }
        self.initial = rows;
        Ok(())
    }

    /// What `reinit` is applied to is to be a state (MLS 3.6, 8.3.6).
    fn keep_states(&mut self) {
        for action in &self.actions {
            if let Expr::Builtin(Builtin::Reinit, list) = self.model.exprs.get(action.call)
                && let Some(&target) = self.model.exprs.items(list).first()
                && let Expr::Variable(state) = self.model.exprs.get(target)
            {
                let solver = self.attributes.get(state);
                self.attributes.set(state, SolverAttributes { select: StateSelect::Always, ..solver });
            }
        }
    }

    /// Writes the calls out that waited for index reduction. If there are such, the first rows as they were, so many, and when
    /// the calls of each function were written out.
    pub(crate) fn inline_deferred_calls(&mut self, count: usize) -> Option<DeferredCalls> {
        let inlining = self.model.functions.iter().map(|function| function.inlining.calls).collect();
        if !release(&mut self.model, |_, _| true) {
            return None;
        }
        let before = (self.rows[..count].to_vec(), inlining);
        // What is known of calls is that they stay.
        self.inliner = Inliner::default();
        self.inline();
        Some(before)
    }

    /// Lets calls wait again, because the index is reduced anew.
    pub(crate) fn restore_deferred_calls(&mut self, (rows, inlining): DeferredCalls) {
        self.rows = rows;
        // Functions that were made since have no calls that wait.
        for (function, calls) in self.model.functions.iter_mut().zip(inlining) {
            function.inlining.calls = calls;
        }
        self.inliner = Inliner::default();
    }

    /// Writes the calls in all rows out.
    fn inline(&mut self) {
        if self.model.functions.is_empty() {
            return;
        }
        let mut inliner = std::mem::take(&mut self.inliner);
        for row in self.rows.iter_mut().chain(&mut self.initial) {
            row.left = inliner.inline(&mut self.model, row.left);
            row.right = inliner.inline(&mut self.model, row.right);
        }
        self.inliner = inliner;
    }

    /// True for what the rows have to determine while the simulation runs.
    pub fn is_unknown(&self, variable: VariableId) -> bool {
        matches!(
            self.roles[variable.at()],
            VariableRole::Continuous | VariableRole::Discrete | VariableRole::Derivative
        )
    }

    /// Whether the derivative of a variable stands in the model as it was written.
    pub(crate) fn written_der(&self, variable: VariableId) -> bool {
        self.written.get(variable.at()).copied().unwrap_or(false)
    }

    fn assign_roles(&mut self, equations: &[Equation]) {
        self.discrete = DiscreteVariables::new(&self.model, equations);
        for (at, variable) in (0..).map(VariableId).zip(&self.model.variables) {
            let fixed = self.attributes.get(at).fixed;
            self.roles.push(match (variable.variability, self.discrete.variability_of(at)) {
                (Variability::Constant, _) => VariableRole::Constant,
                (Variability::Parameter, _) if fixed == Some(false) => VariableRole::Free,
                (Variability::Parameter, _) => VariableRole::Parameter,
                (_, VariableChange::Given) => VariableRole::Input,
                (_, VariableChange::AtEvents) => VariableRole::Discrete,
                (_, VariableChange::Always) => VariableRole::Continuous,
            });
        }
    }

    /// Those that depend on what the initial equations determine are determined by them too. The value of one that is not fixed is such
    /// an equation itself (MLS 3.6, 8.6).
    fn share_parameters(&mut self, sorted: Vec<(VariableId, ExprId)>) {
        for (variable, value) in sorted {
            let role = self.roles[variable.at()];
            let bound = self.model.variables[variable.at()].binding.is_some();
            if role == VariableRole::Free && bound || role == VariableRole::Parameter && self.depends(value) {
                self.roles[variable.at()] = VariableRole::Free;
                let left = self.model.exprs.add(Expr::Variable(variable));
                let origin = self.model.variables[variable.at()].bound;
                self.initial.push(Equality { left, right: value, kind: RowKind::Continuous, origin });
            } else if role != VariableRole::Free {
                self.parameters.push((variable, value));
            }
        }
        let roles = &self.roles;
        self.attributes.drop_unknown_parameters(|variable| roles[variable.at()] == VariableRole::Free);
    }

    /// Whether an expression holds a parameter that is free.
    fn depends(&self, root: ExprId) -> bool {
        self.model.exprs.visit([root], |_, expr| match expr {
            Expr::Real(_) | Expr::Integer(_) | Expr::Boolean(_) | Expr::String(_) => Visit::Skip,
            Expr::Variable(variable) if self.roles[variable.at()] == VariableRole::Free => Visit::Stop,
            _ => Visit::Enter,
        })
    }

    /// A variable that is not in the model.
    pub(crate) fn add_variable(
        &mut self,
        name: &str,
        kind: Type,
        role: VariableRole,
        origin: OriginId,
    ) -> VariableId {
        let variability =
            if role == VariableRole::Discrete { Variability::Discrete } else { Variability::Continuous };
        let id = self.model.add_variable(InstanceId(0), name, kind, variability, origin);
        self.roles.push(role);
        self.derivative.push(None);
        self.integral.push(None);
        self.aliases.push(None);
        id
    }

    /// The derivative of a variable, which is made when it is first asked for.
    pub(crate) fn derivative_of(&mut self, variable: VariableId) -> VariableId {
        if let Some(known) = self.derivative[variable.at()] {
            return known;
        }
        let name = format!("der({})", self.model.variable_name(variable));
        let role = if self.roles[variable.at()] == VariableRole::Input {
            VariableRole::Input
        } else {
            VariableRole::Derivative
        };
        if role == VariableRole::Input {
            self.differentiated_inputs.push(variable);
        }
        let origin = self.model.variables[variable.at()].origin;
        let made = self.add_variable(&name, Type::Real, role, origin);
        self.derivative[variable.at()] = Some(made);
        self.integral[made.at()] = Some(variable);
        made
    }
}
