// Two inertias on one shaft are of high index, and that is right; that one of them lacks its law is not.
connector Flange
  Real phi(unit = "rad");
  flow Real tau(unit = "N.m");
end Flange;

partial model TwoFlanges
  Flange a, b;
end TwoFlanges;

model Inertia
  extends TwoFlanges;
  parameter Real J(unit = "kg.m2") = 1;
  Real w(unit = "rad/s");
equation
  a.phi = b.phi;
  w = der(a.phi);
  J*der(w) = a.tau + b.tau;
end Inertia;

model Torque
  Flange f;
  input Real u;
equation
  f.tau = -u;
end Torque;

model Inertia2
  extends TwoFlanges;
  parameter Real J = 1;
  Real w;
equation
  a.phi = b.phi;
  w = der(a.phi);
end Inertia2;

model Shafts
  Inertia j1;
  Inertia2 j2;
  Torque t(u = 3);
equation
  connect(t.f, j1.a);
  connect(j1.b, j2.a);
end Shafts;
