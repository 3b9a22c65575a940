model Numbers
  Real a = 2x;
  Real b = 2 y;
  Real c = 2(x + 1);
  Real d = (y + 1)(y - 1);
  Real e = 1e;
  Integer f = 0x1F;
  Real g = 100k;
  Real h(start = 100k);
equation
  2x = 1;
  2 y = 1;
  2(x + 1) = 1;
  (y + 1)(y - 1) = 0;
end Numbers;
