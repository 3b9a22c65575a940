model NoMode
  Real x(start = 0, fixed = true), u;
  Boolean b;
equation
  der(x) = 1;
  b = u < 0;
  u = if x > 0.5 then (if b then 1 else -1) else 1;
end NoMode;
