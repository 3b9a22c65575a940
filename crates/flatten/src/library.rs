//! Where classes come from.

use syntax::tree::StoredDefinition;
use syntax::{Diagnostic, FileId, Place};

/// The texts that classes are found in: those at hand, and libraries of which a file is read when a model needs
/// it.
///
/// A class in a file of its own is known by the name of the file; nothing else is known of it before it is read.
pub trait Library {
    /// The trees at hand.
    fn trees(&self) -> Vec<&StoredDefinition>;

    /// The text of a file that was read.
    fn text(&self, file: FileId) -> &str;

    /// The classes that have files of their own, in a fixed order: those beside the file of a package, or
    /// without one the libraries themselves.
    fn library_classes(&self, package: Option<FileId>) -> &[(String, FileId)];

    /// The tree of a file of a library, which is read at the first time. It holds no class if the file cannot
    /// be read, and only the library complains about that.
    fn read(&self, file: FileId) -> &StoredDefinition;

    /// True if the texts at hand say that they use a library of this name.
    fn uses(&self, name: &str) -> bool;

    /// The text that names the model, if a person wrote one: messages that there is no such class point into it.
    fn asked(&self) -> Option<FileId> {
        None
    }

    /// The folder of a name beside the file of a package that would be a package in it if it had a `package.mo`.
    fn almost(&self, _package: FileId, _name: &str) -> Option<String> {
        None
    }

    /// What to say of a name that only a library could have, and none has.
    fn missing(&self, place: Place, name: &str) -> Diagnostic;
}
