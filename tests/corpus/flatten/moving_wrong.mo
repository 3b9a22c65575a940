model Tank
  parameter Integer n = 2;
  Real level[n] = fill(time, n);
end Tank;

connector Pin
  Real v;
  flow Real i;
end Pin;

model Load
  Pin p;
equation
  p.v = 2*p.i;
end Load;

model Ground
  Pin p;
equation
  p.v = 0;
end Ground;

model Row
  Tank tanks[2];
end Row;

model Gauge
  function scale
    input Real u;
    output Real y = 2*u;
  algorithm
  end scale;
end Gauge;

model MovingWrong "What cannot be chosen, taken together or called"
  Integer k = if time < 0.5 then 1 else 2;
  Load load[2];
  Ground ground;
  Tank tank[2](n = {1, 2});
  Gauge gauge[2];
  Real table[3] = {1, 2, 3};
  Row rows[2];
  Real one = rows[k].tanks[k].level[1];
  Real all = sum(tank.level);
  Real third = table(3);
  Real scaled = gauge[1].scale(time);
equation
  connect(load[k].p, ground.p);
end MovingWrong;
