//! The first line, which is the title whatever it looks like.

use syntax::{Diagnostic, DiagnosticCode, Place, SourceMap};

use super::lexer::{CardTokenKind, lex};
use crate::number::{self, ParsedNumber};

/// Commands that nobody would choose for a title.
const COMMANDS: &[&str] =
    &[".include", ".inc", ".lib", ".model", ".subckt", ".param", ".options", ".option", ".global", ".func"];

/// What follows the nodes of a source and nothing else.
const WAVES: &[&str] = &["dc", "ac", "sin", "pulse", "exp", "pwl", "sffm", "am", "trnoise", "trrandom"];

/// Warns if the title looks like a line of the netlist: an element with two nodes and a number, a source with its wave,
/// an element at ground, or a definition.
pub(super) fn warn_suspicious_title(sources: &SourceMap, title: Place) -> Option<Diagnostic> {
    let text = sources[title.file].text();
    let mut words = Vec::new();
    lex(text, title.span, &mut words);
    let plain: Vec<&str> = words
        .iter()
        .filter(|word| matches!(word.kind, CardTokenKind::Plain | CardTokenKind::Formula))
        .map(|word| &text[word.span.range()])
        .collect();
    let first = *plain.first()?;
    let is_number = |at: usize| plain.get(at).is_some_and(|word| number::read(word) != ParsedNumber::Word);
    let letter = first.bytes().next()?.to_ascii_lowercase();
    let numbered = first.len() > 1 && first.bytes().skip(1).any(|byte| byte.is_ascii_digit());
    let ground = |word: &&str| *word == "0" || word.eq_ignore_ascii_case("gnd");
    let grounded = |nodes: usize| plain.iter().skip(1).take(nodes).any(ground);
    let wave = plain.get(3).is_some_and(|word| WAVES.iter().any(|wave| wave.eq_ignore_ascii_case(word)));
    // A name without a digit may be a word of a title, such as `RC low pass`: node 0 tells that it is none.
    let element = match letter {
        b'r' | b'c' | b'l' => (numbered || grounded(2)) && is_number(3),
        b'v' | b'i' => (numbered || grounded(2)) && (is_number(3) || wave),
        b'd' | b'q' | b'j' | b'm' | b'x' | b's' | b'e' | b'g' => numbered && plain.len() > 3 && grounded(4),
        b'.' => COMMANDS.iter().any(|command| command.eq_ignore_ascii_case(first)),
        _ => false,
    };
    element.then(|| {
        Diagnostic::new(DiagnosticCode::SuspectTitle, title, "the first line is the title, and is not read")
            .label("this looks like a line of the netlist")
            .help("write a title above it")
            .edit(Place { span: syntax::Span::at(title.span.start), ..title }, "title\n")
    })
}
