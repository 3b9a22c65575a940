// The class that all components of two pins extend has lost an equation.
connector Pin
  Real v(unit = "V");
  flow Real i(unit = "A");
end Pin;

partial model TwoPin
  Pin p, n;
  Real v, i;
equation
  v = p.v - n.v;
  i = p.i;
end TwoPin;

model Resistor
  extends TwoPin;
  parameter Real R = 1;
equation
  v = R*i;
end Resistor;

model Capacitor
  extends TwoPin;
  parameter Real C = 1;
equation
  C*der(v) = i;
end Capacitor;

model Source
  extends TwoPin;
  parameter Real V = 10;
equation
  v = V;
end Source;

model Ground
  Pin p;
equation
  p.v = 0;
end Ground;

model Circuit
  Source source;
  Resistor r1, r2;
  Capacitor c;
  Ground ground;
equation
  connect(source.p, r1.p);
  connect(r1.n, r2.p);
  connect(r2.n, c.p);
  connect(c.n, source.n);
  connect(source.n, ground.p);
end Circuit;
