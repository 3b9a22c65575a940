// The first two equations leave only the flow, and with it everything is known: no start can be chosen.
model HiddenStartsProduct
  Real level(start = -2);
  Real height(start = 1, fixed = true);
  Real q(start = 1);
equation
  der(level) + der(height) + q = 1;
  height*q = 1;
  level + height + 1 = 0;
end HiddenStartsProduct;
