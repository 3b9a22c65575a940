model Elements
  import Lib.A;
  import B = Lib.Other "renamed";
  import Lib.C.*;
  import Lib.D.{E, F};
  import .Top;
  extends Base;
  extends .Lib.Other(final x = 3, redeclare model M = N) annotation(Hidden = true);
  extends Third(break x, break connect(a.p, b[1].n));
  parameter Real R = 1 "Resistance", G(start = 1) = 1/R, H;
  final constant Integer n = 3;
  discrete input Real d;
  flow Real f;
  stream output Real s;
  inner outer World world;
  replaceable Resistor load(R = 2) constrainedby TwoPin(v(start = 0)) "any two-pin" annotation(choicesAllMatching = true);
  redeclare final parameter Real k = 2;
  replaceable package Medium = Water constrainedby Partial;
  Real[n, 2] x[3](each start = 0, y(z = 1)), w[:];
  Pin p if n > 2 and not use_p "conditional";
  Lib.Motor motor(final J(min = 0) = 2, redeclare replaceable Resistor r(R = 1) constrainedby TwoPin, replaceable model Q = P(a = 1) constrainedby O);
  Real gone = break;
  Real old := 3;
protected
  Real hidden;
public
  .Real 'quoted name, with "marks"'(start = 'other');
  Connections c(each final redeclared = 1 "described");
end Elements;
