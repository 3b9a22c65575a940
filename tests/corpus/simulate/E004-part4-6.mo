// E004-part4-6: z3 := z2^2 and not z2 := (...)/z1, because z1 passes through zero; z2 is 2 all the time.
model Safe
  parameter Real w = 2;
  Real z1, z2(start = 1.9), z3;
  Real s(start = 0, fixed = true) "The integral of z2";
equation
  z1 = sin(w*time);
  z1*z2 = sin(z3) - sin(4) + 2*z1;
  0 = z2^2 - z3;
  der(s) = z2;
  annotation(experiment(Tolerance = 1e-9));
end Safe;
