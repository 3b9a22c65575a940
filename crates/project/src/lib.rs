//! What a modeller works on: files and package folders, libraries and their versions, and the project file.
//!
//! Main types: [`Files`] (where text comes from), [`LoadRequest`], [`Loaded`] (everything that was read: a revision of the texts, which
//! is never changed), [`Resources`] (the files that models read), [`Project`] (`wellposed.toml`).
//!
//! Invariants: nothing here touches the disk; copies of a [`Loaded`] share texts, trees and libraries, and [`Loaded::with_text`] makes
//! another revision that costs what the edited file costs; a file of a library is read when a model needs it, and then once.
//!
//! ```
//! use project::{LoadRequest, MemoryFiles, flatten, open_sources};
//! use std::sync::Arc;
//!
//! let mut files = MemoryFiles::default();
//! files.add("M.mo", "model M extends Lib.Base; end M;");
//! files.add("libs/Lib.mo", "package Lib model Base Real x = 1; end Base; end Lib;");
//! let files = Arc::new(files);
//! let request = LoadRequest { own: vec!["M.mo".into()], folders: vec!["libs".into()], ..LoadRequest::default() };
//! let loaded = open_sources(files.clone(), &request);
//! assert_eq!(flatten(&*files, &loaded, "M").model.unwrap().unknowns(), 1);
//! ```

mod files;
mod load;
mod overlay_files;
mod project_file;
mod resources;

pub use files::{EntryKind, Files, FolderEntry, MemoryFiles};
pub use load::{
    LoadRequest, Loaded, bytes, decode, is_binary, libraries, load, open_sources, unreadable, whole_file,
};
pub use overlay_files::OverlayFiles;
pub use project_file::{PROJECT, Project, read_project};
pub use resources::{
    Resources, check_names, check_unused_classes, flatten, flatten_library, flatten_with_overrides,
};
