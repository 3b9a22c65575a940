model Sections
  Real x;
  x = 1;
  der(y) = 2;
equation
  Real y;
  parameter Real k = 1;
  y = k;
algorithm
  Integer n = 2;
  n := 3;
  connect(a, b);
end Sections;
