// `==` and `<>` of Real numbers that change, outside of functions (MLS 3.6, 3.5).
function same "is right: functions may"
  input Real a, b;
  output Boolean y = a == b;
end same;

model RealEquality
  parameter Real p = 0;
  constant Real c = 1;
  Real x(start = 0, fixed = true), v[2] = {x, time};
  discrete Real d(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
  Boolean right[6] = {p == 0, p <> c, n == 1, n <> pre(n), right[1] == right[2], "a" == "b"};
  Boolean wrong1 = x == 0.5;
  Boolean wrong2 = v[1] <> v[2];
  Boolean wrong3 = n == time;
  Boolean wrong4 = d == 0;
  Boolean wrong5 = noEvent(x + 1 == p - 1);
  Real y;
algorithm
  y := 0;
  if der(x) == 0 then
    y := 1;
  end if;
equation
  der(x) = if same(x, 1) then 0 else 1;
  when x == 0.25 then
    n = pre(n) + 1;
    d = time;
  end when;
  assert(x <> 7, "seven");
end RealEquality;
