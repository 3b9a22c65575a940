//! The table of codes.

#![allow(clippy::unwrap_used)]

use syntax::DiagnosticCode;

#[test]
fn codes_ascend_and_are_found_by_what_they_print() {
    assert!(DiagnosticCode::ALL.windows(2).all(|pair| (pair[0] as u16) < pair[1] as u16));
    for &code in DiagnosticCode::ALL {
        assert_eq!(DiagnosticCode::find(&code.to_string().to_lowercase()), Some(code));
    }
    assert_eq!(DiagnosticCode::find("W9999"), None);
}
