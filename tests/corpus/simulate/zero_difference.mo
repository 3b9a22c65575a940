// No parameter in the divisor is zero, but the divisor is.
model ZeroDifference
  parameter Real a = 2;
  parameter Real b = 2;
  Real u = time;
  Real y;
equation
  y = u/(a - b);
end ZeroDifference;
