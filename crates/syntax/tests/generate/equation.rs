//! Equations and statements.

use super::Grammar;

impl Grammar {
    pub(super) fn equations(&mut self) {
        self.repeat(4, |grammar| {
            grammar.choose(&[
                Self::equality,
                Self::equality,
                Self::call,
                Self::connect,
                |grammar| grammar.conditional(Self::equations),
                |grammar| grammar.loop_over(Self::equations),
                |grammar| grammar.when(Self::equations),
            ]);
            grammar.description();
            grammar.word(";");
        });
    }

    pub(super) fn statements(&mut self) {
        self.repeat(4, |grammar| {
            grammar.choose(&[
                Self::assignment,
                Self::assignment,
                Self::assign_call,
                |grammar| {
                    grammar.reference();
                    grammar.arguments();
                },
                |grammar| {
                    let word = grammar.one(&["break", "return"]);
                    grammar.word(word);
                },
                |grammar| grammar.conditional(Self::statements),
                |grammar| grammar.loop_over(Self::statements),
                |grammar| grammar.when(Self::statements),
                |grammar| {
                    grammar.word("while");
                    grammar.expression();
                    grammar.word("loop");
                    grammar.statements();
                    grammar.words("end while");
                },
            ]);
            grammar.description();
            grammar.word(";");
        });
    }

    fn equality(&mut self) {
        self.simple_expression();
        self.word("=");
        self.expression();
    }

    fn connect(&mut self) {
        self.words("connect (");
        self.reference();
        self.word(",");
        self.reference();
        self.word(")");
    }

    fn assignment(&mut self) {
        self.reference();
        self.word(":=");
        self.expression();
    }

    fn assign_call(&mut self) {
        self.outputs();
        self.word(":=");
        self.reference();
        self.arguments();
    }

    fn conditional(&mut self, body: fn(&mut Grammar)) {
        self.word("if");
        self.expression();
        self.word("then");
        body(self);
        for _ in 0..self.pick(3) {
            self.word("elseif");
            self.expression();
            self.word("then");
            body(self);
        }
        if self.maybe(2) {
            self.word("else");
            body(self);
        }
        self.words("end if");
    }

    fn when(&mut self, body: fn(&mut Grammar)) {
        self.word("when");
        self.expression();
        self.word("then");
        body(self);
        if self.maybe(2) {
            self.word("elsewhen");
            self.expression();
            self.word("then");
            body(self);
        }
        self.words("end when");
    }

    fn loop_over(&mut self, body: fn(&mut Grammar)) {
        self.word("for");
        self.indices();
        self.word("loop");
        body(self);
        self.words("end for");
    }
}
