//! Small texts before and after.

#![allow(clippy::unwrap_used)]

use syntax::{FileId, format};

/// Formats a text, checks that a second time changes nothing, and compares.
#[track_caller]
fn becomes(before: &str, after: &str) {
    let once = format(FileId(0), before).unwrap();
    assert_eq!(once, after, "\nfound:\n{once}");
    assert_eq!(format(FileId(0), &once).unwrap(), once, "the second time differs");
}

/// Formats declarations, equations or whole sections of a model.
#[track_caller]
fn inside(before: &str, after: &str) {
    becomes(&format!("model M {before} end M;"), &format!("model M\n{after}end M;\n"));
}

#[track_caller]
fn expression(before: &str, after: &str) {
    inside(&format!("equation x={before};"), &format!("equation\n  x = {after};\n"));
}

#[test]
fn sections_stand_at_the_level_of_the_class() {
    becomes(
        "within A . B;
package P \"a package\"
import SI=Modelica.Units.SI; import A.{B,C}; import D.*;
encapsulated model M extends N(x(start = 1),y=2); Real z; protected Real w; public
initial equation
 x=0;
equation der(x)=- x; algorithm y:=x; annotation (Evaluate=true); end M; end P;",
        "within A.B;

package P \"a package\"
  import SI = Modelica.Units.SI;
  import A.{B, C};
  import D.*;
  encapsulated model M
    extends N(x(start=1), y=2);
    Real z;
  protected
    Real w;
  public
  initial equation
    x = 0;
  equation
    der(x) = -x;
  algorithm
    y := x;
    annotation(Evaluate=true);
  end M;
end P;
",
    );
}

#[test]
fn blank_lines_are_kept_but_not_doubled() {
    inside(
        "\n\n\n  Real a;\n\n\n\n  Real b;\n  Real c;\n\nequation\n\n  a = 1;\n\n",
        "  Real a;\n\n  Real b;\n  Real c;\n\nequation\n  a = 1;\n",
    );
    becomes("\n\nmodel A end A;\n\n\n", "model A\nend A;\n");
    becomes("within;model A end A;model B end B;", "within;\n\nmodel A\nend A;\nmodel B\nend B;\n");
}

#[test]
fn blocks_are_indented() {
    inside(
        "equation if a then x=1; elseif b then if c then y=2; end if; else end if \"why\";
 for i in 1:n,j loop connect(a[i],b.c); end for; when initial() then reinit(x,0); elsewhen t then end when;
algorithm while x<1 loop x:=x+1; break; end while; (a, ,b):=f(x); return;",
        "equation
  if a then
    x = 1;
  elseif b then
    if c then
      y = 2;
    end if;
  else
  end if \"why\";
  for i in 1:n, j loop
    connect(a[i], b.c);
  end for;
  when initial() then
    reinit(x, 0);
  elsewhen t then
  end when;
algorithm
  while x < 1 loop
    x := x + 1;
    break;
  end while;
  (a, , b) := f(x);
  return;
",
    );
}

