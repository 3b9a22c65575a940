//! What declarations say of variables: descriptions and units.

use equations::{Attribute, Expr, FlatModel, Origin, VariableId};
use rustc_hash::FxHashMap;
use syntax::{FileId, SourceMap, Span};

use project::Loaded;

/// The descriptions of all declarations that a model may be made of.
pub(super) struct Descriptions {
    sources: SourceMap,
    /// Where they stand, by file and by the first byte of the declaration.
    places: FxHashMap<(FileId, u32), Span>,
}

impl Descriptions {
    pub(super) fn new(loaded: &Loaded, model: &FlatModel) -> Descriptions {
        let mut places = FxHashMap::default();
        for tree in loaded.trees_of(model) {
            let described = tree.components().iter().filter_map(|one| Some((one, one.description.text?)));
            places.extend(described.map(|(one, text)| ((tree.file, one.span.start), text)));
        }
        Descriptions { sources: loaded.sources.clone(), places }
    }

    /// What is said of a variable.
    pub(super) fn text(&self, model: &FlatModel, id: VariableId) -> String {
        let variable = &model.variables[id.at()];
        // What was made for the solver has the origin of something else.
        if model.symbols.name(variable.name).starts_with("der(") {
            return String::new();
        }
        let Origin::Written { place, .. } = *model.source(variable.origin) else { return String::new() };
        let Some(span) = self.places.get(&(place.file, place.span.start)) else { return String::new() };
        plain(&self.sources[place.file].text()[span.range()])
    }

    /// The unit of a variable.
    pub(super) fn unit(&self, model: &FlatModel, id: VariableId) -> String {
        let from = model.attributes.partition_point(|found| found.0 < id);
        let own = model.attributes[from..].iter().take_while(|found| found.0 == id);
        let unit = own.filter(|found| found.1 == Attribute::Unit).find_map(|found| {
            let Expr::String(text) = model.exprs.get(found.2) else { return None };
            Some(model.symbols.name(text).to_string())
        });
        unit.unwrap_or_default()
    }
}

/// A string as it is written, or a sum of them, without quotes and on one line.
fn plain(written: &str) -> String {
    let mut text = String::new();
    let (mut inside, mut escaped) = (false, false);
    for letter in written.chars() {
        match letter {
            _ if escaped => {
                text.push(if letter == 'n' || letter == 't' { ' ' } else { letter });
                escaped = false;
            }
            '\\' if inside => escaped = true,
            '"' => inside = !inside,
            '\n' | '\r' | '\t' if inside => text.push(' '),
            _ if inside => text.push(letter),
            _ => {}
        }
    }
    text
}
