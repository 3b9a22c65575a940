//! What may stand between two tokens.

use crate::TokenKind;

/// The space between a token and the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenGap {
    /// Nothing.
    Tight,
    /// A blank.
    Blank,
    /// A blank, or a new line if the group is broken there.
    Soft,
    /// Nothing, or a new line if the group is broken there.
    Zero,
    /// As `Soft`, but a new line also if the group already runs over several.
    Tail,
    /// A blank, or a new line if not even the beginning of what follows fits.
    Late,
    /// Nothing, or a new line if not even the beginning of what follows fits.
    Cling,
    /// A new line that a comment asks for.
    Break,
    /// A new line between items, with an empty line if one stood there.
    Line {
        /// The first of a body, after whose header no empty line stands.
        first: bool,
        /// The end of a body, before which no empty line stands.
        last: bool,
    },
    /// A new line with an empty one before it.
    Apart,
}

impl TokenGap {
    /// The gap between two items of a body.
    pub(super) const ITEM: TokenGap = TokenGap::Line { first: false, last: false };

    /// True if a new line stands here whatever the width.
    pub(super) fn is_line(self) -> bool {
        matches!(self, TokenGap::Break | TokenGap::Line { .. } | TokenGap::Apart)
    }

    /// What remains to be placed after a comment took the beginning of the gap.
    pub(super) fn after_line(self) -> TokenGap {
        match self {
            TokenGap::Line { last, .. } => TokenGap::Line { first: false, last },
            TokenGap::Apart => TokenGap::ITEM,
            _ => TokenGap::Break,
        }
    }

    /// The gap after a comment on the same line, before a token of this kind.
    pub(super) fn after_comment(self, next: TokenKind) -> TokenGap {
        let close = next.closes() || matches!(next, TokenKind::Comma | TokenKind::Semicolon);
        match self {
            TokenGap::Tight if !close => TokenGap::Blank,
            TokenGap::Zero if !close => TokenGap::Soft,
            TokenGap::Cling if !close => TokenGap::Late,
            gap => gap,
        }
    }
}

/// The gap between two tokens where the tree asks for nothing else.
pub(super) fn usual(before: TokenKind, after: TokenKind) -> TokenGap {
    use TokenKind::{
        Annotation, Colon, Comma, Connect, Der, Dot, Enumeration, Ident, Initial, LeftBracket, LeftParen,
        Pure, RightBracket, Semicolon,
    };
    let tight = before.opens()
        || after.closes()
        || before == Dot
        || matches!(after, Comma | Semicolon)
        || before == Colon
        || (after == Colon && before != Comma)
        || binds(before)
        || binds(after)
        || match after {
            Dot => matches!(before, Ident | RightBracket),
            LeftParen | LeftBracket => matches!(
                before,
                Ident | RightBracket | Der | Initial | Pure | Connect | Annotation | Enumeration
            ),
            _ => false,
        };
    if tight && !merges(before, after) { TokenGap::Tight } else { TokenGap::Blank }
}

/// True for operators that stand close to their operands.
pub(super) fn binds(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::Star
            | TokenKind::Slash
            | TokenKind::Power
            | TokenKind::DotStar
            | TokenKind::DotSlash
            | TokenKind::DotPower
    )
}

/// True if the two would be read as other tokens without a blank: `1 .* x` is not `1.*x`.
pub(super) fn merges(before: TokenKind, after: TokenKind) -> bool {
    let dotted = matches!(
        after,
        TokenKind::DotPlus
            | TokenKind::DotMinus
            | TokenKind::DotStar
            | TokenKind::DotSlash
            | TokenKind::DotPower
    );
    before == TokenKind::Integer && dotted
}
