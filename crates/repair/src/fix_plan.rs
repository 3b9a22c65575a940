//! Which repairs are carried out together without asking, and whether the model is better with them.

use syntax::{Edit, SourceMap, count};

use crate::{Deficit, MARGIN, Repair, Wellposedness, merge_edits, overlap};

/// More statements than these are not taken away together without being asked for.
const MANY: usize = 3;

/// Why repairs are not carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FixRefusal {
    /// The model or its repairs do not allow it.
    Model(String),
    /// What was asked for is not there, or a file cannot be changed.
    Request(String),
}

/// How a model stands in numbers, before or after repairs are carried out.
#[derive(Clone, Copy, Debug)]
pub struct ModelDeficits {
    /// The verdict.
    pub wellposedness: Wellposedness,
    /// Equations in excess and missing.
    pub structure: Deficit,
    /// Initial conditions in excess and missing, if the structure is right.
    pub initialization: Deficit,
}

/// The repairs that are carried out together, and those that are not.
#[derive(Debug)]
pub struct FixPlan {
    /// By their positions.
    pub done: Vec<usize>,
    /// The likeliest repairs of other mistakes, or none if there is none, each with the reason why it is left.
    pub left: Vec<(Option<usize>, String)>,
    pub(crate) edits: Vec<Edit>,
}

impl FixPlan {
    /// The repairs to carry out: the one with the rank wanted, else of each mistake the one that is clearly the best.
    ///
    /// # Errors
    /// Why nothing is carried out.
    pub fn new(
        sources: &SourceMap,
        repairs: &[Repair],
        wanted: Option<usize>,
    ) -> Result<FixPlan, FixRefusal> {
        if let Some(rank) = wanted {
            let repair = named(repairs, rank)?;
            return Ok(FixPlan { done: vec![rank - 1], left: Vec::new(), edits: repair.edits.clone() });
        }
        let mut plan = FixPlan { done: Vec::new(), left: Vec::new(), edits: Vec::new() };
        let groups = repairs.iter().map(|repair| repair.group + 1).max().unwrap_or(1);
        for group in 0..groups {
            let own: Vec<usize> = (0..repairs.len()).filter(|&at| repairs[at].group == group).collect();
            match plan.best(repairs, &own, groups == 1).and_then(|at| plan.fits(sources, repairs, at)) {
                Ok((at, edits)) => {
                    plan.edits = edits;
                    plan.done.push(at);
                }
                Err(left) => plan.left.push(left),
            }
        }
        match &plan.left[..] {
            left if !plan.done.is_empty() || left.is_empty() => Ok(plan),
            [(_, reason)] => Err(FixRefusal::Model(format!("nothing is changed: {reason}"))),
            left => {
                let reasons: Vec<&str> = left.iter().map(|left| left.1.as_str()).collect();
                Err(FixRefusal::Model(format!("nothing is changed:\n  {}", reasons.join("\n  "))))
            }
        }
    }

    /// The repair of a mistake that is clearly the best. If the mistake is the only one, everything has to be well with it.
    fn best(&self, repairs: &[Repair], own: &[usize], alone: bool) -> Result<usize, (Option<usize>, String)> {
        let can = |at: &usize| {
            let repair = &repairs[*at];
            let helps = repair.left.is_some() && !repair.singular;
            repair.locked.is_none() && if alone { repair.is_verified() } else { helps }
        };
        let mut able = own.iter().copied().filter(can);
        let Some(at) = able.next() else {
            let reason = match own.first().map(|&at| &repairs[at]) {
                Some(Repair { locked: Some(class), description, .. }) => {
                    format!("to {description} would change `{class}`, which is locked")
                }
                _ => "no repair makes the model well-posed by itself".to_string(),
            };
            return Err((own.first().copied(), reason));
        };
        let best = &repairs[at];
        let (description, rank) = (&best.description, at + 1);
        let refuse = |reason: String| Err((Some(at), reason));
        // Of a mistake that was seen only once another one was mended nothing is known without that.
        let seen = best.on.is_none_or(|on| {
            let first = repairs.iter().position(|repair| repair.group == on);
            first.is_some_and(|first| self.done.contains(&first))
        });
        match able.next().map(|next| (next + 1, &repairs[next])) {
            _ if best.sketch => refuse(format!("{description}; only the modeller can write it")),
            // A class that says nothing any more is hardly what was meant.
            _ if best.empties => refuse(format!(
                "to {description} would leave a class without equations. --repair {rank} applies it anyway"
            )),
            // Of so many one may be meant.
            _ if best.removes.len() > MANY => refuse(format!(
                "to {description} removes {} at once. --repair {rank} applies it anyway",
                count(best.removes.len(), "statement")
            )),
            // Where the mistake is likelier in a locked class, another class is not to be changed instead.
            _ if best.outdone => refuse(format!(
                "the likelier error is in a locked class. --repair {rank} is to {description}"
            )),
            _ if !best.unrivalled => refuse(format!(
                "time limit reached: candidates that are as likely were not checked. --repair {rank} is to {description}"
            )),
            Some((other, next)) if next.score + MARGIN > best.score => refuse(format!(
                "there are several repairs. Choose one: --repair {rank} to {description}, --repair {other} to {}",
                next.description
            )),
            _ if !seen => {
                refuse(format!("to {description} helps only after another repair that is not applied"))
            }
            _ => Ok(at),
        }
    }

