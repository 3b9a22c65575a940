// The load asks for more and more, until the source cannot deliver it at any voltage.
model TooMuchPower
  Real v(start = 40);
  Real i;
equation
  v = 50 - 2*i;
  v*i = 100 + 300*time;
end TooMuchPower;
