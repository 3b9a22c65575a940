// Nothing happens for long, and then something that no state announces: steps that had grown until then went past it.
// By hand: the integral of exp(-1000*(t - 2)^2) is sqrt(pi/1000) = 0.0560499122, of which one half is there at t = 2. Each arch of
// max(0, sin(20*t)) has the area 1/10. At t = 1, 6.37 half periods, three are over and (1 - cos(20 - 6*pi))/20 of the fourth is
// there; at t = 2, 12.7 half periods, six and (1 - cos(40 - 12*pi))/20; at t = 3, 19.1 half periods, ten.
model Pulses
  Real bell(start = 0, fixed = true), area(start = 0, fixed = true);
equation
  der(bell) = exp(-1000*(time - 2)^2);
  der(area) = max(0, sin(20*time));
  annotation(experiment(StopTime = 3));
end Pulses;
