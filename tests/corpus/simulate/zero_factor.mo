// Of the parameters in a divisor the one that is zero is to blame.
model ZeroFactor
  parameter Real a = 2;
  parameter Real b = 0;
  Real u = time;
  Real y;
equation
  y = u/(a*b);
end ZeroFactor;
