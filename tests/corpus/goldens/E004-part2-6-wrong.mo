// A resistor may only be exchanged for something with its parameter R and its pins.

connector Pin
  Real v;
  flow Real i;
end Pin;

model Resistor
  Pin p, n;
  parameter Real R = 1;
equation
  p.v - n.v = R*p.i;
  p.i + n.i = 0;
end Resistor;

model Conductor
  Pin p, n;
  parameter Real G = 1;
equation
  p.i = G*(p.v - n.v);
  p.i + n.i = 0;
end Conductor;

model Grounded
  Pin p;
  parameter Real R = 1;
equation
  p.v = R*p.i;
end Grounded;

model Motor
  replaceable Resistor R(R = 250);
  Pin p, n;
equation
  connect(p, R.p);
  connect(R.n, n);
end Motor;

model Motors
  Motor withoutParameter(redeclare Conductor R);
  Motor withoutPin(redeclare Grounded R);
  Pin p, n;
equation
  p.v = 24;
  n.v = 0;
  connect(p, withoutParameter.p);
  connect(withoutParameter.n, n);
  connect(p, withoutPin.p);
  connect(withoutPin.n, n);
end Motors;
