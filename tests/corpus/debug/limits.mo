// Parameters outside of the limits of their types (E004-part2-3: a radius below zero), and some inside.

type Radius = Real(quantity="Length", unit="m", min=0.0);

model Wheel
  parameter Radius r = 0.3;
  parameter Integer spokes(min=2, max=40) = 32;
end Wheel;

model Limits
  parameter Radius r = -1;
  Wheel right(r=0);
  Wheel inside(r=-0.3);
  Wheel many(spokes=41);
  Wheel few[2](spokes={12, 1});
  Real x = r;
end Limits;
