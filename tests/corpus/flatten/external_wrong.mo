// What `external` clauses cannot say.

function language
  input Real x;
  output Real y;
external "Java" y = f(x);
end language;

function returned
  input Real x;
  output Real y[2];
external "C" y = f(x);
end returned;

function swapped
  input Real x;
  output Real y;
external "C" x = f(y);
end swapped;

function computed
  input Real x;
  output Real y;
external "C" y = f(x + 1, sin(x));
end computed;

function forgotten
  input Real x[:];
  output Real y;
  output Integer n;
external "C99" y = f(x, size(x, 1));
end forgotten;

function unknown
  input Real x;
  output Real y;
external "FORTRAN 77" f(x, z, y);
end unknown;

function right
  input Real x[:];
  output Real y[size(x, 1)];
  output Integer n;
protected
  Real work[size(x, 1)];
external "FORTRAN 77" f("N", 3, x, size(x, 1), work, y, n);
end right;

model Test
  Real a = language(time), b[2] = returned(time), c = swapped(time), d = computed(time);
  Real e, f = unknown(time), g[2];
  Integer i, j;
equation
  (e, i) = forgotten({time});
  (g, j) = right({time, 1});
end Test;
