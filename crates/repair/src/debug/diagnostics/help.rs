//! What would help, in words.

use crate::Deficit;
use syntax::Diagnostic;

use super::counted;
use crate::debug::Repair;
use crate::debug::proposal::Mistake;

/// So many repairs are told.
const MAX_REPAIRS: usize = 3;

/// Says what would help: the best as help, others as notes.
pub(in crate::debug) fn add_repairs(mut found: Diagnostic, repairs: &[Repair]) -> Diagnostic {
    let free: Vec<&Repair> = repairs.iter().filter(|repair| repair.locked.is_none()).collect();
    // What is always possible and seldom meant is told only if there is nothing else.
    let seldom = |repair: &Repair| repair.mistake == Mistake::Cross;
    let only = free.first().is_some_and(|best| seldom(best));
    let free: Vec<&Repair> = free.into_iter().filter(|repair| only || !seldom(repair)).collect();
    for repair in free.iter().skip(1).take(MAX_REPAIRS - 1) {
        found = found.note(format!("or {} ({})", repair.description, verification_note(repair)));
    }
    match (free.first(), repairs.first()) {
        (Some(best), _) => {
            if best.outdone {
                found = found.note("the likelier error is in a locked class; --level 2 shows it");
            }
            // What is to be added is for the person to say; what is to go can be taken away.
            if !best.sketch {
                found.edits.extend(best.edits.iter().cloned());
            }
            found.help(format!("{} ({})", best.description, verification_note(best)))
        }
        (None, Some(nearest)) => found.note(format!(
            "no repair is possible without editing a locked class; the nearest is to {}, where `{}` is locked ({})",
            nearest.description,
            nearest.locked.as_deref().unwrap_or_default(),
            verification_note(nearest)
        )),
        (None, None) => found.note("no single candidate repair corrects it"),
    }
}

/// What came out when a repair was tried.
pub(in crate::debug) fn verification_note(repair: &Repair) -> String {
    let tried = if repair.later { "with the other repair, " } else { "" };
    match repair.left {
        Some(_) if repair.singular => {
            format!(
                "checked: {tried}as many equations as unknowns after this change, but they are linearly dependent"
            )
        }
        Some(_) if repair.contradicts => {
            format!(
                "checked: {tried}as many equations as unknowns after this change, but initial conditions contradict each other"
            )
        }
        Some(left) if left == Deficit::default() => {
            format!("verified: {tried}the model is well-posed after this change")
        }
        Some(left) => {
            let part = |number: usize, what: &str| {
                let thing = if repair.mistake == Mistake::Start { "condition" } else { "equation" };
                (number > 0).then(|| format!("{} {what}", counted(number, thing)))
            };
            let parts: Vec<String> =
                [part(left.over, "in excess"), part(left.under, "missing")].into_iter().flatten().collect();
            format!("checked: {tried}{} after this change", parts.join(" and "))
        }
        None => "not verified".to_string(),
    }
}
