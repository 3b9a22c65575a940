model BadArguments "Arguments that the operators of the language do not take"
  constant Real c = 1;
  Real x(start = 1), a = time, y[2, 2];
  Real late = delay(x, a);
  Real later = delay(x, 1, a);
  Integer n = cardinality(a);
equation
  der(x) = -x;
  when x < 0.5 then
    reinit(c, 2);
  end when;
  for row in [1, 2; 3, 4] loop
    y[1, :] = row;
  end for;
end BadArguments;
