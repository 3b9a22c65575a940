// Two inertias on a stiff shaft, all four starts fixed.
connector Shaft
  Real phi(unit = "rad");
  flow Real tau(unit = "N.m");
end Shaft;

model Inertia
  parameter Real J(unit = "kg.m2") = 1;
  Shaft a, b;
  Real phi(unit = "rad"), w(unit = "rad/s");
equation
  phi = a.phi;
  phi = b.phi;
  w = der(phi);
  J*der(w) = a.tau + b.tau;
end Inertia;

model Pair
  Inertia rotor(phi(fixed = true, start = 0), w(fixed = true, start = 3));
  Inertia wheel(phi(fixed = true, start = 0), w(fixed = true, start = 3));
equation
  connect(rotor.b, wheel.a);
end Pair;
