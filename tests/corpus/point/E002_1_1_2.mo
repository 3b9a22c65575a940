// The index depends on the branch: at s = 1 it is another one than nearby.
model Branches
  Real x1(start = 0);
  Real x2(start = 1);
  Real x3(start = 1);
equation
  der(x1) = x3;
  x2*(1 - x2) = 0;
  x1*x2 + x3*(1 - x2) = time;
end Branches;
