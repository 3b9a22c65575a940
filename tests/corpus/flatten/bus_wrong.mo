// What expandable connectors cannot hold, and cannot be connected to.

expandable connector Bus
end Bus;

expandable connector Electrical
  Pin pin;
  flow Real i;
end Electrical;

connector Pin
  Real v;
  flow Real i;
end Pin;

connector Output = output Real;

block Sensor
  Output y;
equation
  y = time;
end Sensor;

model Test
  Bus a, b, c;
  Electrical electrical;
  Pin pin;
  Sensor sensor, other;
equation
  connect(a.x, b.y);
  connect(c, pin);
  connect(sensor.y, a.speed[0]);
  connect(sensor.y, a.torque[1]);
  connect(other.y, a.torque[1, 2]);
end Test;
