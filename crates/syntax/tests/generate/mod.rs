//! Random Modelica text by derivation from the grammar of appendix A.2.
//!
//! A tape of random bytes decides every choice of the grammar, and a second one what stands between tokens.
//! The first choice is always the simplest and what follows the end of a tape is zeros, so a short tape gives
//! a short text and shrinking the tape shrinks it.

mod class;
mod element;
mod equation;
mod expression;

use proptest::prelude::*;

/// Texts without errors, with comments and odd whitespace between their tokens.
pub(crate) fn file() -> impl Strategy<Value = String> {
    let tape = || proptest::collection::vec(any::<u8>(), 0..700);
    (tape(), tape()).prop_map(|(choices, spaces)| {
        let mut grammar =
            Grammar { tape: choices.into_iter(), tokens: Vec::new(), depth: 0, subscript: false };
        grammar.file();
        grammar.tape = spaces.into_iter();
        grammar.text()
    })
}

/// Derivations nest at most this deep: the tape is too short for more anyway.
const DEPTH: u32 = 8;

struct Grammar {
    tape: std::vec::IntoIter<u8>,
    tokens: Vec<String>,
    depth: u32,
    /// Inside a subscript, where `end` is an expression.
    subscript: bool,
}

// Choices.
impl Grammar {
    /// One of `count` possibilities.
    fn pick(&mut self, count: usize) -> usize {
        self.tape.next().unwrap_or(0) as usize % count
    }

    /// True once in `odds`, never behind the end of the tape.
    fn maybe(&mut self, odds: usize) -> bool {
        self.pick(odds) == odds - 1
    }

    fn one<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.pick(words.len())]
    }

    /// One of several derivations, the first of them if the text is deep enough already.
    fn choose(&mut self, derivations: &[fn(&mut Grammar)]) {
        let index = match self.depth {
            DEPTH.. => 0,
            _ => self.pick(derivations.len()),
        };
        self.depth += 1;
        derivations[index](self);
        self.depth -= 1;
    }

    /// Up to `most` times the same.
    fn repeat(&mut self, most: usize, part: fn(&mut Grammar)) {
        for _ in 0..self.pick(most + 1) {
            part(self);
        }
    }

    /// One or more with commas between them.
    fn commas(&mut self, most: usize, part: fn(&mut Grammar)) {
        part(self);
        for _ in 1..=self.pick(most) {
            self.word(",");
            part(self);
        }
    }
}

// Words.
impl Grammar {
    fn word(&mut self, word: &str) {
        self.tokens.push(word.to_string());
    }

    /// Several words, separated by blanks.
    fn words(&mut self, words: &str) {
        for word in words.split_whitespace() {
            self.word(word);
        }
    }

    /// The name of a component or function; never that of a type, which it would hide.
    fn name(&mut self) {
        let name = self.one(&["x", "y", "R1", "'a b'", "time", "aRatherLongNameOfSomething", "_z"]);
        self.word(name);
    }

    /// `.A.B`
    fn type_name(&mut self) {
        if self.maybe(8) {
            self.word(".");
        }
        let name = self.one(&["Real", "Integer", "A", "Modelica", "'My Class'"]);
        self.word(name);
        for _ in 0..self.pick(3) {
            self.word(".");
            let name = self.one(&["B", "Units", "ARatherLongNameOfAClass"]);
            self.word(name);
        }
    }

    fn string(&mut self) {
        let string = self.one(&[
            "\"s\"",
            "\"\"",
            "\"two\nlines  \n\"",
            "\"a \\\"quoted\\\" word // and no comment\"",
            "\"a description that is long enough to be moved to a line of its own now and then\"",
            "\"crlf\r\nin it\"",
        ]);
        self.word(string);
    }
}

// The text.
impl Grammar {
    /// The tokens with something between them.
    fn text(mut self) -> String {
        let mut text = String::new();
        if self.maybe(30) {
            text.push('\u{feff}');
        }
        let mut before = String::from(";");
        for token in std::mem::take(&mut self.tokens) {
            let space = self.space(&before, &token);
            text.push_str(space);
            text.push_str(&token);
            before = token;
        }
        let space = self.space(&before, ";");
        text.push_str(space);
        text
    }

    /// Whitespace and comments; nothing at all only where a bracket, comma or semicolon parts the tokens.
    fn space(&mut self, before: &str, after: &str) -> &'static str {
        const MARKS: &str = "()[]{},;";
        let apart = MARKS.contains(before) || MARKS.contains(after);
        match self.pick(32) {
            0..8 => " ",
            8..16 if apart => "",
            8..18 => "\n",
            18 => "\t  ",
            19 => "\r\n",
            20 => "\n\n\n",
            21 => " // at the end\n",
            22 => " /* between */ ",
            23 => "\n// on its own line\n",
            24 => "\n  /* on its own line */\n\n",
            25 => " /* two\n   lines */ ",
            26 => "\n/* before */ ",
            27 => " /* after */\n",
            28 => " //\n\n//// twice  \r\n",
            29 => " /* a *//* b */ // c\n",
            _ => " ",
        }
    }
}
