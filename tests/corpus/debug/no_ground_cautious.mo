// check: --sublevel 1
// A missing ground is told and mended whatever the level is.
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
  Resistor r;
equation
  connect(source.p, r.p);
  connect(r.n, source.n);
end Circuit;
