// Numbers become values of an enumeration.

type Gear = enumeration(park, reverse, drive);

function next
  input Gear gear;
  output Gear result;
algorithm
  result := Gear(if Integer(gear) < 3 then Integer(gear) + 1 else 1);
end next;

model Test
  parameter Integer n = 2;
  constant Gear first = Gear(1);
  parameter Gear second = Gear(n);
  Integer i = 1 + integer(time);
  Gear moving = Gear(i);
  Gear all[3] = Gear(1:3);
  Gear after = next(moving);
  Boolean is_drive = moving == Gear.drive;
end Test;
