//! Classes that are redeclared, and what constraining types say of them (Modelica Language Specification 3.6, 7.3.2).

use syntax::tree::{
    ClassDefinition, ClassSpecifier, ConstrainingClause, ModificationArgument, ModificationArgumentKind,
    Prefix,
};

use super::{ClassRef, ConstrainingType, ElabId, ScopeId};
use crate::Flattener;
use crate::layer::{Layer, Owner, descend};
use crate::program::SourceTree;

/// So many redeclarations may wait for one another while it is looked at whether they change anything.
const MAX_COMPARED: usize = 20;

/// `redeclare model M = N constrainedby B` in a modification.
struct ClassRedeclaration<'a> {
    layer: Layer<'a>,
    argument: &'a ModificationArgument,
    node: &'a ClassDefinition,
    constraint: Option<ConstrainingClause>,
}

impl ClassRedeclaration<'_> {
    /// True if another may take its place: one that says so, or one that a constraining type gives to all that has none.
    fn is_replaceable(&self) -> bool {
        self.layer.is_constraining()
            || [self.argument.prefixes, self.node.prefixes]
                .iter()
                .any(|prefixes| prefixes.has(Prefix::Replaceable))
    }
}

impl<'a> Flattener<'a> {
    /// The class behind a member, as modifications have left it.
    pub(crate) fn class_ref(&mut self, id: ElabId, index: usize) -> ClassRef<'a> {
        let member = self.elab(id).classes[index].clone();
        let declared = self.program.class(member.class);
        let name = declared.name;
        let mut below = Vec::new();
        let mut exchanges = self.exchanges(id, index);
        // What a constraining type redeclares gives way to a redeclaration that is the last.
        while let [first, before, ..] = &exchanges[..]
            && first.layer.is_constraining()
            && !before.is_replaceable()
        {
            exchanges.remove(0);
        }
        let Some(first) = exchanges.first() else {
            if member.constraint.is_some() && self.rules.defaults.insert(member.class) {
                self.queue_replacement(id, index, member.class, member.scope, None);
            }
            self.constraining(id, index, false, &mut below);
            let mut layers = descend(&self.elab(id).layers, name, &self.model.symbols);
            layers.extend(member.layers.into_iter().filter(|layer| !layer.is_whole()));
            return ClassRef { class: member.class, scope: Some(member.scope), layers, below };
        };
        // A redeclaration that does not say `replaceable` is the last.
        let (replaceable, place) = match exchanges.get(1) {
            Some(before) => (before.is_replaceable(), before.layer.file.place(before.node.name.span)),
            None => (
                declared.node.prefixes.has(Prefix::Replaceable),
                declared.file.place(declared.node.name.span),
            ),
        };
        let (scope, here) = (first.layer.scope, first.layer.file.place(first.node.name.span));
        let own = (declared.node, member.scope, declared.file);
        let is_final = exchanges.len() == 1 && own.0.prefixes.has(Prefix::Final);
        if replaceable && is_final {
            self.final_redeclared(here, place, name);
        } else if !replaceable && !self.is_same((id, index), &exchanges, own) {
            self.not_replaceable(here, place, name);
        }
        let parent = self.scope(scope).class;
        let class = self.program.inner(first.layer.file, first.node, parent, &mut self.model.symbols);
        if replaceable {
            let limit = exchanges[1..].iter().find_map(|before| {
                let base = before.constraint?.base;
                Some(ConstrainingType { scope: before.layer.scope, file: before.layer.file, base })
            });
            self.queue_replacement(id, index, class, scope, limit);
        }
        for ClassRedeclaration { layer, constraint, .. } in &exchanges {
            let modification = constraint.and_then(|constraint| constraint.modification);
            below.extend(modification.map(|modification| {
                let span = modification.span;
                Layer::new(layer.file, Some(modification), None, span, layer.scope, Owner::Own)
                    .of_constraint()
            }));
        }
        self.constraining(id, index, true, &mut below);
        ClassRef { class, scope: Some(scope), layers: Vec::new(), below }
    }

    /// True if a redeclaration says what the one before it says: only a new class needs `replaceable` (section 7.3.3).
    fn is_same(
        &mut self,
        member: (ElabId, usize),
        exchanges: &[ClassRedeclaration<'a>],
        own: (&'a ClassDefinition, ScopeId, SourceTree<'a>),
    ) -> bool {
        let said = |one: &ClassRedeclaration<'a>| (one.node, one.layer.scope, one.layer.file);
        let Some(first) = exchanges.first().map(said) else { return true };
        let named = [first, exchanges.get(1).map_or(own, said)].map(|(node, scope, file)| {
            let ClassSpecifier::Short { base, modification: None, .. } = node.specifier else { return None };
            Some((scope, file, base))
        });
        let [Some(new), Some(old)] = named else { return false };
        // The names may lead back here, as in `redeclare package P = P`, and to ever new classes on the way.
        if self.rules.comparing.contains(&member) || self.rules.comparing.len() > MAX_COMPARED {
            return false;
        }
        self.rules.comparing.push(member);
        let [new, old] = [new, old].map(|(scope, file, base)| self.find_elab(scope, file, base));
        let same = new.zip(old).is_some_and(|(new, old)| self.is_one(new, old));
        self.rules.comparing.pop();
        same
    }

    /// The text that a class of the one at hand has in the end: that of the outermost redeclaration, or its own.
    pub(crate) fn chosen_text(&self, id: ElabId, index: usize) -> (SourceTree<'a>, &'a ClassDefinition) {
        let class = self.program.class(self.elab(id).classes[index].class);
        let exchanges = self.exchanges(id, index);
        exchanges.first().map_or((class.file, class.node), |first| (first.layer.file, first.node))
    }

    /// The modifications that redeclare a class, the outermost first.
    fn exchanges(&self, id: ElabId, index: usize) -> Vec<ClassRedeclaration<'a>> {
        let elab = self.elab(id);
        let member = &elab.classes[index];
        let name = self.model.symbols.name(self.program.class(member.class).name);
        let redeclared = elab.layers.iter().chain(&member.layers).filter_map(|layer| {
            let argument = layer.redeclare(name)?;
            let ModificationArgumentKind::Class { class, constraint } = argument.kind else { return None };
            Some(ClassRedeclaration {
                layer: layer.clone(),
                argument,
                node: &layer.file.tree[class],
                constraint,
            })
        });
        let mut redeclared: Vec<ClassRedeclaration<'a>> = redeclared.collect();
        redeclared.dedup_by_key(|one| std::ptr::from_ref(one.node));
        redeclared
    }

    /// What the declaration of a class says about all that may take its place: the modifiers of its constraining type.
    /// If none is written, those of the class itself hold for what takes its place.
    fn constraining(&self, id: ElabId, index: usize, exchanged: bool, out: &mut Vec<Layer<'a>>) {
        let elab = self.elab(id);
        let member = &elab.classes[index];
        let (file, node) = (self.program.class(member.class).file, self.program.class(member.class).node);
        let before = elab.shadowed.get(&member.class).copied();
        let modification = match (member.constraint, node.specifier) {
            (Some(constraint), _) => constraint.modification,
            (None, ClassSpecifier::Short { modification, .. }) if exchanged && before.is_none() => {
                modification
            }
            _ => None,
        };
        out.extend(modification.map(|modification| {
            Layer::new(file, Some(modification), None, modification.span, member.scope, Owner::Own)
                .of_constraint()
        }));
        if let Some(before) = before.filter(|&before| before < elab.classes.len() && before != index) {
            // A class that goes on with the other has what that says of itself.
            let goes_on = matches!(node.specifier, ClassSpecifier::Long { extends: true, .. });
            self.constraining(id, before, !goes_on, out);
        }
    }
}
