// An open end is no mistake: no current flows through `r2`, and all is determined.
connector Pin
  Real v(unit = "V");
  flow Real i(unit = "A");
end Pin;

model Resistor
  Pin p, n;
  parameter Real R = 1;
equation
  p.v - n.v = R*p.i;
  0 = p.i + n.i;
end Resistor;

model Source
  Pin p, n;
  parameter Real V = 10;
equation
  p.v - n.v = V;
  0 = p.i + n.i;
end Source;

model Ground
  Pin p;
equation
  p.v = 0;
end Ground;

model Circuit
  Source source;
  Resistor r1, r2;
  Ground ground;
equation
  connect(source.p, r1.p);
  connect(r1.n, r2.p);
  connect(source.n, ground.p);
end Circuit;
