//! Modifiers of components: where an attribute is written, and how another is added.

use syntax::tree::{ClassModification, ComponentDeclaration, ModificationArgumentKind, StoredDefinition};
use syntax::{Edit, Place, SourceMap, Span};

use crate::class_text::ClassTexts;
use crate::edit::without_comma;

/// An argument of the modifiers of a component, however deep, or the component itself.
#[derive(Clone, Debug)]
pub(crate) struct ArgumentText {
    /// The names that lead to it; none for the component itself.
    path: Vec<String>,
    /// The whole argument; of the component, where its modifiers stand or would stand.
    span: Span,
    /// Its own modifiers with their parentheses.
    inner: Option<Span>,
}

/// The component and all arguments of its modifiers.
pub(crate) fn arguments(
    tree: &StoredDefinition,
    text: &str,
    component: &ComponentDeclaration,
) -> Vec<ArgumentText> {
    let name = component.name.span.end;
    let end = tree[component.subscripts].last().and_then(|last| {
        let rest = &text[last.span.end as usize..];
        Some(last.span.end + rest.find(']')? as u32 + 1)
    });
    let inner = component.modification.class;
    let whole = ArgumentText {
        path: Vec::new(),
        span: Span::at(end.unwrap_or(name)),
        inner: inner.map(|modification| modification.span),
    };
    let mut found = vec![whole];
    if let Some(modification) = inner {
        collect(tree, text, modification, &mut Vec::new(), &mut found);
    }
    found
}

fn collect(
    tree: &StoredDefinition,
    text: &str,
    modification: ClassModification,
    path: &mut Vec<String>,
    found: &mut Vec<ArgumentText>,
) {
    for argument in &tree[modification.arguments] {
        let ModificationArgumentKind::Modify { name, modification, .. } = argument.kind else { continue };
        let depth = path.len();
        path.extend(tree[name.parts].iter().map(|part| text[part.span.range()].to_string()));
        let inner = modification.class.map(|modification| modification.span);
        found.push(ArgumentText { path: path.clone(), span: argument.span, inner });
        if let Some(modification) = modification.class {
            collect(tree, text, modification, path, found);
        }
        path.truncate(depth);
    }
}

impl ClassTexts {
    /// The argument that gives an attribute to what a path leads to from a component.
    pub fn argument(&self, component: Place, path: &[String], attribute: &str) -> Option<Span> {
        let leads = |found: &&ArgumentText| {
            let (last, before) = found.path.split_last()?;
            (last == attribute && before == path).then_some(())
        };
        self.modifiers(component).iter().find(|found| leads(found).is_some()).map(|found| found.span)
    }
}

/// The edit that takes the attribute of what a path leads to from a component away, with everything around it that is
/// left without any content; none if it is not given there.
pub fn drop_argument(
    texts: &ClassTexts,
    sources: &SourceMap,
    component: Place,
    path: &[String],
    attribute: &str,
) -> Option<Edit> {
    let text = sources[component.file].text();
    let mut span = texts.argument(component, path, attribute)?;
    // An argument that holds nothing else says nothing without it.
    for depth in (1..=path.len()).rev() {
        let around = texts.modifiers(component).iter().find(|found| found.path == path[..depth]);
        let Some((whole, inner)) = around.and_then(|found| Some((found.span, found.inner?))) else { break };
        let content = &text[inner.start as usize + 1..inner.end as usize - 1];
        if content.trim() != &text[span.range()] || inner.end != whole.end {
            break;
        }
        span = whole;
    }
    let before = text[..span.start as usize].trim_end();
    let after = text[span.end as usize..].trim_start();
    let span = if before.ends_with('(') && after.starts_with(')') {
        Span { start: before.len() as u32 - 1, end: (text.len() - after.len()) as u32 + 1 }
    } else {
        without_comma(text, span)
    };
    Some(Edit { place: Place { file: component.file, span }, replacement: String::new() })
}

/// The edit that gives an argument to what a path leads to from a component; none if there is no way to write it.
pub fn add_argument(
    texts: &ClassTexts,
    sources: &SourceMap,
    component: Place,
    path: &[String],
    argument: &str,
) -> Option<Edit> {
    let text = sources[component.file].text();
    let known = texts.modifiers(component).iter().filter(|found| path.starts_with(&found.path));
    let deepest = known.max_by_key(|found| found.path.len())?;
    let nested = path[deepest.path.len()..]
        .iter()
        .rev()
        .fold(argument.to_string(), |inner, name| format!("{name}({inner})"));
    let (at, replacement) = match deepest.inner {
        Some(inner) => {
            let end = inner.end - 1;
            let empty = text[inner.start as usize + 1..end as usize].trim().is_empty();
            let before = text[..end as usize].trim_end().len() as u32;
            (before, if empty { nested } else { format!(", {nested}") })
        }
        None if deepest.path.is_empty() => (deepest.span.end, format!("({nested})")),
        None => return None,
    };
    Some(Edit { place: Place { file: component.file, span: Span::at(at) }, replacement })
}