    /// A repair with all edits so far and its own; none of them may change the same text.
    fn fits(
        &self,
        sources: &SourceMap,
        repairs: &[Repair],
        at: usize,
    ) -> Result<(usize, Vec<Edit>), (Option<usize>, String)> {
        let own = &repairs[at].edits;
        match self.done.iter().find(|&&done| overlap(&repairs[done].edits, own)) {
            Some(other) => Err((
                Some(at),
                format!("to {} would change the same text as repair {}", repairs[at].description, other + 1),
            )),
            None => Ok((at, merge_edits(sources, &self.edits, own))),
        }
    }

    /// Whether the model with all repairs stands as it should: each takes something away of what is wrong, and nothing
    /// new is wrong.
    ///
    /// # Errors
    /// Which of them can only be carried out alone.
    pub fn accept(
        &self,
        before: &ModelDeficits,
        after: &ModelDeficits,
        wanted: bool,
    ) -> Result<(), FixRefusal> {
        let [(structure, start), (structure_left, start_left)] =
            [before, after].map(|model| (model.structure.total(), model.initialization.total()));
        let less = if structure > 0 {
            structure_left + self.done.len() <= structure
        } else {
            structure_left == 0 && start_left + self.done.len() <= start
        };
        if after.wellposedness != Wellposedness::Error && (less || wanted) {
            return Ok(());
        }
        let ranks: Vec<String> = self.done.iter().map(|at| format!("--repair {}", at + 1)).collect();
        Err(FixRefusal::Model(format!(
            "nothing is changed: each of these helps, but not all of them together. Choose one: {}",
            ranks.join(", ")
        )))
    }

    /// What is done and what is not, a line for each.
    pub fn summarize(&self, repairs: &[Repair], after: &ModelDeficits, dry: bool) -> String {
        let verb = if dry { "would apply" } else { "applied" };
        let mut told = String::new();
        for &at in &self.done {
            let repair = &repairs[at];
            let outcome = if self.done.len() == 1 {
                format!(" ({})", repair.describe_outcome())
            } else {
                String::new()
            };
            told.push_str(&format!("{verb}: {}{outcome}\n", repair.description));
        }
        for (_, reason) in &self.left {
            told.push_str(&format!("not applied: {reason}\n"));
        }
        if self.done.len() > 1 || !self.left.is_empty() {
            let many = |number: usize, what: &str| {
                (number > 0).then(|| format!("{} {what}", count(number, "equation")))
            };
            let left = [many(after.structure.over, "in excess"), many(after.structure.under, "missing")];
            let left: Vec<String> = left.into_iter().flatten().collect();
            told.push_str(&match (after.wellposedness, &left[..]) {
                (Wellposedness::Well, _) => {
                    "together: the model is well-posed after these changes\n".to_string()
                }
                (_, []) => "together: the model is not well-posed after these changes\n".to_string(),
                (_, left) => format!("together: {} after these changes\n", left.join(" and ")),
            });
        }
        told
    }
}

/// The repair with a rank.
fn named(repairs: &[Repair], rank: usize) -> Result<&Repair, FixRefusal> {
    let wrong = |reason: String| Err(FixRefusal::Model(reason));
    match rank.checked_sub(1).and_then(|at| repairs.get(at)) {
        Some(repair) if repair.sketch => {
            wrong(format!("repair {rank} is to {}: only the modeller can write it", repair.description))
        }
        Some(Repair { locked: Some(class), description, .. }) => wrong(format!(
            "nothing is changed: repair {rank} is to {description}, and `{class}` is locked; --level 2 allows it"
        )),
        Some(repair) => Ok(repair),
        None => Err(FixRefusal::Request(format!("there is no repair {rank}: there are {}", repairs.len()))),
    }
}
