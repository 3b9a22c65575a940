// What holds it can take 1.0001, and friction is 1 when it slides. As the load passes 1.0001 it begins to slide, and sa is
// 1 + a = 1.000025 then: less than what would let it slide, unless it did so already. No value of `sliding` is consistent with the
// values before the event, and the next round of the event has one (as in Modelica.Mechanics.Rotational.Components.OneWayClutch).
model Breakaway
  parameter Real J = 4, tau0 = 1, tau0_max = 1.0001;
  Real w(start = 0, fixed = true), a, sa, tau, load = 2*time;
  Boolean sliding(start = false, fixed = true), locked(start = true), stuck(start = true, fixed = true);
  discrete Real since(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  sliding = pre(stuck) and (sa > tau0_max or pre(sliding) and sa > tau0);
  locked = pre(stuck) and not sliding;
  a = if locked then 0 else sa - tau0;
  tau = if locked then sa else tau0;
  stuck = locked or w <= 0;
  der(w) = a;
  J*a = load - tau;
  when not locked then
    since = time;
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 1));
end Breakaway;
