// The index depends on a parameter: with k = -2 it is 3.
model Gain
  parameter Real k = -2;
  Real e1, e2, j;
equation
  der(e1) = -e1 - (1 + k)*j;
  der(e2) = j;
  e1 - e2 = sin(time);
end Gain;
