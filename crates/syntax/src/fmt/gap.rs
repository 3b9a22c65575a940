//! What may stand between two tokens.

use crate::Kind;

/// The space between a token and the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gap {
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

impl Gap {
    /// The gap between two items of a body.
    pub(super) const ITEM: Gap = Gap::Line { first: false, last: false };

    /// True if a new line stands here whatever the width.
    pub(super) fn is_line(self) -> bool {
        matches!(self, Gap::Break | Gap::Line { .. } | Gap::Apart)
    }

    /// What remains to be placed after a comment took the beginning of the gap.
    pub(super) fn after_line(self) -> Gap {
        match self {
            Gap::Line { last, .. } => Gap::Line { first: false, last },
            Gap::Apart => Gap::ITEM,
            _ => Gap::Break,
        }
    }

    /// The gap after a comment on the same line, before a token of this kind.
    pub(super) fn after_comment(self, next: Kind) -> Gap {
        let close = next.closes() || matches!(next, Kind::Comma | Kind::Semicolon);
        match self {
            Gap::Tight if !close => Gap::Blank,
            Gap::Zero if !close => Gap::Soft,
            Gap::Cling if !close => Gap::Late,
            gap => gap,
        }
    }
}

/// The gap between two tokens where the tree asks for nothing else.
pub(super) fn usual(before: Kind, after: Kind) -> Gap {
    use Kind::{
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
    if tight && !merges(before, after) { Gap::Tight } else { Gap::Blank }
}

/// True for operators that stand close to their operands.
pub(super) fn binds(kind: Kind) -> bool {
    matches!(kind, Kind::Star | Kind::Slash | Kind::Power | Kind::DotStar | Kind::DotSlash | Kind::DotPower)
}

/// True if the two would be read as other tokens without a blank: `1 .* x` is not `1.*x`.
pub(super) fn merges(before: Kind, after: Kind) -> bool {
    let dotted =
        matches!(after, Kind::DotPlus | Kind::DotMinus | Kind::DotStar | Kind::DotSlash | Kind::DotPower);
    before == Kind::Integer && dotted
}
