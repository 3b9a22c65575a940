// What is left of two equations and two variables after three atomic edits.

model A
  Real y;
equation
  y = 2;
end A;
