//! Text to a circuit: the dialect of ngspice.
//!
//! 1. `deck.rs` reads included files and sorts all cards (lines with their continuations) into subcircuits.
//! 2. `expand.rs` walks through the netlist and, at every call, through the subcircuit that is called, with parameters
//!    (`parameters.rs`) as numbers (`values.rs`). Cards are read where they are needed, once for each call.
//! 3. `element.rs` and the files beside it read one card each, `models.rs` and `command.rs` what begins with a dot.

mod card_reader;
mod cards;
mod circuit_size;
mod command;
mod controlled;
mod cursor;
mod deck;
mod device;
mod element;
mod expand;
mod formula;
mod lexer;
mod measure;
mod models;
mod parameters;
mod passive;
mod source;
mod title;
mod values;

use syntax::{Diagnostic, FileId, Place, SourceMap};

use crate::{Circuit, NameTable};

/// Where included files come from.
pub trait Includes {
    /// The file that `name` means in the file `from`, read into `sources`, the same file under the same id each time; or
    /// why it cannot be read.
    fn open(&mut self, sources: &mut SourceMap, name: &str, from: FileId) -> Result<FileId, String>;
}

/// Reads a netlist.
pub fn read(
    sources: &mut SourceMap,
    main: FileId,
    includes: &mut dyn Includes,
) -> (Circuit, Vec<Diagnostic>) {
    let links = deck::read_includes(sources, main, includes);
    let mut names = NameTable::default();
    let mut found = Vec::new();
    let deck = deck::read_deck(sources, main, &links, &mut names, &mut found);
    found.extend(title::warn_suspicious_title(sources, Place { file: main, span: deck.title }));
    expand::expand(sources, &deck, names, found)
}

/// Where a node of an element is written, counted from zero.
pub fn node_place(sources: &SourceMap, element: Place, which: usize) -> Option<Place> {
    let mut words = Vec::new();
    lexer::lex(sources[element.file].text(), element.span, &mut words);
    let mut plain = words.iter().filter(|word| word.kind == lexer::CardTokenKind::Plain);
    Some(Place { file: element.file, span: plain.nth(which + 1)?.span })
}

/// Where a word is written in a line, the last of several.
pub fn word_place(sources: &SourceMap, line: Place, word: &str) -> Option<Place> {
    let text = sources[line.file].text();
    let mut words = Vec::new();
    lexer::lex(text, line.span, &mut words);
    let found =
        words.iter().skip(1).rev().find(|found| text[found.span.range()].eq_ignore_ascii_case(word))?;
    Some(Place { file: line.file, span: found.span })
}
