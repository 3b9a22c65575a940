//! Bindings and attributes of variables, once all components are there.

use crate::Flattener;
use crate::instance::{InstId, LeafId};
use crate::layer::{Layer, Owner, descend};
use crate::value::{ArrayValue, LoweredValue, accepts, count};
use equations::{Attribute, Lock, Origin, OriginId, Type, VariableId};
use syntax::{Diagnostic, DiagnosticCode, Place};

impl<'a> Flattener<'a> {
    /// Gives all variables of the model their bindings and attributes.
    pub(crate) fn bind_variables(&mut self) {
        for at in 0..self.leaves.len() as u32 {
            let id = LeafId(at);
            let Some(first) = self.leaf(id).first else { continue };
            if let Some(LoweredValue::Plain(plain)) = self.binding(id) {
                let bound = self.bound(id, first);
                self.check_binding(id, &plain.items);
                for (at, &item) in plain.items.iter().enumerate() {
                    if let Some(variable) = self.model.variables.get_mut(first.at() + at) {
                        variable.binding = Some(item);
                        variable.bound = bound.unwrap_or(variable.bound);
                    }
                }
            }
            for at in 0..count(&self.leaf(id).dims) as u32 {
                let variable = VariableId(first.0 + at);
                if let Some(given) = self.override_value(id, variable) {
                    self.model.variables[variable.at()].binding = Some(given);
                }
            }
            if self.is_folded(id) {
                let origin = self.model.variables.get(first.at()).map(|variable| variable.bound);
                self.model.folded.extend(origin);
            }
            self.lock_value(id, first);
            self.attributes(id, first);
        }
    }

    /// Where the value of a variable is written, if that is not its declaration.
    fn bound(&mut self, id: LeafId, first: VariableId) -> Option<OriginId> {
        let (place, instance) = self.binding_modification(id)?;
        let instance = self.inst(instance).public?;
        let origin = Origin::Written { place, instance };
        let declared = self.model.variables.get(first.at())?.origin;
        (self.model.origins[declared.at()] != origin).then(|| self.add_origin(origin))
    }

    /// The modification that gives a variable its value, and the instance in whose class it is written.
    pub(crate) fn binding_modification(&self, id: LeafId) -> Option<(Place, InstId)> {
        let leaf = self.leaf(id);
        let at = leaf.layers.iter().position(|layer| layer.value.is_some());
        let whole = || self.whole_giver(leaf.inst);
        let own = || at.map(|at| self.written_by(&leaf.layers[at], leaf.inst));
        if at.is_none_or(|at| at >= leaf.outer) { whole().or_else(own) } else { own() }
    }

    fn whole_giver(&self, inst: InstId) -> Option<(Place, InstId)> {
        let (layer, around) = self.whole_layer(inst)?;
        Some(self.written_by(layer, around))
    }

    /// The layer that gives an instance its value as a whole, or a record around it, and the instance around that.
    pub(crate) fn whole_layer(&self, inst: InstId) -> Option<(&Layer<'a>, InstId)> {
        let found = self.inst(inst);
        let at = found.layers.iter().position(|layer| layer.value.is_some());
        let around = || found.parent.and_then(|parent| self.whole_layer(parent));
        let own = || at.map(|at| (&found.layers[at], found.parent.unwrap_or(inst)));
        if at.is_none_or(|at| at >= found.ranking) { around().or_else(own) } else { own() }
    }

    fn written_by(&self, layer: &Layer<'a>, inst: InstId) -> (Place, InstId) {
        match layer.owner {
            Owner::Own => (layer.place(), inst),
            Owner::Instance(owner) => (layer.place(), owner),
        }
    }

    /// The level of an instance in the component hierarchy; that of the model is 1.
    fn hierarchy_level(&self, inst: InstId) -> u32 {
        let above = std::iter::successors(self.inst(inst).parent, |&around| self.inst(around).parent);
        1 + above.count() as u32
    }

