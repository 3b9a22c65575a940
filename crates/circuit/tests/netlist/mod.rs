//! Netlists that stand in a test.

use circuit::{Circuit, Includes, read};
use syntax::{FileId, SourceFile, SourceMap};

struct Nothing;

impl Includes for Nothing {
    fn open(&mut self, _: &mut SourceMap, name: &str, _: FileId) -> Result<FileId, String> {
        Err(format!("there is no {name}"))
    }
}

/// The circuit of a netlist in which nothing is wrong.
pub(crate) fn open(text: &str) -> Circuit {
    let mut sources = SourceMap::default();
    let file = sources.add(SourceFile::new("a.cir", text));
    let (circuit, found) = read(&mut sources, file, &mut Nothing);
    assert!(found.is_empty(), "{text}\n{found:#?}");
    circuit
}
