model InitialDerivative "x2 = 2 t follows from a derivative, and its own derivative from a second one: it is 2, never 0"
  Real x1, x2;
  Real u(start = 0, fixed = true);
equation
  der(x1) = x2;
  x1 = time^2;
  der(u) = x2;
initial equation
  der(x2) = 0;
end InitialDerivative;
