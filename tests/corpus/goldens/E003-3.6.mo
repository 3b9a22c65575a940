// A base class brings them along under their own names. The print has those of the base
// class last; the order means nothing.

model B
  Integer s;
equation
  s = 0;
end B;

model A2
  extends B;
  Real x, y;
equation
  x + y = 2;
  x - y = 3;
end A2;
