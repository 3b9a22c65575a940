// A current source drives its current into a resistor whose other end is open.
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

model CurrentSource
  Pin p, n;
  parameter Real I = 2;
equation
  p.i = I;
  0 = p.i + n.i;
end CurrentSource;

model Circuit
  CurrentSource source;
  Resistor r;
  Ground ground;
equation
  connect(source.p, r.p);
  connect(source.n, ground.p);
end Circuit;
