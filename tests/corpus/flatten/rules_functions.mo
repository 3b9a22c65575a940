// Functions: what they may hold, how many bodies they have, and what they are called with.

record Point
  Real x;
  Real y;
end Point;

model Part
  Real x = time;
end Part;

function equations
  input Real x;
  output Real y;
equation
  y = 2*x;
end equations;

function open
  input Real x;
  output Real y;
  Real half = x/2;
algorithm
  y := half;
end open;

function twice
  input Real x;
  output Real y;
algorithm
  y := x;
algorithm
  y := 2*x;
end twice;

function both
  input Real x;
  output Real y;
algorithm
  y := x;
external "C" y = sin(x);
end both;

function empty
  input Real x;
  output Real y;
end empty;

function greedy
  input Real x;
  output Real y;
algorithm
  x := 2*x;
  y := x;
end greedy;

function heavy
  input Real x;
  output Real y;
protected
  Part part;
algorithm
  y := x;
end heavy;

function scale
  input Real x;
  input Integer n = 1;
  output Real y;
algorithm
  y := n*x;
end scale;

function norm
  input Real v[3];
  output Real y = sqrt(v*v);
end norm;

function area
  input Point p;
  output Real y = p.x*p.y;
end area;

function calls
  input Real x;
  output Real y;
algorithm
  y := scale(x, 2, 3);
  y := scale(x, m = 2);
  y := scale(x, x = 2);
end calls;

model RulesFunctions
  Real y1 = equations(time);
  Real y2 = open(time);
  Real y3 = twice(time);
  Real y4 = both(time);
  Real y5 = empty(time);
  Real y6 = greedy(time);
  Real y7 = heavy(time);
  Real y8 = scale("two");
  Real y9 = scale(time, 2.5);
  Real y10 = norm(time);
  Real y11 = norm({time, time});
  Real y12 = area({time, time});
  Real y13 = scale(Point(1, 2));
  Real y14 = scale(time, 2, 3);
  Real y15 = scale(time, m = 2);
  Real y16 = scale(time, x = 3);
  Real y17 = area(Point(1, 2, 3));
  Real y18 = area(Point(x = 1, z = 2));
  Real y19 = calls(time);
  equations component;
end RulesFunctions;
