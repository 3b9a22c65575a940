// E004-part4-5: five equations in a loop, torn at one unknown.
model Loop
  Real z1, z2, z3, z4, z5;
equation
  z1 = cos(z5);
  z2 = sin(z1);
  z3 = z1*z2;
  z4 = exp(-z2*z3);
  z5 = sin(z4) + z1^2;
  annotation(experiment(Tolerance = 1e-9));
end Loop;
