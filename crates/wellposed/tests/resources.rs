//! Models that are built from files find them, by name and in the folders of packages.

use wellposed::{Flattened, MemoryFiles, RenderStyle, flatten, load, render};

const LIBRARY: &str = "package Lib
  function count
    input String file;
    output Integer n;
  external \"C\" n = ModelicaInternal_countLines(file);
  end count;

  function full
    input String uri;
    output String name;
  external \"C\" name = ModelicaInternal_fullPathName(uri);
  end full;

  model Rows
    parameter String file;
    Real x[count(full(file))](each start = 1);
  equation
    der(x) = -x;
  end Rows;

  function getTimeSpanTMY3
    input String filNam;
    input String tabNam;
    output Real timeSpan[2];
  external \"C\" getTimeSpan(filNam, tabNam, timeSpan);
  end getTimeSpanTMY3;

  function getTimeSpan
    input String file;
    input Integer hours;
    output Real span[2];
  external \"C\" getTimeSpan(file, hours, span);
  end getTimeSpan;

  model Hours
    replaceable function span = getTimeSpanTMY3;
    constant Real ends[2] = span(\"weather.mos\", \"tab1\");
    Real x[integer((ends[2] - ends[1])/3600)](each start = 1);
  equation
    der(x) = -x;
  end Hours;

  model Others
    constant Real ends[2] = getTimeSpan(\"weather.mos\", 24);
    Real x[integer((ends[2] - ends[1])/3600)](each start = 1);
  equation
    der(x) = -x;
  end Others;

  model Own = Rows(file = \"modelica://Lib/Resources/rows.txt\");
  model Inner = Rows(file = \"modelica://Lib.Sub.Rows/rows.txt\");
  model Plain = Rows(file = \"rows.txt\");
  model Nowhere = Rows(file = \"modelica://Other/rows.txt\");
  model Nothing = Rows(file = \"modelica://Lib/none.txt\");
end Lib;";

fn flattened(name: &str) -> (Flattened, String) {
    let mut files = MemoryFiles::default();
    files.add("libraries/Lib/package.mo", LIBRARY);
    files.add("libraries/Lib/Sub/package.mo", "within Lib; package Sub end Sub;");
    files.add("libraries/Lib/Resources/rows.txt", "1\n2\n3\n");
    files.add("libraries/Lib/Sub/rows.txt", "1\n");
    files.add("rows.txt", "1\n2\n");
    files.add("weather.mos", "#1\ndouble tab1(3,2)\n7200 1\n10800 3\n14400 4\n");
    let loaded = load(&files, &["libraries/Lib".into()]);
    let flattened = flatten(&files, &loaded, name);
    let found = loaded.diagnostics.iter().chain(&flattened.diagnostics);
    let text = found.map(|found| render(&loaded.sources, found, RenderStyle::default())).collect();
    (flattened, text)
}

#[test]
fn sizes_come_from_files() {
    for (name, rows) in [("Lib.Own", 3), ("Lib.Inner", 1), ("Lib.Plain", 2)] {
        let (flattened, text) = flattened(name);
        assert_eq!(text, "", "{name}");
        assert_eq!(flattened.model.unwrap().unknowns(), rows, "{name}");
    }
}

/// A C name that is not of the standard library could be anyone's: how its arguments are declared decides.
#[test]
fn a_function_of_another_library_is_known_by_its_whole_declaration() {
    let (flattened, text) = flattened("Lib.Hours");
    assert_eq!(text, "");
    assert_eq!(flattened.model.unwrap().unknowns(), 3);
    let (_, text) = self::flattened("Lib.Others");
    assert!(text.contains("the external function `getTimeSpan` is not built in"), "{text}");
}

#[test]
fn files_that_are_not_there_are_told() {
    let (_, text) = flattened("Lib.Nowhere");
    assert!(text.contains("`modelica://Other/rows.txt` leads into no package that has been read"), "{text}");
    let (_, text) = flattened("Lib.Nothing");
    assert!(text.contains("none.txt` cannot be read"), "{text}");
}
