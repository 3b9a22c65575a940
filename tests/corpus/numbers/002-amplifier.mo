// A controlled voltage beside a capacitor, and a transformer whose windings carry what current sources say.
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
model CurrentSource
  extends TwoPin;
equation
  i = sin(time);
end CurrentSource;
model Coupled "The amplifier drives a capacitor directly, a current source the transformer"
  Source s;
  Resistor r, load;
  Amplifier a;
  Capacitor c;
  CurrentSource i;
  Transformer t;
  Ground g;
equation
  connect(s.p, r.p);
  connect(r.n, a.p1);
  connect(r.n, load.p);
  connect(load.n, g.p);
  connect(a.n1, g.p);
  connect(s.n, g.p);
  connect(a.p2, c.p);
  connect(c.n, g.p);
  connect(a.n2, g.p);
  connect(i.p, t.p1);
  connect(i.n, t.n1);
  connect(t.n1, g.p);
  connect(t.p2, t.n2);
  connect(t.n2, g.p);
end Coupled;
