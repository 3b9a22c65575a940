// Written by derive.py, as are the tables of expected values in the folder Tables.
package TablesCases
  // the table of each smoothness, on both sides of its points, and what a state collects from it
  model TimePlainHoldLastPoint
    Modelica.Blocks.Sources.CombiTimeTable linear(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1],
      smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Real x_linear(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable akima(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1],
      smoothness = Modelica.Blocks.Types.Smoothness.ContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Real x_akima(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable steps(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1],
      smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Real x_steps(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable butland(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1],
      smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative1, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Real x_butland(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable steffen(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1],
      smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative2, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Real x_steffen(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable makima(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1],
      smoothness = Modelica.Blocks.Types.Smoothness.ModifiedContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Real x_makima(start = 0, fixed = true);
  equation
    der(x_linear) = linear.y[1];
    der(x_akima) = akima.y[1];
    der(x_steps) = steps.y[1];
    der(x_butland) = butland.y[1];
    der(x_steffen) = steffen.y[1];
    der(x_makima) = makima.y[1];
    annotation(experiment(StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end TimePlainHoldLastPoint;

  // the table of each smoothness, on both sides of its points, and what a state collects from it
  model TimePlainLastTwoPoints
    Modelica.Blocks.Sources.CombiTimeTable linear(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1],
      smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Real x_linear(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable akima(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1],
      smoothness = Modelica.Blocks.Types.Smoothness.ContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Real x_akima(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable steps(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1],
      smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Real x_steps(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable butland(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1],
      smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative1, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Real x_butland(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable steffen(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1],
      smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative2, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Real x_steffen(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable makima(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1],
      smoothness = Modelica.Blocks.Types.Smoothness.ModifiedContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Real x_makima(start = 0, fixed = true);
  equation
    der(x_linear) = linear.y[1];
    der(x_akima) = akima.y[1];
    der(x_steps) = steps.y[1];
    der(x_butland) = butland.y[1];
    der(x_steffen) = steffen.y[1];
    der(x_makima) = makima.y[1];
    annotation(experiment(StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end TimePlainLastTwoPoints;

  // the table of each smoothness, on both sides of its points, and what a state collects from it
  model TimePlainPeriodic
    Modelica.Blocks.Sources.CombiTimeTable linear(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1],
      smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Real x_linear(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable akima(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1],
      smoothness = Modelica.Blocks.Types.Smoothness.ContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Real x_akima(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable steps(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1],
      smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Real x_steps(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable butland(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1],
      smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative1, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Real x_butland(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable steffen(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1],
      smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative2, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Real x_steffen(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable makima(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1],
      smoothness = Modelica.Blocks.Types.Smoothness.ModifiedContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Real x_makima(start = 0, fixed = true);
  equation
    der(x_linear) = linear.y[1];
    der(x_akima) = akima.y[1];
    der(x_steps) = steps.y[1];
    der(x_butland) = butland.y[1];
    der(x_steffen) = steffen.y[1];
    der(x_makima) = makima.y[1];
    annotation(experiment(StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end TimePlainPeriodic;

  // the table of each smoothness, on both sides of its points, and what a state collects from it
  model TimePlainStartedHoldLastPoint
    Modelica.Blocks.Sources.CombiTimeTable linear(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 0.5,
      smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Real x_linear(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable akima(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 0.5,
      smoothness = Modelica.Blocks.Types.Smoothness.ContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Real x_akima(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable steps(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 0.5,
      smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Real x_steps(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable butland(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 0.5,
      smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative1, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Real x_butland(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable steffen(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 0.5,
      smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative2, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Real x_steffen(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable makima(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 0.5,
      smoothness = Modelica.Blocks.Types.Smoothness.ModifiedContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Real x_makima(start = 0, fixed = true);
  equation
    der(x_linear) = linear.y[1];
    der(x_akima) = akima.y[1];
    der(x_steps) = steps.y[1];
    der(x_butland) = butland.y[1];
    der(x_steffen) = steffen.y[1];
    der(x_makima) = makima.y[1];
    annotation(experiment(StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end TimePlainStartedHoldLastPoint;

  // the table of each smoothness, on both sides of its points, and what a state collects from it
  model TimePlainStartedLastTwoPoints
    Modelica.Blocks.Sources.CombiTimeTable linear(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 0.5,
      smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Real x_linear(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable akima(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 0.5,
      smoothness = Modelica.Blocks.Types.Smoothness.ContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Real x_akima(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable steps(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 0.5,
      smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Real x_steps(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable butland(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 0.5,
      smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative1, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Real x_butland(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable steffen(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 0.5,
      smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative2, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Real x_steffen(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable makima(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 0.5,
      smoothness = Modelica.Blocks.Types.Smoothness.ModifiedContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Real x_makima(start = 0, fixed = true);
  equation
    der(x_linear) = linear.y[1];
    der(x_akima) = akima.y[1];
    der(x_steps) = steps.y[1];
    der(x_butland) = butland.y[1];
    der(x_steffen) = steffen.y[1];
    der(x_makima) = makima.y[1];
    annotation(experiment(StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end TimePlainStartedLastTwoPoints;

  // the table of each smoothness, on both sides of its points, and what a state collects from it
  model TimePlainStartedPeriodic
    Modelica.Blocks.Sources.CombiTimeTable linear(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 0.5,
      smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Real x_linear(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable akima(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 0.5,
      smoothness = Modelica.Blocks.Types.Smoothness.ContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Real x_akima(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable steps(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 0.5,
      smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Real x_steps(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable butland(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 0.5,
      smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative1, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Real x_butland(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable steffen(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 0.5,
      smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative2, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Real x_steffen(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable makima(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 0.5,
      smoothness = Modelica.Blocks.Types.Smoothness.ModifiedContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Real x_makima(start = 0, fixed = true);
  equation
    der(x_linear) = linear.y[1];
    der(x_akima) = akima.y[1];
    der(x_steps) = steps.y[1];
    der(x_butland) = butland.y[1];
    der(x_steffen) = steffen.y[1];
    der(x_makima) = makima.y[1];
    annotation(experiment(StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end TimePlainStartedPeriodic;

  // the table of each smoothness, on both sides of its points, and what a state collects from it
  model TimePlainStartedInsideHoldLastPoint
    Modelica.Blocks.Sources.CombiTimeTable linear(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 1, shiftTime = 0.25,
      smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Real x_linear(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable akima(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 1, shiftTime = 0.25,
      smoothness = Modelica.Blocks.Types.Smoothness.ContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Real x_akima(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable steps(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 1, shiftTime = 0.25,
      smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Real x_steps(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable butland(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 1, shiftTime = 0.25,
      smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative1, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Real x_butland(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable steffen(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 1, shiftTime = 0.25,
      smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative2, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Real x_steffen(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable makima(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 1, shiftTime = 0.25,
      smoothness = Modelica.Blocks.Types.Smoothness.ModifiedContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Real x_makima(start = 0, fixed = true);
  equation
    der(x_linear) = linear.y[1];
    der(x_akima) = akima.y[1];
    der(x_steps) = steps.y[1];
    der(x_butland) = butland.y[1];
    der(x_steffen) = steffen.y[1];
    der(x_makima) = makima.y[1];
    annotation(experiment(StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end TimePlainStartedInsideHoldLastPoint;

  // the table of each smoothness, on both sides of its points, and what a state collects from it
  model TimePlainStartedInsideLastTwoPoints
    Modelica.Blocks.Sources.CombiTimeTable linear(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 1, shiftTime = 0.25,
      smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Real x_linear(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable akima(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 1, shiftTime = 0.25,
      smoothness = Modelica.Blocks.Types.Smoothness.ContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Real x_akima(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable steps(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 1, shiftTime = 0.25,
      smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Real x_steps(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable butland(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 1, shiftTime = 0.25,
      smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative1, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Real x_butland(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable steffen(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 1, shiftTime = 0.25,
      smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative2, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Real x_steffen(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable makima(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 1, shiftTime = 0.25,
      smoothness = Modelica.Blocks.Types.Smoothness.ModifiedContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Real x_makima(start = 0, fixed = true);
  equation
    der(x_linear) = linear.y[1];
    der(x_akima) = akima.y[1];
    der(x_steps) = steps.y[1];
    der(x_butland) = butland.y[1];
    der(x_steffen) = steffen.y[1];
    der(x_makima) = makima.y[1];
    annotation(experiment(StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end TimePlainStartedInsideLastTwoPoints;

  // the table of each smoothness, on both sides of its points, and what a state collects from it
  model TimePlainStartedInsidePeriodic
    Modelica.Blocks.Sources.CombiTimeTable linear(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 1, shiftTime = 0.25,
      smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Real x_linear(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable akima(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 1, shiftTime = 0.25,
      smoothness = Modelica.Blocks.Types.Smoothness.ContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Real x_akima(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable steps(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 1, shiftTime = 0.25,
      smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Real x_steps(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable butland(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 1, shiftTime = 0.25,
      smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative1, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Real x_butland(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable steffen(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 1, shiftTime = 0.25,
      smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative2, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Real x_steffen(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable makima(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 1, shiftTime = 0.25,
      smoothness = Modelica.Blocks.Types.Smoothness.ModifiedContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Real x_makima(start = 0, fixed = true);
  equation
    der(x_linear) = linear.y[1];
    der(x_akima) = akima.y[1];
    der(x_steps) = steps.y[1];
    der(x_butland) = butland.y[1];
    der(x_steffen) = steffen.y[1];
    der(x_makima) = makima.y[1];
    annotation(experiment(StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end TimePlainStartedInsidePeriodic;

  // the table of each smoothness, on both sides of its points, and what a state collects from it
  model TimePlainStartedBeforeHoldLastPoint
    Modelica.Blocks.Sources.CombiTimeTable linear(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 0.25, shiftTime = 1,
      smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Real x_linear(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable akima(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 0.25, shiftTime = 1,
      smoothness = Modelica.Blocks.Types.Smoothness.ContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Real x_akima(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable steps(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 0.25, shiftTime = 1,
      smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Real x_steps(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable butland(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 0.25, shiftTime = 1,
      smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative1, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Real x_butland(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable steffen(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 0.25, shiftTime = 1,
      smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative2, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Real x_steffen(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable makima(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 0.25, shiftTime = 1,
      smoothness = Modelica.Blocks.Types.Smoothness.ModifiedContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Real x_makima(start = 0, fixed = true);
  equation
    der(x_linear) = linear.y[1];
    der(x_akima) = akima.y[1];
    der(x_steps) = steps.y[1];
    der(x_butland) = butland.y[1];
    der(x_steffen) = steffen.y[1];
    der(x_makima) = makima.y[1];
    annotation(experiment(StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end TimePlainStartedBeforeHoldLastPoint;

  // the table of each smoothness, on both sides of its points, and what a state collects from it
  model TimePlainStartedBeforeLastTwoPoints
    Modelica.Blocks.Sources.CombiTimeTable linear(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 0.25, shiftTime = 1,
      smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Real x_linear(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable akima(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 0.25, shiftTime = 1,
      smoothness = Modelica.Blocks.Types.Smoothness.ContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Real x_akima(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable steps(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 0.25, shiftTime = 1,
      smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Real x_steps(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable butland(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 0.25, shiftTime = 1,
      smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative1, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Real x_butland(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable steffen(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 0.25, shiftTime = 1,
      smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative2, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Real x_steffen(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable makima(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 0.25, shiftTime = 1,
      smoothness = Modelica.Blocks.Types.Smoothness.ModifiedContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Real x_makima(start = 0, fixed = true);
  equation
    der(x_linear) = linear.y[1];
    der(x_akima) = akima.y[1];
    der(x_steps) = steps.y[1];
    der(x_butland) = butland.y[1];
    der(x_steffen) = steffen.y[1];
    der(x_makima) = makima.y[1];
    annotation(experiment(StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end TimePlainStartedBeforeLastTwoPoints;

  // the table of each smoothness, on both sides of its points, and what a state collects from it
  model TimePlainStartedBeforePeriodic
    Modelica.Blocks.Sources.CombiTimeTable linear(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 0.25, shiftTime = 1,
      smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Real x_linear(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable akima(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 0.25, shiftTime = 1,
      smoothness = Modelica.Blocks.Types.Smoothness.ContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Real x_akima(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable steps(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 0.25, shiftTime = 1,
      smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Real x_steps(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable butland(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 0.25, shiftTime = 1,
      smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative1, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Real x_butland(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable steffen(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 0.25, shiftTime = 1,
      smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative2, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Real x_steffen(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable makima(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 0.25, shiftTime = 1,
      smoothness = Modelica.Blocks.Types.Smoothness.ModifiedContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Real x_makima(start = 0, fixed = true);
  equation
    der(x_linear) = linear.y[1];
    der(x_akima) = akima.y[1];
    der(x_steps) = steps.y[1];
    der(x_butland) = butland.y[1];
    der(x_steffen) = steffen.y[1];
    der(x_makima) = makima.y[1];
    annotation(experiment(StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end TimePlainStartedBeforePeriodic;

  // the table of each smoothness, on both sides of its points, and what a state collects from it
  model TimePlainShiftedBackHoldLastPoint
    Modelica.Blocks.Sources.CombiTimeTable linear(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 0, shiftTime = -0.375,
      smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Real x_linear(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable akima(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 0, shiftTime = -0.375,
      smoothness = Modelica.Blocks.Types.Smoothness.ContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Real x_akima(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable steps(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 0, shiftTime = -0.375,
      smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Real x_steps(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable butland(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 0, shiftTime = -0.375,
      smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative1, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Real x_butland(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable steffen(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 0, shiftTime = -0.375,
      smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative2, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Real x_steffen(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable makima(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 0, shiftTime = -0.375,
      smoothness = Modelica.Blocks.Types.Smoothness.ModifiedContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Real x_makima(start = 0, fixed = true);
  equation
    der(x_linear) = linear.y[1];
    der(x_akima) = akima.y[1];
    der(x_steps) = steps.y[1];
    der(x_butland) = butland.y[1];
    der(x_steffen) = steffen.y[1];
    der(x_makima) = makima.y[1];
    annotation(experiment(StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end TimePlainShiftedBackHoldLastPoint;

  // the table of each smoothness, on both sides of its points, and what a state collects from it
  model TimePlainShiftedBackLastTwoPoints
    Modelica.Blocks.Sources.CombiTimeTable linear(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 0, shiftTime = -0.375,
      smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Real x_linear(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable akima(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 0, shiftTime = -0.375,
      smoothness = Modelica.Blocks.Types.Smoothness.ContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Real x_akima(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable steps(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 0, shiftTime = -0.375,
      smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Real x_steps(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable butland(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 0, shiftTime = -0.375,
      smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative1, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Real x_butland(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable steffen(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 0, shiftTime = -0.375,
      smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative2, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Real x_steffen(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable makima(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 0, shiftTime = -0.375,
      smoothness = Modelica.Blocks.Types.Smoothness.ModifiedContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Real x_makima(start = 0, fixed = true);
  equation
    der(x_linear) = linear.y[1];
    der(x_akima) = akima.y[1];
    der(x_steps) = steps.y[1];
    der(x_butland) = butland.y[1];
    der(x_steffen) = steffen.y[1];
    der(x_makima) = makima.y[1];
    annotation(experiment(StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end TimePlainShiftedBackLastTwoPoints;

  // the table of each smoothness, on both sides of its points, and what a state collects from it
  model TimePlainShiftedBackPeriodic
    Modelica.Blocks.Sources.CombiTimeTable linear(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 0, shiftTime = -0.375,
      smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Real x_linear(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable akima(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 0, shiftTime = -0.375,
      smoothness = Modelica.Blocks.Types.Smoothness.ContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Real x_akima(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable steps(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 0, shiftTime = -0.375,
      smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Real x_steps(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable butland(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 0, shiftTime = -0.375,
      smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative1, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Real x_butland(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable steffen(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 0, shiftTime = -0.375,
      smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative2, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Real x_steffen(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable makima(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = 0, shiftTime = -0.375,
      smoothness = Modelica.Blocks.Types.Smoothness.ModifiedContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Real x_makima(start = 0, fixed = true);
  equation
    der(x_linear) = linear.y[1];
    der(x_akima) = akima.y[1];
    der(x_steps) = steps.y[1];
    der(x_butland) = butland.y[1];
    der(x_steffen) = steffen.y[1];
    der(x_makima) = makima.y[1];
    annotation(experiment(StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end TimePlainShiftedBackPeriodic;

  // the table of each smoothness, on both sides of its points, and what a state collects from it
  model TimeLaterHoldLastPoint
    Modelica.Blocks.Sources.CombiTimeTable linear(table = [0.75, 1; 1.25, 3; 1.75, 2; 2, 2.5; 2.75, -1],
      smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Real x_linear(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable akima(table = [0.75, 1; 1.25, 3; 1.75, 2; 2, 2.5; 2.75, -1],
      smoothness = Modelica.Blocks.Types.Smoothness.ContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Real x_akima(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable steps(table = [0.75, 1; 1.25, 3; 1.75, 2; 2, 2.5; 2.75, -1],
      smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Real x_steps(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable butland(table = [0.75, 1; 1.25, 3; 1.75, 2; 2, 2.5; 2.75, -1],
      smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative1, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Real x_butland(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable steffen(table = [0.75, 1; 1.25, 3; 1.75, 2; 2, 2.5; 2.75, -1],
      smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative2, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Real x_steffen(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable makima(table = [0.75, 1; 1.25, 3; 1.75, 2; 2, 2.5; 2.75, -1],
      smoothness = Modelica.Blocks.Types.Smoothness.ModifiedContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Real x_makima(start = 0, fixed = true);
  equation
    der(x_linear) = linear.y[1];
    der(x_akima) = akima.y[1];
    der(x_steps) = steps.y[1];
    der(x_butland) = butland.y[1];
    der(x_steffen) = steffen.y[1];
    der(x_makima) = makima.y[1];
    annotation(experiment(StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end TimeLaterHoldLastPoint;

  // the table of each smoothness, on both sides of its points, and what a state collects from it
  model TimeLaterLastTwoPoints
    Modelica.Blocks.Sources.CombiTimeTable linear(table = [0.75, 1; 1.25, 3; 1.75, 2; 2, 2.5; 2.75, -1],
      smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Real x_linear(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable akima(table = [0.75, 1; 1.25, 3; 1.75, 2; 2, 2.5; 2.75, -1],
      smoothness = Modelica.Blocks.Types.Smoothness.ContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Real x_akima(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable steps(table = [0.75, 1; 1.25, 3; 1.75, 2; 2, 2.5; 2.75, -1],
      smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Real x_steps(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable butland(table = [0.75, 1; 1.25, 3; 1.75, 2; 2, 2.5; 2.75, -1],
      smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative1, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Real x_butland(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable steffen(table = [0.75, 1; 1.25, 3; 1.75, 2; 2, 2.5; 2.75, -1],
      smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative2, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Real x_steffen(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable makima(table = [0.75, 1; 1.25, 3; 1.75, 2; 2, 2.5; 2.75, -1],
      smoothness = Modelica.Blocks.Types.Smoothness.ModifiedContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Real x_makima(start = 0, fixed = true);
  equation
    der(x_linear) = linear.y[1];
    der(x_akima) = akima.y[1];
    der(x_steps) = steps.y[1];
    der(x_butland) = butland.y[1];
    der(x_steffen) = steffen.y[1];
    der(x_makima) = makima.y[1];
    annotation(experiment(StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end TimeLaterLastTwoPoints;

  // the table of each smoothness, on both sides of its points, and what a state collects from it
  model TimeLaterPeriodic
    Modelica.Blocks.Sources.CombiTimeTable linear(table = [0.75, 1; 1.25, 3; 1.75, 2; 2, 2.5; 2.75, -1],
      smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Real x_linear(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable akima(table = [0.75, 1; 1.25, 3; 1.75, 2; 2, 2.5; 2.75, -1],
      smoothness = Modelica.Blocks.Types.Smoothness.ContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Real x_akima(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable steps(table = [0.75, 1; 1.25, 3; 1.75, 2; 2, 2.5; 2.75, -1],
      smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Real x_steps(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable butland(table = [0.75, 1; 1.25, 3; 1.75, 2; 2, 2.5; 2.75, -1],
      smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative1, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Real x_butland(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable steffen(table = [0.75, 1; 1.25, 3; 1.75, 2; 2, 2.5; 2.75, -1],
      smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative2, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Real x_steffen(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable makima(table = [0.75, 1; 1.25, 3; 1.75, 2; 2, 2.5; 2.75, -1],
      smoothness = Modelica.Blocks.Types.Smoothness.ModifiedContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Real x_makima(start = 0, fixed = true);
  equation
    der(x_linear) = linear.y[1];
    der(x_akima) = akima.y[1];
    der(x_steps) = steps.y[1];
    der(x_butland) = butland.y[1];
    der(x_steffen) = steffen.y[1];
    der(x_makima) = makima.y[1];
    annotation(experiment(StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end TimeLaterPeriodic;

  // the table of each smoothness, on both sides of its points, and what a state collects from it
  model TimeEarlyHoldLastPoint
    Modelica.Blocks.Sources.CombiTimeTable linear(table = [-0.75, 1; -0.25, 2; 0.5, 5; 1, 4; 1.75, 4.5],
      smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Real x_linear(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable akima(table = [-0.75, 1; -0.25, 2; 0.5, 5; 1, 4; 1.75, 4.5],
      smoothness = Modelica.Blocks.Types.Smoothness.ContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Real x_akima(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable steps(table = [-0.75, 1; -0.25, 2; 0.5, 5; 1, 4; 1.75, 4.5],
      smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Real x_steps(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable butland(table = [-0.75, 1; -0.25, 2; 0.5, 5; 1, 4; 1.75, 4.5],
      smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative1, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Real x_butland(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable steffen(table = [-0.75, 1; -0.25, 2; 0.5, 5; 1, 4; 1.75, 4.5],
      smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative2, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Real x_steffen(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable makima(table = [-0.75, 1; -0.25, 2; 0.5, 5; 1, 4; 1.75, 4.5],
      smoothness = Modelica.Blocks.Types.Smoothness.ModifiedContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Real x_makima(start = 0, fixed = true);
  equation
    der(x_linear) = linear.y[1];
    der(x_akima) = akima.y[1];
    der(x_steps) = steps.y[1];
    der(x_butland) = butland.y[1];
    der(x_steffen) = steffen.y[1];
    der(x_makima) = makima.y[1];
    annotation(experiment(StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end TimeEarlyHoldLastPoint;

  // the table of each smoothness, on both sides of its points, and what a state collects from it
  model TimeEarlyLastTwoPoints
    Modelica.Blocks.Sources.CombiTimeTable linear(table = [-0.75, 1; -0.25, 2; 0.5, 5; 1, 4; 1.75, 4.5],
      smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Real x_linear(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable akima(table = [-0.75, 1; -0.25, 2; 0.5, 5; 1, 4; 1.75, 4.5],
      smoothness = Modelica.Blocks.Types.Smoothness.ContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Real x_akima(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable steps(table = [-0.75, 1; -0.25, 2; 0.5, 5; 1, 4; 1.75, 4.5],
      smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Real x_steps(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable butland(table = [-0.75, 1; -0.25, 2; 0.5, 5; 1, 4; 1.75, 4.5],
      smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative1, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Real x_butland(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable steffen(table = [-0.75, 1; -0.25, 2; 0.5, 5; 1, 4; 1.75, 4.5],
      smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative2, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Real x_steffen(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable makima(table = [-0.75, 1; -0.25, 2; 0.5, 5; 1, 4; 1.75, 4.5],
      smoothness = Modelica.Blocks.Types.Smoothness.ModifiedContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Real x_makima(start = 0, fixed = true);
  equation
    der(x_linear) = linear.y[1];
    der(x_akima) = akima.y[1];
    der(x_steps) = steps.y[1];
    der(x_butland) = butland.y[1];
    der(x_steffen) = steffen.y[1];
    der(x_makima) = makima.y[1];
    annotation(experiment(StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end TimeEarlyLastTwoPoints;

  // the table of each smoothness, on both sides of its points, and what a state collects from it
  model TimeEarlyPeriodic
    Modelica.Blocks.Sources.CombiTimeTable linear(table = [-0.75, 1; -0.25, 2; 0.5, 5; 1, 4; 1.75, 4.5],
      smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Real x_linear(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable akima(table = [-0.75, 1; -0.25, 2; 0.5, 5; 1, 4; 1.75, 4.5],
      smoothness = Modelica.Blocks.Types.Smoothness.ContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Real x_akima(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable steps(table = [-0.75, 1; -0.25, 2; 0.5, 5; 1, 4; 1.75, 4.5],
      smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Real x_steps(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable butland(table = [-0.75, 1; -0.25, 2; 0.5, 5; 1, 4; 1.75, 4.5],
      smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative1, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Real x_butland(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable steffen(table = [-0.75, 1; -0.25, 2; 0.5, 5; 1, 4; 1.75, 4.5],
      smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative2, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Real x_steffen(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable makima(table = [-0.75, 1; -0.25, 2; 0.5, 5; 1, 4; 1.75, 4.5],
      smoothness = Modelica.Blocks.Types.Smoothness.ModifiedContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Real x_makima(start = 0, fixed = true);
  equation
    der(x_linear) = linear.y[1];
    der(x_akima) = akima.y[1];
    der(x_steps) = steps.y[1];
    der(x_butland) = butland.y[1];
    der(x_steffen) = steffen.y[1];
    der(x_makima) = makima.y[1];
    annotation(experiment(StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end TimeEarlyPeriodic;

  // the table of each smoothness, on both sides of its points, and what a state collects from it
  model TimeJumpsHoldLastPoint
    Modelica.Blocks.Sources.CombiTimeTable linear(table = [0, 1; 0.5, 1; 0.5, 3; 1, 2; 1, -1; 1.5, 0; 2.25, 2],
      smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Real x_linear(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable steps(table = [0, 1; 0.5, 1; 0.5, 3; 1, 2; 1, -1; 1.5, 0; 2.25, 2],
      smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Real x_steps(start = 0, fixed = true);
  equation
    der(x_linear) = linear.y[1];
    der(x_steps) = steps.y[1];
    annotation(experiment(StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end TimeJumpsHoldLastPoint;

  // the table of each smoothness, on both sides of its points, and what a state collects from it
  model TimeJumpsLastTwoPoints
    Modelica.Blocks.Sources.CombiTimeTable linear(table = [0, 1; 0.5, 1; 0.5, 3; 1, 2; 1, -1; 1.5, 0; 2.25, 2],
      smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Real x_linear(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable steps(table = [0, 1; 0.5, 1; 0.5, 3; 1, 2; 1, -1; 1.5, 0; 2.25, 2],
      smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Real x_steps(start = 0, fixed = true);
  equation
    der(x_linear) = linear.y[1];
    der(x_steps) = steps.y[1];
    annotation(experiment(StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end TimeJumpsLastTwoPoints;

  // the table of each smoothness, on both sides of its points, and what a state collects from it
  model TimeJumpsPeriodic
    Modelica.Blocks.Sources.CombiTimeTable linear(table = [0, 1; 0.5, 1; 0.5, 3; 1, 2; 1, -1; 1.5, 0; 2.25, 2],
      smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Real x_linear(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable steps(table = [0, 1; 0.5, 1; 0.5, 3; 1, 2; 1, -1; 1.5, 0; 2.25, 2],
      smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Real x_steps(start = 0, fixed = true);
  equation
    der(x_linear) = linear.y[1];
    der(x_steps) = steps.y[1];
    annotation(experiment(StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end TimeJumpsPeriodic;

  // the table of each smoothness, on both sides of its points, and what a state collects from it
  model TimeLaterJumpsHoldLastPoint
    Modelica.Blocks.Sources.CombiTimeTable linear(table = [0.5, 4; 1, 1; 1, 3; 1.5, 2; 1.75, 2; 1.75, 0; 2.5, 1],
      smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Real x_linear(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable steps(table = [0.5, 4; 1, 1; 1, 3; 1.5, 2; 1.75, 2; 1.75, 0; 2.5, 1],
      smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Real x_steps(start = 0, fixed = true);
  equation
    der(x_linear) = linear.y[1];
    der(x_steps) = steps.y[1];
    annotation(experiment(StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end TimeLaterJumpsHoldLastPoint;

  // the table of each smoothness, on both sides of its points, and what a state collects from it
  model TimeLaterJumpsLastTwoPoints
    Modelica.Blocks.Sources.CombiTimeTable linear(table = [0.5, 4; 1, 1; 1, 3; 1.5, 2; 1.75, 2; 1.75, 0; 2.5, 1],
      smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Real x_linear(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable steps(table = [0.5, 4; 1, 1; 1, 3; 1.5, 2; 1.75, 2; 1.75, 0; 2.5, 1],
      smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Real x_steps(start = 0, fixed = true);
  equation
    der(x_linear) = linear.y[1];
    der(x_steps) = steps.y[1];
    annotation(experiment(StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end TimeLaterJumpsLastTwoPoints;

  // the table of each smoothness, on both sides of its points, and what a state collects from it
  model TimeLaterJumpsPeriodic
    Modelica.Blocks.Sources.CombiTimeTable linear(table = [0.5, 4; 1, 1; 1, 3; 1.5, 2; 1.75, 2; 1.75, 0; 2.5, 1],
      smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Real x_linear(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable steps(table = [0.5, 4; 1, 1; 1, 3; 1.5, 2; 1.75, 2; 1.75, 0; 2.5, 1],
      smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Real x_steps(start = 0, fixed = true);
  equation
    der(x_linear) = linear.y[1];
    der(x_steps) = steps.y[1];
    annotation(experiment(StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end TimeLaterJumpsPeriodic;

  // the table of each smoothness, on both sides of its points, and what a state collects from it
  model TimeLaterJumpsStartedHoldLastPoint
    Modelica.Blocks.Sources.CombiTimeTable linear(table = [0.5, 4; 1, 1; 1, 3; 1.5, 2; 1.75, 2; 1.75, 0; 2.5, 1], startTime = 0.5,
      smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Real x_linear(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable steps(table = [0.5, 4; 1, 1; 1, 3; 1.5, 2; 1.75, 2; 1.75, 0; 2.5, 1], startTime = 0.5,
      smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Real x_steps(start = 0, fixed = true);
  equation
    der(x_linear) = linear.y[1];
    der(x_steps) = steps.y[1];
    annotation(experiment(StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end TimeLaterJumpsStartedHoldLastPoint;

  // the table of each smoothness, on both sides of its points, and what a state collects from it
  model TimeLaterJumpsStartedLastTwoPoints
    Modelica.Blocks.Sources.CombiTimeTable linear(table = [0.5, 4; 1, 1; 1, 3; 1.5, 2; 1.75, 2; 1.75, 0; 2.5, 1], startTime = 0.5,
      smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Real x_linear(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable steps(table = [0.5, 4; 1, 1; 1, 3; 1.5, 2; 1.75, 2; 1.75, 0; 2.5, 1], startTime = 0.5,
      smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Real x_steps(start = 0, fixed = true);
  equation
    der(x_linear) = linear.y[1];
    der(x_steps) = steps.y[1];
    annotation(experiment(StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end TimeLaterJumpsStartedLastTwoPoints;

  // the table of each smoothness, on both sides of its points, and what a state collects from it
  model TimeLaterJumpsStartedPeriodic
    Modelica.Blocks.Sources.CombiTimeTable linear(table = [0.5, 4; 1, 1; 1, 3; 1.5, 2; 1.75, 2; 1.75, 0; 2.5, 1], startTime = 0.5,
      smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Real x_linear(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable steps(table = [0.5, 4; 1, 1; 1, 3; 1.5, 2; 1.75, 2; 1.75, 0; 2.5, 1], startTime = 0.5,
      smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Real x_steps(start = 0, fixed = true);
  equation
    der(x_linear) = linear.y[1];
    der(x_steps) = steps.y[1];
    annotation(experiment(StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end TimeLaterJumpsStartedPeriodic;

  // the table of each smoothness, on both sides of its points, and what a state collects from it
  model TimeLaterJumpsStartedInsideHoldLastPoint
    Modelica.Blocks.Sources.CombiTimeTable linear(table = [0.5, 4; 1, 1; 1, 3; 1.5, 2; 1.75, 2; 1.75, 0; 2.5, 1], startTime = 1, shiftTime = 0.25,
      smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Real x_linear(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable steps(table = [0.5, 4; 1, 1; 1, 3; 1.5, 2; 1.75, 2; 1.75, 0; 2.5, 1], startTime = 1, shiftTime = 0.25,
      smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Real x_steps(start = 0, fixed = true);
  equation
    der(x_linear) = linear.y[1];
    der(x_steps) = steps.y[1];
    annotation(experiment(StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end TimeLaterJumpsStartedInsideHoldLastPoint;

  // the table of each smoothness, on both sides of its points, and what a state collects from it
  model TimeLaterJumpsStartedInsideLastTwoPoints
    Modelica.Blocks.Sources.CombiTimeTable linear(table = [0.5, 4; 1, 1; 1, 3; 1.5, 2; 1.75, 2; 1.75, 0; 2.5, 1], startTime = 1, shiftTime = 0.25,
      smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Real x_linear(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable steps(table = [0.5, 4; 1, 1; 1, 3; 1.5, 2; 1.75, 2; 1.75, 0; 2.5, 1], startTime = 1, shiftTime = 0.25,
      smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Real x_steps(start = 0, fixed = true);
  equation
    der(x_linear) = linear.y[1];
    der(x_steps) = steps.y[1];
    annotation(experiment(StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end TimeLaterJumpsStartedInsideLastTwoPoints;

  // the table of each smoothness, on both sides of its points, and what a state collects from it
  model TimeLaterJumpsStartedInsidePeriodic
    Modelica.Blocks.Sources.CombiTimeTable linear(table = [0.5, 4; 1, 1; 1, 3; 1.5, 2; 1.75, 2; 1.75, 0; 2.5, 1], startTime = 1, shiftTime = 0.25,
      smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Real x_linear(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable steps(table = [0.5, 4; 1, 1; 1, 3; 1.5, 2; 1.75, 2; 1.75, 0; 2.5, 1], startTime = 1, shiftTime = 0.25,
      smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Real x_steps(start = 0, fixed = true);
  equation
    der(x_linear) = linear.y[1];
    der(x_steps) = steps.y[1];
    annotation(experiment(StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end TimeLaterJumpsStartedInsidePeriodic;

  // the table of each smoothness, on both sides of its points, and what a state collects from it
  model TimeLaterJumpsStartedBeforeHoldLastPoint
    Modelica.Blocks.Sources.CombiTimeTable linear(table = [0.5, 4; 1, 1; 1, 3; 1.5, 2; 1.75, 2; 1.75, 0; 2.5, 1], startTime = 0.25, shiftTime = 1,
      smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Real x_linear(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable steps(table = [0.5, 4; 1, 1; 1, 3; 1.5, 2; 1.75, 2; 1.75, 0; 2.5, 1], startTime = 0.25, shiftTime = 1,
      smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Real x_steps(start = 0, fixed = true);
  equation
    der(x_linear) = linear.y[1];
    der(x_steps) = steps.y[1];
    annotation(experiment(StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end TimeLaterJumpsStartedBeforeHoldLastPoint;

  // the table of each smoothness, on both sides of its points, and what a state collects from it
  model TimeLaterJumpsStartedBeforeLastTwoPoints
    Modelica.Blocks.Sources.CombiTimeTable linear(table = [0.5, 4; 1, 1; 1, 3; 1.5, 2; 1.75, 2; 1.75, 0; 2.5, 1], startTime = 0.25, shiftTime = 1,
      smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Real x_linear(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable steps(table = [0.5, 4; 1, 1; 1, 3; 1.5, 2; 1.75, 2; 1.75, 0; 2.5, 1], startTime = 0.25, shiftTime = 1,
      smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Real x_steps(start = 0, fixed = true);
  equation
    der(x_linear) = linear.y[1];
    der(x_steps) = steps.y[1];
    annotation(experiment(StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end TimeLaterJumpsStartedBeforeLastTwoPoints;

  // the table of each smoothness, on both sides of its points, and what a state collects from it
  model TimeLaterJumpsStartedBeforePeriodic
    Modelica.Blocks.Sources.CombiTimeTable linear(table = [0.5, 4; 1, 1; 1, 3; 1.5, 2; 1.75, 2; 1.75, 0; 2.5, 1], startTime = 0.25, shiftTime = 1,
      smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Real x_linear(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable steps(table = [0.5, 4; 1, 1; 1, 3; 1.5, 2; 1.75, 2; 1.75, 0; 2.5, 1], startTime = 0.25, shiftTime = 1,
      smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Real x_steps(start = 0, fixed = true);
  equation
    der(x_linear) = linear.y[1];
    der(x_steps) = steps.y[1];
    annotation(experiment(StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end TimeLaterJumpsStartedBeforePeriodic;

  // the table of each smoothness, on both sides of its points, and what a state collects from it
  model TimeLaterJumpsShiftedBackHoldLastPoint
    Modelica.Blocks.Sources.CombiTimeTable linear(table = [0.5, 4; 1, 1; 1, 3; 1.5, 2; 1.75, 2; 1.75, 0; 2.5, 1], startTime = 0, shiftTime = -0.375,
      smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Real x_linear(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable steps(table = [0.5, 4; 1, 1; 1, 3; 1.5, 2; 1.75, 2; 1.75, 0; 2.5, 1], startTime = 0, shiftTime = -0.375,
      smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Real x_steps(start = 0, fixed = true);
  equation
    der(x_linear) = linear.y[1];
    der(x_steps) = steps.y[1];
    annotation(experiment(StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end TimeLaterJumpsShiftedBackHoldLastPoint;

  // the table of each smoothness, on both sides of its points, and what a state collects from it
  model TimeLaterJumpsShiftedBackLastTwoPoints
    Modelica.Blocks.Sources.CombiTimeTable linear(table = [0.5, 4; 1, 1; 1, 3; 1.5, 2; 1.75, 2; 1.75, 0; 2.5, 1], startTime = 0, shiftTime = -0.375,
      smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Real x_linear(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable steps(table = [0.5, 4; 1, 1; 1, 3; 1.5, 2; 1.75, 2; 1.75, 0; 2.5, 1], startTime = 0, shiftTime = -0.375,
      smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Real x_steps(start = 0, fixed = true);
  equation
    der(x_linear) = linear.y[1];
    der(x_steps) = steps.y[1];
    annotation(experiment(StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end TimeLaterJumpsShiftedBackLastTwoPoints;

  // the table of each smoothness, on both sides of its points, and what a state collects from it
  model TimeLaterJumpsShiftedBackPeriodic
    Modelica.Blocks.Sources.CombiTimeTable linear(table = [0.5, 4; 1, 1; 1, 3; 1.5, 2; 1.75, 2; 1.75, 0; 2.5, 1], startTime = 0, shiftTime = -0.375,
      smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Real x_linear(start = 0, fixed = true);
    Modelica.Blocks.Sources.CombiTimeTable steps(table = [0.5, 4; 1, 1; 1, 3; 1.5, 2; 1.75, 2; 1.75, 0; 2.5, 1], startTime = 0, shiftTime = -0.375,
      smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Real x_steps(start = 0, fixed = true);
  equation
    der(x_linear) = linear.y[1];
    der(x_steps) = steps.y[1];
    annotation(experiment(StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end TimeLaterJumpsShiftedBackPeriodic;

  // columns in any order; one offset for all or one for each
  model TimeColumns
    Modelica.Blocks.Sources.CombiTimeTable a(table = [0, 1, 10; 0.5, 3, 20; 1, 2, 0; 1, -1, 5; 1.5, 0, 5], columns = {3, 2}, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Modelica.Blocks.Sources.CombiTimeTable b(table = [0, 1, 10; 0.5, 3, 20; 1, 2, 0; 1, -1, 5; 1.5, 0, 5], offset = {1, -2}, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint, startTime = 0.25);
    Modelica.Blocks.Sources.CombiTimeTable c(table = [0, 1, 10; 0.5, 3, 20; 1, 2, 0; 1, -1, 5; 1.5, 0, 5], offset = {5}, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end TimeColumns;

  // a second of the table lasts timeScale; startTime and shiftTime are in seconds of the run
  model TimeScaled
    Modelica.Blocks.Sources.CombiTimeTable a(table = [0, 1, 10; 0.5, 3, 20; 1, 2, 0; 1, -1, 5; 1.5, 0, 5], timeScale = 2, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Modelica.Blocks.Sources.CombiTimeTable b(table = [0, 1, 10; 0.5, 3, 20; 1, 2, 0; 1, -1, 5; 1.5, 0, 5], timeScale = 2, shiftTime = 0.5, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Modelica.Blocks.Sources.CombiTimeTable c(table = [0, 1, 10; 0.5, 3, 20; 1, 2, 0; 1, -1, 5; 1.5, 0, 5], timeScale = 2, startTime = 1, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Real low = a.t_min, high = a.t_max, scaled = a.t_maxScaled;
    annotation(experiment(StopTime = 8, Interval = 0.25, Tolerance = 1e-08));
  end TimeScaled;

  // linear segments with events at all points, at jumps alone, or at none within a period
  model TimeAlwaysHoldLastPoint
    Modelica.Blocks.Sources.CombiTimeTable a(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], timeEvents = Modelica.Blocks.Types.TimeEvents.Always,
      extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Real x(start = 0, fixed = true);
  equation
    der(x) = a.y[1];
    annotation(experiment(StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end TimeAlwaysHoldLastPoint;

  // linear segments with events at all points, at jumps alone, or at none within a period
  model TimeAlwaysLastTwoPoints
    Modelica.Blocks.Sources.CombiTimeTable a(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], timeEvents = Modelica.Blocks.Types.TimeEvents.Always,
      extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Real x(start = 0, fixed = true);
  equation
    der(x) = a.y[1];
    annotation(experiment(StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end TimeAlwaysLastTwoPoints;

  // linear segments with events at all points, at jumps alone, or at none within a period
  model TimeAlwaysPeriodic
    Modelica.Blocks.Sources.CombiTimeTable a(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], timeEvents = Modelica.Blocks.Types.TimeEvents.Always,
      extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Real x(start = 0, fixed = true);
  equation
    der(x) = a.y[1];
    annotation(experiment(StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end TimeAlwaysPeriodic;

  // linear segments with events at all points, at jumps alone, or at none within a period
  model TimeAtDiscontinuitiesHoldLastPoint
    Modelica.Blocks.Sources.CombiTimeTable a(table = [0, 1; 0.5, 1; 0.5, 3; 1, 2; 1, -1; 1.5, 0; 2.25, 2], timeEvents = Modelica.Blocks.Types.TimeEvents.AtDiscontinuities,
      extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Real x(start = 0, fixed = true);
  equation
    der(x) = a.y[1];
    annotation(experiment(StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end TimeAtDiscontinuitiesHoldLastPoint;

  // linear segments with events at all points, at jumps alone, or at none within a period
  model TimeAtDiscontinuitiesLastTwoPoints
    Modelica.Blocks.Sources.CombiTimeTable a(table = [0, 1; 0.5, 1; 0.5, 3; 1, 2; 1, -1; 1.5, 0; 2.25, 2], timeEvents = Modelica.Blocks.Types.TimeEvents.AtDiscontinuities,
      extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Real x(start = 0, fixed = true);
  equation
    der(x) = a.y[1];
    annotation(experiment(StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end TimeAtDiscontinuitiesLastTwoPoints;

  // linear segments with events at all points, at jumps alone, or at none within a period
  model TimeAtDiscontinuitiesPeriodic
    Modelica.Blocks.Sources.CombiTimeTable a(table = [0, 1; 0.5, 1; 0.5, 3; 1, 2; 1, -1; 1.5, 0; 2.25, 2], timeEvents = Modelica.Blocks.Types.TimeEvents.AtDiscontinuities,
      extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Real x(start = 0, fixed = true);
  equation
    der(x) = a.y[1];
    annotation(experiment(StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end TimeAtDiscontinuitiesPeriodic;

  // linear segments with events at all points, at jumps alone, or at none within a period
  model TimeNoTimeEventsHoldLastPoint
    Modelica.Blocks.Sources.CombiTimeTable a(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], timeEvents = Modelica.Blocks.Types.TimeEvents.NoTimeEvents,
      extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Real x(start = 0, fixed = true);
  equation
    der(x) = a.y[1];
    annotation(experiment(StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end TimeNoTimeEventsHoldLastPoint;

  // linear segments with events at all points, at jumps alone, or at none within a period
  model TimeNoTimeEventsLastTwoPoints
    Modelica.Blocks.Sources.CombiTimeTable a(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], timeEvents = Modelica.Blocks.Types.TimeEvents.NoTimeEvents,
      extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Real x(start = 0, fixed = true);
  equation
    der(x) = a.y[1];
    annotation(experiment(StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end TimeNoTimeEventsLastTwoPoints;

  // linear segments with events at all points, at jumps alone, or at none within a period
  model TimeNoTimeEventsPeriodic
    Modelica.Blocks.Sources.CombiTimeTable a(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], timeEvents = Modelica.Blocks.Types.TimeEvents.NoTimeEvents,
      extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Real x(start = 0, fixed = true);
  equation
    der(x) = a.y[1];
    annotation(experiment(StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end TimeNoTimeEventsPeriodic;

  // within its points a table without extrapolation is as any other
  model TimeNoExtrapolation
    Modelica.Blocks.Sources.CombiTimeTable linear(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments,
      extrapolation = Modelica.Blocks.Types.Extrapolation.NoExtrapolation);
    Modelica.Blocks.Sources.CombiTimeTable akima(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], smoothness = Modelica.Blocks.Types.Smoothness.ContinuousDerivative,
      extrapolation = Modelica.Blocks.Types.Extrapolation.NoExtrapolation);
    Modelica.Blocks.Sources.CombiTimeTable steps(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments,
      extrapolation = Modelica.Blocks.Types.Extrapolation.NoExtrapolation);
    Modelica.Blocks.Sources.CombiTimeTable butland(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative1,
      extrapolation = Modelica.Blocks.Types.Extrapolation.NoExtrapolation);
    Modelica.Blocks.Sources.CombiTimeTable steffen(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative2,
      extrapolation = Modelica.Blocks.Types.Extrapolation.NoExtrapolation);
    Modelica.Blocks.Sources.CombiTimeTable makima(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], smoothness = Modelica.Blocks.Types.Smoothness.ModifiedContinuousDerivative,
      extrapolation = Modelica.Blocks.Types.Extrapolation.NoExtrapolation);
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end TimeNoExtrapolation;

  // a single row is a constant, from startTime on
  model TimeOneRow
    Modelica.Blocks.Sources.CombiTimeTable a(table = [0.5, 7, 8]); Modelica.Blocks.Sources.CombiTimeTable b(table = [0.5, 7, 8], startTime = 1, offset = {2});
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end TimeOneRow;

  // between two rows all curves are the straight line
  model TimeTwoRows
    Modelica.Blocks.Sources.CombiTimeTable linearH(table = [0.5, 1; 1, 3], smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Modelica.Blocks.Sources.CombiTimeTable linearL(table = [0.5, 1; 1, 3], smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Modelica.Blocks.Sources.CombiTimeTable linearP(table = [0.5, 1; 1, 3], smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Modelica.Blocks.Sources.CombiTimeTable akimaH(table = [0.5, 1; 1, 3], smoothness = Modelica.Blocks.Types.Smoothness.ContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Modelica.Blocks.Sources.CombiTimeTable akimaL(table = [0.5, 1; 1, 3], smoothness = Modelica.Blocks.Types.Smoothness.ContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Modelica.Blocks.Sources.CombiTimeTable akimaP(table = [0.5, 1; 1, 3], smoothness = Modelica.Blocks.Types.Smoothness.ContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Modelica.Blocks.Sources.CombiTimeTable stepsH(table = [0.5, 1; 1, 3], smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Modelica.Blocks.Sources.CombiTimeTable stepsL(table = [0.5, 1; 1, 3], smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Modelica.Blocks.Sources.CombiTimeTable stepsP(table = [0.5, 1; 1, 3], smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Modelica.Blocks.Sources.CombiTimeTable butlandH(table = [0.5, 1; 1, 3], smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative1, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Modelica.Blocks.Sources.CombiTimeTable butlandL(table = [0.5, 1; 1, 3], smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative1, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Modelica.Blocks.Sources.CombiTimeTable butlandP(table = [0.5, 1; 1, 3], smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative1, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Modelica.Blocks.Sources.CombiTimeTable steffenH(table = [0.5, 1; 1, 3], smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative2, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Modelica.Blocks.Sources.CombiTimeTable steffenL(table = [0.5, 1; 1, 3], smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative2, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Modelica.Blocks.Sources.CombiTimeTable steffenP(table = [0.5, 1; 1, 3], smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative2, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Modelica.Blocks.Sources.CombiTimeTable makimaH(table = [0.5, 1; 1, 3], smoothness = Modelica.Blocks.Types.Smoothness.ModifiedContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Modelica.Blocks.Sources.CombiTimeTable makimaL(table = [0.5, 1; 1, 3], smoothness = Modelica.Blocks.Types.Smoothness.ModifiedContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Modelica.Blocks.Sources.CombiTimeTable makimaP(table = [0.5, 1; 1, 3], smoothness = Modelica.Blocks.Types.Smoothness.ModifiedContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end TimeTwoRows;

  // jumps at the first and at the last point of tables that hold
  model TimeJumpsAtEnds
    Modelica.Blocks.Sources.CombiTimeTable linear_first(table = [0.5, 0; 0.5, 2; 1, 1; 1.5, 3], smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Modelica.Blocks.Sources.CombiTimeTable linear_last(table = [0, 0; 1, 1; 1, 2], smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Modelica.Blocks.Sources.CombiTimeTable steps_first(table = [0.5, 0; 0.5, 2; 1, 1; 1.5, 3], smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Modelica.Blocks.Sources.CombiTimeTable steps_last(table = [0, 0; 1, 1; 1, 2], smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end TimeJumpsAtEnds;

  // a run that begins within the table, or before it
  model TimeFromLaterHoldLastPoint
    Modelica.Blocks.Sources.CombiTimeTable linear(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = -2, shiftTime = 0,
      smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Modelica.Blocks.Sources.CombiTimeTable steps(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = -2, shiftTime = 0,
      smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Modelica.Blocks.Sources.CombiTimeTable akima(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = -2, shiftTime = 0,
      smoothness = Modelica.Blocks.Types.Smoothness.ContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Modelica.Blocks.Sources.CombiTimeTable jumps(table = [0.5, 4; 1, 1; 1, 3; 1.5, 2; 1.75, 2; 1.75, 0; 2.5, 1], startTime = -2, shiftTime = 0,
      smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Modelica.Blocks.Sources.CombiTimeTable jumpy(table = [0.5, 4; 1, 1; 1, 3; 1.5, 2; 1.75, 2; 1.75, 0; 2.5, 1], startTime = -2, shiftTime = 0,
      smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    annotation(experiment(StartTime = 1.125, StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end TimeFromLaterHoldLastPoint;

  // a run that begins within the table, or before it
  model TimeFromLaterLastTwoPoints
    Modelica.Blocks.Sources.CombiTimeTable linear(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = -2, shiftTime = 0,
      smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Modelica.Blocks.Sources.CombiTimeTable steps(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = -2, shiftTime = 0,
      smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Modelica.Blocks.Sources.CombiTimeTable akima(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = -2, shiftTime = 0,
      smoothness = Modelica.Blocks.Types.Smoothness.ContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Modelica.Blocks.Sources.CombiTimeTable jumps(table = [0.5, 4; 1, 1; 1, 3; 1.5, 2; 1.75, 2; 1.75, 0; 2.5, 1], startTime = -2, shiftTime = 0,
      smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Modelica.Blocks.Sources.CombiTimeTable jumpy(table = [0.5, 4; 1, 1; 1, 3; 1.5, 2; 1.75, 2; 1.75, 0; 2.5, 1], startTime = -2, shiftTime = 0,
      smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    annotation(experiment(StartTime = 1.125, StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end TimeFromLaterLastTwoPoints;

  // a run that begins within the table, or before it
  model TimeFromLaterPeriodic
    Modelica.Blocks.Sources.CombiTimeTable linear(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = -2, shiftTime = 0,
      smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Modelica.Blocks.Sources.CombiTimeTable steps(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = -2, shiftTime = 0,
      smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Modelica.Blocks.Sources.CombiTimeTable akima(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = -2, shiftTime = 0,
      smoothness = Modelica.Blocks.Types.Smoothness.ContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Modelica.Blocks.Sources.CombiTimeTable jumps(table = [0.5, 4; 1, 1; 1, 3; 1.5, 2; 1.75, 2; 1.75, 0; 2.5, 1], startTime = -2, shiftTime = 0,
      smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Modelica.Blocks.Sources.CombiTimeTable jumpy(table = [0.5, 4; 1, 1; 1, 3; 1.5, 2; 1.75, 2; 1.75, 0; 2.5, 1], startTime = -2, shiftTime = 0,
      smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    annotation(experiment(StartTime = 1.125, StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end TimeFromLaterPeriodic;

  // a run that begins within the table, or before it
  model TimeFromEarlierHoldLastPoint
    Modelica.Blocks.Sources.CombiTimeTable linear(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = -2, shiftTime = 0,
      smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Modelica.Blocks.Sources.CombiTimeTable steps(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = -2, shiftTime = 0,
      smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Modelica.Blocks.Sources.CombiTimeTable akima(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = -2, shiftTime = 0,
      smoothness = Modelica.Blocks.Types.Smoothness.ContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Modelica.Blocks.Sources.CombiTimeTable jumps(table = [0.5, 4; 1, 1; 1, 3; 1.5, 2; 1.75, 2; 1.75, 0; 2.5, 1], startTime = -2, shiftTime = 0,
      smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Modelica.Blocks.Sources.CombiTimeTable jumpy(table = [0.5, 4; 1, 1; 1, 3; 1.5, 2; 1.75, 2; 1.75, 0; 2.5, 1], startTime = -2, shiftTime = 0,
      smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    annotation(experiment(StartTime = -1.375, StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end TimeFromEarlierHoldLastPoint;

  // a run that begins within the table, or before it
  model TimeFromEarlierLastTwoPoints
    Modelica.Blocks.Sources.CombiTimeTable linear(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = -2, shiftTime = 0,
      smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Modelica.Blocks.Sources.CombiTimeTable steps(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = -2, shiftTime = 0,
      smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Modelica.Blocks.Sources.CombiTimeTable akima(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = -2, shiftTime = 0,
      smoothness = Modelica.Blocks.Types.Smoothness.ContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Modelica.Blocks.Sources.CombiTimeTable jumps(table = [0.5, 4; 1, 1; 1, 3; 1.5, 2; 1.75, 2; 1.75, 0; 2.5, 1], startTime = -2, shiftTime = 0,
      smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Modelica.Blocks.Sources.CombiTimeTable jumpy(table = [0.5, 4; 1, 1; 1, 3; 1.5, 2; 1.75, 2; 1.75, 0; 2.5, 1], startTime = -2, shiftTime = 0,
      smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    annotation(experiment(StartTime = -1.375, StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end TimeFromEarlierLastTwoPoints;

  // a run that begins within the table, or before it
  model TimeFromEarlierPeriodic
    Modelica.Blocks.Sources.CombiTimeTable linear(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = -2, shiftTime = 0,
      smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Modelica.Blocks.Sources.CombiTimeTable steps(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = -2, shiftTime = 0,
      smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Modelica.Blocks.Sources.CombiTimeTable akima(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], startTime = -2, shiftTime = 0,
      smoothness = Modelica.Blocks.Types.Smoothness.ContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Modelica.Blocks.Sources.CombiTimeTable jumps(table = [0.5, 4; 1, 1; 1, 3; 1.5, 2; 1.75, 2; 1.75, 0; 2.5, 1], startTime = -2, shiftTime = 0,
      smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Modelica.Blocks.Sources.CombiTimeTable jumpy(table = [0.5, 4; 1, 1; 1, 3; 1.5, 2; 1.75, 2; 1.75, 0; 2.5, 1], startTime = -2, shiftTime = 0,
      smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    annotation(experiment(StartTime = -1.375, StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end TimeFromEarlierPeriodic;

  // the derivative of a table over time, from differences of its curve over 2e-5, away from its points
  model TimeDerivative
    Modelica.Blocks.Sources.CombiTimeTable linear(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], shiftTime = 0.0625, smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments);
    Real d_linear = der(linear.y[1]);
    Modelica.Blocks.Sources.CombiTimeTable akima(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], shiftTime = 0.0625, smoothness = Modelica.Blocks.Types.Smoothness.ContinuousDerivative);
    Real d_akima = der(akima.y[1]);
    Modelica.Blocks.Sources.CombiTimeTable butland(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], shiftTime = 0.0625, smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative1);
    Real d_butland = der(butland.y[1]);
    Modelica.Blocks.Sources.CombiTimeTable steffen(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], shiftTime = 0.0625, smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative2);
    Real d_steffen = der(steffen.y[1]);
    Modelica.Blocks.Sources.CombiTimeTable makima(table = [0, 1; 0.5, 3; 1, 2; 1.5, 2; 2.25, -1], shiftTime = 0.0625, smoothness = Modelica.Blocks.Types.Smoothness.ModifiedContinuousDerivative);
    Real d_makima = der(makima.y[1]);
    annotation(experiment(StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end TimeDerivative;

  // two days with a table in hours that repeats, a sample and a pulse each hour
  model TimeHours
    Modelica.Blocks.Sources.CombiTimeTable a(table = [0, 1; 6, 1; 6, 5; 12, 3; 24, 1], timeScale = 3600, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic), b(table = [0, 1; 6, 1; 6, 5; 12, 3; 24, 1], timeScale = 3600, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic, smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments);
    Modelica.Blocks.Sources.Pulse p(period = 7200); Modelica.Blocks.Nonlinear.FixedDelay d(delayTime = 3600);
    Real x(start = 0, fixed = true);
    Integer n(start = 0, fixed = true);
  equation
    der(x) = a.y[1]/3600;
    d.u = time/3600;
    when sample(3600, 3600) then
      n = pre(n) + 1;
    end when;
    annotation(experiment(StopTime = 172800, Interval = 3600, Tolerance = 1e-08));
  end TimeHours;

  // lines between points, continued through the last two; a jump at the last point stays; offset alone before startTime
  model TimeTable
    Modelica.Blocks.Sources.TimeTable a(table = [0, 1; 0.5, 1; 0.5, 3; 1, 2; 1.5, 4]);
    Modelica.Blocks.Sources.TimeTable b(table = [0, 1; 0.5, 1; 0.5, 3; 1, 2; 1.5, 4], offset = 1, startTime = 0.25);
    Modelica.Blocks.Sources.TimeTable c(table = [0, 1; 0.5, 1; 0.5, 3; 1, 2; 1.5, 4], startTime = 0.5, shiftTime = 0.25, timeScale = 2);
    Modelica.Blocks.Sources.TimeTable d(table = [0, 1; 0.5, 1; 0.5, 3; 1, 2; 1.5, 4], startTime = 0.25, shiftTime = 1);
    Modelica.Blocks.Sources.TimeTable e(table = [0, 0; 1, 1; 1, 2]); Modelica.Blocks.Sources.TimeTable f(table = [0, 5], startTime = 1);
    annotation(experiment(StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end TimeTable;

  // the value of the last point that was reached, of the first before it; 0 before startTime
  model IntegerTable
    Modelica.Blocks.Sources.IntegerTable a(table = [0.5, 2; 1, 5; 1.5, -3]); Modelica.Blocks.Sources.IntegerTable b(table = [0.5, 2; 1, 5; 1.5, -3], extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Modelica.Blocks.Sources.IntegerTable c(table = [0.5, 2; 1, 5; 1.5, -3], startTime = 0.75, shiftTime = 0.25);
    Modelica.Blocks.Sources.IntegerTable d(table = [0.5, 2; 1, 5; 1.5, -3], extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic, startTime = 1.25);
    annotation(experiment(StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end IntegerTable;

  // y changes at each time; before the first it is startValue; when conditions that are true from the start do not fire
  model BooleanTable
    Modelica.Blocks.Sources.BooleanTable a(table = {0.5, 1, 1.75}); Modelica.Blocks.Sources.BooleanTable b(table = {0, 1}, startValue = true);
    Modelica.Blocks.Sources.BooleanTable c(table = {0, 0.5, 1.25}, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic); Modelica.Blocks.Sources.BooleanTable d(table = {0.5, 1}, startTime = 0.75, shiftTime = 0.25);
    Modelica.Blocks.Sources.BooleanTable e(table = {0.25, 0.5, 1.25}, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic, shiftTime = 0.25); Modelica.Blocks.Sources.BooleanTable f(table = {2, 4});
    Integer n(start = 0, fixed = true);
  equation
    when {a.y, not a.y} then
      n = pre(n) + 1;
    end when;
    annotation(experiment(StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end BooleanTable;

  // one input for all columns, and one for each; the second of the vector runs backwards
  model CurveHoldLastPoint
    Modelica.Blocks.Tables.CombiTable1Ds linear(table = [-1, 3, 1; 0, 1, 2; 0.5, 4, 4; 1.5, 4, 8; 2, 0, 9], smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Modelica.Blocks.Tables.CombiTable1Dv linear_v(table = [-1, 3, 1; 0, 1, 2; 0.5, 4, 4; 1.5, 4, 8; 2, 0, 9], smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint, columns = {3, 2});
    Modelica.Blocks.Tables.CombiTable1Ds akima(table = [-1, 3, 1; 0, 1, 2; 0.5, 4, 4; 1.5, 4, 8; 2, 0, 9], smoothness = Modelica.Blocks.Types.Smoothness.ContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Modelica.Blocks.Tables.CombiTable1Dv akima_v(table = [-1, 3, 1; 0, 1, 2; 0.5, 4, 4; 1.5, 4, 8; 2, 0, 9], smoothness = Modelica.Blocks.Types.Smoothness.ContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint, columns = {3, 2});
    Modelica.Blocks.Tables.CombiTable1Ds steps(table = [-1, 3, 1; 0, 1, 2; 0.5, 4, 4; 1.5, 4, 8; 2, 0, 9], smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Modelica.Blocks.Tables.CombiTable1Dv steps_v(table = [-1, 3, 1; 0, 1, 2; 0.5, 4, 4; 1.5, 4, 8; 2, 0, 9], smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint, columns = {3, 2});
    Modelica.Blocks.Tables.CombiTable1Ds butland(table = [-1, 3, 1; 0, 1, 2; 0.5, 4, 4; 1.5, 4, 8; 2, 0, 9], smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative1, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Modelica.Blocks.Tables.CombiTable1Dv butland_v(table = [-1, 3, 1; 0, 1, 2; 0.5, 4, 4; 1.5, 4, 8; 2, 0, 9], smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative1, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint, columns = {3, 2});
    Modelica.Blocks.Tables.CombiTable1Ds steffen(table = [-1, 3, 1; 0, 1, 2; 0.5, 4, 4; 1.5, 4, 8; 2, 0, 9], smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative2, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Modelica.Blocks.Tables.CombiTable1Dv steffen_v(table = [-1, 3, 1; 0, 1, 2; 0.5, 4, 4; 1.5, 4, 8; 2, 0, 9], smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative2, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint, columns = {3, 2});
    Modelica.Blocks.Tables.CombiTable1Ds makima(table = [-1, 3, 1; 0, 1, 2; 0.5, 4, 4; 1.5, 4, 8; 2, 0, 9], smoothness = Modelica.Blocks.Types.Smoothness.ModifiedContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Modelica.Blocks.Tables.CombiTable1Dv makima_v(table = [-1, 3, 1; 0, 1, 2; 0.5, 4, 4; 1.5, 4, 8; 2, 0, 9], smoothness = Modelica.Blocks.Types.Smoothness.ModifiedContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint, columns = {3, 2});
  equation
    linear.u = -3.03125 + 2*time;
    linear_v.u = {-3.03125 + 2*time, -3.03125 + 2*(4 - time)};
    akima.u = -3.03125 + 2*time;
    akima_v.u = {-3.03125 + 2*time, -3.03125 + 2*(4 - time)};
    steps.u = -3.03125 + 2*time;
    steps_v.u = {-3.03125 + 2*time, -3.03125 + 2*(4 - time)};
    butland.u = -3.03125 + 2*time;
    butland_v.u = {-3.03125 + 2*time, -3.03125 + 2*(4 - time)};
    steffen.u = -3.03125 + 2*time;
    steffen_v.u = {-3.03125 + 2*time, -3.03125 + 2*(4 - time)};
    makima.u = -3.03125 + 2*time;
    makima_v.u = {-3.03125 + 2*time, -3.03125 + 2*(4 - time)};
    annotation(experiment(StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end CurveHoldLastPoint;

  // one input for all columns, and one for each; the second of the vector runs backwards
  model CurveLastTwoPoints
    Modelica.Blocks.Tables.CombiTable1Ds linear(table = [-1, 3, 1; 0, 1, 2; 0.5, 4, 4; 1.5, 4, 8; 2, 0, 9], smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Modelica.Blocks.Tables.CombiTable1Dv linear_v(table = [-1, 3, 1; 0, 1, 2; 0.5, 4, 4; 1.5, 4, 8; 2, 0, 9], smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints, columns = {3, 2});
    Modelica.Blocks.Tables.CombiTable1Ds akima(table = [-1, 3, 1; 0, 1, 2; 0.5, 4, 4; 1.5, 4, 8; 2, 0, 9], smoothness = Modelica.Blocks.Types.Smoothness.ContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Modelica.Blocks.Tables.CombiTable1Dv akima_v(table = [-1, 3, 1; 0, 1, 2; 0.5, 4, 4; 1.5, 4, 8; 2, 0, 9], smoothness = Modelica.Blocks.Types.Smoothness.ContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints, columns = {3, 2});
    Modelica.Blocks.Tables.CombiTable1Ds steps(table = [-1, 3, 1; 0, 1, 2; 0.5, 4, 4; 1.5, 4, 8; 2, 0, 9], smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Modelica.Blocks.Tables.CombiTable1Dv steps_v(table = [-1, 3, 1; 0, 1, 2; 0.5, 4, 4; 1.5, 4, 8; 2, 0, 9], smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints, columns = {3, 2});
    Modelica.Blocks.Tables.CombiTable1Ds butland(table = [-1, 3, 1; 0, 1, 2; 0.5, 4, 4; 1.5, 4, 8; 2, 0, 9], smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative1, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Modelica.Blocks.Tables.CombiTable1Dv butland_v(table = [-1, 3, 1; 0, 1, 2; 0.5, 4, 4; 1.5, 4, 8; 2, 0, 9], smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative1, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints, columns = {3, 2});
    Modelica.Blocks.Tables.CombiTable1Ds steffen(table = [-1, 3, 1; 0, 1, 2; 0.5, 4, 4; 1.5, 4, 8; 2, 0, 9], smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative2, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Modelica.Blocks.Tables.CombiTable1Dv steffen_v(table = [-1, 3, 1; 0, 1, 2; 0.5, 4, 4; 1.5, 4, 8; 2, 0, 9], smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative2, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints, columns = {3, 2});
    Modelica.Blocks.Tables.CombiTable1Ds makima(table = [-1, 3, 1; 0, 1, 2; 0.5, 4, 4; 1.5, 4, 8; 2, 0, 9], smoothness = Modelica.Blocks.Types.Smoothness.ModifiedContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Modelica.Blocks.Tables.CombiTable1Dv makima_v(table = [-1, 3, 1; 0, 1, 2; 0.5, 4, 4; 1.5, 4, 8; 2, 0, 9], smoothness = Modelica.Blocks.Types.Smoothness.ModifiedContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints, columns = {3, 2});
  equation
    linear.u = -3.03125 + 2*time;
    linear_v.u = {-3.03125 + 2*time, -3.03125 + 2*(4 - time)};
    akima.u = -3.03125 + 2*time;
    akima_v.u = {-3.03125 + 2*time, -3.03125 + 2*(4 - time)};
    steps.u = -3.03125 + 2*time;
    steps_v.u = {-3.03125 + 2*time, -3.03125 + 2*(4 - time)};
    butland.u = -3.03125 + 2*time;
    butland_v.u = {-3.03125 + 2*time, -3.03125 + 2*(4 - time)};
    steffen.u = -3.03125 + 2*time;
    steffen_v.u = {-3.03125 + 2*time, -3.03125 + 2*(4 - time)};
    makima.u = -3.03125 + 2*time;
    makima_v.u = {-3.03125 + 2*time, -3.03125 + 2*(4 - time)};
    annotation(experiment(StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end CurveLastTwoPoints;

  // one input for all columns, and one for each; the second of the vector runs backwards
  model CurvePeriodic
    Modelica.Blocks.Tables.CombiTable1Ds linear(table = [-1, 3, 1; 0, 1, 2; 0.5, 4, 4; 1.5, 4, 8; 2, 0, 9], smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Modelica.Blocks.Tables.CombiTable1Dv linear_v(table = [-1, 3, 1; 0, 1, 2; 0.5, 4, 4; 1.5, 4, 8; 2, 0, 9], smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic, columns = {3, 2});
    Modelica.Blocks.Tables.CombiTable1Ds akima(table = [-1, 3, 1; 0, 1, 2; 0.5, 4, 4; 1.5, 4, 8; 2, 0, 9], smoothness = Modelica.Blocks.Types.Smoothness.ContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Modelica.Blocks.Tables.CombiTable1Dv akima_v(table = [-1, 3, 1; 0, 1, 2; 0.5, 4, 4; 1.5, 4, 8; 2, 0, 9], smoothness = Modelica.Blocks.Types.Smoothness.ContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic, columns = {3, 2});
    Modelica.Blocks.Tables.CombiTable1Ds steps(table = [-1, 3, 1; 0, 1, 2; 0.5, 4, 4; 1.5, 4, 8; 2, 0, 9], smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Modelica.Blocks.Tables.CombiTable1Dv steps_v(table = [-1, 3, 1; 0, 1, 2; 0.5, 4, 4; 1.5, 4, 8; 2, 0, 9], smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic, columns = {3, 2});
    Modelica.Blocks.Tables.CombiTable1Ds butland(table = [-1, 3, 1; 0, 1, 2; 0.5, 4, 4; 1.5, 4, 8; 2, 0, 9], smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative1, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Modelica.Blocks.Tables.CombiTable1Dv butland_v(table = [-1, 3, 1; 0, 1, 2; 0.5, 4, 4; 1.5, 4, 8; 2, 0, 9], smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative1, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic, columns = {3, 2});
    Modelica.Blocks.Tables.CombiTable1Ds steffen(table = [-1, 3, 1; 0, 1, 2; 0.5, 4, 4; 1.5, 4, 8; 2, 0, 9], smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative2, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Modelica.Blocks.Tables.CombiTable1Dv steffen_v(table = [-1, 3, 1; 0, 1, 2; 0.5, 4, 4; 1.5, 4, 8; 2, 0, 9], smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative2, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic, columns = {3, 2});
    Modelica.Blocks.Tables.CombiTable1Ds makima(table = [-1, 3, 1; 0, 1, 2; 0.5, 4, 4; 1.5, 4, 8; 2, 0, 9], smoothness = Modelica.Blocks.Types.Smoothness.ModifiedContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Modelica.Blocks.Tables.CombiTable1Dv makima_v(table = [-1, 3, 1; 0, 1, 2; 0.5, 4, 4; 1.5, 4, 8; 2, 0, 9], smoothness = Modelica.Blocks.Types.Smoothness.ModifiedContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic, columns = {3, 2});
  equation
    linear.u = -3.03125 + 2*time;
    linear_v.u = {-3.03125 + 2*time, -3.03125 + 2*(4 - time)};
    akima.u = -3.03125 + 2*time;
    akima_v.u = {-3.03125 + 2*time, -3.03125 + 2*(4 - time)};
    steps.u = -3.03125 + 2*time;
    steps_v.u = {-3.03125 + 2*time, -3.03125 + 2*(4 - time)};
    butland.u = -3.03125 + 2*time;
    butland_v.u = {-3.03125 + 2*time, -3.03125 + 2*(4 - time)};
    steffen.u = -3.03125 + 2*time;
    steffen_v.u = {-3.03125 + 2*time, -3.03125 + 2*(4 - time)};
    makima.u = -3.03125 + 2*time;
    makima_v.u = {-3.03125 + 2*time, -3.03125 + 2*(4 - time)};
    annotation(experiment(StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end CurvePeriodic;

  // one input for all columns, and one for each; the second of the vector runs backwards
  model CurveNoExtrapolation
    Modelica.Blocks.Tables.CombiTable1Ds linear(table = [-1, 3, 1; 0, 1, 2; 0.5, 4, 4; 1.5, 4, 8; 2, 0, 9], smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.NoExtrapolation);
    Modelica.Blocks.Tables.CombiTable1Dv linear_v(table = [-1, 3, 1; 0, 1, 2; 0.5, 4, 4; 1.5, 4, 8; 2, 0, 9], smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.NoExtrapolation, columns = {3, 2});
    Modelica.Blocks.Tables.CombiTable1Ds akima(table = [-1, 3, 1; 0, 1, 2; 0.5, 4, 4; 1.5, 4, 8; 2, 0, 9], smoothness = Modelica.Blocks.Types.Smoothness.ContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.NoExtrapolation);
    Modelica.Blocks.Tables.CombiTable1Dv akima_v(table = [-1, 3, 1; 0, 1, 2; 0.5, 4, 4; 1.5, 4, 8; 2, 0, 9], smoothness = Modelica.Blocks.Types.Smoothness.ContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.NoExtrapolation, columns = {3, 2});
    Modelica.Blocks.Tables.CombiTable1Ds steps(table = [-1, 3, 1; 0, 1, 2; 0.5, 4, 4; 1.5, 4, 8; 2, 0, 9], smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.NoExtrapolation);
    Modelica.Blocks.Tables.CombiTable1Dv steps_v(table = [-1, 3, 1; 0, 1, 2; 0.5, 4, 4; 1.5, 4, 8; 2, 0, 9], smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.NoExtrapolation, columns = {3, 2});
    Modelica.Blocks.Tables.CombiTable1Ds butland(table = [-1, 3, 1; 0, 1, 2; 0.5, 4, 4; 1.5, 4, 8; 2, 0, 9], smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative1, extrapolation = Modelica.Blocks.Types.Extrapolation.NoExtrapolation);
    Modelica.Blocks.Tables.CombiTable1Dv butland_v(table = [-1, 3, 1; 0, 1, 2; 0.5, 4, 4; 1.5, 4, 8; 2, 0, 9], smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative1, extrapolation = Modelica.Blocks.Types.Extrapolation.NoExtrapolation, columns = {3, 2});
    Modelica.Blocks.Tables.CombiTable1Ds steffen(table = [-1, 3, 1; 0, 1, 2; 0.5, 4, 4; 1.5, 4, 8; 2, 0, 9], smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative2, extrapolation = Modelica.Blocks.Types.Extrapolation.NoExtrapolation);
    Modelica.Blocks.Tables.CombiTable1Dv steffen_v(table = [-1, 3, 1; 0, 1, 2; 0.5, 4, 4; 1.5, 4, 8; 2, 0, 9], smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative2, extrapolation = Modelica.Blocks.Types.Extrapolation.NoExtrapolation, columns = {3, 2});
    Modelica.Blocks.Tables.CombiTable1Ds makima(table = [-1, 3, 1; 0, 1, 2; 0.5, 4, 4; 1.5, 4, 8; 2, 0, 9], smoothness = Modelica.Blocks.Types.Smoothness.ModifiedContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.NoExtrapolation);
    Modelica.Blocks.Tables.CombiTable1Dv makima_v(table = [-1, 3, 1; 0, 1, 2; 0.5, 4, 4; 1.5, 4, 8; 2, 0, 9], smoothness = Modelica.Blocks.Types.Smoothness.ModifiedContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.NoExtrapolation, columns = {3, 2});
  equation
    linear.u = -0.96875 + 0.71875*time;
    linear_v.u = {-0.96875 + 0.71875*time, -0.96875 + 0.71875*(4 - time)};
    akima.u = -0.96875 + 0.71875*time;
    akima_v.u = {-0.96875 + 0.71875*time, -0.96875 + 0.71875*(4 - time)};
    steps.u = -0.96875 + 0.71875*time;
    steps_v.u = {-0.96875 + 0.71875*time, -0.96875 + 0.71875*(4 - time)};
    butland.u = -0.96875 + 0.71875*time;
    butland_v.u = {-0.96875 + 0.71875*time, -0.96875 + 0.71875*(4 - time)};
    steffen.u = -0.96875 + 0.71875*time;
    steffen_v.u = {-0.96875 + 0.71875*time, -0.96875 + 0.71875*(4 - time)};
    makima.u = -0.96875 + 0.71875*time;
    makima_v.u = {-0.96875 + 0.71875*time, -0.96875 + 0.71875*(4 - time)};
    annotation(experiment(StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end CurveNoExtrapolation;

  // the derivative of a table in time, from differences of the curve over 2e-5; du/dt = 2
  model CurveDerivative
    Modelica.Blocks.Tables.CombiTable1Ds linear(table = [-1, 3, 1; 0, 1, 2; 0.5, 4, 4; 1.5, 4, 8; 2, 0, 9], columns = {2}, smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments);
    Real d_linear = der(linear.y[1]);
    Modelica.Blocks.Tables.CombiTable1Ds akima(table = [-1, 3, 1; 0, 1, 2; 0.5, 4, 4; 1.5, 4, 8; 2, 0, 9], columns = {2}, smoothness = Modelica.Blocks.Types.Smoothness.ContinuousDerivative);
    Real d_akima = der(akima.y[1]);
    Modelica.Blocks.Tables.CombiTable1Ds butland(table = [-1, 3, 1; 0, 1, 2; 0.5, 4, 4; 1.5, 4, 8; 2, 0, 9], columns = {2}, smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative1);
    Real d_butland = der(butland.y[1]);
    Modelica.Blocks.Tables.CombiTable1Ds steffen(table = [-1, 3, 1; 0, 1, 2; 0.5, 4, 4; 1.5, 4, 8; 2, 0, 9], columns = {2}, smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative2);
    Real d_steffen = der(steffen.y[1]);
    Modelica.Blocks.Tables.CombiTable1Ds makima(table = [-1, 3, 1; 0, 1, 2; 0.5, 4, 4; 1.5, 4, 8; 2, 0, 9], columns = {2}, smoothness = Modelica.Blocks.Types.Smoothness.ModifiedContinuousDerivative);
    Real d_makima = der(makima.y[1]);
  equation
    linear.u = -3.03125 + 2*time;
    akima.u = -3.03125 + 2*time;
    butland.u = -3.03125 + 2*time;
    steffen.u = -3.03125 + 2*time;
    makima.u = -3.03125 + 2*time;
    annotation(experiment(StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end CurveDerivative;

  // a single row is a constant; the example of the documentation
  model CurveOneRow
    Modelica.Blocks.Tables.CombiTable1Ds a(table = [1, 5, 6]); Modelica.Blocks.Tables.CombiTable1Ds b(table = [0, 0; 1, 1; 2, 4; 4, 16]);
    Real low = b.u_min, high = b.u_max;
  equation
    a.u = time;
    b.u = 3*time - 1;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end CurveOneRow;

  // bilinear, bicubic (Akima) and constant between the points of a grid, along two lines across it and its corners
  model SurfaceHoldLastPoint
    Modelica.Blocks.Tables.CombiTable2Ds linear(table = [0, 1, 2, 4, 5; 0, 1, 3, 5, 2; 1, 2, 4, 6, 1; 1.5, 0, 5, 5, 3; 3, 1, 1, 2, 7], smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Modelica.Blocks.Tables.CombiTable2Dv linear_v(table = [0, 1, 2, 4, 5; 0, 1, 3, 5, 2; 1, 2, 4, 6, 1; 1.5, 0, 5, 5, 3; 3, 1, 1, 2, 7], smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint, n = 2);
    Modelica.Blocks.Tables.CombiTable2Ds akima(table = [0, 1, 2, 4, 5; 0, 1, 3, 5, 2; 1, 2, 4, 6, 1; 1.5, 0, 5, 5, 3; 3, 1, 1, 2, 7], smoothness = Modelica.Blocks.Types.Smoothness.ContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Modelica.Blocks.Tables.CombiTable2Dv akima_v(table = [0, 1, 2, 4, 5; 0, 1, 3, 5, 2; 1, 2, 4, 6, 1; 1.5, 0, 5, 5, 3; 3, 1, 1, 2, 7], smoothness = Modelica.Blocks.Types.Smoothness.ContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint, n = 2);
    Modelica.Blocks.Tables.CombiTable2Ds steps(table = [0, 1, 2, 4, 5; 0, 1, 3, 5, 2; 1, 2, 4, 6, 1; 1.5, 0, 5, 5, 3; 3, 1, 1, 2, 7], smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
    Modelica.Blocks.Tables.CombiTable2Dv steps_v(table = [0, 1, 2, 4, 5; 0, 1, 3, 5, 2; 1, 2, 4, 6, 1; 1.5, 0, 5, 5, 3; 3, 1, 1, 2, 7], smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint, n = 2);
  equation
    linear.u1 = -1.03125 + 1.25*time;
    linear.u2 = 0.28125 + 1.375*time;
    linear_v.u1 = {-1.03125 + 1.25*time, -1.03125 + 1.25*time};
    linear_v.u2 = {0.28125 + 1.375*time, 6.59375 - 1.5*time};
    akima.u1 = -1.03125 + 1.25*time;
    akima.u2 = 0.28125 + 1.375*time;
    akima_v.u1 = {-1.03125 + 1.25*time, -1.03125 + 1.25*time};
    akima_v.u2 = {0.28125 + 1.375*time, 6.59375 - 1.5*time};
    steps.u1 = -1.03125 + 1.25*time;
    steps.u2 = 0.28125 + 1.375*time;
    steps_v.u1 = {-1.03125 + 1.25*time, -1.03125 + 1.25*time};
    steps_v.u2 = {0.28125 + 1.375*time, 6.59375 - 1.5*time};
    annotation(experiment(StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end SurfaceHoldLastPoint;

  // bilinear, bicubic (Akima) and constant between the points of a grid, along two lines across it and its corners
  model SurfaceLastTwoPoints
    Modelica.Blocks.Tables.CombiTable2Ds linear(table = [0, 1, 2, 4, 5; 0, 1, 3, 5, 2; 1, 2, 4, 6, 1; 1.5, 0, 5, 5, 3; 3, 1, 1, 2, 7], smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Modelica.Blocks.Tables.CombiTable2Dv linear_v(table = [0, 1, 2, 4, 5; 0, 1, 3, 5, 2; 1, 2, 4, 6, 1; 1.5, 0, 5, 5, 3; 3, 1, 1, 2, 7], smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints, n = 2);
    Modelica.Blocks.Tables.CombiTable2Ds akima(table = [0, 1, 2, 4, 5; 0, 1, 3, 5, 2; 1, 2, 4, 6, 1; 1.5, 0, 5, 5, 3; 3, 1, 1, 2, 7], smoothness = Modelica.Blocks.Types.Smoothness.ContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
    Modelica.Blocks.Tables.CombiTable2Dv akima_v(table = [0, 1, 2, 4, 5; 0, 1, 3, 5, 2; 1, 2, 4, 6, 1; 1.5, 0, 5, 5, 3; 3, 1, 1, 2, 7], smoothness = Modelica.Blocks.Types.Smoothness.ContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints, n = 2);
  equation
    linear.u1 = -1.03125 + 1.25*time;
    linear.u2 = 0.28125 + 1.375*time;
    linear_v.u1 = {-1.03125 + 1.25*time, -1.03125 + 1.25*time};
    linear_v.u2 = {0.28125 + 1.375*time, 6.59375 - 1.5*time};
    akima.u1 = -1.03125 + 1.25*time;
    akima.u2 = 0.28125 + 1.375*time;
    akima_v.u1 = {-1.03125 + 1.25*time, -1.03125 + 1.25*time};
    akima_v.u2 = {0.28125 + 1.375*time, 6.59375 - 1.5*time};
    annotation(experiment(StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end SurfaceLastTwoPoints;

  // bilinear, bicubic (Akima) and constant between the points of a grid, along two lines across it and its corners
  model SurfacePeriodic
    Modelica.Blocks.Tables.CombiTable2Ds linear(table = [0, 1, 2, 4, 5; 0, 1, 3, 5, 2; 1, 2, 4, 6, 1; 1.5, 0, 5, 5, 3; 3, 1, 1, 2, 7], smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Modelica.Blocks.Tables.CombiTable2Dv linear_v(table = [0, 1, 2, 4, 5; 0, 1, 3, 5, 2; 1, 2, 4, 6, 1; 1.5, 0, 5, 5, 3; 3, 1, 1, 2, 7], smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic, n = 2);
    Modelica.Blocks.Tables.CombiTable2Ds akima(table = [0, 1, 2, 4, 5; 0, 1, 3, 5, 2; 1, 2, 4, 6, 1; 1.5, 0, 5, 5, 3; 3, 1, 1, 2, 7], smoothness = Modelica.Blocks.Types.Smoothness.ContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Modelica.Blocks.Tables.CombiTable2Dv akima_v(table = [0, 1, 2, 4, 5; 0, 1, 3, 5, 2; 1, 2, 4, 6, 1; 1.5, 0, 5, 5, 3; 3, 1, 1, 2, 7], smoothness = Modelica.Blocks.Types.Smoothness.ContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic, n = 2);
    Modelica.Blocks.Tables.CombiTable2Ds steps(table = [0, 1, 2, 4, 5; 0, 1, 3, 5, 2; 1, 2, 4, 6, 1; 1.5, 0, 5, 5, 3; 3, 1, 1, 2, 7], smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
    Modelica.Blocks.Tables.CombiTable2Dv steps_v(table = [0, 1, 2, 4, 5; 0, 1, 3, 5, 2; 1, 2, 4, 6, 1; 1.5, 0, 5, 5, 3; 3, 1, 1, 2, 7], smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic, n = 2);
  equation
    linear.u1 = -1.03125 + 1.25*time;
    linear.u2 = 0.28125 + 1.375*time;
    linear_v.u1 = {-1.03125 + 1.25*time, -1.03125 + 1.25*time};
    linear_v.u2 = {0.28125 + 1.375*time, 6.59375 - 1.5*time};
    akima.u1 = -1.03125 + 1.25*time;
    akima.u2 = 0.28125 + 1.375*time;
    akima_v.u1 = {-1.03125 + 1.25*time, -1.03125 + 1.25*time};
    akima_v.u2 = {0.28125 + 1.375*time, 6.59375 - 1.5*time};
    steps.u1 = -1.03125 + 1.25*time;
    steps.u2 = 0.28125 + 1.375*time;
    steps_v.u1 = {-1.03125 + 1.25*time, -1.03125 + 1.25*time};
    steps_v.u2 = {0.28125 + 1.375*time, 6.59375 - 1.5*time};
    annotation(experiment(StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end SurfacePeriodic;

  // bilinear, bicubic (Akima) and constant between the points of a grid, along two lines across it and its corners
  model SurfaceNoExtrapolation
    Modelica.Blocks.Tables.CombiTable2Ds linear(table = [0, 1, 2, 4, 5; 0, 1, 3, 5, 2; 1, 2, 4, 6, 1; 1.5, 0, 5, 5, 3; 3, 1, 1, 2, 7], smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.NoExtrapolation);
    Modelica.Blocks.Tables.CombiTable2Dv linear_v(table = [0, 1, 2, 4, 5; 0, 1, 3, 5, 2; 1, 2, 4, 6, 1; 1.5, 0, 5, 5, 3; 3, 1, 1, 2, 7], smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.NoExtrapolation, n = 2);
    Modelica.Blocks.Tables.CombiTable2Ds akima(table = [0, 1, 2, 4, 5; 0, 1, 3, 5, 2; 1, 2, 4, 6, 1; 1.5, 0, 5, 5, 3; 3, 1, 1, 2, 7], smoothness = Modelica.Blocks.Types.Smoothness.ContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.NoExtrapolation);
    Modelica.Blocks.Tables.CombiTable2Dv akima_v(table = [0, 1, 2, 4, 5; 0, 1, 3, 5, 2; 1, 2, 4, 6, 1; 1.5, 0, 5, 5, 3; 3, 1, 1, 2, 7], smoothness = Modelica.Blocks.Types.Smoothness.ContinuousDerivative, extrapolation = Modelica.Blocks.Types.Extrapolation.NoExtrapolation, n = 2);
    Modelica.Blocks.Tables.CombiTable2Ds steps(table = [0, 1, 2, 4, 5; 0, 1, 3, 5, 2; 1, 2, 4, 6, 1; 1.5, 0, 5, 5, 3; 3, 1, 1, 2, 7], smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.NoExtrapolation);
    Modelica.Blocks.Tables.CombiTable2Dv steps_v(table = [0, 1, 2, 4, 5; 0, 1, 3, 5, 2; 1, 2, 4, 6, 1; 1.5, 0, 5, 5, 3; 3, 1, 1, 2, 7], smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments, extrapolation = Modelica.Blocks.Types.Extrapolation.NoExtrapolation, n = 2);
  equation
    linear.u1 = 0.03125 + 0.6875*time;
    linear.u2 = 1.03125 + 0.9375*time;
    linear_v.u1 = {0.03125 + 0.6875*time, 0.03125 + 0.6875*time};
    linear_v.u2 = {1.03125 + 0.9375*time, 4.84375 - 0.9375*time};
    akima.u1 = 0.03125 + 0.6875*time;
    akima.u2 = 1.03125 + 0.9375*time;
    akima_v.u1 = {0.03125 + 0.6875*time, 0.03125 + 0.6875*time};
    akima_v.u2 = {1.03125 + 0.9375*time, 4.84375 - 0.9375*time};
    steps.u1 = 0.03125 + 0.6875*time;
    steps.u2 = 1.03125 + 0.9375*time;
    steps_v.u1 = {0.03125 + 0.6875*time, 0.03125 + 0.6875*time};
    steps_v.u2 = {1.03125 + 0.9375*time, 4.84375 - 0.9375*time};
    annotation(experiment(StopTime = 4, Interval = 0.125, Tolerance = 1e-08));
  end SurfaceNoExtrapolation;

  // two points each way; a single row or column is a curve, a single value a constant
  model SurfaceSmall
    Modelica.Blocks.Tables.CombiTable2Ds linear(table = [0, 1, 2; 1, 1, 3; 2, 2, 7]);
    Modelica.Blocks.Tables.CombiTable2Ds akima(table = [0, 1, 2; 1, 1, 3; 2, 2, 7], smoothness = Modelica.Blocks.Types.Smoothness.ContinuousDerivative);
    Modelica.Blocks.Tables.CombiTable2Ds line(table = [0, 1, 2, 4; 3, 5, 6, 2], smoothness = Modelica.Blocks.Types.Smoothness.ContinuousDerivative);
    Modelica.Blocks.Tables.CombiTable2Ds pole(table = [0, 7; 1, 2; 2, 3; 4, 9]); Modelica.Blocks.Tables.CombiTable2Ds one(table = [0, 1; 2, 8]);
    Real low = linear.u_min[2], high = linear.u_max[1];
  equation
    linear.u1 = 0.28125 + time;
    linear.u2 = 2.71875 - time;
    akima.u1 = 0.28125 + time;
    akima.u2 = 2.71875 - time;
    line.u1 = 0.28125 + time;
    line.u2 = 2.71875 - time;
    pole.u1 = 0.28125 + time;
    pole.u2 = 2.71875 - time;
    one.u1 = 0.28125 + time;
    one.u2 = 2.71875 - time;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end SurfaceSmall;
end TablesCases;
