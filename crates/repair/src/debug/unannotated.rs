//! Statements without their annotations.

/// A statement without its annotation.
pub(super) fn unannotated(text: &str) -> &str {
    const WORD: &str = "annotation";
    let (mut depth, mut quoted, mut escaped) = (0, false, false);
    let mut before = ' ';
    for (at, letter) in text.char_indices() {
        match letter {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            _ if quoted => {}
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            'a' if depth == 0 && (before.is_whitespace() || before == ')') => {
                let rest = text[at..].strip_prefix(WORD).map(str::trim_start);
                if rest.is_some_and(|rest| rest.starts_with('(')) {
                    return text[..at].trim_end();
                }
            }
            _ => {}
        }
        before = letter;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::unannotated;

    #[test]
    fn annotations_are_left_out_and_nothing_else() {
        assert_eq!(unannotated("connect(a, b) annotation (Line(points={{1, 2}}))"), "connect(a, b)");
        assert_eq!(unannotated("connect(a, b)annotation(Line())"), "connect(a, b)");
        assert_eq!(
            unannotated("R r(R = 1) \"an annotation (so)\"\n  annotation (Placement())"),
            "R r(R = 1) \"an annotation (so)\""
        );
        assert_eq!(
            unannotated("annotations = annotation1 + f(annotation (3))"),
            "annotations = annotation1 + f(annotation (3))"
        );
        assert_eq!(unannotated("x = 1"), "x = 1");
    }
}
