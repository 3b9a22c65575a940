//! Names in text: what an equation speaks of, and whether something is spoken of.

/// Words that look like names and are none.
const KEYWORDS: &[&str] = &[
    "if", "then", "else", "elseif", "end", "and", "or", "not", "time", "true", "false", "connect", "for",
    "in", "loop", "when", "elsewhen", "der", "equation",
];

/// The names in a text, without their subscripts; functions that are called and what stands in strings are left out.
pub fn names(text: &str) -> Vec<String> {
    let text = plain(text);
    let letters: Vec<char> = text.chars().collect();
    let mut found: Vec<String> = Vec::new();
    let mut at = 0;
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '.';
    while at < letters.len() {
        if !is_part(letters[at]) {
            at += 1;
            continue;
        }
        let start = at;
        while at < letters.len() && is_part(letters[at]) {
            at += 1;
        }
        let word: String = letters[start..at].iter().collect();
        let word = word.trim_matches('.');
        let begins = word.chars().next().is_some_and(|letter| letter.is_alphabetic() || letter == '_');
        let called = letters[at..].iter().find(|letter| !letter.is_whitespace()) == Some(&'(');
        if begins && !called && !KEYWORDS.contains(&word) && !found.iter().any(|known| known == word) {
            found.push(word.to_string());
        }
    }
    found
}

/// True if a text speaks of one of some names, or of a part of it.
pub fn mentions(text: &str, wanted: &[String]) -> bool {
    let spoken = names(&text.replace('`', " "));
    let is = |spoken: &String, wanted: &String| {
        spoken.strip_prefix(wanted.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    wanted.iter().map(|name| plain(name)).any(|wanted| spoken.iter().any(|spoken| is(spoken, &wanted)))
}

/// True if a text names something that is, or is a part of, one of some components, wherever that is.
pub fn passes(text: &str, wanted: &[String]) -> bool {
    let spoken = names(&text.replace('`', " "));
    spoken.iter().flat_map(|name| name.split('.')).any(|part| wanted.iter().any(|wanted| wanted == part))
}

/// A text without strings and subscripts.
fn plain(text: &str) -> String {
    let mut result = String::new();
    let mut depth = 0;
    let mut quoted = false;
    for letter in text.chars() {
        match letter {
            '"' => quoted = !quoted,
            '[' if !quoted => depth += 1,
            ']' if !quoted => depth -= 1,
            _ if !quoted && depth == 0 => result.push(letter),
            _ => {}
        }
    }
    result
}

/// The two ends of a `connect`.
pub fn ends(connect: &str) -> Option<[&str; 2]> {
    let inside = connect.split_once('(')?.1;
    let mut depth = 0;
    let mut comma = None;
    for (at, letter) in inside.char_indices() {
        match letter {
            '[' | '(' => depth += 1,
            ']' => depth -= 1,
            ')' if depth == 0 => {
                let comma: usize = comma?;
                return Some([inside[..comma].trim(), inside[comma + 1..at].trim()]);
            }
            ')' => depth -= 1,
            ',' if depth == 0 => comma = Some(at),
            _ => {}
        }
    }
    None
}

/// A text in which a name at the beginning of references is another.
pub fn renamed(text: &str, from: &str, to: &str) -> String {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut result = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(from) {
        let before = rest[..at].chars().next_back().or(result.chars().next_back());
        let after = rest[at + from.len()..].chars().next();
        let whole =
            !before.is_some_and(|letter| is_part(letter) || letter == '.') && !after.is_some_and(is_part);
        result.push_str(&rest[..at]);
        result.push_str(if whole { to } else { from });
        rest = &rest[at + from.len()..];
    }
    result + rest
}
