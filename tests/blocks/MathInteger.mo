// Written by derive.py, as are the tables of expected values in the folder MathInteger.
package MathIntegerCases
  // sums with gains and products; 0 of no signals
  model Sums
    Modelica.Blocks.MathInteger.Sum a(nu = 3, k = {1, -2, 3}), a0(nu = 0); Modelica.Blocks.MathInteger.Product b(nu = 2), b0(nu = 0);
  equation
    a.u = {integer(4*time), 2, 1};
    b.u = {integer(4*time), -3};
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end Sums;

  // the expression of the first true input; if there is none, what was before, or the default
  model MultiSwitch
    Modelica.Blocks.MathInteger.MultiSwitch a(nu = 2, expr = {4, integer(4*time)}, y_default = 2), b(nu = 2, expr = {4, 5}, y_default = 2, use_pre_as_default = false);
  equation
    a.u = {time >= 0.5 and time < 0.75, time >= 1 and time < 1.5};
    b.u = a.u;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end MultiSwitch;

  // adds at each trigger; while reset is true a trigger sets it again
  model TriggeredAdd
    Modelica.Blocks.MathInteger.TriggeredAdd a(y_start = 10), b(use_reset = true, y_start = 3), c(use_reset = true, use_set = true);
  equation
    a.u = 2;
    b.u = 2;
    c.u = 2;
    a.trigger = sample(0.25, 0.25);
    b.trigger = sample(0.25, 0.25);
    c.trigger = sample(0.25, 0.25);
    b.reset = time >= 1;
    c.reset = time >= 1.125;
    c.set = 7;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end TriggeredAdd;
end MathIntegerCases;
