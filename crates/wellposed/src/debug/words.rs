//! Problems of structure in words.

use std::collections::BTreeSet;

use equations::{Expr, InstanceId, InstanceKind, Origin, Variability, VariableId};
use flatten::Uneven;
use repair::{Deficit, Problem};
use syntax::{Code, Diagnostic, Place};

use super::conflict::unhidden;
use super::proposal::Mistake;
use super::{Debugger, Repair};

/// So many names are listed, so many statements pointed at, and so many repairs told.
const MAX_NAMES: usize = 4;
const MAX_LABELS: usize = 5;
const MAX_REPAIRS: usize = 3;

/// Of more equations than these nobody sees which is wrong.
const MAX_CORE: usize = 40;

impl Debugger<'_> {
    /// What is wrong, as one finding.
    pub(super) fn tell(
        &self,
        over: Option<&Problem>,
        under: Option<&Problem>,
        repairs: &[Repair],
    ) -> Option<Diagnostic> {
        let mistake = repairs.first().map_or(Mistake::Uneven, |best| best.mistake);
        let found = match (over, under, mistake) {
            (Some(over), _, Mistake::Reference) => self.tell_reference(over, under),
            (_, _, Mistake::Open(connector)) => self.tell_open(over, under, &repairs[0], connector),
            (Some(over), Some(under), _) => {
                let found = self.tell_over(over, repairs);
                self.note_size(found, Some(over), None)
                    .note(format!("at the same time {}", self.lacking(under)))
            }
            (Some(over), None, _) => self.note_size(self.tell_over(over, repairs), Some(over), None),
            (None, Some(under), _) => self.note_size(self.tell_under(under, repairs), None, Some(under)),
            (None, None, _) => return None,
        };
        let found = match (over, mistake) {
            (Some(over), Mistake::Uneven | Mistake::Component | Mistake::Cross) => {
                self.note_open(found, over)
            }
            _ => found,
        };
        Some(advise(self.note_network(found, over, under), repairs))
    }

    /// Says which of the equations are there because something is connected to nothing.
    fn note_open(&self, found: Diagnostic, over: &Problem) -> Diagnostic {
        let open = over.rows.iter().filter_map(|&row| {
            match self.model.origins[self.rows.rows[row as usize].origin.at()] {
                Origin::Unconnected { variable } => Some(self.model.variables[variable.at()].instance),
                _ => None,
            }
        });
        let open: BTreeSet<InstanceId> = open.filter(|&connector| connector != InstanceId(0)).collect();
        if open.is_empty() {
            return found;
        }
        let names = open.into_iter().map(|connector| self.model.instance_name(connector));
        found.note(format!("nothing is connected to {}, and so nothing flows there", list(names)))
    }

    /// Says how large the system is and how large what is wrong in it.
    fn note_size(&self, found: Diagnostic, over: Option<&Problem>, under: Option<&Problem>) -> Diagnostic {
        let over = over.filter(|over| over.hidden.is_none());
        let size = |part: &str, problem: Option<&Problem>| {
            problem.map_or(String::new(), |problem| {
                let rows = counted(problem.rows.len(), "equation");
                format!("; the {part} part has {rows} for {}", counted(problem.columns.len(), "unknown"))
            })
        };
        found.note(format!(
            "{} for {}{}{}",
            counted(self.standing.incidence.height(), "equation"),
            counted(self.standing.incidence.width(), "unknown"),
            size("over-constrained", over),
            size("under-constrained", under),
        ))
    }

    fn tell_over(&self, problem: &Problem, repairs: &[Repair]) -> Diagnostic {
        // Of a large part a few rows may be the whole conflict.
        let rows = match problem.hidden {
            Some(_) => problem.rows.clone(),
            None => self.cores().smallest(problem),
        };
        let mut columns: Vec<u32> =
            rows.iter().flat_map(|&row| self.rows.signature.row(row)).map(|entry| entry.column).collect();
        columns.sort_unstable();
        columns.dedup();
        let statements = self.statements_of(&rows);
        let chosen = repairs.first().map(|repair| repair.place);
        let primary = chosen.or(statements.last().copied()).unwrap_or(self.model.instances[0].place);
        let names = self.names(columns.iter());
        let agree = match problem.hidden {
            Some(number) => self.standing.hidden[number].agree,
            None => self.cores().agree(&rows),
        };
        // Places show it if there are more equations than unknowns in them.
        let shown = problem.hidden.is_none() && rows.len() > columns.len();
        let message = match (shown, agree, rows.len(), columns.len()) {
            (true, _, 1, 0) => "an equation without unknowns".to_string(),
            (true, _, rows, 1) => format!("{rows} equations determine {names}"),
            (true, _, rows, columns) => format!("{rows} equations compete for {columns} unknowns"),
            (false, Some(true), 1, _) => "an equation that says nothing: both sides are the same".to_string(),
            (false, Some(true), 2, _) => "two equations say the same".to_string(),
            (false, Some(true), rows, _) => {
                format!("one of {rows} equations says what the others say already")
            }
            (false, Some(false), rows, _) => format!("{rows} equations contradict each other"),
            (false, None, rows, _) => {
                format!("{rows} equations contradict each other, or one says what the others say already")
            }
        };
        let named = self.twice(&rows, &columns, repairs).or_else(|| self.crowd(&rows, repairs));
        let (message, counts) = match named {
            Some(named) => (named, Some(message)),
            None => (message, None),
        };
        let label = match (problem.excess, &counts) {
            (_, Some(_)) => "one of them is too many, and this may be it".to_string(),
            (1, None) => "one equation is too many, and this may be it".to_string(),
            (excess, None) => format!("{excess} equations are too many, and this may be the reason"),
        };
        let code = if problem.hidden.is_some() { Code::Dependent } else { Code::OverConstrained };
        let mut found = Diagnostic::new(code, primary, message).label(label);
        for &place in statements.iter().filter(|&&place| place != primary).take(MAX_LABELS) {
            found = found.related(place, "");
        }
        found.notes.extend(counts);
        if !shown && agree == Some(true) {
            found.note("a combination of them is 0 = 0, whatever the unknowns are")
        } else if !shown {
            found.note(
                "a combination of them holds no unknown: it is true or false, whatever the unknowns are",
            )
        } else if columns.len() > 1 {
            found.note(format!("these equations have no unknowns but {names}"))
        } else if let (true, Some(given)) = (columns.is_empty(), self.given(primary)) {
            found.note(format!("{given}: its value is given where it is declared, or by a modification"))
        } else {
            found
        }
    }

    /// The first parameter or constant that the equation at a place is about.
    fn given(&self, place: Place) -> Option<String> {
        let model = &self.model;
        let here =
            |origin: &Origin| matches!(origin, Origin::Written { place: found, .. } if *found == place);
        let equation = model.equations.iter().find(|equation| here(&model.origins[equation.origin.at()]))?;
        let mut todo = Vec::new();
        equation.parts(&mut todo);
        // The left side first.
        todo.reverse();
        while let Some(id) = todo.pop() {
            match model.exprs.get(id) {
                Expr::Variable(variable) => {
                    let name = model.variable_name(variable);
                    return Some(match model.variables[variable.at()].variability {
                        Variability::Constant => format!("`{name}` is a constant"),
                        Variability::Parameter => format!("`{name}` is a parameter"),
                        _ => return None,
                    });
                }
                other => other.children(&model.exprs, &mut todo),
            }
        }
        None
    }

    /// A class with too many equations, where that says more than the equations that compete.
    fn crowd(&self, rows: &[u32], repairs: &[Repair]) -> Option<String> {
        let best = repairs.first().filter(|_| rows.len() > MAX_CORE)?;
        let class = self.texts.class(self.texts.class_at(best.place)?);
        let uneven = self.uneven.iter().find(|uneven| {
            uneven.equations > uneven.unknowns
                && self.texts.class_at(uneven.class).is_some_and(|id| self.texts.class(id).name == class.name)
        })?;
        Some(balance(&class.name, uneven))
    }

    fn tell_under(&self, problem: &Problem, repairs: &[Repair]) -> Diagnostic {
        // The class that lacks the equation, or else the first variable.
        let class = repairs.first().map(|repair| repair.place);
        let lacks = self.uneven.iter().find(|uneven| Some(uneven.class) == class);
        let mut places: Vec<Place> =
            problem.columns.iter().map(|&column| self.brought(self.variable(column))).collect();
        places.sort_unstable();
        places.dedup();
        if let Some(uneven) = lacks {
            let name = self.texts.class_at(uneven.class).map_or("", |class| &self.texts.class(class).name);
            let message = balance(name, uneven);
            let label = match uneven.unknowns - uneven.equations {
                1 => "this class lacks an equation".to_string(),
                missing => format!("this class lacks {missing} equations"),
            };
            let mut found = Diagnostic::new(Code::UnbalancedClass, uneven.class, message).label(label);
            if uneven.instances.len() > 1 {
                let first = uneven.instances.iter().map(|&instance| self.model.instance_name(instance));
                found = found.note(format!("it is the class of {}", all(first)));
            }
            return found.note(format!("so {}", self.lacking(problem)));
        }
        // The best repair is about a declaration, or about a class other than the whole model.
        let chosen = class.filter(|&place| match self.texts.class_at(place) {
            Some(found) if self.texts.class(found).name_place == place => {
                self.texts.class(found).name != self.model.name
            }
            _ => places.contains(&place),
        });
        let lost = chosen.is_some_and(|place| !places.contains(&place));
        let primary = chosen.or(places.first().copied()).unwrap_or(self.model.instances[0].place);
        let (message, label) = match problem.columns[..] {
            _ if lost => (self.lacking(problem), "this class may lack an equation"),
            [column] if self.is_unused(column) => (
                format!("nothing determines {}: no equation holds it", self.names([column].iter())),
                "declared here",
            ),
            _ => (self.lacking(problem), "its value is open"),
        };
        let mut found = Diagnostic::new(Code::UnderConstrained, primary, message).label(label);
        for &place in places.iter().filter(|&&place| place != primary).take(MAX_LABELS) {
            found = found.related(place, "its value is open");
        }
        found
    }

    /// Potentials that are measured from nowhere.
    fn tell_reference(&self, over: &Problem, under: Option<&Problem>) -> Diagnostic {
        let floating = match (over.hidden, under) {
            (Some(number), _) => self.floating(&self.standing.hidden[number]),
            (None, Some(under)) => self.floating(&unhidden(over, under)),
            (None, None) => Vec::new(),
        };
        let what = floating.first().map_or("level", |&first| self.level(first));
        let names = all(floating.iter().map(|&id| self.model.variable_name(id)));
        let place = self.texts.by_name(&self.model.name).map(|class| self.texts.class(class).name_place);
        let message = format!("nothing says what the {what}s {names} are measured from");
        let reason = match over.hidden {
            Some(_) => format!(
                "only differences of these {what}s occur: their flow equations, {} in all, add up to 0 = 0, and so one \
                 equation is missing",
                over.rows.len()
            ),
            None => {
                let verb = if over.excess == 1 { "is" } else { "are" };
                format!(
                    "only differences of these {what}s occur: the {} of what flows between them have {}, and so \
                     {number} {verb} too many there and {number} {verb} missing here",
                    counted(over.rows.len(), "equation"),
                    counted(over.columns.len(), "unknown"),
                    number = over.excess,
                )
            }
        };
        Diagnostic::new(Code::MissingReference, place.unwrap_or(self.model.instances[0].place), message)
            .label(format!("no component fixes {} {what}", if what == "angle" { "an" } else { "a" }))
            .note(reason)
    }

    /// Something that is connected to nothing.
    fn tell_open(
        &self,
        over: Option<&Problem>,
        under: Option<&Problem>,
        best: &Repair,
        connector: InstanceId,
    ) -> Diagnostic {
        let name = self.model.instance_name(connector);
        let mut found =
            Diagnostic::new(Code::OpenConnector, best.place, format!("nothing is connected to `{name}`"))
                .label(format!("`{name}` is open"))
                .note("so nothing flows through it");
        if let Some(over) = over {
            found = found.note(format!(
                "then {} compete for {}, {} among them",
                counted(over.rows.len(), "equation"),
                counted(over.columns.len(), "unknown"),
                self.names(over.columns.iter())
            ));
        }
        if let Some(under) = under {
            found = found.note(format!("and {}", self.lacking(under)));
        }
        found
    }

    /// What a potential is called, by its unit.
    pub(super) fn level(&self, id: VariableId) -> &'static str {
        match self.unit(id) {
            Some("V") => "potential",
            Some("K" | "degC") => "temperature",
            Some("Pa" | "bar") => "pressure",
            Some("rad" | "deg") => "angle",
            Some("m") => "position",
            Some("A") => "magnetic potential",
            _ => "value",
        }
    }

    /// True if no equation holds the unknown.
    fn is_unused(&self, column: u32) -> bool {
        !self.rows.signature.rows().flatten().any(|entry| entry.column == column)
    }

    fn lacking(&self, problem: &Problem) -> String {
        let names = self.names(problem.columns.iter());
        match (problem.columns.len(), problem.excess) {
            (1, _) => format!("nothing determines {names}"),
            (_, 1) => format!("one equation is missing to determine {names}"),
            (_, excess) => format!("{excess} equations are missing to determine {names}"),
        }
    }

    pub(super) fn declared(&self, id: VariableId) -> Place {
        match self.model.origins[self.model.variables[id.at()].origin.at()] {
            Origin::Written { place, .. } => place,
            _ => self.model.instances[0].place,
        }
    }

    /// The declaration of a variable, or that of the connector or record that it is a part of.
    fn brought(&self, id: VariableId) -> Place {
        let mut place = self.declared(id);
        let mut at = self.model.variables[id.at()].instance;
        while self.model.instances[at.at()].kind != InstanceKind::Model {
            place = self.model.instances[at.at()].place;
            at = self.model.instances[at.at()].parent;
        }
        place
    }

    fn names<'c>(&self, columns: impl Iterator<Item = &'c u32>) -> String {
        list(columns.map(|&column| self.model.variable_name(self.variable(column))))
    }

    /// The places of the statements that made some rows.
    fn statements_of(&self, rows: &[u32]) -> Vec<Place> {
        let ids = rows.iter().flat_map(|&row| &self.statements.of_row[row as usize]);
        let mut places: Vec<Place> = ids.map(|&id| self.statements.get(id).place).collect();
        places.sort_unstable();
        places.dedup();
        places
    }
}

