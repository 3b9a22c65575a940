// Written by derive.py, as are the tables of expected values in the folder Logical.
package LogicalCases
  // the gate, with all four pairs of inputs
  model And
    Modelica.Blocks.Logical.And a;
  equation
    a.u1 = time >= 0.5 and time < 1.5;
    a.u2 = time >= 1;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end And;

  // the gate, with all four pairs of inputs
  model Or
    Modelica.Blocks.Logical.Or a;
  equation
    a.u1 = time >= 0.5 and time < 1.5;
    a.u2 = time >= 1;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end Or;

  // the gate, with all four pairs of inputs
  model Xor
    Modelica.Blocks.Logical.Xor a;
  equation
    a.u1 = time >= 0.5 and time < 1.5;
    a.u2 = time >= 1;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end Xor;

  // the gate, with all four pairs of inputs
  model Nand
    Modelica.Blocks.Logical.Nand a;
  equation
    a.u1 = time >= 0.5 and time < 1.5;
    a.u2 = time >= 1;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end Nand;

  // the gate, with all four pairs of inputs
  model Nor
    Modelica.Blocks.Logical.Nor a;
  equation
    a.u1 = time >= 0.5 and time < 1.5;
    a.u2 = time >= 1;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end Nor;

  // the opposite
  model Not
    Modelica.Blocks.Logical.Not a;
  equation
    a.u = time >= 0.5 and time < 1.5;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end Not;

  // rising, falling and both edges: counted while the event lasts, over in each recorded row
  model Edges
    Modelica.Blocks.Logical.Edge a;
    Integer n_a(start = 0, fixed = true);
    Modelica.Blocks.Logical.FallingEdge b;
    Integer n_b(start = 0, fixed = true);
    Modelica.Blocks.Logical.Change c;
    Integer n_c(start = 0, fixed = true);
  equation
    a.u = (time >= 0.5 and time < 1.5) or time >= 1.75;
    when a.y then
      n_a = pre(n_a) + 1;
    end when;
    b.u = (time >= 0.5 and time < 1.5) or time >= 1.75;
    when b.y then
      n_b = pre(n_b) + 1;
    end when;
    c.u = (time >= 0.5 and time < 1.5) or time >= 1.75;
    when c.y then
      n_c = pre(n_c) + 1;
    end when;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end Edges;

  // pre_u_start is the value before the start, so that there is no edge there
  model EdgesAtStart
    Modelica.Blocks.Logical.Edge a(pre_u_start = true);
    Modelica.Blocks.Logical.FallingEdge b(pre_u_start = true);
    Modelica.Blocks.Logical.Change c(pre_u_start = true);
  equation
    a.u = time < 1;
    b.u = time < 1;
    c.u = time < 1;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end EdgesAtStart;

  // pre(u) has caught up with u when an event is over, at the initialization too
  model Pre
    Modelica.Blocks.Logical.Pre a, b(pre_u_start = true);
  equation
    a.u = time >= 0.5 and time < 1.5;
    b.u = time >= 1;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end Pre;

  // a memory made of Pre: set at 0.5, cleared at 1.5
  model PreLoop
    Modelica.Blocks.Logical.Pre p;
    Integer n(start = 0, fixed = true);
  equation
    p.u = (p.y or time >= 0.5) and time < 1.5;
    when p.y then
      n = pre(n) + 1;
    end when;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end PreLoop;

  // the relation to the threshold, which a line crosses
  model GreaterThreshold
    Modelica.Blocks.Logical.GreaterThreshold a, b(threshold = 1);
    Real x(start = 0, fixed = true);
  equation
    a.u = 2*time - 2;
    b.u = 2*time - 2;
    der(x) = if b.y then 1 else 0;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end GreaterThreshold;

  // s = sin(6*t) is above 0.5 from asin(0.5) to pi - asin(0.5) in each turn: x is the time it was
  model Greater
    Modelica.Blocks.Logical.Greater a;
    Real s(start = 0, fixed = true), c(start = 1, fixed = true), x(start = 0, fixed = true);
  equation
    der(s) = 6*c;
    der(c) = -6*s;
    a.u1 = s;
    a.u2 = 0.5;
    der(x) = if a.y then 1 else 0;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end Greater;

  // the relation to the threshold, which a line crosses
  model GreaterEqualThreshold
    Modelica.Blocks.Logical.GreaterEqualThreshold a, b(threshold = 1);
    Real x(start = 0, fixed = true);
  equation
    a.u = 2*time - 2;
    b.u = 2*time - 2;
    der(x) = if b.y then 1 else 0;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end GreaterEqualThreshold;

  // s = sin(6*t) is above 0.5 from asin(0.5) to pi - asin(0.5) in each turn: x is the time it was
  model GreaterEqual
    Modelica.Blocks.Logical.GreaterEqual a;
    Real s(start = 0, fixed = true), c(start = 1, fixed = true), x(start = 0, fixed = true);
  equation
    der(s) = 6*c;
    der(c) = -6*s;
    a.u1 = s;
    a.u2 = 0.5;
    der(x) = if a.y then 1 else 0;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end GreaterEqual;

  // the relation to the threshold, which a line crosses
  model LessThreshold
    Modelica.Blocks.Logical.LessThreshold a, b(threshold = 1);
    Real x(start = 0, fixed = true);
  equation
    a.u = 2*time - 2;
    b.u = 2*time - 2;
    der(x) = if b.y then 1 else 0;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end LessThreshold;

  // s = sin(6*t) is above 0.5 from asin(0.5) to pi - asin(0.5) in each turn: x is the time it was
  model Less
    Modelica.Blocks.Logical.Less a;
    Real s(start = 0, fixed = true), c(start = 1, fixed = true), x(start = 0, fixed = true);
  equation
    der(s) = 6*c;
    der(c) = -6*s;
    a.u1 = s;
    a.u2 = 0.5;
    der(x) = if a.y then 1 else 0;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end Less;

  // the relation to the threshold, which a line crosses
  model LessEqualThreshold
    Modelica.Blocks.Logical.LessEqualThreshold a, b(threshold = 1);
    Real x(start = 0, fixed = true);
  equation
    a.u = 2*time - 2;
    b.u = 2*time - 2;
    der(x) = if b.y then 1 else 0;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end LessEqualThreshold;

  // s = sin(6*t) is above 0.5 from asin(0.5) to pi - asin(0.5) in each turn: x is the time it was
  model LessEqual
    Modelica.Blocks.Logical.LessEqual a;
    Real s(start = 0, fixed = true), c(start = 1, fixed = true), x(start = 0, fixed = true);
  equation
    der(s) = 6*c;
    der(c) = -6*s;
    a.u1 = s;
    a.u2 = 0.5;
    der(x) = if a.y then 1 else 0;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end LessEqual;

  // at the stop time 2 the time is 2: not greater than it, and not less
  model RelationsAtTheEnd
    Modelica.Blocks.Logical.GreaterThreshold a(threshold = 2); Modelica.Blocks.Logical.GreaterEqualThreshold b(threshold = 2);
    Modelica.Blocks.Logical.LessThreshold c(threshold = 2); Modelica.Blocks.Logical.LessEqualThreshold d(threshold = 2);
  equation
    a.u = time;
    b.u = time;
    c.u = time;
    d.u = time;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end RelationsAtTheEnd;

  // a signal that reaches 1 at 0.7 and stays exactly there is at least 1 from then on, and not less than 1
  model SaturatedLimiter
    Modelica.Blocks.Nonlinear.Limiter b(uMax = 1);
    Modelica.Blocks.Logical.GreaterEqualThreshold full(threshold = 1); Modelica.Blocks.Logical.LessThreshold room(threshold = 1);
    Integer n(start = 0, fixed = true);
  equation
    b.u = time/0.7;
    full.u = b.y;
    room.u = b.y;
    when full.y then
      n = pre(n) + 1;
    end when;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end SaturatedLimiter;

  // a signal that reaches 1 at 0.7 and stays exactly there is at least 1 from then on, and not less than 1
  model SaturatedStrictLimiter
    Modelica.Blocks.Nonlinear.Limiter b(uMax = 1, strict = true);
    Modelica.Blocks.Logical.GreaterEqualThreshold full(threshold = 1); Modelica.Blocks.Logical.LessThreshold room(threshold = 1);
    Integer n(start = 0, fixed = true);
  equation
    b.u = time/0.7;
    full.u = b.y;
    room.u = b.y;
    when full.y then
      n = pre(n) + 1;
    end when;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end SaturatedStrictLimiter;

  // a signal that reaches 1 at 0.7 and stays exactly there is at least 1 from then on, and not less than 1
  model SaturatedVariableLimiter
    Modelica.Blocks.Nonlinear.VariableLimiter b;
    Modelica.Blocks.Logical.GreaterEqualThreshold full(threshold = 1); Modelica.Blocks.Logical.LessThreshold room(threshold = 1);
    Integer n(start = 0, fixed = true);
  equation
    b.u = time/0.7;
    b.limit1 = 1;
    b.limit2 = 0;
    full.u = b.y;
    room.u = b.y;
    when full.y then
      n = pre(n) + 1;
    end when;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end SaturatedVariableLimiter;

  // a signal that reaches 1 at 0.7 and stays exactly there is at least 1 from then on, and not less than 1
  model SaturatedTable
    Modelica.Blocks.Tables.CombiTable1Ds b(table = [0, 0; 0.7, 1], extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Modelica.Blocks.Logical.GreaterEqualThreshold full(threshold = 1); Modelica.Blocks.Logical.LessThreshold room(threshold = 1);
    Integer n(start = 0, fixed = true);
  equation
    b.u = time;
    full.u = b.y[1];
    room.u = b.y[1];
    when full.y then
      n = pre(n) + 1;
    end when;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end SaturatedTable;

  // a signal that reaches 1 at 0.7 and stays exactly there is at least 1 from then on, and not less than 1
  model SaturatedMin
    Modelica.Blocks.Math.Min b;
    Modelica.Blocks.Logical.GreaterEqualThreshold full(threshold = 1); Modelica.Blocks.Logical.LessThreshold room(threshold = 1);
    Integer n(start = 0, fixed = true);
  equation
    b.u1 = time/0.7;
    b.u2 = 1;
    full.u = b.y;
    room.u = b.y;
    when full.y then
      n = pre(n) + 1;
    end when;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end SaturatedMin;

  // a signal that reaches 1 at 0.7 and stays exactly there is at least 1 from then on, and not less than 1
  model SaturatedMinMax
    Modelica.Blocks.Math.MinMax b(nu = 2);
    Modelica.Blocks.Logical.GreaterEqualThreshold full(threshold = 1); Modelica.Blocks.Logical.LessThreshold room(threshold = 1);
    Integer n(start = 0, fixed = true);
  equation
    b.u = {time/0.7, 1};
    full.u = b.yMin;
    room.u = b.yMin;
    when full.y then
      n = pre(n) + 1;
    end when;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end SaturatedMinMax;

  // a signal that reaches 1 at 0.7 and stays exactly there is at least 1 from then on, and not less than 1
  model SaturatedSign
    Modelica.Blocks.Math.Sign b;
    Modelica.Blocks.Logical.GreaterEqualThreshold full(threshold = 1); Modelica.Blocks.Logical.LessThreshold room(threshold = 1);
    Integer n(start = 0, fixed = true);
  equation
    b.u = time - 0.7;
    full.u = b.y;
    room.u = b.y;
    when full.y then
      n = pre(n) + 1;
    end when;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end SaturatedSign;

  // a signal that reaches 1 at 0.7 and stays exactly there is at least 1 from then on, and not less than 1
  model SaturatedDelay
    Modelica.Blocks.Nonlinear.FixedDelay b(delayTime = 0.2); Modelica.Blocks.Sources.Ramp r(duration = 0.5);
    Modelica.Blocks.Logical.GreaterEqualThreshold full(threshold = 1); Modelica.Blocks.Logical.LessThreshold room(threshold = 1);
    Integer n(start = 0, fixed = true);
  equation
    b.u = r.y;
    full.u = b.y;
    room.u = b.y;
    when full.y then
      n = pre(n) + 1;
    end when;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end SaturatedDelay;

  // a signal that reaches 1 at 0.7 and stays exactly there is at least 1 from then on, and not less than 1
  model SaturatedDeadZone
    Modelica.Blocks.Nonlinear.DeadZone b(uMax = 1);
    Modelica.Blocks.Logical.GreaterEqualThreshold full(threshold = 1); Modelica.Blocks.Logical.LessThreshold room(threshold = 1);
    Integer n(start = 0, fixed = true);
  equation
    b.u = 1.7 - time;
    full.u = 1 - b.y;
    room.u = 1 - b.y;
    when full.y then
      n = pre(n) + 1;
    end when;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end SaturatedDeadZone;

  // a signal that reaches 1 at 0.7 and stays exactly there is at least 1 from then on, and not less than 1
  model SaturatedRamp
    Modelica.Blocks.Sources.Ramp b(duration = 0.7);
    Modelica.Blocks.Logical.GreaterEqualThreshold full(threshold = 1); Modelica.Blocks.Logical.LessThreshold room(threshold = 1);
    Integer n(start = 0, fixed = true);
  equation
    full.u = b.y;
    room.u = b.y;
    when full.y then
      n = pre(n) + 1;
    end when;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end SaturatedRamp;

  // cos(8*t) is 0 at (2*k + 1)*pi/16; crossings are told while enable is true, and not its own edges
  model ZeroCrossing
    Modelica.Blocks.Logical.ZeroCrossing a;
    Integer n(start = 0, fixed = true);
  equation
    a.u = cos(8*time);
    a.enable = time >= 0.5 and time < 1.5;
    when a.y then
      n = pre(n) + 1;
    end when;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end ZeroCrossing;

  // u1 where u2 is true, u3 elsewhere
  model LogicalSwitch
    Modelica.Blocks.Logical.LogicalSwitch a;
  equation
    a.u1 = time >= 0.5 and time < 1.5;
    a.u2 = time >= 1;
    a.u3 = time < 0.25;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end LogicalSwitch;

  // u1 where u2 is true, u3 elsewhere
  model Switch
    Modelica.Blocks.Logical.Switch a;
  equation
    a.u1 = time^2;
    a.u2 = time >= 0.5 and time < 1.5;
    a.u3 = -time;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end Switch;

  // on above uHigh, off below uLow; b begins as on between its limits, c begins below them
  model Hysteresis
    Modelica.Blocks.Logical.Hysteresis a(uLow = 1, uHigh = 2), b(uLow = -1, uHigh = 2, pre_y_start = true), c(uLow = 1, uHigh = 2, pre_y_start = true);
  equation
    a.u = 3*(if time < 1 then time else 2 - time);
    b.u = 3*(if time < 1 then time else 2 - time);
    c.u = 3*(if time < 1 then time else 2 - time);
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end Hysteresis;

  // on below reference - bandwidth/2 = 0.5, off above reference + bandwidth/2 = 2.5
  model OnOffController
    Modelica.Blocks.Logical.OnOffController a(bandwidth = 2);
  equation
    a.reference = 1.5;
    a.u = 3*(if time < 1 then time else 2 - time);
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end OnOffController;

  // x rises by 2 per second to 1.25 and falls by 1 per second to 0.75: a zigzag with a period of 0.75
  model OnOffLoop
    Modelica.Blocks.Logical.OnOffController a(bandwidth = 0.5);
    Real x(start = 0, fixed = true);
    Integer n(start = 0, fixed = true);
  equation
    a.reference = 1;
    a.u = x;
    der(x) = if a.y then 2 else -1;
    when {a.y, not a.y} then
      n = pre(n) + 1;
    end when;
    annotation(experiment(StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end OnOffLoop;

  // set, kept and reset; Qini is what it begins with
  model RSFlipFlop
    Modelica.Blocks.Logical.RSFlipFlop a, b(Qini = true);
  equation
    a.S = time >= 0.5 and time < 0.75;
    a.R = time >= 1.25 and time < 1.5;
    b.S = a.S;
    b.R = a.R;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end RSFlipFlop;

  // the time since the input became true, 0 where it is false; one that is true at the start counts from 0
  model Timer
    Modelica.Blocks.Logical.Timer a, b;
  equation
    a.u = time >= 0.5 and time < 1.5;
    b.u = time < 1 or time >= 1.5;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end Timer;

  // y1 delays the falling edge, y2 the rising one
  model LogicalDelay
    Modelica.Blocks.Logical.LogicalDelay a(delayTime = 0.375);
  equation
    a.u = time >= 0.5 and time < 1.5;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end LogicalDelay;

  // delays, rises and falls that take no time
  model DelaysOfNothing
    Modelica.Blocks.Logical.LogicalDelay a; Modelica.Blocks.Logical.TriggeredTrapezoid b(rising = 0, falling = 0.5), c(rising = 0.5, falling = 0); Modelica.Blocks.MathBoolean.OnDelay d(delayTime = 0);
  equation
    a.u = time >= 0.5 and time < 1.5;
    b.u = time >= 0.5 and time < 1.5;
    c.u = time >= 0.5 and time < 1.5;
    d.u = time >= 0.5 and time < 1.5;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end DelaysOfNothing;

  // rises by amplitude in rising, falls in falling, and turns where it is when the input does; c begins at the top
  model TriggeredTrapezoid
    Modelica.Blocks.Logical.TriggeredTrapezoid a(rising = 0.25, falling = 0.5), b(amplitude = -2, offset = 1), c(rising = 0.25, amplitude = 2);
  equation
    a.u = (time >= 0.25 and time < 1) or time >= 1.25;
    b.u = a.u;
    c.u = time < 0.5;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end TriggeredTrapezoid;

  // a condition that does not come true ends nothing
  model TerminateSimulation
    Modelica.Blocks.Logical.TerminateSimulation a(condition = time >= 3);
    Real x(start = 0, fixed = true);
  equation
    der(x) = 1;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end TerminateSimulation;

  // the run ends where the condition becomes true, after the event of that time
  model TerminateSimulationEarly
    Modelica.Blocks.Logical.TerminateSimulation a(condition = x >= 1.25);
    Real x(start = 0, fixed = true);
    discrete Real last(start = 0, fixed = true);
  equation
    der(x) = 1;
    when x >= 1.25 then
      last = time;
    end when;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end TerminateSimulationEarly;

  // a condition that holds is silent
  model AssertCondition
    Modelica.Blocks.Logical.AssertCondition a;
    Real x(start = 0, fixed = true);
  equation
    der(x) = 1;
    a.u = x < 5;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end AssertCondition;
end LogicalCases;
