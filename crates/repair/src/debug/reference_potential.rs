//! A missing reference: potentials, angles, temperatures or pressures of which only differences are determined.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use crate::{ClassTextId, ClassTexts, EditEffect, GraftedComponent, HiddenDependence, add, declare};
use equations::{Attribute, Expr, InstanceId, Variability, VariableId};
use syntax::FileId;
use syntax::tree::Restriction;

use super::diagnostics::article;
use super::proposal::Mistake;
use super::{Debugger, Repair};

/// So many classes that could give a reference are tried, of packages with at most so many classes.
const MAX_CLASSES: usize = 3;
const MAX_SIBLINGS: usize = 200;

/// How classes that give a reference are called, in lower case.
const NAMES: &[&str] = &["ground", "fixed", "reference", "ambient", "earth", "boundary", "world", "mass"];

/// How packages are called that hold such classes.
const PACKAGES: &[&str] = &["Sources", "Basic", "Components"];

impl Debugger<'_> {
    /// The potentials that belong to the flows of rows that depend on each other, and that nothing determines.
    pub(super) fn floating_potentials(&self, hidden: &HiddenDependence) -> Vec<VariableId> {
        let unknown = |column: u32| &self.model.variables[self.variable(column).at()];
        let entries = hidden.rows.iter().flat_map(|&row| self.rows.signature.row(row));
        let flows = entries.map(|entry| unknown(entry.column)).filter(|variable| variable.flow);
        let connectors: BTreeSet<InstanceId> = flows.map(|variable| variable.instance).collect();
        let open = hidden.columns.iter().filter(|&&column| {
            let variable = unknown(column);
            !variable.flow && !variable.stream && connectors.contains(&variable.instance)
        });
        open.map(|&column| self.variable(column)).collect()
    }

    /// Repairs that give a reference: a component made for it, or an equation.
    pub(super) fn references(&self, hidden: &HiddenDependence) -> Vec<Repair> {
        let floating = self.floating_potentials(hidden);
        let ports = self.ports();
        let dangling = self.unconnected_connectors();
        // The place to hold on to: one that nothing reaches, or the outermost one, and of several the negative end.
        let rank = |&id: &VariableId| {
            let connector = self.model.variables[id.at()].instance;
            let name = self.model.symbols.name(self.model.instances[connector.at()].name);
            let depth = self.model.instance_name(connector).matches('.').count();
            (!dangling.contains(&connector), depth, name != "n", id)
        };
        let Some(potential) = floating.into_iter().min_by_key(rank) else { return Vec::new() };
        let connector = self.model.variables[potential.at()].instance;
        let Some((home, local)) = ports.connecting_instance(connector) else { return Vec::new() };
        let name = self.model.symbols.name(self.model.instances[home.at()].class);
        let Some(class) = self.texts.by_name(name) else { return Vec::new() };
        let mut repairs = self.loose_grounds(hidden, connector);
        repairs.extend(self.grounds(class, home, connector, &local));
        if repairs.is_empty() {
            repairs.extend(self.holder(class, connector, &local));
        }
        let variable = self.model.symbols.name(self.model.variables[potential.at()].name);
        let equation = format!("{local}.{variable} = {}", self.usual(potential));
        if let Some(edit) = add(&self.texts, &self.loaded.sources, class, &equation) {
            let description = format!("set a reference value: add `{equation}` to `{name}`");
            let mut repair = Repair::new(self.texts.class(class).name_place, 80, description);
            repair.edits.push(edit);
            repair.effects = (home == InstanceId(0)).then(|| vec![EditEffect::Zero(vec![potential])]);
            repair.adds.push(equation);
            repair.locked = self.locked(class);
            repair.mistake = Mistake::Reference;
            repairs.push(repair);
        }
        repairs
    }

    /// Repairs that connect what gives a reference and is connected to nothing.
    fn loose_grounds(&self, hidden: &HiddenDependence, connector: InstanceId) -> Vec<Repair> {
        let ports = self.ports();
        let Some((home, local)) = ports.connecting_instance(connector) else { return Vec::new() };
        let open: BTreeSet<InstanceId> = self
            .floating_potentials(hidden)
            .iter()
            .map(|&id| self.model.variables[id.at()].instance)
            .collect();
        let loose = self.unconnected_connectors().into_iter().filter(|&other| {
            !open.contains(&other)
                && ports.is_compatible(connector, other)
                && ports.connecting_instance(other).is_some_and(|at| at.0 == home)
        });
        let repairs = loose.take(MAX_CLASSES).filter_map(|other| {
            let (_, name) = ports.connecting_instance(other)?;
            let mut repair = self.connection(home, [other, connector], &[&name, &local], 95)?;
            repair.mistake = Mistake::Reference;
            Some(repair)
        });
        repairs.collect()
    }

    /// What a potential is held at if nobody says more.
    fn usual(&self, potential: VariableId) -> &'static str {
        usual(self.unit(potential).unwrap_or_default())
    }

    /// The repair that writes a component for it: where no class in sight holds a potential, one is easily made.
    fn holder(&self, class: ClassTextId, connector: InstanceId, local: &str) -> Option<Repair> {
        let kind = self.model.symbols.name(self.model.instances[connector.at()].class);
        let own = |found: &&(VariableId, &equations::Variable)| found.1.instance == connector;
        let all: Vec<_> = (0..).map(VariableId).zip(&self.model.variables).collect();
        let held = all.iter().filter(own).filter(|found| !found.1.flow && !found.1.stream);
        let equations = held.map(|&(id, variable)| {
            let name = self.model.symbols.name(variable.name);
            format!("    port.{name} = {};\n", self.usual(id))
        });
        let equations: String = equations.collect();
        let taken = |name: &str| self.texts.class(class).components.iter().any(|known| known.1 == name);
        if equations.is_empty() || taken("reference") || self.texts.by_name("Reference").is_some() {
            return None;
        }
        let declaration = format!(
            "model Reference\n    {kind} port;\n  equation\n{equations}  end Reference;\n  Reference reference"
        );
        let connect = format!("connect(reference.port, {local})");
        let (texts, sources) = (&self.texts, &self.loaded.sources);
        let description = format!(
            "write a component that fixes one of them, a `Reference`, and connect it to `{local}` in `{}`",
            texts.class(class).name
        );
        let mut repair = Repair::new(texts.class(class).name_place, 85, description);
        repair.edits =
            vec![declare(texts, sources, class, &declaration)?, add(texts, sources, class, &connect)?];
        repair.adds = vec![declaration, connect];
        repair.locked = self.locked(class);
        repair.mistake = Mistake::Reference;
        Some(repair)
    }

    /// Repairs that add a component with one connector of the same kind.
    fn grounds(
        &self,
        class: ClassTextId,
        home: InstanceId,
        connector: InstanceId,
        local: &str,
    ) -> Vec<Repair> {
        let own = &self.texts.class(class).components;
        let mut repairs = Vec::new();
        for (kind, port) in self.classes_with_one(connector) {
            let short = kind.rsplit('.').next().unwrap_or(&kind).to_lowercase();
            let mut names = std::iter::once(short.clone()).chain((1..).map(|at| format!("{short}{at}")));
            let taken = |name: &String| own.iter().any(|known| known.1 == *name);
            let Some(name) = names.find(|name| !taken(name)) else { continue };
            let declaration = format!("{kind} {name}{}", self.values(&kind));
            let connect = format!("connect({name}.{port}, {local})");
            let sources = &self.loaded.sources;
            let edits = declare(&self.texts, sources, class, &declaration).zip(add(
                &self.texts,
                sources,
                class,
                &connect,
            ));
            let Some((declared, connected)) = edits else { continue };
            let description = format!(
                "add {} `{kind}` to `{}` and connect it: `{declaration}; {connect};`",
                article(&kind),
                self.texts.class(class).name
            );
            let mut repair = Repair::new(self.texts.class(class).name_place, 90, description);
            repair.edits = vec![declared, connected];
            let part = if home == InstanceId(0) { self.flatten_alone(&kind) } else { None };
            repair.effects = part
                .map(|part| vec![EditEffect::Graft(GraftedComponent { part, name, port, other: connector })]);
            repair.adds = vec![declaration, connect];
            repair.locked = self.locked(class);
            repair.mistake = Mistake::Reference;
            repairs.push(repair);
        }
        repairs
    }

    /// The modification that gives values to parameters of a class that have none.
    fn values(&self, class: &str) -> String {
        let Some(flat) = self.flatten_class(&[], class).and_then(|flattened| flattened.model) else {
            return String::new();
        };
        let open = flat.variables.iter().enumerate().filter(|(_, variable)| {
            variable.instance == InstanceId(0)
                && variable.variability == Variability::Parameter
                && variable.binding.is_none()
        });
        let given = open.map(|(at, variable)| {
            let id = VariableId(at as u32);
            let unit = flat.attributes.iter().find(|found| (found.0, found.1) == (id, Attribute::Unit));
            let value = match unit.map(|found| flat.exprs.get(found.2)) {
                Some(Expr::String(unit)) => usual(flat.symbols.name(unit)),
                _ => "0",
            };
            format!("{} = {value}", flat.symbols.name(variable.name))
        });
        let given: Vec<String> = given.collect();
        if given.is_empty() { String::new() } else { format!("({})", given.join(", ")) }
    }

    /// Classes with a single connector of the kind: those named like a reference, among the user's own and beside the
    /// classes that the model uses, and after them those of the user that have nothing but the connector.
    fn classes_with_one(&self, connector: InstanceId) -> Vec<(String, String)> {
        let class = self.model.symbols.name(self.model.instances[connector.at()].class);
        let wanted = class.rsplit('.').next().unwrap_or(class).to_lowercase();
        let stem: String = wanted.chars().take_while(|letter| letter.is_alphanumeric()).collect();
        let beside = ClassTexts::new(self.siblings(), &self.loaded.sources);
        let user = self.model.owner(connector);
        let user = self.model.symbols.name(self.model.instances[user.at()].class);
        let mut found: Vec<(usize, Reverse<usize>, String, String)> = Vec::new();
        for candidate in self.texts.classes().chain(beside.classes()).filter(|class| !class.partial) {
            let simple = candidate.name.rsplit('.').next().unwrap_or_default().to_lowercase();
            let named = NAMES.iter().position(|name| simple.contains(name));
            let bare = !self.is_foreign(candidate.place)
                && candidate.restriction != Restriction::Connector
                && candidate.name != self.model.name;
            let Some(rank) = named.or(bare.then_some(NAMES.len())) else { continue };
            // A negative pin goes with a pin, and a flange with a flange of the other side.
            let is_port = |kind: &str| {
                let kind = kind.rsplit('.').next().unwrap_or(kind).to_lowercase();
                kind.contains(&stem) || kind.len() > 2 && stem.contains(&kind)
            };
            let ports: Vec<&str> = candidate
                .components
                .iter()
                .filter(|component| is_port(&component.0))
                .map(|component| component.1.as_str())
                .collect();
            if let [port] = ports[..] {
                // A library has its own ground beside its own resistor.
                let near = user.split('.').zip(candidate.name.split('.')).take_while(|(a, b)| a == b);
                found.push((rank, Reverse(near.count()), candidate.name.clone(), port.to_string()));
            }
        }
        found.sort();
        found.dedup();
        found.into_iter().take(MAX_CLASSES).map(|(_, _, name, port)| (name, port)).collect()
    }

    /// The files beside those of the classes that the model uses: in the same packages, and in packages beside them that
    /// are called like what gives something.
    fn siblings(&self) -> Vec<&syntax::tree::StoredDefinition> {
        let classes = self.model.instances.iter().map(|instance| self.model.symbols.name(instance.class));
        let packages: BTreeSet<&str> = classes.filter_map(|name| Some(name.rsplit_once('.')?.0)).collect();
        let around: BTreeSet<&str> =
            packages.iter().filter_map(|name| Some(name.rsplit_once('.')?.0)).collect();
        let file = |name: &&str| Some(self.texts.class(self.texts.by_name(name)?).place.file);
        let mut folders: BTreeSet<FileId> = packages.iter().filter_map(file).collect();
        let mut files = BTreeSet::new();
        for package in around.iter().filter_map(file) {
            let giving = flatten::Library::library_classes(self.loaded, Some(package));
            let giving = giving.iter().filter(|(name, _)| PACKAGES.contains(&name.as_str()));
            for &(_, found) in giving {
                folders.insert(found);
                files.insert(found);
            }
        }
        for folder in folders {
            let beside = flatten::Library::library_classes(self.loaded, Some(folder));
            if beside.len() <= MAX_SIBLINGS {
                files.extend(beside.iter().map(|found| found.1));
            }
        }
        files.into_iter().map(|file| flatten::Library::read(self.loaded, file)).collect()
    }
}

/// What is usual in a unit if nobody says more.
fn usual(unit: &str) -> &'static str {
    match unit {
        "Pa" => "1e5",
        "bar" => "1",
        "K" => "293.15",
        "degC" => "20",
        _ => "0",
    }
}
