// Written by derive.py, as are the tables of expected values in the folder Sources.
package SourcesCases
  // y is the expression
  model RealExpression
    Modelica.Blocks.Sources.RealExpression b(y = time^2 - 1);
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end RealExpression;

  // y is the expression, on both sides of its event
  model IntegerExpression
    Modelica.Blocks.Sources.IntegerExpression b(y = if time >= 0.75 then 4 else -3);
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end IntegerExpression;

  // y is the expression, on both sides of its events
  model BooleanExpression
    Modelica.Blocks.Sources.BooleanExpression b(y = time >= 0.75 and time < 1.5);
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end BooleanExpression;

  // y = offset, then offset + time - startTime
  model ContinuousClock
    Modelica.Blocks.Sources.ContinuousClock a; Modelica.Blocks.Sources.ContinuousClock b(offset = 2, startTime = 0.5);
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end ContinuousClock;

  // y = k
  model Constant
    Modelica.Blocks.Sources.Constant b(k = -2.5);
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end Constant;

  // y = k, which is true if nothing is said
  model BooleanConstant
    Modelica.Blocks.Sources.BooleanConstant a; Modelica.Blocks.Sources.BooleanConstant b(k = false);
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end BooleanConstant;

  // y = k
  model IntegerConstant
    Modelica.Blocks.Sources.IntegerConstant b(k = -7);
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end IntegerConstant;

  // y = offset + height from startTime on; d steps at the very end, where time < startTime is no longer true
  model Step
    Modelica.Blocks.Sources.Step a; Modelica.Blocks.Sources.Step b(height = -3, offset = 1, startTime = 0.5);
    Modelica.Blocks.Sources.Step c(height = 2, startTime = -1); Modelica.Blocks.Sources.Step d(height = 5, startTime = 2);
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end Step;

  // y = offset + height from startTime on
  model IntegerStep
    Modelica.Blocks.Sources.IntegerStep b(height = -3, offset = 1, startTime = 0.5);
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end IntegerStep;

  // y = not startValue where time >= startTime
  model BooleanStep
    Modelica.Blocks.Sources.BooleanStep a(startTime = 0.5); Modelica.Blocks.Sources.BooleanStep b(startTime = 1, startValue = true);
    Modelica.Blocks.Sources.BooleanStep c; Modelica.Blocks.Sources.BooleanStep d(startTime = 2);
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end BooleanStep;

  // a line from offset to offset + height; with a duration of 0 a step
  model Ramp
    Modelica.Blocks.Sources.Ramp a(duration = 1, startTime = 0.5); Modelica.Blocks.Sources.Ramp b(height = -4, duration = 0.5, offset = 1);
    Modelica.Blocks.Sources.Ramp c(height = 3, duration = 0, startTime = 0.75);
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end Ramp;

  // offset + amplitude*sin(2*pi*f*(time - startTime) + phase); with continuous the phase before the start is kept
  model Sine
    Modelica.Blocks.Sources.Sine a(f = 1); Modelica.Blocks.Sources.Sine b(amplitude = 2, f = 0.5, phase = 1, offset = 3, startTime = 0.5);
    Modelica.Blocks.Sources.Sine c(amplitude = 2, f = 0.5, phase = 1, offset = 3, startTime = 0.5, continuous = true);
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end Sine;

  // offset + amplitude*cos(2*pi*f*(time - startTime) + phase); with continuous the phase before the start is kept
  model Cosine
    Modelica.Blocks.Sources.Cosine a(f = 1); Modelica.Blocks.Sources.Cosine b(amplitude = 2, f = 0.5, phase = 1, offset = 3, startTime = 0.5);
    Modelica.Blocks.Sources.Cosine c(amplitude = 2, f = 0.5, phase = 1, offset = 3, startTime = 0.5, continuous = true);
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end Cosine;

  // der(phi) = 2*pi*f: phi = 2*pi*(t + t^2/4) for f = 1 + t/2
  model SineVariable
    Modelica.Blocks.Sources.SineVariableFrequencyAndAmplitude a(offset = 1, phi(fixed = true));
    Modelica.Blocks.Sources.SineVariableFrequencyAndAmplitude b(useConstantAmplitude = true, constantAmplitude = 2, useConstantFrequency = true,
      constantFrequency = 0.5, phi(fixed = true));
  equation
    a.amplitude = time;
    a.f = 1 + time/2;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end SineVariable;

  // der(phi) = 2*pi*f: phi = 2*pi*(t + t^2/4) for f = 1 + t/2
  model CosineVariable
    Modelica.Blocks.Sources.CosineVariableFrequencyAndAmplitude a(offset = 1, phi(fixed = true));
    Modelica.Blocks.Sources.CosineVariableFrequencyAndAmplitude b(useConstantAmplitude = true, constantAmplitude = 2, useConstantFrequency = true,
      constantFrequency = 0.5, phi(fixed = true));
  equation
    a.amplitude = time;
    a.f = 1 + time/2;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end CosineVariable;

  // sin(x)/x of x = 2*pi*f*(time - startTime), 1 at x = 0
  model Sinc
    Modelica.Blocks.Sources.Sinc a(f = 1); Modelica.Blocks.Sources.Sinc b(amplitude = 2, f = 0.5, offset = 3, startTime = 0.5);
    Modelica.Blocks.Sources.Sinc c(amplitude = 2, f = 0.5, offset = 3, startTime = 0.5, continuous = true);
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end Sinc;

  // amplitude*exp(-damping*s)*sin(2*pi*f*s + phase) of s = time - startTime
  model ExpSine
    Modelica.Blocks.Sources.ExpSine b(amplitude = 2, f = 1, phase = 0.5, damping = 1.5, offset = 1, startTime = 0.5);
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end ExpSine;

  // rises as outMax*(1 - exp(-s/riseTimeConst)) for riseTime, then falls by exp(-s/fallTimeConst)
  model Exponentials
    Modelica.Blocks.Sources.Exponentials b(outMax = 2, riseTime = 0.5, riseTimeConst = 0.25, fallTimeConst = 0.5,
      offset = 1, startTime = 0.5);
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end Exponentials;

  // wMin*(wMax/wMin)^((time - startTime)/duration), held outside
  model LogFrequencySweep
    Modelica.Blocks.Sources.LogFrequencySweep b(wMin = 1, wMax = 100, startTime = 0.5, duration = 1);
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end LogFrequencySweep;

  // high for width percent of each period, nperiod times or for ever; e starts within its first pulse; at the end a begins its sixth period
  model Pulse
    Modelica.Blocks.Sources.Pulse a(period = 0.5);
    Modelica.Blocks.Sources.Pulse b(amplitude = -2, width = 25, period = 1, offset = 1, startTime = 0.5);
    Modelica.Blocks.Sources.Pulse c(period = 0.5, nperiod = 2, startTime = 0.25); Modelica.Blocks.Sources.Pulse d(period = 0.5, nperiod = 0);
    Modelica.Blocks.Sources.Pulse e(period = 1, width = 50, startTime = -0.25);
    annotation(experiment(StopTime = 2.5, Interval = 0.125, Tolerance = 1e-08));
  end Pulse;

  // rises from 0 to amplitude in each period; at the end a falls back to 0
  model SawTooth
    Modelica.Blocks.Sources.SawTooth a(period = 0.5);
    Modelica.Blocks.Sources.SawTooth b(amplitude = -2, period = 1, offset = 1, startTime = 0.5);
    Modelica.Blocks.Sources.SawTooth c(period = 0.5, nperiod = 2, startTime = 0.25); Modelica.Blocks.Sources.SawTooth e(period = 1, startTime = -0.25);
    annotation(experiment(StopTime = 2.5, Interval = 0.125, Tolerance = 1e-08));
  end SawTooth;

  // rises, stays, falls and waits in each period
  model Trapezoid
    Modelica.Blocks.Sources.Trapezoid a(period = 1);
    Modelica.Blocks.Sources.Trapezoid b(amplitude = 2, rising = 0.25, width = 0.25, falling = 0.125, period = 1, offset = -1, startTime = 0.5);
    Modelica.Blocks.Sources.Trapezoid c(rising = 0.25, width = 0, falling = 0.25, period = 0.5, nperiod = 3);
    annotation(experiment(StopTime = 2.5, Interval = 0.0625, Tolerance = 1e-08));
  end Trapezoid;

  // true for width percent of each period
  model BooleanPulse
    Modelica.Blocks.Sources.BooleanPulse a(period = 0.5);
    Modelica.Blocks.Sources.BooleanPulse b(width = 25, period = 1, startTime = 0.5);
    annotation(experiment(StopTime = 2.5, Interval = 0.125, Tolerance = 1e-08));
  end BooleanPulse;

  // sample is true in the first event iteration only, so that y is false in each recorded row; what it triggers is counted, first at the start and last at the end
  model SampleTrigger
    Modelica.Blocks.Sources.SampleTrigger a(period = 0.5); Modelica.Blocks.Sources.SampleTrigger b(period = 0.5, startTime = 0.25);
    Integer n(start = 0, fixed = true), m(start = 0, fixed = true);
    discrete Real last(start = -1, fixed = true);
  equation
    when a.y then
      n = pre(n) + 1;
      last = time;
    end when;
    when b.y then
      m = pre(m) + 1;
    end when;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end SampleTrigger;

  // on at each time of the table, off where an element of reset becomes true
  model RadioButtonSource
    Modelica.Blocks.Sources.RadioButtonSource b(buttonTimeTable = {0.5, 1.5}, reset = {time >= 1, time >= 1.75});
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end RadioButtonSource;

  // a run that begins within a period, or before the first one
  model PeriodicFromLater
    Modelica.Blocks.Sources.Pulse a(period = 0.5); Modelica.Blocks.Sources.SawTooth b(period = 1, startTime = 0.25); Modelica.Blocks.Sources.BooleanPulse c(period = 0.5, startTime = 2);
    Modelica.Blocks.Sources.Step d(startTime = 1); Modelica.Blocks.Sources.Sine e(f = 0.5, startTime = 0.5); Modelica.Blocks.Sources.Trapezoid f(rising = 0.25, width = 0.25, falling = 0.25, period = 1);
    Modelica.Blocks.Sources.Pulse g(period = 0.5, nperiod = 4);
    annotation(experiment(StartTime = 1.375, StopTime = 3, Interval = 0.125, Tolerance = 1e-08));
  end PeriodicFromLater;

  // a run that begins within a period, or before the first one
  model PeriodicFromEarlier
    Modelica.Blocks.Sources.Pulse a(period = 0.5); Modelica.Blocks.Sources.SawTooth b(period = 1, startTime = 0.25); Modelica.Blocks.Sources.BooleanPulse c(period = 0.5, startTime = 2);
    Modelica.Blocks.Sources.Step d(startTime = 1); Modelica.Blocks.Sources.Sine e(f = 0.5, startTime = 0.5); Modelica.Blocks.Sources.Trapezoid f(rising = 0.25, width = 0.25, falling = 0.25, period = 1);
    Modelica.Blocks.Sources.Pulse g(period = 0.5, nperiod = 4);
    annotation(experiment(StartTime = -1.125, StopTime = 3, Interval = 0.125, Tolerance = 1e-08));
  end PeriodicFromEarlier;

  // two hundred and fifty periods of a tenth and others, looked at away from their edges
  model Tenths
    Modelica.Blocks.Sources.Pulse a(period = 0.1, width = 30, startTime = 0.0123); Modelica.Blocks.Sources.SawTooth b(period = 0.3, startTime = 0.0123); Modelica.Blocks.Sources.BooleanPulse c(period = 0.1, width = 70, startTime = 0.0123);
    Modelica.Blocks.Sources.Trapezoid d(rising = 0.1, width = 0.2, falling = 0.3, period = 0.7, startTime = 0.0123); Modelica.Blocks.Sources.Pulse f(period = 0.7, width = 100, startTime = 0.0123);
    Modelica.Blocks.Sources.SampleTrigger e(period = 0.1, startTime = 0.0123);
    Integer n(start = 0, fixed = true);
  equation
    when e.y then
      n = pre(n) + 1;
    end when;
    annotation(experiment(StopTime = 25, Interval = 0.25, Tolerance = 1e-08));
  end Tenths;

  // acceleration of the axes in common time: the slowest axis sets it; b is too short to reach its speed
  model KinematicPTP
    Modelica.Blocks.Sources.KinematicPTP a(deltaq = {1, -2}, qd_max = {1, 1}, qdd_max = {1, 2}, startTime = 0.5);
    Modelica.Blocks.Sources.KinematicPTP b(deltaq = {1}, qd_max = {4}, qdd_max = {4});
    annotation(experiment(StopTime = 3.5, Interval = 0.125, Tolerance = 1e-08));
  end KinematicPTP;

  // position, speed and acceleration of the same movements
  model KinematicPTP2
    Modelica.Blocks.Sources.KinematicPTP2 a(q_begin = {0, 1}, q_end = {1, -1}, qd_max = {1, 1}, qdd_max = {1, 2},
      startTime = 0.5);
    Modelica.Blocks.Sources.KinematicPTP2 b(q_begin = {2}, q_end = {3}, qd_max = {4}, qdd_max = {4});
    annotation(experiment(StopTime = 3.5, Interval = 0.125, Tolerance = 1e-08));
  end KinematicPTP2;
end SourcesCases;
