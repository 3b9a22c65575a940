// Values that change more often than what they are given to.

record Data
  constant Real k = 2;
  Real x;
end Data;

connector Pin
  Real v;
  flow Real i;
end Pin;

model Outer
  parameter Real p = 1;
  constant Real c = 2;
  model Inner
    Real x = p*time;
    Real y = c*time;
  end Inner;
  Inner inside;
end Outer;

model Variability
  parameter Real p = 1;
  parameter Real good = 2*p;
  Real x(start = y, fixed = true);
  Real y = time;
  discrete Real d;
  discrete Real e;
  discrete Real f = x;
  Integer n = if x > 0 then 1 else 2;
  constant Real c1 = p;
  constant Real c2 = 2*Modelica_pi;
  constant Real Modelica_pi = 3.14;
  parameter Real p1 = x;
  parameter Real p2 = time;
  parameter Real p3 = der(x);
  parameter Integer p4 = n;
  parameter Data data(x = y);
  Pin a, b;
  Outer outside;
  parameter Real assigned(fixed = false);
  Real w;
  Real perhaps if x > 0;
equation
  der(x) = 1;
  when sample(0, 1) then
    d = x;
  end when;
  e = 2*x;
  a.v = 1;
  b.v = 2;
  if x > 1 then
    connect(a, b);
  end if;
algorithm
  w := p;
  p := 2*w;
initial algorithm
  assigned := 3;
end Variability;
