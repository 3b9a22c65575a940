//! A schedule as text, for people and for tests.

use std::fmt::Write;

use equations::{Derivation, ExprId, Origin, OriginId, VariableId};

use crate::dae::{Action, Dae, Equality, Replacement, RowKind, Unsolvable, UnsolvableSystem};
use crate::index_reduction::ReducedDae;
use crate::initialization::{Initialization, StartReason};
use crate::schedule::{Assignment, Schedule, ScheduledBlock};

impl ReducedDae {
    /// What is computed when, as text.
    pub fn print(&self, initialization: &Initialization, schedule: &Schedule) -> String {
        let dae = &self.dae;
        let name = |variable: VariableId| dae.model.variable_name(variable);
        let mut text = format!("schedule {}\n", dae.model.name);
        section(&mut text, "parameters", dae.parameter_lines());
        section(&mut text, "aliases", dae.alias_lines());
        section(
            &mut text,
            "differentiated",
            self.levels.iter().filter(|rows| rows.len() > 1).map(|rows| {
                let row = &dae.rows[rows[0].at()];
                let times =
                    if rows.len() == 2 { "once".to_string() } else { format!("{} times", rows.len() - 1) };
                format!("{times}: {}", equality(dae, row))
            }),
        );
        section(
            &mut text,
            "states",
            schedule
                .states
                .iter()
                .map(|&(state, derivative)| format!("{} with {}", name(state), name(derivative))),
        );
        section(
            &mut text,
            "dynamic state selection",
            self.groups.iter().filter(|group| group.dynamic).map(|group| {
                let all: Vec<String> = group.candidates.iter().map(|&variable| name(variable)).collect();
                let states: Vec<String> = group.states.iter().map(|&variable| name(variable)).collect();
                format!("{} of {}: {}", states.len(), all.join(", "), states.join(", "))
            }),
        );
        section(
            &mut text,
            "starts",
            initialization.starts.iter().map(|start| {
                let why = match start.given {
                    StartReason::Fixed => "fixed",
                    StartReason::Chosen => "chosen",
                };
                format!("{} = {}, {why}", name(start.variable), dae.text(start.value))
            }),
        );
        section(
            &mut text,
            "in excess",
            initialization.surplus.iter().map(|row| equality(dae, &initialization.rows[row.at()])),
        );
        section(
            &mut text,
            "conflicts",
            dae.conflicts.iter().map(|conflict| {
                let weight = if conflict.fixed { "both fixed" } else { "the other not fixed" };
                format!(
                    "start of {} is used, not that of {}, {weight}",
                    name(conflict.kept),
                    name(conflict.other)
                )
            }),
        );
        section(&mut text, "refused", self.refused.iter().map(|&variable| name(variable)));
        section(&mut text, "evaluated", dae.evaluated.iter().map(|&variable| name(variable)));
        text.push_str("initial\n");
        self.blocks(&mut text, &initialization.blocks, &initialization.rows);
        text.push_str("run\n");
        self.blocks(&mut text, &schedule.blocks, &dae.rows);
        section(&mut text, "relations", dae.relations.iter().map(|relation| dae.text(relation.expr)));
        text
    }

    fn blocks(&self, text: &mut String, blocks: &[ScheduledBlock], rows: &[Equality]) {
        for block in blocks {
            match block {
                ScheduledBlock::Assign(assign) => self.assign(text, "  ", assign, rows),
                ScheduledBlock::Torn(torn) => {
                    let kind = match &torn.linear {
                        Some(linear) if linear.constant => "linear, constant",
                        Some(_) => "linear",
                        None => "nonlinear",
                    };
                    let size = torn.tearing.len() + torn.inner.len();
                    let names: Vec<String> =
                        torn.tearing.iter().map(|&variable| self.dae.model.variable_name(variable)).collect();
                    let _ = writeln!(text, "  solve {size}, {kind}, for {}", names.join(", "));
                    for step in &torn.inner {
                        self.assign(text, "    ", step, rows);
                    }
                    for &(residual, row) in &torn.residuals {
                        let note = self.note(rows[row.at()].origin);
                        let _ = writeln!(text, "    0 = {}{note}", self.dae.text(residual));
                    }
                    for assign in &torn.discrete {
                        self.assign(text, "    then ", assign, rows);
                    }
                }
            }
        }
    }

    fn assign(&self, text: &mut String, indent: &str, assign: &Assignment, rows: &[Equality]) {
        let model = &self.dae.model;
        let name = model.variable_name(assign.variable);
        let note = self.note(rows[assign.row.at()].origin);
        let divisor =
            assign.divisor.map_or(String::new(), |id| format!("  // unless {} = 0", self.dae.text(id)));
        let _ = writeln!(text, "{indent}{name} := {}{divisor}{note}", self.dae.text(assign.value));
    }

    /// What was done with a row.
    fn note(&self, origin: OriginId) -> &'static str {
        match self.dae.model.origins[origin.at()] {
            Origin::Derived { step: Derivation::Differentiated, .. } => "  // differentiated",
            Origin::Derived { step: Derivation::Started(_), .. } => "  // start",
            _ => "",
        }
    }
}

