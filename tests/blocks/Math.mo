// Written by derive.py, as are the tables of expected values in the folder Math.
package MathCases
  // the function of the same name, also of negative arguments; asin and acos at both ends of their range, sqrt at 0
  model Functions
    Modelica.Blocks.Math.Sin bSin;
    Modelica.Blocks.Math.Cos bCos;
    Modelica.Blocks.Math.Tan bTan;
    Modelica.Blocks.Math.Asin bAsin;
    Modelica.Blocks.Math.Acos bAcos;
    Modelica.Blocks.Math.Atan bAtan;
    Modelica.Blocks.Math.Sinh bSinh;
    Modelica.Blocks.Math.Cosh bCosh;
    Modelica.Blocks.Math.Tanh bTanh;
    Modelica.Blocks.Math.Exp bExp;
    Modelica.Blocks.Math.Log bLog;
    Modelica.Blocks.Math.Log10 bLog10;
    Modelica.Blocks.Math.Sqrt bSqrt;
    Modelica.Blocks.Math.Abs bAbs;
  equation
    bSin.u = 3*time - 2;
    bCos.u = 3*time - 2;
    bTan.u = time - 1;
    bAsin.u = time - 1;
    bAcos.u = time - 1;
    bAtan.u = 3*time - 2;
    bSinh.u = 3*time - 2;
    bCosh.u = 3*time - 2;
    bTanh.u = 3*time - 2;
    bExp.u = 3*time - 2;
    bLog.u = 0.5 + time;
    bLog10.u = 0.5 + time;
    bSqrt.u = time;
    bAbs.u = 2*time - 2;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end Functions;

  // |u| and the sign of u; the integral of |2*t - 2|
  model AbsSign
    Modelica.Blocks.Math.Abs a(generateEvent = true); Modelica.Blocks.Math.Sign s, e(generateEvent = true);
    Real x(start = 0, fixed = true);
  equation
    a.u = 2*time - 2;
    s.u = 2*time - 2;
    e.u = 2*time - 2;
    der(x) = a.y;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end AbsSign;

  // base^u, u^exponent (also of negative u) and the logarithm to a base
  model Powers
    Modelica.Blocks.Math.Power a, b(base = 10), c(base = 2, useExp = false); Modelica.Blocks.Math.Exponentiation d, e(exponent = 3), f(exponent = -0.5); Modelica.Blocks.Math.Log g(base = 2);
  equation
    a.u = time;
    b.u = time - 1;
    c.u = 3*time - 2;
    d.u = time - 1;
    e.u = time - 1;
    f.u = time + 1;
    g.u = time + 0.5;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end Powers;

  // the angle in ]-pi, pi], or in [0, 2*pi[
  model WrapAngle
    Modelica.Blocks.Math.WrapAngle a, b(positiveRange = true);
  equation
    a.u = 9*time - 7;
    b.u = 9*time - 7;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end WrapAngle;

  // sums, differences, products and quotients with their gains
  model Gains
    Modelica.Blocks.Math.Gain a(k = -2); Modelica.Blocks.Math.MatrixGain b(K = [1, 2; -3, 0.5; 0, 4]); Modelica.Blocks.Math.Add c(k1 = 2, k2 = -1), d; Modelica.Blocks.Math.Add3 e(k1 = 2, k2 = -1, k3 = 0.5);
    Modelica.Blocks.Math.Feedback f; Modelica.Blocks.Math.Product g; Modelica.Blocks.Math.Division h; Modelica.Blocks.Math.Sum i(nin = 3, k = {1, -2, 3}), j(nin = 3); Modelica.Blocks.Math.LinearDependency l(y0 = 1, k1 = 2, k2 = -3);
  equation
    a.u = time;
    b.u = {time, time^2};
    c.u1 = time;
    c.u2 = time^2;
    d.u1 = time;
    d.u2 = time^2;
    e.u1 = time;
    e.u2 = time^2;
    e.u3 = 4;
    f.u1 = time;
    f.u2 = time^2;
    g.u1 = time - 1;
    g.u2 = time^2;
    h.u1 = time - 1;
    h.u2 = time + 0.5;
    i.u = {1, time, time^2};
    j.u = {1, time, time^2};
    l.u1 = time;
    l.u2 = time^2;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end Gains;

  // of no signals the sum and the product are 0; the leg of a triangle is 0 and not valid where the hypotenuse is too short
  model Several
    Modelica.Blocks.Math.MultiSum a(nu = 3, k = {1, -2, 3}), a0(nu = 0); Modelica.Blocks.Math.MultiProduct b(nu = 3), b0(nu = 0); Modelica.Blocks.Math.Max c; Modelica.Blocks.Math.Min d; Modelica.Blocks.Math.MinMax e(nu = 3); Modelica.Blocks.Math.Atan2 f;
    Modelica.Blocks.Math.Pythagoras g, h(u1IsHypotenuse = true); Modelica.Blocks.Math.RectangularToPolar i; Modelica.Blocks.Math.PolarToRectangular j;
  equation
    a.u = {time, 2, time^2};
    b.u = {time, -2, time - 1};
    c.u1 = time;
    c.u2 = 1;
    d.u1 = time;
    d.u2 = 1;
    e.u = {time, 1, 2 - time};
    f.u1 = sin(4*time + 0.1);
    f.u2 = cos(4*time + 0.1);
    g.u1 = time;
    g.u2 = -2;
    h.u1 = time;
    h.u2 = 1.1;
    i.u_re = time - 1.1;
    i.u_im = -2;
    j.u_abs = time;
    j.u_arg = 3*time;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end Several;

  // the expression of the first true input, or the default
  model MultiSwitch
    Modelica.Blocks.Math.MultiSwitch a(nu = 2, expr = {time, -time}, y_default = 7);
  equation
    a.u = {time >= 0.5 and time < 1, time >= 0.75 and time < 1.5};
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end MultiSwitch;

  // T*y' + y = k*u solved for u
  model InverseBlockConstraints
    Modelica.Blocks.Math.InverseBlockConstraints a;
    Modelica.Blocks.Continuous.FirstOrder f(k = 2, T = 0.5);
  equation
    // What must go into f so that sin(time) comes out.
    a.u1 = sin(time);
    connect(f.y, a.u2);
    connect(a.y2, f.u);
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end InverseBlockConstraints;

  // a Real is rounded to the nearest Integer, also a negative one; an Integer is below its threshold until it is reached
  model Conversions
    Modelica.Blocks.Math.RealToInteger a; Modelica.Blocks.Math.IntegerToReal b; Modelica.Blocks.Math.BooleanToReal c(realTrue = 3, realFalse = -1); Modelica.Blocks.Math.BooleanToInteger d(integerTrue = 3, integerFalse = -1);
    Modelica.Blocks.Math.RealToBoolean e, f(threshold = -0.3); Modelica.Blocks.Math.IntegerToBoolean g(threshold = 2);
  equation
    a.u = 4*time - 3.9;
    b.u = a.y;
    c.u = time >= 0.75;
    d.u = time >= 0.75;
    e.u = time - 0.2;
    f.u = 0.6 - time;
    g.u = a.y;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end Conversions;

  // rounded up in the row after each half: at once above 0, right after it below 0
  model RoundingAtHalves
    Modelica.Blocks.Math.RealToInteger a;
  equation
    a.u = 4*time - 4;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end RoundingAtHalves;

  // definitions of the units: 0 degC = 273.15 K, 0 K = -459.67 degF, 1 rev = 2*pi rad, 1 kWh = 3.6e6 J
  model UnitConversions
    Modelica.Blocks.Math.UnitConversions.To_degC to_degC; Modelica.Blocks.Math.UnitConversions.From_degC from_degC;
    Modelica.Blocks.Math.UnitConversions.To_degF to_degF; Modelica.Blocks.Math.UnitConversions.From_degF from_degF;
    Modelica.Blocks.Math.UnitConversions.To_degRk to_degRk; Modelica.Blocks.Math.UnitConversions.From_degRk from_degRk;
    Modelica.Blocks.Math.UnitConversions.To_deg to_deg; Modelica.Blocks.Math.UnitConversions.From_deg from_deg;
    Modelica.Blocks.Math.UnitConversions.To_rpm to_rpm; Modelica.Blocks.Math.UnitConversions.From_rpm from_rpm;
    Modelica.Blocks.Math.UnitConversions.To_kmh to_kmh; Modelica.Blocks.Math.UnitConversions.From_kmh from_kmh;
    Modelica.Blocks.Math.UnitConversions.To_day to_day; Modelica.Blocks.Math.UnitConversions.From_day from_day;
    Modelica.Blocks.Math.UnitConversions.To_hour to_hour; Modelica.Blocks.Math.UnitConversions.From_hour from_hour;
    Modelica.Blocks.Math.UnitConversions.To_minute to_minute; Modelica.Blocks.Math.UnitConversions.From_minute from_minute;
    Modelica.Blocks.Math.UnitConversions.To_litre to_litre; Modelica.Blocks.Math.UnitConversions.From_litre from_litre;
    Modelica.Blocks.Math.UnitConversions.To_kWh to_kWh; Modelica.Blocks.Math.UnitConversions.From_kWh from_kWh;
    Modelica.Blocks.Math.UnitConversions.To_bar to_bar; Modelica.Blocks.Math.UnitConversions.From_bar from_bar;
    Modelica.Blocks.Math.UnitConversions.To_gps to_gps; Modelica.Blocks.Math.UnitConversions.From_gps from_gps;
  equation
    to_degC.u = 300;
    from_degC.u = 2*time - 1;
    to_degF.u = 300;
    from_degF.u = 2*time - 1;
    to_degRk.u = 300;
    from_degRk.u = 2*time - 1;
    to_deg.u = 2;
    from_deg.u = 2*time - 1;
    to_rpm.u = 2;
    from_rpm.u = 2*time - 1;
    to_kmh.u = 10;
    from_kmh.u = 2*time - 1;
    to_day.u = 43200;
    from_day.u = 2*time - 1;
    to_hour.u = 1800;
    from_hour.u = 2*time - 1;
    to_minute.u = 90;
    from_minute.u = 2*time - 1;
    to_litre.u = 0.25;
    from_litre.u = 2*time - 1;
    to_kWh.u = 1.8e+06;
    from_kWh.u = 2*time - 1;
    to_bar.u = 250000;
    from_bar.u = 2*time - 1;
    to_gps.u = 0.25;
    from_gps.u = 2*time - 1;
    annotation(experiment(StopTime = 2, Interval = 0.5, Tolerance = 1e-08));
  end UnitConversions;

  // the mean of the last period, kept until the next one ends, the last at the stop time; x0 adds to the first integral
  model Mean
    Modelica.Blocks.Math.Mean a(f = 2), b(f = 2, y0 = 9), c(f = 2, x0 = 1), d(f = 2, yGreaterOrEqualZero = true);
  equation
    a.u = 2*time;
    b.u = -2*time;
    c.u = 2*time;
    d.u = -2*time;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end Mean;

  // mean of |3*sin| is 6/pi, its effective value 3/sqrt(2); of (2*t - 2)^2 over a half second 7/3 and 1/3
  model RectifiedMean
    Modelica.Blocks.Math.RectifiedMean a(f = 1), b(f = 2); Modelica.Blocks.Math.RootMeanSquare c(f = 1), d(f = 2, y0 = 3);
  equation
    a.u = 3*sin(2*pi*time);
    b.u = 2*time - 2;
    c.u = 3*sin(2*pi*time);
    d.u = 2*time - 2;
  protected
    constant Real pi = Modelica.Constants.pi;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end RectifiedMean;

  // the mean since the start: (mu*t)' = u; the variance: (var*t)' = (u - mu)^2, t^2/3 for a ramp of 2
  model ContinuousMean
    Modelica.Blocks.Math.ContinuousMean a, b(startTime = 0.5); Modelica.Blocks.Math.Variance c; Modelica.Blocks.Math.StandardDeviation d;
  equation
    a.u = 3*time^2 + 1;
    b.u = 3*time^2;
    c.u = 2*time + 1;
    d.u = 2*time + 1;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end ContinuousMean;

  // extrema of the samples, with the times where they were found
  model SignalExtrema
    Modelica.Blocks.Math.SignalExtrema a(Ts = 0.125);
  equation
    a.u = sin(4*time + 1);
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end SignalExtrema;

  // extrema of sin(4*t + 1) where its slope is 0, at 4*t + 1 = pi/2 and 3*pi/2
  model ContinuousSignalExtrema
    Modelica.Blocks.Math.ContinuousSignalExtrema a(T = 1e-5);
  equation
    a.u = sin(4*time + 1);
    annotation(experiment(StopTime = 1.5, Interval = 0.125, Tolerance = 1e-08));
  end ContinuousSignalExtrema;

  // root mean squares sqrt((2^2 + 4^2)/2) and sqrt(1/2), arguments atan2(sine part, cosine part); the distortion is their ratio, valid after one period
  model Harmonic
    constant Real pi = Modelica.Constants.pi;
    Modelica.Blocks.Math.Harmonic a(f = 1, k = 1), b(f = 1, k = 3), c(f = 1, k = 1, useConjugateComplex = true);
    Modelica.Blocks.Math.TotalHarmonicDistortion d(f = 1), e(f = 1, useFirstHarmonic = false);
  equation
    a.u = 1 + 2*sin(2*pi*time) + 4*cos(2*pi*time) + sin(6*pi*time);
    b.u = 1 + 2*sin(2*pi*time) + 4*cos(2*pi*time) + sin(6*pi*time);
    c.u = 1 + 2*sin(2*pi*time) + 4*cos(2*pi*time) + sin(6*pi*time);
    d.u = 2*sin(2*pi*time) + 4*cos(2*pi*time) + sin(6*pi*time);
    e.u = 2*sin(2*pi*time) + 4*cos(2*pi*time) + sin(6*pi*time);
    annotation(experiment(StopTime = 2.5, Interval = 0.125, Tolerance = 1e-08));
  end Harmonic;

  // true while the event lasts, which is counted; the last change of the Integer is at the stop time
  model Edges
    Modelica.Blocks.Math.Edge a; Modelica.Blocks.Math.BooleanChange b; Modelica.Blocks.Math.IntegerChange c;
    Integer n_a(start = 0, fixed = true), n_b(start = 0, fixed = true), n_c(start = 0, fixed = true);
  equation
    a.u = (time >= 0.5 and time < 1.5) or time >= 1.75;
    b.u = (time >= 0.5 and time < 1.5) or time >= 1.75;
    c.u = integer(4*time);
    when a.y then
      n_a = pre(n_a) + 1;
    end when;
    when b.y then
      n_b = pre(n_b) + 1;
    end when;
    when c.y then
      n_c = pre(n_c) + 1;
    end when;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end Edges;
end MathCases;
