// Legal to solve, not to reuse: the model writes the equation that its component lacks.
model Spring
  Real s, f;
equation
  f = 100*s;
end Spring;

model Pull
  Spring a, b;
equation
  a.s = time;
  b.s = 2*time;
end Pull;
