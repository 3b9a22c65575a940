// With `c = 0` the last equation is a constraint: `x` and its derivatives follow from the time, and only `z` has a value to
// choose at the start, which is given. By hand: x = sin(t), v = cos(t), l = -sin(t), z = t.
model Servo
  parameter Real c = 0;
  Real x, v, l;
  Real z(start = 0, fixed = true);
equation
  der(z) = 1;
  der(x) = v;
  der(v) = l;
  c*l + x = sin(time);
end Servo;
