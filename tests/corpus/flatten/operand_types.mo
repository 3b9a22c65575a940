// Operands, parts of arrays and branches of the wrong types.

type Axis = enumeration(x, y);

function negated
  input Boolean b;
  output Real y;
algorithm
  y := -b;
  y := if not y then 1 else 2;
end negated;

model Test
  Boolean a = not 3;
  Integer b = not 2;
  Real c = -true;
  Boolean d = -false;
  String e = -"text";
  Boolean f[2] = not {true, false};
  Real g[2] = {1, true};
  String h[2] = {"a", 2};
  Real i = if time > 1 then 1 else "a";
  Real j[2] = if time > 1 then {1, 2} else {1};
  Axis k = 1;
  Integer l = Axis.x;
  Real m = Axis.x + 1;
  Real n = negated(true);
end Test;
