// Either variable of a constraint could be the state, by its order in the text; it is the one whose factor is next to nothing,
// because to compute that one from the other would cost nine digits.
model Conditioned
  Real x1(start = 1), x2(start = 1), f, y1(start = 1), y2(start = 1), g;
equation
  der(x1) = -x1 + f;
  der(x2) = -x2 + 2*f;
  x1 + 1e-9*x2 = 1;
  der(y1) = -y1 + 2*g;
  der(y2) = -y2 + g;
  1e-9*y1 + y2 = 1;
  annotation(experiment(Tolerance = 1e-9));
end Conditioned;
