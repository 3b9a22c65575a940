// Written by derive.py, as are the tables of expected values in the folder Discrete.
package DiscreteCases
  // the input at the last sample; 0 before the first one; at the end of the run a last sample is taken
  model Sampler
    Modelica.Blocks.Discrete.Sampler a(samplePeriod = 0.25);
    Modelica.Blocks.Discrete.Sampler b(samplePeriod = 0.25, startTime = 0.375);
  equation
    a.u = time^2 - time + 0.5;
    b.u = time^2 - time + 0.5;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end Sampler;

  // the input at the last sample; 0 before the first one; at the end of the run a last sample is taken
  model ZeroOrderHold
    Modelica.Blocks.Discrete.ZeroOrderHold a(samplePeriod = 0.25);
    Modelica.Blocks.Discrete.ZeroOrderHold b(samplePeriod = 0.25, startTime = 0.375);
  equation
    a.u = time^2 - time + 0.5;
    b.u = time^2 - time + 0.5;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end ZeroOrderHold;

  // the line through the last two samples, begun at the older one when the newer was taken
  model FirstOrderHold
    Modelica.Blocks.Discrete.FirstOrderHold a(samplePeriod = 0.25);
  equation
    a.u = time^2 - time + 0.5;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end FirstOrderHold;

  // what the sampler held before the event, one period later; the sampler has its first value from the initialization, so that a has it with the sample at 0; b holds y_start until its first sample
  model UnitDelay
    // The input is sampled, so that pre(u) is the sample before.
    Modelica.Blocks.Discrete.UnitDelay a(samplePeriod = 0.25, y_start = 0.25), b(samplePeriod = 0.25, y_start = 0.25, startTime = 0.5);
    Modelica.Blocks.Discrete.Sampler s(samplePeriod = 0.25);
  equation
    s.u = time^2 - time + 0.5;
    a.u = s.y;
    b.u = s.y;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end UnitDelay;

  // the recursion of the transfer function, all states 0 at first: a[1]*x = u - a[2]*x_1 - ..., y = b applied to the states
  model TransferFunction
    Modelica.Blocks.Discrete.TransferFunction a(samplePeriod = 0.25, b = {2, 1}, a = {1, -0.5, 0.25});
    Modelica.Blocks.Discrete.TransferFunction b(samplePeriod = 0.25, b = {3, 4}, a = {2, 1});
  equation
    a.u = time^2 - time + 0.5;
    b.u = time^2 - time + 0.5;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end TransferFunction;

  // x = A*pre(x) + B*u, y = C*pre(x) + D*u at each sample
  model StateSpace
    Modelica.Blocks.Discrete.StateSpace a(samplePeriod = 0.25, A = [0.5, 0.25; -0.5, 0], B = [1; 2], C = [1, 2], D = [3],
      x(start = {1, -1}, each fixed = true), y(each fixed = true));
  equation
    a.u[1] = time^2 - time + 0.5;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end StateSpace;

  // samples of a tenth, of 0.3 and of a third, for long
  model Tenths
    Modelica.Blocks.Discrete.Sampler a(samplePeriod = 0.1, startTime = 0.0123); Modelica.Blocks.Discrete.ZeroOrderHold b(samplePeriod = 0.3, startTime = 0.0123); Modelica.Blocks.Math.Mean m(f = 3);
    Modelica.Blocks.Discrete.UnitDelay d(samplePeriod = 0.1, startTime = 0.0123);
    Integer n(start = 0, fixed = true);
  equation
    a.u = sin(time);
    b.u = sin(time);
    m.u = cos(4*time);
    d.u = n;
    when sample(0.0623, 0.1) then
      n = pre(n) + 1;
    end when;
    annotation(experiment(StopTime = 24.75, Interval = 0.25, Tolerance = 1e-08));
  end Tenths;

  // the input where the trigger became true, y_start before; its end does nothing
  model TriggeredSampler
    Modelica.Blocks.Discrete.TriggeredSampler a(y_start = -4);
  equation
    a.u = time^2 - time + 0.5;
    a.trigger = (time >= 0.5 and time < 1) or (time >= 1.25 and time < 1.5) or time >= 1.75;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end TriggeredSampler;

  // the greatest size of the input at the instants where the trigger became true
  model TriggeredMax
    Modelica.Blocks.Discrete.TriggeredMax a;
  equation
    a.u = (time - 1)*(3 - 2*time);
    a.trigger = (time >= 0.5 and time < 1) or (time >= 1.25 and time < 1.5) or time >= 1.75;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end TriggeredMax;

  // a trigger that is true from the start on is no event: when fires where its condition becomes true
  model TriggeredFromStart
    Modelica.Blocks.Discrete.TriggeredSampler a(y_start = -4); Modelica.Blocks.Discrete.TriggeredMax b;
  equation
    a.u = time^2 - time + 0.5;
    b.u = time^2 - time + 0.5;
    a.trigger = time < 0.5 or time >= 1;
    b.trigger = a.trigger;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end TriggeredFromStart;

  // x falls along lines: x(n*h) = (1 - h)^n for x' = -(x at the last sample)
  model HeldFeedback
    Modelica.Blocks.Discrete.ZeroOrderHold a(samplePeriod = 0.25);
    Real x(start = 1, fixed = true);
  equation
    der(x) = -a.y;
    a.u = x;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end HeldFeedback;

  // samples before the start of the run are not caught up: the first is at 0
  model SampleCount
    Modelica.Blocks.Discrete.Sampler a(samplePeriod = 0.125, startTime = -0.5);
    Integer n(start = 0, fixed = true);
  equation
    a.u = n;
    when sample(-0.5, 0.125) then
      n = pre(n) + 1;
    end when;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end SampleCount;
end DiscreteCases;
