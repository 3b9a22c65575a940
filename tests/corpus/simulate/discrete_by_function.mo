// Functions make no events, so that what they give to a Boolean or an Integer changes with their arguments, and not at the
// next event of something else. By MLS 3.8.4 such an equation should have a discrete-time expression on its right; the
// standard library has some.
model DiscreteByFunction
  function above
    input Real x;
    output Boolean y;
  algorithm
    y := x > 0.5;
  end above;

  function place
    input Real table[:];
    input Real x;
    output Real part;
    output Integer interval;
  algorithm
    interval := 1;
    while interval < size(table, 1) - 1 and x >= table[interval + 1] loop
      interval := interval + 1;
    end while;
    part := (x - table[interval])/(table[interval + 1] - table[interval]);
  end place;

  Real x(start = 0, fixed = true);
  Boolean b = above(x);
  Boolean c = not b;
  Integer i;
  Real part;
  Real y = if c then 1 else 2;
equation
  der(x) = 1;
  (part, i) = place({0, 1, 3, 4}, 2*x);
  annotation (experiment(StopTime = 2, Interval = 0.25));
end DiscreteByFunction;
