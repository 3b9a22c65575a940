//! What the annotations of a function say about inlining and events (Modelica Language Specification 3.6, section
//! 12.9): `Inline`, `LateInline`, `InlineAfterIndexReduction` and `GenerateEvents`.

use equations::{InlineTime, Inlining};
use syntax::tree::{ExpressionKind, ModificationArgumentKind, ModificationExpression};
use syntax::{Diagnostic, DiagnosticCode, Place};

use crate::Flattener;
use crate::elab::ElabId;

/// The annotations, in the order of [`InlineAnnotations`].
const NAMES: [&str; 4] = ["Inline", "LateInline", "InlineAfterIndexReduction", "GenerateEvents"];

/// What each of them says and where, if it is written.
type InlineAnnotations = [Option<(bool, Place)>; 4];

impl<'a> Flattener<'a> {
    /// What a function says about itself; what it does not say, those it inherits may.
    pub(super) fn inlining(&mut self, elab: ElabId) -> Inlining {
        let mut said: InlineAnnotations = [None; 4];
        for (_, file, annotation) in self.annotations(elab) {
            for argument in &file.tree[annotation.arguments] {
                let ModificationArgumentKind::Modify { name, modification, .. } = argument.kind else {
                    continue;
                };
                let [only] = file.tree[name.parts] else { continue };
                let Some(at) = NAMES.iter().position(|&name| name == file.read(only.span)) else { continue };
                let Some(ModificationExpression::Value(value)) = modification.value else { continue };
                let place = file.place(argument.span);
                let own = self.program.is_own(file.tree.file);
                match file.tree[value].kind {
                    ExpressionKind::True => said[at] = said[at].or(Some((true, place))),
                    ExpressionKind::False => said[at] = said[at].or(Some((false, place))),
                    _ if own => self.not_literal(NAMES[at], file.place(file.tree[value].span)),
                    _ => {}
                }
            }
        }
        let [inline, late, after, events] = said;
        let yes = |one: Option<(bool, Place)>| one.is_some_and(|(value, _)| value);
        let no = |one: Option<(bool, Place)>| one.is_some_and(|(value, _)| !value);
        // One of them says where, and the other something that does not go with it.
        if let Some((true, place)) = after
            && let Some((_, other)) = inline.or(late)
        {
            let name = if inline.is_some() { NAMES[0] } else { NAMES[1] };
            self.against(place, NAMES[2], other, name, "it already defines when");
        }
        if let (Some((true, place)), Some((false, other)), false) = (events, inline, yes(late) || yes(after))
        {
            self.against(place, NAMES[3], other, "Inline = false", "only inlined code generates events");
        }
        let calls = if yes(events) {
            // Events are made by formulas only, so that the function is written out before anything else.
            InlineTime::Always
        } else if yes(late) {
            InlineTime::Never
        } else if yes(inline) {
            InlineTime::Always
        } else if yes(after) {
            InlineTime::After
        } else if no(inline) {
            InlineTime::Never
        } else {
            InlineTime::Short
        };
        Inlining { calls, events: yes(events) }
    }

    fn not_literal(&mut self, name: &str, place: Place) {
        self.report(
            Diagnostic::new(DiagnosticCode::WrongInline, place, format!("`{name}` is `true` or `false`"))
                .label("any other value has no effect")
                .help(format!("write `{name} = true` or `{name} = false`")),
        );
    }

    fn against(&mut self, place: Place, name: &str, other: Place, text: &str, why: &str) {
        if self.program.is_own(place.file) {
            self.report(
                Diagnostic::new(
                    DiagnosticCode::WrongInline,
                    place,
                    format!("`{name}` does not go with `{text}`"),
                )
                .label(why.to_string())
                .related(other, "the other")
                .help("remove one of the two"),
            );
        }
    }
}
