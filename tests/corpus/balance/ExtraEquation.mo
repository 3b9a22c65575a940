// One law too many, in the class that is used twice.
connector Pin
  Real v;
  flow Real i;
end Pin;

model Resistor
  Pin p, n;
  Real v, i;
  parameter Real R = 1;
equation
  v = p.v - n.v;
  0 = p.i + n.i;
  i = p.i;
  R*i = v;
  i = 23;
end Resistor;

model Source
  Pin p, n;
equation
  p.v - n.v = 10;
  0 = p.i + n.i;
end Source;

model Ground
  Pin p;
equation
  p.v = 0;
end Ground;

model Circuit
  Resistor r1, r2;
  Source s;
  Ground g;
equation
  connect(s.p, r1.p);
  connect(r1.n, r2.p);
  connect(r2.n, s.n);
  connect(s.n, g.p);
end Circuit;
