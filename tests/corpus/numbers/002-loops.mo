// E002, D002-CVparallel in Modelica: the words are those for netlists. Nothing is known of the classes but their equations.
connector Pin
  Real v(unit = "V");
  flow Real i(unit = "A");
end Pin;
partial model TwoPin
  Pin p, n;
  Real v = p.v - n.v, i = p.i;
equation
  p.i + n.i = 0;
end TwoPin;
model Resistor
  extends TwoPin;
  parameter Real R = 1;
equation
  v = R * i;
end Resistor;
model Capacitor "Written with its charge"
  extends TwoPin;
  parameter Real C = 1;
  Real q;
equation
  q = C * v;
  der(q) = i;
end Capacitor;
model Inductor
  extends TwoPin;
  parameter Real L = 1;
equation
  L * der(i) = v;
end Inductor;
model Ground
  Pin p;
equation
  p.v = 0;
end Ground;
model Source
  extends TwoPin;
equation
  v = sin(time);
end Source;
model Loop "A source across two capacitors in series, and two more side by side"
  Source s;
  Capacitor c[2], side, other;
  Resistor r;
  Ground g;
equation
  connect(s.p, c[1].p);
  connect(c[1].n, c[2].p);
  connect(c[2].n, g.p);
  connect(s.n, g.p);
  connect(r.p, s.p);
  connect(r.n, side.p);
  connect(side.p, other.p);
  connect(side.n, g.p);
  connect(other.n, g.p);
end Loop;