#[test]
fn declarations_have_blanks_around_the_binding_only() {
    inside(
        "parameter Real R(start = 1,min=0)=1 \"Resistance\" annotation (Dialog(group = \"A\"));
 Real[3] x[2,:]={1,2},y if  not b; type A=Real(unit = \"m\"); type E=enumeration(a \"one\",b); type F=enumeration(:);
 function d=der(f,x) \"partial\"; replaceable package P=Q constrainedby R(n=1) \"why\";
 flow input Real f; .A.B c(redeclare final model M=N(k=1), each x(y=2)=3, break z, break connect(a,b));",
        "  parameter Real R(start=1, min=0) = 1 \"Resistance\" annotation(Dialog(group=\"A\"));
  Real[3] x[2, :] = {1, 2}, y if not b;
  type A = Real(unit=\"m\");
  type E = enumeration(a \"one\", b);
  type F = enumeration(:);
  function d = der(f, x) \"partial\";
  replaceable package P = Q constrainedby R(n=1) \"why\";
  flow input Real f;
  .A.B c(redeclare final model M = N(k=1), each x(y=2)=3, break z, break connect(a, b));
",
    );
}

#[test]
fn operators_have_blanks_or_not() {
    expression("a+b*c-d/e^f", "a + b*c - d/e^f");
    expression("- a .+ b .* c .- d ./ e .^ f", "-a .+ b.*c .- d./e.^f");
    expression("not a and b or c<=d", "not a and b or c <= d");
    expression("a [ 1 : 2 : n - 1 , end , : ]", "a[1:2:n-1, end, :]");
    expression("f ( x , y = 2 , z = - 1 )", "f(x, y=2, z=-1)");
    expression("{ i for i in 1 : n , j }", "{i for i in 1:n, j}");
    expression("[ 1 , 2 ; 3 , 4 ]", "[1, 2; 3, 4]");
    expression("if a then b elseif c then d else e", "if a then b elseif c then d else e");
    expression("g ( function f ( a = 1 ) , .A.b )", "g(function f(a=1), .A.b)");
    expression("( a ) + der ( x ) + pure ( f ( ) )", "(a) + der(x) + pure(f())");
}

/// `1.*x` would be `1.` times `x`.
#[test]
fn a_number_does_not_swallow_a_dot() {
    expression("1 .* x", "1 .* x");
    expression("2 .^ x .* 1.5 .* y", "2 .^ x.*1.5.*y");
}

#[test]
fn numbers_in_annotations_are_dense() {
    inside(
        "Real x={1,2} annotation (Placement(transformation(extent = {{-10, -10}, {10, 10}}, a={b, 1})));",
        "  Real x = {1, 2} annotation(Placement(transformation(extent={{-10,-10},{10,10}}, a={b, 1})));\n",
    );
}

#[test]
fn long_declarations_move_the_description_and_the_annotation() {
    inside(
        "parameter Modelica.Units.SI.Resistance resistance(start=1, fixed=true) = 1000 \"Resistance at the reference temperature\" annotation(Dialog(group=\"Parameters\"));",
        "  parameter Modelica.Units.SI.Resistance resistance(start=1, fixed=true) = 1000
    \"Resistance at the reference temperature\"
    annotation(Dialog(group=\"Parameters\"));
",
    );
    inside(
        "Modelica.Blocks.Interfaces.RealInput u \"Input\" annotation(Placement(transformation(extent={{-10,-10},{10,10}})));",
        "  Modelica.Blocks.Interfaces.RealInput u \"Input\"
    annotation(Placement(transformation(extent={{-10,-10},{10,10}})));
",
    );
}

#[test]
fn long_lists_stand_one_to_a_line() {
    inside(
        "Modelica.Electrical.Analog.Basic.Resistor resistor(R(start=1, fixed=true)=100, T_ref=300.15, alpha=1.0e-3, useHeatPort=true);
 equation x = interpolate(firstTable.values, secondTable.values, offset=firstTable.offset, scale=2*secondTable.scale);",
        "  Modelica.Electrical.Analog.Basic.Resistor resistor(
    R(start=1, fixed=true)=100,
    T_ref=300.15,
    alpha=1.0e-3,
    useHeatPort=true);
equation
  x = interpolate(
    firstTable.values,
    secondTable.values,
    offset=firstTable.offset,
    scale=2*secondTable.scale);
",
    );
}

#[test]
fn long_expressions_break_before_operators() {
    expression(
        "firstVeryLongName*secondVeryLongName + thirdVeryLongName*fourthVeryLongName - fifthVeryLongName/(sixthVeryLongName + 1)",
        "firstVeryLongName*secondVeryLongName + thirdVeryLongName*fourthVeryLongName
    - fifthVeryLongName/(sixthVeryLongName + 1)",
    );
    expression(
        "if firstVeryLongCondition and secondVeryLongCondition then thirdVeryLongName elseif fourth then fifth else 0",
        "if firstVeryLongCondition and secondVeryLongCondition then thirdVeryLongName
    elseif fourth then fifth
    else 0",
    );
    inside(
        "equation if firstVeryLongCondition and secondVeryLongCondition or thirdVeryLongCondition and fourthVeryLongCondition then x=1; end if;",
        "equation
  if firstVeryLongCondition and secondVeryLongCondition
      or thirdVeryLongCondition and fourthVeryLongCondition then
    x = 1;
  end if;
",
    );
}

#[test]
fn long_matrices_break_at_rows_and_long_vectors_are_filled() {
    expression(
        "[1.000001, 1.000002, 1.000003, 1.000004; 2.000001, 2.000002, 2.000003, 2.000004; 3.000001, 3.000002, 3.000003, 3.000004]",
        "[
    1.000001, 1.000002, 1.000003, 1.000004;
    2.000001, 2.000002, 2.000003, 2.000004;
    3.000001, 3.000002, 3.000003, 3.000004]",
    );
    expression(
        "{1.000001, 1.000002, 1.000003, 1.000004, 1.000005, 1.000006, 1.000007, 1.000008, 1.000009, 1.000010}",
        "{1.000001, 1.000002, 1.000003, 1.000004, 1.000005, 1.000006, 1.000007, 1.000008, 1.000009,
    1.000010}",
    );
}

#[test]
fn strings_stay_as_they_are() {
    becomes(
        "model M annotation(Documentation(info=\"<html>\n  <p>a   b</p>\n</html>\")); end M;",
        "model M\n  annotation(Documentation(info=\"<html>\n  <p>a   b</p>\n</html>\"));\nend M;\n",
    );
    becomes("model M \"a\" + \"b\" end M;", "model M \"a\" + \"b\"\nend M;\n");
}

#[test]
fn external_functions() {
    becomes(
        "function f input Real x; output Real y; external \"C\" y=g(x,2) annotation(Library=\"m\"); annotation(Inline=true); end f;",
        "function f
  input Real x;
  output Real y;
external \"C\" y = g(x, 2) annotation(Library=\"m\");
  annotation(Inline=true);
end f;
",
    );
    becomes("function f external; end f;", "function f\nexternal;\nend f;\n");
}

#[test]
fn classes_in_modifications() {
    inside(
        "extends N(redeclare model R Real x; end R);",
        "  extends N(
    redeclare model R
      Real x;
    end R);
",
    );
    becomes(
        "model extends M(x=1) \"more\" Real y; end M;",
        "model extends M(x=1) \"more\"\n  Real y;\nend M;\n",
    );
}

#[test]
fn comments_between_items() {
    becomes(
        "// head
within A; // where

/* about M */
model M // the model

  // first
  Real a; // a

    // second

  Real b; /* b */ Real c;
  // last

end M;
// foot

/* really */",
        "// head
within A; // where

/* about M */
model M // the model
  // first
  Real a; // a

  // second

  Real b; /* b */
  Real c;
  // last
end M;
// foot

/* really */
",
    );
}

#[test]
fn comments_between_sections_and_branches() {
    inside(
        "Real x;
        // now the equations
        equation // here
        // before if
        if a then // yes
          x = 1;
        // or not
        else
          // no
        end if;
        // before the end
        ",
        "  Real x;
// now the equations
equation // here
  // before if
  if a then // yes
    x = 1;
  // or not
  else
    // no
  end if;
  // before the end
",
    );
}

#[test]
fn comments_inside_declarations() {
    inside(
        "parameter // p
Real x; parameter /* p */ Real y/*y*/; Real
// own line
z;",
        "  parameter // p
    Real x;
  parameter /* p */ Real y /*y*/;
  Real
    // own line
    z;
",
    );
}

#[test]
fn comments_inside_lists() {
    inside(
        "A a(x=1, // one
y=2 // two
); A b(/* none */); A c(x=1 /* one */, y=2); A d(
// own
x=1);",
        "  A a(
    x=1, // one
    y=2 // two
    );
  A b(/* none */);
  A c(x=1 /* one */, y=2);
  A d(
    // own
    x=1);
",
    );
}

