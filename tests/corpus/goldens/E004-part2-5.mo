// The circuit of two branches, this time of parts that inherit what two pins have in common: 27 equations again.

connector Pin
  Real v;
  flow Real i;
end Pin;

partial model TwoPin
  Pin p, n;
  Real u;
equation
  u = p.v - n.v;
  p.i + n.i = 0;
end TwoPin;

model Resistor
  extends TwoPin;
  parameter Real R = 1;
equation
  u = R*p.i;
end Resistor;

model Capacitor
  extends TwoPin;
  parameter Real C = 0.5;
equation
  C*der(u) = p.i;
end Capacitor;

model Inductor
  extends TwoPin;
  parameter Real L = 1;
equation
  L*der(p.i) = u;
end Inductor;

model Sine
  extends TwoPin;
  parameter Real A = 1;
  parameter Real w = 3;
equation
  u = A*sin(w*time);
end Sine;

model Ground
  Pin p;
equation
  p.v = 0;
end Ground;

model Circuit
  Resistor R1, R2(R = 2);
  Capacitor C;
  Inductor L;
  Sine A;
  Ground g;
equation
  connect(A.p, R1.p);
  connect(A.p, R2.p);
  connect(g.p, C.n);
  connect(g.p, L.n);
  connect(g.p, A.n);
  connect(R1.n, C.p);
  connect(R2.n, L.p);
end Circuit;
