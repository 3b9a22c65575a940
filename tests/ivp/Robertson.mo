// Three reactions whose speeds differ by nine orders, over a very long time. Ordinary differential equations, stiff.
model Robertson
  Real y[3](start = {1, 0, 0}, each fixed = true, nominal = {1e-8, 1e-14, 1e-8});
protected
  Real slow = 0.04*y[1] - 1e4*y[2]*y[3];
  Real fast = 3e7*y[2]^2;
equation
  der(y[1]) = -slow;
  der(y[2]) = slow - fast;
  der(y[3]) = fast;
  annotation(experiment(StopTime = 1e11));
end Robertson;
