// An isothermal flash: the fractions of each phase add up to one. How the amounts follow from the fractions is
// left out, so three equations are missing.

model IsothermalFlash
  parameter Integer nComponents = 3;
  parameter Real F = 10;
  parameter Real z[nComponents] = {0.2, 0.3, 0.5};
  parameter Real K[nComponents] = {2, 1, 0.5};
  Real M[nComponents](each start = 1);
  Real L, V;
  Real x[nComponents], y[nComponents];
equation
  der(M) = F*z - L*x - V*y;
  for i in 1:nComponents loop
    K[i]*x[i] = y[i];
  end for;
  sum(x) = 1;
  sum(y) = 1;
end IsothermalFlash;
