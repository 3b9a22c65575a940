// Calls of functions with vectors and matrices are written out: the second element knows nothing of the angle.
function rotate
  input Real T[2, 2];
  input Real v[2];
  output Real w[2];
algorithm
  w := T*v;
end rotate;
model Inlined
  Real phi(start = 0.1), a, b;
equation
  der(phi) = a + b;
  {a, b} = rotate({{cos(phi), 0}, {0, 1}}, {2, 3*phi});
end Inlined;
