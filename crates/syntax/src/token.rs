//! The words of the language.

macro_rules! kinds {
    ($($name:ident $text:literal)* ; keywords: $($keyword:ident $word:literal)*) => {
        /// What a token is.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum Kind {
            $(#[doc = $text] $name,)*
            $(#[doc = $word] $keyword,)*
        }

        impl Kind {
            /// Every keyword, in alphabetical order.
            pub const KEYWORDS: &[Kind] = &[$(Kind::$keyword),*];

            /// How the token is written, or what it is called if it has no fixed spelling.
            pub fn text(self) -> &'static str {
                match self { $(Kind::$name => $text,)* $(Kind::$keyword => $word,)* }
            }

            /// The keyword that is spelt so, or `Ident`.
            pub(crate) fn word(text: &[u8]) -> Kind {
                // Every keyword is two to thirteen small letters: most names are told apart by that alone.
                if !(2..=13).contains(&text.len()) || !text[0].is_ascii_lowercase() {
                    return Kind::Ident;
                }
                $(const $keyword: &[u8] = $word.as_bytes();)*
                match text { $($keyword => Kind::$keyword,)* _ => Kind::Ident }
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

pub use kinds::Kind;

impl Kind {
    /// True for reserved words.
    pub(crate) fn is_keyword(self) -> bool {
        self >= Kind::Algorithm
    }

    /// True for the words that name what kind of class follows.
    pub(crate) fn begins_class(self) -> bool {
        matches!(
            self,
            Kind::Class
                | Kind::Model
                | Kind::Record
                | Kind::Block
                | Kind::Connector
                | Kind::Type
                | Kind::Package
                | Kind::Function
                | Kind::Operator
        )
    }

    /// The bracket that closes this one, or that this one closes.
    pub fn partner(self) -> Option<Kind> {
        Some(match self {
            Kind::LeftParen => Kind::RightParen,
            Kind::LeftBracket => Kind::RightBracket,
            Kind::LeftBrace => Kind::RightBrace,
            Kind::RightParen => Kind::LeftParen,
            Kind::RightBracket => Kind::LeftBracket,
            Kind::RightBrace => Kind::LeftBrace,
            _ => return None,
        })
    }

    /// True for `(`, `[` and `{`.
    pub fn opens(self) -> bool {
        matches!(self, Kind::LeftParen | Kind::LeftBracket | Kind::LeftBrace)
    }

    /// True for `)`, `]` and `}`.
    pub fn closes(self) -> bool {
        matches!(self, Kind::RightParen | Kind::RightBracket | Kind::RightBrace)
    }
}

#[cfg(test)]
mod tests {
    use super::Kind;

    #[test]
    fn every_keyword_is_found_and_nothing_else() {
        for &keyword in Kind::KEYWORDS {
            assert_eq!(Kind::word(keyword.text().as_bytes()), keyword);
            assert!(keyword.is_keyword());
        }
        for name in ["x", "Model", "models", "equatio", "constrainedbyy", "time", "_if"] {
            assert_eq!(Kind::word(name.as_bytes()), Kind::Ident, "{name}");
        }
        assert!(!Kind::NotEqual.is_keyword());
    }
}
