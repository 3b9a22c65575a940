// Written by derive.py, as are the tables of expected values in the folder Nonlinear.
package NonlinearCases
  // the input within its limits, with events and without; its integral is -1/3 where it leaves the lower limit and where it reaches the upper one
  model Limiter
    Modelica.Blocks.Nonlinear.Limiter a(uMax = 1), b(uMax = 2, uMin = 0.5), c(uMax = 1, strict = true),
      d(uMax = 1, homotopyType = Modelica.Blocks.Types.LimiterHomotopy.NoHomotopy);
    Real x(start = 0, fixed = true);
  equation
    a.u = 3*time - 2;
    b.u = 3*time - 2;
    c.u = 3*time - 2;
    d.u = 3*time - 2;
    der(x) = a.y;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end Limiter;

  // the input between two inputs
  model VariableLimiter
    Modelica.Blocks.Nonlinear.VariableLimiter a, b(strict = true);
  equation
    a.u = 3*sin(3*time);
    a.limit1 = 1 + time;
    a.limit2 = time - 2;
    b.u = 3*sin(3*time);
    b.limit1 = 1 + time;
    b.limit2 = time - 2;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end VariableLimiter;

  // the input without the part that lies in the zone
  model DeadZone
    Modelica.Blocks.Nonlinear.DeadZone a(uMax = 0.5), b(uMax = 1, uMin = -0.25);
  equation
    a.u = 3*time - 2;
    b.u = 2 - 3*time;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end DeadZone;

  // dy/dt = (u - y)/Td between Falling and Rising: a line, then the exponential
  model SlewRateLimiter
    Modelica.Blocks.Nonlinear.SlewRateLimiter a(Rising = 2, Td = 0.25), s(Rising = 2, Td = 0.25, strict = true);
    Modelica.Blocks.Nonlinear.SlewRateLimiter b(Rising = 4, Falling = -1.5, Td = 0.25, initType = Modelica.Blocks.Types.Init.InitialOutput, y_start = 3);
  equation
    a.u = if time < 0.5 then 0 else 2;
    s.u = a.u;
    b.u = 0;
    annotation(experiment(StopTime = 3, Interval = 0.125, Tolerance = 1e-08));
  end SlewRateLimiter;

  // u(time - delayTime), u(start) until then; a jump arrives as a jump
  model FixedDelay
    Modelica.Blocks.Nonlinear.FixedDelay a(delayTime = 0.375), b(delayTime = 0.5), c(delayTime = 3);
  equation
    a.u = sin(3*time);
    b.u = if time < 0.75 then time else 2;
    c.u = cos(time) + 1;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end FixedDelay;

  // u(time - delayTime) with a delay that changes; the specification allows lines between the stored points
  model VariableDelay
    Modelica.Blocks.Nonlinear.VariableDelay a(delayMax = 1);
  equation
    a.u = sin(3*time);
    a.delayTime = 0.5 + 0.25*sin(time);
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end VariableDelay;

  // the response of Pade's fraction of exp(-s*T), by series of its coefficients, from rest
  model PadeDelay11
    Modelica.Blocks.Nonlinear.PadeDelay a(delayTime = 0.5, n = 1, m = 1, balance = false);
  equation
    a.u = 1 - cos(2*time);
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end PadeDelay11;

  // the response of Pade's fraction of exp(-s*T), by series of its coefficients, from rest
  model PadeDelay11Balanced
    Modelica.Blocks.Nonlinear.PadeDelay a(delayTime = 0.5, n = 1, m = 1, balance = true);
  equation
    a.u = 1 - cos(2*time);
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end PadeDelay11Balanced;

  // the response of Pade's fraction of exp(-s*T), by series of its coefficients, from rest
  model PadeDelay22
    Modelica.Blocks.Nonlinear.PadeDelay a(delayTime = 0.5, n = 2, m = 2, balance = false);
  initial equation
    a.x[1] = 0;
  equation
    a.u = 1 - cos(2*time);
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end PadeDelay22;

  // the response of Pade's fraction of exp(-s*T), by series of its coefficients, from rest
  model PadeDelay22Balanced
    Modelica.Blocks.Nonlinear.PadeDelay a(delayTime = 0.5, n = 2, m = 2, balance = true);
  equation
    a.u = 1 - cos(2*time);
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end PadeDelay22Balanced;

  // the response of Pade's fraction of exp(-s*T), by series of its coefficients, from rest
  model PadeDelay32
    Modelica.Blocks.Nonlinear.PadeDelay a(delayTime = 0.5, n = 3, m = 2, balance = false);
  initial equation
    a.x[1] = 0;
    a.x[2] = 0;
  equation
    a.u = 1 - cos(2*time);
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end PadeDelay32;

  // the response of Pade's fraction of exp(-s*T), by series of its coefficients, from rest
  model PadeDelay32Balanced
    Modelica.Blocks.Nonlinear.PadeDelay a(delayTime = 0.5, n = 3, m = 2, balance = true);
  equation
    a.u = 1 - cos(2*time);
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end PadeDelay32Balanced;

  // the response of Pade's fraction of exp(-s*T), by series of its coefficients, from rest
  model PadeDelay44
    Modelica.Blocks.Nonlinear.PadeDelay a(delayTime = 0.5, n = 4, m = 4, balance = false);
  initial equation
    a.x[1] = 0;
    a.x[2] = 0;
    a.x[3] = 0;
  equation
    a.u = 1 - cos(2*time);
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end PadeDelay44;

  // the response of Pade's fraction of exp(-s*T), by series of its coefficients, from rest
  model PadeDelay44Balanced
    Modelica.Blocks.Nonlinear.PadeDelay a(delayTime = 0.5, n = 4, m = 4, balance = true);
  equation
    a.u = 1 - cos(2*time);
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end PadeDelay44Balanced;
end NonlinearCases;