#[test]
fn comments_inside_expressions_and_headers() {
    inside(
        "equation x = a /* minus */ - /* b */ b // rest
+ c; if a // cond
then x = 1; end if; for i in // all
1:n loop end for;",
        "equation
  x = a /* minus */ - /* b */ b // rest
    + c;
  if a // cond
      then
    x = 1;
  end if;
  for i in // all
      1:n loop
  end for;
",
    );
}

#[test]
fn line_endings_follow_the_first_one_outside_strings() {
    becomes("model M\r\nReal x;\nend M;", "model M\r\n  Real x;\r\nend M;\r\n");
    becomes("model M \"a\nb\" Real x;\r\nend M;", "model M \"a\nb\"\r\n  Real x;\r\nend M;\r\n");
    becomes("model M // c\r\n end M;", "model M // c\r\nend M;\r\n");
    becomes("/* a\r\nb */ model M\nend M;", "/* a\r\nb */ model M\nend M;\n");
}

#[test]
fn a_byte_order_mark_is_dropped() {
    becomes("\u{feff}model M end M;", "model M\nend M;\n");
}

#[test]
fn errors_are_returned() {
    let errors = format(FileId(0), "model M Real x end M;").unwrap_err();
    assert_eq!(errors.len(), 1);
    assert!(format(FileId(0), "// nothing").is_err());
}

/// Nesting near the limit of the parser and a chain far longer than any stack.
#[test]
fn deep_and_long_expressions() {
    let deep = format!("{}1{}", "(".repeat(200), ")".repeat(200));
    let long = vec!["a"; 50_000].join(" + ");
    let text = format!("model M equation x = {deep}; x = {long}; end M;");
    let once = format(FileId(0), &text).unwrap();
    assert_eq!(format(FileId(0), &once).unwrap(), once);
    assert!(once.lines().all(|line| line.len() <= 100 || !line.contains("a")));
}
