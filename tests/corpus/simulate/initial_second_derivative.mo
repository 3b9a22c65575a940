model InitialSecondDerivative "der(x) = -x, so that der(der(y)) = 3 x + 6 t: x is 1/3 at the start"
  Real x(start = 1), y;
equation
  der(x) = -x;
  y = 3*x + time^3;
initial equation
  der(der(y)) = 1;
end InitialSecondDerivative;
