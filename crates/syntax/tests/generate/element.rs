//! Declarations and modifications.

use super::Grammar;

impl Grammar {
    /// A declaration without its semicolon.
    pub(super) fn element(&mut self) {
        self.choose(&[
            Self::components,
            Self::components,
            Self::components,
            Self::import,
            Self::extends,
            |grammar| {
                grammar.element_prefixes();
                let prefix = grammar.one(&["", "partial", "encapsulated"]);
                grammar.words(prefix);
                grammar.class();
                grammar.constraint(true);
            },
        ]);
    }

    fn element_prefixes(&mut self) {
        for prefix in ["redeclare", "final", "inner", "outer", "replaceable"] {
            if self.maybe(10) {
                self.word(prefix);
            }
        }
    }

    fn type_prefixes(&mut self) {
        let flow = self.one(&["", "", "", "flow", "stream"]);
        let variability = self.one(&["", "", "parameter", "constant", "discrete"]);
        let causality = self.one(&["", "", "input", "output"]);
        for prefix in [flow, variability, causality] {
            self.words(prefix);
        }
    }

    fn components(&mut self) {
        self.element_prefixes();
        self.type_prefixes();
        self.type_name();
        if self.maybe(6) {
            self.subscripts();
        }
        self.commas(2, |grammar| {
            grammar.declaration();
            if grammar.maybe(6) {
                grammar.word("if");
                grammar.expression();
            }
            grammar.description();
        });
        self.constraint(true);
    }

    fn declaration(&mut self) {
        self.name();
        if self.maybe(5) {
            self.subscripts();
        }
        self.modification();
    }

    fn import(&mut self) {
        self.word("import");
        self.choose(&[
            |grammar| grammar.word("A"),
            |grammar| grammar.words("A . B . C"),
            |grammar| grammar.words("S = A . B"),
            |grammar| grammar.words("A . B .*"),
            |grammar| grammar.words("A . B . { C , D }"),
        ]);
        self.description();
    }

    fn extends(&mut self) {
        self.word("extends");
        self.type_name();
        if self.maybe(2) {
            self.class_modification();
        }
        if self.maybe(6) {
            self.annotation();
        }
    }

    /// Sometimes `constrainedby B(…)`, with a description only outside modifications.
    fn constraint(&mut self, described: bool) {
        if !self.maybe(8) {
            return;
        }
        self.word("constrainedby");
        self.type_name();
        if self.maybe(2) {
            self.class_modification();
        }
        if described {
            self.description();
        }
    }

    fn modification(&mut self) {
        if self.maybe(3) {
            self.class_modification();
        }
        if self.maybe(2) {
            let sign = self.one(&["=", "=", "=", ":="]);
            self.word(sign);
            if self.maybe(12) {
                self.word("break");
            } else {
                self.expression();
            }
        }
    }

    pub(super) fn class_modification(&mut self) {
        self.word("(");
        if self.maybe(8) {
            return self.word(")");
        }
        self.commas(4, |grammar| {
            grammar.choose(&[
                Self::modify,
                Self::modify,
                Self::modify,
                Self::graphics,
                Self::redeclare_component,
                Self::redeclare_class,
                |grammar| {
                    grammar.word("break");
                    grammar.name();
                },
                |grammar| grammar.words("break connect ( x . y , z [ 1 ] )"),
            ]);
        });
        self.word(")");
    }

    fn modify(&mut self) {
        for prefix in ["each", "final"] {
            if self.maybe(8) {
                self.word(prefix);
            }
        }
        self.name();
        if self.maybe(4) {
            self.word(".");
            self.name();
        }
        self.modification();
        if self.maybe(8) {
            self.description_string();
        }
    }

    /// The numbers that annotations are full of.
    fn graphics(&mut self) {
        self.words("points = {");
        self.commas(20, |grammar| {
            let point = grammar.one(&["{ -10 , 10 }", "{ 100.5 , -100 }", "{ 0 , 0 }"]);
            for word in point.replace('-', "- ").split(' ') {
                grammar.word(word);
            }
        });
        self.word("}");
    }

    fn redeclare_prefixes(&mut self) {
        let prefixes =
            self.one(&["redeclare", "replaceable", "redeclare each", "redeclare final replaceable"]);
        self.words(prefixes);
    }

    fn redeclare_component(&mut self) {
        self.redeclare_prefixes();
        self.type_prefixes();
        self.type_name();
        self.declaration();
        self.description();
        self.constraint(false);
    }

    fn redeclare_class(&mut self) {
        self.redeclare_prefixes();
        self.class();
        self.constraint(false);
    }
}