/// Says what would help: the best as help, others as notes.
pub(super) fn advise(mut found: Diagnostic, repairs: &[Repair]) -> Diagnostic {
    let free: Vec<&Repair> = repairs.iter().filter(|repair| repair.locked.is_none()).collect();
    // What is always possible and seldom meant is told only if there is nothing else.
    let seldom = |repair: &Repair| repair.mistake == Mistake::Cross;
    let only = free.first().is_some_and(|best| seldom(best));
    let free: Vec<&Repair> = free.into_iter().filter(|repair| only || !seldom(repair)).collect();
    for repair in free.iter().skip(1).take(MAX_REPAIRS - 1) {
        found = found.note(format!("or {} ({})", repair.description, tried(repair)));
    }
    match (free.first(), repairs.first()) {
        (Some(best), _) => {
            if best.outdone {
                found = found.note("what is likelier wrong is in a class that is locked; --level 2 shows it");
            }
            // What is to be added is for the person to say; what is to go can be taken away.
            if !best.sketch {
                found.edits.extend(best.edits.iter().cloned());
            }
            found.help(format!("{} ({})", best.description, tried(best)))
        }
        (None, Some(nearest)) => found.note(format!(
            "no repair is possible without editing a locked class; the nearest is to {}, where `{}` is locked ({})",
            nearest.description,
            nearest.locked.as_deref().unwrap_or_default(),
            tried(nearest)
        )),
        (None, None) => found.note("no single change that was tried mends it"),
    }
}

