// The combination to be differentiated depends on the values: x1 + x2*x3 less x3 times x2 and x2 times x3.
model Product
  Real x1, x2(start = 1), x3(start = 2), x4;
equation
  der(x1) + x4 = sin(time);
  x1 + x2*x3 = cos(time);
  x2 = 1 + time;
  x3 = 2 - time;
end Product;
