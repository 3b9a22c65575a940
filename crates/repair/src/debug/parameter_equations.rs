//! Parameters that an equation gives a value: the value belongs where the parameter is declared.

use crate::{StructuralProblem, StructuralProblemKind};
use equations::{EquationKind, Expr, ExprId, Origin, Variability, VariableId};
use syntax::{Edit, Place, Span};

use super::{Debugger, Proposal, Repair};

/// What is written as an equation was meant to be kept: that is clearly likelier than that it should go.
const SCORE: i32 = 120;

impl Debugger<'_> {
    /// Equations without unknowns that say what a parameter is which has no value yet.
    pub(super) fn misplaced_values(&self, problems: &[StructuralProblem]) -> Vec<Proposal> {
        let mut found = Vec::new();
        for (at, problem) in problems.iter().enumerate() {
            if problem.kind != StructuralProblemKind::Over
                || problem.hidden.is_some()
                || !problem.columns.is_empty()
            {
                continue;
            }
            let repairs = problem.rows.iter().filter_map(|&row| self.moved(row));
            found.extend(repairs.map(|repair| Proposal { repair, ends: vec![at] }));
        }
        found
    }

    /// The repair that moves the equation of a row to the declaration of the parameter that it is about.
    fn moved(&self, row: u32) -> Option<Repair> {
        let [id] = self.statements.of_row[row as usize][..] else { return None };
        let place = self.statements.get(id).place;
        let model = self.model;
        let written = |origin: &Origin| matches!(origin, Origin::Written { place: at, .. } if *at == place);
        let mut equations = model.equations.iter().filter(|found| written(&model.origins[found.origin.at()]));
        // What stands in a class of several components would have to be said of each.
        let (Some(equation), None) = (equations.next(), equations.next()) else { return None };
        let EquationKind::Equality(left, right) = equation.kind else { return None };
        let parameter = [left, right].into_iter().find_map(|side| self.valueless(side))?;
        let declared = self.declared(parameter);
        if self.texts.class_at(declared) != self.texts.class_at(place) {
            return None;
        }
        let name = model.symbols.name(model.variables[parameter.at()].name);
        let end = self.texts.equation_end(&self.loaded.sources, place);
        let text = &self.loaded.sources[place.file].text()[place.span.start as usize..end as usize];
        let (one, other) = sides(text)?;
        let value = match (one == name, other == name) {
            (true, false) => other,
            (false, true) => one,
            _ => return None,
        };
        let mut repair = self.removal_of(&[id], SCORE)?;
        let declaration = &self.loaded.sources[declared.file].text()[declared.span.range()];
        let at = declared.span.start + head(declaration, name)? as u32;
        let place = Place { span: Span::at(at), ..declared };
        repair.edits.push(Edit { place, replacement: format!(" = {value}") });
        repair.effects = None;
        repair.adds.push(format!("{name} = {value}"));
        repair.description = format!("give `{name}` its value where it is declared, `{name} = {value}`");
        Some(repair)
    }

    /// The parameter without a value that an expression is.
    fn valueless(&self, expr: ExprId) -> Option<VariableId> {
        let Expr::Variable(id) = self.model.exprs.get(expr) else { return None };
        let variable = &self.model.variables[id.at()];
        let open = variable.variability == Variability::Parameter && variable.binding.is_none();
        (open && variable.subscripts.is_none()).then_some(id)
    }
}

/// The two sides of an equation as they are written.
fn sides(text: &str) -> Option<(&str, &str)> {
    let letters = text.as_bytes();
    let is_part = |at: usize| letters.get(at).is_some_and(|letter| b"=<>:".contains(letter));
    let equals = |at: usize| letters[at] == b'=' && !is_part(at + 1) && !(at > 0 && is_part(at - 1));
    let at = open(text).find(|&(at, depth)| depth == 0 && equals(at))?.0;
    Some((text[..at].trim(), text[at + 1..].trim()))
}

/// The letters of a text outside of strings by their places, each with how many parentheses are open after it.
fn open(text: &str) -> impl Iterator<Item = (usize, i32)> {
    let (mut depth, mut quoted, mut escaped) = (0, false, false);
    text.bytes().enumerate().filter_map(move |(at, letter)| {
        match letter {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b'(' | b'[' | b'{' if !quoted => depth += 1,
            b')' | b']' | b'}' if !quoted => depth -= 1,
            _ => {}
        }
        (!quoted).then_some((at, depth))
    })
}

/// How much of a declaration is its name with what modifies it.
fn head(declaration: &str, name: &str) -> Option<usize> {
    let rest = declaration.strip_prefix(name)?;
    let blank = rest.len() - rest.trim_start().len();
    if !rest[blank..].starts_with('(') {
        return Some(name.len());
    }
    let end = open(rest).find(|&(at, depth)| at >= blank && depth == 0)?.0;
    Some(name.len() + end + 1)
}
