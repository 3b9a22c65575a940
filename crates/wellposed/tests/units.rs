//! Models whose units fit together give no warning, and each that does not gives one.

use wellposed::syntax::DiagnosticCode;
use wellposed::{MemoryFiles, RenderStyle, check_units, flatten, load, page, render};

/// The warnings for the last class of a text.
fn warnings(text: &str) -> Vec<String> {
    let mut files = MemoryFiles::default();
    files.add("Example.mo", text);
    let loaded = load(&files, &["Example.mo".into()]);
    let tree = &loaded.trees[0];
    let class = tree[tree.classes].last().expect("a class");
    let name = &loaded.sources[tree.file].text()[class.name.span.range()];
    let flattened = flatten(&files, &loaded, name);
    // Each of these models has a variable with a unit that nobody knows.
    let errors = loaded.diagnostics.iter().chain(&flattened.diagnostics);
    let errors = errors.filter(|found| found.code != DiagnosticCode::UnknownUnit);
    let errors: String = errors.map(|found| render(&loaded.sources, found, RenderStyle::default())).collect();
    assert_eq!(errors, "", "{text}");
    let found = check_units(&flattened.model.expect("a model"));
    assert!(found.iter().all(|found| found.code == DiagnosticCode::UnitMismatch));
    found.into_iter().map(|found| format!("{}: {}", found.message, found.primary.text)).collect()
}

