//! From a name to its declaration and to all who use it, and to another name.

use flatten::{DeclarationKind, NameResolver, Named};
use syntax::{Edit, FileId, Place, TokenKind, lex};

use crate::name_uses::{NameUses, named_so};
use crate::{Texts, name_place};

/// What the name at an offset means, and where it stands.
pub(crate) fn named_at(texts: &Texts, resolver: &mut NameResolver, at: Place) -> Option<(Place, Named)> {
    let (tree, text) = texts.own(at)?;
    let names = NameUses::new(tree, text);
    let (one, part) = names.at(at.span.start)?;
    let named = names.resolve(resolver, one, part)?;
    Some((Place { file: at.file, span: names.uses[one].parts[part] }, named))
}

/// Where the name at a place is declared. Nothing for names of the language itself, and where no name stands.
pub fn definition(texts: &Texts, at: Place) -> Option<Place> {
    let mut resolver = texts.resolver();
    let (_, named) = named_at(texts, &mut resolver, at)?;
    Some(name_place(&resolver.declaration(named)?))
}

/// All places of the user's own texts that mean what is meant at a place, its declaration among them, in the order of files
/// and of the text.
pub fn references(texts: &Texts, at: Place) -> Vec<Place> {
    let mut resolver = texts.resolver();
    let Some((_, named)) = named_at(texts, &mut resolver, at) else { return Vec::new() };
    let Some(declaration) = resolver.declaration(named) else { return Vec::new() };
    references_to(texts, &mut resolver, name_place(&declaration))
}

fn references_to(texts: &Texts, resolver: &mut NameResolver, declared: Place) -> Vec<Place> {
    let spelling = texts.library.text(declared.file)[declared.span.range()].to_string();
    let mut found = Vec::new();
    for tree in texts.library.trees() {
        let text = texts.library.text(tree.file);
        // Most texts do not hold the word at all.
        if !text.contains(&spelling) {
            continue;
        }
        let names = NameUses::new(tree, text);
        for (span, named) in named_so(&names, resolver, &spelling) {
            let declaration = named.and_then(|named| resolver.declaration(named));
            if declaration.is_some_and(|declaration| name_place(&declaration) == declared) {
                found.push(Place { file: tree.file, span });
            }
        }
    }
    found.sort_unstable();
    found
}

/// Why something cannot get another name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RenameRefusal {
    /// No name stands there, or what it means is not known.
    NoName,
    /// The new name is none.
    NotAnIdentifier,
    /// It is declared in a library.
    Library,
    /// The name of a class that has a file of its own is the name of the file.
    FileName,
    /// The new name is taken, at this place.
    Taken(Place),
    /// At this place the new name would mean something else.
    Captured(Place),
}

/// The edits that give another name to what is meant at a place, wherever the user's own texts use it.
///
/// # Errors
/// Why it cannot have that name.
pub fn rename(texts: &Texts, at: Place, new: &str) -> Result<Vec<Edit>, RenameRefusal> {
    if lex(FileId(0), new).kinds != [TokenKind::Ident, TokenKind::Eof] {
        return Err(RenameRefusal::NotAnIdentifier);
    }
    let mut resolver = texts.resolver();
    let (_, named) = named_at(texts, &mut resolver, at).ok_or(RenameRefusal::NoName)?;
    let declaration = resolver.declaration(named).ok_or(RenameRefusal::NoName)?;
    let declared = name_place(&declaration);
    let Some((tree, _)) = texts.own(declared) else { return Err(RenameRefusal::Library) };
    let full = resolver.full_name(named);
    let around = full.rsplit_once('.').map(|(around, _)| around);
    if let DeclarationKind::Class(class) = declaration.kind
        && tree.within.is_some_and(|within| within.name.is_some())
        && tree[tree.classes].iter().any(|top| top.name == class.name)
    {
        return Err(RenameRefusal::FileName);
    }
    let taken = match around {
        // What can be seen from there is hidden by the new name, for whoever uses it there.
        Some(around) => resolver.class(around).and_then(|around| resolver.lookup(around, new)),
        None => resolver.root(new),
    };
    if let Some(other) = taken.and_then(|taken| resolver.declaration(taken)) {
        return Err(RenameRefusal::Taken(name_place(&other)));
    }
    let places = references_to(texts, &mut resolver, declared);
    let edits: Vec<Edit> = places.iter().map(|&place| Edit { place, replacement: new.to_string() }).collect();
    // A name further in may hide the new one where the old one was seen.
    for &place in &places {
        let Some((tree, text)) = texts.own(place) else { continue };
        let names = NameUses::new(tree, text);
        if let Some(class) = names.looked_up_from(place.span)
            && let Some(class) = resolver.class(class)
            && let Some(other) = resolver.lookup(class, new)
            && let Some(other) = resolver.declaration(other)
        {
            return Err(RenameRefusal::Captured(name_place(&other)));
        }
    }
    Ok(edits)
}
