model Arguments
  Real x = f(a = 1, 2);
  Real y = f(1, , 2);
  Real z(start = , fixed = true);
  Real w = f(1 2);
  Real v(start 1);
  Real u(start = 1 fixed = true);
  Real t = 2x;
  Real s = {1, 2,};
end Arguments;
