// What operators take, and where they stand.
function early "One statement comes too early; what a branch or a loop may have assigned is left alone"
  input Real u;
  output Real y;
protected
  Real late;
  Real sometimes;
  Real before;
algorithm
  y := late + u;
  late := 1;
  if u > 1 then
    sometimes := 2;
  end if;
  y := y + sometimes;
  for i in 1:3 loop
    if i > 1 then
      y := y + before;
    end if;
    before := y;
  end for;
end early;

function order "Statements of the wrong type"
  input Real u;
  output Real y;
  output Integer n;
algorithm
  n := 1.5;
  y := {1, 2};
  if u then
    y := sin("a");
  end if;
  (y, n) := sqrt2(u);
end order;

function sqrt2
  input Real u;
  output Real y;
algorithm
  y := sqrt(2*u);
end sqrt2;

function calls "Arguments that do not fit, positional and by name"
  input Real u;
  input Real v[2];
  output Real y;
algorithm
  y := sqrt2("u");
  y := sqrt2(u = u > 0);
  y := norm(u);
  y := norm(v) + sum(sqrt2(v));
end calls;

function norm
  input Real v[:];
  output Real n;
algorithm
  n := sqrt(v*v);
end norm;

model Test
  Integer n(start = 0, fixed = true);
  Boolean on = time > 1;
  Real x(start = 0, fixed = true);
  discrete Real d(start = 0, fixed = true);
  Real kept(start = 0);
  parameter Real p = 1;
  constant Real c = 2;
  Real still = der(p) + der(c);
  Real slope = der(n);
  Real jump = der(d);
  Real past = pre(x);
  Real past_kept = pre(kept);
  Boolean moved = change(x);
  Boolean up = edge(x);
  Real root = sqrt(on);
  Real table[3] = {1, 2, 3};
  Real by_choice[Boolean] = {1, 2};
  Real y = table[true] + by_choice[on];
  Real z;
  Integer k;
  Integer m;
equation
  der(x) = 1;
  when x then
    d = x;
  end when;
  when time > 2 then
    n = pre(n) + 1;
    kept = pre(x);
    reinit(n, 1);
  end when;
  reinit(x, 0);
  assert(x > 0);
  assert(x, "x is the condition");
  assert(x > 0, x);
  assert(x > 0, "all right", AssertionLevel.warning);
  assert(x > 0, "not a level", 2);
  terminate(1);
  (y, k) = order(x);
  z = early(x) + calls(x, {x, x});
algorithm
  m := 2*x;
algorithm
  for i in 1:3 loop
    i := 2;
  end for;
end Test;
