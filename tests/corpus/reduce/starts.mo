// Two starts for one variable that has two names; the outer one counts, and both are fixed.
model Part
  Real x(start = 1, fixed = true);
end Part;
model Starts
  Part part;
  Real x(start = 2, fixed = true);
equation
  x = -part.x;
  der(x) = -x;
end Starts;
