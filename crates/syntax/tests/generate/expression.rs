//! Expressions, from the loosest operator to the tightest.

use super::Grammar;

impl Grammar {
    pub(super) fn expression(&mut self) {
        self.choose(&[
            Self::simple_expression,
            Self::simple_expression,
            Self::simple_expression,
            |grammar| {
                grammar.word("if");
                grammar.expression();
                grammar.word("then");
                grammar.expression();
                for _ in 0..grammar.pick(3) {
                    let word = grammar.one(&["elseif", "else if"]);
                    grammar.words(word);
                    grammar.expression();
                    grammar.word("then");
                    grammar.expression();
                }
                grammar.word("else");
                grammar.expression();
            },
        ]);
    }

    pub(super) fn simple_expression(&mut self) {
        let parts = match self.pick(12) {
            11 => 3,
            10 => 2,
            _ => 1,
        };
        self.logical();
        for _ in 1..parts {
            self.word(":");
            self.logical();
        }
    }

    /// Operands with one of the operators before each but the first.
    fn chain(&mut self, odds: usize, operators: &[&str], operand: fn(&mut Grammar)) {
        operand(self);
        if self.maybe(odds) {
            for _ in 0..=self.pick(4) {
                let operator = self.one(operators);
                self.word(operator);
                operand(self);
            }
        }
    }

    fn logical(&mut self) {
        self.chain(8, &["or"], |grammar| {
            grammar.chain(8, &["and"], |grammar| {
                if grammar.maybe(8) {
                    grammar.word("not");
                }
                grammar.relation();
            });
        });
    }

    fn relation(&mut self) {
        self.sum();
        if self.maybe(6) {
            let operator = self.one(&["<", "<=", ">", ">=", "==", "<>"]);
            self.word(operator);
            self.sum();
        }
    }

    fn sum(&mut self) {
        if self.maybe(6) {
            let sign = self.one(&["-", "+", ".-", ".+"]);
            self.word(sign);
        }
        self.chain(3, &["+", "-", ".+", ".-"], |grammar| {
            grammar.chain(3, &["*", "/", ".*", "./"], |grammar| {
                grammar.primary();
                if grammar.maybe(6) {
                    let operator = grammar.one(&["^", ".^"]);
                    grammar.word(operator);
                    grammar.primary();
                }
            });
        });
    }

    fn primary(&mut self) {
        self.choose(&[
            Self::atom,
            Self::atom,
            Self::reference,
            Self::reference,
            Self::string,
            Self::call,
            Self::outputs,
            Self::array,
            Self::matrix,
            |grammar| {
                grammar.word("(");
                grammar.expression();
                grammar.word(")");
            },
        ]);
    }

    fn atom(&mut self) {
        let number = self.one(&["1", "x", "2.5", "0.", ".5", "1e-3", "1.E+10", "true", "false", "end"]);
        self.word(if number == "end" && !self.subscript { "7" } else { number });
    }

    pub(super) fn reference(&mut self) {
        if self.maybe(12) {
            self.word(".");
        }
        self.name();
        for _ in 0..self.pick(3) {
            if self.maybe(4) {
                self.subscripts();
            }
            self.word(".");
            self.name();
        }
        if self.maybe(4) {
            self.subscripts();
        }
    }

    pub(super) fn subscripts(&mut self) {
        let outside = std::mem::replace(&mut self.subscript, true);
        self.word("[");
        self.commas(3, |grammar| {
            grammar.choose(&[Self::atom, Self::expression, |grammar| grammar.word(":")]);
        });
        self.word("]");
        self.subscript = outside;
    }

    pub(super) fn call(&mut self) {
        match self.pick(6) {
            3 => self.word("der"),
            4 => self.word("initial"),
            5 => self.word("pure"),
            _ => self.reference(),
        }
        self.arguments();
    }

    pub(super) fn arguments(&mut self) {
        self.word("(");
        self.choose(&[
            |_| {},
            |grammar| grammar.commas(5, Self::argument),
            |grammar| grammar.commas(5, Self::named_argument),
            |grammar| {
                grammar.commas(3, Self::argument);
                grammar.word(",");
                grammar.commas(3, Self::named_argument);
            },
            Self::iterated,
        ]);
        self.word(")");
    }

    fn argument(&mut self) {
        self.choose(&[Self::expression, Self::expression, |grammar| {
            grammar.word("function");
            grammar.type_name();
            grammar.word("(");
            if grammar.maybe(2) {
                grammar.commas(3, Self::named_argument);
            }
            grammar.word(")");
        }]);
    }

    fn named_argument(&mut self) {
        self.name();
        self.word("=");
        self.argument();
    }

    fn iterated(&mut self) {
        self.expression();
        self.word("for");
        self.indices();
    }

    pub(super) fn indices(&mut self) {
        self.commas(2, |grammar| {
            grammar.name();
            if grammar.maybe(2) {
                grammar.word("in");
                grammar.expression();
            }
        });
    }

    /// `(a, , b)`
    pub(super) fn outputs(&mut self) {
        self.word("(");
        self.commas(4, |grammar| {
            if grammar.maybe(2) {
                grammar.expression();
            }
        });
        self.word(")");
    }

    fn array(&mut self) {
        self.word("{");
        self.choose(&[
            |grammar| grammar.commas(12, Self::atom),
            Self::iterated,
            |grammar| {
                grammar.commas(5, Self::expression);
            },
        ]);
        self.word("}");
    }

    fn matrix(&mut self) {
        self.word("[");
        self.commas(3, Self::expression);
        for _ in 0..self.pick(3) {
            self.word(";");
            self.commas(3, Self::expression);
        }
        self.word("]");
    }
}
