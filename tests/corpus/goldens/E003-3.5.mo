// A component brings its variables and equations along under its name. The print has the
// equations of components first; the order means nothing.

model B
  Integer s;
equation
  s = 0;
end B;

model A
  Real x;
  Real y;
  B b;
equation
  x + y = 2;
  x - y = 3;
end A;
