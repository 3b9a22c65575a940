// Two capacitors side by side have one voltage, and both fix it.
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

model Capacitor
  extends TwoPin;
  parameter Real C(unit = "F") = 1e-3;
equation
  C*der(v) = i;
end Capacitor;

model Ground
  Pin p;
equation
  p.v = 0;
end Ground;

model Circuit
  Source source;
  Resistor r;
  Capacitor c1(v(start = 0, fixed = true)), c2(v(start = 5, fixed = true));
  Ground ground;
equation
  connect(source.p, r.p);
  connect(r.n, c1.p);
  connect(c1.p, c2.p);
  connect(c1.n, source.n);
  connect(c2.n, c1.n);
  connect(source.n, ground.p);
end Circuit;
