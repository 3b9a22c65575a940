connector Pin
  Real v;
  flow Real i;
end Pin;

connector Signal = input Real;

connector Clocked
  Real t = time;
end Clocked;

record Stamp
  Real t = time;
end Stamp;

operator record Pair "Cannot be subtracted, and has no zero"
  Real a;
  Real b;

  encapsulated operator function '+'
    import Pair;
    input Pair x;
    input Pair y;
    output Pair z(a = x.a + y.a, b = x.b + y.b);
  algorithm
  end '+';
end Pair;

connector Pairs
  Pair e;
  flow Pair f;
end Pairs;

connector Fixed
  constant Real k = 1;
  Real v;
  flow Real i;
end Fixed;

connector Free
  parameter Real k = 1;
  Real v;
  flow Real i;
end Free;

connector Drive "Its speed is told"
  input Real w;
  Real phi;
  flow Real tau;
end Drive;

connector Shaft "Its speed is whatever it becomes"
  Real w;
  output Real phi;
  flow Real tau;
end Shaft;

model Ends
  Drive drive;
  Shaft shaft;
  Fixed fixed;
  Free free;
end Ends;

model ConnectorPrefixes "What cannot be said of connectors"
  parameter Pin pin;
  constant Signal signal = 1;
  output Pin other;
  Clocked clocked;
  Stamp stamp;
  Stamp given(t = 2*time);
  Pairs pairs;
  Ends ends;
equation
  connect(ends.fixed, ends.free);
  connect(ends.drive, ends.shaft);
end ConnectorPrefixes;
