//! What may be written at a place.

use flatten::{DeclarationKind, NameResolver, Named};
use syntax::{Place, Span, TokenKind, lex};

use crate::Texts;
use crate::description::describe_named;
use crate::name_uses::NameUses;

/// Something that may be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The word.
    pub name: String,
    /// What it is.
    pub kind: CompletionKind,
    /// How it is declared.
    pub detail: String,
    /// What is written about it.
    pub documentation: String,
    /// What of the text it takes the place of.
    pub span: Span,
}

/// What a completion is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompletionKind {
    /// A class.
    Class,
    /// A component.
    Component,
    /// A literal of an enumeration.
    Literal,
    /// An attribute of a built-in type, such as `start`.
    Attribute,
    /// A word of the language.
    Keyword,
    /// A built-in function or operator.
    BuiltinFunction,
}

/// The attributes of variables (Modelica Language Specification 3.6, section 4.9).
const ATTRIBUTES: [&str; 9] =
    ["displayUnit", "fixed", "max", "min", "nominal", "quantity", "start", "stateSelect", "unit"];

/// What is asked for at a place.
enum CompletionContext {
    /// A member of what a name before it means.
    Member(Vec<String>),
    /// What may be modified in a component or class, or the inputs of a function.
    Argument(Vec<String>),
    /// Whatever can be seen.
    Name,
}

