// 3.7.1: abs and sign are taken literally, without events; at u = 0 the sign is 0.
model abs_sign
  Real u = 2*time - 2;
  Integer k = if time >= 1.25 then 3 else -3;
  Real a = abs(u), s = sign(u), m = min(u, 0.5), x = max(u, 0.5), r = sqrt(time), e(start = 0, fixed = true);
  Integer ka = abs(k), ks = sign(k), km = min(k, 1), kx = max(k, 1);
equation
  der(e) = abs(u);
  annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
end abs_sign;
