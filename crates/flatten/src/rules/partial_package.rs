//! Packages that are there to be exchanged and were not, such as the medium of a pipe.
//!
//! Every function that the library calls of such a package is partial, its models cannot be instantiated, and its
//! constants have no values: said of each of them it would be said a dozen times, in places that the user cannot mend.

use syntax::tree::{Prefix, Restriction};
use syntax::{Diagnostic, DiagnosticCode, Place, Severity};

use crate::Flattener;
use crate::elab::ElabId;
use crate::program::ClassId;

/// A package of a component that is still partial.
struct UnchosenPackage {
    /// Where the component is declared, or the package itself.
    place: Place,
    /// The component; none if the model itself has the package.
    component: Option<String>,
    package: String,
    /// The partial package that it stands for.
    class: ClassId,
}

impl Flattener<'_> {
    /// Says of packages that are still partial where they are to be exchanged, in the place of what follows from it.
    pub(crate) fn check_partial_packages(&mut self) {
        let follows = |found: &Diagnostic| {
            matches!(
                found.code,
                DiagnosticCode::PartialCall | DiagnosticCode::PartialClass | DiagnosticCode::NeedsValue
            ) && !self.program.is_own(found.primary.place.file)
        };
        let (followed, kept): (Vec<Diagnostic>, _) = self.diagnostics.iter().cloned().partition(follows);
        if !followed.iter().any(|found| found.code != DiagnosticCode::NeedsValue) {
            return;
        }
        let unchosen = self.unchosen();
        let Some(first) = unchosen.first() else { return };
        let failed = followed.iter().any(|found| found.severity() == Severity::Error);
        let code = if failed { DiagnosticCode::PartialClass } else { DiagnosticCode::PartialCall };
        let full = self.class_name(first.class);
        let alike: Vec<&UnchosenPackage> =
            unchosen.iter().filter(|found| found.class == first.class).collect();
        let names: Vec<String> = alike
            .iter()
            .map(|found| match &found.component {
                Some(component) => format!("`{component}.{}`", found.package),
                None => format!("`{}`", found.package),
            })
            .collect();
        let (are, they) = if names.len() == 1 { ("is", "it") } else { ("are", "they") };
        let message = format!(
            "{} {are} still the partial package `{full}`: the model cannot be simulated",
            crate::error::list_in_words(&names)
        );
        let mut diagnostic = Diagnostic::new(code, first.place, message)
            .label(format!("no `{}` is chosen here", first.package))
            .note(format!("`{full}` declares what there is to compute, and not how"));
        for other in &alike[1..] {
            diagnostic = diagnostic.related(other.place, "nor here");
        }
        let how = match &first.component {
            Some(component) => {
                format!(
                    "say which {they} {are}, as in `{component}(redeclare package {} = …)`",
                    first.package
                )
            }
            None => format!("write a package that extends it in the place of `{full}`"),
        };
        self.diagnostics = kept;
        self.report(diagnostic.help(how));
    }

    /// The packages that are still partial, of the model or else of components that the user declared.
    fn unchosen(&mut self) -> Vec<UnchosenPackage> {
        let Some(top) = self.top else { return Vec::new() };
        let mut found = Vec::new();
        for inst in self.public_insts() {
            let component = self.user_component(inst).filter(|(own, _)| *own == inst);
            let place = component.map(|(_, declaration)| declaration.place());
            // What the model leaves open its components get from there.
            if inst != top
                && (place.is_none() || found.iter().any(|open: &UnchosenPackage| open.component.is_none()))
            {
                continue;
            }
            for (package, class, declared) in self.partial_packages(self.inst(inst).elab) {
                let component = (inst != top).then(|| self.path_of(inst));
                found.push(UnchosenPackage { place: place.unwrap_or(declared), component, package, class });
            }
        }
        found
    }

    /// The replaceable packages of a class that are partial: what they are called, what they are, and where declared.
    fn partial_packages(&mut self, elab: ElabId) -> Vec<(String, ClassId, Place)> {
        let mut found = Vec::new();
        for index in 0..self.elab(elab).classes.len() {
            let member = self.elab(elab).classes[index].class;
            let node = self.program.class(member).node;
            if node.restriction != Restriction::Package || !node.prefixes.has(Prefix::Replaceable) {
                continue;
            }
            let class = self.class_ref(elab, index);
            let chosen = self.elaborate(&class);
            if !self.is_partial(chosen) {
                continue;
            }
            let partial = |&class: &ClassId| self.program.class(class).node.prefixes.has(Prefix::Partial);
            let Some(base) = self.texts(chosen).map(|text| text.0).find(partial) else { continue };
            let name = self.model.symbols.name(self.program.class(member).name).to_string();
            found.push((name, base, self.class_place(member)));
        }
        found
    }
}
