//! What a top-level class says about versions (Modelica Language Specification 3.6, section 18.8.2).

use syntax::tree::{
    ClassModification, ClassSpecifier, ExpressionKind, ModificationArgument, ModificationArgumentKind,
    ModificationExpression, StoredDefinition,
};
use syntax::{Place, Span};

/// The annotations about versions.
#[derive(Debug, Default)]
pub(super) struct VersionAnnotations {
    /// `version`
    pub(super) own: Option<String>,
    /// `conversion(noneFromVersion = …)`: versions that it replaces without a change.
    pub(super) replaces: Vec<String>,
    /// `conversion(from(version = …))`: versions from which models can be converted.
    pub(super) converts: Vec<String>,
    /// `uses(…)`
    pub(super) uses: Vec<LibraryUse>,
}

/// `uses(Modelica(version = "4.1.0"))`
#[derive(Clone, Debug)]
pub(super) struct LibraryUse {
    pub(super) name: String,
    pub(super) version: Option<String>,
    /// Where it is written.
    pub(super) place: Place,
}

impl VersionAnnotations {
    /// Reads the annotations of all classes at the top of a file.
    pub(super) fn read(tree: &StoredDefinition, text: &str) -> VersionAnnotations {
        let reader = UsesReader { tree, text };
        let mut versions = VersionAnnotations::default();
        for class in &tree[tree.classes] {
            let annotation = match class.specifier {
                ClassSpecifier::Long { composition, .. } => composition.annotation,
                ClassSpecifier::Short { description, .. }
                | ClassSpecifier::Enumeration { description, .. }
                | ClassSpecifier::Derivative { description, .. } => description.annotation,
            };
            for (name, argument) in reader.arguments(annotation) {
                match name {
                    "version" => versions.own = reader.strings(argument).pop(),
                    "uses" => versions.uses.extend(reader.uses(argument)),
                    "conversion" => reader.conversion(argument, &mut versions),
                    _ => {}
                }
            }
        }
        versions
    }
}

struct UsesReader<'a> {
    tree: &'a StoredDefinition,
    text: &'a str,
}

impl<'a> UsesReader<'a> {
    fn read(&self, span: Span) -> &'a str {
        &self.text[span.range()]
    }

    /// The arguments that modify something, with its name.
    fn arguments(&self, list: Option<ClassModification>) -> Vec<(&'a str, &'a ModificationArgument)> {
        let arguments = list.map_or(&[][..], |list| &self.tree[list.arguments]);
        let named = arguments.iter().filter_map(|argument| match argument.kind {
            ModificationArgumentKind::Modify { name, .. } => Some((self.read(name.span), argument)),
            _ => None,
        });
        named.collect()
    }

    /// What stands in the parentheses of an argument.
    fn inside(&self, argument: &ModificationArgument) -> Vec<(&'a str, &'a ModificationArgument)> {
        match argument.kind {
            ModificationArgumentKind::Modify { modification, .. } => self.arguments(modification.class),
            _ => Vec::new(),
        }
    }

    /// The string or the strings that an argument is set to.
    fn strings(&self, argument: &ModificationArgument) -> Vec<String> {
        let ModificationArgumentKind::Modify { modification, .. } = argument.kind else { return Vec::new() };
        let Some(ModificationExpression::Value(value)) = modification.value else { return Vec::new() };
        let value = &self.tree[value];
        let parts = match value.kind {
            ExpressionKind::Array(parts) => &self.tree[parts],
            _ => std::slice::from_ref(value),
        };
        let strings = parts.iter().filter(|part| matches!(part.kind, ExpressionKind::String));
        strings.map(|part| self.read(part.span).trim_matches('"').to_string()).collect()
    }

    fn uses(&self, argument: &ModificationArgument) -> Vec<LibraryUse> {
        let uses = self.inside(argument).into_iter().map(|(name, argument)| {
            let inside = self.inside(argument);
            let version = inside.iter().find(|(name, _)| *name == "version");
            let version = version.and_then(|(_, argument)| self.strings(argument).pop());
            let place = Place { file: self.tree.file, span: argument.span };
            LibraryUse { name: name.to_string(), version, place }
        });
        uses.collect()
    }

    fn conversion(&self, argument: &ModificationArgument, versions: &mut VersionAnnotations) {
        for (name, argument) in self.inside(argument) {
            match name {
                "noneFromVersion" => versions.replaces.extend(self.strings(argument)),
                "from" => {
                    for (_, argument) in self.inside(argument).iter().filter(|(name, _)| *name == "version") {
                        versions.converts.extend(self.strings(argument));
                    }
                }
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_annotations_about_versions_are_read() {
        let text = "package P annotation(version = \"2.0\", uses(A, B(version = \"1.0\")), conversion(
            noneFromVersion = \"1.9\", noneFromVersion = \"1.8\",
            from(version = {\"1.0\", \"1.1\"}, script = \"x\"), from(version = \"0.9\"))); end P;";
        let versions = VersionAnnotations::read(&syntax::parse(syntax::FileId(0), text).tree, text);
        assert_eq!(versions.own.as_deref(), Some("2.0"));
        assert_eq!(versions.replaces, ["1.9", "1.8"]);
        assert_eq!(versions.converts, ["1.0", "1.1", "0.9"]);
        let uses: Vec<_> =
            versions.uses.iter().map(|found| (&*found.name, found.version.as_deref())).collect();
        assert_eq!(uses, [("A", None), ("B", Some("1.0"))]);
        assert_eq!(&text[versions.uses[1].place.span.range()], "B(version = \"1.0\")");
    }
}
