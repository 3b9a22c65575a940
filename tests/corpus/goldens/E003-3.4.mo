// A list of variables in one declaration is as many declarations.

model A
  Real x, y;
equation
  x + y = 2;
end A;
