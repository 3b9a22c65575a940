// A pendulum with stabilized constraints.
model Stabilized
  Real p1(start = 0.6, fixed = true);
  Real p2(start = -0.8);
  Real v1(start = 0.8, fixed = true);
  Real v2(start = 0.6);
  Real mu, lambda;
equation
  der(p1) = v1 - 2*p1*mu;
  der(p2) = v2 - 2*p2*mu;
  der(v1) = -2*p1*lambda;
  der(v2) = -9.81 - 2*p2*lambda;
  2*p1*v1 + 2*p2*v2 = 0;
  p1^2 + p2^2 = 1;
end Stabilized;
