// The `when` sets `b` at events, the equation at all times, and neither says what `u` is.
model Latch
  Real x(start = 0, fixed = true);
  Real u;
  Boolean b;
equation
  der(x) = 1;
  b = u > 1;
  when x > 0.5 then
    b = true;
  end when;
end Latch;
