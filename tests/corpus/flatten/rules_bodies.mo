// What the bodies of functions may not do (MLS 11.2, 12.2).

function f1
  input Real x;
  output Real y;
algorithm
  y := der(x) + pre(x) + time;
end f1;
function f2
  input Real x;
  output Real y;
algorithm
  if initial() then
    y := 1;
  end if;
  if sample(0, 1) then y := edge(true); end if;
end f2;
function f3
  input Real x;
  output Real y;
  output Real z;
algorithm
  y := x;
end f3;
function f4
  input Real x;
  output Real y;
  Real w;
protected
  input Real z;
  output Real q;
algorithm
  w := x;
  y := w;
end f4;
function f5
  input Real x;
  output Real y;
algorithm
  when x > 1 then
    y := 2;
  end when;
end f5;
function f6
  input Real x;
  output Real y;
equation
  y = x;
end f6;
function f7
  flow input Real x;
  stream output Real y;
  parameter Real p = 1;
algorithm
  y := x + delay(x, 1);
end f7;
function f8
  input Real x;
  output Real y;
protected
  Real w;
algorithm
  y := w;
  for i in 1:3 loop
    i := 2;
  end for;
  reinit(x, 1);
end f8;
function f9
  input Real x;
  output Real y;
protected
  Real w;
algorithm
  y := w + x;
end f9;

model RulesBodies
  Real y1 = f1(time);
  Real y2 = f2(time);
  Real y3, z3;
  Real y4 = f4(time);
  Real y5 = f5(time);
  Real y6 = f6(time);
  Real y7 = f7(time);
  Real y8 = f8(time);
  Real y9 = f9(time);
equation
  (y3, z3) = f3(time);
end RulesBodies;
