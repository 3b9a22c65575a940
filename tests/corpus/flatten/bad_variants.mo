// Odd variants of what cannot be built: each is told once, at its place, and nothing runs for ever.

model Base
end Base;

package CP
  constant Real a = CP.g(1);
  function g
    input Real x;
    output Real y;
  algorithm
    y := x + CP.a;
  end g;
end CP;

model B38
  Real k = 1;
end B38;

model B2 "through array"
  B2 b[2];
end B2;

model B8
  constant Real a = f(1);
  constant Real b = a + 1;
  function f
    input Real x;
    output Real y = x + b;
  algorithm
  end f;
end B8;

model B9
  Real x = CP.a;
end B9;

model B11
  parameter Integer n = 1000000;
  Real x[n, n, n];
end B11;

model B12
  Real x[3] = {1,2,3};
  Real a = x[0];
  Real b = x[4];
  Real c = x[-1];
  Real d = x[1.5];
  Real e = x[true];
  Real f = x[1,2];
  Real g[2] = x[2:5];
  Real h = x["a"];
end B12;

model B13
  parameter Integer n = -3;
  Real x[n];
  Real y[2 - 4];
end B13;

model B14
  parameter Integer n = m;
  parameter Integer m = n;
  Real x[n];
end B14;

model B15
  parameter Real p = q;
  parameter Real q = p;
  Real x = p;
end B15;

model B16
  Real x[size(x, 1)];
end B16;

model B20
  Real x[integer(1e12)];
end B20;

model B22
  Real x[3];
equation
  for i in 1:1000000000000 loop
    x[i] = 1;
  end for;
end B22;

model B26
  Real x[2.5];
  Real y[true];
  Real z["a"];
end B26;

model B31
  Real x = sum(fill(1.0, 1000000, 1000000));
  Real y = sum(zeros(100000000000));
  Real w[3] = linspace(0, 1, -1);
end B31;

model B32
  model M
    Real x;
  end M;
  M m(x = m.x);
  M a(x = b.x), b(x = a.x);
end B32;

model B33
  model M
    parameter Integer n = 2;
    Real x[n];
  end M;
  M m(n = size(m.x, 1));
end B33;

model B35
  package P extends P; end P;
  P.M m;
end B35;

model B36
  redeclare Real z;
  redeclare model Q = Base;
end B36;

model B37
  extends B38;
  type Small = Real(max = 1);
  redeclare Small k;
end B37;

model BadVariants
  B2 b2;
  B8 b8;
  B9 b9;
  B11 b11;
  B12 b12;
  B13 b13;
  B14 b14;
  B15 b15;
  B16 b16;
  B20 b20;
  B22 b22;
  B26 b26;
  B31 b31;
  B32 b32;
  B33 b33;
  B35 b35;
  B36 b36;
  B37 b37;
end BadVariants;
