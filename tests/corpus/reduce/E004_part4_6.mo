// E004-part4-6: z3 := z2^2 and not z2 := sin(z3)/z1, because z1 passes through zero.
model Safe
  parameter Real w = 2;
  Real z1, z2(start = 1), z3;
equation
  z1 = sin(w*time);
  z1*z2 = sin(z3);
  0 = z2^2 - z3;
end Safe;
