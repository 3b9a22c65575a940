//! Text to the same text, laid out: what `wellposed fmt` does.
//!
//! The walk over the tree emits every token once, in order, and says only what lies between tokens; the
//! printer then chooses lines. So a construct that the walk does not know about is laid out plainly, not
//! lost. What stands between two tokens depends on the tokens, on the tree and on whether a comment stood
//! on a line of its own, none of which the layout changes: formatting twice is formatting once.

mod class;
mod element;
mod equation;
mod expression;
mod gap;
mod layout;
mod print;

use crate::{Diagnostic, FileId, Severity, Tokens, lex, parse};

/// Lays out a text. With errors in it the text is left alone and the errors are returned.
pub fn format(file: FileId, text: &str) -> Result<String, Vec<Diagnostic>> {
    let parsed = parse(file, text);
    let wrong = |diagnostic: &Diagnostic| diagnostic.code.severity() == Severity::Error;
    if parsed.diagnostics.iter().any(wrong) {
        return Err(parsed.diagnostics);
    }
    let tokens = lex(file, text);
    let ops = layout::LayoutWriter::new(&parsed.tree, &tokens, text).file();
    let output = print::print(&ops, &tokens, text, newline(&tokens, text));
    let same = same(&tokens, text, &lex(file, &output), &output);
    debug_assert!(same, "the formatter changed a token or a comment:\n{output}");
    Ok(if same { output } else { text.to_string() })
}

/// The line ending of a text: the first one that no string and no comment holds, for those stay as they are.
fn newline(tokens: &Tokens, text: &str) -> &'static str {
    let mut comments = tokens.comments.iter().peekable();
    let mut end = 0;
    for (index, token) in tokens.spans.iter().enumerate() {
        let before = std::iter::from_fn(|| comments.next_if(|comment| comment.before as usize == index));
        for piece in before.map(|comment| comment.span).chain([*token]) {
            let gap = &text[end..piece.start as usize];
            if let Some(at) = gap.find('\n') {
                return if gap[..at].ends_with('\r') { "\r\n" } else { "\n" };
            }
            end = piece.end as usize;
        }
    }
    "\n"
}

/// True if two texts have the same tokens and the same comments at the same tokens.
fn same(old: &Tokens, old_text: &str, new: &Tokens, new_text: &str) -> bool {
    old.kinds == new.kinds
        && old.comments.len() == new.comments.len()
        && old.spans.iter().zip(&new.spans).all(|(old, new)| old_text[old.range()] == new_text[new.range()])
        && old.comments.iter().zip(&new.comments).all(|(old, new)| {
            old.before == new.before && old_text[old.span.range()] == new_text[new.span.range()]
        })
}
