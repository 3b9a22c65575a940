//! Too few equations: sections 6.1 to 6.4.

use structure::{Part, safe_removals};
use wellposed::RepairSearch;

use super::read::{Read, checked, with};

const CIRCUIT: &str = include_str!("../../../../tests/corpus/debug/E003-6.2.mo");
const TANK: &str = include_str!("../../../../tests/corpus/debug/E003-6.4-fig6-14.mo");
const PLAIN: &str = include_str!("../../../../tests/corpus/debug/E003-5.2.mo");

/// The law that the tank lost.
const LAW: &str = "qOut.lflow = -flowGain*tActuator.act";

/// Figure 6-4 as a model.
const SMALL: &str = "model Small
  Real var1, var2, var3, var4, var5, var6;
equation
  var1 + var2 = 1;
  var1 - var2 = 2;
  var2 + var3 = 3;
  var2 + var3*var4 + var6 = 4;
  var5 + var6 = 5;
end Small;
";

/// Any of three can be left out. The last one cuts an equation off, unless that holds one of four others.
#[test]
fn e003_6_1() {
    let read = Read::new(SMALL);
    let parts = &read.structure.decomposition.parts;
    assert_eq!(read.names(&parts.under.columns), "var4 var5 var6");
    assert_eq!((parts.under.rows.len(), parts.over.is_empty(), read.blocks()), (2, true, vec![2, 1]));
    let removed = |sublevel: u8| {
        let checked = checked(SMALL, &RepairSearch { sublevel, ..RepairSearch::default() });
        let mut removed: Vec<String> =
            checked.repairs.iter().map(|repair| repair.removes.join(" ")).collect();
        removed.sort();
        removed.join(" ")
    };
    assert_eq!((removed(1).as_str(), removed(2).as_str()), ("var4 var5", "var4 var5 var6"));
    let repairs = checked(SMALL, &RepairSearch { sublevel: 2, ..RepairSearch::default() }).repairs;
    let last = repairs.iter().find(|repair| repair.removes == ["var6"]).unwrap();
    let cut = "`var5 + var6 = 5` is then disconnected from the rest, unless it also contains `var1`, `var2`, `var3` or `var4`";
    assert!(last.description.ends_with(cut), "{}", last.description);
    for other in ["var1", "var2", "var3", "var4"] {
        let text = with(&with(SMALL, "var5 + var6", &format!("var5 + {other}")), " + var6", "");
        let read = Read::new(&with(&text, ", var6", ""));
        assert!(read.structure.decomposition.is_well_determined(), "{other}");
        assert_eq!(Part::all(&read.structure.incidence).components(&read.structure.incidence).len(), 1);
    }
}

#[test]
fn e003_6_2() {
    let read = Read::new(CIRCUIT);
    let parts = &read.structure.decomposition.parts;
    assert_eq!(read.size(), (14, 15));
    assert_eq!(read.names(&parts.under.columns), "AC.i AC.n.i AC.p.i G.p.i R1.i R1.n.i R1.p.i R1.s");
    let mut open: Vec<String> = parts.under.rows.iter().map(|&row| read.equation(row)).collect();
    open.sort();
    assert_eq!(
        open,
        [
            "0 = AC.p.i + AC.n.i",
            "0 = R1.p.i + R1.n.i",
            "AC.i = AC.p.i",
            "AC.p.i + R1.p.i = 0.0",
            "R1.R * R1.i = R1.v * R1.s",
            "R1.i = R1.p.i",
            "R1.n.i + AC.n.i + G.p.i = 0.0",
        ]
    );
    assert_eq!(read.blocks(), [1; 7]);
    // That of the source lies on a cycle, and was left out in the thesis.
    let found = safe_removals(&read.structure.incidence, &parts.under).columns;
    assert_eq!(read.names(&found), "AC.i AC.n.i G.p.i R1.n.i R1.s");
}

