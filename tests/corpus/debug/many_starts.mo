// Three start values are fixed for two that can be chosen.
model Shaft
  parameter Real J = 1, c = 10;
  Real phi(start = 0, fixed = true), w(start = 1, fixed = true);
  Real speed(start = 2, fixed = true);
equation
  der(phi) = w;
  J*der(w) = -c*phi;
  speed = 30*w;
end Shaft;
