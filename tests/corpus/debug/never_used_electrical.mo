// The resistor declares a power that no equation speaks of.
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

model Ground
  Pin p;
equation
  p.v = 0;
end Ground;

model Resistor
  extends TwoPin;
  parameter Real R(unit = "Ohm") = 1;
  Real power(unit = "W");
equation
  v = R*i;
end Resistor;

model Circuit
  Source source;
  Resistor r1, r2;
  Ground ground;
equation
  connect(source.p, r1.p);
  connect(r1.n, r2.p);
  connect(r2.n, source.n);
  connect(source.n, ground.p);
end Circuit;