/// Of the five that cut nothing off only the factor can be left out of the text.
#[test]
fn e003_6_2_reduced() {
    let cautious = RepairSearch { sublevel: 1, ..RepairSearch::default() };
    let checked = checked(CIRCUIT, &cautious);
    let removed: Vec<String> = checked.repairs.iter().map(|repair| repair.removes.join(" ")).collect();
    assert_eq!(removed, ["s"]);
    let accepted = Read::new(&with(&with(CIRCUIT, "v*s", "v"), "  Real s;\n", ""));
    assert!(accepted.structure.decomposition.is_well_determined() && accepted.structure.hidden.is_empty());
    // The current of the ground, and that of the resistor: without the connection one unknown is open as before, by the
    // places of all.
    for connection in ["  connect(AC.n, G.p);\n", "  connect(R1.n, AC.n);\n"] {
        let read = Read::new(&with(CIRCUIT, connection, ""));
        let matching = &read.structure.decomposition.matching;
        assert_eq!((matching.free_rows().count(), matching.free_columns().count()), (0, 1), "{connection}");
    }
    // The current of the source is declared for all that extend its class.
    let text = with(&with(CIRCUIT, "  Real v, i;\n", "  Real v;\n"), "  i = p.i;\n", "  0 = p.i;\n");
    let read = Read::new(&with(&text, "R*i = v*s", "R = v*s"));
    let parts = &read.structure.decomposition.parts;
    let mut over: Vec<String> = parts.over.rows.iter().map(|&row| read.equation(row)).collect();
    over.sort();
    assert_eq!(over, ["0 = AC.p.i", "0 = R1.p.i", "AC.p.i + R1.p.i = 0.0"]);
    assert_eq!(read.names(&parts.over.columns), "AC.p.i R1.p.i");
    assert_eq!(Part::all(&read.structure.incidence).components(&read.structure.incidence).len(), 2);
}

#[test]
fn e003_6_2_add() {
    let read = Read::new(&with(CIRCUIT, "R*i = v*s;\n", "R*i = v*s;\n  s = 10;\n"));
    assert!(read.structure.decomposition.is_well_determined() && read.structure.hidden.is_empty());
}

/// Table 6-2: what an equation of each class could hold, and what that is in the model.
#[test]
fn e003_6_3() {
    let read = Read::new(PLAIN);
    let reach = repair::ClassInstances::new(&read.model, &read.rows, &read.texts);
    let row = |class: &str| -> Vec<String> {
        let names = reach.names(&read.model, &read.rows, &read.texts, read.texts.by_name(class).unwrap());
        let line = |(name, ids): (&String, &Vec<wellposed::equations::VariableId>)| {
            let flat: Vec<String> = ids.iter().map(|&id| read.model.variable_name(id)).collect();
            format!("{name}: {}", flat.join(" "))
        };
        names.iter().map(line).collect()
    };
    let same = |prefix: &str, names: &[&str]| -> Vec<String> {
        names.iter().map(|name| format!("{name}: {prefix}{name}")).collect()
    };
    let two = ["i", "n.i", "n.v", "p.i", "p.v", "v"];
    assert_eq!(row("Resistor"), same("R1.", &two));
    assert_eq!(row("VsourceAC"), same("AC.", &two));
    assert_eq!(row("Ground"), same("G.", &["p.i", "p.v"]));
    assert_eq!(
        row("TwoPin"),
        [
            "i: R1.i AC.i",
            "n.i: R1.n.i AC.n.i",
            "n.v: R1.n.v AC.n.v",
            "p.i: R1.p.i AC.p.i",
            "p.v: R1.p.v AC.p.v",
            "v: R1.v AC.v"
        ]
    );
    assert_eq!(row("Pin"), ["i: R1.p.i R1.n.i AC.p.i AC.n.i G.p.i", "v: R1.p.v R1.n.v AC.p.v AC.n.v G.p.v"]);
    let mut whole: Vec<String> =
        ["R1.", "AC."].iter().flat_map(|part| two.map(|name| format!("{part}{name}"))).collect();
    whole.extend(["G.p.i".to_string(), "G.p.v".to_string()]);
    whole.sort();
    let names: Vec<&str> = whole.iter().map(String::as_str).collect();
    assert_eq!(row("Circuit"), same("", &names));
}

#[test]
fn e003_6_4() {
    let read = Read::new(TANK);
    let parts = &read.structure.decomposition.parts;
    assert_eq!(read.size(), (11, 12));
    assert_eq!(read.names(&parts.well.columns), "source.qOut.lflow tankm.qIn.lflow");
    assert_eq!((parts.under.rows.len(), parts.under.columns.len()), (9, 10));
    assert_eq!(
        read.names(&parts.under.columns),
        "pid.cInp.val pid.cOut.act pid.error pid.outCtr pid.x pid.y tankm.h tankm.qOut.lflow tankm.tActuator.act \
         tankm.tSensor.val"
    );
    let found = safe_removals(&read.structure.incidence, &parts.under).columns;
    assert_eq!(read.names(&found), "pid.x pid.y tankm.qOut.lflow tankm.tActuator.act");
}

