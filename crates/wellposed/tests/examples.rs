//! Every model of `examples/Workbench` is well-posed, and nothing at all is said about it.

use std::path::Path;

use wellposed::{RenderStyle, RepairSearch, Wellposedness, check, load, models, render};

#[allow(clippy::disallowed_methods, dead_code, unreachable_pub)]
use super::disk;
use disk::Disk;

/// The mutation scoreboard is measured on these models; fewer would say less.
const LEAST: usize = 40;

#[test]
fn every_example_is_well_posed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/Workbench");
    let loaded = load(&Disk, &[root]);
    let mut complaints: Vec<String> = loaded
        .diagnostics
        .iter()
        .map(|found| render(&loaded.sources, found, RenderStyle::default()))
        .collect();
    let models = models(&loaded, "Workbench.Examples").unwrap_or_default();
    for name in &models {
        let checked = check(&Disk, &loaded, name, &RepairSearch::default());
        if checked.wellposedness != Wellposedness::Well {
            complaints.push(format!("{name} is {}", checked.wellposedness.status().word()));
        }
        let shown =
            checked.diagnostics.iter().map(|found| render(&loaded.sources, found, RenderStyle::default()));
        complaints.extend(shown);
        let size = checked.model.map_or(0, |model| model.scalar_equations());
        if !(2..=400).contains(&size) {
            complaints.push(format!("{name} has {size} equations"));
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    assert!(models.len() >= LEAST, "{} models", models.len());
}
