// 3.7.5: noEvent and smooth give their argument; x is the integral of |t - 1|, also where no event was.
model no_event
  Real u = time - 1, a = noEvent(if u > 0 then u else -u), s = smooth(0, if u > 0 then u else -u), q = smooth(1, noEvent(if u < 0 then 0 else u*sqrt(u)));
  Real x(start = 0, fixed = true), y(start = 0, fixed = true);
  discrete Real d(start = 0, fixed = true);
equation
  der(x) = a;
  der(y) = s;
  when sample(0.5, 0.5) then
    d = noEvent(if u > 0 then 1 else -1);
  end when;
  annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
end no_event;
