// The voltage of the source is modified, and set in an equation as well.
connector Pin
  Real v(unit = "V");
  flow Real i(unit = "A");
end Pin;

partial model TwoPin
  Pin p, n;
  Real v(unit = "V"), i(unit = "A");
equation
  v = p.v - n.v;
  i = p.i;
  0 = p.i + n.i;
end TwoPin;

model Source
  extends TwoPin;
  parameter Real V(unit = "V") = 10;
equation
  v = V;
end Source;

model Resistor
  extends TwoPin;
  parameter Real R(unit = "Ohm") = 1;
equation
  v = R*i;
end Resistor;

model Ground
  Pin p;
equation
  p.v = 0;
end Ground;

model Circuit
  Source source(V = 12);
  Resistor r;
  Ground ground;
equation
  connect(source.p, r.p);
  connect(r.n, source.n);
  connect(source.n, ground.p);
  source.v = 24;
end Circuit;
