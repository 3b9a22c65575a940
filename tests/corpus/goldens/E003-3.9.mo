// A child has what its father has, and its own.

model Father
  parameter Real PI = 4*atan(1.0);
end Father;

model Child
  extends Father;
  parameter Real E = 2.718;
end Child;