/// What came out when a repair was tried.
pub(super) fn tried(repair: &Repair) -> String {
    let tried = if repair.later { "tried once the other mistake is mended" } else { "tried" };
    match repair.left {
        Some(_) if repair.singular => {
            format!("{tried}: as many equations as unknowns then, but they depend on each other")
        }
        Some(left) if left == Deficit::default() => format!("{tried}: the model is well-posed then"),
        Some(left) => {
            let part = |number: usize, what: &str| {
                let thing = if repair.mistake == Mistake::Start { "condition" } else { "equation" };
                (number > 0).then(|| format!("{} too {what}", counted(number, thing)))
            };
            let parts: Vec<String> =
                [part(left.over, "many"), part(left.under, "few")].into_iter().flatten().collect();
            format!("{tried}: then {} left", parts.join(" and "))
        }
        None => "not tried".to_string(),
    }
}

/// How many equations a class has for how many unknowns.
fn balance(name: &str, uneven: &Uneven) -> String {
    let [equations, unknowns] = [uneven.equations, uneven.unknowns].map(|number| number.max(0) as usize);
    format!("`{name}` has {} for {}", counted(equations, "equation"), counted(unknowns, "unknown"))
}

/// A number of things.
pub(super) fn counted(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// Names as a choice for people.
pub(super) fn list<T: AsRef<str>>(names: impl Iterator<Item = T>) -> String {
    join(names, "or")
}

/// All names for people.
pub(super) fn all<T: AsRef<str>>(names: impl Iterator<Item = T>) -> String {
    join(names, "and")
}

fn join<T: AsRef<str>>(names: impl Iterator<Item = T>, word: &str) -> String {
    let names: Vec<String> = names.map(|name| format!("`{}`", name.as_ref())).collect();
    match &names[..] {
        [] => "nothing".to_string(),
        [only] => only.clone(),
        _ if names.len() > MAX_NAMES + 1 => {
            format!("{} {word} {} others", names[..MAX_NAMES].join(", "), names.len() - MAX_NAMES)
        }
        [rest @ .., last] => format!("{} {word} {last}", rest.join(", ")),
    }
}
