model EndlessCount
  Real x(start = 1, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = -1;
  n = if x < 0.5 then pre(n) + 1 else pre(n);
end EndlessCount;
