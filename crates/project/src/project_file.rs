//! The project file, `wellposed.toml`: what a project says once instead of in every command.
//!
//! It is written in a part of TOML: lines of `key = value`, where a value is a string or a list of strings.

use std::path::{Path, PathBuf};

use syntax::{Diagnostic, DiagnosticCode, FileId, Place, SourceFile, Span, nearest};

use crate::{Files, Loaded};

/// The name of project files.
pub const PROJECT: &str = "wellposed.toml";

/// What a project file says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Project {
    /// `libraries`: folders that libraries lie in, as seen from the folder of the project file.
    pub libraries: Vec<PathBuf>,
    /// `model`: the full name of the model that is meant if no other is named.
    pub model: Option<String>,
    /// `locked`: full names of classes that no repair may touch.
    pub locked: Vec<String>,
}

/// Reads a project file: what it says is the `project` of the result, what is wrong with it the diagnostics.
pub fn read_project(files: &dyn Files, path: &Path) -> Loaded {
    let mut loaded = Loaded::default();
    let place = Place { file: FileId(0), span: Span::at(0) };
    let (text, wrong) = match files.read(path).map(String::from_utf8) {
        Ok(Ok(text)) => (text, None),
        Ok(Err(_)) => {
            (String::new(), Some((DiagnosticCode::WrongProject, "this file is not UTF-8 text".to_string())))
        }
        Err(error) => (String::new(), Some((DiagnosticCode::Unreadable, format!("cannot be read: {error}")))),
    };
    loaded.diagnostics.extend(wrong.map(|(code, message)| Diagnostic::new(code, place, message)));
    let mut reader = ProjectReader { text: &text, at: 0, folder: path.parent().unwrap_or(Path::new("")) };
    let mut known: Vec<(&str, Span)> = Vec::new();
    while reader.skip(true) {
        if let Err(mistake) = reader.line(&mut loaded.project, &mut known) {
            loaded.diagnostics.push(mistake);
            reader.at = text[reader.at..].find('\n').map_or(text.len(), |end| reader.at + end);
        }
    }
    loaded.sources.add(SourceFile::new(path.to_string_lossy(), text));
    loaded
}

const KEYS: [&str; 3] = ["libraries", "locked", "model"];

struct ProjectReader<'a> {
    text: &'a str,
    at: usize,
    folder: &'a Path,
}

