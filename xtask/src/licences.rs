//! The licences of everything that is built.

use std::collections::BTreeMap;

use crate::command::cargo;

/// Licences whose terms a program under MIT or Apache-2.0 meets by naming them.
const ALLOWED: &[&str] = &[
    "MIT",
    "MIT-0",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "0BSD",
    "Zlib",
    "Unicode-3.0",
    "Unicode-DFS-2016",
    "ISC",
    "BSL-1.0",
    "CC0-1.0",
    "Unlicense",
];

/// Every package that any target and any feature builds has a licence of the list.
pub(crate) fn check() -> Result<(), String> {
    let tree = [
        "tree",
        "--workspace",
        "--all-features",
        "--target",
        "all",
        "--prefix",
        "none",
        "--format",
        "{p}\t{l}",
    ];
    let mut wrong = BTreeMap::new();
    let mut packages = 0;
    for line in cargo(&tree).output()?.lines() {
        let Some((package, licence)) = line.trim_end_matches(" (*)").split_once('\t') else { continue };
        packages += 1;
        if !is_allowed(licence) {
            wrong.insert(package.to_string(), licence.to_string());
        }
    }
    let list: Vec<String> =
        wrong.iter().map(|(package, licence)| format!("{package} is under `{licence}`")).collect();
    match (packages, &list[..]) {
        (0, _) => Err("no package was found".to_string()),
        (_, []) => Ok(()),
        _ => Err(format!("licences that are not allowed:\n{}", list.join("\n"))),
    }
}

/// `A OR B` needs one of them, `A AND B` both. The old `A/B` means `A OR B`.
fn is_allowed(licence: &str) -> bool {
    let licence = licence.trim();
    let whole =
        licence.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).filter(|inner| balanced(inner));
    if let Some(inner) = whole {
        return is_allowed(inner);
    }
    if let Some((left, right)) = split(licence, " OR ").or_else(|| split(licence, "/")) {
        return is_allowed(left) || is_allowed(right);
    }
    match split(licence, " AND ") {
        Some((left, right)) => is_allowed(left) && is_allowed(right),
        None => ALLOWED.contains(&licence),
    }
}

/// True if no parenthesis closes before it opens.
fn balanced(text: &str) -> bool {
    let mut depth = 0;
    text.chars().all(|letter| {
        depth += i32::from(letter == '(') - i32::from(letter == ')');
        depth >= 0
    })
}

/// Splits at the first operator outside of parentheses.
fn split<'a>(text: &'a str, operator: &str) -> Option<(&'a str, &'a str)> {
    let outside = |at: usize| text[..at].matches('(').count() == text[..at].matches(')').count();
    let (at, _) = text.match_indices(operator).find(|found| outside(found.0))?;
    Some((&text[..at], &text[at + operator.len()..]))
}
