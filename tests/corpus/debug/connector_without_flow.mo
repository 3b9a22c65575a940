// A connector whose current is no flow. Where three of them meet, equal currents are too many equations.

connector Pin
  Real v, i;
end Pin;

model Resistor
  Pin p, n;
  parameter Real R = 1;
equation
  p.v - n.v = R*p.i;
  p.i + n.i = 0;
end Resistor;

model Battery
  Pin p, n;
equation
  p.v - n.v = 5;
  p.i + n.i = 0;
end Battery;

model Ground
  Pin p;
equation
  p.v = 0;
end Ground;

model ConnectorWithoutFlow
  Resistor r1, r2;
  Battery battery;
  Ground ground;
equation
  connect(battery.p, r1.p);
  connect(battery.p, r2.p);
  connect(r1.n, battery.n);
  connect(r2.n, battery.n);
  connect(ground.p, battery.n);
end ConnectorWithoutFlow;
