//! Files that were read or formatted.

record! {
    /// The files that were read.
    pub struct ParseReport {
        /// The number of files that were read.
        pub files: usize,
    }
}

record! {
    /// The files that were formatted.
    pub struct FormatReport {
        /// The number of files that were read.
        pub files: usize,
        /// The files that were changed, or with `--check` would be.
        pub changed: Vec<String>,
    }
}

report!(ParseReport as "parse", always true: "The document of `wellposed parse`: syntax errors of files and package folders.");
report!(FormatReport as "fmt", always true: "The document of `wellposed fmt`: which files were formatted.");
