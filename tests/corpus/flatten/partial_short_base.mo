// A connector that extends a short class of a partial one is not partial itself; the short class is.

partial connector Port
  Real T;
  flow Real Q;
end Port;

connector Heat = Port(T(start = 293));

connector Heat_a
  extends Heat;
end Heat_a;

model partial_short_base
  Heat_a a;
equation
  a.T = 3;
end partial_short_base;
