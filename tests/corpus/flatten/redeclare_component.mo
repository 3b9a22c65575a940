// A component is exchanged; modifications of the first declaration go on to hold.

partial model Source
  parameter Real amplitude = 1;
  Real y;
end Source;

model Constant
  extends Source;
equation
  y = amplitude;
end Constant;

model Sine
  extends Source;
  parameter Real w = 1;
equation
  y = amplitude*sin(w*time);
end Sine;

model Plant
  replaceable Constant source(amplitude = 3);
  Real x(start = 0);
equation
  der(x) = source.y - x;
end Plant;

model RedeclareComponent
  Plant steady;
  Plant waving(redeclare Sine source(w = 2));
end RedeclareComponent;
