// A `reinit` happens after everything else at an event, and so it has no place among statements.
model ReinitInAlgorithm
  Real x(start = 0, fixed = true);
algorithm
  when x > 0.5 then
    reinit(x, 0);
  end when;
equation
  der(x) = 1;
end ReinitInAlgorithm;
