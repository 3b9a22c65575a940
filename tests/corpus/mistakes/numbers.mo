model Numbers
  Real a = 2x;
  Real b = 2 y;
  Real c = 2(x + 1);
  Real d = (y + 1)(y - 1);
  Real e = 1e;
  Integer f = 0x1F;
  Real g = 100k;
  Real h(start = 100k);
  Real k = 3,14;
  Real l = 1_000;
  Real m = 1.2.3;
  Real n = 1d3;
  Integer o = 5 mod 2;
  Real p = sin(x) cos(x);
equation
  2x = 1;
  2 y = 1;
  2(x + 1) = 1;
  (y + 1)(y - 1) = 0;
end Numbers;
