// What is delayed by nothing is what it is (MLS 3.7.4.1: 0 <= delayTime), by a number, a parameter, or a variable that is zero
// for a while; also in a loop, where the parameter makes the equation another one.
model Nothing
  parameter Real none = 0;
  Real zero = max(0, time - 0.75), x(start = 1, fixed = true), y(start = 1, fixed = true);
  Real now = delay(time, 0), same = delay(sin(9*time), none), late = delay(sin(9*time), zero, 1);
  Real gain = time + 3*delay(gain, none), round = time + 0.5*delay(round, zero/2, 1);
equation
  der(x) = -1000*delay(x - y, none);
  der(y) = -delay(y, min(zero, 0), 1);
  annotation(experiment(StopTime = 1.25, Tolerance = 1e-8));
end Nothing;
