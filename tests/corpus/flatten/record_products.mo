// Products of arrays of operator records are sums of products, in functions as in equations, and functions return arrays
// of records.

operator record Number
  Real re, im;

  encapsulated operator function '+'
    import Number;
    input Number a, b;
    output Number c = Number(a.re + b.re, a.im + b.im);
  algorithm
  end '+';

  encapsulated operator function '*'
    import Number;
    input Number a, b;
    output Number c = Number(a.re*b.re - a.im*b.im, a.re*b.im + a.im*b.re);
  algorithm
  end '*';
end Number;

function matrices
  input Number a[:, :], b[:, :];
  output Number c[size(a, 1), size(b, 2)] = a*b;
algorithm
end matrices;

function rows
  input Number a[:, :], b[:];
  output Number c[size(a, 1)] = a*b;
algorithm
end rows;

function columns
  input Number a[:], b[:, :];
  output Number c[size(b, 2)] = a*b;
algorithm
end columns;

function vectors
  input Number a[:], b[:];
  output Number c = a*b;
algorithm
end vectors;

model Products
  Number m[1, 2] = {{Number(1, time), Number(2, 0)}};
  Number n[2, 1] = {{Number(0, 1)}, {Number(3, 3)}};
  Number p[1, 1] = matrices(m, n);
  Number q[1] = rows(m, n[:, 1]);
  Number r[1] = columns(m[1, :], n);
  Number s = vectors(m[1, :], n[:, 1]);
  Number t[1, 1] = m*n;
end Products;
