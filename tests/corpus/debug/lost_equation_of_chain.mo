// A chain of masses with a spring more than there are masses to hold it.
model Chain
  parameter Integer n = 3;
  Real s[n](each start = 0, each fixed = true), v[n](each start = 0, each fixed = true);
  Real f[n + 1];
equation
  for k in 1:n loop
    der(s[k]) = v[k];
    der(v[k]) = f[k + 1] - f[k];
  end for;
  f[1] = 10*s[1];
  for k in 2:n loop
    f[k] = 10*(s[k] - s[k - 1]);
  end for;
end Chain;
