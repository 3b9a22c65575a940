// A motor with parameters of its parts set, and a flange of its own joined to that of a part.

connector Pin
  Real v;
  flow Real i;
end Pin;

connector Flange
  Real phi;
  flow Real tau;
end Flange;

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

model Inductor
  extends TwoPin;
  parameter Real L = 1;
equation
  u = L*der(p.i);
end Inductor;

model Shaft
  parameter Real J = 1;
  Flange p, n;
  Real w;
equation
  p.phi = n.phi;
  w = der(p.phi);
  J*der(w) = p.tau + n.tau;
end Shaft;

model Converter
  extends TwoPin;
  parameter Real k = 1;
  Flange n_shaft;
equation
  u = k*der(n_shaft.phi);
  n_shaft.tau = -k*p.i;
end Converter;

model Supply
  Pin p, n;
equation
  p.v = 24;
  n.v = 0;
end Supply;

model Motor
  Supply supply;
  Resistor R(R = 250);
  Inductor L(L = 2);
  Converter emf;
  Shaft inertia(J = 0.002);
  Flange n;
equation
  connect(supply.p, R.p);
  connect(R.n, L.p);
  connect(L.n, emf.p);
  connect(emf.n, supply.n);
  connect(emf.n_shaft, inertia.p);
  connect(inertia.n, n);
end Motor;
