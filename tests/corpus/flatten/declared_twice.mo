// Names that are declared, modified or inherited twice.

type Color = enumeration(red, green, red);

model Wheel
  parameter Real r = 0.3;
  Real v(start = 0, min = 0) = r*time;
end Wheel;

model Named
  Real a = 1;
  Real b = 2;
  parameter Integer a = 3;
  model Wheel
    Real x = 1;
  end Wheel;
  Real Wheel = 3;
end Named;

partial model Left
  Real p = time;
  Real same = 1;
  model Inner
    Real x = 1;
  end Inner;
end Left;

partial model Right
  parameter Real p = 1e5;
  Real same = 1;
  model Inner
    Real x = 2;
  end Inner;
end Right;

partial model Top
  Real top = 3;
end Top;

partial model Half
  extends Top;
end Half;

// The same declaration by two ways is one.
model Diamond
  extends Half;
  extends Top;
  extends Left;
  extends Right;
  Integer same = 1;
end Diamond;

model DeclaredTwice
  Wheel first(r = 0.2, v(start = 1), r = 0.25);
  Wheel second(v(start = 1, start = 2));
  Wheel third(v.start = 1, v(min = 2, start = 3));
  Wheel right(v.start = 1, v.min = 2, r = 1);
  Named named;
  Diamond diamond;
  Color color = Color.red;
end DeclaredTwice;
