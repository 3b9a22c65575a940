// 3.7.2: floor, ceil, integer, div, mod and rem on both sides of their events, also of negative arguments.
// mod(x, y) = x - floor(x/y)*y, div cuts towards zero, rem(x, y) = x - div(x, y)*y. The states collect what floor and mod were.
model rounding_down
  Real x = 4.5 - 4*time;
  Real f = floor(x);
  Real c = ceil(x);
  Integer n = integer(x);
  Real d = div(x, 1.5);
  Real m = mod(x, 1.5);
  Real r = rem(x, 1.5);
  Real k = mod(x, -1.5);
  Real sum(start = 0, fixed = true), area(start = 0, fixed = true);
equation
  der(sum) = f;
  der(area) = m;
  annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
end rounding_down;