/// What may be written at a place, in alphabetical order. What has been written of a word already is compared without regard to
/// upper and lower case.
pub fn completions(texts: &Texts, at: Place) -> Vec<Completion> {
    let Some((tree, text)) = texts.own(at) else { return Vec::new() };
    let offset = at.span.start;
    let (wanted, word) = wanted(text, at);
    let typed = text[word.range()].to_lowercase();
    let names = NameUses::new(tree, text);
    let mut resolver = texts.resolver();
    let class = names.class_around(offset).and_then(|class| resolver.class(&class.name));
    let mut found = Vec::new();
    let mut add = |name: &str, kind, detail: String, documentation| {
        if name.to_lowercase().starts_with(&typed) {
            found.push(Completion { name: name.to_string(), kind, detail, documentation, span: word });
        }
    };
    let members = match &wanted {
        CompletionContext::Member(path) => {
            follow(&mut resolver, class, path).map(|named| resolver.members(named))
        }
        CompletionContext::Argument(path) => {
            let named = follow(&mut resolver, class, path);
            if named.is_some_and(|named| resolver.basis(named).is_some()) {
                for attribute in ATTRIBUTES {
                    add(attribute, CompletionKind::Attribute, String::new(), String::new());
                }
            }
            let mut all = named.map(|named| resolver.members(named));
            if let Some(all) = &mut all {
                all.retain(|(_, named)| {
                    resolver.declaration(*named).is_some_and(|found| match found.kind {
                        DeclarationKind::Component(..) => true,
                        DeclarationKind::Class(class) => {
                            class.prefixes.has(syntax::tree::Prefix::Replaceable)
                        }
                        DeclarationKind::Literal(_) => false,
                    })
                });
            }
            all
        }
        CompletionContext::Name => {
            for keyword in TokenKind::KEYWORDS {
                add(keyword.text(), CompletionKind::Keyword, String::new(), String::new());
            }
            for builtin in equations::Builtin::ALL {
                add(builtin.text(), CompletionKind::BuiltinFunction, String::new(), String::new());
            }
            for kind in ["Boolean", "Integer", "Real", "String"] {
                add(kind, CompletionKind::Class, format!("type {kind}"), String::new());
            }
            class.map(|class| resolver.visible(class))
        }
    };
    for (name, named) in members.unwrap_or_default() {
        if !name.to_lowercase().starts_with(&typed) {
            continue;
        }
        let described = describe_named(&mut resolver, named);
        let kind = match resolver.declaration(named).map(|found| found.kind) {
            Some(DeclarationKind::Component(..)) => CompletionKind::Component,
            Some(DeclarationKind::Literal(_)) => CompletionKind::Literal,
            Some(DeclarationKind::Class(_)) | None => CompletionKind::Class,
        };
        add(&name, kind, described.declaration, described.documentation);
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    found.dedup_by(|a, b| a.name == b.name);
    found
}

/// What a name that is looked up from a class means.
fn follow(resolver: &mut NameResolver, class: Option<Named>, path: &[String]) -> Option<Named> {
    let (first, rest) = path.split_first()?;
    let mut found = match class {
        Some(class) => resolver.lookup(class, first)?,
        None => resolver.root(first)?,
    };
    for part in rest {
        found = resolver.member(found, part)?;
    }
    Some(found)
}

/// What is asked for, and what has been written of it: the tokens before the place tell.
fn wanted(text: &str, at: Place) -> (CompletionContext, Span) {
    let before = &text[..at.span.start as usize];
    let tokens = lex(at.file, before);
    let mut kinds: Vec<(TokenKind, Span)> = tokens.kinds.into_iter().zip(tokens.spans).collect();
    kinds.pop();
    let mut word = Span::at(at.span.start);
    if let Some(&(kind, span)) = kinds.last()
        && span.end == at.span.start
        && (kind == TokenKind::Ident || TokenKind::KEYWORDS.contains(&kind))
    {
        word = span;
        kinds.pop();
    }
    if kinds.last().is_some_and(|last| last.0 == TokenKind::Dot) {
        kinds.pop();
        return (CompletionContext::Member(path(text, &mut kinds)), word);
    }
    // At the beginning of an argument its name is asked for.
    if matches!(kinds.last(), Some((TokenKind::LeftParen | TokenKind::Comma, _)))
        && let Some(path) = modified(text, &mut kinds)
    {
        return (CompletionContext::Argument(path), word);
    }
    (CompletionContext::Name, word)
}

/// The name that ends with the last token, which is taken away with it.
fn path(text: &str, kinds: &mut Vec<(TokenKind, Span)>) -> Vec<String> {
    let mut parts = Vec::new();
    loop {
        // Subscripts do not change what a component is.
        if kinds.last().is_some_and(|last| last.0 == TokenKind::RightBracket) {
            while kinds.pop().is_some_and(|token| token.0 != TokenKind::LeftBracket) {}
        }
        let Some((_, span)) = kinds.pop_if(|last| last.0 == TokenKind::Ident) else { break };
        parts.push(text[span.range()].to_string());
        if kinds.pop_if(|last| last.0 == TokenKind::Dot).is_none() {
            break;
        }
    }
    parts.reverse();
    parts
}

/// What stands before the parenthesis that is open at the end: the names of all modifications around, the outermost first.
fn modified(text: &str, kinds: &mut Vec<(TokenKind, Span)>) -> Option<Vec<String>> {
    let mut depth = 0;
    loop {
        match kinds.pop()?.0 {
            TokenKind::RightParen | TokenKind::RightBracket | TokenKind::RightBrace => depth += 1,
            TokenKind::LeftParen if depth == 0 => break,
            TokenKind::LeftParen | TokenKind::LeftBracket | TokenKind::LeftBrace => {
                depth -= 1;
                if depth < 0 {
                    return None;
                }
            }
            TokenKind::Semicolon => return None,
            _ => {}
        }
    }
    let mut own = path(text, kinds);
    if own.is_empty() {
        return None;
    }
    // In a declaration it is the type that tells: what is being written may not be in the tree yet.
    if own.len() == 1 && matches!(kinds.last(), Some((TokenKind::Ident | TokenKind::RightBracket, _))) {
        own = path(text, kinds);
    }
    let mut all = match kinds.last() {
        // An argument of an argument: `a(b(`.
        Some((TokenKind::LeftParen | TokenKind::Comma, _)) => modified(text, kinds).unwrap_or_default(),
        _ => Vec::new(),
    };
    all.extend(own);
    Some(all)
}
