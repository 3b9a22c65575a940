// Enumerations as types, values, indices and ranges.

type Gear = enumeration(reverse, neutral, first, second);

model Enumerations
  parameter Gear start = Gear.neutral;
  parameter Real ratio[Gear] = {-3, 0, 4, 2};
  discrete Gear gear(start = start);
  Real w;
  Boolean forward = gear > Gear.neutral;
  parameter Integer number = Integer(Gear.second);
equation
  when time > 1 then
    gear = Gear.first;
  end when;
  w = ratio[Gear.second]*time;
  for g in Gear.first:Gear.second loop
    assert(ratio[g] > 0, "a gear that goes backwards");
  end for;
end Enumerations;
