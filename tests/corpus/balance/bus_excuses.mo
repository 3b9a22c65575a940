// A bus in a model excuses what waits for its signals, and nothing else.

expandable connector Bus
end Bus;

connector In = input Real;
connector Out = output Real;

block Gain
  In u;
  Out y;
equation
  y = 2*u;
end Gain;

model bus_excuses
  Bus bus;
  Gain g;
  Real a, b;
equation
  connect(g.y, bus.y);
  g.u = a;
end bus_excuses;
