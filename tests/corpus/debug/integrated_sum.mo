// The sum of both levels never changes: the last equation says what the others say already, once it is differentiated.
model Tanks
  parameter Real k = 0.5;
  Real h1(start = 1, fixed = true), h2(start = 0, fixed = true), q;
equation
  der(h1) = -q;
  der(h2) = q;
  q = k*(h1 - h2);
  h1 + h2 = 1;
end Tanks;
