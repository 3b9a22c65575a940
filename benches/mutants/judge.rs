//! Whether what was said about a broken model is the truth: about the statement that was changed, or about the class
//! and the names that something was taken from.

use std::collections::BTreeSet;

use wellposed::equations::FlatModel;
use wellposed::syntax::tree::{EquationSyntaxKind, StoredDefinition};
use wellposed::syntax::{Diagnostic, DiagnosticCode, Edit, FileId, Place, Span, parse};
use wellposed::{Checked, Loaded, Repair, Wellposedness};

use crate::agreement::edited;
use crate::classes::{Classes, equations};
use crate::fault::{Fault, Kind};
use crate::names::{ends, mentions, passes};

/// What came of one fault.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    pub detected: bool,
    /// The place of the first answer that is true, from one.
    pub rank: Option<usize>,
    /// True if some repair gives back the very model that was broken.
    pub exact: bool,
    /// True if the first repair was tried and leaves a well-posed model.
    pub verified: bool,
}

/// Where a change counts as one of the class.
#[derive(Clone, Copy)]
struct Within<'a> {
    classes: &'a Classes<'a>,
    /// True if it may be in a class that extends it: where only one does, both mend the model, and nothing tells them
    /// apart.
    below: bool,
}

/// A model with a fault in it.
pub struct Broken<'a> {
    pub fault: &'a Fault,
    pub loaded: &'a Loaded,
    pub before: &'a str,
    pub after: &'a str,
    pub marks: &'a [Span],
}

impl Broken<'_> {
    pub fn judge(&self, checked: &Checked) -> Outcome {
        let unread = FlatModel::default();
        let trees = self.loaded.trees_of(checked.model.as_ref().unwrap_or(&unread));
        let classes = Classes::new(trees.into_iter(), &self.loaded.sources);
        // A finding that proposes repairs is as good as they are.
        let proposes = |found: &&Diagnostic| {
            let said = || found.help.iter().chain(&found.notes);
            checked.repairs.iter().any(|repair| said().any(|said| said.contains(&repair.description)))
        };
        let said = || checked.diagnostics.iter().filter(|found| found.code != DiagnosticCode::UnitMismatch);
        // What people read: findings that propose nothing or what is to be done at once, then repairs, best first.
        let mut answers: Vec<bool> =
            said().filter(|found| !proposes(found)).map(|found| self.points(&classes, found)).collect();
        for repair in &checked.repairs {
            let adds = repair.adds.join(" ");
            let within = Within { classes: &classes, below: repair.is_verified() };
            // A start can be fixed in the class or where the class is used; with one component nothing tells them apart.
            let elsewhere = self.fault.kind == Kind::FreeStart
                && repair.is_verified()
                && passes(&repair.description, &self.fault.names);
            answers.push(elsewhere || repair.edits.iter().any(|edit| self.mends(within, edit, &adds)));
        }
        let proposed = checked.repairs.iter().map(|repair| &repair.edits);
        let proposed = proposed.chain(said().map(|found| &found.edits)).filter(|edits| !edits.is_empty());
        let whole = canonical(self.fault.file, self.before);
        Outcome {
            detected: checked.wellposedness != Wellposedness::Well || said().next().is_some(),
            rank: answers.iter().position(|&truth| truth).map(|at| at + 1),
            exact: proposed
                .filter_map(|edits| {
                    edited(self.after, edits.iter().filter(|edit| edit.place.file == self.fault.file))
                })
                .any(|text| canonical(self.fault.file, &text) == whole),
            verified: checked.repairs.first().is_some_and(Repair::is_verified),
        }
    }

    fn overlaps(&self, place: Place) -> bool {
        let meets = |mark: &Span| mark.start < place.span.end && place.span.start < mark.end;
        place.file == self.fault.file && self.marks.iter().any(meets)
    }

    fn in_class(&self, within: Within, place: Place) -> bool {
        let Some(own) = within.classes.around(place.file, place.span) else { return false };
        let mut todo: Vec<&str> = vec![own];
        while let Some(class) = todo.pop() {
            if class == self.fault.class {
                return true;
            }
            if let Some(class) = within.classes.get(class).filter(|_| within.below) {
                todo.extend(within.classes.bases(&class).into_iter().map(|base| base.name));
            }
        }
        false
    }

    /// True if an edit takes away what was put in, or puts something in the class about what was taken away.
    fn mends(&self, within: Within, edit: &Edit, adds: &str) -> bool {
        // A ground is a ground, whichever of the open potentials it holds; its class is the last name.
        let class = self.fault.names.last().filter(|_| self.fault.kind == Kind::DeleteGround);
        let about = || {
            mentions(&edit.replacement, &self.fault.names)
                || mentions(adds, &self.fault.names)
                || class.is_some_and(|class| passes(&edit.replacement, std::slice::from_ref(class)))
        };
        self.overlaps(edit.place)
            || !edit.replacement.trim().is_empty() && self.in_class(within, edit.place) && about()
    }

    /// True if a finding points at what was put in, or speaks in the class of what was taken away.
    fn points(&self, classes: &Classes, found: &Diagnostic) -> bool {
        let within = Within { classes, below: false };
        let places = || [&found.primary].into_iter().chain(&found.related);
        let text = |place: Place| {
            let whole = self.loaded.sources[place.file].text();
            whole.get(place.span.range()).unwrap_or_default()
        };
        let about = || {
            let help = found.help.as_deref().unwrap_or_default();
            let said = [found.message.as_str(), help, text(found.primary.place)];
            said.iter().any(|said| mentions(said, &self.fault.names))
        };
        // A start or a parameter has one name in the whole model, whichever class it is told at.
        let kinds = [Kind::FixStart, Kind::FreeStart, Kind::DeleteValue];
        let named = || kinds.contains(&self.fault.kind) && passes(&found.message, &self.fault.names);
        places().any(|label| self.overlaps(label.place))
            || self.in_class(within, found.primary.place) && about()
            || named()
            || found.edits.iter().any(|edit| self.mends(within, edit, ""))
    }
}

