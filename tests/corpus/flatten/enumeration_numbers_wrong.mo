// Numbers that are no value of an enumeration, and what is no number.

type Gear = enumeration(park, reverse, drive);

model Test
  Gear a = Gear(0);
  Gear b = Gear(4);
  Gear c = Gear(1.5);
  Gear d = Gear(1, 2);
  Gear e = Gear();
  Gear f = Gear("park");
end Test;
