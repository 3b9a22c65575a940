//! The script of a page as words and marks: what can be known of it without running it.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

/// A piece of a script.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Token {
    Word(String),
    Number,
    Text(String),
    Mark(char),
}

/// Words that no script declares: those of the language, then what browsers have.
const GIVEN: [&str; 2] = [
    "break const continue else false for function if in let new null of return true typeof undefined while",
    "Array Infinity Int32Array JSON Map Math Number Object ResizeObserver Set String Uint32Array Uint8Array \
     Uint8ClampedArray document getComputedStyle requestAnimationFrame window",
];

/// A page taken apart.
pub(crate) struct Page<'a> {
    html: &'a str,
    pub(crate) data: Value,
    tokens: Vec<Token>,
}

impl<'a> Page<'a> {
    pub(crate) fn new(html: &'a str) -> Page<'a> {
        let begin = html.find("type=\"application/json\"").expect("data");
        let (_, rest) = html[begin..].split_once('>').expect("data");
        let (data, rest) = rest.split_once("</script>").expect("the end of the data");
        let (_, rest) = rest.split_once("<script>").expect("a script");
        let (script, _) = rest.split_once("</script>").expect("the end of the script");
        let data = serde_json::from_str(data).expect("data in JSON");
        Page { html, data, tokens: tokens(script) }
    }

    /// Fails unless brackets match, elements and data are there, and every word is declared somewhere.
    pub(crate) fn check(&self) {
        self.nest();
        self.elements();
        self.fields();
        self.words();
    }

    fn nest(&self) {
        let mut open = Vec::new();
        for (at, token) in self.tokens.iter().enumerate() {
            match token {
                Token::Mark(mark @ ('(' | '[' | '{')) => open.push(*mark),
                Token::Mark(mark @ (')' | ']' | '}')) => {
                    let fits =
                        matches!((open.pop(), mark), (Some('('), ')') | (Some('['), ']') | (Some('{'), '}'));
                    assert!(
                        fits,
                        "`{mark}` closes nothing, after {:?}",
                        &self.tokens[at.saturating_sub(8)..at]
                    );
                }
                _ => {}
            }
        }
        assert!(open.is_empty(), "{open:?} stay open");
    }

    /// What the script asks the page for stands there once.
    fn elements(&self) {
        let mut asked = 0;
        for four in self.tokens.windows(4) {
            let [Token::Word(word), Token::Mark('('), Token::Text(id), Token::Mark(')')] = four else {
                continue;
            };
            if word == "getElementById" {
                asked += 1;
                assert_eq!(self.html.matches(&format!("id=\"{id}\"")).count(), 1, "elements `{id}`");
            }
        }
        assert!(asked > 1, "the script asks for no elements");
    }

    /// The script reads all of the data, and nothing else of it.
    fn fields(&self) {
        let mut read = BTreeSet::new();
        for (at, three) in self.tokens.windows(3).enumerate() {
            let [Token::Word(word), Token::Mark('.'), Token::Word(field)] = three else { continue };
            // The data of something else is not that of the page.
            if word == "data" && (at == 0 || self.tokens[at - 1] != Token::Mark('.')) {
                read.insert(field.as_str());
            }
        }
        let there: BTreeSet<&str> =
            self.data.as_object().expect("an object").keys().map(String::as_str).collect();
        assert_eq!(read, there, "what is read, and what is there");
    }

    /// A word that stands only once is not declared, or declared for nothing.
    fn words(&self) {
        let given: BTreeSet<&str> = GIVEN.iter().flat_map(|words| words.split_whitespace()).collect();
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for (at, token) in self.tokens.iter().enumerate() {
            let Token::Word(word) = token else { continue };
            let mark = |at: Option<usize>| match at.and_then(|at| self.tokens.get(at)) {
                Some(Token::Mark(mark)) => *mark,
                _ => ' ',
            };
            let (before, after) = (mark(at.checked_sub(1)), mark(Some(at + 1)));
            let member = before == '.' && mark(at.checked_sub(2)) != '.';
            let key = after == ':' && matches!(before, '{' | ',');
            if !member && !key && !given.contains(word.as_str()) {
                *counts.entry(word).or_default() += 1;
            }
        }
        let alone: Vec<&str> =
            counts.into_iter().filter(|&(_, count)| count == 1).map(|(word, _)| word).collect();
        assert!(alone.is_empty(), "each of these stands once only: {alone:?}");
    }
}

/// The pieces of a script, without comments. What stands in `${…}` is part of the script, as if in brackets.
pub(crate) fn tokens(script: &str) -> Vec<Token> {
    let mut rest = Cursor { text: script.chars().collect(), at: 0 };
    let (mut all, mut templates) = (Vec::new(), Vec::new());
    while let Some(next) = rest.next() {
        match next {
            '/' if rest.peek() == Some('/') => while rest.next().is_some_and(|next| next != '\n') {},
            '/' if rest.peek() == Some('*') => {
                rest.next();
                while rest.next().expect("the end of a comment") != '*' || rest.peek() != Some('/') {}
                rest.next();
            }
            '"' | '\'' => all.push(Token::Text(rest.quoted(next))),
            '`' => template(&mut rest, &mut all, &mut templates),
            '{' => {
                templates.iter_mut().for_each(|depth| *depth += 1);
                all.push(Token::Mark('{'));
            }
            '}' if templates.last() == Some(&0) => {
                templates.pop();
                all.push(Token::Mark(')'));
                template(&mut rest, &mut all, &mut templates);
            }
            '}' => {
                templates.iter_mut().for_each(|depth| *depth -= 1);
                all.push(Token::Mark('}'));
            }
            _ if next.is_ascii_digit() => {
                while rest.peek().is_some_and(|next| next.is_ascii_alphanumeric() || next == '.') {
                    rest.next();
                }
                all.push(Token::Number);
            }
            _ if is_letter(next) => {
                let mut word = String::from(next);
                while let Some(next) = rest.peek().filter(|&next| is_letter(next) || next.is_ascii_digit()) {
                    word.push(next);
                    rest.next();
                }
                all.push(Token::Word(word));
            }
            _ if next.is_whitespace() => {}
            _ => all.push(Token::Mark(next)),
        }
    }
    assert!(templates.is_empty(), "a template is not ended");
    all
}

fn is_letter(letter: char) -> bool {
    letter.is_alphabetic() || letter == '_' || letter == '$'
}

/// A template up to its end or to the next `${`; `templates` has how many brackets are open in each.
fn template(rest: &mut Cursor, all: &mut Vec<Token>, templates: &mut Vec<i32>) {
    let mut text = String::new();
    loop {
        match rest.next().expect("the end of a template") {
            '`' => break,
            '$' if rest.peek() == Some('{') => {
                rest.next();
                templates.push(0);
                all.extend([Token::Text(text), Token::Mark('(')]);
                return;
            }
            '\\' => text.extend(rest.next()),
            next => text.push(next),
        }
    }
    all.push(Token::Text(text));
}

struct Cursor {
    text: Vec<char>,
    at: usize,
}

impl Cursor {
    fn next(&mut self) -> Option<char> {
        self.at += 1;
        self.text.get(self.at - 1).copied()
    }

    fn peek(&self) -> Option<char> {
        self.text.get(self.at).copied()
    }

    fn quoted(&mut self, quote: char) -> String {
        let mut text = String::new();
        loop {
            match self.next().filter(|&next| next != '\n').expect("the end of a text") {
                next if next == quote => return text,
                '\\' => text.extend(self.next()),
                next => text.push(next),
            }
        }
    }
}
