// Written by derive.py, as are the tables of expected values in the folder MathBoolean.
package MathBooleanCases
  // the gate of three inputs and of one; xor is true if exactly one input is
  model And
    Modelica.Blocks.MathBoolean.And a(nu = 3), none(nu = 1);
  equation
    a.u = {time >= 0.5 and time < 1.5, time >= 1, time < 0.25 or time >= 1.25};
    none.u = {time >= 0.5 and time < 1.5};
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end And;

  // the gate of three inputs and of one; xor is true if exactly one input is
  model Or
    Modelica.Blocks.MathBoolean.Or a(nu = 3), none(nu = 1);
  equation
    a.u = {time >= 0.5 and time < 1.5, time >= 1, time < 0.25 or time >= 1.25};
    none.u = {time >= 0.5 and time < 1.5};
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end Or;

  // the gate of three inputs and of one; xor is true if exactly one input is
  model Xor
    Modelica.Blocks.MathBoolean.Xor a(nu = 3), none(nu = 1);
  equation
    a.u = {time >= 0.5 and time < 1.5, time >= 1, time < 0.25 or time >= 1.25};
    none.u = {time >= 0.5 and time < 1.5};
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end Xor;

  // the gate of three inputs and of one; xor is true if exactly one input is
  model Nand
    Modelica.Blocks.MathBoolean.Nand a(nu = 3), none(nu = 1);
  equation
    a.u = {time >= 0.5 and time < 1.5, time >= 1, time < 0.25 or time >= 1.25};
    none.u = {time >= 0.5 and time < 1.5};
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end Nand;

  // the gate of three inputs and of one; xor is true if exactly one input is
  model Nor
    Modelica.Blocks.MathBoolean.Nor a(nu = 3), none(nu = 1);
  equation
    a.u = {time >= 0.5 and time < 1.5, time >= 1, time < 0.25 or time >= 1.25};
    none.u = {time >= 0.5 and time < 1.5};
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end Nor;

  // the opposite
  model Not
    Modelica.Blocks.MathBoolean.Not a;
  equation
    a.u = time >= 0.5 and time < 1.5;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end Not;

  // rising, falling and both edges: counted while the event lasts, over in each recorded row
  model Edges
    Modelica.Blocks.MathBoolean.RisingEdge a;
    Integer n_a(start = 0, fixed = true);
    Modelica.Blocks.MathBoolean.FallingEdge b;
    Integer n_b(start = 0, fixed = true);
    Modelica.Blocks.MathBoolean.ChangingEdge c;
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
    Modelica.Blocks.MathBoolean.RisingEdge a(pre_u_start = true);
    Modelica.Blocks.MathBoolean.FallingEdge b(pre_u_start = true);
    Modelica.Blocks.MathBoolean.ChangingEdge c(pre_u_start = true);
  equation
    a.u = time < 1;
    b.u = time < 1;
    c.u = time < 1;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end EdgesAtStart;

  // a rising edge comes later, a falling one at once; what is true at the start is so without delay
  model OnDelay
    Modelica.Blocks.MathBoolean.OnDelay a(delayTime = 0.375), b(delayTime = 0.375);
  equation
    a.u = time >= 0.5 and time < 1.5;
    b.u = time < 1;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end OnDelay;

  // a pulse shorter than the delay never comes
  model OnDelayShort
    Modelica.Blocks.MathBoolean.OnDelay a(delayTime = 0.75);
    Integer n(start = 0, fixed = true);
  equation
    a.u = time >= 0.25 and time < 0.75;
    when a.y then
      n = pre(n) + 1;
    end when;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end OnDelayShort;

  // the expression of the first true input; if there is none, what was before, or the default
  model MultiSwitch
    Modelica.Blocks.MathBoolean.MultiSwitch a(nu = 2, expr = {time < 1.25, false}), b(nu = 2, expr = {time < 1.25, true}, use_pre_as_default = false);
  equation
    a.u = {time >= 0.5 and time < 0.75, time >= 1.5};
    b.u = {time >= 0.5 and time < 0.75, time >= 1.5};
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end MultiSwitch;
end MathBooleanCases;
