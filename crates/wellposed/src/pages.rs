//! The page of each diagnostic code, from `docs/errors`.

use syntax::Code;

macro_rules! pages {
    ($($name:ident $number:literal)*) => {
        /// The page that explains a code, in Markdown.
        pub fn page(code: Code) -> &'static str {
            match code {
                $(Code::$name => include_str!(concat!("../../../docs/errors/W", $number, ".md")),)*
            }
        }
    };
}

// A new code does not compile until it stands here, and a line here does not compile until its page exists.
pages! {
    UnexpectedToken "0101"
    MissingSemicolon "0102"
    EndMismatch "0103"
    MisspeltKeyword "0104"
    Unbalanced "0105"
    Unclosed "0106"
    UnterminatedString "0107"
    UnterminatedComment "0108"
    InvalidCharacter "0109"
    InvalidEscape "0110"
    ReservedName "0111"
    PrefixOrder "0112"
    EqualsOrAssign "0113"
    NeedsParentheses "0114"
    MisplacedElement "0115"
    LegacyForm "0116"
    TooDeep "0117"
    TooManyErrors "0118"
    ArgumentOrder "0119"
    NotUtf8 "0131"
    BinaryFile "0132"
    NoClass "0133"
    Unreadable "0134"
    NoPackageFile "0141"
    WrongClassName "0142"
    WrongWithin "0143"
    OrderMismatch "0144"
    DuplicateClass "0145"
    MissingLibrary "0146"
    UnmetUses "0147"
    HiddenLibrary "0148"
    WrongProject "0149"
    UnknownName "0201"
    WrongKind "0202"
    ShapeMismatch "0203"
    TypeMismatch "0204"
    WrongCall "0205"
    WrongSubscript "0206"
    UnitMismatch "0207"
    UnknownModifier "0301"
    NotReplaceable "0302"
    RecursiveClass "0303"
    NeedsValue "0304"
    CyclicValue "0305"
    NoInner "0306"
    PartialClass "0307"
    WrongConnection "0308"
    UnevenBranches "0309"
    FinalModified "0310"
    UnbalancedConnector "0311"
    NotConnected "0312"
    ManySources "0313"
    UnbalancedClass "0314"
    UnevenClass "0315"
    UnderConstrained "0401"
    OverConstrained "0402"
    MissingReference "0403"
    Dependent "0404"
    OpenConnector "0405"
    SystemSyntax "0421"
    UndeclaredUnknown "0422"
    DuplicateName "0423"
    DerivativeOrder "0424"
    RepeatedUnknown "0425"
    GraphSyntax "0431"
    GraphKind "0432"
    NotSupported "0901"
    NoExternal "0902"
}
