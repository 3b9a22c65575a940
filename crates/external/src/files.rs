//! Where files come from.

/// What a name leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathEntry {
    /// A file.
    File,
    /// A folder.
    Folder,
    /// Something else.
    Other,
}

/// A place that files can be read from.
pub trait ResourceFiles: Sync {
    /// The bytes of a file, or why there are none.
    fn read(&self, name: &str) -> Result<Vec<u8>, String>;

    /// What a name leads to; none if it leads nowhere.
    fn entry(&self, name: &str) -> Option<PathEntry>;

    /// What a folder holds, in the order of names; none if there is no such folder.
    fn list(&self, name: &str) -> Option<Vec<String>>;

    /// The full name of a file. `modelica://Package/path` lies in the folder of the package (MLS 13.5); if there is
    /// none, the name is wrong.
    fn full_name(&self, name: &str) -> Option<String>;
}
