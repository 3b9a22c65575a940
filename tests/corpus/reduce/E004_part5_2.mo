// E004-part5-2: (5.7) is singular, though its index is one: x2 = 0 is a number, and x1 the only state.
model Singular
  Real x1(start = 1), x2;
equation
  der(x1) + der(x2) = -x1;
  x2 = 0;
  annotation(experiment(Tolerance = 1e-9));
end Singular;
