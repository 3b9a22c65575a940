// Ranges that nothing tells, and that arrays do not agree on.

function free
  input Real x[:];
  output Real y = 0;
algorithm
  for i loop
    y := y + x[i + 1];
  end for;
end free;

model Test
  Real x[3], y[2], z, w;
  Real f = free(x);
equation
  for i loop
    x[i] = y[i];
  end for;
  for i loop
    z = i;
  end for;
  w = sum(i for i);
  for i loop
    w[i] = 1;
  end for;
end Test;
