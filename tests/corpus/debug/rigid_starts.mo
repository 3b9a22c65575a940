// Two inertias on one shaft turn alike: of their speeds only one can be fixed, and nothing fixes an angle.
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

model Shafts
  Inertia j1(w(start = 1, fixed = true)), j2(w(start = 2, fixed = true));
equation
  connect(j1.b, j2.a);
end Shafts;
