// What is no Real number changes at events, and so does the condition of a when (MLS 3.8.4).
model DiscreteTime
  function f
    input Real x;
    output Boolean y;
  algorithm
    y := x > 0.5;
  end f;
  Real u = sin(5*time);
  Boolean a = noEvent(u > 0);
  Integer s = sign(u);
  Integer n(start = 0, fixed = true);
  Integer m(start = 0, fixed = true);
  Boolean right = u > 0.5;
  Integer also = if u > 0 then 1 elseif u < 0 then -1 else 0;
  Integer rounded = integer(10*u);
  Real free = noEvent(if u > 0 then u else 0);
equation
  when noEvent(time > 0.5) then
    n = pre(n) + 1;
  end when;
  when f(time) then
    m = pre(m) + 1;
  end when;
end DiscreteTime;
