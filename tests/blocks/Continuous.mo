// Written by derive.py, as are the tables of expected values in the folder Continuous.
package ContinuousCases
  // y_start and the integral of k*u
  model Integrator
    Modelica.Blocks.Continuous.Integrator a(y_start = 1), b(k = 2, initType = Modelica.Blocks.Types.Init.InitialOutput, y_start = -1);
  equation
    a.u = cos(time);
    b.u = if time < 0.5 then 1 else -1;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end Integrator;

  // set anew where reset becomes true, to y_start or to the input set, which c takes within its limits
  model IntegratorReset
    Modelica.Blocks.Continuous.Integrator a(use_reset = true, y_start = 0.25), b(use_reset = true, use_set = true, y_start = 0.25);
    Modelica.Blocks.Continuous.LimIntegrator c(use_reset = true, use_set = true, outMax = 1, outMin = -0.5);
    Integer n(start = 0, fixed = true);
  equation
    a.u = 1;
    b.u = 1;
    c.u = 0.5;
    b.set = -time;
    c.set = -3*time;
    a.reset = (time >= 0.5 and time < 0.75) or time >= 1.25;
    b.reset = a.reset;
    c.reset = a.reset;
    when a.reset then
      n = pre(n) + 1;
    end when;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end IntegratorReset;

  // stops at the limits and leaves them as soon as the input turns
  model LimIntegrator
    Modelica.Blocks.Continuous.LimIntegrator a(outMax = 0.5), b(k = -2, outMax = 1, outMin = -0.5, y_start = 0.5), c(outMax = 0.5, strict = true);
    Modelica.Blocks.Continuous.LimIntegrator d(outMax = 0.5, limitsAtInit = false);
  equation
    a.u = if time < 1 then 1 else -1;
    b.u = 1;
    c.u = a.u;
    d.u = a.u;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end LimIntegrator;

  // T*y' + y = k*u: approaches k*u as exp(-t/T); c has the particular solution (sin 2t - cos(2t)/2)/1.25
  model FirstOrder
    Modelica.Blocks.Continuous.FirstOrder a(k = 2, T = 0.5, initType = Modelica.Blocks.Types.Init.InitialState, y_start = 1),
      b(k = 3, T = 0.5, initType = Modelica.Blocks.Types.Init.SteadyState), c(T = 0.25, initType = Modelica.Blocks.Types.Init.InitialOutput, y_start = -1);
  equation
    a.u = 1;
    b.u = if time < 0.5 then 1 else 2;
    c.u = sin(2*time);
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end FirstOrder;

  // y = k*(u - x)/T, T*x' = u - x: k*slope*(1 - exp(-t/T)) for a ramp, k*step/T*exp(-t/T) for a step; a gain of 0 gives 0
  model Derivative
    Modelica.Blocks.Continuous.Derivative a(k = 2, T = 0.25, initType = Modelica.Blocks.Types.Init.InitialState, x_start = 0),
      b(T = 0.25, initType = Modelica.Blocks.Types.Init.SteadyState), c(T = 0.25, initType = Modelica.Blocks.Types.Init.InitialOutput, y_start = 2), z(k = 0, initType = Modelica.Blocks.Types.Init.InitialOutput);
  equation
    a.u = 3*time;
    b.u = if time < 0.5 then 1 else 2;
    c.u = 1;
    z.u = time;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end Derivative;

  // y = k*(u + integral of u/T); c is run backwards, from the output to the input, steady at first
  model PI
    Modelica.Blocks.Continuous.PI a(k = 2, T = 0.5, initType = Modelica.Blocks.Types.Init.InitialState, x_start = 0.25), b(T = 0.25, initType = Modelica.Blocks.Types.Init.InitialOutput, y_start = 3),
      c(k = -1, T = 1, initType = Modelica.Blocks.Types.Init.SteadyState, x(start = 2));
  equation
    a.u = if time < 1 then 1 else -1;
    b.u = sin(time);
    c.y = -2 - sin(time);
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end PI;

  // the derivative by rules: (sin 3t)' = 3 cos 3t, (x^2)' = 2*x*x'
  model Der
    Modelica.Blocks.Continuous.Der a, b;
    Real x(start = 1, fixed = true);
  equation
    a.u = sin(3*time);
    der(x) = -2*x;
    b.u = x^2;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end Der;

  // step responses of y'' + 2*D*w*y' + w^2*y = k*w^2*u, damped little, critically and much; d swings about 1 without damping
  model SecondOrder
    Modelica.Blocks.Continuous.SecondOrder a(k = 3, w = 4, D = 0.25, initType = Modelica.Blocks.Types.Init.SteadyState), b(k = 3, w = 4, D = 1, initType = Modelica.Blocks.Types.Init.SteadyState), c(k = 3, w = 4, D = 2, initType = Modelica.Blocks.Types.Init.SteadyState);
    Modelica.Blocks.Continuous.SecondOrder d(w = 2, D = 0, initType = Modelica.Blocks.Types.Init.InitialState, y_start = 1, yd_start = 2);
  equation
    a.u = if time < 0.5 then 0 else 1;
    b.u = a.u;
    c.u = a.u;
    d.u = 1;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end SecondOrder;

  // k*(u + integral(u)/Ti + Td*s/(1 + Td*s/Nd) u); c starts with its derivative at rest and its integral so that y = y_start
  model PID
    Modelica.Blocks.Continuous.PID a(k = 2, Ti = 0.5, Td = 0.25, Nd = 5), b(Ti = 0.5, Td = 0.25, Nd = 5),
      c(k = 2, Ti = 0.5, Td = 0.25, Nd = 5, initType = Modelica.Blocks.Types.Init.InitialOutput, y_start = 7);
  equation
    a.u = 3*time;
    b.u = if time < 0.5 then 0 else 1;
    c.u = 1;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end PID;

  // P acts on wp*u_s - u_m, D on wd*u_s - u_m and I on u_s - u_m while nothing is limited
  model LimPIDFree
    Modelica.Blocks.Continuous.LimPID a(k = 2, Ti = 0.5, Td = 0.25, Nd = 5, yMax = 100, wp = 0.5, wd = 0.25);
  equation
    a.u_s = 1;
    a.u_m = time;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end LimPIDFree;

  // proportional, with an integral, with a derivative (wd = 0: of -u_m alone), and with a feed-forward that is added before the limits
  model LimPIDKinds
    Modelica.Blocks.Continuous.LimPID p(controllerType = Modelica.Blocks.Types.SimpleController.P, k = 2, yMax = 1), pi(controllerType = Modelica.Blocks.Types.SimpleController.PI, k = 2, Ti = 0.5, yMax = 100, xi_start = 0.25),
      pd(controllerType = Modelica.Blocks.Types.SimpleController.PD, k = 2, Td = 0.25, Nd = 5, yMax = 100), ff(controllerType = Modelica.Blocks.Types.SimpleController.P, k = 2, yMax = 10, yMin = -0.5, withFeedForward = true, kFF = 3);
  equation
    p.u_s = 1;
    p.u_m = time;
    pi.u_s = 1;
    pi.u_m = time;
    pd.u_s = 1;
    pd.u_m = time;
    ff.u_s = 1;
    ff.u_m = time;
    ff.u_ff = 0.25 - time/2;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end LimPIDKinds;

  // at a limit the integral goes to where e = (v - y)/(k*Ni): to +-0.4 with the rate 1/(Ni*Ti) = 20/9
  model LimPIDWindup
    Modelica.Blocks.Continuous.LimPID a(controllerType = Modelica.Blocks.Types.SimpleController.PI, k = 2, Ti = 0.5, yMax = 1);
  equation
    a.u_s = if time < 1 then 1 else -1;
    a.u_m = 0;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end LimPIDWindup;

  // y_start at first, then k*t/Ti more; the derivative is at rest
  model LimPIDStarts
    Modelica.Blocks.Continuous.LimPID a(controllerType = Modelica.Blocks.Types.SimpleController.PI, k = 2, Ti = 0.5, yMax = 10, initType = Modelica.Blocks.Types.Init.InitialOutput, y_start = 3),
      b(controllerType = Modelica.Blocks.Types.SimpleController.PID, k = 2, Ti = 0.5, Td = 0.25, yMax = 10, initType = Modelica.Blocks.Types.Init.InitialOutput, y_start = 3);
  equation
    a.u_s = 1;
    a.u_m = 0;
    b.u_s = 1;
    b.u_m = 0;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end LimPIDStarts;

  // matrix exponentials of the controller form: a from rest, s at rest under u = 1, p with x_start, o with y = y_start and the derivatives of the lower states 0
  model TransferFunction
    Modelica.Blocks.Continuous.TransferFunction a(b = {2, 1, 3}, a = {1, 2, 5, 4}, initType = Modelica.Blocks.Types.Init.InitialState),
      s(b = {2, 1, 3}, a = {1, 2, 5, 4}, initType = Modelica.Blocks.Types.Init.SteadyState), p(b = {2, 1}, a = {0.5, 1}, initType = Modelica.Blocks.Types.Init.InitialState, x_start = {0.25}),
      o(b = {2, 1, 3}, a = {1, 2, 5, 4}, initType = Modelica.Blocks.Types.Init.InitialOutput, y_start = 0.5), g(b = {6}, a = {2});
  equation
    a.u = sin(2*time);
    s.u = 1 + 2*time;
    p.u = 1;
    o.u = 0;
    g.u = time;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end TransferFunction;

  // x' = A*x + B*u, y = C*x + D*u by a matrix exponential
  model StateSpace
    Modelica.Blocks.Continuous.StateSpace a(A = [-1, 2; -3, -0.5], B = [1; -2], C = [1, 3; 0, 1], D = [0.5; -1], initType = Modelica.Blocks.Types.Init.InitialState, x_start = {1, -1}),
      s(A = [-1, 2; -3, -0.5], B = [1; -2], C = [1, 3; 0, 1], D = [0.5; -1], initType = Modelica.Blocks.Types.Init.SteadyState);
  equation
    a.u[1] = sin(2*time);
    s.u[1] = 1 + 2*time;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end StateSpace;

  // step responses from rest: Butterworth's poles lie on a circle; critical damping is a chain of equal lags, 1 - exp(-x)*sum(x^k/k!)
  model LowPasses1
    Modelica.Blocks.Continuous.LowpassButterworth b(n = 1, f = 0.5, initType = Modelica.Blocks.Types.Init.InitialState);
    Modelica.Blocks.Continuous.CriticalDamping c(n = 1, f = 0.5, initType = Modelica.Blocks.Types.Init.InitialState), d(n = 1, f = 0.5, normalized = false, initType = Modelica.Blocks.Types.Init.InitialState);
  equation
    b.u = 1;
    c.u = 1;
    d.u = 1;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end LowPasses1;

  // step responses from rest: Butterworth's poles lie on a circle; critical damping is a chain of equal lags, 1 - exp(-x)*sum(x^k/k!)
  model LowPasses2
    Modelica.Blocks.Continuous.LowpassButterworth b(n = 2, f = 0.5, initType = Modelica.Blocks.Types.Init.InitialState), s(n = 2, f = 0.5, initType = Modelica.Blocks.Types.Init.SteadyState);
    Modelica.Blocks.Continuous.CriticalDamping c(n = 2, f = 0.5, initType = Modelica.Blocks.Types.Init.InitialState), d(n = 2, f = 0.5, normalized = false, initType = Modelica.Blocks.Types.Init.InitialState);
  equation
    b.u = 1;
    c.u = 1;
    d.u = 1;
    s.u = 1 - cos(3*time);
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end LowPasses2;

  // step responses from rest: Butterworth's poles lie on a circle; critical damping is a chain of equal lags, 1 - exp(-x)*sum(x^k/k!)
  model LowPasses3
    Modelica.Blocks.Continuous.LowpassButterworth b(n = 3, f = 0.5, initType = Modelica.Blocks.Types.Init.InitialState), s(n = 3, f = 0.5, initType = Modelica.Blocks.Types.Init.SteadyState);
    Modelica.Blocks.Continuous.CriticalDamping c(n = 3, f = 0.5, initType = Modelica.Blocks.Types.Init.InitialState), d(n = 3, f = 0.5, normalized = false, initType = Modelica.Blocks.Types.Init.InitialState);
  equation
    b.u = 1;
    c.u = 1;
    d.u = 1;
    s.u = 1 - cos(3*time);
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end LowPasses3;

  // step responses from rest: Butterworth's poles lie on a circle; critical damping is a chain of equal lags, 1 - exp(-x)*sum(x^k/k!)
  model LowPasses4
    Modelica.Blocks.Continuous.LowpassButterworth b(n = 4, f = 0.5, initType = Modelica.Blocks.Types.Init.InitialState), s(n = 4, f = 0.5, initType = Modelica.Blocks.Types.Init.SteadyState);
    Modelica.Blocks.Continuous.CriticalDamping c(n = 4, f = 0.5, initType = Modelica.Blocks.Types.Init.InitialState), d(n = 4, f = 0.5, normalized = false, initType = Modelica.Blocks.Types.Init.InitialState);
  equation
    b.u = 1;
    c.u = 1;
    d.u = 1;
    s.u = 1 - cos(3*time);
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end LowPasses4;

  // step responses from rest: Butterworth's poles lie on a circle; critical damping is a chain of equal lags, 1 - exp(-x)*sum(x^k/k!)
  model LowPasses5
    Modelica.Blocks.Continuous.LowpassButterworth b(n = 5, f = 0.5, initType = Modelica.Blocks.Types.Init.InitialState), s(n = 5, f = 0.5, initType = Modelica.Blocks.Types.Init.SteadyState);
    Modelica.Blocks.Continuous.CriticalDamping c(n = 5, f = 0.5, initType = Modelica.Blocks.Types.Init.InitialState), d(n = 5, f = 0.5, normalized = false, initType = Modelica.Blocks.Types.Init.InitialState);
  equation
    b.u = 1;
    c.u = 1;
    d.u = 1;
    s.u = 1 - cos(3*time);
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end LowPasses5;

  // the transfer function of the filter, multiplied out and solved from rest by a matrix exponential
  model FilterCriticalDampingLowPass
    Modelica.Blocks.Continuous.Filter n1(analogFilter = Modelica.Blocks.Types.AnalogFilter.CriticalDamping, filterType = Modelica.Blocks.Types.FilterType.LowPass, order = 1, f_cut = 0.75, gain = 2, normalized = true);
    Modelica.Blocks.Continuous.Filter p1(analogFilter = Modelica.Blocks.Types.AnalogFilter.CriticalDamping, filterType = Modelica.Blocks.Types.FilterType.LowPass, order = 1, f_cut = 0.75, gain = 2, normalized = false);
    Modelica.Blocks.Continuous.Filter n2(analogFilter = Modelica.Blocks.Types.AnalogFilter.CriticalDamping, filterType = Modelica.Blocks.Types.FilterType.LowPass, order = 2, f_cut = 0.75, gain = 2, normalized = true);
    Modelica.Blocks.Continuous.Filter p2(analogFilter = Modelica.Blocks.Types.AnalogFilter.CriticalDamping, filterType = Modelica.Blocks.Types.FilterType.LowPass, order = 2, f_cut = 0.75, gain = 2, normalized = false);
    Modelica.Blocks.Continuous.Filter n3(analogFilter = Modelica.Blocks.Types.AnalogFilter.CriticalDamping, filterType = Modelica.Blocks.Types.FilterType.LowPass, order = 3, f_cut = 0.75, gain = 2, normalized = true);
    Modelica.Blocks.Continuous.Filter p3(analogFilter = Modelica.Blocks.Types.AnalogFilter.CriticalDamping, filterType = Modelica.Blocks.Types.FilterType.LowPass, order = 3, f_cut = 0.75, gain = 2, normalized = false);
    Modelica.Blocks.Continuous.Filter n4(analogFilter = Modelica.Blocks.Types.AnalogFilter.CriticalDamping, filterType = Modelica.Blocks.Types.FilterType.LowPass, order = 4, f_cut = 0.75, gain = 2, normalized = true);
    Modelica.Blocks.Continuous.Filter p4(analogFilter = Modelica.Blocks.Types.AnalogFilter.CriticalDamping, filterType = Modelica.Blocks.Types.FilterType.LowPass, order = 4, f_cut = 0.75, gain = 2, normalized = false);
  equation
    n1.u = 1 - cos(4*time);
    p1.u = 1 - cos(4*time);
    n2.u = 1 - cos(4*time);
    p2.u = 1 - cos(4*time);
    n3.u = 1 - cos(4*time);
    p3.u = 1 - cos(4*time);
    n4.u = 1 - cos(4*time);
    p4.u = 1 - cos(4*time);
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end FilterCriticalDampingLowPass;

  // the transfer function of the filter, multiplied out and solved from rest by a matrix exponential
  model FilterCriticalDampingHighPass
    Modelica.Blocks.Continuous.Filter n1(analogFilter = Modelica.Blocks.Types.AnalogFilter.CriticalDamping, filterType = Modelica.Blocks.Types.FilterType.HighPass, order = 1, f_cut = 0.75, gain = 2, normalized = true);
    Modelica.Blocks.Continuous.Filter p1(analogFilter = Modelica.Blocks.Types.AnalogFilter.CriticalDamping, filterType = Modelica.Blocks.Types.FilterType.HighPass, order = 1, f_cut = 0.75, gain = 2, normalized = false);
    Modelica.Blocks.Continuous.Filter n2(analogFilter = Modelica.Blocks.Types.AnalogFilter.CriticalDamping, filterType = Modelica.Blocks.Types.FilterType.HighPass, order = 2, f_cut = 0.75, gain = 2, normalized = true);
    Modelica.Blocks.Continuous.Filter p2(analogFilter = Modelica.Blocks.Types.AnalogFilter.CriticalDamping, filterType = Modelica.Blocks.Types.FilterType.HighPass, order = 2, f_cut = 0.75, gain = 2, normalized = false);
    Modelica.Blocks.Continuous.Filter n3(analogFilter = Modelica.Blocks.Types.AnalogFilter.CriticalDamping, filterType = Modelica.Blocks.Types.FilterType.HighPass, order = 3, f_cut = 0.75, gain = 2, normalized = true);
    Modelica.Blocks.Continuous.Filter p3(analogFilter = Modelica.Blocks.Types.AnalogFilter.CriticalDamping, filterType = Modelica.Blocks.Types.FilterType.HighPass, order = 3, f_cut = 0.75, gain = 2, normalized = false);
    Modelica.Blocks.Continuous.Filter n4(analogFilter = Modelica.Blocks.Types.AnalogFilter.CriticalDamping, filterType = Modelica.Blocks.Types.FilterType.HighPass, order = 4, f_cut = 0.75, gain = 2, normalized = true);
    Modelica.Blocks.Continuous.Filter p4(analogFilter = Modelica.Blocks.Types.AnalogFilter.CriticalDamping, filterType = Modelica.Blocks.Types.FilterType.HighPass, order = 4, f_cut = 0.75, gain = 2, normalized = false);
  equation
    n1.u = 1 - cos(4*time);
    p1.u = 1 - cos(4*time);
    n2.u = 1 - cos(4*time);
    p2.u = 1 - cos(4*time);
    n3.u = 1 - cos(4*time);
    p3.u = 1 - cos(4*time);
    n4.u = 1 - cos(4*time);
    p4.u = 1 - cos(4*time);
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end FilterCriticalDampingHighPass;

  // the transfer function of the filter, multiplied out and solved from rest by a matrix exponential
  model FilterBesselLowPass
    Modelica.Blocks.Continuous.Filter n1(analogFilter = Modelica.Blocks.Types.AnalogFilter.Bessel, filterType = Modelica.Blocks.Types.FilterType.LowPass, order = 1, f_cut = 0.75, gain = 2, normalized = true);
    Modelica.Blocks.Continuous.Filter p1(analogFilter = Modelica.Blocks.Types.AnalogFilter.Bessel, filterType = Modelica.Blocks.Types.FilterType.LowPass, order = 1, f_cut = 0.75, gain = 2, normalized = false);
    Modelica.Blocks.Continuous.Filter n2(analogFilter = Modelica.Blocks.Types.AnalogFilter.Bessel, filterType = Modelica.Blocks.Types.FilterType.LowPass, order = 2, f_cut = 0.75, gain = 2, normalized = true);
    Modelica.Blocks.Continuous.Filter p2(analogFilter = Modelica.Blocks.Types.AnalogFilter.Bessel, filterType = Modelica.Blocks.Types.FilterType.LowPass, order = 2, f_cut = 0.75, gain = 2, normalized = false);
    Modelica.Blocks.Continuous.Filter n3(analogFilter = Modelica.Blocks.Types.AnalogFilter.Bessel, filterType = Modelica.Blocks.Types.FilterType.LowPass, order = 3, f_cut = 0.75, gain = 2, normalized = true);
    Modelica.Blocks.Continuous.Filter p3(analogFilter = Modelica.Blocks.Types.AnalogFilter.Bessel, filterType = Modelica.Blocks.Types.FilterType.LowPass, order = 3, f_cut = 0.75, gain = 2, normalized = false);
    Modelica.Blocks.Continuous.Filter n4(analogFilter = Modelica.Blocks.Types.AnalogFilter.Bessel, filterType = Modelica.Blocks.Types.FilterType.LowPass, order = 4, f_cut = 0.75, gain = 2, normalized = true);
    Modelica.Blocks.Continuous.Filter p4(analogFilter = Modelica.Blocks.Types.AnalogFilter.Bessel, filterType = Modelica.Blocks.Types.FilterType.LowPass, order = 4, f_cut = 0.75, gain = 2, normalized = false);
  equation
    n1.u = 1 - cos(4*time);
    p1.u = 1 - cos(4*time);
    n2.u = 1 - cos(4*time);
    p2.u = 1 - cos(4*time);
    n3.u = 1 - cos(4*time);
    p3.u = 1 - cos(4*time);
    n4.u = 1 - cos(4*time);
    p4.u = 1 - cos(4*time);
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end FilterBesselLowPass;

  // the transfer function of the filter, multiplied out and solved from rest by a matrix exponential
  model FilterBesselHighPass
    Modelica.Blocks.Continuous.Filter n1(analogFilter = Modelica.Blocks.Types.AnalogFilter.Bessel, filterType = Modelica.Blocks.Types.FilterType.HighPass, order = 1, f_cut = 0.75, gain = 2, normalized = true);
    Modelica.Blocks.Continuous.Filter p1(analogFilter = Modelica.Blocks.Types.AnalogFilter.Bessel, filterType = Modelica.Blocks.Types.FilterType.HighPass, order = 1, f_cut = 0.75, gain = 2, normalized = false);
    Modelica.Blocks.Continuous.Filter n2(analogFilter = Modelica.Blocks.Types.AnalogFilter.Bessel, filterType = Modelica.Blocks.Types.FilterType.HighPass, order = 2, f_cut = 0.75, gain = 2, normalized = true);
    Modelica.Blocks.Continuous.Filter p2(analogFilter = Modelica.Blocks.Types.AnalogFilter.Bessel, filterType = Modelica.Blocks.Types.FilterType.HighPass, order = 2, f_cut = 0.75, gain = 2, normalized = false);
    Modelica.Blocks.Continuous.Filter n3(analogFilter = Modelica.Blocks.Types.AnalogFilter.Bessel, filterType = Modelica.Blocks.Types.FilterType.HighPass, order = 3, f_cut = 0.75, gain = 2, normalized = true);
    Modelica.Blocks.Continuous.Filter p3(analogFilter = Modelica.Blocks.Types.AnalogFilter.Bessel, filterType = Modelica.Blocks.Types.FilterType.HighPass, order = 3, f_cut = 0.75, gain = 2, normalized = false);
    Modelica.Blocks.Continuous.Filter n4(analogFilter = Modelica.Blocks.Types.AnalogFilter.Bessel, filterType = Modelica.Blocks.Types.FilterType.HighPass, order = 4, f_cut = 0.75, gain = 2, normalized = true);
    Modelica.Blocks.Continuous.Filter p4(analogFilter = Modelica.Blocks.Types.AnalogFilter.Bessel, filterType = Modelica.Blocks.Types.FilterType.HighPass, order = 4, f_cut = 0.75, gain = 2, normalized = false);
  equation
    n1.u = 1 - cos(4*time);
    p1.u = 1 - cos(4*time);
    n2.u = 1 - cos(4*time);
    p2.u = 1 - cos(4*time);
    n3.u = 1 - cos(4*time);
    p3.u = 1 - cos(4*time);
    n4.u = 1 - cos(4*time);
    p4.u = 1 - cos(4*time);
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end FilterBesselHighPass;

  // the transfer function of the filter, multiplied out and solved from rest by a matrix exponential
  model FilterBesselBandPass
    Modelica.Blocks.Continuous.Filter n2(analogFilter = Modelica.Blocks.Types.AnalogFilter.Bessel, filterType = Modelica.Blocks.Types.FilterType.BandPass, order = 2, f_cut = 1.5, f_min = 0.75, gain = 2, normalized = true);
    Modelica.Blocks.Continuous.Filter p2(analogFilter = Modelica.Blocks.Types.AnalogFilter.Bessel, filterType = Modelica.Blocks.Types.FilterType.BandPass, order = 2, f_cut = 1.5, f_min = 0.75, gain = 2, normalized = false);
    Modelica.Blocks.Continuous.Filter n3(analogFilter = Modelica.Blocks.Types.AnalogFilter.Bessel, filterType = Modelica.Blocks.Types.FilterType.BandPass, order = 3, f_cut = 1.5, f_min = 0.75, gain = 2, normalized = true);
    Modelica.Blocks.Continuous.Filter p3(analogFilter = Modelica.Blocks.Types.AnalogFilter.Bessel, filterType = Modelica.Blocks.Types.FilterType.BandPass, order = 3, f_cut = 1.5, f_min = 0.75, gain = 2, normalized = false);
  equation
    n2.u = 1 - cos(4*time);
    p2.u = 1 - cos(4*time);
    n3.u = 1 - cos(4*time);
    p3.u = 1 - cos(4*time);
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end FilterBesselBandPass;

  // the transfer function of the filter, multiplied out and solved from rest by a matrix exponential
  model FilterBesselBandStop
    Modelica.Blocks.Continuous.Filter n2(analogFilter = Modelica.Blocks.Types.AnalogFilter.Bessel, filterType = Modelica.Blocks.Types.FilterType.BandStop, order = 2, f_cut = 1.5, f_min = 0.75, gain = 2, normalized = true);
    Modelica.Blocks.Continuous.Filter p2(analogFilter = Modelica.Blocks.Types.AnalogFilter.Bessel, filterType = Modelica.Blocks.Types.FilterType.BandStop, order = 2, f_cut = 1.5, f_min = 0.75, gain = 2, normalized = false);
    Modelica.Blocks.Continuous.Filter n3(analogFilter = Modelica.Blocks.Types.AnalogFilter.Bessel, filterType = Modelica.Blocks.Types.FilterType.BandStop, order = 3, f_cut = 1.5, f_min = 0.75, gain = 2, normalized = true);
    Modelica.Blocks.Continuous.Filter p3(analogFilter = Modelica.Blocks.Types.AnalogFilter.Bessel, filterType = Modelica.Blocks.Types.FilterType.BandStop, order = 3, f_cut = 1.5, f_min = 0.75, gain = 2, normalized = false);
  equation
    n2.u = 1 - cos(4*time);
    p2.u = 1 - cos(4*time);
    n3.u = 1 - cos(4*time);
    p3.u = 1 - cos(4*time);
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end FilterBesselBandStop;

  // the transfer function of the filter, multiplied out and solved from rest by a matrix exponential
  model FilterButterworthLowPass
    Modelica.Blocks.Continuous.Filter n1(analogFilter = Modelica.Blocks.Types.AnalogFilter.Butterworth, filterType = Modelica.Blocks.Types.FilterType.LowPass, order = 1, f_cut = 0.75, gain = 2, normalized = true);
    Modelica.Blocks.Continuous.Filter p1(analogFilter = Modelica.Blocks.Types.AnalogFilter.Butterworth, filterType = Modelica.Blocks.Types.FilterType.LowPass, order = 1, f_cut = 0.75, gain = 2, normalized = false);
    Modelica.Blocks.Continuous.Filter n2(analogFilter = Modelica.Blocks.Types.AnalogFilter.Butterworth, filterType = Modelica.Blocks.Types.FilterType.LowPass, order = 2, f_cut = 0.75, gain = 2, normalized = true);
    Modelica.Blocks.Continuous.Filter p2(analogFilter = Modelica.Blocks.Types.AnalogFilter.Butterworth, filterType = Modelica.Blocks.Types.FilterType.LowPass, order = 2, f_cut = 0.75, gain = 2, normalized = false);
    Modelica.Blocks.Continuous.Filter n3(analogFilter = Modelica.Blocks.Types.AnalogFilter.Butterworth, filterType = Modelica.Blocks.Types.FilterType.LowPass, order = 3, f_cut = 0.75, gain = 2, normalized = true);
    Modelica.Blocks.Continuous.Filter p3(analogFilter = Modelica.Blocks.Types.AnalogFilter.Butterworth, filterType = Modelica.Blocks.Types.FilterType.LowPass, order = 3, f_cut = 0.75, gain = 2, normalized = false);
    Modelica.Blocks.Continuous.Filter n4(analogFilter = Modelica.Blocks.Types.AnalogFilter.Butterworth, filterType = Modelica.Blocks.Types.FilterType.LowPass, order = 4, f_cut = 0.75, gain = 2, normalized = true);
    Modelica.Blocks.Continuous.Filter p4(analogFilter = Modelica.Blocks.Types.AnalogFilter.Butterworth, filterType = Modelica.Blocks.Types.FilterType.LowPass, order = 4, f_cut = 0.75, gain = 2, normalized = false);
  equation
    n1.u = 1 - cos(4*time);
    p1.u = 1 - cos(4*time);
    n2.u = 1 - cos(4*time);
    p2.u = 1 - cos(4*time);
    n3.u = 1 - cos(4*time);
    p3.u = 1 - cos(4*time);
    n4.u = 1 - cos(4*time);
    p4.u = 1 - cos(4*time);
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end FilterButterworthLowPass;

  // the transfer function of the filter, multiplied out and solved from rest by a matrix exponential
  model FilterButterworthHighPass
    Modelica.Blocks.Continuous.Filter n1(analogFilter = Modelica.Blocks.Types.AnalogFilter.Butterworth, filterType = Modelica.Blocks.Types.FilterType.HighPass, order = 1, f_cut = 0.75, gain = 2, normalized = true);
    Modelica.Blocks.Continuous.Filter p1(analogFilter = Modelica.Blocks.Types.AnalogFilter.Butterworth, filterType = Modelica.Blocks.Types.FilterType.HighPass, order = 1, f_cut = 0.75, gain = 2, normalized = false);
    Modelica.Blocks.Continuous.Filter n2(analogFilter = Modelica.Blocks.Types.AnalogFilter.Butterworth, filterType = Modelica.Blocks.Types.FilterType.HighPass, order = 2, f_cut = 0.75, gain = 2, normalized = true);
    Modelica.Blocks.Continuous.Filter p2(analogFilter = Modelica.Blocks.Types.AnalogFilter.Butterworth, filterType = Modelica.Blocks.Types.FilterType.HighPass, order = 2, f_cut = 0.75, gain = 2, normalized = false);
    Modelica.Blocks.Continuous.Filter n3(analogFilter = Modelica.Blocks.Types.AnalogFilter.Butterworth, filterType = Modelica.Blocks.Types.FilterType.HighPass, order = 3, f_cut = 0.75, gain = 2, normalized = true);
    Modelica.Blocks.Continuous.Filter p3(analogFilter = Modelica.Blocks.Types.AnalogFilter.Butterworth, filterType = Modelica.Blocks.Types.FilterType.HighPass, order = 3, f_cut = 0.75, gain = 2, normalized = false);
    Modelica.Blocks.Continuous.Filter n4(analogFilter = Modelica.Blocks.Types.AnalogFilter.Butterworth, filterType = Modelica.Blocks.Types.FilterType.HighPass, order = 4, f_cut = 0.75, gain = 2, normalized = true);
    Modelica.Blocks.Continuous.Filter p4(analogFilter = Modelica.Blocks.Types.AnalogFilter.Butterworth, filterType = Modelica.Blocks.Types.FilterType.HighPass, order = 4, f_cut = 0.75, gain = 2, normalized = false);
  equation
    n1.u = 1 - cos(4*time);
    p1.u = 1 - cos(4*time);
    n2.u = 1 - cos(4*time);
    p2.u = 1 - cos(4*time);
    n3.u = 1 - cos(4*time);
    p3.u = 1 - cos(4*time);
    n4.u = 1 - cos(4*time);
    p4.u = 1 - cos(4*time);
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end FilterButterworthHighPass;

  // the transfer function of the filter, multiplied out and solved from rest by a matrix exponential
  model FilterButterworthBandPass
    Modelica.Blocks.Continuous.Filter n2(analogFilter = Modelica.Blocks.Types.AnalogFilter.Butterworth, filterType = Modelica.Blocks.Types.FilterType.BandPass, order = 2, f_cut = 1.5, f_min = 0.75, gain = 2, normalized = true);
    Modelica.Blocks.Continuous.Filter p2(analogFilter = Modelica.Blocks.Types.AnalogFilter.Butterworth, filterType = Modelica.Blocks.Types.FilterType.BandPass, order = 2, f_cut = 1.5, f_min = 0.75, gain = 2, normalized = false);
    Modelica.Blocks.Continuous.Filter n3(analogFilter = Modelica.Blocks.Types.AnalogFilter.Butterworth, filterType = Modelica.Blocks.Types.FilterType.BandPass, order = 3, f_cut = 1.5, f_min = 0.75, gain = 2, normalized = true);
    Modelica.Blocks.Continuous.Filter p3(analogFilter = Modelica.Blocks.Types.AnalogFilter.Butterworth, filterType = Modelica.Blocks.Types.FilterType.BandPass, order = 3, f_cut = 1.5, f_min = 0.75, gain = 2, normalized = false);
  equation
    n2.u = 1 - cos(4*time);
    p2.u = 1 - cos(4*time);
    n3.u = 1 - cos(4*time);
    p3.u = 1 - cos(4*time);
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end FilterButterworthBandPass;

  // the transfer function of the filter, multiplied out and solved from rest by a matrix exponential
  model FilterButterworthBandStop
    Modelica.Blocks.Continuous.Filter n2(analogFilter = Modelica.Blocks.Types.AnalogFilter.Butterworth, filterType = Modelica.Blocks.Types.FilterType.BandStop, order = 2, f_cut = 1.5, f_min = 0.75, gain = 2, normalized = true);
    Modelica.Blocks.Continuous.Filter p2(analogFilter = Modelica.Blocks.Types.AnalogFilter.Butterworth, filterType = Modelica.Blocks.Types.FilterType.BandStop, order = 2, f_cut = 1.5, f_min = 0.75, gain = 2, normalized = false);
    Modelica.Blocks.Continuous.Filter n3(analogFilter = Modelica.Blocks.Types.AnalogFilter.Butterworth, filterType = Modelica.Blocks.Types.FilterType.BandStop, order = 3, f_cut = 1.5, f_min = 0.75, gain = 2, normalized = true);
    Modelica.Blocks.Continuous.Filter p3(analogFilter = Modelica.Blocks.Types.AnalogFilter.Butterworth, filterType = Modelica.Blocks.Types.FilterType.BandStop, order = 3, f_cut = 1.5, f_min = 0.75, gain = 2, normalized = false);
  equation
    n2.u = 1 - cos(4*time);
    p2.u = 1 - cos(4*time);
    n3.u = 1 - cos(4*time);
    p3.u = 1 - cos(4*time);
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end FilterButterworthBandStop;

  // the transfer function of the filter, multiplied out and solved from rest by a matrix exponential
  model FilterChebyshevILowPass
    Modelica.Blocks.Continuous.Filter n1(analogFilter = Modelica.Blocks.Types.AnalogFilter.ChebyshevI, filterType = Modelica.Blocks.Types.FilterType.LowPass, order = 1, f_cut = 0.75, gain = 2, normalized = true);
    Modelica.Blocks.Continuous.Filter p1(analogFilter = Modelica.Blocks.Types.AnalogFilter.ChebyshevI, filterType = Modelica.Blocks.Types.FilterType.LowPass, order = 1, f_cut = 0.75, gain = 2, normalized = false);
    Modelica.Blocks.Continuous.Filter n2(analogFilter = Modelica.Blocks.Types.AnalogFilter.ChebyshevI, filterType = Modelica.Blocks.Types.FilterType.LowPass, order = 2, f_cut = 0.75, gain = 2, normalized = true);
    Modelica.Blocks.Continuous.Filter p2(analogFilter = Modelica.Blocks.Types.AnalogFilter.ChebyshevI, filterType = Modelica.Blocks.Types.FilterType.LowPass, order = 2, f_cut = 0.75, gain = 2, normalized = false);
    Modelica.Blocks.Continuous.Filter n3(analogFilter = Modelica.Blocks.Types.AnalogFilter.ChebyshevI, filterType = Modelica.Blocks.Types.FilterType.LowPass, order = 3, f_cut = 0.75, gain = 2, normalized = true);
    Modelica.Blocks.Continuous.Filter p3(analogFilter = Modelica.Blocks.Types.AnalogFilter.ChebyshevI, filterType = Modelica.Blocks.Types.FilterType.LowPass, order = 3, f_cut = 0.75, gain = 2, normalized = false);
    Modelica.Blocks.Continuous.Filter n4(analogFilter = Modelica.Blocks.Types.AnalogFilter.ChebyshevI, filterType = Modelica.Blocks.Types.FilterType.LowPass, order = 4, f_cut = 0.75, gain = 2, normalized = true);
    Modelica.Blocks.Continuous.Filter p4(analogFilter = Modelica.Blocks.Types.AnalogFilter.ChebyshevI, filterType = Modelica.Blocks.Types.FilterType.LowPass, order = 4, f_cut = 0.75, gain = 2, normalized = false);
  equation
    n1.u = 1 - cos(4*time);
    p1.u = 1 - cos(4*time);
    n2.u = 1 - cos(4*time);
    p2.u = 1 - cos(4*time);
    n3.u = 1 - cos(4*time);
    p3.u = 1 - cos(4*time);
    n4.u = 1 - cos(4*time);
    p4.u = 1 - cos(4*time);
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end FilterChebyshevILowPass;

  // the transfer function of the filter, multiplied out and solved from rest by a matrix exponential
  model FilterChebyshevIHighPass
    Modelica.Blocks.Continuous.Filter n1(analogFilter = Modelica.Blocks.Types.AnalogFilter.ChebyshevI, filterType = Modelica.Blocks.Types.FilterType.HighPass, order = 1, f_cut = 0.75, gain = 2, normalized = true);
    Modelica.Blocks.Continuous.Filter p1(analogFilter = Modelica.Blocks.Types.AnalogFilter.ChebyshevI, filterType = Modelica.Blocks.Types.FilterType.HighPass, order = 1, f_cut = 0.75, gain = 2, normalized = false);
    Modelica.Blocks.Continuous.Filter n2(analogFilter = Modelica.Blocks.Types.AnalogFilter.ChebyshevI, filterType = Modelica.Blocks.Types.FilterType.HighPass, order = 2, f_cut = 0.75, gain = 2, normalized = true);
    Modelica.Blocks.Continuous.Filter p2(analogFilter = Modelica.Blocks.Types.AnalogFilter.ChebyshevI, filterType = Modelica.Blocks.Types.FilterType.HighPass, order = 2, f_cut = 0.75, gain = 2, normalized = false);
    Modelica.Blocks.Continuous.Filter n3(analogFilter = Modelica.Blocks.Types.AnalogFilter.ChebyshevI, filterType = Modelica.Blocks.Types.FilterType.HighPass, order = 3, f_cut = 0.75, gain = 2, normalized = true);
    Modelica.Blocks.Continuous.Filter p3(analogFilter = Modelica.Blocks.Types.AnalogFilter.ChebyshevI, filterType = Modelica.Blocks.Types.FilterType.HighPass, order = 3, f_cut = 0.75, gain = 2, normalized = false);
    Modelica.Blocks.Continuous.Filter n4(analogFilter = Modelica.Blocks.Types.AnalogFilter.ChebyshevI, filterType = Modelica.Blocks.Types.FilterType.HighPass, order = 4, f_cut = 0.75, gain = 2, normalized = true);
    Modelica.Blocks.Continuous.Filter p4(analogFilter = Modelica.Blocks.Types.AnalogFilter.ChebyshevI, filterType = Modelica.Blocks.Types.FilterType.HighPass, order = 4, f_cut = 0.75, gain = 2, normalized = false);
  equation
    n1.u = 1 - cos(4*time);
    p1.u = 1 - cos(4*time);
    n2.u = 1 - cos(4*time);
    p2.u = 1 - cos(4*time);
    n3.u = 1 - cos(4*time);
    p3.u = 1 - cos(4*time);
    n4.u = 1 - cos(4*time);
    p4.u = 1 - cos(4*time);
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end FilterChebyshevIHighPass;

  // the transfer function of the filter, multiplied out and solved from rest by a matrix exponential
  model FilterChebyshevIBandPass
    Modelica.Blocks.Continuous.Filter n2(analogFilter = Modelica.Blocks.Types.AnalogFilter.ChebyshevI, filterType = Modelica.Blocks.Types.FilterType.BandPass, order = 2, f_cut = 1.5, f_min = 0.75, gain = 2, normalized = true);
    Modelica.Blocks.Continuous.Filter p2(analogFilter = Modelica.Blocks.Types.AnalogFilter.ChebyshevI, filterType = Modelica.Blocks.Types.FilterType.BandPass, order = 2, f_cut = 1.5, f_min = 0.75, gain = 2, normalized = false);
    Modelica.Blocks.Continuous.Filter n3(analogFilter = Modelica.Blocks.Types.AnalogFilter.ChebyshevI, filterType = Modelica.Blocks.Types.FilterType.BandPass, order = 3, f_cut = 1.5, f_min = 0.75, gain = 2, normalized = true);
    Modelica.Blocks.Continuous.Filter p3(analogFilter = Modelica.Blocks.Types.AnalogFilter.ChebyshevI, filterType = Modelica.Blocks.Types.FilterType.BandPass, order = 3, f_cut = 1.5, f_min = 0.75, gain = 2, normalized = false);
  equation
    n2.u = 1 - cos(4*time);
    p2.u = 1 - cos(4*time);
    n3.u = 1 - cos(4*time);
    p3.u = 1 - cos(4*time);
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end FilterChebyshevIBandPass;

  // the transfer function of the filter, multiplied out and solved from rest by a matrix exponential
  model FilterChebyshevIBandStop
    Modelica.Blocks.Continuous.Filter n2(analogFilter = Modelica.Blocks.Types.AnalogFilter.ChebyshevI, filterType = Modelica.Blocks.Types.FilterType.BandStop, order = 2, f_cut = 1.5, f_min = 0.75, gain = 2, normalized = true);
    Modelica.Blocks.Continuous.Filter p2(analogFilter = Modelica.Blocks.Types.AnalogFilter.ChebyshevI, filterType = Modelica.Blocks.Types.FilterType.BandStop, order = 2, f_cut = 1.5, f_min = 0.75, gain = 2, normalized = false);
    Modelica.Blocks.Continuous.Filter n3(analogFilter = Modelica.Blocks.Types.AnalogFilter.ChebyshevI, filterType = Modelica.Blocks.Types.FilterType.BandStop, order = 3, f_cut = 1.5, f_min = 0.75, gain = 2, normalized = true);
    Modelica.Blocks.Continuous.Filter p3(analogFilter = Modelica.Blocks.Types.AnalogFilter.ChebyshevI, filterType = Modelica.Blocks.Types.FilterType.BandStop, order = 3, f_cut = 1.5, f_min = 0.75, gain = 2, normalized = false);
  equation
    n2.u = 1 - cos(4*time);
    p2.u = 1 - cos(4*time);
    n3.u = 1 - cos(4*time);
    p3.u = 1 - cos(4*time);
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end FilterChebyshevIBandStop;

  // y = y_start with the other states at rest: in the chains of c and f only the last state is away from rest, b is free from 4 without speed, and s has the x of least |A*x| with x1 + x2 = 3, which is (2.4, 0.6)
  model InitialOutputs
    Modelica.Blocks.Continuous.CriticalDamping c(n = 3, f = 0.5, initType = Modelica.Blocks.Types.Init.InitialOutput, y_start = 4);
    Modelica.Blocks.Continuous.LowpassButterworth b(n = 2, f = 0.5, initType = Modelica.Blocks.Types.Init.InitialOutput, y_start = 4);
    Modelica.Blocks.Continuous.Filter f(order = 2, f_cut = 0.5, gain = 2, init = Modelica.Blocks.Types.Init.InitialOutput, y_start = 4);
    Modelica.Blocks.Continuous.StateSpace s(A = [-1, 0; 0, -2], B = [1; 2], C = [1, 1], initType = Modelica.Blocks.Types.Init.InitialOutput, y_start = {3});
  equation
    c.u = 1;
    b.u = 1;
    f.u = 1;
    s.u[1] = 0;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end InitialOutputs;

  // y' = 3 - 2*y + sin(t) from rest at y = 1.5
  model IntegratorSteady
    Modelica.Blocks.Continuous.Integrator a(initType = Modelica.Blocks.Types.Init.SteadyState);
    Modelica.Blocks.Continuous.FirstOrder f(k = 2, T = 0.5, initType = Modelica.Blocks.Types.Init.InitialOutput, y_start = 0);
  equation
    a.u = 3 - 2*a.y + sin(time);
    f.u = a.y;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end IntegratorSteady;
end ContinuousCases;
