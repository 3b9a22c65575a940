// E004-part6-4: x3 must be the state, because any other choice divides by u, which passes through zero.
model Choice
  Real u = 0.4*sin(time);
  Real x1, x2, x3(start = 1, fixed = true), y;
equation
  0 = y + x1;
  0 = y + x2;
  0 = y + x3*u;
  0 = der(x1) + der(x2) + der(x3);
  annotation(experiment(Tolerance = 1e-9));
end Choice;
