//! Files, classes and sections.

use super::Grammar;

impl Grammar {
    pub(super) fn file(&mut self) {
        if self.maybe(3) {
            self.word("within");
            if self.maybe(2) {
                self.type_name();
            }
            self.word(";");
        }
        for _ in 0..=self.pick(2) {
            let prefix = self.one(&["", "", "final", "partial", "encapsulated", "encapsulated partial"]);
            self.words(prefix);
            self.class();
            self.word(";");
        }
    }

    /// A class from its keyword on.
    pub(super) fn class(&mut self) {
        let keyword = self.one(&[
            "model",
            "package",
            "function",
            "block",
            "record",
            "type",
            "connector",
            "class",
            "operator",
            "expandable connector",
            "operator record",
            "operator function",
            "pure function",
            "impure function",
        ]);
        self.words(keyword);
        self.choose(&[
            Self::long,
            Self::long,
            Self::short,
            Self::enumeration,
            Self::derivative,
            Self::extension,
        ]);
    }

    fn class_name(&mut self) -> &'static str {
        let name = self.one(&["M", "N", "ARatherLongNameOfAClass", "'+'"]);
        self.word(name);
        name
    }

    fn long(&mut self) {
        let name = self.class_name();
        self.body(name);
    }

    fn extension(&mut self) {
        self.word("extends");
        let name = self.class_name();
        if self.maybe(2) {
            self.class_modification();
        }
        self.body(name);
    }

    fn body(&mut self, name: &str) {
        if self.maybe(3) {
            self.description_string();
        }
        self.elements();
        for _ in 0..self.pick(4) {
            self.choose(&[
                |grammar| {
                    grammar.word("equation");
                    grammar.equations();
                },
                |grammar| {
                    grammar.word("algorithm");
                    grammar.statements();
                },
                |grammar| {
                    grammar.words("initial equation");
                    grammar.equations();
                },
                |grammar| {
                    grammar.words("initial algorithm");
                    grammar.statements();
                },
                |grammar| {
                    grammar.word("protected");
                    grammar.elements();
                },
                |grammar| {
                    grammar.word("public");
                    grammar.elements();
                },
            ]);
        }
        if self.maybe(6) {
            self.external();
        }
        if self.maybe(4) {
            self.annotation();
            self.word(";");
        }
        self.word("end");
        self.word(name);
    }

    fn elements(&mut self) {
        self.repeat(4, |grammar| {
            grammar.element();
            grammar.word(";");
        });
    }

    fn short(&mut self) {
        self.class_name();
        self.word("=");
        let prefix = self.one(&["", "input", "output"]);
        self.words(prefix);
        self.type_name();
        if self.maybe(4) {
            self.subscripts();
        }
        if self.maybe(2) {
            self.class_modification();
        }
        self.description();
    }

    fn enumeration(&mut self) {
        self.class_name();
        self.words("= enumeration (");
        if self.maybe(4) {
            self.word(":");
        } else {
            self.commas(5, |grammar| {
                grammar.name();
                grammar.description();
            });
        }
        self.word(")");
        self.description();
    }

    fn derivative(&mut self) {
        self.class_name();
        self.words("= der (");
        self.type_name();
        self.word(",");
        self.commas(3, Self::name);
        self.word(")");
        self.description();
    }

    fn external(&mut self) {
        self.word("external");
        if self.maybe(2) {
            self.word("\"C\"");
        }
        if self.maybe(2) {
            if self.maybe(2) {
                self.reference();
                self.word("=");
            }
            self.name();
            self.word("(");
            if self.maybe(2) {
                self.commas(4, Self::expression);
            }
            self.word(")");
        }
        if self.maybe(2) {
            self.annotation();
        }
        self.word(";");
    }

    /// A description string and an annotation, mostly neither.
    pub(super) fn description(&mut self) {
        if self.maybe(4) {
            self.description_string();
        }
        if self.maybe(6) {
            self.annotation();
        }
    }

    pub(super) fn description_string(&mut self) {
        self.string();
        if self.maybe(6) {
            self.word("+");
            self.string();
        }
    }

    pub(super) fn annotation(&mut self) {
        self.word("annotation");
        self.class_modification();
    }
}
