model BadReinit "Only a variable begins anew"
  constant Real c = 2;
  parameter Real p = 2;
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
  when x < 0.5 then
    reinit(2*x, 1);
  end when;
  when x < 0.4 then
    reinit(c, 1);
  end when;
  when x < 0.3 then
    reinit(p, 1);
  end when;
end BadReinit;
