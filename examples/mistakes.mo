model Tank "A water tank with a leak, and a few slips of the keyboard"
  parameter Real area = 2 "Cross section in m2"
  paramter Real leak = 0.1 "Flow at a level of 1 m, in m3/s";
  Real level(start=1, fixed=true) "In m";
equation
  area*der(level) = 0.5 - leak*sqrt(level;
  when level > 3 then
    assert(false, "The tank runs over");
  end if;
end Tank;
