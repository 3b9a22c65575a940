// Sizes below zero and beyond all bounds, subscripts out of range, and values that lead back to themselves.

model BadSizes
  parameter Integer n = 1;
  Real below[n - 2];
  Real beyond[1000000000];
  Real a[3] = {1, 2, 3}*time;
  Real outside = a[4];
  Real before = a[0];
  Real deep = a[1, 1];
  parameter Integer m = k;
  parameter Integer k = m;
  Real cyclic[m];
  Real own[size(own, 1)];
  constant Real first = 2*second;
  constant Real second = first + 1;
  Real use = first;
equation
  for i in 1:2000000000 loop
    below[i] = 1;
  end for;
end BadSizes;
