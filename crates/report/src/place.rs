//! Places in texts, in lines and columns from one.

use syntax::{LineColumn, Place, SourceMap};

record! {
    /// A position in a text.
    pub struct ReportedPosition {
        /// The line, from one.
        pub line: usize,
        /// The column in characters, from one.
        pub column: usize,
    }
}

record! {
    /// A stretch of a text.
    pub struct ReportedPlace {
        /// The file, as it was named when it was read.
        pub file: String,
        /// Where it starts.
        pub start: ReportedPosition,
        /// Where it ends: the position after its last character.
        pub end: ReportedPosition,
    }
}

impl ReportedPlace {
    /// A place, with its file by name.
    pub fn new(sources: &SourceMap, place: Place) -> ReportedPlace {
        let source = &sources[place.file];
        let position =
            |at: LineColumn| ReportedPosition { line: at.line as usize, column: at.column as usize };
        ReportedPlace {
            file: source.name().to_string(),
            start: position(source.locate(place.span.start)),
            end: position(source.locate(place.span.end)),
        }
    }
}
