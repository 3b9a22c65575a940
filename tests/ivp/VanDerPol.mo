// An oscillator that rests long and jumps fast, its time scaled to the rests. Ordinary differential equations, stiff.
model VanDerPol
  Real y[2](start = {2, 0}, each fixed = true);
equation
  der(y[1]) = y[2];
  der(y[2]) = ((1 - y[1]^2)*y[2] - y[1])/1e-6;
  annotation(experiment(StopTime = 2));
end VanDerPol;