/// Table 6-4: which of the open unknowns each class knows, with the column and the row that the thesis left out.
#[test]
fn e003_6_4_reach() {
    let read = Read::new(TANK);
    let reach = repair::ClassInstances::new(&read.model, &read.rows, &read.texts);
    let under = &read.structure.decomposition.parts.under.columns;
    let open = |class: &str| -> String {
        let names = reach.names(&read.model, &read.rows, &read.texts, read.texts.by_name(class).unwrap());
        let is_open = |id: &&wellposed::equations::VariableId| under.contains(&read.rows.column_of[id.at()]);
        let known = names.values().flatten().filter(is_open).map(|&id| read.model.variable_name(id));
        let mut known: Vec<String> = known.collect();
        known.sort();
        known.join(" ")
    };
    assert_eq!(open("TankWithPIDController"), read.names(under));
    assert_eq!(open("Tank"), "tankm.h tankm.qOut.lflow tankm.tActuator.act tankm.tSensor.val");
    assert_eq!(open("PIDcontinuousController"), "pid.cInp.val pid.cOut.act pid.error pid.outCtr pid.x pid.y");
    assert_eq!(open("Controller"), "pid.cInp.val pid.cOut.act pid.error pid.outCtr");
    assert_eq!(open("LiquidSource"), "");
    assert_eq!(open("LiquidFlow"), "tankm.qOut.lflow");
    assert_eq!(open("ActSignal"), "pid.cOut.act tankm.tActuator.act");
    assert_eq!(open("ReadSignal"), "pid.cInp.val tankm.tSensor.val");
}

/// Three can be left out of the text. The fourth that cuts nothing off is what a connection speaks of, and with the
/// connection goes an equation.
#[test]
fn e003_6_4_stage1() {
    let cautious = RepairSearch { sublevel: 1, ..RepairSearch::default() };
    let mut removed: Vec<String> =
        checked(TANK, &cautious).repairs.iter().map(|repair| repair.removes.join(" ")).collect();
    removed.sort();
    assert_eq!(removed, ["qOut.lflow", "x", "y"]);
    let read = Read::new(&with(TANK, "  connect(tankm.tActuator, pid.cOut);\n", ""));
    assert_eq!((read.size(), read.deficit().under), ((10, 12), 2));
    // Each of the three as the thesis writes it.
    let first = with(TANK, "(qIn.lflow - qOut.lflow)/area", "qIn.lflow/area");
    let second = with(&with(TANK, "der(x) = error/T", "0 = error/T"), "x + error + y", "error + y");
    let third = with(&with(TANK, "y = T*der(error)", "0 = T*der(error)"), "x + error + y", "x + error");
    let declarations = ["  LiquidFlow qOut;\nequation", "  Real x;\n", "  Real y;\n"];
    for (text, declaration) in [first, second, third].iter().zip(declarations) {
        let kept = if declaration.ends_with("equation") { "equation" } else { "" };
        let read = Read::new(&with(text, declaration, kept));
        assert!(read.structure.decomposition.is_well_determined(), "{declaration}");
        assert_eq!(read.blocks(), [1; 11], "{declaration}");
    }
}

/// The law in the tank, or the same in the whole model: one flat system.
#[test]
fn e003_6_4_fixed() {
    let inside = Read::new(&with(TANK, "  tSensor.val = h;\n", &format!("  tSensor.val = h;\n  {LAW};\n")));
    let law = "tankm.qOut.lflow = -tankm.flowGain*tankm.tActuator.act";
    let last = "  connect(tankm.tSensor, pid.cInp);\n";
    let outside = Read::new(&with(TANK, last, &format!("{last}  {law};\n")));
    for read in [&inside, &outside] {
        assert!(read.structure.decomposition.is_well_determined() && read.structure.hidden.is_empty());
        let mut blocks = read.blocks();
        blocks.sort_unstable();
        assert_eq!(blocks, [1, 1, 10]);
        let (_, analysis, _) = wellposed::analyze_model(&read.loaded.sources, &read.model);
        assert_eq!((analysis.index, analysis.freedom), (Some(2), 2));
    }
    let equations = |read: &Read| {
        let mut all: Vec<String> = (0..12).map(|row| read.equation(row)).collect();
        all.sort();
        all
    };
    assert_eq!(equations(&inside), equations(&outside));
}
