// D002-gain in Modelica: the current of a source in a loop of capacitors controls another source, so that the index is 3.
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
partial model TwoPort
  Pin p1, n1, p2, n2;
  Real v1 = p1.v - n1.v, v2 = p2.v - n2.v, i1 = p1.i, i2 = p2.i;
equation
  p1.i + n1.i = 0;
  p2.i + n2.i = 0;
end TwoPort;
model CurrentControlled "A current that follows another one"
  extends TwoPort;
  parameter Real gain = 2;
equation
  v1 = 0;
  i2 = gain * i1;
end CurrentControlled;
model Amplifier "A voltage that follows another one"
  extends TwoPort;
  parameter Real gain = 2;
equation
  i1 = 0;
  v2 = gain * v1;
end Amplifier;
model Transformer
  extends TwoPort;
  parameter Real L = 1, M = 0.5;
equation
  v1 = L * der(i1) + M * der(i2);
  v2 = M * der(i1) + L * der(i2);
end Transformer;
model Gain "The wire that is looked at is part of the loop"
  Source s;
  Capacitor c1, c2;
  Resistor r;
  CurrentControlled f(gain = 2);
  Ground g;
equation
  connect(s.p, f.p1);
  connect(f.n1, c1.p);
  connect(c1.n, g.p);
  connect(s.n, c2.p);
  connect(c2.n, g.p);
  connect(r.p, c1.p);
  connect(r.n, g.p);
  connect(f.p2, c1.p);
  connect(f.n2, g.p);
end Gain;
