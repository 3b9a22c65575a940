// Nobody says how large y usually is, but its bounds do: with changes judged by one, the first guess would be near enough.
model SizeByBounds
  Real y(start = 0, min = 0, max = 1e-11);
  Real z = 1e13*y;
equation
  y*abs(y)*y = 1e-39*(1 + time);
end SizeByBounds;
