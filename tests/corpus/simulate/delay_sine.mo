// What is delayed is known between the steps as well: no state makes these short, and x hardly does.
model Sines
  constant Real pi = 3.141592653589793;
  Real x(start = 1, fixed = true);
  Real slow = delay(sin(2*pi*0.1*time), 0.35), fast = delay(sin(2*pi*80*time), 0.1), both = delay(x*cos(2*pi*8*time), 0.25);
equation
  der(x) = -x;
  annotation(experiment(StopTime = 2, Tolerance = 1e-7));
end Sines;
