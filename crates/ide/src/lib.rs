//! Questions that one asks of a text while reading or writing it: where is this declared, who uses it, what is it, what may
//! stand here, and which edits give it another name.
//!
//! Main items: [`definition`], [`references`], [`rename`](fn@rename), [`describe`], [`completions`](fn@completions), [`symbols`](fn@symbols);
//! all take [`Texts`].
//!
//! Invariants: answers are plain data with places in the text, in the words of the language and not of any editor; names are looked
//! up by the flattener itself ([`flatten::NameResolver`]), so that an answer and a model never disagree; nothing is flattened for it.
//!
//! ```
//! use ide::{Texts, definition};
//! use project::{MemoryFiles, Resources, load};
//! use syntax::{FileId, Place, Span};
//!
//! let text = "model M Real x = 1; Real y = 2*x; end M;";
//! let mut files = MemoryFiles::default();
//! files.add("M.mo", text);
//! let loaded = load(&files, &["M.mo".into()]);
//! let texts = Texts { library: &loaded, resources: &Resources::new(&files, &loaded), model: None };
//! let used = text.find("x;").unwrap() as u32;
//! let declared = definition(&texts, Place { file: FileId(0), span: Span::at(used) }).unwrap();
//! assert_eq!(declared.span.start as usize, text.find("x =").unwrap());
//! ```

mod completion;
mod description;
mod name_uses;
mod navigation;
mod symbols;

use equations::FlatModel;
use flatten::{DeclarationKind, Library, NameResolver, NamedDeclaration};
use syntax::{Place, Span};

pub use completion::{Completion, CompletionKind, completions};
pub use description::{SymbolDescription, describe};
pub use navigation::{RenameRefusal, definition, references, rename};
pub use symbols::{DocumentSymbol, SymbolKind, class_at, symbols};

/// The texts that questions are asked of.
#[derive(Clone, Copy)]
pub struct Texts<'a> {
    /// The user's own texts, and the libraries.
    pub library: &'a dyn Library,
    /// The files that sizes and constants may depend on.
    pub resources: &'a dyn external::ResourceFiles,
    /// The model that is asked about, if there is one: it tells values.
    pub model: Option<&'a FlatModel>,
}

impl<'a> Texts<'a> {
    fn resolver(&self) -> NameResolver<'a> {
        NameResolver::new(self.library, self.resources)
    }

    /// The user's own tree that a place lies in, with its text.
    fn own(&self, place: Place) -> Option<(&'a syntax::tree::StoredDefinition, &'a str)> {
        let tree = self.library.trees().into_iter().find(|tree| tree.file == place.file)?;
        Some((tree, self.library.text(place.file)))
    }
}

/// Where the name of a declaration stands.
fn name_place(declaration: &NamedDeclaration) -> Place {
    let span: Span = match declaration.kind {
        DeclarationKind::Class(class) => class.name.span,
        DeclarationKind::Component(component, ..) => component.name.span,
        DeclarationKind::Literal(literal) => literal.name.span,
    };
    Place { file: declaration.tree.file, span }
}
