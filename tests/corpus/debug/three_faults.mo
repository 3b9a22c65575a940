// A source too many, an equation too many in the same part, and a variable that nothing determines.
connector Pin
  Real v;
  flow Real i;
end Pin;

partial model TwoPin
  Pin p, n;
  Real v, i;
equation
  v = p.v - n.v;
  0 = p.i + n.i;
  i = p.i;
end TwoPin;

model Ground
  Pin p;
equation
  p.v = 0;
end Ground;

model Resistor
  extends TwoPin;
equation
  v = 2*i;
end Resistor;

model Capacitor
  extends TwoPin;
equation
  i = 3*der(v);
end Capacitor;

model Source
  extends TwoPin;
equation
  v = 1;
end Source;

model Ladder
  Source source;
  Ground ground;
  Source other;
  Real loose;
  Resistor r0;
  Capacitor c0;
  Resistor r1;
  Capacitor c1;
  Resistor r2;
  Capacitor c2;
  Resistor r3;
  Capacitor c3;
  Resistor r4;
  Capacitor c4;
equation
  connect(source.p, r0.p);
  connect(source.n, ground.p);
  connect(r0.n, c0.p);
  connect(c0.n, source.n);
  connect(r1.n, c1.p);
  connect(c1.n, source.n);
  connect(r0.n, r1.p);
  connect(r2.n, c2.p);
  connect(c2.n, source.n);
  connect(r1.n, r2.p);
  connect(r3.n, c3.p);
  connect(c3.n, source.n);
  connect(r2.n, r3.p);
  connect(r4.n, c4.p);
  connect(c4.n, source.n);
  connect(r3.n, r4.p);
  r2.v = 3;
  connect(other.p, source.p);
  connect(other.n, source.n);
end Ladder;