/// A model with some variables, and one more line.
fn model(line: &str) -> String {
    format!(
        "model M
           constant Real g(unit = \"m/s2\") = 10;
           constant Real unitTime(unit = \"s\") = 1;
           constant Real two = 2;
           function f input Real u; output Real y; algorithm y := 2*u; annotation(Inline = false); end f;
           parameter Integer n = 3;
           parameter Real p = 1;
           Real x(unit = \"m\"), y(unit = \"m\"), x_mm(unit = \"mm\");
           Real v(unit = \"m/s\"), t(unit = \"s\"), m(unit = \"kg\"), F(unit = \"N\");
           Real T(unit = \"K\"), T_C(unit = \"degC\"), T2_C(unit = \"degC\");
           Real phi(unit = \"rad\"), phi_deg(unit = \"deg\"), w(unit = \"rad/s\"), c(unit = \"1\");
           Real a, b(unit = \"no_unit\"), on(unit = \"km/h\");
           Boolean less;
         {}
         end M;",
        if line.starts_with("algorithm") { line.to_string() } else { format!("equation {line}") }
    )
}

#[test]
fn right() {
    for line in [
        "x = y;",
        "x = 1;",
        "x = 2*y;",
        "x = n*y;",
        "x = y + 1;",
        "x = -y - 0.5*x;",
        "der(x) = v;",
        "m*der(v) = F;",
        "m*der(der(x)) = F;",
        "x = v*t;",
        "x = v*time;",
        "x^2 = y*y;",
        "x = sqrt(y*x);",
        "x = (y^3)^(1/3);",
        "x = max(y, 1);",
        "x = if t > 2 then y else 0;",
        "x = abs(y)*sign(v);",
        "x = y*sin(phi)*exp(-t/time);",
        "x = y*c^n;",
        "x = y*(x/y)^p;",
        "phi = atan2(x, y);",
        "w = der(phi);",
        "w = 1/t;",
        "c = sin(2*3.14*t/time);",
        "less = x < y and v > 1;",
        // Nothing is known of these.
        "x = a;",
        "x = a*m;",
        "x = b;",
        "x = f(m);",
        "a = f(x) + m;",
        "a = m*x + p;",
        // Nobody wrote a unit.
        "a = sin(time);",
        "a = time + sin(a);",
        "der(a) = a;",
        // Numbers that convert.
        "x_mm = 1000*x;",
        "x = x_mm/1000;",
        "on = 3.6*v;",
        "phi_deg = 180/3.14*phi;",
        "T = T_C + 273.15;",
        "T_C = T - 273.15;",
        "T = T_C - T2_C;",
        "T_C = T2_C + T;",
        "der(T_C) = der(T);",
        // Constants that have become numbers.
        "F = m*g;",
        "v = x/unitTime;",
        "algorithm x := v*t; y := x; assert(x < y, \"\"); if t > 1 then x := 2*y; end if;",
        "when t > 1 then reinit(x, y); end when;",
        "x = noEvent(smooth(0, if x > 0 then y else x));",
        "x = homotopy(y, x);",
        "x = delay(y, 1);",
    ] {
        assert_eq!(warnings(&model(line)), [""; 0], "{line}");
    }
}

#[test]
fn wrong() {
    for (line, expected) in [
        ("x = v;", "an equation between `m` and `m/s`: `x` is in m, `v` is in m/s"),
        ("F = m*v;", "an equation between `N` and `N.s`: `F` is in N, `m * v` is in N.s"),
        ("m = v*t;", "an equation between `kg` and `m`: `m` is in kg, `v * t` is in m"),
        ("der(x) = x;", "an equation between `m/s` and `m`: `der(x)` is in m/s, `x` is in m"),
        ("x = two*v;", "an equation between `m` and `m/s`: `x` is in m, `2 * v` is in m/s"),
        (
            "x = sin(phi);",
            "an equation between `m` and a plain number: `x` is in m, `sin(phi)` is a plain number",
        ),
        ("x = x_mm;", "an equation between `m` and `mm`: `x` is in m, `x_mm` is in mm"),
        ("a = x + x_mm;", "a sum of `m` and `mm`: `x` is in m, `x_mm` is in mm"),
        ("a = 1 + x + p - m;", "a sum of `m` and `kg`: `x` is in m, `m` is in kg"),
        ("T = T_C;", "an equation between `K` and `degC`: `T` is in K, `T_C` is in degC"),
        ("less = x < v;", "a comparison of `m` and `m/s`: `x` is in m, `v` is in m/s"),
        ("a = sin(x);", "`sin` needs a plain number, not one in `m`: `x` is in m"),
        ("a = exp(2*T);", "`exp` needs a plain number, not one in `K`: `2 * T` is in K"),
        ("a = cos(phi_deg);", "`cos` needs a plain number, not one in `deg`: `phi_deg` is in deg"),
        ("a = 2^x;", "an exponent is a plain number, not one in `m`: `x` is in m"),
        ("a = max(x, m);", "`max` of `m` and `kg`: `x` is in m, `m` is in kg"),
        ("a = if less then x else m;", "an `if` that gives `m` or `kg`: `x` is in m, `m` is in kg"),
        ("when t > x then a = 1; end when;", "a comparison of `s` and `m`: `t` is in s, `x` is in m"),
        ("when t > 1 then reinit(x, m); end when;", "`reinit` of `m` and `kg`: `x` is in m, `m` is in kg"),
        ("algorithm x := m;", "a variable in `m` is assigned `kg`: `x` is in m, `m` is in kg"),
        ("if t > 1 then a = x + m; else a = 1; end if;", "a sum of `m` and `kg`: `x` is in m, `m` is in kg"),
        // One mistake, one message.
        ("x = sin(x + m) + v;", "a sum of `m` and `kg`: `x` is in m, `m` is in kg"),
        (
            "for i in 1:3 loop x = i*m; end for;",
            "an equation between `m` and `kg`: `x` is in m, `m` is in kg",
        ),
    ] {
        assert_eq!(warnings(&model(line)), [expected], "{line}");
    }
}

#[test]
fn bindings() {
    let text = "model M parameter Real m(unit = \"kg\") = 1; parameter Real x(unit = \"m\") = 2*m; end M;";
    assert_eq!(warnings(text), ["a variable in `m` is bound to `kg`: `x` is in m, `2 * m` is in kg"]);
    let text = "model M constant Real g(unit = \"m/s2\") = 9.81; parameter Real k = 2*g;
        parameter Real m(unit = \"kg\") = 1; parameter Real F(unit = \"N\") = m*g; Real y(unit = \"N\") = m*k; end M;";
    assert_eq!(warnings(text), [""; 0]);
}

#[test]
fn connections() {
    let text = "connector Pin Real v(unit = \"V\"); flow Real i(unit = \"A\"); end Pin;
        connector Flange Real v(unit = \"m\"); flow Real i(unit = \"A\"); end Flange;
        model M Pin a; Pin b; Flange c; equation connect(a, b); connect(a, c); end M;";
    assert_eq!(warnings(text), ["this connects `V` with `m`: `a.v` is in V, `c.v` is in m"]);
}

#[test]
fn one_warning_for_all_instances() {
    let text = "model Part Real x(unit = \"m\"), m(unit = \"kg\"); equation x = m; end Part;
        model M Part a; Part b[3]; end M;";
    assert_eq!(warnings(text).len(), 1);
}

#[test]
fn the_page_is_true() {
    let page = page(DiagnosticCode::UnitMismatch);
    let block = |word: &str| {
        let start = format!("```modelica {word}\n");
        let text = page.split_once(&start).expect("an example").1;
        text.split_once("```").expect("the end of the example").0
    };
    assert_eq!(warnings(block("wrong")).len(), 1);
    assert_eq!(warnings(block("right")), [""; 0]);
}
