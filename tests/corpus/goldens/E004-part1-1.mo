// E004-part1-1, part1-2, part1-3: a circuit of two branches at a sine source: 27 equations for 27 unknowns, two of them states.

connector Pin
  Real v;
  flow Real i;
end Pin;

model Resistor
  parameter Real R = 1;
  Pin a, b;
  Real u;
equation
  0 = a.i + b.i;
  u = a.v - b.v;
  u = R*a.i;
end Resistor;

model Capacitor
  parameter Real C = 0.5;
  Pin a, b;
  Real u(start = 0);
equation
  0 = a.i + b.i;
  u = a.v - b.v;
  a.i = C*der(u);
end Capacitor;

model Inductor
  parameter Real L = 1;
  Pin a, b;
  Real u;
equation
  0 = a.i + b.i;
  u = a.v - b.v;
  u = L*der(a.i);
end Inductor;

model Sine
  parameter Real A = 1;
  parameter Real w = 3;
  Pin a, b;
  Real u;
equation
  0 = a.i + b.i;
  u = a.v - b.v;
  u = A*sin(w*time);
end Sine;

model Ground
  Pin a;
equation
  a.v = 0;
end Ground;

model Circuit
  Resistor R1, R2(R = 2);
  Capacitor C;
  Inductor L;
  Sine A;
  Ground g;
equation
  connect(A.a, R1.a);
  connect(A.a, R2.a);
  connect(g.a, C.b);
  connect(g.a, L.b);
  connect(g.a, A.b);
  connect(R1.b, C.a);
  connect(R2.b, L.a);
  annotation(experiment(Tolerance = 1e-9));
end Circuit;
