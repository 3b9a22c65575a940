// E002, D002-LI in Modelica: a current source drives an inductor; a voltmeter at the node between them takes no current.
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
model Source "Driven by a signal"
  extends TwoPin;
  input Real signal;
equation
  i = signal;
end Source;
model Voltmeter
  Pin p, n;
  output Real v;
equation
  p.i = 0;
  n.i = 0;
  v = p.v - n.v;
end Voltmeter;
model Coils "With pins and components, and no equation but connections"
  Pin p, n;
  Inductor first, second;
equation
  connect(p, first.p);
  connect(first.n, second.p);
  connect(second.n, n);
end Coils;
model Cutset
  Source s(signal = sin(time));
  Coils coils;
  Resistor r;
  Voltmeter m;
  Ground g;
equation
  connect(s.p, coils.p);
  connect(coils.n, r.p);
  connect(r.n, g.p);
  connect(s.n, g.p);
  connect(m.p, coils.p);
  connect(m.n, g.p);
end Cutset;
