// One start value is fixed, the other is a proposal.
model Shaft
  parameter Real J = 1, c = 10;
  Real phi(start = 0, fixed = true);
  Real w(start = 1);
equation
  der(phi) = w;
  J*der(w) = -c*phi;
end Shaft;
