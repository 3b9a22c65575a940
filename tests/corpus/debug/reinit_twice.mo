model ReinitTwice
  Real x(start = 0, fixed = true), y = -x;
equation
  der(x) = 1;
  when x > 0.5 then
    reinit(x, 0);
  end when;
  when x > 0.4 then
    reinit(x, 0.1);
  elsewhen x < -1 then
    reinit(x, 1);
  end when;
  // What is a state by another name may be given a new value as well.
  when time > 2 then
    reinit(y, 3);
  end when;
end ReinitTwice;
