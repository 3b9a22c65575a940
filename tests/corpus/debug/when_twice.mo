model Both
  Real x(start = 0, fixed = true);
  Boolean b(start = false, fixed = true);
equation
  der(x) = 1;
  when x > 0.5 then
    b = true;
    if x > 0.7 then
      b = false;
    else
      b = x > 0.6;
    end if;
  end when;
end Both;