/// A text with all that does not matter taken out: blanks, the order of statements, and in which of many ways
/// connectors are connected with each other.
fn canonical(file: FileId, text: &str) -> (Vec<String>, BTreeSet<BTreeSet<String>>) {
    let tree: StoredDefinition = parse(file, text).tree;
    let mut rest = text.to_string();
    let mut sets: Vec<BTreeSet<String>> = Vec::new();
    let mut blank = Vec::new();
    for class in &tree[tree.classes] {
        walk(&tree, text, class, "", &mut sets, &mut blank);
    }
    blank.sort_by_key(|span: &Span| std::cmp::Reverse(*span));
    for span in blank {
        rest.replace_range(span.range(), "");
    }
    let statements = rest.split(';').map(|part| part.split_whitespace().collect::<String>());
    let mut statements: Vec<String> = statements.filter(|part| !part.is_empty()).collect();
    statements.sort();
    (statements, sets.into_iter().collect())
}

fn walk(
    tree: &StoredDefinition,
    text: &str,
    class: &wellposed::syntax::tree::ClassDefinition,
    around: &str,
    sets: &mut Vec<BTreeSet<String>>,
    blank: &mut Vec<Span>,
) {
    let name = format!("{around}.{}", &text[class.name.span.range()]);
    let mut own: Vec<BTreeSet<String>> = Vec::new();
    for equation in equations(tree, class) {
        if !matches!(equation.kind, EquationSyntaxKind::Connect { .. }) {
            continue;
        }
        let Some(both) = ends(&text[equation.span.range()]) else { continue };
        blank.push(equation.span);
        let both = both.map(|end| format!("{name}:{}", end.split_whitespace().collect::<String>()));
        let (touched, mut rest): (Vec<_>, Vec<_>) =
            own.into_iter().partition(|set| both.iter().any(|end| set.contains(end)));
        let mut whole: BTreeSet<String> = touched.into_iter().flatten().collect();
        whole.extend(both);
        rest.push(whole);
        own = rest;
    }
    sets.extend(own);
    for element in crate::classes::elements(tree, class) {
        if let wellposed::syntax::tree::ElementKind::Class { class, .. } = element.kind {
            walk(tree, text, &tree[class], &name, sets, blank);
        }
    }
}
