//! The words of the language.

macro_rules! kinds {
    ($($name:ident $text:literal)* ; keywords: $($keyword:ident $word:literal)*) => {
        /// What a token is.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum TokenKind {
            $(#[doc = $text] $name,)*
            $(#[doc = $word] $keyword,)*
        }

        impl TokenKind {
            /// Every keyword, in alphabetical order.
            pub const KEYWORDS: &[TokenKind] = &[$(TokenKind::$keyword),*];

            /// How the token is written, or what it is called if it has no fixed spelling.
            pub fn text(self) -> &'static str {
                match self { $(TokenKind::$name => $text,)* $(TokenKind::$keyword => $word,)* }
            }

            /// The keyword that is spelt so, or `Ident`.
            pub(crate) fn word(text: &[u8]) -> TokenKind {
                // Every keyword is two to thirteen small letters: most names are told apart by that alone.
                if !(2..=13).contains(&text.len()) || !text[0].is_ascii_lowercase() {
                    return TokenKind::Ident;
                }
                $(const $keyword: &[u8] = $word.as_bytes();)*
                match text { $($keyword => TokenKind::$keyword,)* _ => TokenKind::Ident }
            }
        }
    };
}

#[allow(non_upper_case_globals)]
mod kinds {
    kinds! {
        Eof "the end of the file"
        Unknown "an unknown character"
        Ident "a name"
        Integer "an integer"
        Real "a number"
        String "a string"
        Semicolon ";"
        Comma ","
        Dot "."
        Colon ":"
        Assign ":="
        Equal "="
        LeftParen "("
        RightParen ")"
        LeftBracket "["
        RightBracket "]"
        LeftBrace "{"
        RightBrace "}"
        Plus "+"
        Minus "-"
        Star "*"
        Slash "/"
        Power "^"
        DotPlus ".+"
        DotMinus ".-"
        DotStar ".*"
        DotSlash "./"
        DotPower ".^"
        Less "<"
        LessEqual "<="
        Greater ">"
        GreaterEqual ">="
        EqualEqual "=="
        NotEqual "<>"
        ;
        keywords:
        Algorithm "algorithm"
        And "and"
        Annotation "annotation"
        Block "block"
        Break "break"
        Class "class"
        Connect "connect"
        Connector "connector"
        Constant "constant"
        Constrainedby "constrainedby"
        Der "der"
        Discrete "discrete"
        Each "each"
        Else "else"
        Elseif "elseif"
        Elsewhen "elsewhen"
        Encapsulated "encapsulated"
        End "end"
        Enumeration "enumeration"
        Equation "equation"
        Expandable "expandable"
        Extends "extends"
        External "external"
        False "false"
        Final "final"
        Flow "flow"
        For "for"
        Function "function"
        If "if"
        Import "import"
        Impure "impure"
        In "in"
        Initial "initial"
        Inner "inner"
        Input "input"
        Loop "loop"
        Model "model"
        Not "not"
        Operator "operator"
        Or "or"
        Outer "outer"
        Output "output"
        Package "package"
        Parameter "parameter"
        Partial "partial"
        Protected "protected"
        Public "public"
        Pure "pure"
        Record "record"
        Redeclare "redeclare"
        Replaceable "replaceable"
        Return "return"
        Stream "stream"
        Then "then"
        True "true"
        Type "type"
        When "when"
        While "while"
        Within "within"
    }
}

pub use kinds::TokenKind;

impl TokenKind {
    /// True for reserved words.
    pub(crate) fn is_keyword(self) -> bool {
        self >= TokenKind::Algorithm
    }

    /// True for the words that name what kind of class follows.
    pub(crate) fn begins_class(self) -> bool {
        matches!(
            self,
            TokenKind::Class
                | TokenKind::Model
                | TokenKind::Record
                | TokenKind::Block
                | TokenKind::Connector
                | TokenKind::Type
                | TokenKind::Package
                | TokenKind::Function
                | TokenKind::Operator
        )
    }

    /// The bracket that closes this one, or that this one closes.
    pub fn partner(self) -> Option<TokenKind> {
        Some(match self {
            TokenKind::LeftParen => TokenKind::RightParen,
            TokenKind::LeftBracket => TokenKind::RightBracket,
            TokenKind::LeftBrace => TokenKind::RightBrace,
            TokenKind::RightParen => TokenKind::LeftParen,
            TokenKind::RightBracket => TokenKind::LeftBracket,
            TokenKind::RightBrace => TokenKind::LeftBrace,
            _ => return None,
        })
    }

    /// True for `(`, `[` and `{`.
    pub fn opens(self) -> bool {
        matches!(self, TokenKind::LeftParen | TokenKind::LeftBracket | TokenKind::LeftBrace)
    }

    /// True for `)`, `]` and `}`.
    pub fn closes(self) -> bool {
        matches!(self, TokenKind::RightParen | TokenKind::RightBracket | TokenKind::RightBrace)
    }
}

#[cfg(test)]
mod tests {
    use super::TokenKind;

    #[test]
    fn every_keyword_is_found_and_nothing_else() {
        for &keyword in TokenKind::KEYWORDS {
            assert_eq!(TokenKind::word(keyword.text().as_bytes()), keyword);
            assert!(keyword.is_keyword());
        }
        for name in ["x", "Model", "models", "equatio", "constrainedbyy", "time", "_if"] {
            assert_eq!(TokenKind::word(name.as_bytes()), TokenKind::Ident, "{name}");
        }
        assert!(!TokenKind::NotEqual.is_keyword());
    }
}
