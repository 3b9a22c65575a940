// 3.7.2: the examples of the specification, and Integer arguments, of constants and of discrete variables.
model rounding_constants
  Integer seven = if time >= 1 then -7 else 7, two(start = 2, fixed = true);
  Integer d = div(seven, two), m = mod(seven, two), r = rem(seven, two);
  constant Real known[20] = {div(7, 2), div(-7, 2), div(7, -2), mod(7, 2), mod(-7, 2), mod(7, -2), rem(7, 2), rem(-7, 2), rem(7, -2), mod(3, 1.4), mod(-3, 1.4), mod(3, -1.4), rem(3, 1.4), rem(-3, 1.4), floor(-0.5), ceil(-0.5), integer(-3.7), div(-7.5, 2), abs(-4), sign(-4)};
  Real v[20] = known;
equation
  when time >= 1.5 then
    two = -2;
  end when;
  annotation(experiment(StopTime = 2, Interval = 0.5, Tolerance = 1e-08));
end rounding_constants;
