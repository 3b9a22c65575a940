model Oracle
  parameter Real tau = -0.1;
  Real x(start = 0, fixed = true), y;
equation
  der(x) = 1;
  y = delay(x, tau);
end Oracle;
