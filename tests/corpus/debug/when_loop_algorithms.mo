// What algorithms set and need from each other, in one order only: this is no loop.
model Line
  Real x(start = 0, fixed = true);
  discrete Real a(start = 0, fixed = true), b(start = 0, fixed = true), c(start = 0, fixed = true);
equation
  der(x) = 1;
algorithm
  when x > 0.7 then
    b := a - 3;
  end when;
algorithm
  when x > 0.5 then
    a := 1;
  end when;
  when x > 0.6 then
    c := b;
  end when;
end Line;

model Circle
  Real x(start = 0, fixed = true);
  discrete Real a(start = 0, fixed = true), b(start = 0, fixed = true);
equation
  der(x) = 1;
  when x > 0.7 then
    b = a - 3;
  end when;
algorithm
  when x > 0.5 then
    a := 2*b + 1;
  end when;
end Circle;
