// The law of the capacitor lacks the equation between its voltage and its pins.
connector Pin
  Real v;
  flow Real i;
end Pin;

partial model TwoPin
  Pin p, n;
  Real v, i;
equation
  0 = p.i + n.i;
  i = p.i;
end TwoPin;

model Resistor
  extends TwoPin;
  parameter Real R = 1;
equation
  v = p.v - n.v;
  R*i = v;
end Resistor;

model Capacitor
  extends TwoPin;
  parameter Real C = 1;
equation
  C*der(v) = i;
end Capacitor;

model Ground
  Pin p;
equation
  p.v = 0;
end Ground;

model Circuit
  Resistor r;
  Capacitor c[3];
  Ground g;
equation
  connect(r.n, c[1].p);
  connect(c[1].n, c[2].p);
  connect(c[2].n, c[3].p);
  connect(c[3].n, r.p);
  connect(r.p, g.p);
end Circuit;
