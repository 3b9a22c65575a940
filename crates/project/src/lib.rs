//! What a modeller works on: files and package folders, libraries and their versions, and the project file.
//!
//! Text arrives through [`Files`]; nothing here touches the disk.

mod files;
mod load;
mod overlay;
mod project_file;
mod resources;

pub use files::{EntryKind, Files, FolderEntry, MemoryFiles};
pub use load::{
    LoadRequest, Loaded, bytes, decode, is_binary, libraries, load, open_sources, unreadable, whole_file,
};
pub use overlay::OverlayFiles;
pub use project_file::{PROJECT, Project, read_project};
pub use resources::{Resources, check_unused_classes, flatten, flatten_library, flatten_with_overrides};