    fn attributes(&mut self, id: LeafId, first: VariableId) {
        let layers = self.leaf(id).layers.clone();
        let mut given: Vec<(Attribute, usize, Layer<'a>)> = Vec::new();
        let modifying = self.leaf(id).modifying;
        if self.leaf(id).dims.is_empty() {
            self.check_each(&layers[..modifying]);
        }
        for (at, layer) in layers.iter().enumerate() {
            for (text, span) in layer.names() {
                let kind = self.leaf(id).kind;
                let Some(attribute) = attribute(text).filter(|&attribute| has_attribute(kind, attribute))
                else {
                    self.unknown_attribute(id, layer, span, text);
                    continue;
                };
                if given.iter().any(|(known, ..)| *known == attribute) {
                    continue;
                }
                let symbol = self.model.symbols.add(text);
                let found = descend(std::slice::from_ref(layer), symbol, &self.model.symbols);
                if let Some(value) = found.into_iter().find(|layer| layer.value.is_some()) {
                    self.check_final_part(symbol, &value, &layers[at + 1..]);
                    given.push((attribute, at, value));
                }
            }
        }
        let (inst, dims) = (self.leaf(id).inst, self.leaf(id).dims.clone());
        for (attribute, at, layer) in given {
            let Some(LoweredValue::Plain(plain)) = self.layer_value(&layer, inst, Some(dims.len())) else {
                continue;
            };
            if !plain.is_scalar() && plain.dims != dims {
                self.sizes_differ(layer.place(), &dims, &plain.dims);
                continue;
            }
            if plain.is_scalar() && !dims.is_empty() && !layer.each && at < modifying {
                self.loose_attribute(&layer);
            }
            let declared = self.leaf(id).file.place(self.leaf(id).span);
            if !self.check_attribute_kind(attribute, self.leaf(id).kind, &plain, layer.place(), declared) {
                continue;
            }
            self.check_attribute(attribute.text(), &plain.items, layer.place(), declared);
            if attribute == Attribute::Start && layer.is_final {
                self.lock(id, first, Some(attribute), Lock::Final, layer.place());
            }
            if attribute == Attribute::Unit {
                self.check_unit(&plain.items, layer.place());
            }
            let level = (attribute == Attribute::Start && at < modifying)
                .then(|| self.hierarchy_level(self.written_by(&layer, inst).1));
            for at in 0..count(&dims) {
                let item = plain.items[if plain.is_scalar() { 0 } else { at }];
                if let Some(level) = level {
                    self.model.start_levels.insert(VariableId(first.0 + at as u32), level);
                }
                self.model.attributes.push((VariableId(first.0 + at as u32), attribute, item));
            }
        }
    }

    /// Reports a value of another type than the attribute has.
    fn check_attribute_kind(
        &mut self,
        attribute: Attribute,
        kind: Type,
        value: &ArrayValue,
        place: Place,
        declared: Place,
    ) -> bool {
        use Attribute as A;
        let wanted = match attribute {
            A::Quantity | A::Unit | A::DisplayUnit => Type::String,
            A::Min | A::Max | A::Start | A::Nominal => kind,
            A::Fixed | A::Unbounded => Type::Boolean,
            A::StateSelect => Type::Enumeration(self.state_select),
        };
        if value.items.is_empty() || accepts(wanted, value.kind) {
            return true;
        }
        let name = attribute.text();
        let a = |name: &str| format!("{} {name}", if name.starts_with(['I', 'e']) { "an" } else { "a" });
        let (expected, found) = (a(self.type_name(wanted)), a(self.type_name(value.kind)));
        let message = format!("the attribute `{name}` is {expected}, and {found} is given");
        let diagnostic = Diagnostic::new(DiagnosticCode::TypeMismatch, place, message)
            .label(format!("expected {expected}, found {found}"));
        // A declaration that holds the value needs no second pointer.
        let inside = declared.file == place.file
            && declared.span.start <= place.span.start
            && place.span.end <= declared.span.end;
        self.report(if inside { diagnostic } else { diagnostic.related(declared, "the variable") });
        false
    }

    fn unknown_attribute(&mut self, id: LeafId, layer: &Layer<'a>, span: syntax::Span, name: &str) {
        if matches!(self.leaf(id).kind, Type::External) {
            return;
        }
        let declared = self.leaf(id).file.place(self.leaf(id).span);
        let message = match attribute(name) {
            Some(_) => {
                let kind = self.type_name(self.leaf(id).kind);
                format!("a variable of type {kind} has no attribute `{name}`")
            }
            None => format!("`{name}` is not an attribute of a variable"),
        };
        self.report(
            Diagnostic::new(DiagnosticCode::UnknownModifier, layer.file.place(span), message)
                .label("modifies nothing")
                .related(declared, "the variable"),
        );
    }
}

/// True if variables of a type have an attribute (section 4.9).
fn has_attribute(kind: Type, attribute: Attribute) -> bool {
    use Attribute as A;
    match kind {
        Type::Real => true,
        Type::Integer | Type::Enumeration(_) => {
            matches!(attribute, A::Quantity | A::Min | A::Max | A::Start | A::Fixed)
        }
        _ => matches!(attribute, A::Quantity | A::Start | A::Fixed),
    }
}

fn attribute(name: &str) -> Option<Attribute> {
    Some(match name {
        "quantity" => Attribute::Quantity,
        "unit" => Attribute::Unit,
        "displayUnit" => Attribute::DisplayUnit,
        "min" => Attribute::Min,
        "max" => Attribute::Max,
        "start" => Attribute::Start,
        "fixed" => Attribute::Fixed,
        "nominal" => Attribute::Nominal,
        "unbounded" => Attribute::Unbounded,
        "stateSelect" => Attribute::StateSelect,
        _ => return None,
    })
}
