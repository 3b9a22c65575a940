// A direct current motor on a constant voltage: 36 equations for 36 unknowns.

connector Pin
  Real v;
  flow Real i;
end Pin;

connector Flange
  Real phi;
  flow Real tau;
end Flange;

partial model OnePort
  Pin p, n;
  Real v, i;
equation
  v = p.v - n.v;
  0 = p.i + n.i;
  i = p.i;
end OnePort;

model Resistor
  extends OnePort;
  parameter Real R = 1;
equation
  R*i = v;
end Resistor;

model Inductor
  extends OnePort;
  parameter Real L = 1;
equation
  L*der(i) = v;
end Inductor;

model ConstantVoltage
  extends OnePort;
  parameter Real V = 1;
equation
  v = V;
end ConstantVoltage;

model Ground
  Pin p;
equation
  p.v = 0;
end Ground;

model EMF
  extends OnePort;
  parameter Real k = 1;
  Flange flange_b;
  Real w;
equation
  w = der(flange_b.phi);
  k*w = v;
  flange_b.tau = -k*i;
end EMF;

model Inertia
  parameter Real J = 1;
  Flange flange_a, flange_b;
  Real phi, w, a;
equation
  flange_a.phi = phi;
  flange_b.phi = phi;
  w = der(phi);
  a = der(w);
  J*a = flange_a.tau + flange_b.tau;
end Inertia;

model DCMotorCircuit
  Resistor R;
  Inductor L;
  EMF emf;
  Ground G;
  ConstantVoltage DC;
  Inertia inertia;
equation
  connect(DC.p, R.p);
  connect(R.n, L.p);
  connect(L.n, emf.p);
  connect(emf.n, DC.n);
  connect(G.p, DC.n);
  connect(emf.flange_b, inertia.flange_a);
  annotation(experiment(Tolerance = 1e-9));
end DCMotorCircuit;
