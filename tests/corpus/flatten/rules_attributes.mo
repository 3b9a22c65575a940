// Attributes have types, and not every type has all of them.
model Test
  Real a(start = "one") = time;
  Real b(min = true, max = 3, nominal = "large") = 1;
  Real c(unit = 3, displayUnit = false, quantity = 1) = 2;
  Real d(fixed = 1, stateSelect = 2) = 3;
  Integer i(start = 1.5, max = 4) = 3;
  Integer j(unit = "V", nominal = 2) = 3;
  Boolean e(start = 1, min = false) = true;
  String s(start = 2, quantity = "name") = "s";
  Real v[2](start = {true, false}) = {1, 2};
end Test;
