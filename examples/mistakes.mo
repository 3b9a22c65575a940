model Tank "A water tank with a leak, and several slips of the keyboard"
  parameter Real area = 2 "Cross section in m2"
  paramter Real leak = 0.1 "Flow at a level of 1 m";
  Real level(start = 1, fixed = true);
  Real in "Inflow";
equation
  in = if time < 10 then 0.5 else 0;
  area*der(level) = in - leak*sqrt(level;
  whne level > 3 then
    assert(level != 3, "Overflow");
  end when;
  x := 2;
  -1 * -2 = y;
end Tnak;
