// A function of scalars applied to arrays works element by element; scalars go with every element.

function mix
  input Real a;
  input Real b;
  output Real c;
algorithm
  c := a + 2*b;
end mix;

model Vectorized
  Real x[2] = {time, 3};
  Real s[2] = sin(x);
  Real c[2, 2] = cos([x[1], 0; 1, x[2]]);
  Real m[2] = mix(x, 5);
  Real n[2] = mix(x, s);
  Real d[2] = abs(-x) + min(x)*ones(2);
  Real e[2] = x.^2 ./ {1, 2} .+ 1;
end Vectorized;
