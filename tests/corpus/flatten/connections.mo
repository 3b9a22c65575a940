// Connectors of components count positive in the sum of flows, connectors of the model itself negative.

connector Pin
  Real v;
  flow Real i;
end Pin;

model Resistor
  parameter Real R = 1;
  Pin p, n;
equation
  p.v - n.v = R*p.i;
  p.i + n.i = 0;
end Resistor;

model Pair
  Pin p, n;
  Resistor a(R = 2), b(R = 3);
equation
  connect(p, a.p);
  connect(a.n, b.p);
  connect(b.n, n);
end Pair;

model Source
  Pin p, n;
equation
  p.v - n.v = 12;
  p.i + n.i = 0;
end Source;

model Ground
  Pin p;
equation
  p.v = 0;
end Ground;

model Connections
  Source source;
  Pair pair;
  Resistor load;
  Resistor open;
  Ground ground;
equation
  connect(source.p, pair.p);
  connect(pair.n, load.p);
  connect(load.n, source.n);
  connect(source.n, ground.p);
  connect(open.p, pair.n);
end Connections;