impl UnsolvableSystem {
    /// Why the model cannot be solved, as text.
    pub fn print(&self) -> String {
        let dae = &self.dae;
        let names = |variables: &[VariableId]| {
            let names: Vec<String> =
                variables.iter().map(|&variable| dae.model.variable_name(variable)).collect();
            names.join(", ")
        };
        let rows = |origins: &[OriginId]| {
            let held = |row: &&Equality| origins.contains(&row.origin);
            let lines: Vec<String> =
                dae.rows.iter().filter(held).map(|row| format!("  {}\n", equality(dae, row))).collect();
            lines.concat()
        };
        match &self.reason {
            Unsolvable::Derivative { origin, obstacle, .. } => {
                let part = dae.text(obstacle.expr);
                format!("{part} has no derivative, and is needed in\n{}", rows(&[*origin]))
            }
            Unsolvable::Cancelled => "cancelled\n".to_string(),
            Unsolvable::Circle(variables) => {
                format!("cyclic dependency between {}\n", names(variables))
            }
            Unsolvable::Singular { rows: own, variables } if own.len() > variables.len() => {
                format!("more equations than unknowns {}\n{}", names(variables), rows(own))
            }
            Unsolvable::Singular { rows: own, variables } => {
                format!("fewer equations than unknowns {}\n{}", names(variables), rows(own))
            }
            Unsolvable::Loop(_) => "a loop that contains a `when` or a `return`\n".to_string(),
            Unsolvable::Branches(_) => "branches with different numbers of equations\n".to_string(),
            Unsolvable::Dependent { rows: own, variables, defect } => {
                format!(
                    "{defect} of these equations for {} are linearly dependent on the others\n{}",
                    names(variables),
                    rows(own)
                )
            }
        }
    }
}

/// Formulas of more parts than this are not written out: no person reads them, and what is shared in them would be
/// written again and again.
const LONG: usize = 500;

impl Dae {
    /// The equations as text, before any is differentiated or solved.
    pub fn print(&self) -> String {
        let name = |at: usize| self.model.variable_name(VariableId(at as u32));
        let rows = |kind: RowKind| {
            let own = self.rows.iter().filter(move |row| row.kind == kind);
            own.map(|row| equality(self, row))
        };
        let mut text = format!("dae {}\n", self.model.name);
        section(&mut text, "parameters", self.parameter_lines());
        section(&mut text, "aliases", self.alias_lines());
        let unknown = |at: &usize| self.is_unknown(VariableId(*at as u32)) && self.aliases[*at].is_none();
        section(&mut text, "unknowns", (0..self.roles.len()).filter(unknown).map(name));
        section(&mut text, "equations", rows(RowKind::Continuous));
        section(&mut text, "at events", rows(RowKind::Discrete));
        section(&mut text, "initial equations", self.initial.iter().map(|row| equality(self, row)));
        let act = |(at, action): (usize, &Action)| {
            let when = match action.condition {
                _ if at >= self.initial_actions => "initially ".to_string(),
                Some(condition) => format!("when {} ", self.text(condition)),
                None => String::new(),
            };
            format!("{when}{}", self.text(action.call))
        };
        section(&mut text, "actions", self.actions.iter().enumerate().map(act));
        text
    }

    fn parameter_lines(&self) -> impl Iterator<Item = String> {
        let line =
            |&(variable, value)| format!("{} := {}", self.model.variable_name(variable), self.text(value));
        self.parameters.iter().map(line)
    }

    /// A formula as text.
    fn text(&self, id: ExprId) -> String {
        let mut todo = vec![id];
        let mut parts = 0;
        while let Some(part) = todo.pop() {
            parts += 1;
            if parts > LONG {
                return format!("… a formula of more than {LONG} parts");
            }
            self.model.exprs.get(part).children(&self.model.exprs, &mut todo);
        }
        self.model.expr_text(id)
    }

    fn alias_lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for (at, alias) in self.aliases.iter().enumerate() {
            let name = self.model.variable_name(VariableId(at as u32));
            match alias {
                None => {}
                // They are listed as evaluated.
                Some(_) if self.evaluated.contains(&VariableId(at as u32)) => {}
                Some(Replacement::Literal(number)) => {
                    lines.push(format!("{name} = {}", self.text(*number)));
                }
                Some(Replacement::Variable { of, negated }) => {
                    let sign = if *negated { "-" } else { "" };
                    lines.push(format!("{name} = {sign}{}", self.model.variable_name(*of)));
                }
            }
        }
        lines
    }
}

fn section(text: &mut String, title: &str, lines: impl IntoIterator<Item = String>) {
    let mut lines = lines.into_iter().peekable();
    if lines.peek().is_some() {
        let _ = writeln!(text, "{title}");
        for line in lines {
            let _ = writeln!(text, "  {line}");
        }
    }
}

fn equality(dae: &Dae, row: &Equality) -> String {
    format!("{} = {}", dae.text(row.left), dae.text(row.right))
}
