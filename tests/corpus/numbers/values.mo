// With other values of the parameters this would be a model like any other.
model Values
  parameter Real R = 0.1;
  parameter Real G = 1/(2*R);
  Real x, y;
equation
  R*x + y = time;
  x + 2*G*y = 1;
end Values;
