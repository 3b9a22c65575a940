model EndlessWhen
  Boolean b(start = false, fixed = true);
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  when x > 0.5 and not pre(b) then
    b = true;
  elsewhen x > 0.5 and pre(b) then
    b = false;
  end when;
end EndlessWhen;
