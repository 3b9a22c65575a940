model NoModeAtStart
  Real x(start = 0, fixed = true), u;
  Boolean b;
equation
  der(x) = 1;
  b = u < 0;
  u = (if b then 1 else -1) + 0*x;
end NoModeAtStart;
