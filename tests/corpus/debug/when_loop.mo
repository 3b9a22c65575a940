model WhenLoop
  Real x(start = 1, fixed = true), c;
  discrete Real a(start = 0, fixed = true), b(start = 0, fixed = true);
equation
  der(x) = -1;
  when x < 0.5 then
    a = b + 1;
  end when;
  when x < 0.6 then
    b = 2*c;
  end when;
  c = a + x;
end WhenLoop;
