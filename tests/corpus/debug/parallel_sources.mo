// Two voltage sources in parallel: the voltage is given twice, and how the current divides is open.
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
  Source source(V = 10), battery(V = 12);
  Resistor r;
  Ground ground;
equation
  connect(source.p, r.p);
  connect(battery.p, r.p);
  connect(r.n, source.n);
  connect(battery.n, source.n);
  connect(source.n, ground.p);
end Circuit;
