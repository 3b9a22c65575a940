// With the gain k = -2 the currents cancel: u + v follows u' + v' = -u, and u - v is given. By hand, with s = sin(t):
// u' = -u + i, v' = i, so u' - v' = -u; u - v = s then gives u = -cos(t), v = u - s, i = v' = sin(t) - cos(t).
model HiddenGain
  parameter Real k = -2;
  Real u, v, i;
equation
  der(u) = -u - (1 + k)*i;
  der(v) = i;
  u - v = sin(time);
  annotation(experiment(StopTime = 2, Tolerance = 1e-8));
end HiddenGain;