impl<'a> ProjectReader<'a> {
    fn mistake(&self, span: Span, message: impl Into<String>) -> Diagnostic {
        let place = Place { file: FileId(0), span };
        Diagnostic::new(DiagnosticCode::WrongProject, place, message)
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// The next character, as a place.
    fn here(&self) -> Span {
        let len = self.rest().chars().next().filter(|&c| c != '\n').map_or(0, char::len_utf8);
        Span::new(self.at as u32, (self.at + len) as u32)
    }

    /// Skips blanks and comments, and line ends if they mean nothing here. False at the end.
    fn skip(&mut self, lines: bool) -> bool {
        loop {
            let blank =
                |c: char| c == ' ' || c == '\t' || (lines && (c == '\n' || c == '\r' || c == '\u{feff}'));
            self.at = self.text.len() - self.rest().trim_start_matches(blank).len();
            if !self.rest().starts_with('#') {
                return !self.rest().is_empty();
            }
            self.at = self.rest().find('\n').map_or(self.text.len(), |end| self.at + end);
        }
    }

    /// Goes past a character, if it is the next.
    fn eat(&mut self, character: char) -> bool {
        let found = self.rest().starts_with(character);
        self.at += if found { character.len_utf8() } else { 0 };
        found
    }

    fn line(&mut self, project: &mut Project, known: &mut Vec<(&'a str, Span)>) -> Result<(), Diagnostic> {
        if self.rest().starts_with('[') {
            let mistake =
                self.mistake(self.here(), "a project file has no sections").label("begins a section");
            return Err(mistake.help("write the keys without one"));
        }
        let len = self.rest().find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '-');
        let (start, len) = (self.at, len.unwrap_or(self.rest().len()));
        let (key, span) = (&self.rest()[..len], Span::new(start as u32, (start + len) as u32));
        if key.is_empty() {
            return Err(self.mistake(self.here(), "expected a key").help(expected()));
        }
        if !KEYS.contains(&key) {
            let mistake = self.mistake(span, format!("a project has no `{key}`"));
            return Err(match nearest(key, KEYS) {
                Some(meant) => {
                    let place = mistake.primary.place;
                    mistake.help(format!("did you mean `{meant}`?")).edit(place, meant)
                }
                None => mistake.help(expected()),
            });
        }
        if let Some(&(_, first)) = known.iter().find(|(name, _)| *name == key) {
            let first = Place { file: FileId(0), span: first };
            let mistake = self.mistake(span, format!("`{key}` stands here twice"));
            return Err(mistake.related(first, "and here").help("keep one of them"));
        }
        known.push((key, span));
        self.at += len;
        self.skip(false);
        if !self.eat('=') {
            return Err(self.mistake(self.here(), format!("expected `=` after `{key}`")));
        }
        self.skip(false);
        match key {
            "model" => project.model = Some(self.string()?),
            "locked" => project.locked = self.list()?,
            _ => project.libraries = self.list()?.iter().map(|path| self.folder.join(path)).collect(),
        }
        self.skip(false);
        if !self.rest().is_empty() && !self.rest().starts_with(['\n', '\r']) {
            return Err(self.mistake(self.here(), "expected the end of the line"));
        }
        Ok(())
    }

    fn list(&mut self) -> Result<Vec<String>, Diagnostic> {
        let items = self.items();
        if items.is_err() {
            // What is left of the list is not a line of its own.
            self.at += self.rest().find(']').unwrap_or(0);
        }
        items
    }

    fn items(&mut self) -> Result<Vec<String>, Diagnostic> {
        let open = self.here();
        if !self.eat('[') {
            let mistake = self.mistake(open, "expected a list of strings");
            return Err(mistake.help("write `[\"…\", \"…\"]`, also for one"));
        }
        let mut items = Vec::new();
        loop {
            if !self.skip(true) {
                return Err(self.mistake(open, "this list is not closed").help("write `]` at its end"));
            }
            if self.eat(']') {
                return Ok(items);
            }
            items.push(self.string()?);
            self.skip(true);
            if !self.eat(',') && !self.rest().starts_with(']') && !self.rest().is_empty() {
                return Err(self.mistake(self.here(), "expected `,` or `]`"));
            }
        }
    }

    fn string(&mut self) -> Result<String, Diagnostic> {
        let (open, start) = (self.here(), self.at);
        let quote = self.rest().chars().next().filter(|&c| c == '"' || c == '\'');
        let Some(quote) = quote else {
            return Err(self.mistake(open, "expected a string").help("write it in quotes: `\"…\"`"));
        };
        let mut string = String::new();
        let mut characters = self.rest().char_indices().skip(1);
        while let Some((at, character)) = characters.next() {
            let escape = |len| Span::new((start + at) as u32, (start + at + len) as u32);
            match character {
                '\n' => break,
                _ if character == quote => {
                    self.at = start + at + 1;
                    return Ok(string);
                }
                '\\' if quote == '"' => match characters.next() {
                    Some((_, c @ ('"' | '\\'))) => string.push(c),
                    Some((_, 'n')) => string.push('\n'),
                    Some((_, 't')) => string.push('\t'),
                    other => {
                        let len = 1 + other.map_or(0, |(_, c)| c.len_utf8());
                        let mistake = self.mistake(escape(len), "an escape that is not known here");
                        let help = "write `\\\\` for one `\\`, or put the text in single quotes";
                        return Err(mistake.help(help));
                    }
                },
                _ => string.push(character),
            }
        }
        Err(self.mistake(open, "this string is not closed").help(format!("write `{quote}` at its end")))
    }
}

fn expected() -> String {
    let keys: Vec<String> = KEYS.iter().map(|key| format!("`{key}`")).collect();
    format!("the keys are {}", keys.join(", "))
}
