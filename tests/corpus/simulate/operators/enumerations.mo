// 3.7.1: Integer(e) is the ordinal number, E(i) its inverse; enumerations are ordered (4.9.5) and keep what pre was.
model enumerations
  type E = enumeration(one, two, three);
  Integer n = 1 + integer(time);
  E e = E(n);
  E last(start = E.one, fixed = true);
  Integer k = Integer(e), before = Integer(last), changes(start = 0, fixed = true);
  Boolean late = e > E.one;
  Real chosen[E] = {10, 20, 30};
  Real c = chosen[e];
equation
  when change(e) then
    changes = pre(changes) + 1;
    last = pre(e);
  end when;
  annotation(experiment(StopTime = 2.5, Interval = 0.125, Tolerance = 1e-08));
end enumerations;
